"""Parts of every change of a match, for domain functions that have a change open."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from organizer.models import Entry, Event, Match, Phase, Report, Round

from .base import Change, Refused
from .scores import Outcome, Result, at_table, describe, require_running, result_of

Status = Match.Status


class Unchanged(Exception):
    """Leaves a change that has nothing to write: things are already as they were asked to be."""


def load(c: Change, match: Match) -> Match:
    """The match as it is now, under the lock; ``Refused`` when it is gone or has no result to enter."""
    return loaded(c.event, match)


def loaded(event: Event, match: Match) -> Match:
    """As ``load``, for reading outside a change."""
    found = _with_relations(event, Match.objects.filter(pk=match.pk))
    if not found:
        raise Refused("This table does not exist any more: the round was changed.", code="gone")
    here = found[0]
    if here.kind != Match.Kind.PLAYED:
        raise Refused(f"{here} has no opponent, so there is no result to enter.", code="no_opponent")
    require_running(event)
    if not here.round.public:
        raise Refused(f"{here.round} is not published yet.", code="not_published")
    return here


def settle(
    c: Change,
    match: Match,
    result: Result,
    *,
    kind: str,
    by: str = "",
    reason: str = "",
    entry: Entry | None = None,
) -> None:
    """Make ``result`` the match's final one in the open change, with its log entry (old and new value)."""
    before = result_of(match).fields() if match.status == Status.FINAL else None
    if match.status in {Status.REPORTED, Status.DISPUTED}:
        supersede(match)
    apply(c, match, result)
    was = f" (was: {describe(match, Result(**_restored(before)))})" if before else ""
    c.log(
        kind,
        f"{at_table(match)}: {describe(match, result)}{f' ({by})' if by else ''}{was}",
        reason=reason,
        public=True,
        round=match.round,
        match=match,
        entry=entry,
        data={"before": before, "after": result.fields()},
    )


def apply(c: Change, match: Match, result: Result) -> None:
    """Store ``result`` as final, without a log entry."""
    for name, value in result.fields().items():
        setattr(match, name, value)
    match.finished_at = c.now
    set_status(match, Status.FINAL)


def reopen(c: Change, match: Match) -> None:
    """Take result and reports away, without a log entry; games lost by penalty stay."""
    supersede(match)
    for name, value in Result(0, 0, 0, Outcome.NONE).fields().items():
        setattr(match, name, value)
    match.finished_at = None
    set_status(match, Status.OPEN)


def _restored(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "endings": tuple(fields["endings"])}


def _with_relations(event: Event, matches: QuerySet[Match]) -> list[Match]:
    found = list(matches.filter(event=event).select_related("a", "b").prefetch_related("round__phase"))
    for match in found:
        match.event = match.round.event = match.round.phase.event = event
    return found


def matches_of(c: Change, round: Round, ids: Collection[int]) -> list[Match]:
    """The matches of a published round with these ids, as they are now under the lock."""
    require_running(c.event)
    fresh = Round.objects.get(pk=round.pk)
    if not fresh.public:
        raise Refused(f"{fresh} is not published yet.", code="not_published")
    found = _with_relations(c.event, Match.objects.filter(round=fresh, kind=Match.Kind.PLAYED))
    wanted = set(ids)
    return [match for match in found if match.pk in wanted]


def set_status(match: Match, status: str) -> None:
    """Store the match with its new status; its version goes up."""
    match.status = status
    match.version += 1
    match.save()


def supersede(match: Match) -> None:
    """The reports that still stand count no more."""
    match.reports.filter(status__in=[Report.Status.PENDING, Report.Status.DISPUTED]).update(
        status=Report.Status.SUPERSEDED
    )


def require_side(match: Match, entry: Entry) -> None:
    """T17: only the two entries of a table have anything to do with its result."""
    if entry.pk not in {match.a_id, match.b_id}:
        raise Refused(
            f"{entry} does not play at {at_table(match).lower()}.", field="entry", code="other_table"
        )


def require_reportable(match: Match, entry: Entry) -> None:
    """The players of a table may say what its result is (T14: reporting can be off)."""
    require_side(match, entry)
    if not match.event.players_report:
        raise Refused(
            "Players do not report in this event: hand your slip to the staff.", code="reporting_off"
        )
    if match.status == Status.FINAL:
        raise Refused(
            f"The result is final: {describe(match, result_of(match))}. If it is wrong, tell the staff.",
            code="final",
        )
    if match.round.status != Round.Status.PUBLISHED:
        raise Refused(f"{match.round} is over: tell the staff the result.", code="round_over")


def require_round_open(match: Match) -> None:
    """Results are entered while the round runs; afterwards they are corrected."""
    if match.round.status != Round.Status.PUBLISHED:
        raise Refused(
            f"{match.round} is over. Use a correction: it shows first what would change.", code="round_over"
        )


def standing_reports(match: Match, entry: Entry) -> tuple[Report | None, Report | None]:
    """What each side says at present: the standing report of ``entry``, and that of the opponent."""
    standing = match.reports.filter(status__in=[Report.Status.PENDING, Report.Status.DISPUTED])
    mine = theirs = None
    for report in standing.select_related("entry"):
        if report.entry_id == entry.pk:
            mine = report
        else:
            theirs = report
    return mine, theirs


def is_elimination(match: Match) -> bool:
    return match.round.phase.kind == Phase.Kind.ELIMINATION


def match_between(round: Round, a_id: int, b_id: int) -> Match:
    """The match of ``round`` that these two entries play, for results given by player.

    Raises ``Refused``: the same entry twice, an entry not of this event, or two who do not meet.
    """
    if a_id == b_id:
        raise Refused("A match needs two different players.", field="b", code="same_player")
    for field, pk in (("a", a_id), ("b", b_id)):
        if not Entry.objects.filter(event_id=round.event_id, pk=pk).exists():
            raise Refused(f"There is no entry {pk} in this event.", field=field, code="unknown_player")
    found = round.matches.filter(a_id__in=(a_id, b_id), b_id__in=(a_id, b_id)).first()
    if found is None:
        raise Refused(f"These two do not play each other in {round}.", field="b", code="other_table")
    return found


def what_came_between(match: Match) -> str:
    """What to tell somebody whose page shows an older state of the match."""
    last = match.log.order_by("-seq").first()
    who = f"{last.actor_name} at {last.at.astimezone(match.event.zone):%H:%M}" if last else "Somebody"
    said = describe(match, result_of(match)) if match.status == Status.FINAL else match.get_status_display()
    return f"{at_table(match)} was changed meanwhile by {who}: {said}. Look at it and enter yours again if it is right."
