"""Forms about penalties."""

from typing import Any

from django import forms

from organizer.models import Event, Penalty

from .common import EntryField

USUAL_INFRACTIONS = (
    "Late for the match",
    "Slow play",
    "Missed trigger",
    "Looking at extra cards",
    "Drawing extra cards",
    "Wrong setup or mulligan",
    "Game rule violation",
    "Failure to keep the game state right",
    "Deck or decklist problem",
    "Unclear communication",
    "Marked cards",
    "Outside assistance",
    "Insufficient shuffling",
    "Minor misconduct",
    "Major misconduct",
    "Cheating",
)


class PenaltyForm(forms.Form):
    """A penalty. It belongs to the entry's match in the running round, unless that is unticked."""

    kind = forms.ChoiceField(choices=Penalty.Kind.choices, widget=forms.RadioSelect, label="Penalty")
    infraction = forms.CharField(
        max_length=80,
        label="Infraction",
        widget=forms.TextInput(attrs={"list": "infractions", "autocomplete": "off"}),
        help_text="Pick a usual one, or type another.",
    )
    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=2000, label="What happened")
    for_match = forms.BooleanField(
        required=False,
        initial=True,
        label="It belongs to the match of the running round",
        help_text="A game loss or match loss changes that match.",
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["entry"] = EntryField(event, label="Player or team")
        self.order_fields(["entry", "kind", "infraction", "reason", "for_match"])
