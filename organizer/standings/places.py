"""Final places when a knockout follows the Swiss rounds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from organizer.standings.facts import EntryId, FactError


class Placed(Protocol):
    """A line of the frozen Swiss table; `organizer.standings.Row` is one."""

    @property
    def id(self) -> EntryId: ...

    @property
    def place(self) -> int: ...


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match of the bracket; `b` is None for a bye, `winner` None while it is open."""

    round: int
    a: EntryId
    b: EntryId | None
    winner: EntryId | None = None


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A place in the end.  `shared` with others; not `decided` while the entry is still in the bracket."""

    place: int
    shared: bool
    id: EntryId
    decided: bool = True


def final_places(
    swiss: Sequence[Placed],
    bracket: Sequence[KnockoutMatch],
    *,
    losers_by_swiss: bool = False,
    disqualified: Collection[EntryId] = (),
) -> tuple[FinalPlace, ...]:
    """Places from the frozen Swiss table (best first) and the bracket.

    The winner is 1st, the other finalist 2nd, the losers of one round share their place (3-4, 5-8 and
    so on) or, with `losers_by_swiss`, take the order of the Swiss table.  Everybody else follows in Swiss
    order, sharing a place where they shared one.  Disqualified entries take no place and everybody below
    moves up (Magic Tournament Rules).  Entries still in the bracket share the top, undecided.  Raises
    FactError when the bracket names an entry twice in a round, one that has lost already, or one unknown.
    """
    known = {row.id for row in swiss} | set(disqualified)
    alive, losers = _outcome(bracket, known)
    order = {row.id: k for k, row in enumerate(swiss)}
    cut = alive.union(*losers)
    tiers = [_Tier(alive, shared=True, decided=len(alive) <= 1)]
    tiers += [_Tier(lost, shared=not losers_by_swiss) for lost in reversed(losers)]
    rest = (row for row in swiss if row.id not in cut)
    tiers += [_Tier({row.id for row in rows}) for _place, rows in groupby(rest, key=lambda row: row.place)]
    found: list[FinalPlace] = []
    for tier in tiers:
        members = sorted(tier.members - set(disqualified), key=order.__getitem__)
        first = len(found) + 1
        shared = tier.shared and len(members) > 1
        for offset, entry in enumerate(members):
            place = first if shared else first + offset
            found.append(FinalPlace(place, shared, entry, tier.decided))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Tier:
    """Entries that went equally far."""

    members: set[EntryId]
    shared: bool = True
    decided: bool = True


def _outcome(
    bracket: Sequence[KnockoutMatch], known: Collection[EntryId]
) -> tuple[set[EntryId], list[set[EntryId]]]:
    """Who is still in, and the losers of each round, first round first."""
    alive = {entry for match in bracket for entry in (match.a, match.b) if entry is not None}
    unknown = sorted(str(entry) for entry in alive if entry not in known)
    if unknown:
        raise FactError(f"the bracket names {', '.join(unknown)}, not in the Swiss table")
    losers: list[set[EntryId]] = []
    for number, matches in groupby(sorted(bracket, key=lambda match: match.round), lambda match: match.round):
        seated: set[EntryId] = set()
        lost: set[EntryId] = set()
        for match in matches:
            sides = [entry for entry in (match.a, match.b) if entry is not None]
            for entry in sides:
                if entry in seated:
                    raise FactError(f"{entry!r} has two matches in bracket round {number}")
                if entry not in alive:
                    raise FactError(f"{entry!r} plays in bracket round {number} after having lost")
                seated.add(entry)
            if match.winner is None:
                continue
            if match.winner not in sides:
                raise FactError(f"bracket round {number}: {match.winner!r} won a match of others")
            lost.update(entry for entry in sides if entry != match.winner)
        alive -= lost
        losers.append(lost)
    return alive, losers
