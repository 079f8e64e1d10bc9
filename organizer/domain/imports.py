"""Entries from a CSV file: a preview that says what is wrong where, and an import of all rows or none.

Columns (any order, upper or lower case, separated by commas, semicolons or tabs): ``name``, and if wanted
``email``, ``club``, ``seed``, ``byes`` and ``partner``. Everybody in the file becomes a guest with a claim
code: an address of an existing account links nothing, since that would tell who has one.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from organizer.models import Entry, Event, Member

from .base import Actor, Refused, change
from .names import clean_name
from .places import (
    MOST_BYES,
    Person,
    Place,
    find_place,
    free_places,
    is_public,
    make_members,
    present_members,
)

COLUMNS = ("name", "email", "club", "seed", "byes", "partner")
MOST_BYTES = 1_000_000
MOST_ROWS = 5_000
MOST_SEED = 1_000_000


@dataclass(slots=True)
class ImportRow:
    """One line of the file. ``status`` is new, same (in the event already, will be skipped) or error.

    ``errors`` are texts by column; ``line`` is the line's number in the file, from 1.
    """

    line: int
    name: str = ""
    email: str = ""
    club: str = ""
    seed: int | None = None
    byes: int = 0
    partner: str = ""
    status: str = "new"
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def people(self) -> list[Person]:
        partner = [Person(self.partner)] if self.partner else []
        return [Person(self.name, email=self.email), *partner]

    @property
    def entry_name(self) -> str:
        return f"{self.name} & {self.partner}" if self.partner else self.name


@dataclass(slots=True)
class ImportPreview:
    """What an import would do. ``errors`` concern the file as a whole; ``ignored`` are columns nobody knows."""

    rows: list[ImportRow] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    @property
    def new(self) -> list[ImportRow]:
        return [row for row in self.rows if row.status == "new"]

    @property
    def same(self) -> list[ImportRow]:
        return [row for row in self.rows if row.status == "same"]

    @property
    def faulty(self) -> list[ImportRow]:
        return [row for row in self.rows if row.status == "error"]

    @property
    def ready(self) -> bool:
        """Whether the file can be imported as it is."""
        return bool(self.new) and not self.errors and not self.faulty


class ImportRefused(Refused):
    """Nothing was imported; ``preview`` says what is wrong in which line and column."""

    def __init__(self, preview: ImportPreview) -> None:
        self.preview = preview
        super().__init__(_summary(preview), field="file", code="invalid_file")


def _summary(preview: ImportPreview) -> str:
    if preview.errors:
        return preview.errors[0]
    if not preview.faulty:
        return "Nothing to import: everybody in the file is in the event already."
    first = preview.faulty[0]
    column, text = next(iter(first.errors.items()))
    more = f" {len(preview.faulty) - 1} more lines have errors." if len(preview.faulty) > 1 else ""
    return f"Nothing was imported. Line {first.line}, {column}: {text}{more}"


def parse_entries_csv(event: Event, data: str | bytes) -> ImportPreview:
    """What the file would bring into the event as it is now. Reads only, and raises nothing for bad data."""
    preview = ImportPreview()
    try:
        lines = _lines(decoded(data))
        _, header = next(lines, (0, []))
        columns = _columns(header, preview)
        for line, cells in lines:
            preview.rows.append(_row(line, cells, columns))
            if len(preview.rows) > MOST_ROWS:
                raise _BadFile(f"The file has more than {MOST_ROWS:,} rows: split it.")
    except _BadFile as bad:
        return ImportPreview(errors=[str(bad)])
    if not preview.rows:
        preview.errors.append("The file has a header but no rows.")
    _compare(event, preview.rows)
    for row in preview.rows:
        if row.errors:
            row.status = "error"
    return preview


def import_entries(event: Event, actor: Actor, data: str | bytes) -> list[Entry]:
    """Enter everybody in the file who is not in the event yet, or raise ``ImportRefused`` and enter nobody.

    The file is checked again under the event's lock. Rows are entered in their order, so the last ones go to
    the waitlist when places run out. Claim codes are in ``fresh_codes`` of each entry, this once.
    """
    with change(event, actor) as c:
        place = find_place(c)
        preview = parse_entries_csv(c.event, data)
        if not preview.ready:
            raise ImportRefused(preview)
        entries = [
            Entry(
                event=c.event,
                name=row.entry_name,
                club=row.club,
                seed=row.seed,
                awarded_byes=row.byes,
                status=spot.status,
                first_round=spot.first_round,
                created_at=c.now,
            )
            for row, spot in zip(preview.new, _places(c.event, place, len(preview.new)), strict=True)
        ]
        _store(entries, preview.new)
        waiting = sum(entry.status == Entry.Status.WAITLISTED for entry in entries)
        c.log(
            "entries.imported",
            f"{len(entries)} entries were imported"
            + (f", {waiting} of them to the waitlist." if waiting else "."),
            public=is_public(c.event),
            data={"entries": [entry.pk for entry in entries], "waitlisted": waiting},
        )
        return entries


def _store(entries: list[Entry], rows: Sequence[ImportRow]) -> None:
    Entry.objects.bulk_create(entries, batch_size=1000)
    everybody = []
    for entry, row in zip(entries, rows, strict=True):
        members, entry.fresh_codes = make_members(entry, row.people)
        everybody += members
    Member.objects.bulk_create(everybody, batch_size=1000)


def _places(event: Event, first: Place, number: int) -> list[Place]:
    """Places for ``number`` newcomers of whom the first gets ``first``; refused when they are too few."""
    free = free_places(event)
    if free is None or free >= number or first.status == Entry.Status.WAITLISTED:
        return [first] * number
    if first.status == Entry.Status.ACTIVE or not event.waitlist:
        raise Refused(
            f"{number} entries do not fit: {free} of {event.capacity} places are free.",
            field="file",
            code="full",
        )
    return [first] * free + [Place(Entry.Status.WAITLISTED)] * (number - free)


class _BadFile(Exception):
    """The file cannot be read as a whole."""


def decoded(data: str | bytes) -> str:
    """The file's text, whichever encoding a spreadsheet gave it."""
    if len(data) > MOST_BYTES:
        raise _BadFile("The file is larger than 1 MB: split it.")
    text = data if isinstance(data, str) else _text(data)
    if "\x00" in text:
        raise _BadFile("This is not a text file. Save the table as CSV.")
    return text.removeprefix("\ufeff")


def _text(data: bytes) -> str:
    """UTF-8 with or without a mark, UTF-16 with one (a spreadsheet's "Unicode text"), else Windows Latin-1."""
    encodings = ["utf-16"] if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise _BadFile("The file is neither UTF-8 nor Latin-1 text. Save the table as CSV in UTF-8.")


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """(number of its first line, cells) of every row that is not blank."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as error:
        raise _BadFile(
            f"Line {begins} cannot be read ({error}). Look for a quote that is not closed."
        ) from None


def _separator(text: str) -> str:
    """Whichever of comma, semicolon and tab makes most known column names of the first line."""
    header = next((line for line in text.splitlines() if line.strip()), "")

    def known(separator: str) -> int:
        return sum(_heading(cell) in COLUMNS for cell in header.split(separator))

    return max(",;\t", key=known)


def _heading(cell: str) -> str:
    heading = cell.strip().strip("\"'").strip().casefold()
    return "email" if heading in {"e-mail", "mail"} else heading


def _columns(header: Sequence[str], preview: ImportPreview) -> list[str]:
    """The known column of each cell, or "" for one to skip."""
    names = [_heading(cell) for cell in header]
    known = [name if name in COLUMNS else "" for name in names]
    if "name" not in known:
        found = f"; found: {', '.join(name for name in names if name)}" if any(names) else ""
        raise _BadFile(f"The first line needs a column “name” (others: {', '.join(COLUMNS[1:])}){found}.")
    for name in COLUMNS:
        if known.count(name) > 1:
            raise _BadFile(f"The column “{name}” is there twice.")
    preview.ignored = [name for name in names if name and name not in COLUMNS]
    return known


def _row(line: int, cells: Sequence[str], columns: Sequence[str]) -> ImportRow:
    row = ImportRow(line)
    if any(cell.strip() for cell in cells[len(columns) :]):
        row.errors["row"] = f"This line has {len(cells)} cells and the header {len(columns)}."
    found = {column: cell.strip() for column, cell in zip(columns, cells, strict=False) if column}
    row.name = _name(row, "name", found.get("name", ""), "name")
    if partner := found.get("partner", ""):
        row.partner = _name(row, "partner", partner, "name for the partner")
    if club := found.get("club", ""):
        row.club = _name(row, "club", club, "club")
    if email := found.get("email", ""):
        row.email = email
        try:
            validate_email(email)
        except ValidationError:
            row.errors["email"] = f"“{email}” is no e-mail address."
    row.seed = _number(row, "seed", found.get("seed", ""), 1, MOST_SEED)
    row.byes = _number(row, "byes", found.get("byes", ""), 0, MOST_BYES) or 0
    if "name" not in row.errors and "partner" not in row.errors and len(row.entry_name) > 80:
        row.errors["partner"] = "Both names together have more than 80 characters: shorten one."
    return row


def _name(row: ImportRow, column: str, text: str, what: str) -> str:
    try:
        return clean_name(text, field=column, what=what)
    except Refused as refused:
        row.errors[column] = refused.message
        return text[:80]


def _number(row: ImportRow, column: str, text: str, least: int, most: int) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 8 and least <= int(text) <= most:
        return int(text)
    row.errors[column] = f"“{text[:20]}” is not a whole number from {least} to {most:,}."
    return None


def _compare(event: Event, rows: Iterable[ImportRow]) -> None:
    """Mark rows that are in the event already or contradict it, or each other."""
    taken = _Taken(event)
    for row in rows:
        if (event.team_size == 2) != bool(row.partner):
            row.errors.setdefault(
                "partner",
                "This event is for teams of two: name the partner."
                if event.team_size == 2
                else "This event is for single players: leave the partner empty.",
            )
        taken.judge(row)


class _Taken:
    """Names, addresses and seeds that are given already, in the event or further up in the file."""

    def __init__(self, event: Event) -> None:
        present = event.entries.exclude(status=Entry.Status.WITHDRAWN)
        self.entries = {name.casefold() for name in present.values_list("name", flat=True)}
        members = list(present_members(event).values_list("name", "email", "entry__name"))
        self.people: dict[str, str] = {
            name.casefold(): f"in this event as {entry}" for name, _, entry in members
        }
        self.emails = {email.casefold(): f"in this event as {entry}" for _, email, entry in members if email}
        self.seeds = {
            seed: f"that of {name}" for name, seed in present.values_list("name", "seed") if seed is not None
        }

    def judge(self, row: ImportRow) -> None:
        """Set the row's status and errors, and keep what it takes."""
        if not row.errors and row.entry_name.casefold() in self.entries:
            row.status = "same"
            return
        for column, value in (("name", row.name), ("partner", row.partner)):
            self._take(row, column, value and value.casefold(), self.people, f"“{value}”")
        self._take(row, "email", row.email.casefold(), self.emails, "This address")
        if row.seed is not None and row.seed in self.seeds:
            row.errors.setdefault("seed", f"Seed {row.seed} is {self.seeds[row.seed]} already.")
        elif row.seed is not None:
            self.seeds[row.seed] = f"in line {row.line}"

    @staticmethod
    def _take(row: ImportRow, column: str, key: str, taken: dict[str, str], what: str) -> None:
        if not key:
            return
        if key in taken:
            row.errors.setdefault(column, f"{what} is {taken[key]} already.")
        else:
            taken[key] = f"in line {row.line}"
