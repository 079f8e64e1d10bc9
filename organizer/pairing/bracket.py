"""Single elimination by seed: who meets whom, and where winners go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .facts import DuplicatePlayer, Key, NobodyToPair, PairingError


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A first-round place of the bracket, counted from 0 at the top.

    `a` is the higher seed; `b` is None when it advances without a match.  `a_seed` and
    `b_seed` count from 1.
    """

    position: int
    a: Key
    a_seed: int
    b: Key | None
    b_seed: int


def seed_order(size: int) -> list[int]:
    """Seeds from the top of the bracket to the bottom: 1 8 4 5 2 7 3 6 for eight.

    Read two at a time they are the matches; whenever the higher seeds win, the next round
    again sets the best against the weakest.  `size` is a power of two, at least 2.
    """
    if size < 2 or size & (size - 1):
        raise PairingError(f"A bracket has 2, 4, 8, 16, ... places, not {size}.")
    order = [1]
    while len(order) < size:
        last = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, last - upper)]
    return order


def bracket(size: int, seeds: Sequence[Key]) -> list[BracketMatch]:
    """First-round matches of a bracket with `size` places for the ids in order of seed.

    Places without an entry are byes of the top seeds.  Raises `PairingError` when the size is
    no power of two or too small, `NobodyToPair` for fewer than two entries, `DuplicatePlayer`.
    """
    order = seed_order(size)
    if len(seeds) < 2:
        raise NobodyToPair("A bracket needs at least two entries.")
    if len(seeds) > size:
        raise PairingError(f"{len(seeds)} entries do not fit into a bracket of {size}.")
    if 2 * len(seeds) <= size:
        raise PairingError(f"A bracket of {size} is too large for {len(seeds)} entries.")
    if len(set(seeds)) < len(seeds):
        raise DuplicatePlayer("An id is seeded twice.")
    matches = []
    for position, (high, low) in enumerate(zip(order[::2], order[1::2], strict=True)):
        opponent = seeds[low - 1] if low <= len(seeds) else None
        matches.append(BracketMatch(position, seeds[high - 1], high, opponent, low))
    return matches


def bracket_size(entries: int) -> int:
    """The smallest bracket that holds this many entries."""
    return max(2, 1 << (entries - 1).bit_length()) if entries > 0 else 2


def next_place(position: int) -> tuple[int, int]:
    """(match of the next round, side 0 or 1) to which the winner of match `position` goes."""
    return position // 2, position % 2
