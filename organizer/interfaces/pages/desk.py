"""The organizer's desk: what to do next, what is missing, the last results, and undo."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from organizer.domain import bracket, clock, events, rounds
from organizer.domain.base import Actor, Refused
from organizer.domain.scores import describe, result_of
from organizer.interfaces.forms.results import QuickForm
from organizer.interfaces.streams import live, seen
from organizer.models import Event, Match, Phase, Report, Round
from organizer.rules import can

from .base import Result, actor, carry_out, event_or_404, require
from .enter import send_staff_result
from .next_step import Standing, next_step, standing
from .round_clock import face

MOST_OPEN = 200
LAST = 8


@dataclass(frozen=True, slots=True)
class Act:
    """A button of the desk: who may press it, what it does, and what is said afterwards."""

    needs: str
    do: Callable[[HttpRequest, Event, Actor], Any]
    said: str = ""


def _pair(request: HttpRequest, event: Event, by: Actor) -> Round:
    number = request.POST.get("number", "")
    return rounds.pair_round(
        event,
        by,
        number=int(number) if number.isdecimal() else None,
        override_open="override_open" in request.POST,
        reason=request.POST.get("reason", "")[:300],
    )


def _start_clock(request: HttpRequest, event: Event, by: Actor) -> Round:
    current = standing(event).current
    if current is None:
        raise Http404("No round has been paired yet.")
    return clock.start_clock(current, by)


ACTS = {
    "publish_event": Act(
        "event.publish", lambda r, event, by: events.publish_event(event, by), "The event is published."
    ),
    "start": Act("event.start", lambda r, event, by: rounds.start_event(event, by), "The event has started."),
    "pair": Act("rounds.manage", _pair),
    "start_clock": Act("clock.manage", _start_clock, "The clock is running."),
    "next_phase": Act(
        "rounds.manage",
        lambda r, event, by: bracket.start_next_phase(event, by),
        "The next phase has started; its first round is a draft.",
    ),
    "undo_phase": Act(
        "rounds.manage",
        lambda r, event, by: bracket.undo_next_phase(event, by),
        "The phase before is open again.",
    ),
    "finish": Act(
        "event.finish",
        lambda r, event, by: bracket.finish_event(event, by),
        "The event is finished. Well done.",
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def dashboard(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk. A POST names its button in ``action``: one of ``ACTS``, or ``quick`` with a line to enter."""
    event = event_or_404(request, slug)
    require(request, "event.dashboard", event)
    if request.method != "POST":
        if seen(request, live(event, staff=True)):
            return HttpResponse(status=204)
        return render(request, "organizer/desk.html", _context(request, event))
    action = request.POST.get("action", "")
    if action == "quick":
        return _quick(request, event)
    if action not in ACTS:
        raise Http404("The desk has no such button.")
    act = ACTS[action]
    require(request, act.needs, event)
    done = carry_out(request, lambda: act.do(request, event, actor(request)), said=act.said)
    return redirect(_after(event, action, done))


def _after(event: Event, action: str, done: Result[Any]) -> str:
    """What makes a draft leads to it, everything else back to the desk."""
    if action in {"pair", "next_phase"}:
        draft = event.rounds.filter(status=Round.Status.DRAFT).first()
        if draft:
            return reverse("round_desk", args=[event.slug, draft.number])
    return reverse("dashboard", args=[event.slug])


def _context(request: HttpRequest, event: Event) -> dict[str, Any]:
    stream = live(event, staff=True)
    now = standing(event)
    step = next_step(event, now)
    return {
        "event": event,
        "live": stream,
        "now": now,
        "round": now.current,
        "progress": now.progress,
        "step": step,
        "step_allowed": can(request.user, step.needs, event),
        "quick": QuickForm(),
        "log": list(event.log.order_by("-seq")[:10]),
        **_tables(event, now),
        "can_take_back": _can_take_back(now),
        "can_undo_phase": _can_undo_phase(event, now),
        "can_override": now.committed is not None and now.progress.open > 0 and not now.draft,
    }


def _tables(event: Event, now: Standing) -> dict[str, Any]:
    """Tables that are still playing, disputed ones apart, and the last results."""
    if now.current is None or not now.current.public:
        return {"disputes": [], "playing": [], "more_playing": 0, "last": []}
    said = Prefetch("reports", Report.objects.select_related("entry").order_by("pk"))
    unfinished = now.current.matches.exclude(status=Match.Status.FINAL).select_related("a", "b")
    disputes = list(unfinished.filter(status=Match.Status.DISPUTED).prefetch_related(said).order_by("table"))
    open_tables = unfinished.exclude(status=Match.Status.DISPUTED).order_by("-status", "table", "pk")
    playing = list(open_tables[: MOST_OPEN + 1])
    finished = now.current.matches.filter(status=Match.Status.FINAL, kind=Match.Kind.PLAYED)
    last = list(finished.select_related("a", "b").order_by("-finished_at", "-pk")[:LAST])
    for match in [*disputes, *playing, *last]:
        match.event, match.round = event, now.current
    return {
        "disputes": [{"match": m, "reports": _latest_reports(m)} for m in disputes],
        "playing": [{"match": m, "face": face(now.current, m)} for m in playing[:MOST_OPEN]],
        "more_playing": max(0, now.progress.open - len(disputes) - MOST_OPEN),
        "last": last,
    }


def _latest_reports(match: Match) -> list[Report]:
    """The last word of each side."""
    last = {report.entry_id: report for report in match.reports.all()}
    return [
        report for report in last.values() if report.status in {Report.Status.DISPUTED, Report.Status.PENDING}
    ]


def _can_take_back(now: Standing) -> bool:
    """Whether nothing has been reported in the running round; the domain decides when it is pressed."""
    current = now.current
    if current is None or current.status != Round.Status.PUBLISHED or now.progress.reported:
        return False
    played = current.matches.filter(kind=Match.Kind.PLAYED).exclude(how=Match.How.DROP)
    return not played.exclude(status=Match.Status.OPEN).exists()


def _can_undo_phase(event: Event, now: Standing) -> bool:
    """Whether a later phase runs of which no round is out."""
    if event.status != Event.Status.RUNNING:
        return False
    running = event.phases.filter(status=Phase.Status.RUNNING).first()
    public = [Round.Status.PUBLISHED, Round.Status.FINISHED]
    return bool(running and running.number > 1 and not running.rounds.filter(status__in=public).exists())


def _quick(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter one line. Answers htmx with the small form again and what was saved; others with the desk."""
    require(request, "results.enter", event)
    form = QuickForm(request.POST)
    saved = ""
    if form.is_valid():
        saved = _enter_line(request, event, form)
    if not request.htmx:  # type: ignore[attr-defined]
        if saved:
            messages.success(request, saved)
            return redirect("dashboard", event.slug)
        context = _context(request, event) | {"quick": form}
        return render(request, "organizer/desk.html", context, status=422)
    context = _context(request, event) | {
        "quick": QuickForm() if saved else form,
        "saved": saved,
        "oob": True,
    }
    return render(request, "organizer/parts/quick.html", context)


def _enter_line(request: HttpRequest, event: Event, form: QuickForm) -> str:
    """The result of the line, entered; what to say, or an empty text when the form has the error."""
    table, given = form.cleaned_data["table"], form.cleaned_data["result"]
    current = standing(event).current
    if current is None or not current.public:
        form.add_error("line", "No round is running.")
        return ""
    match = current.matches.filter(table=table).select_related("event", "round__phase", "a", "b").first()
    if match is None:
        form.add_error("line", f"{current} has no table {table}.")
        return ""
    done = carry_out(
        request, lambda: _at_line(lambda: send_staff_result(match, actor(request), given)), form=form
    )
    if not done:
        return ""
    match.refresh_from_db()
    return _saved(match)


def _at_line(work: Callable[[], Any]) -> Any:
    """A refusal of the quick entry belongs to its only field."""
    try:
        return work()
    except Refused as refused:
        refused.field = "line"
        raise


def _saved(match: Match) -> str:
    return f"Table {match.table}: {describe(match, result_of(match))}."


urls = [path("events/<slug:slug>/desk/", dashboard, name="dashboard")]
