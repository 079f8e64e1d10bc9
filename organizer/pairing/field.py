"""The players of a round as numbers: what the pairing itself works on."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from .facts import DuplicatePlayer, Key, NobodyToPair, Options, Player, SelfMeeting
from .matching import Pair

NOBODY: frozenset[int] = frozenset()
_EMPTY = object()


@dataclass(slots=True)
class Field:
    """Players as seats 0..n-1, in the order of their ids as text.

    `met` are the ids that the player of each seat has met; one of the two listing the other
    is enough.  `mates` are the seats of the same groups, empty unless groups are kept apart.

    When the number of players is odd the bye is a further seat, `empty`: it sits on the score
    of those who may get it and has "met" everybody else, so that choosing the bye is part of
    pairing.
    """

    players: list[Player]
    ids: list[object]
    score: list[int]
    met: list[Container[object]]
    mates: list[AbstractSet[int]]
    downs: list[int]
    empty: int | None = None

    def has_met(self, a: int, b: int) -> bool:
        """Whether a table of the two would be a rematch."""
        return self.ids[b] in self.met[a] or self.ids[a] in self.met[b]

    def legal(self, a: int, b: int) -> bool:
        """Whether the two may meet: not met before, and not to be kept apart."""
        ids, met = self.ids, self.met
        return ids[b] not in met[a] and ids[a] not in met[b] and b not in self.mates[a]

    def gap(self, pairs: Iterable[Pair]) -> int:
        """Sum over the pairs of the score difference."""
        score = self.score
        return sum(abs(score[a] - score[b]) for a, b in pairs)

    def most_met(self) -> int:
        """The largest number of others that somebody has met."""
        return max(len(player.opponents) for player in self.players)

    def most_forbidden(self) -> int:
        """The largest number of others that somebody may not meet."""
        if not any(self.mates):
            return self.most_met()
        kept = [max(0, len(mates) - 1) for mates in self.mates[: len(self.players)]]
        return max(len(player.opponents) + mates for player, mates in zip(self.players, kept, strict=True))

    def levels(self, order: Iterable[int]) -> list[list[int]]:
        """Seats by score, the highest first, each level in the given order."""
        by_score: dict[int, list[int]] = {}
        for seat in order:
            by_score.setdefault(self.score[seat], []).append(seat)
        return [by_score[score] for score in sorted(by_score, reverse=True)]


def seat_players(players: Iterable[Player], options: Options) -> Field:
    """The players without an awarded bye as a field; raises a `PairingError` on wrong facts."""
    everybody = sorted(players, key=lambda player: str(player.id))
    seated = [player for player in everybody if not player.awarded_bye]
    if not seated:
        raise NobodyToPair("Nobody is left to pair: every entry has dropped or has a bye by right.")
    if len(everybody) == 1:
        raise NobodyToPair(f"Only {everybody[0].id} is left; a round needs two entries.")
    _check_ids(everybody)
    mates: list[AbstractSet[int]] = [NOBODY] * len(seated)
    if options.keep_apart:
        mates = _mates(seated)
    return Field(
        players=seated,
        ids=[player.id for player in seated],
        score=[player.score for player in seated],
        met=[_lookup(player.opponents) for player in seated],
        mates=mates,
        downs=[player.downs for player in seated],
    )


def _check_ids(everybody: Sequence[Player]) -> None:
    names = [str(player.id) for player in everybody]
    if len(set(names)) < len(names):
        twice = next(name for name, following in pairwise(names) if name == following)
        raise DuplicatePlayer(f"The id {twice} is given twice.")
    for player in everybody:
        if player.id in player.opponents:
            raise SelfMeeting(f"{player.id} is listed among their own opponents.")


def _lookup(opponents: Collection[Key]) -> Container[object]:
    return frozenset(opponents) if isinstance(opponents, Sequence) else opponents


def _mates(seated: Sequence[Player]) -> list[AbstractSet[int]]:
    """For each seat the seats that share a group with it, itself included; equal sets are shared."""
    members: dict[str, set[int]] = {}
    for seat, player in enumerate(seated):
        for group in player.groups:
            members.setdefault(group, set()).add(seat)
    shared: dict[frozenset[str], AbstractSet[int]] = {frozenset(): NOBODY}
    for player in seated:
        if player.groups not in shared:
            shared[player.groups] = frozenset().union(*(members[group] for group in player.groups))
    return [shared[player.groups] for player in seated]


def add_empty_seat(field: Field) -> list[int]:
    """Make the number of seats even by a bye; returns the seats that may get it.

    They are those with the fewest byes, and the lowest score among these.
    """
    players = field.players
    fewest = min(player.byes for player in players)
    lowest = min(player.score for player in players if player.byes == fewest)
    takers = [seat for seat, player in enumerate(players) if player.byes == fewest and player.score == lowest]
    empty = len(players)
    takes = set(takers)
    field.empty = empty
    field.ids.append(_EMPTY)
    field.score.append(lowest)
    field.met.append({player.id for seat, player in enumerate(players) if seat not in takes})
    field.mates.append(NOBODY)
    field.downs.append(0)
    return takers
