"""Reading of the line formats: deckplanet, deckscape, decklab, hope and plain."""

from types import MappingProxyType
from weakref import WeakKeyDictionary

from deckcheck.lists.deck import Deck
from deckcheck.lists.decoding import split_lines
from deckcheck.lists.grammar import HEADER, PLAIN, STYLES, Grammar, Item
from deckcheck.lists.names import BY_TYPE, Vocabulary
from deckcheck.lists.reading import MAX_COPIES, Line, Problem, Reading

_MOST_REMEMBERED = 10_000
_LONGEST_REMEMBERED = 120
# Lines that were understood before, in any list of a pool; most lists share most of their lines.
_remembered: WeakKeyDictionary[Vocabulary, dict[str, Item]] = WeakKeyDictionary()


class _Total:
    """A total printed in a header, against the cards that follow."""

    def __init__(self, line: int, said: int | None, counted: int, unread: int) -> None:
        self.line, self.said, self.counted, self.unread = line, said, counted, unread

    def problem(self, counted: int, unread: int) -> Problem | None:
        """What is wrong once all cards of the section are counted."""
        found = counted - self.counted
        if self.said is None or self.said == found:
            return None
        missing = unread - self.unread
        apart = f" (and {missing} {'line' if missing == 1 else 'lines'} could not be read)" if missing else ""
        cards = "card" if found == 1 else "cards"
        return Problem(
            self.line, f"The header says {self.said}, but the lines below it hold {found} {cards}{apart}."
        )


class _TextReader:
    """One reading: the zone in force, the cards so far, the open totals."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.grammar = Grammar(words)
        self.remembered = _remembered.setdefault(words, {})
        self.zones: dict[str, dict[str, int]] = {zone: {} for zone in words.zones}
        self.zone = BY_TYPE
        self.lines: list[Line] = []
        self.problems: list[Problem] = []
        self.scores = [0] * len(STYLES)
        self.name: str | None = None
        self.declared: dict[str, tuple[str, ...]] = {}
        self.counted = self.unread = 0
        self.section: _Total | None = None
        self.group: _Total | None = None

    def read(self, texts: list[str]) -> None:
        """Each line in turn. Lines met before, in any list of the pool, are not parsed again."""
        remembered, scores, zones, lines = self.remembered, self.scores, self.zones, self.lines
        for number, text in enumerate(texts, 1):
            item = remembered.get(text) or self._parse(text)
            scores[item.style] += item.weight
            card = item.card
            if card is None:
                lines.append(self._without_card(number, text, item))
                continue
            zone = item.zone or self.zone or item.home
            cards = zones[zone]
            copies = cards.get(card.number, 0) + item.copies
            if copies > MAX_COPIES:
                lines.append(self._error(number, text, too_many(card.name, copies)))
                continue
            cards[card.number] = copies
            self.counted += item.copies
            lines.append(Line(number, text, "card", zone, item.copies, card, item.message))
        self._close(self.section)
        self._close(self.group)

    def _parse(self, text: str) -> Item:
        item = self.grammar.read(text)
        if item.kind != "error" and len(text) <= _LONGEST_REMEMBERED:
            if len(self.remembered) >= _MOST_REMEMBERED:
                self.remembered.clear()
            self.remembered[text] = item
        return item

    def _without_card(self, number: int, text: str, item: Item) -> Line:
        if item.role in ("section", "group"):
            self._open(number, item)
        if item.kind == "error":
            return self._error(number, text, item.message, item.suggestions)
        if item.role == "name":
            if self.name is not None:
                return self._error(number, text, "The deck has a name already, in a line above.")
            self.name = item.words
        elif item.role == "declared":
            self.declared[item.words] = item.values
        zone = self.zone if item.role in ("section", "group") else ""
        return Line(number, text, item.kind, zone)

    def _open(self, number: int, item: Item) -> None:
        """Another section or group begins, so the totals before it are due."""
        self._close(self.group)
        self.group = None
        total = _Total(number, item.total, self.counted, self.unread)
        if item.role == "group":
            self.group = total
            if self.zone in ("mainframe", "ram"):
                self.zone = BY_TYPE
            return
        self._close(self.section)
        self.section = total
        self.zone = item.zone or BY_TYPE

    def _close(self, total: _Total | None) -> None:
        problem = total.problem(self.counted, self.unread) if total else None
        if problem:
            header = self.lines[problem.line - 1]
            self.lines[problem.line - 1] = Line(
                header.number, header.text, header.kind, header.zone, message=problem.message
            )
            self.problems.append(problem)

    def _error(self, number: int, text: str, message: str, suggestions: tuple[str, ...] = ()) -> Line:
        self.unread += 1
        self.problems.append(Problem(number, message, suggestions))
        return Line(number, text, "error", message=message, suggestions=suggestions)

    def format(self) -> str:
        """The format whose headers are there; without any the list is plain."""
        best = max(range(len(STYLES)), key=self.scores.__getitem__)
        return STYLES[best] if self.scores[best] >= HEADER else STYLES[PLAIN]


def too_many(name: str, copies: int) -> str:
    """What is wrong when one zone would hold more copies than are read."""
    return f"With this line there are {copies} copies of {name}; at most {MAX_COPIES} are read."


def make_deck(
    words: Vocabulary,
    zones: dict[str, dict[str, int]],
    name: str,
    declared: dict[str, tuple[str, ...]],
) -> Deck:
    """The deck, read-only throughout."""
    frozen = {zone: MappingProxyType(cards) for zone, cards in zones.items()}
    return Deck(words.game, MappingProxyType(frozen), name, MappingProxyType(declared))


def read_text(text: str, words: Vocabulary, format: str | None) -> Reading:
    """The list read in the grammar of all line formats; ``format`` None is found by its headers."""
    reader = _TextReader(words)
    reader.read(split_lines(text))
    deck = make_deck(words, reader.zones, reader.name or "", reader.declared)
    problems = sorted(reader.problems, key=lambda problem: problem.line)
    return Reading(format or reader.format(), deck, tuple(reader.lines), tuple(problems))
