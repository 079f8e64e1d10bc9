"""The form of an event's settings, and the small forms beside it (copy, cancel, staff)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone

from gameplay.games.titles import TITLES
from organizer.domain.base import Refused
from organizer.domain.events import LOCKED_BY_START
from organizer.domain.phases import CUTS, MOST_MINUTES, MOST_ROUNDS
from organizer.domain.places import BEFORE_START
from organizer.domain.when import local_to_utc
from organizer.models import Event, Phase, Role, User
from organizer.standings import CATALOGUE, families, ruleset

TIES = 6

SECTIONS: tuple[tuple[str, str, tuple[str, ...], bool], ...] = (
    ("The event", "", ("title", "game", "format", "description"), True),
    (
        "When and where",
        "All times of the event are on the venue's clock.",
        ("starts_at", "ends_at", "time_zone", "mode", "venue", "address", "online_url"),
        True,
    ),
    (
        "Rounds",
        "",
        (
            *("main_kind", "main_rounds", "best_of", "round_minutes"),
            *("cut_size", "cut_best_of", "cut_minutes"),
        ),
        True,
    ),
    (
        "Registration",
        "",
        (
            *("team_size", "capacity", "waitlist", "self_registration"),
            *("registration_opens_at", "registration_closes_at", "late_entry"),
            *("check_in", "check_in_opens_at", "check_in_closes_at"),
        ),
        True,
    ),
    (
        "Results and standings",
        "Points, tie-breaks, and who enters results",
        (
            *("points_win", "points_draw", "points_loss", "ruleset", "tiebreaks"),
            *("players_report", "confirm_minutes", "intentional_draws"),
        ),
        False,
    ),
    ("Pairings", "First round, clubs", ("first_round", "keep_clubs_apart"), False),
    (
        "Decklists",
        "Whether and until when",
        ("decklists", "decklists_open", "decklists_lock_at", "decklists_remind_hours"),
        False,
    ),
)

PLAIN = (
    *("title", "game", "description", "mode", "venue", "address", "best_of", "round_minutes"),
    *("team_size", "capacity", "waitlist", "self_registration", "late_entry", "check_in"),
    *("points_win", "points_draw", "points_loss", "players_report", "confirm_minutes", "intentional_draws"),
    *("first_round", "keep_clubs_apart", "decklists", "decklists_open", "decklists_remind_hours"),
)
"""Settings whose form field follows from the model's."""

OTHERS = ("format", "online_url", "time_zone", "ruleset", "tiebreaks")
"""Settings whose form field is made here."""

LABELS = {
    "mode": "Place",
    "best_of": "Games in a match: best of",
    "round_minutes": "Minutes in a round",
    "team_size": "Who plays",
    "capacity": "Places",
    "waitlist": "Keep a waitlist when all places are taken",
    "self_registration": "Players register themselves",
    "late_entry": "Late entry",
    "check_in": "Players have to check in before the start",
    "points_win": "Points for a win",
    "points_draw": "Points for a draw",
    "points_loss": "Points for a loss",
    "players_report": "Players report their results",
    "confirm_minutes": "Minutes until an unanswered report counts",
    "intentional_draws": "Players may agree on a draw",
    "first_round": "First round",
    "keep_clubs_apart": "Keep members of one club apart where possible",
    "decklists_open": "Everybody may see the decklists once they are locked",
    "decklists_remind_hours": "Remind by mail, hours before the lock",
}
HELP = {
    "decklists_remind_hours": "Only who has not handed in a required list gets the mail; 0 is none.",
    "capacity": "Left empty, there is no limit.",
    "confirm_minutes": "",
    "check_in": "Whoever has not checked in is withdrawn when the event starts.",
    "description": "Plain text; an empty line begins a paragraph.",
}

TIMES = (
    ("starts_at", "Starts", True),
    ("ends_at", "Ends", False),
    ("registration_opens_at", "Registration opens", False),
    ("registration_closes_at", "Registration closes", False),
    ("check_in_opens_at", "Check-in opens", False),
    ("check_in_closes_at", "Check-in closes", False),
    ("decklists_lock_at", "Decklists are locked", False),
)


class WallClockField(forms.Field):
    """A date with a time as the venue's clock shows it: a naive ``datetime`` in whole minutes."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput({"type": "datetime-local", "step": "60"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            found = value if isinstance(value, datetime) else datetime.fromisoformat(str(value).strip())
        except ValueError:
            raise forms.ValidationError("Give a date and a time, such as 2027-03-28 10:00.") from None
        if not 2000 <= found.year <= 2200:
            raise forms.ValidationError("Give a year between 2000 and 2200.")
        return found.replace(second=0, microsecond=0, tzinfo=None)


class TieBreaks(forms.MultiValueField):
    """Tie-breaks in order, as the list of their keys; none at all is the ruleset's own chain."""

    def __init__(self) -> None:
        choices = [("", "–"), *((key, rule.title) for key, rule in CATALOGUE.items())]
        names = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")[:TIES]
        widget = _Selects([forms.Select({"aria-label": f"{name} criterion"}, choices) for name in names])
        fields = [forms.ChoiceField(choices=choices, required=False) for _ in names]
        super().__init__(
            fields,
            widget=widget,
            label="Ranking criteria, in order",
            required=False,
            require_all_fields=False,
            help_text="Left empty, they are the ruleset's own.",
        )

    def compress(self, data_list: list[str]) -> list[str]:
        return [key for key in data_list if key]


class _Selects(forms.MultiWidget):
    def decompress(self, value: Any) -> list[str]:
        keys = list(value or [])[:TIES]
        return [*keys, *[""] * (TIES - len(keys))]


def zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Time zones by part of the world, for a select."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(available_timezones()):
        part, slash, place = name.partition("/")
        if slash and part not in {
            "Etc",
            "SystemV",
            "posix",
            "right",
            "US",
            "Canada",
            "Mexico",
            "Brazil",
            "Chile",
        }:
            parts.setdefault(part, []).append((name, place.replace("_", " ")))
    return [("World", [("UTC", "UTC")]), *parts.items()]


class EventForm(forms.Form):
    """All settings of an event. ``fields_wanted`` and ``phases_wanted`` are what the domain is asked for."""

    aliases = {"phases": "main_kind"}
    best_of_choices = [("", "As above"), ("1", "1"), ("3", "3"), ("5", "5")]

    format = forms.ChoiceField(
        label="Format",
        required=False,
        choices=[("", "Any"), *((title.name, list(title.formats)) for title in TITLES.values())],
    )
    online_url = forms.URLField(
        label="Address of the online place", required=False, max_length=200, assume_scheme="https"
    )
    time_zone = forms.ChoiceField(label="Time zone of the venue", choices=zones)
    ruleset = forms.ChoiceField(
        label="Standings as in",
        choices=lambda: [(family, ruleset(family).title) for family in families()],
    )
    main_kind = forms.ChoiceField(label="Played as", choices=Phase.Kind.choices)
    main_rounds = forms.IntegerField(
        label="Swiss rounds",
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text="Left empty, the number of entries decides at the start.",
    )
    cut_size = forms.TypedChoiceField(
        label="Then a cut to",
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", "No cut"), *((size, f"Top {size}") for size in CUTS)],
        help_text="Single elimination by seed.",
    )
    cut_best_of = forms.TypedChoiceField(
        label="In the cut, best of", required=False, coerce=int, empty_value=None, choices=best_of_choices
    )
    cut_minutes = forms.IntegerField(
        label="In the cut, minutes",
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
        help_text="Left empty, as above.",
    )

    def __init__(self, data: Any = None, *, event: Event | None = None) -> None:
        super().__init__(data, initial=_initial(event))
        self.event = event
        self.fields.update(
            forms.fields_for_model(
                Event,
                PLAIN,
                labels=LABELS,
                help_texts=HELP,
                widgets={
                    "description": forms.Textarea({"rows": 6}),
                    "address": forms.Textarea({"rows": 3}),
                },
            )
        )
        self.fields["tiebreaks"] = TieBreaks()
        for name, label, required in TIMES:
            self.fields[name] = WallClockField(label=label, required=required)
        if event is None:
            self.fields["time_zone"].widget.attrs["data-guess-zone"] = True
        elif event.status not in BEFORE_START:
            for name in LOCKED_BY_START | {"main_kind", "cut_size", "cut_best_of"}:
                self.fields[name].disabled = True

    def sections(self) -> Iterator[dict[str, Any]]:
        """The form in parts, for the page: title, help, fields, and whether the part is open."""
        for title, text, names, is_open in SECTIONS:
            fields: list[BoundField] = [self[name] for name in names]
            failed = any(field.errors for field in fields)
            yield {"title": title, "text": text, "fields": fields, "always": is_open, "open": failed}

    def clean(self) -> dict[str, Any]:
        """Turn the wall clock's times into moments; one that the zone skips is an error at its field."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        zone = ZoneInfo(cleaned.get("time_zone") or "UTC")
        for name, _, _ in TIMES:
            if isinstance(moment := cleaned.get(name), datetime):
                try:
                    cleaned[name] = local_to_utc(moment, zone, field=name)
                except Refused as refused:
                    self.add_error(name, refused.message)
        return cleaned

    def fields_wanted(self) -> dict[str, Any]:
        """The event's settings as asked for; of an event that exists, only those that were changed."""
        settings = [*PLAIN, *OTHERS, *(name for name, _, _ in TIMES)]
        if self.event is not None:
            changed = set(self.changed_data)
            if "time_zone" in changed:
                changed |= {name for name, _, _ in TIMES}
            settings = [name for name in settings if name in changed]
        return {name: self.cleaned_data[name] for name in settings}

    def phases_wanted(self) -> list[dict[str, Any]]:
        """The plan of phases: the first, and the cut if there is one."""
        found = self.cleaned_data
        own = self.event.phases.all()[0] if self.event and self.event.phases.exists() else None
        first = {"kind": found["main_kind"], "rounds_planned": found["main_rounds"]}
        if own is not None:
            first |= {"best_of": own.best_of, "round_minutes": own.round_minutes}
        if found["cut_size"] is None:
            return [first]
        cut = {"kind": Phase.Kind.ELIMINATION, "cut_size": found["cut_size"]}
        return [first, cut | {"best_of": found["cut_best_of"], "round_minutes": found["cut_minutes"]}]


def _initial(event: Event | None) -> dict[str, Any]:
    if event is None:
        start = timezone.now().replace(hour=10, minute=0, second=0, microsecond=0, tzinfo=None) + timedelta(
            14
        )
        new = Event(starts_at=start)
        plain = {name: getattr(new, name) for name in PLAIN if name != "game"}
        return {
            **plain,
            "starts_at": start,
            "time_zone": "UTC",
            "ruleset": new.ruleset,
            "main_kind": Phase.Kind.SWISS,
        }
    initial = {name: getattr(event, name) for name in (*PLAIN, *OTHERS)}
    for name, _, _ in TIMES:
        if moment := getattr(event, name):
            initial[name] = event.local(moment).replace(tzinfo=None, second=0, microsecond=0)
    phases = list(event.phases.all())
    if phases:
        rounds = None if phases[0].rounds_automatic else phases[0].rounds_planned
        initial |= {"main_kind": phases[0].kind, "main_rounds": rounds}
    if len(phases) > 1:
        cut = phases[1]
        initial |= {"cut_size": cut.cut_size, "cut_best_of": cut.best_of, "cut_minutes": cut.round_minutes}
    return initial


class CopyForm(forms.Form):
    """A new event from an old one."""

    title = forms.CharField(label="Title", max_length=120)
    starts_at = WallClockField(
        label="Starts", help_text="On the venue's clock. All other times move with it."
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        start = event.local(event.starts_at).replace(tzinfo=None) + timedelta(weeks=1)
        super().__init__(data, initial={"title": event.title, "starts_at": start})
        self.event = event

    def clean_starts_at(self) -> datetime:
        try:
            return local_to_utc(self.cleaned_data["starts_at"], self.event.zone)
        except Refused as refused:
            raise forms.ValidationError(refused.message) from None


class CancelForm(forms.Form):
    reason = forms.CharField(
        label="Reason", max_length=250, widget=forms.Textarea({"rows": 3}), help_text="Players will read it."
    )


class StaffForm(forms.Form):
    """Somebody with an account gets a role."""

    user = forms.CharField(label="User name", max_length=150, help_text="The one they sign in with.")
    role = forms.ChoiceField(label="Role", choices=Role.choices, initial=Role.JUDGE)

    def clean_user(self) -> User:
        found = User.objects.filter(
            username__iexact=self.cleaned_data["user"].strip(), is_active=True
        ).first()
        if found is None:
            raise forms.ValidationError("Nobody has this user name. Ask them how they sign in.")
        return found
