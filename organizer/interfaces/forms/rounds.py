"""Forms of the round desk: the clock, and repair by hand."""

from typing import Any

from django import forms

from organizer.models import Event

from .common import EntryField

FATES = [
    ("bye_seat", "Plays whoever has the bye"),
    ("pair", "Plays somebody without a table"),
    ("bye", "Gets a bye for this round"),
    ("loss", "Loses this round and plays from the next"),
]


class RepairForm(forms.Form):
    """A repair that may need a second look: ``force`` does it in spite of the warnings shown."""

    force = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event


class SwapForm(RepairForm):
    """Two entries change places."""

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["entry_x"] = EntryField(event, label="First player")
        self.fields["entry_y"] = EntryField(event, label="Second player")


class MakeTableForm(RepairForm):
    """Two entries without a table meet."""

    table = forms.IntegerField(min_value=1, max_value=99999, required=False, label="Table number")

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["a"] = EntryField(event, label="First player")
        self.fields["b"] = EntryField(event, label="Second player")
        self.order_fields(["a", "b", "table"])


class ByeForm(RepairForm):
    """An entry without a table has the bye."""

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["entry"] = EntryField(event, label="Player")


class LateForm(RepairForm):
    """An entry that comes after the round was paired."""

    fate = forms.ChoiceField(choices=FATES, label="This round")

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        self.fields["entry"] = EntryField(event, label="Late player")
        self.fields["opponent"] = EntryField(
            event, label="Opponent", required=False, help_text="Needed when several have no table."
        )
        self.order_fields(["entry", "fate", "opponent"])


class TableNumberForm(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=99999, label="Table number")


class ExtendForm(forms.Form):
    """More time, for the whole round or for one table."""

    minutes = forms.IntegerField(min_value=1, max_value=240, initial=5, label="Minutes")


class PublishForm(forms.Form):
    start_clock = forms.BooleanField(required=False, label="Start the clock at once")
