"""Tie-breaks that look only at entries that are still tied: head-to-head and the lot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from organizer.standings.columns import ZERO
from organizer.standings.facts import EntryId
from organizer.standings.tally import Tally, Turn
from organizer.standings.tiebreaks.base import TiedOnly, mean_points
from organizer.standings.working import Term, Working


@dataclass(frozen=True, slots=True)
class HeadToHead(TiedOnly):
    """Results among the tied entries alone.

    Applies only when every tied entry has met every other one; otherwise, and when a cycle leaves all
    level, the tie passes on to the next rule.  Entries it leaves level go on together; it is not applied
    a second time to them.  Formula: sum over the tied opponents of the points made against them, the
    mean where two met more than once.  Source: FIDE Handbook C.07, article 6; Pokemon tournament rules.
    """

    key = "h2h"
    title = "Head-to-head"
    formula = "points made against the tied entries, if each has met each"
    source = "FIDE Handbook C.07, article 6"

    def keys(self, tally: Tally, tied: Sequence[int], lot_seed: str) -> list[Fraction] | None:
        if any(len(tally.opponents[position]) < len(tied) - 1 for position in tied):
            return None
        members = frozenset(tied)
        sums = []
        for position in tied:
            against = self._against(tally, position, members)
            if len(against) < len(tied) - 1:
                return None
            sums.append(sum((mean_points(tally, turns) for turns in against.values()), ZERO))
        return sums

    def working(self, tally: Tally, position: int, tied: Sequence[int], lot_seed: str) -> Working:
        keys = self.keys(tally, tied, lot_seed)
        if keys is None:
            note = "does not apply: the tied entries have not all met each other"
            return Working(self.key, self.title, self.formula, self.source, (), None, note=note)
        against = self._against(tally, position, frozenset(tied))
        terms = [
            Term(
                f"against {tally.id(other)}",
                mean_points(tally, turns),
                turns[0].round,
                tally.id(other),
                note=", ".join(turn.outcome for turn in turns),
            )
            for other, turns in against.items()
        ]
        result = keys[list(tied).index(position)]
        return Working(self.key, self.title, self.formula, self.source, tuple(terms), result)

    def _against(self, tally: Tally, position: int, members: frozenset[int]) -> dict[int, list[Turn]]:
        found: dict[int, list[Turn]] = {}
        for turn in tally.turns(position):
            if turn.opponent is not None and turn.opponent in members:
                found.setdefault(turn.opponent, []).append(turn)
        return found


@dataclass(frozen=True, slots=True)
class Lot(TiedOnly):
    """A drawing of lots that anybody can repeat.

    Formula: entries still tied rank by SHA-256 of the event's lot seed, a line feed and the id, lowest
    first.  It depends on nothing else, so it stays the same all event long.  Source: own rule.
    """

    key = "lot"
    title = "Lot"
    formula = "position by SHA-256 of lot seed, line feed, id, among the tied entries; lower ranks first"
    source = "own rule"

    def keys(self, tally: Tally, tied: Sequence[int], lot_seed: str) -> list[Fraction] | None:
        order = sorted(tied, key=lambda position: lot_number(lot_seed, tally.id(position)))
        drawn = {position: Fraction(-rank) for rank, position in enumerate(order, start=1)}
        return [drawn[position] for position in tied]

    def working(self, tally: Tally, position: int, tied: Sequence[int], lot_seed: str) -> Working:
        order = sorted(tied, key=lambda other: lot_number(lot_seed, tally.id(other)))
        rank = Fraction(order.index(position) + 1)
        ticket = lot_number(lot_seed, tally.id(position)).hex()
        terms = (Term("lot", rank, note=f"{ticket}, lowest first of {len(order)}"),)
        return Working(self.key, self.title, self.formula, self.source, terms, rank)


def lot_number(lot_seed: str, entry: EntryId) -> bytes:
    """The lot of one entry: SHA-256 of the seed, a line feed and the id; the lowest wins."""
    return sha256(f"{lot_seed}\n{entry}".encode()).digest()
