"""The standings table: computing, explaining, comparing and freezing it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm

from organizer.standings.columns import Column
from organizer.standings.facts import Entrant, EntryId, FactError, MatchFact
from organizer.standings.rulesets import Rule, Ruleset, RulesetError
from organizer.standings.tally import Tally
from organizer.standings.tiebreaks import TieBreak, TiedOnly, lot_number
from organizer.standings.working import Working

FORMAT = 1
FRACTION = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


@dataclass(frozen=True, slots=True)
class Row:
    """One line: the place, whether others share it, and one value per tie-break in `values`.

    The values are kept as whole numerators over denominators that the whole table shares.
    """

    place: int
    shared: bool
    id: EntryId
    dropped: bool
    numerators: tuple[int | None, ...]
    denominators: tuple[int, ...]

    @property
    def values(self) -> tuple[Fraction | None, ...]:
        """The exact values in the order of the chain; None where a rule did not apply."""
        return tuple(
            None if number is None else Fraction(number, denominator)
            for number, denominator in zip(self.numerators, self.denominators, strict=True)
        )


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value that differs between two tables."""

    key: str
    before: Fraction | None
    after: Fraction | None


@dataclass(frozen=True, slots=True)
class Change:
    """What differs for one entry between two tables; a place is None where it is not listed."""

    id: EntryId
    place_before: int | None
    place_after: int | None
    values: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True)
class _Basis:
    """What a table was computed from, kept for the workings."""

    tally: Tally
    ruleset: Ruleset
    lot_seed: str
    ties: dict[str, list[list[int]]]


@dataclass(frozen=True, slots=True)
class Standings:
    """An ordered table.  Two tables are equal when everything they show is."""

    ruleset: str
    rounds: int
    keys: tuple[str, ...]
    titles: tuple[str, ...]
    rows: tuple[Row, ...]
    _basis: _Basis | None = field(default=None, compare=False, repr=False)

    def row(self, entry: EntryId) -> Row:
        """The line of an entry; raises FactError when it is not listed."""
        for row in self.rows:
            if row.id == entry:
                return row
        raise FactError(f"entry {entry!r} is not in the standings")

    def value(self, entry: EntryId, key: str) -> Fraction | None:
        """One exact value; raises FactError for an entry not listed, RulesetError for a column not shown."""
        if key not in self.keys:
            raise RulesetError(f"the table has no column {key!r}; it has {', '.join(self.keys)}")
        return self.row(entry).values[self.keys.index(key)]

    def working(self, entry: EntryId, key: str) -> Working:
        """How a value came about.  Disqualified entries have workings too: their results feed others.

        Raises FactError for an unknown entry or a table read from text, which has values only, and
        RulesetError for an unknown tie-break.
        """
        basis = self._basis
        if basis is None:
            raise FactError("a frozen table holds values only; compute it from its matches to see workings")
        position = basis.tally.index.get(entry)
        if position is None:
            raise FactError(f"no entry has the id {entry!r}")
        rule = basis.ruleset.rule(key)
        if isinstance(rule, TieBreak):
            return rule.working(basis.tally, position)
        for tied in basis.ties.get(key, ()):
            if position in tied:
                return rule.working(basis.tally, position, tied, basis.lot_seed)
        note = "not needed: the rules before it decide"
        return Working(rule.key, rule.title, rule.formula, rule.source, (), None, note=note)

    def to_json(self) -> str:
        """The table as text, without loss: the same table gives the same bytes."""
        rows = [
            [row.place, row.shared, row.id, row.dropped, [None if v is None else str(v) for v in row.values]]
            for row in self.rows
        ]
        data = {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "rounds": self.rounds,
            "keys": self.keys,
            "titles": self.titles,
            "rows": rows,
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Standings:
        """The table written by `to_json`; raises FactError when the text is not one."""
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise FactError(f"the table has format {data['format']!r}, this program reads {FORMAT}")
            keys, titles = tuple(data["keys"]), tuple(data["titles"])
            lines = [
                (int(place), bool(shared), entry, bool(dropped), tuple(map(_fraction, values)))
                for place, shared, entry, dropped, values in data["rows"]
            ]
            if any(len(line[4]) != len(keys) for line in lines) or len(titles) != len(keys):
                raise FactError("a row has more or fewer values than the table has columns")
            return cls(str(data["ruleset"]), int(data["rounds"]), keys, titles, _rows_from(lines, len(keys)))
        except FactError:
            raise
        except (ValueError, TypeError, KeyError) as error:
            raise FactError(f"not a frozen standings table: {error}") from None


def compute(
    entrants: Iterable[Entrant],
    matches: Iterable[MatchFact],
    ruleset: Ruleset,
    *,
    rounds_completed: int,
    lot_seed: str = "",
) -> Standings:
    """The standings after the completed rounds; matches of later rounds are not looked at.

    Places are shared by entries that are equal to the last tie-break; such entries are listed in the
    order of the lot.  Disqualified entries are not listed and everybody below moves up.  The result does
    not depend on the order of entrants and matches.  Raises FactError when the facts do not fit.
    """
    ordered = sorted(entrants, key=lambda entrant: (isinstance(entrant.id, str), entrant.id))
    tally = Tally(
        ordered,
        matches,
        ruleset.points,
        ruleset.game_points,
        rounds_completed,
        ruleset.unplayed_meets,
    )
    listed = [k for k, entrant in enumerate(tally.entrants) if not entrant.disqualified]
    groups, columns, ties = _rank(tally, ruleset.chain, listed, lot_seed)
    basis = _Basis(tally, ruleset, lot_seed, ties)
    return Standings(
        ruleset=ruleset.id,
        rounds=rounds_completed,
        keys=tuple(rule.key for rule in ruleset.chain),
        titles=tuple(rule.title for rule in ruleset.chain),
        rows=_rows(tally, groups, columns, lot_seed),
        _basis=basis,
    )


def diff(before: Standings, after: Standings) -> tuple[Change, ...]:
    """Every entry whose place or values differ, in the order of the later table, then who is gone from it."""
    if before.keys != after.keys:
        raise RulesetError("the tables rank by different tie-breaks and cannot be compared")
    old = {row.id: row for row in before.rows}
    new = {row.id: row for row in after.rows}
    changes = [_change(before.keys, entry, old.get(entry), row) for entry, row in new.items()]
    changes += [_change(before.keys, entry, row, None) for entry, row in old.items() if entry not in new]
    return tuple(change for change in changes if change.values or change.place_before != change.place_after)


def _change(keys: Sequence[str], entry: EntryId, old: Row | None, new: Row | None) -> Change:
    values: tuple[ValueChange, ...] = ()
    if old is not None and new is not None:
        values = tuple(
            ValueChange(key, was, now)
            for key, was, now in zip(keys, old.values, new.values, strict=True)
            if was != now
        )
    return Change(entry, old.place if old else None, new.place if new else None, values)


def _rank(
    tally: Tally, chain: Sequence[Rule], listed: list[int], lot_seed: str
) -> tuple[list[list[int]], list[Column], dict[str, list[list[int]]]]:
    """The listed positions as groups of equals, best first; a column per rule; who was tied at which rule."""
    groups = [listed] if listed else []
    columns: list[Column] = []
    ties: dict[str, list[list[int]]] = {}
    plain: list[Column] = []
    for rule in chain:
        if isinstance(rule, TiedOnly):
            groups = _split(groups, plain)
            plain = []
            ties[rule.key] = [group for group in groups if len(group) > 1]
            column, keys = _among_tied(tally, rule, ties[rule.key], lot_seed)
            groups = _split(groups, [keys]) if ties[rule.key] else groups
        else:
            column = tally.column(rule)
            plain.append(column)
        columns.append(column)
    return _split(groups, plain), columns, ties


def _split(groups: list[list[int]], columns: list[Column]) -> list[list[int]]:
    """Each group sorted by the columns and cut where they differ."""
    if not columns:
        return groups
    keys = list(zip(*(column.sort_keys() for column in columns), strict=True))
    found: list[list[int]] = []
    for group in groups:
        if len(group) == 1:
            found.append(group)
            continue
        last = None
        for position in sorted(group, key=keys.__getitem__, reverse=True):
            key = keys[position]
            if key == last:
                found[-1].append(position)
            else:
                found.append([position])
                last = key
    return found


def _among_tied(
    tally: Tally, rule: TiedOnly, groups: list[list[int]], lot_seed: str
) -> tuple[Column, Column]:
    """A column to show, blank for all who are not tied, and one to sort by."""
    values: dict[int, Fraction] = {}
    for group in groups:
        keys = rule.keys(tally, group, lot_seed)
        if keys is not None:
            values.update(zip(group, keys, strict=True))
    size = len(tally.entrants)
    denominator = lcm(*(value.denominator for value in values.values()))
    numerators = [0] * size
    for position, value in values.items():
        numerators[position] = value.numerator * (denominator // value.denominator)
    blank = frozenset(range(size)) - values.keys()
    sorting = Column(numerators, denominator)
    # A lot is drawn as a negative rank so that the first sorts first; it is shown as the rank.
    return Column(list(map(abs, numerators)), denominator, blank=blank), sorting


def _rows(tally: Tally, groups: list[list[int]], columns: list[Column], lot_seed: str) -> tuple[Row, ...]:
    order: list[int] = []
    places: list[tuple[int, bool]] = []
    for group in groups:
        shared = len(group) > 1
        if shared:
            group = sorted(group, key=lambda position: lot_number(lot_seed, tally.id(position)))
        places += [(len(order) + 1, shared)] * len(group)
        order += group
    shown = [_lowest_terms(column, order) for column in columns]
    denominators = tuple(denominator for _numbers, denominator in shown)
    entrants = tally.entrants
    numerators = zip(*(numbers for numbers, _denominator in shown), strict=True)
    return tuple(
        Row(place, shared, entrants[k].id, entrants[k].dropped_after is not None, numbers, denominators)
        for (place, shared), k, numbers in zip(places, order, numerators, strict=True)
    )


def _lowest_terms(column: Column, order: list[int]) -> tuple[list[int | None], int]:
    """The values of the listed entries over the smallest denominator they share."""
    numbers: list[int | None] = [
        None if position in column.blank else column.numerators[position] for position in order
    ]
    common = gcd(column.denominator, *(number for number in numbers if number is not None))
    if common > 1:
        numbers = [None if number is None else number // common for number in numbers]
    return numbers, column.denominator // common


def _fraction(text: str | None) -> Fraction | None:
    if text is None:
        return None
    if not FRACTION.fullmatch(text):
        raise FactError(f"{text!r} is not a fraction")
    return Fraction(text)


def _rows_from(
    lines: Sequence[tuple[int, bool, EntryId, bool, tuple[Fraction | None, ...]]], width: int
) -> tuple[Row, ...]:
    columns = [[line[4][k] for line in lines] for k in range(width)]
    denominators = tuple(
        lcm(*(value.denominator for value in column if value is not None)) for column in columns
    )
    rows = []
    for place, shared, entry, dropped, values in lines:
        if not isinstance(entry, int | str):
            raise FactError(f"{entry!r} is not the id of an entry")
        numerators = tuple(
            None if value is None else value.numerator * (denominator // value.denominator)
            for value, denominator in zip(values, denominators, strict=True)
        )
        rows.append(Row(place, shared, entry, dropped, numerators, denominators))
    return tuple(rows)
