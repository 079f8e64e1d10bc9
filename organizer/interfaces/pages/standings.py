"""Standings, and how each number in them came about."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from organizer.domain import standings as table_of
from organizer.domain.base import Refused
from organizer.domain.facts import event_ruleset
from organizer.interfaces.streams import live, seen
from organizer.models import Entry, Event, Phase, Round
from organizer.standings import Term, Working

from .base import event_or_404, page_of
from .pairings import own_entry

PAGE = 500


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One line of a working with the opponent's name."""

    term: Term
    opponent: Entry | None


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table: official after completed rounds, or with ``?live=1`` all results that are in."""
    event = event_or_404(request, slug)
    now = live(event)
    if seen(request, now):
        return HttpResponse(status=204)
    unofficial = request.GET.get("live") == "1"
    try:
        table = table_of.current(event, _phase(request, event), unofficial)
    except Refused as refused:
        return render(
            request, "organizer/standings.html", {"event": event, "live": now, "none": refused.message}
        )
    page = page_of(request, list(range(len(table))), PAGE)
    first, last = page.start_index() - 1, page.end_index()
    own = own_entry(request, event)
    cut, line_after = cut_line(event, table)
    context = {
        "event": event,
        "live": now,
        "table": table,
        "page": page,
        "rows": _rows(event, table, max(0, first), last, line_after),
        "own": table.line(own) if own else None,
        "own_entry": own,
        "ruleset": event_ruleset(event),
        "cut": cut,
        "phases": _ranked_phases(event),
        "playing": event.rounds.filter(status=Round.Status.PUBLISHED).first(),
    }
    return render(request, "organizer/standings.html", context)


def _rows(
    event: Event, table: table_of.EventTable, first: int, last: int, line_after: int | None
) -> list[dict[str, Any]]:
    """Lines with the address of each number's working; ``below`` is the first one below the cut line."""
    here = reverse("standings", args=[event.slug])
    asked = f"?phase={table.phase.number}"
    rows = []
    above = None
    for line in table.lines(first, last):
        cells = [
            {"text": text, "url": f"{here}{line.entry.pk}/{key}/{asked}"}
            for text, (key, _) in zip(line.cells, table.columns, strict=True)
        ]
        rows.append({"line": line, "cells": cells, "below": above is not None and above == line_after})
        above = line.entry.pk
    return rows


def _phase(request: HttpRequest, event: Event) -> Phase | None:
    """The phase that ``?phase=`` names; without it the latest that has a table."""
    number = request.GET.get("phase", "")
    if not number:
        return None
    found = next((p for p in _ranked_phases(event) if str(p.number) == number), None)
    if found is None:
        raise Http404("This phase has no standings.")
    return found


def _ranked_phases(event: Event) -> list[Phase]:
    phases = event.phases.exclude(status=Phase.Status.PENDING).exclude(kind=Phase.Kind.ELIMINATION)
    return list(phases.order_by("number"))


def cut_line(event: Event, table: table_of.EventTable) -> tuple[int | None, int | None]:
    """The size of the cut that follows the table's phase, and the entry after whom the line is drawn."""
    following = event.phases.filter(number__gt=table.phase.number, cut_size__isnull=False)
    phase = following.order_by("number").first()
    if phase is None or phase.cut_size is None:
        return None, None
    if phase.seeding:
        return phase.cut_size, phase.seeding[-1]
    going_on = table.top(phase.cut_size)
    return phase.cut_size, going_on[-1].pk if len(going_on) == phase.cut_size else None


@require_safe
def working(request: HttpRequest, slug: str, entry_id: int, tiebreak: str) -> HttpResponse:
    """How one number came about; for htmx only the piece that goes into a dialog."""
    event = event_or_404(request, slug)
    entry = get_object_or_404(Entry, event=event, pk=entry_id)
    phase = _phase(request, event)
    try:
        found = table_of.working(event, entry, tiebreak, phase)
        table = table_of.current(event, phase)
    except Refused as refused:
        raise Http404(refused.message) from None
    context: dict[str, Any] = {
        "event": event,
        "entry": entry,
        "working": found,
        "lines": _with_names(event, found),
        "counted": sum(term.counted for term in found.terms),
        "table": table,
        "others": [(key, title) for key, title in table.columns if key != tiebreak],
    }
    part = "organizer/parts/working.html" if request.htmx else "organizer/working.html"  # type: ignore[attr-defined]
    return render(request, part, context)


def _with_names(event: Event, found: Working) -> list[WorkingLine]:
    ids = [int(term.opponent) for term in found.terms if term.opponent is not None]
    names = event.entries.in_bulk(ids)
    return [
        WorkingLine(term, names.get(int(term.opponent)) if term.opponent is not None else None)
        for term in found.terms
    ]


urls = [
    path("events/<slug:slug>/standings/", standings, name="standings"),
    path("events/<slug:slug>/standings/<int:entry_id>/<slug:tiebreak>/", working, name="standing_working"),
]
