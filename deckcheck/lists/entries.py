"""Cards of the formats with fields, CSV and JSON: one entry is a zone, a count, a name and perhaps a number."""

from dataclasses import dataclass, field

from deckcheck.cards.card import Card, name_key
from deckcheck.lists.grammar import Grammar, copies_of, declared_values
from deckcheck.lists.names import DECLARATIONS, ZONE_TITLES, Vocabulary
from deckcheck.lists.reading import MAX_COPIES, Line, Problem, Reading
from deckcheck.lists.shapes import clean_name, name_too_long
from deckcheck.lists.text import make_deck, too_many


class EntryError(ValueError):
    """Why an entry is no card; ``suggestions`` are names that may have been meant."""

    def __init__(self, message: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.suggestions = suggestions


@dataclass
class Entries:
    """A deck in the making, with what became of each line."""

    words: Vocabulary
    lines: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    name: str = ""
    declared: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.grammar = Grammar(self.words)
        self.zones: dict[str, dict[str, int]] = {zone: {} for zone in self.words.zones}

    def error(self, line: int, text: str, message: str, suggestions: tuple[str, ...] = ()) -> None:
        self.lines.append(Line(line, text, "error", message=message, suggestions=suggestions))
        self.problems.append(Problem(line, message, suggestions))

    def header(self, line: int, text: str, zone: str = "") -> None:
        self.lines.append(Line(line, text, "header", zone))

    def card(
        self,
        line: int,
        text: str,
        zone: str,
        count: str,
        name: str,
        number: str,
        *,
        correctable: bool = True,
    ) -> None:
        """One entry; ``zone`` is a section word, empty for the zone of the card's type.

        Other names are suggested only where the line is ``correctable``, having one name.
        """
        try:
            place, copies, card = self._zone(zone), self._count(count), self._card(name, number)
            place = place or self.words.home(card)
            total = self.zones[place].get(card.number, 0) + copies
            if total > MAX_COPIES:
                raise EntryError(too_many(card.name, total))
        except EntryError as error:
            self.error(line, text, str(error), error.suggestions if correctable else ())
            return
        self.zones[place][card.number] = total
        self.lines.append(Line(line, text, "card", place, copies, card))

    def _zone(self, word: str) -> str:
        key = name_key(word)
        if not key:
            return ""
        if key not in self.words.sections:
            known = ", ".join(ZONE_TITLES[zone] for zone in self.words.zones)
            raise EntryError(f"{self.words.title} has no zone “{word.strip()}”; it has {known}.")
        return self.words.sections[key]

    def _count(self, word: str) -> int:
        digits = word.strip()
        if not digits.lstrip("-−").isdecimal():
            raise EntryError(
                f"“{digits[:20]}” is no number of copies." if digits else "The number of copies is missing."
            )
        copies, wrong = copies_of(digits.lstrip("-−"), negative=digits[0] in "-−")
        if wrong:
            raise EntryError(wrong)
        return copies

    def _card(self, name: str, number: str) -> Card:
        """The card that name and number agree on; a number of another edition does not matter."""
        by_number = self.words.numbered(number.strip()) if number.strip() else None
        if not name.strip():
            if by_number:
                return by_number
            raise EntryError(
                f"No card here has the number “{number.strip()}”."
                if number.strip()
                else "The card is missing."
            )
        by_name = self.words.named(name)
        if not by_name:
            raise EntryError(f"No card here is named “{name.strip()}”.", self.grammar.near(name))
        if by_number and by_number is not by_name:
            raise EntryError(f"{number.strip()} is {by_number.name}, not {by_name.name}.", (by_number.name,))
        return by_name

    def call(self, line: int, text: str, name: str) -> None:
        """The deck's name."""
        words = clean_name(name)
        wrong = name_too_long(words)
        if wrong:
            self.error(line, text, wrong)
            return
        self.name = words
        self.header(line, text)

    def declares(self, word: str) -> str:
        """The declaration of this game that the word names, or nothing."""
        key = name_key(word)
        known = DECLARATIONS.get(self.words.game, {})
        return next((name for name in known if key in (name, name.removesuffix("s"))), "")

    def declare(self, line: int, text: str, declaration: str, value: str) -> None:
        """What the list says of itself, such as its races."""
        values, wrong, near = declared_values(self.words, declaration, value)
        if wrong:
            self.error(line, text, wrong, near)
            return
        self.declared[declaration] = values
        self.header(line, text)

    def reading(self, format: str) -> Reading:
        """All of it, in the order of the lines."""
        deck = make_deck(self.words, self.zones, self.name, self.declared)
        lines = tuple(sorted(self.lines, key=lambda line: line.number))
        return Reading(format, deck, lines, tuple(sorted(self.problems, key=lambda problem: problem.line)))
