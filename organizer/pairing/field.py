"""The players of a round as numbers: what the pairing itself works on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from .facts import DuplicatePlayer, NobodyToPair, Options, Player, SelfMeeting
from .matching import Pair

NOBODY: frozenset[int] = frozenset()


@dataclass(slots=True)
class Field:
    """Players as seats 0..n-1, in the order of their ids as text.

    When their number is odd the bye is a further seat, `empty`: it sits on the score of
    those who may get it and has "met" everybody else, so that choosing the bye is part of
    pairing.  `met` and `mates` are symmetric; `mates` is empty unless groups are kept apart.
    """

    players: list[Player]
    score: list[int]
    met: list[set[int]]
    mates: list[AbstractSet[int]]
    downs: list[int]
    empty: int | None = None

    def legal(self, a: int, b: int) -> bool:
        """Whether the two may meet: not met before, and not to be kept apart."""
        return b not in self.met[a] and b not in self.mates[a]

    def has_legal(self, a: int, others: Iterable[int]) -> bool:
        """Whether `a` may meet at least one of the others."""
        met, mates = self.met[a], self.mates[a]
        return any(b not in met and b not in mates for b in others)

    def gap(self, pairs: Iterable[Pair]) -> int:
        """Sum over the pairs of the score difference."""
        score = self.score
        return sum(abs(score[a] - score[b]) for a, b in pairs)

    def most_met(self) -> int:
        """The largest number of others in the field that somebody has met."""
        return max(len(self.met[seat]) for seat in range(len(self.players)))

    def most_forbidden(self) -> int:
        """The largest number of other players somebody may not meet."""
        return max(
            len(met) + max(0, len(mates) - 1)
            for player, met, mates in zip(self.players, self.met, self.mates, strict=False)
        )

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
    index = {player.id: seat for seat, player in enumerate(seated)}
    met = [_seats_met(player, index) for player in seated]
    for seat, others in enumerate(met):
        for other in others:
            if seat not in met[other]:
                _make_mutual(met)
                break
    mates: list[AbstractSet[int]] = [NOBODY] * len(seated)
    if options.keep_apart:
        mates = _mates(seated)
    return Field(
        players=seated,
        score=[player.score for player in seated],
        met=met,
        mates=mates,
        downs=[player.downs for player in seated],
    )


def _check_ids(everybody: Sequence[Player]) -> None:
    seen: set[str] = set()
    for player in everybody:
        name = str(player.id)
        if name in seen:
            raise DuplicatePlayer(f"The id {name} is given twice.")
        seen.add(name)
        if player.id in player.opponents:
            raise SelfMeeting(f"{name} is listed among their own opponents.")


def _seats_met(player: Player, index: dict[str | int, int]) -> set[int]:
    return {index[other] for other in player.opponents if other in index}


def _make_mutual(met: list[set[int]]) -> None:
    for seat, others in enumerate(met):
        for other in list(others):
            met[other].add(seat)


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
    barred = set(range(empty)).difference(takers)
    for seat in barred:
        field.met[seat].add(empty)
    field.empty = empty
    field.score.append(lowest)
    field.met.append(barred)
    field.mates.append(NOBODY)
    field.downs.append(0)
    return takers
