"""Forms about formats. Cards are written one a line, by name or number, as a person would list them."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms

from deckcheck.cards.card import Card, Pool
from deckcheck.domain.options import OPTIONS, Option
from deckcheck.domain.rulebook import RuleDraft
from deckcheck.domain.versions import in_use, pool
from deckcheck.models import FormatRule, Game

COPIES = re.compile(r"\s*(?:(\d{1,3})\s*[x×]?\s+)?(.+?)\s*\Z")


class FormatForm(forms.Form):
    game = forms.ChoiceField(choices=Game.choices)
    title = forms.CharField(max_length=80)


class RuleForm(forms.Form):
    """A rule of a format of ``game``; starts as ``rule`` says, but a ``new`` one without its days."""

    valid_from = forms.DateField(
        label="First day", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    valid_until = forms.DateField(
        label="Last day",
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text="Leave it empty while there is no end.",
    )
    sets = forms.MultipleChoiceField(label="Legal sets", required=False, widget=forms.CheckboxSelectMultiple)
    banned = forms.CharField(
        label="Banned cards",
        required=False,
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
        help_text="One card a line, by name or number.",
    )
    limited = forms.CharField(
        label="Limited cards",
        required=False,
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
        help_text="One card a line after the copies allowed, such as “1 Déjà Vu”; without a number it is 1.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, data: Any = None, *, game: Game, rule: FormatRule | None = None, new: bool = False
    ) -> None:
        self.game = game
        self.options = OPTIONS.get(game.value, ())
        self.versions = in_use(game.value)
        super().__init__(data, initial=self._initial(rule, new))
        choices = [(version.code, version.load().name) for version in self.versions]
        self.fields["sets"].choices = choices  # type: ignore[attr-defined]
        for option in self.options:
            self.fields[f"option_{option.name}"] = _field(option)

    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.options]

    def clean_banned(self) -> tuple[str, ...]:
        return tuple(card.number for card, _ in self._cards("banned"))

    def clean_limited(self) -> dict[str, int]:
        return {card.number: copies for card, copies in self._cards("limited")}

    def draft(self) -> RuleDraft:
        """What the person wrote, once the form is valid; options as in the rulebook are left out."""
        found = self.cleaned_data
        chosen = {option.name: option.read(found[f"option_{option.name}"]) for option in self.options}
        return RuleDraft(
            valid_from=found["valid_from"],
            valid_until=found["valid_until"],
            sets=tuple(found["sets"]),
            banned=found["banned"],
            limited=found["limited"],
            options={
                option.name: chosen[option.name]
                for option in self.options
                if chosen[option.name] != option.default
            },
        )

    def _initial(self, rule: FormatRule | None, new: bool) -> dict[str, Any]:
        rule = rule or FormatRule(sets=[version.code for version in self.versions])
        cards = self._pool()
        initial: dict[str, Any] = {
            "sets": rule.sets,
            "banned": "\n".join(_name(cards, number) for number in rule.banned),
            "limited": "\n".join(
                f"{copies} {_name(cards, number)}" for number, copies in rule.limited.items()
            ),
        }
        for option in self.options:
            initial[f"option_{option.name}"] = option.written(rule.options.get(option.name, option.default))
        if not new:
            initial |= {
                "valid_from": rule.valid_from,
                "valid_until": rule.valid_until,
                "version": rule.version,
            }
        return initial

    def _pool(self) -> Pool:
        return pool(self.game.value, self.versions)

    def _cards(self, name: str) -> Iterator[tuple[Card, int]]:
        cards = self._pool()
        unknown = []
        for line in filter(str.strip, self.cleaned_data[name].splitlines()):
            found = COPIES.match(line)
            copies, said = (found[1], found[2]) if found else (None, line)
            card = cards.get(said.upper()) or cards.named(said) or cards.named(line)
            if card is None:
                unknown.append(said)
            else:
                yield card, int(copies or 1)
        if unknown:
            raise forms.ValidationError(f"No card has this name or number: {', '.join(unknown)}.")


def _name(cards: Pool, number: str) -> str:
    card = cards.get(number)
    return card.name if card else number


def _field(option: Option) -> forms.Field:
    if option.choices:
        return forms.ChoiceField(label=option.label, help_text=option.help, choices=option.choices)
    return forms.IntegerField(
        label=option.label, help_text=option.help, required=False, min_value=0, max_value=9999
    )
