"""Decklists as CSV: a row for each card, with columns zone, count, name and number.

The columns may stand in any order under the names that spreadsheets use for them, separated by comma,
semicolon or tab. A row whose zone is "name" holds the deck's name, one named after a declaration ("races")
what the list says of itself.
"""

import csv
import io
import re
from dataclasses import dataclass

from deckcheck.cards.card import name_key
from deckcheck.lists.decoding import split_lines
from deckcheck.lists.entries import Entries
from deckcheck.lists.names import Vocabulary
from deckcheck.lists.reading import MAX_LINE, Line, Reading

COLUMNS = {
    "zone": ("zone", "section", "board", "deck", "location"),
    "count": ("count", "copies", "quantity", "qty", "amount", "number of copies"),
    "name": ("name", "card", "card name", "title"),
    "number": ("number", "card number", "id", "code", "collector number"),
}
_COLUMN = {name_key(word): column for column, words in COLUMNS.items() for word in words}
DELIMITERS = ",;\t"
_FIRST_LINE = re.compile(rf"\s*+([^\r\n]{{1,{MAX_LINE}}})(?:[\r\n]|$)")
# A spreadsheet takes text beginning like this for a formula; such names are written with an apostrophe before.
_FORMULA = re.compile(r"'*[=+\-@]")


def guard(value: str) -> str:
    """The value as it is safe in a spreadsheet; ``unguard`` takes it back."""
    return f"'{value}" if _FORMULA.match(value) else value


def unguard(value: str) -> str:
    return value[1:] if value.startswith("'") and _FORMULA.match(value) else value


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each column stands, and what separates them."""

    places: dict[str, int]
    delimiter: str

    def pick(self, row: list[str], column: str) -> str:
        place = self.places.get(column, len(row))
        return row[place] if place < len(row) else ""


def columns_of(line: str) -> Columns | None:
    """The columns of a header row; None if the line is no header row with a count and a card."""
    for delimiter in (sign for sign in DELIMITERS if sign in line):
        row = fields(line, delimiter)
        known = {
            _COLUMN[name_key(word)]: place
            for place, word in enumerate(row or ())
            if name_key(word) in _COLUMN
        }
        if "count" in known and ("name" in known or "number" in known):
            return Columns(known, delimiter)
    return None


def fields(line: str, delimiter: str) -> list[str] | None:
    """The fields of a row; None if its quotes do not close."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def is_table(text: str) -> bool:
    """Whether the first line with anything on it is a header row."""
    first = _FIRST_LINE.match(text)
    return first is not None and columns_of(first[1]) is not None


def read_table(text: str, words: Vocabulary) -> Reading:
    """The list as rows. Without a header row nothing can be read, and each line says so."""
    entries = Entries(words)
    columns: Columns | None = None
    for number, line in enumerate(split_lines(text), 1):
        if not line.strip():
            entries.lines.append(Line(number, line, "blank"))
        elif len(line) > MAX_LINE:
            entries.error(number, line, f"This row has {len(line)} characters; at most {MAX_LINE} are read.")
        elif line.lstrip().startswith("#"):
            entries.lines.append(Line(number, line, "comment"))
        elif columns is None:
            columns = columns_of(line)
            if columns:
                entries.header(number, line)
            else:
                entries.error(
                    number, line, "Before the cards there must be a row such as zone,count,name,number."
                )
        else:
            _row(entries, number, line, columns)
    return entries.reading("csv")


def _row(entries: Entries, number: int, line: str, columns: Columns) -> None:
    row = fields(line, columns.delimiter)
    if row is None:
        entries.error(number, line, "A quotation mark in this row is not closed.")
        return
    zone, name = columns.pick(row, "zone").strip(), unguard(columns.pick(row, "name"))
    declaration = entries.declares(zone)
    if name_key(zone) == "name":
        entries.call(number, line, name)
    elif declaration:
        entries.declare(number, line, declaration, name)
    else:
        entries.card(number, line, zone, columns.pick(row, "count"), name, columns.pick(row, "number"))


def write_rows(rows: list[tuple[str, str, str, str]]) -> str:
    """Header row and rows of zone, count, name and number, as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("zone", "count", "name", "number"))
    writer.writerows((zone, count, guard(name), number) for zone, count, name, number in rows)
    return out.getvalue()
