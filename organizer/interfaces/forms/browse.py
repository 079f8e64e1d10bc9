"""Search and filter forms. A wrong value in an address is left out, never an error."""

from dataclasses import dataclass

from django import forms

from gameplay.games.titles import TITLES

MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events: ``when`` is coming, past or all; ``game`` is a title's code or empty."""

    when: str
    game: str
    words: tuple[str, ...]


class EventFilter(forms.Form):
    q = forms.CharField(
        label="Search", required=False, max_length=80, widget=forms.TextInput({"type": "search"})
    )
    game = forms.ChoiceField(
        label="Game",
        required=False,
        choices=[("", "All games"), *((t.code, t.name) for t in TITLES.values())],
    )
    when = forms.ChoiceField(
        label="When",
        required=False,
        choices=[("coming", "Coming and running"), ("past", "Past"), ("all", "All")],
    )
    use_required_attribute = False

    def wanted(self) -> Wanted:
        self.is_valid()
        found = self.cleaned_data
        return Wanted(found.get("when") or "coming", found.get("game") or "", _words(found.get("q")))


class PlayerSearch(forms.Form):
    q = forms.CharField(
        label="Name or club", required=False, max_length=80, widget=forms.TextInput({"type": "search"})
    )

    def words(self) -> tuple[str, ...]:
        self.is_valid()
        return _words(self.cleaned_data.get("q"))


def _words(text: str | None) -> tuple[str, ...]:
    return tuple((text or "").split()[:MOST_WORDS])
