"""Forms about decklists and deck checks."""

from typing import Any

from django import forms

from organizer.domain.deckchecks import MOST_COUNTED, MOST_TABLES
from organizer.models import DeckCheck, Penalty

UNLOCK_CHOICES = ((15, "15 minutes"), (60, "an hour"), (24 * 60, "a day"))
DECK_INFRACTIONS = ("Decklist problem", "Deck problem", "Marked cards")


class UnlockForm(forms.Form):
    """Open one list for a while."""

    minutes = forms.TypedChoiceField(coerce=int, choices=UNLOCK_CHOICES, label="For")
    reason = forms.CharField(max_length=300, label="Reason")


class DrawForm(forms.Form):
    """How many tables are drawn."""

    number = forms.IntegerField(
        min_value=1,
        max_value=MOST_TABLES,
        initial=1,
        label="Tables",
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


class TableForm(forms.Form):
    """A table that a judge chooses; one side, or both."""

    table = forms.IntegerField(min_value=1, label="Table", widget=forms.NumberInput({"inputmode": "numeric"}))
    side = forms.ChoiceField(
        choices=[("", "Both decks"), ("a", "First player's"), ("b", "Second player's")],
        required=False,
        label="Whose",
    )


class OutcomeForm(forms.Form):
    """What a deck check found and what is decided. Counts come beside it as ``n.<zone>.<number>``."""

    unexpected = forms.CharField(
        required=False,
        max_length=5000,
        label="Cards that are not on the list",
        widget=forms.Textarea({"rows": 3, "class": "mono", "spellcheck": "false"}),
        help_text="One a line, such as “2 Black Hat”.",
    )
    decision = forms.ChoiceField(
        choices=DeckCheck.Decision.choices, widget=forms.RadioSelect, label="Decision"
    )
    note = forms.CharField(required=False, max_length=500, label="Note")
    penalty = forms.ChoiceField(
        required=False,
        label="Penalty",
        choices=[
            ("", "None"),
            *((kind.value, kind.label) for kind in Penalty.Kind if kind != Penalty.Kind.DISQUALIFICATION),
        ],
        help_text="Usual: a game loss for a wrong list, a warning for a wrong deck.",
    )
    infraction = forms.CharField(
        required=False,
        max_length=80,
        label="Infraction",
        widget=forms.TextInput({"list": "infractions", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        required=False, max_length=2000, label="What happened", widget=forms.Textarea({"rows": 2})
    )
    minutes = forms.IntegerField(
        min_value=0,
        max_value=600,
        label="Extra minutes for the table",
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )

    def counted(self) -> dict[str, dict[str, int]]:
        """The counts of the form by zone and card number; a field that is empty or no number is left out."""
        found: dict[str, dict[str, int]] = {}
        for name, value in self.data.items():
            kind, _, rest = name.partition(".")
            zone, _, number = rest.partition(".")
            if kind == "n" and number and str(value).strip().isdecimal():
                found.setdefault(zone, {})[number] = min(int(value), MOST_COUNTED)
        return found

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("penalty") and not cleaned.get("reason"):
            self.add_error("reason", "Say what happened: the player sees it, and an appeal needs it.")
        return cleaned
