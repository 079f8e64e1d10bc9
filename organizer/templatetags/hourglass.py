"""Template tags of the whole site: permissions, request keys, times, numbers and the event's header."""

import uuid
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from django import template
from django.template import Context
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from organizer import rules
from organizer.models import Entry, Event, Match, Member, Phase, Round

register = template.Library()

THEMES = {"light", "dark"}

TONES = {
    Event.Status.DRAFT: "neutral",
    Event.Status.PUBLISHED: "accent",
    Event.Status.RUNNING: "ok",
    Event.Status.FINISHED: "neutral",
    Event.Status.CANCELLED: "bad",
    Entry.Status.WAITLISTED: "warn",
    Entry.Status.REGISTERED: "accent",
    Entry.Status.ACTIVE: "ok",
    Entry.Status.DROPPED: "neutral",
    Entry.Status.DISQUALIFIED: "bad",
    Entry.Status.WITHDRAWN: "neutral",
    Match.Status.OPEN: "accent",
    Match.Status.REPORTED: "warn",
    Match.Status.DISPUTED: "bad",
    Match.Status.FINAL: "ok",
    Phase.Status.PENDING: "neutral",
    Round.Status.COMMITTED: "neutral",
}


@register.simple_tag(takes_context=True)
def can(context: Context, action: str, subject: Any) -> rules.Decision:
    """``{% can "rounds.manage" event as allowed %}``: true when allowed; ``allowed.reason`` says why not."""
    return rules.can(context["request"].user, action, subject)


@register.simple_tag
def request_key() -> SafeString:
    """A hidden field that marks this form's request: sent twice, it is carried out once."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid.uuid4().hex)


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    """``light`` or ``dark`` when the person chose one on this device, else empty."""
    request = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request is not None else ""
    return chosen if chosen in THEMES else ""


@register.simple_tag(takes_context=True)
def query(context: Context, **changes: Any) -> str:
    """The address's query string with some values changed (``None`` removes): ``?{% query page=2 %}``."""
    values = context["request"].GET.copy()
    for name, value in changes.items():
        if value is None:
            values.pop(name, None)
        else:
            values[name] = value
    return str(values.urlencode())


@register.filter
def tone(status: str) -> str:
    """The chip tone of a status of an event, entry, match, phase or round."""
    return TONES.get(status, "neutral")  # type: ignore[call-overload, no-any-return]


@register.filter
def local(moment: datetime | None, event: Event) -> SafeString | str:
    """The moment on the venue's clock with the zone's name, as a ``<time>`` element."""
    return _time(moment, event, "%a %-d %b %Y, %H:%M")


@register.filter
def local_short(moment: datetime | None, event: Event) -> SafeString | str:
    """Day, hours and minutes on the venue's clock, for lists of what happened, as a ``<time>`` element."""
    return _time(moment, event, "%-d %b, %H:%M", zone=False)


@register.filter
def local_time(moment: datetime | None, event: Event) -> SafeString | str:
    """Only hours and minutes on the venue's clock, as a ``<time>`` element."""
    return _time(moment, event, "%H:%M", zone=False)


def _time(moment: datetime | None, event: Event, form: str, zone: bool = True) -> SafeString | str:
    if moment is None:
        return ""
    there = event.local(moment)
    name = there.tzname() if zone else ""
    return format_html(
        '<time datetime="{}" data-local>{}{}</time>',
        moment.isoformat(),
        there.strftime(form),
        name and f" {name}",
    )


@register.filter
def ordinal(number: int | None) -> str:
    """1 → 1st, 12 → 12th."""
    if number is None:
        return ""
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


@register.filter
def percent(share: Fraction | Decimal | float | None, places: int = 2) -> str:
    """A share of 1 as per cent, rounded half up: 2/3 → 66.67 %."""
    if share is None:
        return "–"
    exact = (
        Decimal(share.numerator) / share.denominator if isinstance(share, Fraction) else Decimal(str(share))
    )
    return f"{(exact * 100).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)} %"


@register.filter
def minutes(milliseconds: int | None) -> str:
    """Milliseconds as minutes and seconds, such as 50:00 or −1:05."""
    if milliseconds is None:
        return ""
    seconds = abs(milliseconds) // 1000
    return f"{'−' if milliseconds < 0 else ''}{seconds // 60}:{seconds % 60:02d}"


@register.filter
def get_item(mapping: Any, key: Any) -> Any:
    """``mapping[key]``, or ``None``."""
    return mapping.get(key) if mapping else None


@register.inclusion_tag("partials/event_header.html", takes_context=True)
def event_header(context: Context, event: Event, current: str = "") -> dict[str, Any]:
    """The event's title with its tabs; ``current`` is the code of the tab that is open."""
    request = context["request"]
    return {
        "request": request,
        "user": request.user,
        "event": event,
        "current": current,
        "tabs": _tabs(request.user, event, current),
    }


def _tabs(user: Any, event: Event, current: str) -> list[dict[str, Any]]:
    """Tabs whose page has something to show to this person."""
    staff = bool(rules.can(user, "event.dashboard", event))
    public = [Round.Status.PUBLISHED, Round.Status.FINISHED]
    last = event.rounds.filter(status__in=public).order_by("-number").values_list("number", flat=True).first()
    shown: list[tuple[str, str, str, list[str | int]]] = [
        ("overview", "Overview", "event", [event.slug]),
        ("players", "Players", "event_players", [event.slug]),
    ]
    members = Member.objects.filter(event=event).exclude(entry__status=Entry.Status.WITHDRAWN)
    if user.is_authenticated and members.filter(user=user).exists():
        shown.append(("my", "My match", "event_my_match", [event.slug]))
        if event.decklists != Event.Decklists.NONE:
            shown.append(("deck", "My deck", "deck_submit", [event.slug]))
    if last:
        shown.append(("pairings", "Pairings", "pairings", [event.slug, last]))
        shown.append(("standings", "Standings", "standings", [event.slug]))
    if event.phases.filter(kind=Phase.Kind.ELIMINATION).exclude(status=Phase.Status.PENDING).exists():
        shown.append(("bracket", "Bracket", "bracket", [event.slug]))
    if event.decklists != Event.Decklists.NONE and rules.lists_are_out(event):
        shown.append(("decks", "Decklists", "event_decks", [event.slug]))
    if staff:
        shown.append(("desk", "Desk", "dashboard", [event.slug]))
    tabs = []
    for code, label, name, args in shown:
        try:
            tabs.append(
                {"code": code, "label": label, "url": reverse(name, args=args), "current": code == current}
            )
        except NoReverseMatch:
            continue
    return tabs
