"""Decklists as JSON.

Written as ``{"game", "name", "declared", "zones": {zone: [{"count", "name", "number"}, …]}}``. Read are also
zones at the top, zones as ``{name: count}``, cards as "4 Admin", and a plain array of cards. The text is taken
apart here rather than by the ``json`` module, because an answer must name the line of each card, and a key that
stands twice must not vanish.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from deckcheck.cards.card import name_key
from deckcheck.lists.decoding import split_lines
from deckcheck.lists.entries import Entries
from deckcheck.lists.names import BY_TYPE, Vocabulary
from deckcheck.lists.reading import MAX_LINE, MAX_LINES, Line, ListError, Reading
from deckcheck.lists.shapes import counted

_TOKEN = re.compile(
    r'[ \t\r\n]*+(?:(?P<string>"(?:[^"\\\x00-\x1f]|\\.)*+")'
    r"|(?P<number>-?\d++(?:\.\d++)?(?:[eE][+-]?\d++)?)|(?P<word>true|false|null)|(?P<sign>[\[\]{},:]))"
)
_NAME = re.compile(r'"(?:name|card|title|card[ _]?name)"\s*+:\s*+("(?:[^"\\]|\\.)*+")', re.IGNORECASE)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_DEEPEST = 20
_LIST = re.compile(r"\[\s*[\[{\"\]]")
_CARD_KEYS = {
    "count": ("count", "copies", "quantity", "qty", "amount"),
    "name": ("name", "card", "cardname", "title"),
    "number": ("number", "id", "code", "cardnumber"),
}


class Value(NamedTuple):
    """A JSON value with the line it begins on. ``kind`` is object, array, string, number or word.

    ``pairs`` are the key and value of each member of an object, ``items`` the elements of an array,
    ``text`` is a string's content or a number or word as written.
    """

    kind: str
    line: int
    text: str = ""
    pairs: "tuple[tuple[str, int, Value], ...]" = ()
    items: "tuple[Value, ...]" = ()


class JSONFault(ValueError):
    """Where the text stops being JSON, and why."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.place, self.line, self.values = text, 0, 1, 0

    def document(self) -> Value:
        value = self._value(0)
        if self.text[self.place :].strip(" \t\r\n"):
            raise JSONFault(self._line_here(), "More text follows after the end of the JSON.")
        return value

    def _line_here(self) -> int:
        rest = self.text[self.place :]
        blanks = rest[: len(rest) - len(rest.lstrip(" \t\r\n"))]
        return self.line + _line_ends(blanks)

    def _next(self, expected: str) -> re.Match[str]:
        found = _TOKEN.match(self.text, self.place)
        if not found:
            raise JSONFault(self._line_here(), f"This is not valid JSON: expected {expected}.")
        self.line += _line_ends(found.group())
        self.place = found.end()
        return found

    def _value(self, depth: int) -> Value:
        self.values += 1
        if self.values > 10 * MAX_LINES:
            raise ListError(f"This list has more than {10 * MAX_LINES:,} values; a decklist has far fewer.")
        if depth > _DEEPEST:
            raise JSONFault(self.line, f"The list is nested more than {_DEEPEST} deep.")
        token = self._next("a value")
        line = self.line
        if token["string"]:
            return Value("string", line, self._string(token["string"]))
        if token["sign"] == "{":
            return Value("object", line, pairs=tuple(self._members(depth)))
        if token["sign"] == "[":
            return Value("array", line, items=tuple(self._elements(depth)))
        if token["sign"]:
            raise JSONFault(line, f"This is not valid JSON: “{token['sign']}” where a value belongs.")
        return Value("number" if token["number"] else "word", line, token["number"] or token["word"])

    def _string(self, token: str) -> str:
        try:
            text = str(json.loads(token))
            text.encode()
        except ValueError:
            raise JSONFault(self.line, "This is not valid JSON: a backslash that means nothing.") from None
        return text

    def _ends(self, closing: str) -> bool:
        found = _TOKEN.match(self.text, self.place)
        if not found or found["sign"] != closing:
            return False
        self._next(closing)
        return True

    def _separated(self, closing: str) -> bool:
        """Whether another element follows; takes the comma or the closing sign."""
        token = self._next(f"“,” or “{closing}”")
        if token["sign"] not in (",", closing):
            raise JSONFault(self.line, f"This is not valid JSON: expected “,” or “{closing}”.")
        return token["sign"] == ","

    def _elements(self, depth: int) -> Iterator[Value]:
        more = not self._ends("]")
        while more:
            yield self._value(depth + 1)
            more = self._separated("]")

    def _members(self, depth: int) -> Iterator[tuple[str, int, Value]]:
        more = not self._ends("}")
        while more:
            key = self._next("a key in quotation marks")
            line = self.line
            if not key["string"]:
                raise JSONFault(line, "This is not valid JSON: expected a key in quotation marks.")
            name = self._string(key["string"])
            if self._next("“:”")["sign"] != ":":
                raise JSONFault(self.line, "This is not valid JSON: expected “:”.")
            yield name, line, self._value(depth + 1)
            more = self._separated("}")


def _line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def name_in(line: str) -> tuple[int, int] | None:
    """The span of the only card's string on a line, quotes included: a "name", or the line's only string.

    None if there are several, for then a correction could not tell them apart.
    """
    named = [found.span(1) for found in _NAME.finditer(line)]
    strings = named or [found.span() for found in _STRING.finditer(line)]
    return strings[0] if len(strings) == 1 else None


def is_json(text: str) -> bool:
    """Whether the text begins as JSON does, and not as a header in brackets such as "[Sideboard]"."""
    start = text.lstrip()[:40]
    return start.startswith("{") or bool(_LIST.match(start))


def read_json(text: str, words: Vocabulary) -> Reading:
    """The list as JSON. Text that is none is read no further than to say where it breaks."""
    lines = split_lines(text)
    entries = Entries(words)
    try:
        document = _Parser(text).document()
    except JSONFault as fault:
        return _broken(entries, lines, min(fault.line, max(len(lines), 1)), str(fault))
    _Document(entries, lines).read(document)
    _rest(entries, lines)
    return entries.reading("json")


def _broken(entries: Entries, lines: list[str], broken: int, message: str) -> Reading:
    for number, line in enumerate(lines, 1):
        if number == broken:
            entries.error(number, line, message)
        elif line.strip():
            why = f"Not read, because line {broken} is not valid JSON."
            entries.lines.append(Line(number, line, "error", message=why))
        else:
            entries.lines.append(Line(number, line, "blank"))
    if not lines:
        entries.error(1, "", message)
    return entries.reading("json")


def _rest(entries: Entries, lines: list[str]) -> None:
    """Lines of brackets and keys, which hold no entry of their own."""
    told = {line.number for line in entries.lines}
    for number, line in enumerate(lines, 1):
        if number not in told:
            kind = "header" if any(sign.isalnum() for sign in line) else "blank"
            entries.lines.append(Line(number, line, "header" if kind == "header" else "blank"))


class _Document:
    """Which values are the deck's name, its declarations and its zones."""

    def __init__(self, entries: Entries, lines: list[str]) -> None:
        self.entries, self.words, self.lines, self.cards = entries, entries.words, lines, 0

    def _text(self, line: int) -> str:
        """The line as written; of a file without line breaks no more than its beginning, once for each card."""
        return self.lines[line - 1][:MAX_LINE] if line <= len(self.lines) else ""

    def read(self, value: Value) -> None:
        if value.kind == "array":
            self._zone(BY_TYPE, value)
        elif value.kind == "object":
            for key, line, member in value.pairs:
                self._member(key, line, member)
        else:
            self.entries.error(value.line, self._text(value.line), "A decklist is an object or an array.")

    def _member(self, key: str, line: int, value: Value) -> None:
        word, text = name_key(key), self._text(line)
        declaration = self.entries.declares(key)
        if word in ("name", "deckname", "title", "deck") and value.kind == "string":
            self.entries.call(line, text, value.text)
        elif word in ("zones", "declared") and value.kind == "object":
            for inner, at, member in value.pairs:
                self._inner(word, inner, at, member)
        elif declaration:
            self._declare(declaration, line, value)
        elif word in self.words.sections:
            self._zone(key, value)
        elif word == "game" and value.kind == "string":
            self._game(line, text, value.text)
        elif value.kind in ("object", "array"):
            self.entries.error(line, text, f"“{key}” is no zone of {self.words.title}.")
        else:
            self.entries.lines.append(Line(line, text, "comment", message=f"“{key}” is not used."))

    def _inner(self, where: str, key: str, line: int, value: Value) -> None:
        declaration = self.entries.declares(key)
        if where == "zones" and name_key(key) in self.words.sections:
            self._zone(key, value)
        elif where == "declared" and declaration:
            self._declare(declaration, line, value)
        else:
            what = "zone of" if where == "zones" else "declaration in"
            self.entries.error(line, self._text(line), f"“{key}” is no {what} {self.words.title}.")

    def _game(self, line: int, text: str, game: str) -> None:
        if name_key(game) in (name_key(self.words.game), name_key(self.words.title)):
            self.entries.header(line, text)
        else:
            self.entries.error(line, text, f"This list is for “{game[:40]}”, not for {self.words.title}.")

    def _declare(self, declaration: str, line: int, value: Value) -> None:
        parts = [item.text for item in value.items] if value.kind == "array" else [value.text]
        self.entries.declare(line, self._text(line), declaration, ", ".join(parts))

    def _zone(self, zone: str, value: Value) -> None:
        if value.kind == "array":
            for item in value.items:
                self._card(zone, item)
        elif value.kind == "object":
            for name, line, count in value.pairs:
                self._entry(line, zone, self._number(count), name, "")
        else:
            self._card(zone, value)

    def _number(self, value: Value | None) -> str:
        return "" if value is None else value.text if value.kind == "number" else f"“{value.text}”"

    def _card(self, zone: str, value: Value) -> None:
        if value.kind == "string":
            self._written(zone, value)
            return
        members = {name_key(key): member for key, _, member in value.pairs}
        picked = {
            field: next((members[key] for key in keys if key in members), None)
            for field, keys in _CARD_KEYS.items()
        }
        name, number = picked["name"], picked["number"]
        line = name.line if name else value.line
        if value.kind != "object" or (name or number) is None:
            self.entries.error(line, self._text(line), "A card is an object with count and name.")
            return
        self._entry(
            line,
            zone,
            self._number(picked["count"]),
            name.text if name else "",
            number.text if number else "",
        )

    def _written(self, zone: str, value: Value) -> None:
        """A card as one string: "4 Admin", or "Admin" for one copy."""
        number = counted(value.text)
        if number is None:
            self._entry(value.line, zone, "1", value.text, "")
            return
        start, end = number.spans[0]
        digits = f"-{number.digits}" if number.negative else number.digits
        self._entry(value.line, zone, digits, value.text[start:end], "")

    def _entry(self, line: int, zone: str, count: str, name: str, number: str) -> None:
        self.cards += 1
        if self.cards > MAX_LINES:
            raise ListError(f"This list has more than {MAX_LINES:,} entries.")
        text = self._text(line)
        self.entries.card(line, text, zone, count, name, number, correctable=name_in(text) is not None)
