"""What players do at their table: see it, report, confirm or dispute; and the public page of a match."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from organizer.domain import results
from organizer.interfaces.forms.results import INTENTIONAL_DRAW, NewResult, ReasonForm, ResultForm
from organizer.interfaces.streams import live, seen
from organizer.models import Entry, Event, Match, Report, Round
from organizer.rules import can

from .base import actor, carry_out, event_or_404, require
from .pairings import latest_round, own_entry

WITH_SIDES = ("event", "round__phase", "a", "b")


def match_or_404(request: HttpRequest, event: Event, pk: int) -> Match:
    """A match of this event that the person may see."""
    found = get_object_or_404(Match.objects.select_related(*WITH_SIDES), event=event, pk=pk)
    found.event = found.round.event = event
    if not can(request.user, "match.view", found):
        raise Http404("This match has not been published yet.")
    return found


def side_of(match: Match, entry: Entry | None) -> str:
    """The side ("a" or "b") that an entry has in a match; empty for everybody else."""
    if entry is None:
        return ""
    return {match.a_id: "a", match.b_id: "b"}.get(entry.pk, "")


@login_required
@require_safe
@never_cache
def my_match(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of the person's own entry in the running round, and what to do there."""
    event = event_or_404(request, slug)
    entry = own_entry(request, event)
    if entry is None:
        messages.info(request, "You do not take part in this event.")
        return redirect("event", event.slug)
    now = live(event)
    shown = latest_round(event)
    match = _own_match(event, shown, entry)
    now = now._replace(state=_shown_state(event, shown, match, entry))
    if seen(request, now):
        return HttpResponse(status=204)
    context = _table(request, match, entry) if match else {}
    state = _state(event, shown, match, entry)
    context |= {
        "said": _said(state, shown, match, bool(context.get("mine"))),
        "event": event,
        "live": now,
        "entry": entry,
        "round": shown,
        "match": match,
        "state": state,
        "past": _past(event, entry, match),
    }
    return render(request, "organizer/my_match.html", context)


def _own_match(event: Event, shown: Round | None, entry: Entry) -> Match | None:
    if shown is None:
        return None
    seat = shown.seatings.filter(entry=entry).select_related("match__a", "match__b").first()
    if seat is None:
        return None
    match: Match = seat.match
    match.round, match.event = shown, event
    shown.event = shown.phase.event = event
    return match


def _state(event: Event, shown: Round | None, match: Match | None, entry: Entry) -> str:
    """Which of the page's faces is shown."""
    if event.status == Event.Status.FINISHED:
        return "finished"
    if shown is None:
        return "before"
    if match is None:
        return "out" if entry.status in {Entry.Status.DROPPED, Entry.Status.DISQUALIFIED} else "unpaired"
    if match.kind != Match.Kind.PLAYED:
        return "bye"
    return str(match.status)


def _said(state: str, shown: Round | None, match: Match | None, mine: bool) -> str:
    """The page in one sentence, for who hears it change."""
    if state == "reported":
        return (
            "Your report waits for your opponent."
            if mine
            else "Your opponent reported: confirm or dispute it."
        )
    table = f"{shown}, table {match.table}. " if match and match.table else ""
    return table + {
        "finished": "The event is over.",
        "before": "No round is out yet.",
        "out": "You have left the event.",
        "unpaired": f"You have no table in {str(shown).lower()}.",
        "bye": f"{shown}: you have no opponent.",
        "open": "Play, then report the result.",
        "disputed": "The result is disputed; stay at the table.",
        "final": "The result is final.",
    }.get(state, "")


def _shown_state(event: Event, shown: Round | None, match: Match | None, entry: Entry) -> str:
    """Short for all that the page shows and that may change: a half-filled form is not thrown away for less."""
    parts = [event.status, entry.status, str(entry.final_place)]
    if shown:
        clock = (shown.length_ms, shown.clock_started_at, shown.clock_paused_at, shown.clock_paused_ms)
        parts += [str(shown.pk), shown.status, *map(str, clock)]
    if match:
        parts += [str(match.pk), str(match.version), str(match.table)]
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:16]


def _past(event: Event, entry: Entry, current: Match | None) -> list[dict[str, Any]]:
    """Matches of the rounds before, newest first, as this entry saw them."""
    seats = entry.seatings.filter(round__status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    seats = seats.select_related("match__a", "match__b", "round").order_by("-round__number")
    rows = []
    for seat in seats:
        if current and seat.match_id == current.pk:
            continue
        side = side_of(seat.match, entry)
        rows.append(
            {"match": seat.match, "round": seat.round, "side": side, "opponent": _other(seat.match, side)}
        )
    return rows


def _other(match: Match, side: str) -> Entry | None:
    return match.b if side == "a" else match.a


def _table(request: HttpRequest, match: Match, entry: Entry) -> dict[str, Any]:
    """What the table's own page needs: the opponent, reports, and the form while a report is due."""
    side = side_of(match, entry)
    reports = list(match.reports.order_by("-pk").select_related("entry", "by"))
    pending = next((r for r in reports if r.status == Report.Status.PENDING), None)
    return {
        "side": side,
        "opponent": _other(match, side),
        "pending": pending,
        "mine": bool(pending and pending.entry_id == entry.pk),
        "disputed": [r for r in reports if r.status == Report.Status.DISPUTED][:2],
        "may_report": can(request.user, "match.report", match),
        "form": ResultForm(match, viewer=side) if match.kind == Match.Kind.PLAYED else None,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Report the result of one's own match, or answer the opponent's report (button ``action``)."""
    event = event_or_404(request, slug)
    match = match_or_404(request, event, pk)
    entry = own_entry(request, event)
    require(request, "match.report", match)
    assert entry is not None
    if request.method != "POST":
        return _report_page(request, match, entry, ResultForm(match, viewer=side_of(match, entry)))
    action = request.POST.get("action", "report")
    if action == "report":
        return _report(request, match, entry)
    if action == "dispute":
        return _dispute(request, match, entry)
    answers: dict[str, tuple[Callable[..., Any], str]] = {
        "confirm": (results.confirm_report, "Confirmed. The result is final."),
        "withdraw": (results.withdraw_report, "Your report is withdrawn."),
        "concede": (results.concede, "You conceded the match. The result is final."),
    }
    if action not in answers:
        raise Http404("There is no such answer.")
    answer, said = answers[action]
    carry_out(request, lambda: answer(match, actor(request), entry), said=said)
    return redirect("event_my_match", event.slug)


def _report(request: HttpRequest, match: Match, entry: Entry) -> HttpResponse:
    form = ResultForm(match, request.POST, viewer=side_of(match, entry))
    if form.is_valid():
        given: NewResult = form.cleaned_data["result"]
        done = carry_out(request, form.asking(lambda: send_report(request, match, entry, given)), form=form)
        if done:
            return redirect("event_my_match", match.event.slug)
    return _report_page(request, match, entry, form)


def send_report(request: HttpRequest, match: Match, entry: Entry, given: NewResult) -> Any:
    """Hand a player's report to the domain."""
    return results.report_result(
        match,
        actor(request),
        entry,
        **given.scores,
        intentional_draw=given.special == INTENTIONAL_DRAW,
        endings=list(given.endings),
    )


def _dispute(request: HttpRequest, match: Match, entry: Entry) -> HttpResponse:
    form = ReasonForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        said = "Disputed. The staff see it at once; stay at the table."
        carry_out(request, lambda: results.dispute_report(match, actor(request), entry, reason), said=said)
    else:
        messages.error(request, "Say in a few words what is wrong with the report.")
    return redirect("event_my_match", match.event.slug)


def _report_page(request: HttpRequest, match: Match, entry: Entry, form: ResultForm) -> HttpResponse:
    context = {
        "event": match.event,
        "round": match.round,
        "match": match,
        "entry": entry,
        **_table(request, match, entry),
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "organizer/report.html", context, status=status)


@require_safe
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One match, for everybody: who, the result, and what happened to it."""
    event = event_or_404(request, slug)
    now = live(event)
    shown = match_or_404(request, event, pk)
    now = now._replace(state=f"{shown.version}-{shown.round.status}")
    if seen(request, now):
        return HttpResponse(status=204)
    staff = can(request.user, "event.log", event)
    log = shown.log.order_by("-seq")
    entry = own_entry(request, event)
    context = {
        "event": event,
        "live": now,
        "match": shown,
        "round": shown.round,
        "log": list(log if staff else log.filter(public=True))[:200],
        "own": bool(side_of(shown, entry)),
        "desk": reverse("result_entry", args=[slug, pk]),
    }
    return render(request, "organizer/match.html", context)


urls = [
    path("events/<slug:slug>/my-match/", my_match, name="event_my_match"),
    path("events/<slug:slug>/matches/<int:pk>/", match, name="match"),
    path("events/<slug:slug>/matches/<int:pk>/report/", report, name="match_report"),
]
