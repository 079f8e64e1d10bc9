"""Pages of people who play: registering, one's own entry, claiming a place, one's own page and account."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone

from organizer.domain import people, registration
from organizer.domain.base import Actor
from organizer.interfaces.accounts import DisplayNameForm
from organizer.interfaces.forms.registration import ClaimForm, RegisterForm
from organizer.models import Entry, Event
from organizer.rules import can

from .base import Denied, actor, back, carry_out, event_or_404, press, require, signed_in
from .public import open_matches, own_actions, own_entry, place_now


def register(request: HttpRequest, slug: str) -> HttpResponse:
    """A player enters the event, or learns why that is not possible now."""
    event = event_or_404(request, slug)
    require(request, "event.register", event)
    here = event.get_absolute_url()
    if own_entry(request.user, event):
        messages.info(request, "You are in this event already.")
        return redirect(here)
    form = RegisterForm(event, request.POST or None, initial={"name": _own_name(request, event)})
    if request.method == "POST" and form.is_valid():
        result = carry_out(
            request,
            lambda: registration.register(event, actor(request), signed_in(request), **form.wanted()),
            form=form,
        )
        if result and result.value and result.value.fresh_codes:
            return show_codes(
                request, event, [(form.cleaned_data["partner"], *result.value.fresh_codes)], here
            )
        if result:
            _tell_registered(request, result.value)
            return redirect(here)
    place, why_closed = place_now(request.user, event)
    context = {"event": event, "form": form, "place": place, "why_closed": why_closed}
    return render(request, "organizer/register.html", context, status=422 if form.errors else 200)


def _own_name(request: HttpRequest, event: Event) -> str:
    return request.user.name if event.team_size == 1 and request.user.is_authenticated else ""


def _tell_registered(request: HttpRequest, entry: Entry | None) -> None:
    if entry and entry.status == Entry.Status.WAITLISTED:
        messages.success(
            request, "You are on the waitlist. You move up by yourself when a place becomes free."
        )
    else:
        messages.success(request, "You are registered.")


def show_codes(
    request: HttpRequest, event: Event, codes: Sequence[tuple[str, ...]], then: str
) -> HttpResponse:
    """Claim codes, shown this once: ``codes`` are (name, code) pairs."""
    return render(request, "organizer/codes.html", {"event": event, "codes": codes, "then": then})


@dataclass(frozen=True, slots=True)
class Act:
    """What a button on an entry does: ``own`` when players may do it to their own entry."""

    work: Callable[[Entry, Actor, str], Any]
    said: str
    own: bool = False
    action: str = "entries.manage"


ACTS = {
    "withdraw": Act(lambda entry, by, why: registration.withdraw(entry, by), "{} withdrew.", own=True),
    "drop": Act(
        lambda entry, by, why: registration.drop(entry, by, why), "{} dropped from the event.", own=True
    ),
    "check_in": Act(lambda entry, by, why: registration.check_in(entry, by), "{} is checked in.", own=True),
    "undo_check_in": Act(
        lambda entry, by, why: registration.undo_check_in(entry, by),
        "{} is not checked in any more.",
        own=True,
    ),
    "reenter": Act(lambda entry, by, why: registration.reenter(entry, by), "{} is back in the event."),
    "disqualify": Act(
        lambda entry, by, why: registration.disqualify(entry, by, why),
        "{} is disqualified.",
        action="entries.disqualify",
    ),
}


def entry_act(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A button on an entry: withdraw, drop, check in and so on, by the player or the staff."""
    event = event_or_404(request, slug)
    entry = get_object_or_404(event.entries.prefetch_related("members"), pk=pk)
    entry.event = event
    here = reverse("entry", args=[slug, pk])
    if request.method != "POST":
        return redirect(here)
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404("There is no such action.")
    allowed = can(request.user, act.action, event)
    if not allowed and not (act.own and can(request.user, "entry.own", entry)):
        raise Denied(allowed.reason)
    why = request.POST.get("reason", "").strip()[:300]
    return press(
        request,
        lambda: act.work(entry, actor(request), why),
        to=back(request, here),
        said=act.said.format(entry),
    )


@login_required
def claim(request: HttpRequest) -> HttpResponse:
    """A guest who has an account now takes over the place, with the code from the organizers."""
    form = ClaimForm(request.POST or None, initial={"code": request.GET.get("code", "")})
    if request.method == "POST" and form.is_valid():
        result = carry_out(
            request, lambda: registration.claim_place(actor(request), form.cleaned_data["code"]), form=form
        )
        if result:
            messages.success(request, "The place is yours.")
            entry = result.value
            return redirect("entry", entry.event.slug, entry.pk) if entry else redirect("my")
    return render(request, "organizer/claim.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def my(request: HttpRequest) -> HttpResponse:
    """What I play, what I run, and what waits for me."""
    entries = (
        Entry.objects.filter(members__user=signed_in(request))
        .exclude(status=Entry.Status.WITHDRAWN)
        .select_related("event")
        .order_by("-event__starts_at")
    )
    now = timezone.now()
    ended = {Event.Status.FINISHED, Event.Status.CANCELLED}
    coming = [entry for entry in entries if entry.event.status not in ended]
    context = {
        "matches": open_matches(signed_in(request)),
        "coming": [(entry, own_actions(entry, now)) for entry in reversed(coming)],
        "past": [entry for entry in entries if entry.event.status in ended][:50],
        "staffed": Event.objects.staffed_by(signed_in(request))[:50],
    }
    return render(request, "organizer/my.html", context)


@login_required
def account_settings(request: HttpRequest) -> HttpResponse:
    """The name shown to others, and the ways to e-mail, password, second factor and sessions."""
    form = DisplayNameForm(request.POST or None, initial={"display_name": signed_in(request).name})
    if request.method == "POST" and form.is_valid():
        done = carry_out(
            request,
            lambda: people.rename(signed_in(request), form.cleaned_data["display_name"]),
            form=form,
            said="Your name is changed. Events you are in keep the name you entered them with.",
        )
        if done:
            return redirect("account_settings")
    return render(request, "organizer/account.html", {"form": form}, status=422 if form.errors else 200)


urls = [
    path("events/<slug:slug>/register/", register, name="event_register"),
    path("events/<slug:slug>/players/<int:pk>/do/", entry_act, name="entry_act"),
    path("claim/", claim, name="claim"),
    path("my/", my, name="my"),
    path("account/", account_settings, name="account_settings"),
]
