"""Changing a round by hand: swaps, broken and made tables, byes, late entries, table numbers.

Works on a draft, and on a published round for tables that have not started. Whatever departs from the
engine's pairing is marked, logged, and listed by ``shown_difference``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from organizer.models import Entry, Match, Phase, Round

from . import drawing
from .base import Actor, Change, Refused, change
from .facts import BYES, EntryRow, counting_rounds, match_rows
from .rounds import require_round
from .seating import Pair, rearrange, require_unstarted

Fate = Literal["bye_seat", "bye", "loss", "pair"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Tables of the engine that are gone, and tables that stand instead; a bye is (entry, None)."""

    engine: tuple[Pair, ...]
    instead: tuple[Pair, ...]


def shown_difference(round: Round) -> Difference:
    """How the round differs from the engine's pairing; both parts are empty when it does not."""
    now = round.matches.exclude(kind=Match.Kind.MISSED).order_by("table", "pk")
    tables: list[Pair] = [(a, b) for a, b in now.values_list("a", "b")]
    engine: list[Pair] = [(int(a or 0), b) for a, b in round.engine_tables]
    made, kept = set(map(frozenset, engine)), set(map(frozenset, tables))
    return Difference(
        tuple(pair for pair in engine if frozenset(pair) not in kept),
        tuple(pair for pair in tables if frozenset(pair) not in made),
    )


def table_warnings(round: Round, tables: Iterable[Pair]) -> list[str]:
    """What speaks against these tables: rematches, second byes, club mates, a clock that runs."""
    pairs = list(tables)
    ids = {entry for pair in pairs for entry in pair if entry}
    names = dict(Entry.objects.filter(pk__in=ids).values_list("pk", "name"))
    clubs = dict(Entry.objects.filter(pk__in=ids).exclude(club="").values_list("pk", "club"))
    rounds = [row for row in counting_rounds(round.phase) if row.number < round.number]
    past = Match.objects.filter(round__in=rounds).filter(Q(a__in=ids) | Q(b__in=ids))
    met = {frozenset(pair) for pair in past.filter(b__isnull=False).values_list("a", "b")}
    had_bye = set(past.filter(kind__in=BYES).values_list("a", flat=True))
    found = []
    for a, b in pairs:
        if b is None and a in had_bye:
            found.append(f"{names[a]} has had a bye already.")
        if b is not None and frozenset((a, b)) in met:
            found.append(f"{names[a]} and {names[b]} have met already.")
        if b is not None and round.event.keep_clubs_apart and a in clubs and clubs.get(b) == clubs[a]:
            found.append(f"{names[a]} and {names[b]} are both of {clubs[a]}.")
    if round.public and round.clock_started_at:
        found.append(f"The clock of {round} has started.")
    return found


def swap_warnings(round: Round, x: Entry, y: Entry) -> list[str]:
    """What speaks against exchanging the seats of the two."""
    return table_warnings(round, _swapped(round, x, y))


def swap(
    round: Round, actor: Actor, x: Entry, y: Entry, *, force: bool = False, reason: str = ""
) -> list[Match]:
    """Exchange the seats of two entries; one of them may have the bye. Returns the two tables."""
    with change(round.event_id, actor) as c:
        round = _changeable(c, round)
        pairs = _swapped(round, x, y)
        _warn(round, pairs, force)
        matches = rearrange(c, round, pairs)
        _log(c, round, "tables.swapped", f"{x} and {y} exchanged seats", pairs, reason)
        return matches


def break_table(match: Match, actor: Actor, *, reason: str = "") -> Round:
    """Take a table apart, or take a bye away: its players have no seat until they get another."""
    with change(match.event_id, actor) as c:
        round = _changeable(c, match.round)
        here = round.matches.select_related("a", "b").filter(pk=match.pk).first()
        if here is None:
            raise Refused("This table does not exist any more.", code="gone")
        require_unstarted(round, [here])
        pair: Pair = (here.a_id, here.b_id)
        where = f"table {here.table} ({here})" if here.table else str(here)
        here.delete()
        _log(c, round, "tables.broken", f"{where} was taken apart", [pair], reason)
        return round


def make_table(
    round: Round,
    actor: Actor,
    a: Entry,
    b: Entry,
    *,
    table: int | None = None,
    force: bool = False,
    reason: str = "",
) -> Match:
    """Seat two entries that sit nowhere in this round, at the lowest free number unless one is given."""
    with change(round.event_id, actor) as c:
        round = _changeable(c, round)
        if a.pk == b.pk:
            raise Refused(f"{a} cannot play against themselves.", field="b", code="same_entry")
        _require_free(c, round, a, b)
        if table is not None and round.matches.filter(table=table).exists():
            raise Refused(f"Table {table} is taken.", field="table", code="taken")
        _warn(round, [(a.pk, b.pk)], force)
        (match,) = rearrange(c, round, [(a.pk, b.pk)])
        if table is not None:
            _number(match, table)
        _log(c, round, "tables.made", f"{a} plays {b} at table {match.table}", [(a.pk, b.pk)], reason, match)
        return match


def give_bye(round: Round, actor: Actor, entry: Entry, *, force: bool = False, reason: str = "") -> Match:
    """Give the bye to an entry that sits nowhere in this round."""
    with change(round.event_id, actor) as c:
        round = _changeable(c, round)
        _require_free(c, round, entry)
        _warn(round, [(entry.pk, None)], force)
        (match,) = rearrange(c, round, [(entry.pk, None)])
        _log(c, round, "tables.bye_given", f"{entry} has a bye", [(entry.pk, None)], reason, match)
        return match


def add_late(
    round: Round,
    actor: Actor,
    entry: Entry,
    fate: Fate,
    *,
    opponent: Entry | None = None,
    force: bool = False,
    reason: str = "",
) -> Match:
    """Bring a late entry into this round, all other tables unchanged.

    ``bye_seat`` plays whoever has the bye, ``pair`` plays ``opponent`` (left out: the only other entry without
    a seat), ``bye`` and ``loss`` record the round as such. Earlier rounds follow the event's rule for late entries.
    """
    with change(round.event_id, actor) as c:
        round = _changeable(c, round)
        _require_free(c, round, entry, late=True)
        pair = _late_pair(round, entry, fate, opponent)
        if pair is not None:
            _warn(round, [pair], force)
        _enter_in(c, round, entry)
        if pair is None:
            match = drawing.missed_match(c, round, entry.pk, late=False)
            match.by_hand = True
            drawing.store([match])
        else:
            (match,) = rearrange(c, round, [pair])
        said = {"loss": "the round counts as lost", "bye": "with a bye"}.get(fate, f"at table {match.table}")
        text = f"{entry} came late into {round}: {said}"
        _log(c, round, "tables.late", text, [(match.a_id, match.b_id)], reason, match)
        return match


def take_bye_seat(round: Round, actor: Actor, entry: Entry, *, force: bool = False) -> Match:
    """Seat a late entry opposite whoever has the bye."""
    return add_late(round, actor, entry, "bye_seat", force=force)


def set_table_number(match: Match, actor: Actor, number: int, *, reason: str = "") -> Match:
    """Give the table another number; when that is taken the two tables exchange theirs."""
    with change(match.event_id, actor) as c:
        round = require_round(c, match.round, Round.Status.DRAFT, Round.Status.PUBLISHED)
        here = round.matches.select_related("a", "b").filter(pk=match.pk, kind=Match.Kind.PLAYED).first()
        if here is None:
            raise Refused("This table does not exist any more.", code="gone")
        if not 1 <= number <= 100_000:
            raise Refused("A table number is a whole number from 1.", field="table")
        if here.table == number:
            raise Refused(f"It is table {number} already.", field="table", code="unchanged")
        before, other = here.table, round.matches.filter(table=number).first()
        if other is not None:
            _number(here, None)
            _number(other, before)
        _number(here, number)
        text = f"{here} moved from table {before} to table {number}"
        if other is not None:
            text += f", whose players moved to table {before}"
        c.log(
            "tables.numbered",
            f"{round}: {text}.",
            public=round.public,
            reason=reason,
            round=round,
            match=here,
            data={"before": before, "after": number},
        )
        return here


def apply_repair(round: Round, actor: Actor, tables: Sequence[Pair], *, reason: str = "") -> list[Match]:
    """Replace the tables of all entries named by ``tables``, which must be unstarted; a bye is (entry, None)."""
    with change(round.event_id, actor) as c:
        return repair_tables(c, round, tables, reason=reason)


def repair_tables(c: Change, round: Round, tables: Sequence[Pair], *, reason: str = "") -> list[Match]:
    """``apply_repair`` inside an open change."""
    round = _changeable(c, round)
    matches = rearrange(c, round, tables)
    count = len(tables)
    text = f"{count} table{'' if count == 1 else 's'} repaired"
    _log(c, round, "tables.repaired", text, tables, reason)
    return matches


def _changeable(c: Change, round: Round) -> Round:
    round = require_round(c, round, Round.Status.DRAFT, Round.Status.PUBLISHED)
    if round.phase.kind == Phase.Kind.ELIMINATION:
        raise Refused("A bracket follows from its results; correct those instead.", code="bracket")
    return round


def _require_free(c: Change, round: Round, *entries: Entry, late: bool = False) -> None:
    for entry in entries:
        now = c.event.entries.filter(pk=entry.pk).first()
        if now is None:
            raise Refused(f"{entry} is not in this event.", code="unknown_entry")
        if now.status != Entry.Status.ACTIVE:
            raise Refused(f"{entry} is {now.get_status_display().lower()}.", code="not_active")
        if round.seatings.filter(entry=entry).exists():
            raise Refused(f"{entry} has a seat in {round} already; break that table first.", code="seated")
        if not late and now.first_round > round.number:
            raise Refused(f"{entry} joins in round {now.first_round}; add them as a late entry.", code="late")


def _swapped(round: Round, x: Entry, y: Entry) -> list[Pair]:
    seats = {
        seat.entry_id: seat.match for seat in round.seatings.filter(entry__in=[x, y]).select_related("match")
    }
    for entry in (x, y):
        if entry.pk not in seats:
            raise Refused(f"{entry} has no seat in {round}.", code="no_seat")
    one, other = seats[x.pk], seats[y.pk]
    if one.pk == other.pk:
        raise Refused(f"{x} and {y} play each other already.", code="same_table")
    if one.kind == Match.Kind.MISSED or other.kind == Match.Kind.MISSED:
        raise Refused("A missed round is not a seat that can be exchanged.", code="no_seat")
    turned = {x.pk: y.pk, y.pk: x.pk}
    return [
        (turned.get(match.a_id, match.a_id), turned.get(match.b_id, match.b_id) if match.b_id else None)
        for match in (one, other)
    ]


def _late_pair(round: Round, entry: Entry, fate: Fate, opponent: Entry | None) -> Pair | None:
    if fate == "loss":
        return None
    if fate == "bye":
        return entry.pk, None
    if fate == "bye_seat":
        holder = round.matches.filter(kind=Match.Kind.BYE).order_by("pk").first()
        if holder is None:
            raise Refused(f"Nobody has the bye in {round}.", field="fate", code="no_bye")
        return holder.a_id, entry.pk
    free = round.event.entries.active().filter(first_round__lte=round.number).exclude(pk=entry.pk)
    waiting = list(free.exclude(pk__in=round.seatings.values("entry")))
    if opponent is not None:
        waiting = [other for other in waiting if other.pk == opponent.pk]
    if len(waiting) != 1:
        raise Refused(
            f"{opponent} has a seat already." if opponent else "Say whom the late entry plays.",
            field="opponent",
            code="no_opponent",
        )
    return waiting[0].pk, entry.pk


def _enter_in(c: Change, round: Round, entry: Entry) -> None:
    """The entry is in the event from this round; the rounds before it count as missed."""
    now = c.event.entries.get(pk=entry.pk)
    if now.first_round > round.number:
        now.first_round = round.number
        now.save(update_fields=["first_round"])
    rounds = [row for row in counting_rounds(round.phase) if row.number < round.number]
    row = EntryRow(*(getattr(now, name) for name in EntryRow._fields))
    own = [past for past in match_rows(rounds) if now.pk in (past.a, past.b)]
    drawing.record_missed_rounds(c, [row], rounds, own)


def _warn(round: Round, pairs: Sequence[Pair], force: bool) -> None:
    warnings = [] if force else table_warnings(round, pairs)
    if warnings:
        raise Refused(" ".join(warnings), code="warnings")


def _number(match: Match, number: int | None) -> None:
    match.table = number
    match.version += 1
    match.save(update_fields=["table", "version"])


def _log(
    c: Change,
    round: Round,
    kind: str,
    text: str,
    pairs: Sequence[Pair],
    reason: str,
    match: Match | None = None,
) -> None:
    c.log(
        kind,
        f"{round}: {text}.",
        public=round.public,
        reason=reason,
        round=round,
        match=match,
        data={"tables": [list(pair) for pair in pairs]},
    )
