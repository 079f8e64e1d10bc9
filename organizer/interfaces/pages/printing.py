"""Sheets to print: pairings by name and by table, match slips, standings."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from organizer.domain import standings as table_of
from organizer.domain.base import Refused
from organizer.domain.facts import event_ruleset
from organizer.models import Event, Match, Round

from .base import event_or_404, require
from .pairings import matches_of, places, public_round

SLIPS = 6
"""Match slips on a sheet of A4: two columns of three."""


def _round(request: HttpRequest, slug: str, number: int) -> tuple[Event, Round]:
    event = event_or_404(request, slug)
    shown = public_round(request, event, number)
    shown.event = event
    return event, shown


@require_safe
def pairings_by_name(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """To hang up: who sits where, in the order of names."""
    event, shown = _round(request, slug, number)
    context = {"event": event, "round": shown, "places": places(matches_of(shown))}
    return render(request, "organizer/print/pairings_name.html", context)


@require_safe
def pairings_by_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For the judges: the tables in order."""
    event, shown = _round(request, slug, number)
    context = {"event": event, "round": shown, "matches": matches_of(shown)}
    return render(request, "organizer/print/pairings_table.html", context)


@require_safe
def slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Match slips in cutting order: cut the stack of sheets, put the piles together, and it is in order."""
    event, shown = _round(request, slug, number)
    require(request, "rounds.preview", event)
    tables = [match for match in matches_of(shown) if match.kind == Match.Kind.PLAYED]
    context = {
        "event": event,
        "round": shown,
        "sheets": in_cutting_order(tables, SLIPS),
        "intentional_draws": event.intentional_draws,
        "lines": range(shown.phase.games_to_win * 2 - 1),
    }
    return render(request, "organizer/print/slips.html", context)


def in_cutting_order(tables: list[Any], per_sheet: int) -> list[list[Any]]:
    """Sheets of ``per_sheet`` places so that the same place of all sheets, from top to bottom, is a run of tables.

    The last places of the last sheets may stay empty (``None``).
    """
    sheets = -(-len(tables) // per_sheet)
    padded = [*tables, *[None] * (sheets * per_sheet - len(tables))]
    return [[padded[place * sheets + sheet] for place in range(per_sheet)] for sheet in range(sheets)]


@require_safe
def standings_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The official standings."""
    event = event_or_404(request, slug)
    context: dict[str, Any] = {"event": event, "ruleset": event_ruleset(event)}
    try:
        table = table_of.current(event)
        context |= {"table": table, "lines": list(table.lines())}
    except Refused as refused:
        context["none"] = refused.message
    return render(request, "organizer/print/standings.html", context)


ROUND = "events/<slug:slug>/rounds/<int:number>/print/"

urls = [
    path(f"{ROUND}by-name/", pairings_by_name, name="print_pairings_name"),
    path(f"{ROUND}by-table/", pairings_by_table, name="print_pairings_table"),
    path(f"{ROUND}slips/", slips, name="print_slips"),
    path("events/<slug:slug>/standings/print/", standings_sheet, name="print_standings"),
]
