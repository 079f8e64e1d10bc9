"""A check of a finished round that shares no code with the pairing.

It needs the published facts alone and one pass over them, so a page, the offline tool or a
doubtful player can run it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .facts import Key, Player, Table


@dataclass(frozen=True, slots=True)
class Check:
    """What was found.  `faults` are sentences about who is not seated exactly once.

    `gap` and `squares` are the sums over tables of the score difference and its square, by the
    players' scores; `parity_gap` and `parity_squares` what no pairing of the seated players
    can go below.  `bye_repeats` is by how many byes the bye's holder exceeds the fewest,
    `bye_above` by how many points they exceed the lowest score among those with the fewest.
    """

    faults: tuple[str, ...]
    rematches: int
    together: int
    gap: int
    squares: int
    parity_gap: int
    parity_squares: int
    bye_repeats: int
    bye_above: int

    @property
    def seated(self) -> bool:
        """Everybody is seated exactly once."""
        return not self.faults

    @property
    def proved_best(self) -> bool:
        """No pairing is better by any goal: parity proves it.  False is not a proof of the contrary."""
        return (
            self.seated
            and self.rematches == self.together == self.bye_repeats == self.bye_above == 0
            and self.gap == self.parity_gap
            and self.squares == self.parity_squares
        )


def verify(
    players: Iterable[Player], tables: Iterable[Table], bye: Key | None, *, keep_apart: bool = False
) -> Check:
    """Recompute everything about a round; never raises on a wrong round, but reports it.

    `together` counts tables of one group, 0 unless `keep_apart`.
    """
    known = {player.id: player for player in players}
    rows = [(table.a, table.b) for table in tables]
    faults = _faults(known, rows, bye)
    steps = []
    rematches = together = 0
    for a, b in rows:
        one, two = known.get(a), known.get(b)
        if one is None or two is None:
            continue
        steps.append(one.score - two.score)
        if b in one.opponents or a in two.opponents:
            rematches += 1
        if keep_apart and not one.groups.isdisjoint(two.groups):
            together += 1
    waiting = [player for player in known.values() if not player.awarded_bye]
    parity_gap, parity_squares = _parity(player.score for player in waiting if player.id != bye)
    repeats, above = _bye_excess(waiting, known.get(bye) if bye is not None else None)
    return Check(
        faults=tuple(faults),
        rematches=rematches,
        together=together,
        gap=sum(map(abs, steps)),
        squares=sum(step**2 for step in steps),
        parity_gap=parity_gap,
        parity_squares=parity_squares,
        bye_repeats=repeats,
        bye_above=above,
    )


def _faults(known: Mapping[Key, Player], rows: list[tuple[Key, Key]], bye: Key | None) -> list[str]:
    places: dict[Key, int] = {}
    for a, b in rows:
        places[a] = places.get(a, 0) + 1
        places[b] = places.get(b, 0) + 1
    if bye is not None:
        places[bye] = places.get(bye, 0) + 1
    faults = [f"{key} is not among the players." for key in places if key not in known]
    faults += [f"{a} is seated against themselves." for a, b in rows if a == b]
    for key, player in known.items():
        seats = places.get(key, 0)
        if player.awarded_bye and seats:
            faults.append(f"{key} has a bye by right and is seated.")
        elif not player.awarded_bye and seats != 1:
            faults.append(f"{key} is seated {seats} times." if seats else f"{key} is not seated.")
    return faults


def _parity(scores: Iterable[int]) -> tuple[int, int]:
    """Walk down the sorted scores two at a time: partners in rank are as near as anybody can be.

    Pairing first with second, third with fourth and so on crosses each step between two
    scores once if an odd number of players stands above it and not at all otherwise.  A
    table that crosses several steps counts each of them by itself in the squares.
    """
    ranked = sorted(scores)
    distinct = sorted(set(ranked))
    below = {score: k for k, score in enumerate(distinct)}
    gap = squares = 0
    for low, high in zip(ranked[::2], ranked[1::2], strict=False):
        gap += high - low
        for k in range(below[low], below[high]):
            squares += (distinct[k + 1] - distinct[k]) ** 2
    return gap, squares


def _bye_excess(waiting: list[Player], holder: Player | None) -> tuple[int, int]:
    if holder is None or not waiting:
        return 0, 0
    fewest = min(player.byes for player in waiting)
    lowest = min(player.score for player in waiting if player.byes == fewest)
    return holder.byes - fewest, max(0, holder.score - lowest)
