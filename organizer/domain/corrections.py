"""Correcting a result after the tournament has gone on: first what it would change, then the change itself.

Nothing that was played is ever undone. Standings follow at once; a round that is out keeps its tables, but for
those that have not begun the smallest repair is offered; a cut that has started keeps its seeding.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from organizer import pairing
from organizer.models import Entry, Match, Penalty, Phase, Round
from organizer.standings import Change as Moved
from organizer.standings import Standings, compute, diff

from . import drawing, facts
from .base import Actor, Change, Refused, Stale, change
from .scores import Result, at_table, check_result, describe, result_of
from .seating import Pair, rearrange
from .settling import Unchanged, apply, is_elimination, load, loaded, supersede, what_came_between
from .standings import ranked_phase

Status = Match.Status


@dataclass(frozen=True, slots=True)
class Shift:
    """A table of the running round whose score difference the correction changes (match points)."""

    match: Match
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class CutShift:
    """How the cut line moves. ``started``: the cut is played as it was made; this is what it would have been."""

    size: int
    started: bool
    joining: list[Entry]
    leaving: list[Entry]


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """Tables not yet begun that would be broken, and what would be made of them. ``gap`` in match points."""

    round: Round
    broken: list[Match]
    made: list[tuple[Entry, Entry]]
    bye_before: Entry | None
    bye: Entry | None
    moved: list[Entry]
    gap_before: int
    gap: int

    @property
    def key(self) -> str:
        """The plan in short, to be sent back by who agrees to it: another plan is refused."""
        pairs = sorted(f"{a.pk}-{b.pk}" for a, b in self.made)
        return ",".join([*pairs, f"bye-{self.bye.pk if self.bye else 0}"])


@dataclass(frozen=True, slots=True)
class Advance:
    """Elimination: ``entry`` takes the place of ``instead_of`` in these matches, none of them played."""

    entry: Entry
    instead_of: Entry
    matches: list[Match]


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction would change; nothing is written yet. ``notes`` are sentences for the staff."""

    match: Match
    before: Result
    after: Result
    standings: tuple[Moved, ...] = ()
    entries: dict[int, Entry] = field(default_factory=dict)
    shifts: list[Shift] = field(default_factory=list)
    cut: CutShift | None = None
    repair: RepairPlan | None = None
    advance: Advance | None = None
    notes: list[str] = field(default_factory=list)


def preview_correction(match: Match, **given: Any) -> Correction:
    """What the result ``given`` (arguments of ``check_result``) would change in place of the present one.

    Writes nothing. Raises ``Refused`` for a result that does not fit, a match without a final result, or an
    elimination match whose winner has played on already.
    """
    here = loaded(match.event, match)
    return _consequences(here, check_result(here, **given))


def correct_result(
    match: Match,
    actor: Actor,
    *,
    reason: str,
    apply_repair: bool = False,
    repair_key: str = "",
    expected_version: int | None = None,
    **given: Any,
) -> Match:
    """Put another result in place of a final one; the log keeps both, who did it and why.

    With ``apply_repair`` the proposed repair of tables not yet begun is carried out as well; ``repair_key`` is
    that of the plan seen, and ``Stale`` is raised when the plan is another one by now. In a bracket the right
    winner takes the place in the next match. Correcting to what stands already changes nothing.
    """
    if not reason.strip():
        raise Refused("Say why the result is corrected.", field="reason", code="required")
    with suppress(Unchanged), change(match.event_id, actor) as c:
        match = load(c, match)
        result = check_result(match, **given)
        if match.status == Status.FINAL and result_of(match) == result:
            raise Unchanged
        if expected_version is not None and expected_version != match.version:
            raise Stale(what_came_between(match))
        effects = _consequences(match, result)
        if apply_repair and repair_key and (effects.repair is None or effects.repair.key != repair_key):
            raise Stale("The tables have changed since: look at the repair again.")
        supersede(match)
        apply(c, match, result)
        c.log(
            "result.corrected",
            f"{match.round}, {at_table(match).lower() if match.table else at_table(match)} corrected: "
            f"{describe(match, result)} (was: {describe(match, effects.before)})",
            reason=reason,
            public=True,
            round=match.round,
            match=match,
            data={"before": effects.before.fields(), "after": result.fields()},
        )
        if effects.advance:
            _advance(c, effects.advance, match)
        if apply_repair and effects.repair:
            _repair(c, effects.repair)
    return match


def _consequences(match: Match, result: Result) -> Correction:
    before = result_of(match)
    if match.status != Status.FINAL:
        raise Refused(f"{at_table(match)} has no final result yet: enter it.", code="not_final")
    if is_elimination(match):
        return Correction(match, before, result, advance=_find_advance(match, result))
    effects = _table_effects(match, result)
    running = _running_round(match)
    if running is None:
        return Correction(match, before, result, **effects)
    notes = []
    if running.status == Round.Status.DRAFT:
        notes.append(f"{running} is a draft: discard it and pair it again with the right scores.")
    elif running.clock_started_at:
        notes.append(f"The clock of {running} is running: ask each table before you break it.")
    past = facts.match_rows(
        [row for row in facts.counting_rounds(running.phase) if row.number < running.number]
    )
    tables = _tables(running)
    shifts = _shifts(match, result, past, tables)
    repair = _plan_repair(match, result, past, running, tables) if shifts else None
    return Correction(match, before, result, shifts=shifts, repair=repair, notes=notes, **effects)


# A result in a list of facts or rows is found by its round and its first player: nobody sits twice in a round.


def _row(match: Match) -> facts.MatchRow:
    what = (match.kind, match.status, match.outcome, match.how, *match.score())
    return facts.MatchRow(match.round.number, match.a_id, match.b_id, *what)


def _with_result(rows: Sequence[facts.MatchRow], match: Match, result: Result) -> list[facts.MatchRow]:
    number = match.round.number
    return [
        row._replace(
            outcome=result.outcome,
            how=result.how,
            games_a=result.games_a,
            games_b=result.games_b,
            games_drawn=result.games_drawn,
        )
        if row.round == number and row.a == match.a_id
        else row
        for row in rows
    ]


def _table_effects(match: Match, result: Result) -> dict[str, Any]:
    """Standings before against after, and the cut line. A round still running counts as far as it is played."""
    event = match.event
    phase = ranked_phase(event)
    if phase is None:
        return {}
    phase.event = event
    if match.round.phase_id not in {counted.pk for counted in facts.counting_phases(phase)}:
        phase = match.round.phase
    live = match.round.status == Round.Status.PUBLISHED
    found = facts.phase_facts(phase, live=live)
    first = facts.counting_rounds(phase)[0].number
    fact = facts.match_fact(_with_result([_row(match)], match, result)[0], first)
    after_facts = [fact if old.round == fact.round and old.a == fact.a else old for old in found.matches]
    ruleset, lot = facts.event_ruleset(event), facts.lot_seed(event)
    before, after = (
        compute(found.entrants, matches, ruleset, rounds_completed=found.rounds_completed, lot_seed=lot)
        for matches in (found.matches, after_facts)
    )
    moved = diff(before, after)
    entries = event.entries.in_bulk([int(row.id) for row in moved])
    return {"standings": moved, "entries": entries, "cut": _cut_shift(phase, before, after)}


def _cut_shift(phase: Phase, before: Standings, after: Standings) -> CutShift | None:
    cut = phase.event.phases.filter(number__gt=phase.number).order_by("number").first()
    if cut is None or cut.cut_size is None:
        return None
    started = cut.status != Phase.Status.PENDING
    if started:
        going_on: list[int] = list(cut.seeding)
        out = {int(row.id) for row in after.rows if row.dropped} - set(going_on)
    else:
        out = set(phase.event.entries.exclude(status=Entry.Status.ACTIVE).values_list("pk", flat=True))
        going_on = _first(before, out, cut.cut_size)
    would = _first(after, out, cut.cut_size)
    if set(would) == set(going_on):
        return None
    entries = phase.event.entries.in_bulk([*would, *going_on])
    return CutShift(
        cut.cut_size,
        started,
        joining=[entries[pk] for pk in would if pk not in going_on],
        leaving=[entries[pk] for pk in going_on if pk not in would],
    )


def _first(table: Standings, out: set[int], count: int) -> list[int]:
    return [int(row.id) for row in table.rows if row.id not in out][:count]


def _running_round(match: Match) -> Round | None:
    """The later Swiss round that is drawn up or being played, if there is one."""
    unfinished = (Round.Status.DRAFT, Round.Status.PUBLISHED)
    later = match.event.rounds.filter(number__gt=match.round.number, status__in=unfinished)
    found = later.filter(phase__kind=Phase.Kind.SWISS).select_related("phase").order_by("number").first()
    if found:
        found.event = found.phase.event = match.event
        counted = {phase.pk for phase in facts.counting_phases(found.phase)}
        return found if match.round.phase_id in counted else None
    return None


def _tables(round: Round) -> list[Match]:
    found = round.matches.filter(kind=Match.Kind.PLAYED).select_related("a", "b").prefetch_related("reports")
    return list(found.order_by("table", "pk"))


def _shifts(
    match: Match, result: Result, rows: Sequence[facts.MatchRow], tables: Sequence[Match]
) -> list[Shift]:
    before = facts.past(match.event, rows).score
    after = facts.past(match.event, _with_result(rows, match, result)).score
    shifts = []
    for table in tables:
        if table.b_id is None:
            continue
        was = abs(before[table.a_id] - before[table.b_id])
        now = abs(after[table.a_id] - after[table.b_id])
        if was != now:
            shifts.append(Shift(table, was, now))
    return shifts


def _begun(table: Match) -> bool:
    """Something is known of a game at this table: it is never paired again."""
    penalized = table.game_losses_a or table.game_losses_b
    return table.status != Status.OPEN or bool(penalized) or bool(table.reports.all())


def _plan_repair(
    match: Match, result: Result, rows: Sequence[facts.MatchRow], running: Round, tables: Sequence[Match]
) -> RepairPlan | None:
    """The best repair of what has not begun, or None when there is nothing better, or it is too late."""
    if running.status != Round.Status.PUBLISHED or running.remaining_ms(timezone.now()) <= 0:
        return None
    entries = facts.entries_to_pair(running.phase, running.number)
    players = facts.players(running.phase, running.number, entries, _with_result(rows, match, result))
    bye = running.matches.filter(kind=Match.Kind.BYE).values_list("a_id", flat=True).first()
    seated = {side for table in tables for side in (table.a_id, table.b_id)}
    found = pairing.repair(
        [player for player in players if player.id in seated or player.id == bye],
        [(table.a_id, table.b_id) for table in tables if table.b_id],
        bye,
        frozen=[number for number, table in enumerate(tables) if _begun(table)],
        changed=[pk for pk in (match.a_id, match.b_id) if pk],
        keep_apart=match.event.keep_clubs_apart,
        seed=f"{running.seed}:{match.pk}",
    )
    if found.changes_nothing:
        return None
    sides = [int(key) for table in found.made for key in (table.a, table.b)]
    byes = [int(key) for key in (bye, found.bye) if key is not None]
    names = match.event.entries.in_bulk([*sides, *byes, *(int(key) for key in found.moved)])
    return RepairPlan(
        running,
        broken=[tables[number] for number in found.broken],
        made=[(names[int(table.a)], names[int(table.b)]) for table in found.made],
        bye_before=names[bye] if bye else None,
        bye=names[int(found.bye)] if found.bye is not None else None,
        moved=[names[int(key)] for key in found.moved],
        gap_before=found.gap_before,
        gap=found.gap,
    )


def _repair(c: Change, plan: RepairPlan) -> None:
    pairs: list[Pair] = [(a.pk, b.pk) for a, b in plan.made]
    if plan.bye and plan.bye != plan.bye_before:
        pairs.append((plan.bye.pk, None))
    broken = ", ".join(map(str, plan.broken))
    made = rearrange(c, plan.round, pairs)
    c.log(
        "round.repaired",
        f"{plan.round} repaired: {broken} became {', '.join(map(str, made))}",
        public=True,
        round=plan.round,
        data={"moved": [entry.pk for entry in plan.moved], "tables": pairs},
    )


def _find_advance(match: Match, result: Result) -> Advance | None:
    """Who goes on instead of whom, and in which matches; ``Refused`` when one of these was played."""
    sides = {Match.Outcome.A.value: match.a, Match.Outcome.B.value: match.b}
    old, new = sides.get(match.outcome), sides.get(result.outcome)
    if old is None or new is None or old == new:
        return None
    later = Match.objects.filter(round__phase=match.round.phase_id, round__number__gt=match.round.number)
    found = later.filter(seatings__entry=old).select_related("round", "a", "b").order_by("round__number")
    matches = list(found)
    for then in matches:
        free_win = then.b_id is None or (then.how == Match.How.DROP and drawing.winner_id(then) == old.pk)
        if _begun(then) and not free_win:
            raise Refused(
                f"{old} has played on in {str(then.round).lower()} ({then}), so this result stands. Take that "
                "result back first if it is to be played by the right winner.",
                code="played_on",
            )
    if matches and new.status != Entry.Status.ACTIVE:
        raise Refused(f"{new} has left the event; bring them back first.", code="left")
    return Advance(new, old, matches) if matches else None


def _advance(c: Change, advance: Advance, because: Match) -> None:
    for then in advance.matches:
        side = "a" if then.a_id == advance.instead_of.pk else "b"
        setattr(then, side, advance.entry)
        setattr(then, f"game_losses_{side}", 0)
        then.by_hand = True
        then.explanation = f"{advance.entry} goes on: the result of {because.round} was corrected."[:300]
        then.version += 1
        then.save()
        then.seatings.filter(entry=advance.instead_of).update(entry=advance.entry)
        Penalty.objects.filter(match=then, entry=advance.instead_of).update(match=None)
        c.log(
            "bracket.corrected",
            f"{then.round}: {advance.entry} plays in place of {advance.instead_of}",
            public=True,
            round=then.round,
            match=then,
            entry=advance.entry,
        )
