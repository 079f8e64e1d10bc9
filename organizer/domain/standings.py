"""The standings of an event: one table for the pages, the API, exports and the cut.

The official table counts completed rounds only, for in the middle of a round those who have finished would stand
above those who still play, and percentages would be over unequal rounds. The live one counts the results that
are in, each entry over its own rounds. Once a cut has started, the Swiss table is the one that was frozen then.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from django.core.cache import cache

from organizer.models import Entry, Event, Phase
from organizer.standings import FactError, RulesetError, Standings, Working, decimal

from .base import Refused
from .facts import phase_table

CACHE_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Line:
    """One line to show. ``cells`` are the values as text in the order of the table's columns."""

    place: int
    shared: bool
    entry: Entry
    dropped: bool
    values: tuple[Fraction | None, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EventTable:
    """The standings of a phase with its entries. ``frozen``: as it stood when the cut started."""

    phase: Phase
    standings: Standings
    entries: dict[int, Entry]
    live: bool
    frozen: bool

    @property
    def rounds(self) -> int:
        return self.standings.rounds

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """(key, title) of each value: the key opens its working."""
        return tuple(zip(self.standings.keys, self.standings.titles, strict=True))

    def __len__(self) -> int:
        return len(self.standings.rows)

    def lines(self, start: int = 0, stop: int | None = None) -> Iterator[Line]:
        """The lines from ``start`` to ``stop`` in order; whole numbers as such, others with four digits."""
        for row in self.standings.rows[start:stop]:
            values = row.values
            entry = self.entries[int(row.id)]
            yield Line(row.place, row.shared, entry, row.dropped, values, tuple(map(cell, values)))

    def line(self, entry: Entry) -> Line | None:
        """The entry's line, if it is listed."""
        for position, row in enumerate(self.standings.rows):
            if row.id == entry.pk:
                return next(self.lines(position, position + 1))
        return None

    def top(self, count: int) -> list[Entry]:
        """The first ``count`` who are still in: what a cut is made from."""
        active = (self.entries[int(row.id)] for row in self.standings.rows)
        return [entry for entry in active if entry.status == Entry.Status.ACTIVE][:count]


def current(event: Event, phase: Phase | None = None, live: bool = False) -> EventTable:
    """The standings of ``phase``, or of the latest Swiss or round robin phase that has started.

    The computed part is kept in Django's cache under the event's version, so it is never older than the last
    change. Raises ``Refused`` when there are no standings yet.
    """
    phase = phase or ranked_phase(event)
    if phase is None:
        raise Refused("There are no standings before the first round.", code="not_started")
    frozen = phase.frozen_standings is not None
    standings = _frozen(phase) if frozen else _computed(phase, live)
    entries = Entry.objects.filter(event=event).in_bulk()
    return EventTable(phase, standings, entries, live and not frozen, frozen)


def ranked_phase(event: Event) -> Phase | None:
    """The phase whose table people mean by the standings: in a cut, the Swiss before it."""
    started = event.phases.exclude(status=Phase.Status.PENDING).exclude(kind=Phase.Kind.ELIMINATION)
    return started.order_by("-number").first()


def _frozen(phase: Phase) -> Standings:
    return Standings.from_json(phase.frozen_standings or "")


def _computed(phase: Phase, live: bool) -> Standings:
    version = Event.objects.values_list("version", flat=True).get(pk=phase.event_id)
    key = f"standings:{phase.event_id}:{version}:{phase.pk}:{'live' if live else 'official'}"
    found: Standings | None = cache.get(key)
    if found is None:
        # What the values were worked out from is many times as large as the table; ``working`` reads it anew.
        found = replace(phase_table(phase, live=live), _basis=None)
        cache.set(key, found, CACHE_SECONDS)
    return found


def working(event: Event, entry: Entry, tiebreak: str, phase: Phase | None = None) -> Working:
    """How one value came about, from the matches as they are now. ``Refused`` for no such column or entry."""
    phase = phase or ranked_phase(event)
    if phase is None:
        raise Refused("There are no standings before the first round.", code="not_started")
    try:
        return phase_table(phase).working(entry.pk, tiebreak)
    except (FactError, RulesetError) as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.", code="unknown") from None


def cell(value: Fraction | None) -> str:
    """A value as the table shows it: "7", "0.4444", or nothing where a rule did not apply."""
    if value is None:
        return ""
    return str(value.numerator) if value.denominator == 1 else decimal(value)


def as_csv(table: EventTable) -> str:
    """The table as CSV with a header: place, name, club, one column per value, dropped."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["place", "name", "club", *table.standings.keys, "dropped"])
    for line in table.lines():
        name, club = _plain(line.entry.name), _plain(line.entry.club)
        writer.writerow([line.place, name, club, *line.cells, "yes" if line.dropped else ""])
    return out.getvalue()


def _plain(text: str) -> str:
    """A spreadsheet would run a cell that starts like a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} else text
