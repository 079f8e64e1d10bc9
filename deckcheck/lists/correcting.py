"""Putting another name into one line of a list and leaving every other byte as it was."""

import csv
import io
import json
import re

from deckcheck.cards.card import name_key
from deckcheck.lists.decoding import as_text
from deckcheck.lists.names import DECLARATIONS, SECTIONS
from deckcheck.lists.objects import is_json, name_in
from deckcheck.lists.reading import MAX_LINE, ListError
from deckcheck.lists.shapes import Span, code_of, counted, heading, labelled, mark_of, trim
from deckcheck.lists.tables import columns_of, fields, is_table

_END = re.compile(r"\r\n|\r|\n")
_SECTION_KEYS = {name_key(word) for zones in SECTIONS.values() for words in zones.values() for word in words}
_DECLARATION_KEYS = {
    key for known in DECLARATIONS.values() for name in known for key in (name, name.removesuffix("s"))
}


def apply_correction(text: str, line: int, new_name: str) -> str:
    """The text with ``new_name`` in place of the name in this line, everything else byte for byte.

    ``line`` counts from 1 and ``new_name`` is a suggestion of that line: a card's name, a section or declared
    values. Number of copies, set code, comment mark and line end stay; CSV and JSON get the quotes they
    need. Raises ListError if there is no such line, if it has no name, or if the new name is none.
    """
    as_text(text)
    if not new_name.strip() or _END.search(new_name) or len(new_name) > MAX_LINE:
        raise ListError("The new name must be one line of text.")
    start, end = _place(text, line)
    old = text[start:end]
    plain = text.removeprefix("\ufeff")
    if is_json(plain):
        new = _in_json(old, new_name)
    elif is_table(plain):
        new = _in_table(plain, old, new_name)
    else:
        first, last = _name_span(old, new_name)
        new = old[:first] + new_name + old[last:]
    return text[:start] + new + text[end:]


def _place(text: str, line: int) -> Span:
    """Where the line begins and ends in the text, its line end left out."""
    start = len(text) - len(text.removeprefix("\ufeff"))
    for number, found in enumerate(_END.finditer(text), 1):
        if number == line:
            return start, found.start()
        start = found.end()
        if number > line:
            break
    if line == text.count("\n") + text.count("\r") - text.count("\r\n") + 1 and start < len(text):
        return start, len(text)
    raise ListError(f"The list has no line {line}.")


def _name_span(line: str, new_name: str) -> Span:
    """Where the words stand that ``new_name`` is to replace."""
    if len(line) > MAX_LINE or not line.strip():
        raise ListError("This line has no name that could be corrected.")
    start = mark_of(line)[1]
    number = counted(line, start)
    if number:
        return _before_code(line, number.spans[0])
    pair = labelled(line, start)
    title = heading(line, start)
    if pair:
        label, value = pair
        if name_key(line[slice(*label)]) in _SECTION_KEYS | _DECLARATION_KEYS:
            number = counted(line, value[0])
            return _before_code(line, number.spans[0] if number else value)
        if name_key(new_name) in _SECTION_KEYS:
            return label
    elif title and (title.colon or title.total is not None or start):
        return title.span
    return _before_code(line, trim(line, start, len(line)))


def _before_code(line: str, span: Span) -> Span:
    code = code_of(line, span)
    return (span[0], code.start) if code else span


def _in_table(text: str, line: str, new_name: str) -> str:
    """The row with the name's field replaced; the other fields as they were written."""
    first = _END.split(text.lstrip(), maxsplit=1)[0]
    columns = columns_of(first)
    place = columns.places.get("name") if columns else None
    row = fields(line, columns.delimiter) if columns else None
    if columns is None or place is None or row is None or place >= len(row):
        raise ListError("This line has no name that could be corrected.")
    pieces = _raw_fields(line, columns.delimiter)
    out = io.StringIO()
    csv.writer(out, delimiter=columns.delimiter, lineterminator="").writerow((new_name,))
    pieces[place] = out.getvalue()
    return columns.delimiter.join(pieces)


def _raw_fields(line: str, delimiter: str) -> list[str]:
    """The fields as written, quotes included."""
    pieces, quoted, begin = [], False, 0
    for place, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == delimiter and not quoted:
            pieces.append(line[begin:place])
            begin = place + 1
    return [*pieces, line[begin:]]


def _in_json(line: str, new_name: str) -> str:
    """The line with the name in its card's string replaced, the number of copies in "4 Admin" kept."""
    span = name_in(line)
    if span is None:
        raise ListError("This line has no single name that could be corrected.")
    start, end = span
    try:
        old = str(json.loads(line[start:end]))
    except ValueError:
        raise ListError("This line is not valid JSON.") from None
    first, last = _name_span(old, new_name) if counted(old) else (0, len(old))
    new = old[:first] + new_name + old[last:]
    return line[:start] + json.dumps(new, ensure_ascii=False) + line[end:]
