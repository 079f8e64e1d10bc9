"""Deck checks: draw or choose tables, count a deck against its list, and record what follows."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from organizer.domain import deckchecks, penalties
from organizer.domain.submissions import has_lists
from organizer.interfaces.forms.decks import DECK_INFRACTIONS, DrawForm, OutcomeForm, TableForm
from organizer.models import DeckCheck, Event, Match, Round

from .base import actor, carry_out, event_or_404, require

RELATED = ("entry", "match__a", "match__b", "round__phase", "by", "penalty", "version")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck_checks(request: HttpRequest, slug: str) -> HttpResponse:
    """All checks of the event; a POST draws tables (``do=draw``) or opens a chosen one (``do=choose``)."""
    event = event_or_404(request, slug)
    require(request, "deckchecks.run", event)
    shown = event.rounds.filter(status=Round.Status.PUBLISHED).order_by("-number").first()
    draw, table = DrawForm(initial={"number": 1}), TableForm(initial={"table": request.GET.get("table")})
    if request.method == "POST":
        if shown is None:
            messages.error(request, "No round is running: decks are checked while one is.")
            return redirect("deck_checks", event.slug)
        do = request.POST.get("do")
        if do == "draw":
            draw = DrawForm(request.POST)
            checks = _draw(request, shown, draw)
        elif do == "choose":
            table = TableForm(request.POST)
            checks = _choose(request, shown, table)
        else:
            raise Http404("The desk has no such button.")
        if checks is not None:
            return redirect(_after(event, checks))
    rows = event.deck_checks.select_related(*RELATED)
    failed = bool(draw.errors or table.errors)
    context = {
        "event": event,
        "round": shown,
        "running": rows.filter(status=DeckCheck.Status.OPEN).order_by("match__table", "pk"),
        "done": rows.exclude(status=DeckCheck.Status.OPEN)[:200],
        "draw": draw,
        "table": table,
        "has_lists": has_lists(event),
    }
    return render(request, "organizer/deck_checks.html", context, status=422 if failed else 200)


def _draw(request: HttpRequest, shown: Round, form: DrawForm) -> list[DeckCheck] | None:
    if not form.is_valid():
        return None
    number = form.cleaned_data["number"]
    done = carry_out(request, lambda: deckchecks.draw(shown, actor(request), number), form=form)
    return (done.value or []) if done else None


def _choose(request: HttpRequest, shown: Round, form: TableForm) -> list[DeckCheck] | None:
    if not form.is_valid():
        return None
    number, side = form.cleaned_data["table"], form.cleaned_data["side"]
    match = Match.objects.filter(round=shown, table=number).select_related("round", "a", "b").first()
    if match is None:
        form.add_error("table", f"{shown} has no table {number}.")
        return None
    entry = getattr(match, side) if side else None
    done = carry_out(request, lambda: deckchecks.check_table(match, actor(request), entry), form=form)
    return (done.value or []) if done else None


def _after(event: Event, checks: list[DeckCheck]) -> str:
    """One check leads to its page, several to the list of those running."""
    if len(checks) == 1:
        return reverse("deck_check", args=[event.slug, checks[0].pk])
    return reverse("deck_checks", args=[event.slug])


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck_check(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The list as a counting form, sorted as a deck is sorted to count it; when it is over, what was found."""
    event = event_or_404(request, slug)
    require(request, "deckchecks.run", event)
    check = get_object_or_404(event.deck_checks.select_related(*RELATED), pk=pk)
    check.event = check.entry.event = check.match.event = event
    now = timezone.now()
    form = OutcomeForm(initial={"minutes": deckchecks.proposed_minutes(check, now)})
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do == "cancel":
            said = "The deck check is called off."
            carry_out(request, lambda: deckchecks.cancel_check(check, actor(request)), said=said)
            return redirect("deck_checks", event.slug)
        if do != "finish":
            raise Http404("The deck check has no such button.")
        form = OutcomeForm(request.POST)
        if form.is_valid() and _finish(request, check, form):
            return redirect("deck_check", event.slug, check.pk)
    context = {
        "event": event,
        "check": check,
        "form": form,
        "zones": _zones(check, form),
        "infractions": DECK_INFRACTIONS,
        "categories": penalties.history(event, check.entry),
        "siblings": event.deck_checks.filter(match=check.match).exclude(pk=check.pk).select_related("entry"),
        "finished": check.match.status == Match.Status.FINAL,
    }
    return render(request, "organizer/deck_check.html", context, status=422 if form.errors else 200)


def _finish(request: HttpRequest, check: DeckCheck, form: OutcomeForm) -> bool:
    given = dict(form.cleaned_data)
    outcome = deckchecks.Outcome(counted=form.counted(), **given)
    said = f"The deck check of {check.entry} is recorded."
    done = carry_out(
        request, lambda: deckchecks.finish_check(check, actor(request), outcome), form=form, said=said
    )
    return bool(done)


def _zones(check: DeckCheck, form: OutcomeForm) -> list[dict[str, Any]]:
    """The zones of the counting form, each row with the name and value of its field."""
    counted = form.counted() if form.is_bound else {}
    zones = []
    for zone in deckchecks.counting_form(check):
        rows = [
            {
                "row": row,
                "field": f"n.{zone.code}.{row.number}",
                "value": counted.get(zone.code, {}).get(row.number, row.count),
                "found": check.counted.get(zone.code, {}).get(row.number, row.count),
            }
            for row in zone.rows
        ]
        zones.append({"zone": zone, "rows": rows})
    return zones


urls = [
    path("events/<slug:slug>/desk/checks/", deck_checks, name="deck_checks"),
    path("events/<slug:slug>/desk/checks/<int:pk>/", deck_check, name="deck_check"),
]
