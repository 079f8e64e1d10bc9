"""Penalties: give one, see them all and by entry, take one back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from organizer.domain import penalties as penal
from organizer.interfaces.forms.penalties import USUAL_INFRACTIONS, PenaltyForm
from organizer.interfaces.forms.results import ReasonForm
from organizer.models import Entry, Event, Match, Penalty, Round
from organizer.rules import can

from .base import actor, carry_out, event_or_404, page_of, require

PAGE = 100


@require_safe
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties of the event, newest first; ``?entry=`` shows one entry's with its categories."""
    event = event_or_404(request, slug)
    require(request, "penalties.view", event)
    rows = event.penalties.select_related("entry", "match__round", "issued_by")
    entry = _asked_entry(request, event)
    if entry:
        rows = rows.filter(entry=entry)
    context = {
        "event": event,
        "page": page_of(request, rows, PAGE),
        "entry": entry,
        "categories": penal.history(event, entry) if entry else [],
        "give": can(request.user, "penalties.give", event),
    }
    return render(request, "organizer/penalties.html", context)


def _asked_entry(request: HttpRequest, event: Event) -> Entry | None:
    asked = request.GET.get("entry", "")
    return get_object_or_404(Entry, event=event, pk=asked) if asked.isdecimal() else None


@require_http_methods(["GET", "HEAD", "POST"])
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a penalty; ``?entry=`` or ``?match=`` fill the form in."""
    event = event_or_404(request, slug)
    require(request, "penalties.give", event)
    match = _asked_match(request, event)
    if request.method == "POST":
        form = PenaltyForm(event, request.POST)
        if form.is_valid() and _give(request, event, form, match):
            return redirect(f"{reverse('penalties', args=[slug])}?entry={form.cleaned_data['entry'].pk}")
    else:
        entry = _asked_entry(request, event)
        form = PenaltyForm(
            event, initial={"entry": entry.name if entry else "", "kind": Penalty.Kind.WARNING}
        )
    context = {
        "event": event,
        "form": form,
        "match": match,
        "infractions": USUAL_INFRACTIONS,
        "entry_names": list(event.entries.order_by("name").values_list("name", flat=True)),
        "categories": _categories(event, form),
    }
    return render(request, "organizer/penalty_form.html", context, status=422 if form.errors else 200)


def _asked_match(request: HttpRequest, event: Event) -> Match | None:
    asked = request.POST.get("match") or request.GET.get("match", "")
    return (
        get_object_or_404(event.matches.select_related("a", "b", "round"), pk=asked)
        if asked.isdecimal()
        else None
    )


def _categories(event: Event, form: PenaltyForm) -> list[penal.Category]:
    """The history of who is named in the form, as a hint for an upgrade."""
    name = form["entry"].value()
    entry = event.entries.filter(name=name).first() if name else None
    return penal.history(event, entry) if entry else []


def _give(request: HttpRequest, event: Event, form: PenaltyForm, match: Match | None) -> bool:
    given: dict[str, Any] = form.cleaned_data
    if given["kind"] == Penalty.Kind.DISQUALIFICATION:
        decision = can(request.user, "entries.disqualify", event)
        if not decision:
            form.add_error("kind", decision.reason)
            return False
    done = carry_out(
        request,
        lambda: penal.give_penalty(
            event,
            actor(request),
            given["entry"],
            given["kind"],
            infraction=given["infraction"],
            reason=given["reason"],
            match=match or _running_match(event, given),
        ),
        form=form,
        said=f"{Penalty.Kind(given['kind']).label} for {given['entry']} is recorded.",
    )
    return bool(done)


def _running_match(event: Event, given: dict[str, Any]) -> Match | None:
    """The entry's match in the running round, if the penalty is meant for it and there is one."""
    if not given["for_match"]:
        return None
    rows = Match.objects.filter(
        event=event,
        round__status=Round.Status.PUBLISHED,
        kind=Match.Kind.PLAYED,
        seatings__entry=given["entry"],
    )
    return rows.select_related("round").order_by("-round__number").first()


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a penalty back with what it did."""
    event = event_or_404(request, slug)
    require(request, "penalties.give", event)
    penalty = Penalty.objects.filter(event=event, pk=pk).select_related("entry").first()
    if penalty is None:
        messages.info(request, "This penalty was taken back already.")
        return redirect("penalties", event.slug)
    form = ReasonForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        said = "The penalty is taken back."
        carry_out(request, lambda: penal.revoke_penalty(penalty, actor(request), reason), said=said)
    else:
        messages.error(request, "Say why the penalty is taken back; it is kept in the log.")
    return redirect("penalties", event.slug)


urls = [
    path("events/<slug:slug>/desk/penalties/", penalties, name="penalties"),
    path("events/<slug:slug>/desk/penalties/new/", give, name="penalty_give"),
    path("events/<slug:slug>/desk/penalties/<int:pk>/revoke/", revoke, name="penalty_revoke"),
]
