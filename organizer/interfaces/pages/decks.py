"""Decklists of an event: a player hands one in, the desk watches and unlocks, everybody reads them once they are out."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from deckcheck.domain.base import Refused as NotRead
from deckcheck.domain.formats import formats_of, pool_of
from deckcheck.domain.overview import Overview, overview
from deckcheck.interfaces import editor
from deckcheck.models import StoredDeck
from organizer.domain import submissions
from organizer.domain.base import Refused, Repeated
from organizer.interfaces.forms.decks import UnlockForm
from organizer.models import Entry, Event, Submission
from organizer.rules import can

from .base import actor, carry_out, event_or_404, require
from .public import own_entry


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand in a list, from the deck box or pasted; ``?entry=`` is the desk's way for an entry that is not its own."""
    event = event_or_404(request, slug)
    entry = _entry(request, event)
    if entry is None:
        messages.info(request, "You do not take part in this event.")
        return redirect("event", event.slug)
    require(request, "deck.submit", entry)
    row = submissions.submission_of(entry)
    text = row.version.text if row and row.version else ""
    error: Refused | None = None
    if request.method == "POST":
        text = request.POST.get("text", "")
        if (changed := editor.changed_text(request)) is not None:
            text = changed
        elif request.POST.get("do") in {"pick", "submit"}:
            error = _submit(request, event, entry)
            if error is None:
                return redirect(_here(request, event, entry))
    return render(
        request,
        "organizer/deck_submit.html",
        _submit_context(request, event, entry, row, text) | {"error": error},
        status=422 if error else 200,
    )


def _entry(request: HttpRequest, event: Event) -> Entry | None:
    """The entry that the address or form names, else the person's own."""
    asked = request.POST.get("entry") or request.GET.get("entry", "")
    if asked:
        if not asked.isdecimal():
            raise Http404("There is no such entry.")
        found: Entry = get_object_or_404(event.entries.prefetch_related("members"), pk=asked)
        found.event = event
        return found
    return own_entry(request.user, event)


def _here(request: HttpRequest, event: Event, entry: Entry) -> str:
    if own_entry(request.user, event) == entry:
        return reverse("deck_submit", args=[event.slug])
    return reverse("event_deck", args=[event.slug, entry.pk])


def _submit(request: HttpRequest, event: Event, entry: Entry) -> Refused | None:
    """Hand in what the form says; the refusal, if there is one."""
    version, text = None, request.POST.get("text", "")
    if request.POST.get("do") == "pick":
        picked = request.POST.get("deck", "")
        decks = StoredDeck.objects.filter(owner=request.user, game=event.game)  # type: ignore[misc]
        deck = decks.filter(pk=picked).first() if picked.isdecimal() else None
        version = deck.versions.first() if deck else None
        if version is None:
            return Refused("Pick one of your decks.", field="deck")
    try:
        row = submissions.submit_deck(entry, actor(request), text=text, version=version)
    except Repeated:
        row = submissions.submission_of(entry) or Submission(entry=entry)
    except Refused as refused:
        return refused
    if row.legal:
        messages.success(request, "Your decklist is handed in. It is legal.")
    else:
        messages.warning(request, _illegal(event, len(row.faults)))
    return None


def _illegal(event: Event, faults: int) -> str:
    count = f"{faults} fault{'' if faults == 1 else 's'}"
    if event.decklists == Event.Decklists.REQUIRED:
        return (
            f"Your decklist is handed in, but it is not legal: {count}. Mend it before the lists are locked."
        )
    return f"Your decklist is handed in with {count}. Lists are optional here; it is marked as not legal."


def _submit_context(
    request: HttpRequest, event: Event, entry: Entry, row: Submission | None, text: str
) -> dict[str, Any]:
    now = timezone.now()
    closed = submissions.why_closed(event, row, now)
    mine = own_entry(request.user, event) == entry
    decks = StoredDeck.objects.filter(owner=request.user, game=event.game, archived=False)  # type: ignore[misc]
    code = submissions.format_code(event) if submissions.has_lists(event) else ""
    day = submissions.rules_day(event)
    return {
        "event": event,
        "entry": entry,
        "row": row,
        "mine": mine,
        "closed": closed,
        "open": not closed or (not mine and submissions.has_lists(event)),
        "decks": decks[:100] if mine else [],
        "format_title": dict(formats_of(event.game)).get(code, ""),
        "tab": "deck",
        **(editor.editor(text, event.game, code, day, fixed=True) if code else {}),
    }


@require_safe
@never_cache
def event_deck(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """One entry's list: for its players and the staff, and for everybody once the lists are out."""
    event = event_or_404(request, slug)
    entry = get_object_or_404(event.entries.prefetch_related("members"), pk=entry_id)
    entry.event = event
    require(request, "deck.view", entry)
    row = submissions.submission_of(entry)
    context = {
        "event": event,
        "entry": entry,
        "row": row,
        "overview": shown_list(row),
        "may_submit": can(request.user, "deck.submit", entry),
        "may_unlock": can(request.user, "decks.unlock", event),
        "unlock": UnlockForm(),
        "unlocked": bool(row and row.unlocked(timezone.now())),
    }
    return render(request, "organizer/event_deck.html", context)


def shown_list(row: Submission | None) -> Overview | None:
    """The cards of a list as they were when it was handed in."""
    if row is None or row.version is None:
        return None
    try:
        pool = pool_of(row.version.game, row.version.card_sets.values())
    except NotRead:
        pool = submissions.event_format(row.entry.event).pool
    return overview(row.version.as_deck(), pool)


@require_safe
def event_decks(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists of an event, for everybody once they are out; until then the page says when that will be."""
    event = event_or_404(request, slug)
    allowed = can(request.user, "decks.view", event)
    context: dict[str, Any] = {"event": event, "allowed": allowed, "tab": "decks"}
    if allowed:
        found = submissions.overview(event)
        now = timezone.now()
        staff = bool(can(request.user, "decks.view_all", event))
        entries = [*found.legal, *found.illegal]
        if not staff:
            entries = [entry for entry in entries if not entry.submission.unlocked(now)]
        entries.sort(key=lambda entry: (entry.final_place or 10**9, entry.name.casefold(), entry.pk))
        context |= {
            "entries": entries,
            "groups": found.groups if staff or len(entries) == len(found.legal) + len(found.illegal) else (),
            "places": any(entry.final_place for entry in entries),
        }
    return render(request, "organizer/event_decks.html", context)


def _unlock(request: HttpRequest, event: Event) -> str:
    form = UnlockForm(request.POST)
    if not form.is_valid():
        raise Refused("Say why and for how long the list is unlocked; it is kept in the log.")
    entry = _asked(request, event)
    until = timezone.now() + timedelta(minutes=form.cleaned_data["minutes"])
    row = submissions.unlock(entry, actor(request), until, form.cleaned_data["reason"])
    return f"{entry} may change the list until {submissions.moment(event, row.unlocked_until or until)}."


def _lock(request: HttpRequest, event: Event) -> str:
    entry = _asked(request, event)
    submissions.lock_again(entry, actor(request))
    return f"The list of {entry} is locked again."


def _asked(request: HttpRequest, event: Event) -> Entry:
    asked = request.POST.get("entry", "")
    if not asked.isdecimal():
        raise Refused("Pick an entry.")
    return get_object_or_404(Entry, event=event, pk=asked)


def _judge(request: HttpRequest, event: Event) -> str:
    changed = submissions.judge_again(event, actor(request))
    return f"All lists were checked again; {changed} verdict{'' if changed == 1 else 's'} changed."


def _publish(request: HttpRequest, event: Event) -> str:
    submissions.publish_lists(event, actor(request))
    return "Everybody can read the lists now."


def _unpublish(request: HttpRequest, event: Event) -> str:
    submissions.unpublish_lists(event, actor(request))
    return "The lists are not public any more."


ACTS: dict[str, tuple[str, Callable[[HttpRequest, Event], str]]] = {
    "unlock": ("decks.unlock", _unlock),
    "lock": ("decks.unlock", _lock),
    "judge": ("decks.unlock", _judge),
    "publish": ("decks.publish", _publish),
    "unpublish": ("decks.publish", _unpublish),
}
"""The desk's buttons about decklists: the permission each asks for, and what it does and says."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def decks_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has not handed in, who is illegal, and what is played. A POST names its button in ``do``."""
    event = event_or_404(request, slug)
    require(request, "decks.view_all", event)
    if request.method == "POST":
        name = request.POST.get("do", "")
        if name not in ACTS:
            raise Http404("The desk has no such button.")
        needs, work = ACTS[name]
        require(request, needs, event)
        done = carry_out(request, lambda: work(request, event))
        if done and done.value:
            messages.success(request, done.value)
        return redirect("decks_desk", event.slug)
    now = timezone.now()
    context = {
        "event": event,
        "found": submissions.overview(event),
        "locked": event.decklists_locked(now),
        "has_lists": submissions.has_lists(event),
        "why_none": submissions.why_closed(event, None, now),
        "unlock": UnlockForm(),
        "unlocked": Submission.objects.filter(entry__event=event, unlocked_until__gt=now).select_related(
            "entry"
        ),
    }
    return render(request, "organizer/decks_desk.html", context)


@require_safe
def deck_sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Deck registration sheets to print, a player on each; ``?entry=`` one of them, ``?blank=1`` an empty one."""
    event = event_or_404(request, slug)
    require(request, "decks.view_all", event)
    asked = request.GET.get("entry", "")
    rows = Submission.objects.filter(entry__event=event, entry__status__in=submissions.LISTED).handed_in()
    if asked.isdecimal():
        rows = rows.filter(entry=int(asked))
    sheets = []
    if request.GET.get("blank") != "1":
        for row in rows.select_related("entry", "version").order_by("entry__name", "pk"):
            row.entry.event = event
            sheets.append({"row": row, "overview": shown_list(row)})
    context = {"event": event, "sheets": sheets, "blank": range(30)}
    return render(request, "organizer/print/decks.html", context)


urls = [
    path("events/<slug:slug>/deck/", submit, name="deck_submit"),
    path("events/<slug:slug>/decks/", event_decks, name="event_decks"),
    path("events/<slug:slug>/decks/<int:entry_id>/", event_deck, name="event_deck"),
    path("events/<slug:slug>/desk/decks/", decks_desk, name="decks_desk"),
    path("events/<slug:slug>/desk/decks/print/", deck_sheets, name="deck_sheets"),
]
