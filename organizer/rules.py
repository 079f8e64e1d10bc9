"""Who may do what. Pages, the API, live streams and templates all ask ``can``; nothing else decides.

Rights follow from rows that exist anyway: staff roles, and the entry a person is a member of.
"""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from .models import Entry, Event, Match, Role, Submission

OWNER, ORGANIZER, SCOREKEEPER = Role.OWNER, Role.ORGANIZER, Role.SCOREKEEPER
HEAD_JUDGE, JUDGE = Role.HEAD_JUDGE, Role.JUDGE
MANAGERS = {OWNER, ORGANIZER}
DESK = MANAGERS | {SCOREKEEPER}
EVERYBODY_ON_STAFF = DESK | {HEAD_JUDGE, JUDGE}

STAFF_ACTIONS: dict[str, set[Role]] = {
    "event.edit": MANAGERS,
    "event.publish": MANAGERS,
    "event.cancel": MANAGERS,
    "event.start": MANAGERS,
    "event.finish": MANAGERS,
    "event.dashboard": EVERYBODY_ON_STAFF,
    "event.log": EVERYBODY_ON_STAFF,
    "staff.edit": {OWNER},
    "entries.manage": DESK,
    "entries.private": DESK | {HEAD_JUDGE},
    "entries.disqualify": MANAGERS | {HEAD_JUDGE},
    "rounds.manage": DESK,
    "rounds.preview": EVERYBODY_ON_STAFF,
    "clock.manage": DESK | {HEAD_JUDGE},
    "tables.extend": EVERYBODY_ON_STAFF,
    "results.enter": EVERYBODY_ON_STAFF,
    "results.correct": DESK | {HEAD_JUDGE},
    "penalties.give": MANAGERS | {HEAD_JUDGE, JUDGE},
    "penalties.view": EVERYBODY_ON_STAFF,
    "decks.view_all": EVERYBODY_ON_STAFF,
    "decks.unlock": DESK,
    "decks.publish": MANAGERS,
    "deckchecks.run": MANAGERS | {HEAD_JUDGE, JUDGE},
}


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether, and if not, why not (a sentence for the person who asked). True when allowed."""

    allowed: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.allowed


YES = Decision(True)


def no(reason: str) -> Decision:
    return Decision(False, reason)


def roles(user: Any, event: Event) -> set[Role]:
    """The user's staff roles in this event; a superuser counts as an owner."""
    if not getattr(user, "is_authenticated", False):
        return set()
    cache: dict[int, set[Role]] = event.__dict__.setdefault("_roles", {})
    if user.pk not in cache:
        cache[user.pk] = {Role(row.role) for row in event.staff.filter(user=user)}
        if user.is_superuser:
            cache[user.pk].add(OWNER)
    return cache[user.pk]


def acting_as(user: Any, event: Event) -> str:
    """The name of the user's highest role, or ``player``."""
    held = roles(user, event)
    return next((str(role) for role in Role if role in held), "player")


def is_member(user: Any, entry: Entry | None) -> bool:
    return (
        entry is not None
        and getattr(user, "is_authenticated", False)
        and any(member.user_id == user.pk for member in entry.members.all())
    )


def can(user: Any, action: str, subject: Any) -> Decision:
    """May ``user`` do ``action`` on ``subject`` (an event, or an entry or match of one)?

    Staff actions are the keys of ``STAFF_ACTIONS``; the others are ``event.view``, ``event.create``,
    ``event.register``, ``entry.own`` (withdraw, drop, check in), ``match.report``, ``match.view``,
    ``deck.submit``, ``deck.view`` (of an entry) and ``decks.view`` (the lists of an event, once they are out).
    An unknown action is a ``KeyError``: a typo must not grant or refuse anything.
    """
    if action == "event.create":
        return YES if getattr(user, "is_authenticated", False) else no("Sign in to create an event.")
    event: Event = subject if isinstance(subject, Event) else subject.event
    if action in STAFF_ACTIONS:
        if roles(user, event) & STAFF_ACTIONS[action]:
            return YES
        needed = ", ".join(role.label.lower() for role in Role if role in STAFF_ACTIONS[action])
        return no(f"Only these roles of this event may do that: {needed}.")
    return PLAYER_ACTIONS[action](user, event, subject)


def _may_view(user: Any, event: Event, subject: Any) -> Decision:
    if event.status != Event.Status.DRAFT or roles(user, event):
        return YES
    return no("This event is not published yet.")


def _may_register(user: Any, event: Event, subject: Any) -> Decision:
    if not getattr(user, "is_authenticated", False):
        return no("Sign in to register.")
    if not event.self_registration:
        return no("The organizers register players for this event themselves.")
    return YES


def _owns_entry(user: Any, event: Event, subject: Any) -> Decision:
    return YES if is_member(user, subject) else no("This is not your entry.")


def _may_view_match(user: Any, event: Event, subject: Match) -> Decision:
    if subject.round.public:
        return _may_view(user, event, subject)
    return can(user, "rounds.preview", event)


def _may_report(user: Any, event: Event, subject: Match) -> Decision:
    if not (is_member(user, subject.a) or is_member(user, subject.b)):
        return no("Only the two players of this table report its result.")
    if not event.players_report:
        return no("Results of this event are entered by the staff; hand in your slip.")
    return YES


def _may_submit_deck(user: Any, event: Event, subject: Any) -> Decision:
    """The player's own entry; the desk hands in lists for guests and on paper."""
    if is_member(user, subject) or can(user, "decks.unlock", event):
        return YES
    return no("Only the players of an entry hand in its decklist.")


def _may_view_deck(user: Any, event: Event, subject: Entry) -> Decision:
    """One entry's list: its players, the staff, and everybody once it is out."""
    if is_member(user, subject) or can(user, "decks.view_all", event):
        return YES
    submission = Submission.objects.filter(entry=subject).first()
    if submission is not None and submission.unlocked(timezone.now()):
        return no("This decklist may still be changed; it is shown when it is locked again.")
    return _may_view_decks(user, event, event)


def _may_view_decks(user: Any, event: Event, subject: Any) -> Decision:
    """The lists of an event: open ones from the lock on, hidden ones when they are published after the end."""
    if can(user, "decks.view_all", event):
        return YES
    if event.decklists == Event.Decklists.NONE:
        return no("This event has no decklists.")
    if not _may_view(user, event, event):
        return _may_view(user, event, event)
    if lists_are_out(event):
        return YES
    if event.decklists_open:
        return no("The decklists of this event are shown once they are locked.")
    return no("The decklists of this event are shown after it, when the organizers publish them.")


def lists_are_out(event: Event) -> bool:
    """Whether everybody may read the lists: open ones that are locked, others when they were published."""
    if event.decklists_open and event.decklists_locked(timezone.now()):
        return True
    return event.status == Event.Status.FINISHED and event.decklists_published_at is not None


PLAYER_ACTIONS = {
    "event.view": _may_view,
    "event.register": _may_register,
    "entry.own": _owns_entry,
    "match.view": _may_view_match,
    "match.report": _may_report,
    "deck.submit": _may_submit_deck,
    "deck.view": _may_view_deck,
    "decks.view": _may_view_decks,
}
