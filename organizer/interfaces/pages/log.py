"""The event's log: everything for the staff, the public part for everybody."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from organizer.domain.base import verify_log
from organizer.models import Event, LogEntry
from organizer.rules import can

from .base import event_or_404, page_of

PAGE = 100


@require_safe
def event_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest first, 100 a page; ``?kind=``, ``?round=`` and ``?entry=`` (a part of a name) narrow it down."""
    event = event_or_404(request, slug)
    staff = bool(can(request.user, "event.log", event))
    rows = event.log.select_related("round", "match", "entry").order_by("-seq")
    if not staff:
        rows = rows.filter(public=True)
    kinds = sorted(set(rows.order_by().values_list("kind", flat=True).distinct()))
    asked = {name: request.GET.get(name, "").strip()[:80] for name in ("kind", "round", "entry")}
    context = {
        "event": event,
        "staff": staff,
        "page": page_of(request, _narrowed(rows, asked), PAGE),
        "kinds": kinds,
        "rounds": list(event.rounds.values_list("number", flat=True)),
        "asked": asked,
        "narrowed": any(asked.values()),
        "checked": _checked(request, event) if staff else None,
    }
    return render(request, "organizer/log.html", context)


def _narrowed(rows: Any, asked: dict[str, str]) -> Any:
    if asked["kind"]:
        rows = rows.filter(kind=asked["kind"])
    if asked["round"].isdecimal():
        rows = rows.filter(round__number=int(asked["round"]))
    if asked["entry"]:
        rows = rows.filter(entry__name__icontains=asked["entry"])
    return rows


def _checked(request: HttpRequest, event: Event) -> dict[str, Any] | None:
    """The state of the hash chain, on demand: it reads the whole log."""
    if "check" not in request.GET:
        return None
    broken = verify_log(event)
    count = LogEntry.objects.filter(event=event).count()
    return {"ok": broken is None, "broken": broken, "count": count, "head": event.log_hash}


urls = [path("events/<slug:slug>/log/", event_log, name="event_log")]
