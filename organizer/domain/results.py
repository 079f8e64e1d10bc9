"""Results: players report and confirm, the clock confirms what nobody answers, the staff decides.

The event's row is locked in every change, so of two results for one match the later one sees the first.
A match's ``version`` is raised by each change; ``expected_version`` says which one the person had in view.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from organizer.models import Entry, Event, Match, Report, Round

from .base import CLOCK, Actor, Change, Refused, Stale, change
from .leaving import drop_entry
from .scores import How, Result, at_table, check_result, describe, double_loss, result_of, walkover
from .settling import (
    Unchanged,
    load,
    match_between,
    matches_of,
    reopen,
    require_reportable,
    require_round_open,
    require_side,
    set_status,
    settle,
    standing_reports,
    supersede,
    what_came_between,
)

__all__ = [
    "clear_result",
    "concede",
    "confirm_overdue",
    "confirm_report",
    "dispute_report",
    "enter_result",
    "enter_results",
    "match_between",
    "no_show",
    "report_result",
    "withdraw_report",
]

log = logging.getLogger(__name__)

Status = Match.Status


def report_result(
    match: Match,
    actor: Actor,
    entry: Entry,
    *,
    games_a: int = 0,
    games_b: int = 0,
    games_drawn: int = 0,
    how: str = How.PLAYED,
    intentional_draw: bool = False,
    endings: Sequence[str] = (),
) -> Report:
    """What ``entry`` says the result is, in the order of the table (``a`` first). Returns its report.

    The first report waits for the opponent. The opponent reporting the same score confirms it; another
    score makes a dispute, which ends when one side reports what the other did, or by a staff decision.
    The same report again changes nothing. Raises ``Refused`` when the players cannot report here (now),
    or at the field that does not fit.
    """
    report: Report
    with suppress(Unchanged), change(match.event_id, actor) as c:
        here = load(c, match)
        require_reportable(here, entry)
        if how not in {How.PLAYED, How.CONCESSION}:
            raise Refused("Ask the staff: only they decide a match that was not played.", field="how")
        result = check_result(
            here,
            games_a=games_a,
            games_b=games_b,
            games_drawn=games_drawn,
            how=how,
            intentional_draw=intentional_draw,
            endings=endings,
        )
        mine, theirs = standing_reports(here, entry)
        report = _report_of(c, here, entry, result)
        if mine and result_of(mine) == result:
            report = mine
            raise Unchanged
        if theirs is None:
            _first_report(c, here, mine, report, result)
        elif result_of(theirs).agrees_with(result):
            _agree(c, here, mine, theirs, report)
        else:
            _differ(c, here, mine, theirs, report)
    return report


def confirm_report(match: Match, actor: Actor, entry: Entry) -> Match:
    """``entry`` agrees with what the opponent reported: the result is final. Again: nothing happens."""
    with suppress(Unchanged), change(match.event_id, actor) as c:
        match = load(c, match)
        require_side(match, entry)
        if match.status == Status.FINAL and match.reports.filter(status=Report.Status.CONFIRMED).exists():
            raise Unchanged
        report = _pending_of_opponent(match, entry)
        _confirm(c, match, report, Report.Status.CONFIRMED, f"confirmed by {entry}")
    return match


def dispute_report(match: Match, actor: Actor, entry: Entry, reason: str = "") -> Match:
    """``entry`` contradicts what the opponent reported; a judge is needed, or a new report of either side."""
    with change(match.event_id, actor) as c:
        match = load(c, match)
        require_side(match, entry)
        report = _pending_of_opponent(match, entry)
        report.status = Report.Status.DISPUTED
        report.save(update_fields=["status"])
        set_status(match, Status.DISPUTED)
        c.log(
            "result.disputed",
            f"{at_table(match)}: {entry} disputes the result that {report.entry} reported",
            reason=reason,
            public=True,
            round=match.round,
            match=match,
            entry=entry,
            data={"reported": result_of(report).fields()},
        )
    return match


def withdraw_report(match: Match, actor: Actor, entry: Entry) -> Match:
    """Take back one's own report while the opponent has not answered."""
    with change(match.event_id, actor) as c:
        match = load(c, match)
        require_side(match, entry)
        report = match.reports.filter(status=Report.Status.PENDING, entry=entry).first()
        if report is None:
            raise Refused("There is no report of yours that still waits for an answer.", code="no_report")
        supersede(match)
        set_status(match, Status.OPEN)
        c.log(
            "result.withdrawn",
            f"{at_table(match)}: {entry} took the report back",
            public=True,
            round=match.round,
            match=match,
            entry=entry,
            data={"reported": result_of(report).fields()},
        )
    return match


def concede(match: Match, actor: Actor, entry: Entry, *, games_won: int = 0) -> Match:
    """``entry`` gives the match up: final at once. ``games_won`` are its own games so far (1: loses 1-2)."""
    with change(match.event_id, actor) as c:
        match = load(c, match)
        require_reportable(match, entry)
        is_a = entry.pk == match.a_id
        kept = max(games_won, match.game_losses_b if is_a else match.game_losses_a)
        result = walkover(match, "b" if is_a else "a", How.CONCESSION, kept)
        settle(c, match, result, kind="result.conceded", entry=entry)
    return match


def confirm_overdue(now: datetime | None = None, *, limit: int = 1000) -> int:
    """Confirm the reports that nobody answered in time; returns how many.

    Each is looked at again under the event's lock, in a transaction of its own, so running this late,
    twice or in two processes gives one result, and a failure keeps nobody else's result waiting.
    """
    now = now or timezone.now()
    due = Report.objects.filter(
        status=Report.Status.PENDING, confirm_at__lte=now, match__event__status=Event.Status.RUNNING
    )
    done = 0
    for report, event in list(due.order_by("confirm_at").values_list("pk", "match__event_id")[:limit]):
        try:
            done += _confirm_if_due(report, event, now)
        except Exception:
            log.exception("report %s could not be confirmed", report)
    return done


def _confirm_if_due(report_id: int, event_id: int, now: datetime) -> bool:
    with suppress(Unchanged), change(event_id, CLOCK) as c:
        report = Report.objects.filter(
            pk=report_id, status=Report.Status.PENDING, confirm_at__lte=now
        ).first()
        if report is None or c.event.status != Event.Status.RUNNING:
            raise Unchanged
        match = load(c, report.match)
        _confirm(c, match, report, Report.Status.UNANSWERED, "unanswered, so confirmed by time")
        return True
    return False


def enter_result(
    match: Match,
    actor: Actor,
    *,
    expected_version: int | None = None,
    reason: str = "",
    **given: Any,
) -> Match:
    """The staff's result, final at once; ``given`` are the arguments of ``check_result``.

    The result that is there already changes nothing. Raises ``Stale`` when the match has another result,
    or changed in another way, since the version in view: nobody overwrites what they have not seen.
    """
    with suppress(Unchanged), change(match.event_id, actor) as c:
        match = load(c, match)
        if not _enter(c, match, check_result(match, **given), expected_version, reason):
            raise Unchanged
    return match


def enter_results(
    round: Round, actor: Actor, results: Sequence[tuple[int, Mapping[str, Any]]]
) -> list[Match]:
    """Many results of one round at once, all or none: ``(match id, arguments of check_result)`` each.

    Returns the matches in the order given. ``Refused`` names the table and has ``field`` "<match id>.<field>".
    """
    with suppress(Unchanged), change(round.event_id, actor) as c:
        found = {match.pk: match for match in matches_of(c, round, [pk for pk, _ in results])}
        matches, seen = [], set[int]()
        for pk, given in results:
            if pk not in found:
                raise Refused(f"{round} has no match {pk}.", field=f"{pk}", code="unknown_match")
            match = found[pk]
            if pk in seen:
                raise Refused(f"{at_table(match)} is given twice.", field=f"{pk}", code="given_twice")
            seen.add(pk)
            matches.append(match)
            try:
                _enter(c, match, check_result(match, **given), None, "")
            except Refused as refused:
                refused.message = f"{at_table(match)}: {refused.message}"
                refused.args = (refused.message,)
                refused.field = f"{pk}.{refused.field}" if refused.field else f"{pk}"
                raise
        if not c.entries:
            raise Unchanged
    return matches


def clear_result(match: Match, actor: Actor, reason: str) -> Match:
    """Take a result or its reports away, so that the table plays and reports again."""
    with suppress(Unchanged), change(match.event_id, actor) as c:
        match = load(c, match)
        require_round_open(match)
        if match.status == Status.OPEN:
            raise Unchanged
        before = result_of(match)
        reopen(c, match)
        c.log(
            "result.cleared",
            f"{at_table(match)}: the result was taken back; {match.a} and {match.b} report again",
            reason=reason,
            public=True,
            round=match.round,
            match=match,
            data={"before": before.fields()},
        )
    return match


def no_show(match: Match, actor: Actor, who: str, *, drop: bool = False) -> Match:
    """``who`` ("a", "b" or "both") did not come. ``drop`` takes them out of the event as well."""
    if who not in {"a", "b", "both"}:
        raise Refused("Say who did not come: a, b or both.", field="who")
    with change(match.event_id, actor) as c:
        match = load(c, match)
        require_round_open(match)
        if match.status == Status.FINAL:
            raise Refused(f"{at_table(match)} has a result: {describe(match, result_of(match))}.")
        if who == "both":
            result = double_loss(match, How.NO_SHOW)
        else:
            result = walkover(match, "b" if who == "a" else "a", How.NO_SHOW)
        settle(c, match, result, kind="result.no_show", entry=None if who == "both" else getattr(match, who))
        if drop:
            for side in "ab" if who == "both" else who:
                drop_entry(c, getattr(match, side), reason="did not come")
    return match


def _report_of(c: Change, match: Match, entry: Entry, result: Result) -> Report:
    return Report(
        match=match,
        entry=entry,
        by=c.actor.user,
        confirm_at=c.now + timedelta(minutes=c.event.confirm_minutes),
        **result.fields(),
    )


def _store(report: Report, status: str) -> None:
    report.status = status
    report.save()


def _first_report(c: Change, match: Match, mine: Report | None, report: Report, result: Result) -> None:
    opponent = match.b if report.entry_id == match.a_id else match.a
    if mine:
        _store(mine, Report.Status.SUPERSEDED)
    # A side whose report was disputed without another one stays disputed with its new words.
    disputed = match.status == Status.DISPUTED
    _store(report, Report.Status.PENDING)
    set_status(match, Status.REPORTED)
    again = " again" if mine or disputed else ""
    c.log(
        "result.reported",
        f"{at_table(match)}: {report.entry} reports{again}: {describe(match, result)}; {opponent} has to confirm",
        public=True,
        round=match.round,
        match=match,
        entry=report.entry,
        data={"reported": result.fields(), "before": result_of(mine).fields() if mine else None},
    )


def _agree(c: Change, match: Match, mine: Report | None, theirs: Report, report: Report) -> None:
    if mine:
        _store(mine, Report.Status.SUPERSEDED)
    _store(report, Report.Status.CONFIRMED)
    _confirm(c, match, theirs, Report.Status.CONFIRMED, f"confirmed by {report.entry}")


def _confirm(c: Change, match: Match, report: Report, status: str, how: str) -> None:
    report.status = status
    report.save(update_fields=["status"])
    settle(
        c,
        match,
        result_of(report),
        kind="result.confirmed",
        by=f"reported by {report.entry}, {how}",
        entry=report.entry,
    )


def _differ(c: Change, match: Match, mine: Report | None, theirs: Report, report: Report) -> None:
    if mine:
        _store(mine, Report.Status.SUPERSEDED)
    _store(theirs, Report.Status.DISPUTED)
    _store(report, Report.Status.DISPUTED)
    set_status(match, Status.DISPUTED)
    c.log(
        "result.disputed",
        f"{at_table(match)}: {match.a} and {match.b} report different results; a judge decides",
        public=True,
        round=match.round,
        match=match,
        entry=report.entry,
        data={"reported": [result_of(theirs).fields(), result_of(report).fields()]},
    )


def _pending_of_opponent(match: Match, entry: Entry) -> Report:
    report = match.reports.filter(status=Report.Status.PENDING).select_related("entry").first()
    if report is None:
        raise Refused("No report waits for an answer here: report the result yourself.", code="no_report")
    if report.entry_id == entry.pk:
        raise Refused("This is your own report; your opponent answers it.", code="own_report")
    return report


def _enter(c: Change, match: Match, result: Result, expected_version: int | None, reason: str) -> bool:
    """Store the staff's result; False when it is there already."""
    final = match.status == Status.FINAL
    if final and result_of(match) == result:
        return False
    unseen = expected_version is not None and expected_version != match.version
    if unseen or (final and expected_version is None):
        raise Stale(what_came_between(match))
    if final:
        require_round_open(match)
    settle(c, match, result, kind="result.entered", by=f"entered by {c.actor.name}", reason=reason)
    return True
