"""Pages that everybody may read: home, events, an event, its players, one entry."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils import timezone

from organizer.domain.base import Actor, Change, Refused
from organizer.domain.places import Place, find_place
from organizer.domain.submissions import submission_of
from organizer.interfaces.forms.browse import EventFilter, PlayerSearch
from organizer.models import Entry, Event, Match, Member, Role, Round
from organizer.rules import can

from .base import event_or_404, page_of

EVENTS_PER_PAGE = 24
PLAYERS_PER_PAGE = 100
STALE = timedelta(days=1)
"""A published event that was never started leaves the list of coming events after this time."""

TAKING_PLACES = Q(entries__status__in=[Entry.Status.REGISTERED, Entry.Status.ACTIVE])
LEFT_LAST = Case(
    When(status=Entry.Status.WAITLISTED, then=Value(1)),
    When(status__in=[Entry.Status.DROPPED, Entry.Status.DISQUALIFIED], then=Value(2)),
    default=Value(0),
    output_field=IntegerField(),
)


def home(request: HttpRequest) -> HttpResponse:
    """What the site is and what comes next; for somebody signed in, first what they play and run."""
    now = timezone.now()
    context: dict[str, Any] = {"coming": _with_counts(_coming(now))[:6]}
    if request.user.is_authenticated:
        context |= {"matches": open_matches(request.user), "mine": _entries_of(request.user, now)}
        context["staffed"] = Event.objects.staffed_by(request.user).exclude(status=Event.Status.CANCELLED)[:6]
    return render(request, "organizer/home.html", context)


def event_list(request: HttpRequest) -> HttpResponse:
    """Events by game, time and words of their title, venue or address."""
    form = EventFilter(request.GET)
    wanted = form.wanted()
    now = timezone.now()
    events = {"past": _past(now), "all": Event.objects.public().order_by("-starts_at", "pk")}.get(
        wanted.when, _coming(now)
    )
    if wanted.game:
        events = events.filter(game=wanted.game)
    for word in wanted.words:
        events = events.filter(
            Q(title__icontains=word) | Q(venue__icontains=word) | Q(address__icontains=word)
        )
    page = page_of(request, _with_counts(events), EVENTS_PER_PAGE)
    filtered = bool(wanted.game or wanted.words or wanted.when != "coming")
    return render(
        request,
        "organizer/event_list.html",
        {"form": form, "page": page, "when": wanted.when, "filtered": filtered},
    )


def event(request: HttpRequest, slug: str) -> HttpResponse:
    """One event: when, where, how it is played, and how to get in."""
    shown = event_or_404(request, slug)
    entry = own_entry(request.user, shown)
    place, why_closed = place_now(request.user, shown)
    public_rounds = shown.rounds.exclude(seed_hash="").select_related("phase")
    context = {
        "event": shown,
        "entry": entry,
        "deck": submission_of(entry) if entry else None,
        "actions": own_actions(entry, timezone.now()),
        "place": place,
        "why_closed": why_closed,
        "may_register": can(request.user, "event.register", shown),
        "counts": _counts(shown),
        "phases": shown.phases.all(),
        "rounds": public_rounds,
        "log": shown.log.filter(public=True).order_by("-seq")[:8],
        "organizers": _organizers(shown),
        "format_name": dict(shown.game_title.formats).get(shown.format, shown.format),
        "cancel_reason": _cancel_reason(shown),
    }
    return render(request, "organizer/event.html", context)


def event_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in the event, searchable by name and club; who withdrew is not shown."""
    shown = event_or_404(request, slug)
    form = PlayerSearch(request.GET)
    entries = shown.entries.exclude(status=Entry.Status.WITHDRAWN).prefetch_related("members")
    for word in form.words():
        entries = entries.filter(
            Q(name__icontains=word) | Q(club__icontains=word) | Q(pk__in=_entries_with(shown, word))
        )
    page = page_of(request, entries.order_by(LEFT_LAST, "name", "pk"), PLAYERS_PER_PAGE)
    context = {
        "event": shown,
        "form": form,
        "page": page,
        "counts": _counts(shown),
        "searched": bool(form.words()),
        "has_clubs": any(entry.club for entry in page),
        "has_seeds": any(entry.seed for entry in page),
        "mine": own_entry(request.user, shown),
    }
    return render(request, "organizer/players.html", context)


def entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One entry of the event with its matches."""
    shown = event_or_404(request, slug)
    row = get_object_or_404(shown.entries.prefetch_related("members__user"), pk=pk)
    row.event = shown
    context = {
        "event": shown,
        "entry": row,
        "matches": [_from_side(match, row) for match in _matches_of(request.user, row)],
        "mine": can(request.user, "entry.own", row),
        "manages": can(request.user, "entries.manage", shown),
        "actions": own_actions(row, timezone.now()),
    }
    return render(request, "organizer/entry.html", context)


def place_now(user: Any, event: Event) -> tuple[Place | None, str]:
    """The place that ``user`` would get by registering now, or the reason why there is none. Writes nothing."""
    try:
        return find_place(Change(event, Actor(user), timezone.now())), ""
    except Refused as refused:
        return None, refused.message


def own_entry(user: Any, event: Event) -> Entry | None:
    """The entry that ``user`` is a member of, whatever became of it, but not a withdrawn one."""
    if not user.is_authenticated:
        return None
    entry = (
        event.entries.filter(members__user=user)
        .exclude(status=Entry.Status.WITHDRAWN)
        .prefetch_related("members")
        .first()
    )
    if entry is not None:
        entry.event = event
    return entry


def own_actions(entry: Entry | None, now: datetime) -> set[str]:
    """What a player can do about the own entry now: ``check_in``, ``undo_check_in``, ``withdraw``, ``drop``."""
    if entry is None or entry.event.status not in {Event.Status.PUBLISHED, Event.Status.RUNNING}:
        return set()
    if entry.status == Entry.Status.ACTIVE:
        return {"drop"}
    if entry.status not in {Entry.Status.REGISTERED, Entry.Status.WAITLISTED}:
        return set()
    actions = {"withdraw"}
    event = entry.event
    if event.check_in and entry.status == Entry.Status.REGISTERED:
        opened = event.check_in_opens_at is None or event.check_in_opens_at <= now
        closed = event.check_in_closes_at is not None and event.check_in_closes_at <= now
        if opened and not closed:
            actions.add("undo_check_in" if entry.checked_in_at else "check_in")
    return actions


def open_matches(user: Any) -> QuerySet[Match]:
    """The matches that ``user`` is to play or to answer now, in published rounds."""
    mine = Member.objects.filter(user=user).values("entry")
    return (
        Match.objects.filter(Q(a__in=mine) | Q(b__in=mine), round__status=Round.Status.PUBLISHED)
        .exclude(status=Match.Status.FINAL)
        .select_related("event", "round", "a", "b")
        .order_by("-round__published_at")
    )


def _coming(now: datetime) -> QuerySet[Event]:
    soon = Q(status=Event.Status.PUBLISHED, starts_at__gte=now - STALE)
    return Event.objects.filter(soon | Q(status=Event.Status.RUNNING)).order_by("starts_at", "pk")


def _past(now: datetime) -> QuerySet[Event]:
    never_started = Q(status=Event.Status.PUBLISHED, starts_at__lt=now - STALE)
    over = Q(status__in=[Event.Status.FINISHED, Event.Status.CANCELLED])
    return Event.objects.filter(over | never_started).order_by("-starts_at", "pk")


def _with_counts(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.annotate(taken=Count("entries", filter=TAKING_PLACES))


def _entries_of(user: Any, now: datetime) -> QuerySet[Entry]:
    """Entries of the user in events that are coming or running, the next first."""
    return (
        Entry.objects.filter(members__user=user, event__in=_coming(now).order_by().values("pk"))
        .exclude(status=Entry.Status.WITHDRAWN)
        .select_related("event")
        .order_by("event__starts_at")
    )


def _counts(event: Event) -> dict[str, int]:
    """Entries by status, and ``taken`` for those that take places."""
    rows = event.entries.order_by().values_list("status").annotate(Count("pk"))
    counts: dict[str, int] = dict(rows)
    counts["taken"] = counts.get(Entry.Status.REGISTERED, 0) + counts.get(Entry.Status.ACTIVE, 0)
    return counts


def _organizers(event: Event) -> list[str]:
    rows = event.staff.filter(role__in=[Role.OWNER, Role.ORGANIZER]).select_related("user")
    return list(dict.fromkeys(row.user.name for row in rows))


def _cancel_reason(event: Event) -> str:
    if event.status != Event.Status.CANCELLED:
        return ""
    return event.log.filter(kind="event.cancelled").values_list("reason", flat=True).last() or ""


def _entries_with(event: Event, word: str) -> QuerySet[Member, int]:
    return Member.objects.filter(event=event, name__icontains=word).values_list("entry", flat=True)


def _matches_of(user: Any, entry: Entry) -> QuerySet[Match]:
    """The entry's matches in rounds that this person may see, in order."""
    matches = Match.objects.filter(Q(a=entry) | Q(b=entry)).select_related("round__phase", "a", "b")
    if not can(user, "rounds.preview", entry.event):
        matches = matches.filter(round__status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
    return matches.order_by("round__number")


def _from_side(match: Match, entry: Entry) -> dict[str, Any]:
    """A match as ``entry`` sees it: opponent, own games first, and won, lost or drawn."""
    is_a = match.a_id == entry.pk
    outcome = str(match.outcome) if match.status == Match.Status.FINAL else ""
    words = {
        "": "",
        "a": "won" if is_a else "lost",
        "b": "lost" if is_a else "won",
        "draw": "drawn",
        "intentional_draw": "drawn",
        "double_loss": "lost",
    }
    own, other, drawn = match.games_a, match.games_b, match.games_drawn
    if not is_a:
        own, other = other, own
    return {
        "match": match,
        "opponent": match.b if is_a else match.a,
        "result": words[outcome],
        "score": f"{own}–{other}" + (f"–{drawn}" if drawn else ""),
    }


urls = [
    path("", home, name="home"),
    path("events/", event_list, name="event_list"),
    path("events/<slug:slug>/", event, name="event"),
    path("events/<slug:slug>/players/", event_players, name="event_players"),
    path("events/<slug:slug>/players/<int:pk>/", entry, name="entry"),
]
