"""One round at the desk: its draft and proof, repair by hand, publishing, the clock."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from organizer.domain import clock, rounds, tables
from organizer.domain.base import Actor
from organizer.interfaces.forms.rounds import (
    ByeForm,
    ExtendForm,
    LateForm,
    MakeTableForm,
    PublishForm,
    SwapForm,
    TableNumberForm,
)
from organizer.interfaces.streams import live, seen
from organizer.models import Entry, Event, Round
from organizer.rules import can

from .base import actor, carry_out, event_or_404, require
from .next_step import progress
from .pairings import changes_by_hand, matches_of, proof


@dataclass(frozen=True, slots=True)
class Button:
    """A lone button of the round: who may press it, what it does, what is said."""

    needs: str
    do: Callable[[HttpRequest, Round, Actor], Any]
    said: str


def _minutes(request: HttpRequest) -> int:
    form = ExtendForm(request.POST)
    return form.cleaned_data["minutes"] if form.is_valid() else 0


BUTTONS = {
    "discard": Button(
        "rounds.manage", lambda r, shown, by: rounds.discard_draft(shown, by), "The draft is discarded."
    ),
    "take_back": Button(
        "rounds.manage",
        lambda r, shown, by: rounds.take_back_round(shown, by),
        "The round is a draft again; players do not see it any more.",
    ),
    "start_clock": Button(
        "clock.manage", lambda r, shown, by: clock.start_clock(shown, by), "The clock is running."
    ),
    "pause": Button(
        "clock.manage", lambda r, shown, by: clock.pause_clock(shown, by), "The clock is paused."
    ),
    "resume": Button(
        "clock.manage", lambda r, shown, by: clock.resume_clock(shown, by), "The clock is running again."
    ),
    "extend": Button(
        "clock.manage",
        lambda r, shown, by: clock.extend_round(shown, by, _minutes(r)),
        "All tables have more time.",
    ),
    "end": Button("rounds.manage", lambda r, shown, by: clock.end_round(shown, by), "The round is over."),
}


def _repair_forms(event: Event) -> dict[str, forms.Form]:
    return {
        "swap": SwapForm(event, prefix="swap"),
        "make_table": MakeTableForm(event, prefix="make_table"),
        "give_bye": ByeForm(event, prefix="give_bye"),
        "add_late": LateForm(event, prefix="add_late"),
    }


def _repair(shown: Round, by: Actor, action: str, given: dict[str, Any]) -> Any:
    force = given["force"]
    if action == "swap":
        return tables.swap(shown, by, given["entry_x"], given["entry_y"], force=force)
    if action == "make_table":
        return tables.make_table(shown, by, given["a"], given["b"], table=given["table"], force=force)
    if action == "give_bye":
        return tables.give_bye(shown, by, given["entry"], force=force)
    return tables.add_late(shown, by, given["entry"], given["fate"], opponent=given["opponent"], force=force)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def round_desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round for the staff. A POST names its button in ``action``."""
    event = event_or_404(request, slug)
    require(request, "rounds.preview", event)
    shown = get_object_or_404(event.rounds.select_related("phase"), number=number)
    shown.event = shown.phase.event = event
    if shown.status == Round.Status.COMMITTED:
        if request.method == "POST":
            messages.warning(request, f"{shown} is not paired any more; look at it again.")
        return redirect("dashboard", event.slug)
    if request.method != "POST":
        if seen(request, live(event, staff=True)):
            return HttpResponse(status=204)
        return _page(request, shown, _repair_forms(event))
    return _pressed(request, shown, request.POST.get("action", ""))


def _pressed(request: HttpRequest, shown: Round, action: str) -> HttpResponse:
    event = shown.event
    if action in BUTTONS:
        button = BUTTONS[action]
        require(request, button.needs, event)
        carry_out(request, lambda: button.do(request, shown, actor(request)), said=button.said)
    elif action in _repair_forms(event):
        return _repaired(request, shown, action)
    elif action in {"break_table", "number"}:
        _one_table(request, shown, action)
    elif action == "publish":
        return _publish(request, shown)
    else:
        raise Http404("The round has no such button.")
    return redirect("round_desk", event.slug, shown.number)


def _publish(request: HttpRequest, shown: Round) -> HttpResponse:
    require(request, "rounds.manage", shown.event)
    form = PublishForm(request.POST)
    form.is_valid()
    start, force = form.cleaned_data.get("start_clock", False), "force" in request.POST
    result = carry_out(
        request,
        lambda: rounds.publish_round(shown, actor(request), start_clock=start, force=force),
        said=f"{shown} is published{' and its clock is running' if start else ''}.",
    )
    if result:
        return redirect("dashboard", shown.event.slug)
    left = result.error is not None and result.error.code == "field_changed"
    return _page(request, shown, _repair_forms(shown.event), publish_anyway=left)


def _repaired(request: HttpRequest, shown: Round, action: str) -> HttpResponse:
    """Carry out a repair; one with warnings is shown again with a button to do it anyway."""
    require(request, "rounds.manage", shown.event)
    all_forms = _repair_forms(shown.event)
    form = type(all_forms[action])(shown.event, request.POST, prefix=action)  # type: ignore[arg-type]
    all_forms[action] = form
    warned, about = False, ""
    if form.is_valid():
        given = form.cleaned_data
        about = _about(given)
        given["force"] = given["force"] and request.POST.get("warned_for") == about
        result = carry_out(
            request,
            lambda: _repair(shown, actor(request), action, given),
            form=form,
            said="The tables are changed.",
        )
        if result:
            return redirect("round_desk", shown.event.slug, shown.number)
        warned = result.error is not None and result.error.code == "warnings"
    return _page(request, shown, all_forms, opened=action, warned_for=about if warned else "")


def _about(given: dict[str, Any]) -> str:
    """What a repair is about: the warnings that were read hold for this alone."""
    return "/".join(str(value) for name, value in sorted(given.items()) if name != "force")


def _one_table(request: HttpRequest, shown: Round, action: str) -> None:
    require(request, "rounds.manage", shown.event)
    match = get_object_or_404(shown.matches.select_related("a", "b"), pk=request.POST.get("match") or 0)
    match.round, match.event = shown, shown.event
    if action == "break_table":
        said = (
            f"The table of {match.a} and {match.b} is broken up." if match.b else f"{match.a} has no bye now."
        )
        carry_out(request, lambda: tables.break_table(match, actor(request)), said=said)
        return
    form = TableNumberForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Give a table number from 1 to 99999.")
        return
    number = form.cleaned_data["number"]
    carry_out(
        request,
        lambda: tables.set_table_number(match, actor(request), number),
        said=f"They sit at table {number} now.",
    )


def _page(
    request: HttpRequest,
    shown: Round,
    repair_forms: dict[str, forms.Form],
    *,
    opened: str = "",
    warned_for: str = "",
    publish_anyway: bool = False,
) -> HttpResponse:
    event = shown.event
    event.refresh_from_db(fields=["version"])
    stream = live(event, staff=True)
    shown.refresh_from_db()
    matches = matches_of(shown)
    context = {
        "event": event,
        "live": stream,
        "round": shown,
        "matches": matches,
        "progress": progress(shown),
        "proof": proof(shown),
        "changes": changes_by_hand(shown),
        "unseated": _unseated(shown),
        "entry_names": list(_may_sit(event).values_list("name", flat=True)),
        "forms": repair_forms,
        "opened": opened,
        "warned": warned_for,
        "publish": PublishForm(),
        "publish_anyway": publish_anyway,
        "extend": ExtendForm(),
        "manage": can(request.user, "rounds.manage", event),
        "clock_allowed": can(request.user, "clock.manage", event),
        "repairable": shown.status in {Round.Status.DRAFT, Round.Status.PUBLISHED},
    }
    return render(
        request, "organizer/round_desk.html", context, status=422 if opened or publish_anyway else 200
    )


def _may_sit(event: Event) -> Any:
    return event.entries.exclude(status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED]).order_by(
        "name"
    )


def _unseated(shown: Round) -> list[Entry]:
    """Who plays on but has no place in this round."""
    active = shown.event.entries.active()
    if shown.phase.seeding:
        active = active.filter(pk__in=shown.phase.seeding)
    return list(active.exclude(pk__in=shown.seatings.values("entry")).order_by("name"))


urls = [path("events/<slug:slug>/desk/rounds/<int:number>/", round_desk, name="round_desk")]
