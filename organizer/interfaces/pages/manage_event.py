"""Pages of organizers: an event's settings, its staff, its players."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse

from organizer.domain import events, registration
from organizer.domain.advice import warnings
from organizer.interfaces.forms.browse import PlayerSearch
from organizer.interfaces.forms.event import CancelForm, CopyForm, EventForm, StaffForm
from organizer.interfaces.forms.registration import EntryForm, GuestForm
from organizer.models import Entry, Event, Role, User

from .base import Result, actor, carry_out, event_or_404, page_of, press, require
from .public import LEFT_LAST
from .registration import show_codes

ENTRIES_PER_PAGE = 100


@login_required
def event_create(request: HttpRequest) -> HttpResponse:
    """A new event; it stays a draft until it is published."""
    require(request, "event.create", None)
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        result = carry_out(
            request,
            lambda: events.create_event(actor(request), phases=form.phases_wanted(), **form.fields_wanted()),
            form=form,
            said="Your event is a draft. Look it over, then publish it.",
        )
        if result:
            return redirect("event_publish", _made(result).slug)
    return render(request, "organizer/event_form.html", {"form": form}, status=_status(form))


def _made(result: Result[Event]) -> Event:
    """The new event, made now or when the same request came first."""
    if result.earlier:
        return result.earlier.event
    assert result.value
    return result.value


def event_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event's settings, as far as they can change now."""
    event = event_or_404(request, slug)
    require(request, "event.edit", event)
    form = EventForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        result = carry_out(
            request,
            lambda: events.edit_event(event, actor(request), form.fields_wanted(), form.phases_wanted()),
            form=form,
            said="Saved.",
        )
        if result:
            for text in warnings(result.value or event):
                messages.warning(request, text)
            return redirect("event", slug)
    context = {"form": form, "event": event, "warnings": warnings(event)}
    return render(request, "organizer/event_form.html", context, status=_status(form))


def event_publish(request: HttpRequest, slug: str) -> HttpResponse:
    """What the event looks like and what may be wrong with it, before everybody sees it."""
    event = event_or_404(request, slug)
    require(request, "event.publish", event)
    if request.method == "POST":
        said = "The event is published."
        if carry_out(request, lambda: events.publish_event(event, actor(request)), said=said):
            return redirect("event", slug)
    context = {"event": event, "warnings": warnings(event), "phases": event.phases.all()}
    return render(request, "organizer/event_publish.html", context)


def event_cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Call an event off, with a reason that players read."""
    event = event_or_404(request, slug)
    require(request, "event.cancel", event)
    form = CancelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        said = "The event is cancelled."
        if carry_out(
            request, lambda: events.cancel_event(event, actor(request), reason), form=form, said=said
        ):
            return redirect("event", slug)
    context = {"event": event, "form": form}
    return render(request, "organizer/event_cancel.html", context, status=_status(form))


def event_copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A new draft with the same settings, phases and staff."""
    event = event_or_404(request, slug)
    require(request, "event.edit", event)
    form = CopyForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        result = carry_out(
            request,
            lambda: events.copy_event(
                event, actor(request), form.cleaned_data["title"], form.cleaned_data["starts_at"]
            ),
            form=form,
            said="The copy is a draft. Look it over, then publish it.",
        )
        if result:
            return redirect("event_publish", _made(result).slug)
    return render(request, "organizer/event_copy.html", {"event": event, "form": form}, status=_status(form))


def event_staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who does what in the event; owners give and take roles."""
    event = event_or_404(request, slug)
    require(request, "staff.edit", event)
    form = StaffForm()
    if request.method == "POST" and request.POST.get("do") == "remove":
        return _remove_staff(request, event)
    if request.method == "POST":
        form = StaffForm(request.POST)
        if form.is_valid():
            user, role = form.cleaned_data["user"], form.cleaned_data["role"]
            if carry_out(
                request,
                lambda: events.add_staff(event, actor(request), user, role),
                form=form,
                said=f"{user.name} is now {Role(role).label.lower()}.",
            ):
                return redirect("event_staff", slug)
    staff = sorted(event.staff.select_related("user"), key=lambda row: Role.values.index(row.role))
    context = {"event": event, "form": form, "staff": staff}
    return render(request, "organizer/event_staff.html", context, status=_status(form))


def _remove_staff(request: HttpRequest, event: Event) -> HttpResponse:
    user = get_object_or_404(User, pk=_number(request.POST.get("user")))
    role = request.POST.get("role", "")
    return press(
        request,
        lambda: events.remove_staff(event, actor(request), user, role),
        to=reverse("event_staff", args=[event.slug]),
        said=f"{user.name} no longer has this role.",
    )


def entries_manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The staff's list of entries: search, check in, drop, edit, add."""
    event = event_or_404(request, slug)
    require(request, "entries.manage", event)
    form = PlayerSearch(request.GET)
    status = request.GET.get("status", "")
    entries = event.entries.prefetch_related("members__user")
    for word in form.words():
        entries = entries.filter(
            Q(name__icontains=word) | Q(club__icontains=word) | Q(members__email__icontains=word)
        ).distinct()
    if status in Entry.Status.values:
        entries = entries.filter(status=status)
    elif status == "absent":
        entries = entries.filter(status=Entry.Status.REGISTERED, checked_in_at=None)
    context = {
        "event": event,
        "form": form,
        "status": status,
        "statuses": _status_choices(event),
        "page": page_of(request, entries.order_by(LEFT_LAST, "name", "pk"), ENTRIES_PER_PAGE),
        "before_start": event.status in {Event.Status.DRAFT, Event.Status.PUBLISHED},
    }
    return render(request, "organizer/entries_manage.html", context)


def _status_choices(event: Event) -> list[tuple[str, str]]:
    choices: list[tuple[str, str]] = [("", "All"), *Entry.Status.choices]
    return [*choices, ("absent", "Not checked in")] if event.check_in else choices


def entry_add(request: HttpRequest, slug: str) -> HttpResponse:
    """The staff enter a guest; the claim code is shown once."""
    event = event_or_404(request, slug)
    require(request, "entries.manage", event)
    then = reverse("entries_manage", args=[slug])
    form = GuestForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        result = carry_out(
            request,
            lambda: registration.register_guest(event, actor(request), **form.wanted()),
            form=form,
            said=f"{form.cleaned_data['name']} is in the event.",
        )
        if result.value:
            entry, codes = result.value
            names = [member.name for member in entry.members.all()]
            return show_codes(request, event, list(zip(names, codes, strict=True)), then)
        if result:
            return redirect(then)
    context = {"event": event, "form": form, "title": "Add a player", "then": then}
    return render(request, "organizer/entry_form.html", context, status=_status(form))


def entry_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The staff change an entry: name, club, seed, byes, fixed table; and give new claim codes."""
    event = event_or_404(request, slug)
    require(request, "entries.manage", event)
    entry = get_object_or_404(event.entries.prefetch_related("members__user"), pk=pk)
    entry.event = event
    then = reverse("entries_manage", args=[slug])
    if request.method == "POST" and request.POST.get("do") == "code":
        return _new_code(request, event, entry)
    form = EntryForm.of(entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        done = carry_out(
            request,
            lambda: registration.edit_entry(entry, actor(request), **form.wanted()),
            form=form,
            said="Saved.",
        )
        if done:
            return redirect(then)
    context = {"event": event, "entry": entry, "form": form, "title": f"Edit {entry}", "then": then}
    return render(request, "organizer/entry_form.html", context, status=_status(form))


def _new_code(request: HttpRequest, event: Event, entry: Entry) -> HttpResponse:
    member = get_object_or_404(entry.members, pk=_number(request.POST.get("member")))
    here = reverse("entry_edit", args=[event.slug, entry.pk])
    result = carry_out(request, lambda: registration.renew_claim_code(member, actor(request)))
    if result.value:
        return show_codes(request, event, [(member.name, result.value)], here)
    return redirect(here)


def _number(text: str | None) -> int:
    """A row's number from a form; 0, which no row has, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else 0


def _status(form: Any) -> int:
    """422 for a form that came back with errors."""
    return 422 if form.is_bound and form.errors else 200


urls = [
    path("events/new/", event_create, name="event_create"),
    path("events/<slug:slug>/edit/", event_edit, name="event_edit"),
    path("events/<slug:slug>/publish/", event_publish, name="event_publish"),
    path("events/<slug:slug>/cancel/", event_cancel, name="event_cancel"),
    path("events/<slug:slug>/copy/", event_copy, name="event_copy"),
    path("events/<slug:slug>/staff/", event_staff, name="event_staff"),
    path("events/<slug:slug>/desk/players/", entries_manage, name="entries_manage"),
    path("events/<slug:slug>/desk/players/add/", entry_add, name="entry_add"),
    path("events/<slug:slug>/desk/players/<int:pk>/", entry_edit, name="entry_edit"),
]
