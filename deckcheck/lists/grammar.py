"""What one line of a list says, in the grammar that all line formats share.

A header of one format is understood in every other, so a list put together from two sites reads as well.
A line is never taken for something near: it is exactly a card, header or comment, or it is an error.
"""

import re
from typing import NamedTuple

from deckcheck.cards.card import Card, name_key
from deckcheck.lists.names import BY_TYPE, DECLARATIONS, FOREIGN, ZONE_TITLES, Vocabulary, near_words
from deckcheck.lists.reading import MAX_COPIES, MAX_LINE, Kind
from deckcheck.lists.shapes import (
    Counted,
    Span,
    clean_name,
    code_of,
    count_last,
    counted,
    deck_named,
    heading,
    labelled,
    mark_of,
    name_too_long,
    trim,
)

STYLES = ("deckplanet", "deckscape", "decklab", "hope", "plain")
DECKPLANET, DECKSCAPE, DECKLAB, HOPE, PLAIN = range(len(STYLES))
# A format is recognized by its headers; how its cards are written only decides between two of them.
HEADER, CARD = 1000, 1

MOST_SUGGESTED = 50
UNCOUNTED = "There is no number of copies: read as 1."
_NAME_LABELS = frozenset({"deck", "deckname", "name", "title"})
_NOBODY = frozenset({"", "none"})
_AND = re.compile(r"\s*(?:[,;/&+]|\band\b)\s*", re.IGNORECASE)
_LETTER = re.compile(r"[^\W_]")


class Item(NamedTuple):
    """What a line says, wherever it stands. ``role`` tells headers apart.

    ``zone`` is of a section the zone it opens, of a card the zone that its own line names (None: the section
    decides); ``home`` is the card's zone by type. ``style`` and ``weight`` speak for a format.
    """

    kind: Kind
    style: int = PLAIN
    weight: int = 0
    copies: int = 0
    card: Card | None = None
    home: str = ""
    zone: str | None = None
    role: str = ""
    words: str = ""
    values: tuple[str, ...] = ()
    total: int | None = None
    message: str = ""
    suggestions: tuple[str, ...] = ()


BLANK_LINE = Item("blank")
COMMENT = Item("comment")


def copies_of(digits: str, *, negative: bool = False) -> tuple[int, str]:
    """The number of copies, and what is wrong with it, or nothing."""
    if negative:
        return 0, f"-{digits} copies: there can be no fewer than 1."
    number = int(digits) if len(digits) < 10 else MAX_COPIES + 1
    if number == 0:
        return 0, "0 copies: remove the line, or say how many there are."
    if number > MAX_COPIES:
        return 0, f"{digits[:20]} copies: at most {MAX_COPIES} are read."
    return number, ""


class Grammar:
    """Reads the lines of one list; after 50 unknown names it stops looking for near ones."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._left = MOST_SUGGESTED

    def near(self, name: str) -> tuple[str, ...]:
        """Near card names, for the first 50 unknown names of a list."""
        self._left -= 1
        return self.words.near(name) if self._left >= 0 else ()

    def read(self, line: str) -> Item:
        """What the line says."""
        if len(line) > MAX_LINE:
            return Item(
                "error", message=f"This line has {len(line)} characters; at most {MAX_LINE} are read."
            )
        if not line or line.isspace():
            return BLANK_LINE
        mark, start = mark_of(line)
        if mark:
            return self._marked(line, mark, start)
        if not _LETTER.search(line):
            found = self.words.named(line.strip())
            return self._card(found, 1, "") if found else self._no_words(line)
        number = counted(line)
        whole = trim(line, 0, len(line))
        return self._counted(line, number, whole, UNCOUNTED) if number else self._bare(line, whole)

    def _no_words(self, line: str) -> Item:
        """Rulers and blanks without width; signs that are neither letters nor digits say nothing."""
        return COMMENT if line.strip("\u00ad\u200b\u200e\u200f\u2060\ufeff \t\r\xa0") else BLANK_LINE

    def _marked(self, line: str, mark: str, start: int) -> Item:
        header = self._header(line, start, mark)
        if header:
            return header
        pair = labelled(line, start)
        if pair and name_key(line[slice(*pair[0])]) in self.words.sections:
            item = self._in_section(line, pair, mark)
            if item.kind == "card" or self.words.almost(line[slice(*pair[1])]):
                return item
        return self._doubtful(line, start) or COMMENT

    def _doubtful(self, line: str, start: int) -> Item | None:
        """A comment that was probably meant as a header: reported, for its cards would go elsewhere."""
        title = heading(line, start)
        if not title or len(title.words.split()) > 2 or any(sign.isdigit() for sign in title.words):
            return None
        close = self.words.near_headers(title.words)
        if close or title.total is not None or name_key(title.words) in FOREIGN:
            return self._unknown_section(title.words, close)
        return None

    def _unknown_section(self, words: str, near: tuple[str, ...]) -> Item:
        zones = [ZONE_TITLES[zone] for zone in self.words.zones]
        known = " and ".join(filter(None, (", ".join(zones[:-1]), zones[-1])))
        below = "placed by their type" if len(zones) > 1 else "counted in it"
        message = f"{self.words.title} has no section “{words.strip()}”; it has {known}. The cards below are {below}."
        return Item("error", role="section", zone=BY_TYPE, message=message, suggestions=near)

    def _header(self, line: str, start: int, mark: str) -> Item | None:
        return self._deck_name(line, start, mark) or self._section(line, start, mark)

    def _deck_name(self, line: str, start: int, mark: str) -> Item | None:
        """The deck's name, or what the list declares of it."""
        span = deck_named(line, start)
        if span:
            return self._name(line[slice(*span)], DECKPLANET)
        pair = labelled(line, start)
        if not pair:
            return None
        label, value = name_key(line[slice(*pair[0])]), line[slice(*pair[1])]
        if label in _NAME_LABELS:
            own = HOPE if self.words.game == "hope-cardgame" else DECKLAB
            return self._name(value, self._style(mark, own if label == "deck" else PLAIN))
        for declaration in DECLARATIONS.get(self.words.game, {}):
            if label in (declaration, declaration.removesuffix("s")):
                return self._declared(declaration, value)
        return None

    def _style(self, mark: str, bare: int) -> int:
        return {"#": DECKPLANET, "/": DECKSCAPE}.get(mark, bare)

    def _name(self, words: str, style: int) -> Item:
        name = clean_name(words)
        wrong = name_too_long(name)
        if wrong:
            return Item("error", style, HEADER, message=wrong)
        return Item("header", style, HEADER, role="name", words=name)

    def _declared(self, declaration: str, value: str) -> Item:
        values, message, near = declared_values(self.words, declaration, value)
        if message:
            return Item("error", HOPE, CARD, message=message, suggestions=near)
        return Item("header", HOPE, CARD, role="declared", words=declaration, values=values)

    def _section(self, line: str, start: int, mark: str) -> Item | None:
        title = heading(line, start)
        if not title or any(sign in title.words for sign in ":："):
            return None
        key = name_key(title.words)
        style = self._style(mark, DECKLAB if title.colon else PLAIN)
        weight = HEADER if mark else CARD
        if key in self.words.sections:
            zone = self.words.sections[key]
            return Item("header", style, weight, zone=zone, role="section", total=title.total)
        if key in self.words.groups:
            style = HOPE if mark == "/" and len(self.words.zones) == 1 else style
            return Item("header", style, weight, role="group", total=title.total)
        return None

    def _in_section(self, line: str, pair: tuple[Span, Span], mark: str) -> Item:
        """ "Mainframe: Firestarter" and "SB: 2 Terminate": a card whose own line names the zone."""
        zone = self.words.sections[name_key(line[slice(*pair[0])])]
        number = counted(line, pair[1][0])
        value = pair[1]
        item = self._counted(line, number, value, "") if number else self._uncounted(line, value, "")
        if item.kind != "card":
            return item
        style = self._style(mark, DECKLAB)
        return item._replace(style=style, weight=HEADER, zone=zone or None)

    def _counted(self, line: str, number: Counted, whole: Span, remark: str) -> Item:
        """Number and name; or a name that begins with a number itself, if ``whole`` is that of a card."""
        count, wrong = copies_of(number.digits, negative=number.negative)
        for span in () if wrong else number.spans:
            item = self._find(line, span, count)
            if item:
                return item._replace(style=DECKSCAPE, weight=CARD) if number.multiplied else item
        item = self._find(line, whole, 1)
        if item:
            return item._replace(message=item.message or remark)
        return Item("error", message=wrong) if wrong else self._unknown(line, number.spans[0])

    def _find(self, line: str, span: Span, count: int) -> Item | None:
        """The card that the words of the span name, with or without a set code behind."""
        words = line[slice(*span)]
        found = self.words.named(words) if words else None
        if found:
            return self._card(found, count, "")
        code = code_of(line, span)
        if not code or name_key(code.set) in self.words.sections.keys() | FOREIGN:
            return None
        found = self.words.named(line[span[0] : code.start])
        if not found:
            return None
        item = self._card(found, count, self._about_code(code.text, code.set, code.number, found))
        return item._replace(style=DECKPLANET, weight=CARD) if code.square else item

    def _about_code(self, text: str, code: str, number: str, found: Card) -> str:
        """What a set code says against the card that the name found, or nothing."""
        if code.casefold() not in self.words.set_codes:
            return f"“{text}” is no set of this format; {found.name} was found by its name."
        other = self.words.numbered(f"{code}-{number}") if number else None
        if other and other is not found:
            return f"{code}-{number} is {other.name}; {found.name} was found by its name."
        return ""

    def _card(self, card: Card, count: int, message: str) -> Item:
        return Item("card", copies=count, card=card, home=self.words.home(card), message=message)

    def _unknown(self, line: str, span: Span) -> Item:
        code = code_of(line, span)
        name = line[span[0] : code.start if code else span[1]]
        if not name:
            return Item("error", message="There is a number of copies, but no card.")
        return Item("error", message=f"No card here is named “{name}”.", suggestions=self.near(name))

    def _uncounted(self, line: str, span: Span, remark: str) -> Item:
        """A name without a number before it."""
        item = self._find(line, span, 1)
        if item:
            return item._replace(message=item.message or remark)
        last = count_last(line, span[0])
        if last:
            count, wrong = copies_of(last[0])
            item = self._find(line, last[1], count)
            if item:
                return Item("error", message=wrong) if wrong else item
        return self._unknown(line, span)

    def _bare(self, line: str, span: Span) -> Item:
        header = self._header(line, 0, "")
        if header:
            return header
        if not self._find(line, span, 1):
            pair = labelled(line)
            if pair and name_key(line[slice(*pair[0])]) in self.words.sections:
                return self._in_section(line, pair, "")
            title = self._misspelled_section(line, pair)
            if title:
                return title
        return self._uncounted(line, span, UNCOUNTED)

    def _misspelled_section(self, line: str, pair: tuple[Span, Span] | None) -> Item | None:
        """The line as a header that this game does not have."""
        title = heading(line)
        if pair:
            words, colon = line[slice(*pair[0])], False
        elif title:
            words, colon = title.words, title.colon
        else:
            return None
        close = self.words.near_headers(words)
        if colon or close or name_key(words) in FOREIGN:
            return self._unknown_section(words, close)
        return None


def declared_values(
    words: Vocabulary, declaration: str, value: str
) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Values as the cards spell them; else what is wrong, with the whole value as it may have been meant."""
    allowed = words.allowed(declaration)
    if name_key(value) in _NOBODY:
        return (), "", ()
    parts = [part for part in _AND.split(value.strip()) if part]
    for part in parts:
        if name_key(part) not in allowed:
            near = tuple(value.replace(part, name) for name in near_words(part, allowed.values()))
            known = ", ".join(allowed.values())
            return (), f"“{part}” is not among the {declaration} of {words.title}: {known}.", near
    return tuple(dict.fromkeys(allowed[name_key(part)] for part in parts)), "", ()
