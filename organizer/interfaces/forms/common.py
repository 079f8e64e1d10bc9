"""Fields that forms of an event share."""

from typing import Any

from django import forms

from organizer.models import Entry, Event


class EntryField(forms.CharField):
    """A player or team by name: names are unique in an event. Use with a ``<datalist id="entry-names">``."""

    def __init__(self, event: Event, **kwargs: Any) -> None:
        kwargs.setdefault(
            "widget",
            forms.TextInput(attrs={"list": "entry-names", "autocomplete": "off", "spellcheck": "false"}),
        )
        super().__init__(max_length=80, **kwargs)
        self.event = event

    def clean(self, value: Any) -> Any:
        name = super().clean(value)
        if not name:
            return None
        entries = Entry.objects.filter(event=self.event)
        found = entries.filter(name=name).first() or entries.filter(name__iexact=name).first()
        if found is None:
            raise forms.ValidationError(
                f"There is nobody called {name!r} in this event. Pick a name from the list."
            )
        return found
