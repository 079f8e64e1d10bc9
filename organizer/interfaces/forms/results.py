"""Forms about results: a player's report, the staff's entry, and the desk's one-line entry."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from organizer.domain.base import Refused
from organizer.models import Match, Phase

OTHER = "other"
INTENTIONAL_DRAW = "intentional_draw"
DOUBLE_LOSS = "double_loss"
SPECIALS = ("concede_a", "concede_b", "no_show_a", "no_show_b", "no_show_both", DOUBLE_LOSS)

Games = tuple[int, int, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NewResult:
    """What a form asks for: the games as (won by a, won by b, drawn), or one of ``SPECIALS``."""

    games: Games = (0, 0, 0)
    special: str = ""
    endings: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The result in short, to recognize it again."""
        return "/".join((code(self.games), self.special, *self.endings))

    @property
    def scores(self) -> dict[str, Any]:
        """The games as the arguments of the domain's functions."""
        return {"games_a": self.games[0], "games_b": self.games[1], "games_drawn": self.games[2]}


def usual_scores(games_to_win: int, *, draws: bool) -> list[Games]:
    """The scores most matches end with, best for a first. With ``draws`` also those that time decides."""
    most = games_to_win
    won: list[Games] = [(most, lost, 0) for lost in range(most)]
    even: list[Games] = []
    if draws:
        if most > 1:
            won.append((most - 1, most - 2, 1))
        even.append((most - 1, most - 1, 1))
    return won + even + [(b, a, drawn) for a, b, drawn in reversed(won)]


def score_text(games: Games) -> str:
    """``2–1``, or ``1–1–1`` when games were drawn."""
    first, second, drawn = games
    return f"{first}–{second}–{drawn}" if drawn else f"{first}–{second}"


def code(games: Games) -> str:
    return "-".join(map(str, games))


def best_of(phase: Phase) -> int:
    return phase.games_to_win * 2 - 1


def draws_allowed(phase: Phase) -> bool:
    return phase.kind != Phase.Kind.ELIMINATION


class ResultForm(forms.Form):
    """A result as a choice among the usual scores, or any other score in numbers.

    ``viewer`` is the side that reports ("a" or "b"), who reads "You" and "your opponent" and their own
    games first; without it the staff enter, read names, and may choose the special results too.
    ``result`` in ``cleaned_data`` is a ``NewResult``, always in the match's own order of a and b.
    """

    result = forms.ChoiceField(widget=forms.RadioSelect, label="Result")
    games_1 = forms.IntegerField(min_value=0, max_value=9, required=False)
    games_2 = forms.IntegerField(min_value=0, max_value=9, required=False)
    games_drawn = forms.IntegerField(
        min_value=0, max_value=9, required=False, label="Drawn or unfinished games"
    )

    def __init__(self, match: Match, *args: Any, viewer: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        self.viewer = viewer
        self.phase = match.round.phase
        self._name_sides()
        self.fields["result"].choices = self._choices()  # type: ignore[attr-defined]
        self._add_endings()

    def _name_sides(self) -> None:
        a, b = self.match.a.name, self.match.b.name if self.match.b else "nobody"
        if self.viewer:
            self.first, self.second = "You", b if self.viewer == "a" else a
        else:
            self.first, self.second = a, b
        self.fields["games_1"].label = f"Games won by {'you' if self.viewer else self.first}"
        self.fields["games_2"].label = f"Games won by {self.second}"

    def _choices(self) -> list[tuple[str, SafeString]]:
        draws = draws_allowed(self.phase)
        rows = [
            (code(self._in_order(games)), self._label(score_text(games), self._verdict(games)))
            for games in usual_scores(self.phase.games_to_win, draws=draws)
        ]
        if draws and self.match.event.intentional_draws:
            rows.append((INTENTIONAL_DRAW, self._label("ID", "Intentional draw")))
        if not self.viewer:
            rows += self._special_choices()
        rows.append((OTHER, self._label("…", "Another score")))
        return rows

    def _special_choices(self) -> list[tuple[str, SafeString]]:
        first, second = self.first, self.second
        return [
            ("concede_a", self._label("Concedes", first)),
            ("concede_b", self._label("Concedes", second)),
            ("no_show_a", self._label("No-show", first)),
            ("no_show_b", self._label("No-show", second)),
            ("no_show_both", self._label("No-show", "Both")),
            (DOUBLE_LOSS, self._label("Double loss", "Both lose")),
        ]

    def _add_endings(self) -> None:
        endings = [("", "—"), *self.match.event.game_title.endings]
        self.ending_names = [f"ending_{number}" for number in range(1, best_of(self.phase) + 1)]
        for number, name in enumerate(self.ending_names, start=1):
            self.fields[name] = forms.ChoiceField(
                choices=endings, required=False, label=f"Game {number} ended by"
            )

    @staticmethod
    def _label(score: str, who: str) -> SafeString:
        return format_html("<b>{}</b> <small>{}</small>", score, who)

    def _verdict(self, games: Games) -> str:
        if games[0] == games[1]:
            return "Draw"
        if self.viewer:
            return "You win" if games[0] > games[1] else "You lose"
        return self.first if games[0] > games[1] else self.second

    def _in_order(self, games: Games) -> Games:
        return (games[1], games[0], games[2]) if self.viewer == "b" else games

    def ending_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.ending_names]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        choice = cleaned.get("result")
        if choice:
            endings = [cleaned.get(name, "") for name in self.ending_names]
            while endings and not endings[-1]:
                endings.pop()
            cleaned["result"] = self._read(choice, tuple(endings))
        return cleaned

    def _read(self, choice: str, endings: tuple[str, ...]) -> NewResult:
        if choice in SPECIALS or choice == INTENTIONAL_DRAW:
            games = (0, 0, best_of(self.phase)) if choice == INTENTIONAL_DRAW else (0, 0, 0)
            return NewResult(games, choice)
        if choice == OTHER:
            first, second = self.cleaned_data.get("games_1"), self.cleaned_data.get("games_2")
            for name, value in (("games_1", first), ("games_2", second)):
                if value is None and name not in self.errors:
                    self.add_error(name, "Give the number of games won; 0 if none.")
            drawn = self.cleaned_data.get("games_drawn") or 0
            return NewResult(self._in_order((first or 0, second or 0, drawn)), "", endings)
        first, second, drawn = map(int, choice.split("-"))
        # Endings of games that another score had are left behind in the form; they belong to no game now.
        return NewResult((first, second, drawn), "", endings[: first + second + drawn])

    def field_for(self, domain_field: str | None) -> str | None:
        """The field of this form that holds what the domain calls ``domain_field``."""
        typed = self.data.get(self.add_prefix("result")) == OTHER
        own = {"games_a": "games_1", "games_b": "games_2", "games_drawn": "games_drawn"}
        if self.viewer == "b":
            own |= {"games_a": "games_2", "games_b": "games_1"}
        if domain_field in own:
            return own[domain_field] if typed else "result"
        return {"outcome": "result", "how": "result", "endings": "ending_1"}.get(
            domain_field or "", domain_field
        )

    def asking(self, work: Callable[[], T]) -> Callable[[], T]:
        """``work`` with its refusal pointing at the fields of this form."""

        def asked() -> T:
            try:
                return work()
            except Refused as refused:
                refused.field = self.field_for(refused.field)
                raise

        return asked


class StaffResultForm(ResultForm):
    """A result as the staff enter it: final at once."""

    drop = forms.BooleanField(required=False, label="Drop who did not come", help_text="Only with a no-show.")
    reason = forms.CharField(max_length=300, required=False, label="Note for the log")
    version = forms.IntegerField(widget=forms.HiddenInput)


class CorrectionForm(ResultForm):
    """A new result for a match that is final. The reason is needed to save it, not to see what it changes.

    ``previewed`` names the result whose consequences were shown: only that one is saved.
    """

    reason = forms.CharField(max_length=300, required=False, label="Reason for the correction")
    apply_repair = forms.BooleanField(required=False, label="Also carry out the proposed repair")
    repair_key = forms.CharField(required=False, widget=forms.HiddenInput)
    previewed = forms.CharField(required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)


class ReasonForm(forms.Form):
    """Why somebody does something that everybody may ask about later."""

    reason = forms.CharField(max_length=300, label="Reason")


QUICK = re.compile(
    r"\s*(?P<table>\d{1,6})\s*[\s:,;]\s*"
    r"(?:(?P<a>\d)\s*[-–:/ ]\s*(?P<b>\d)(?:\s*[-–:/ ]\s*(?P<drawn>\d))?|(?P<word>[a-z]{2,3}[12]?))\s*",
    re.IGNORECASE,
)
WORDS = {
    "id": INTENTIONAL_DRAW,
    "dl": DOUBLE_LOSS,
    "ns": "no_show_both",
    "ns1": "no_show_a",
    "ns2": "no_show_b",
    "co1": "concede_a",
    "co2": "concede_b",
}


class QuickForm(forms.Form):
    """One line: table number and score, ``12 2-1``; or a short word, such as ``12 id``.

    ``table`` and ``result`` in ``cleaned_data`` are what was understood.
    """

    line = forms.CharField(
        max_length=40,
        label="Table and score",
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "placeholder": "12 2-1",
                "inputmode": "text",
                "enterkeyhint": "done",
            }
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "line" in cleaned:
            understood = QUICK.fullmatch(cleaned["line"])
            word = understood and (understood["word"] or "").lower()
            if not understood or (word and word not in WORDS):
                self.add_error(
                    "line",
                    "Not understood. Type the table, a space and the score, such as 12 2-1 or 12 1-1-1; "
                    "or id, dl, ns, ns1, ns2, co1, co2 instead of the score.",
                )
            else:
                cleaned["table"] = int(understood["table"])
                cleaned["result"] = _understood(understood, word or "")
        return cleaned


def _understood(match: re.Match[str], word: str) -> NewResult:
    if word:
        return NewResult(special=WORDS[word])
    return NewResult((int(match["a"]), int(match["b"]), int(match["drawn"] or 0)))
