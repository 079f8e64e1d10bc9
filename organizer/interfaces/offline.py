"""The JSON format of the offline tools (``manage.py pair`` and ``manage.py standings``).

``docs/pairing.md`` describes the format for people.  `read_event` turns a text into plain
facts; every mistake in the text is an `OfflineError` that names the place in the JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NoReturn, TypeGuard, get_args

Outcome = Literal["a", "b", "draw", "double_loss", "bye", "absent"]
FirstRound = Literal["random", "seed"]

MOST_POINTS = 100_000
MOST_TEXT = 200


class OfflineError(ValueError):
    """The text is not an event.  `path` is where (``entries[3].points``), `message` is why."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


@dataclass(frozen=True, slots=True)
class OfflineEntry:
    """One entry as written.  `points`, `byes`, `downs` and `opponents` are None when the file has rounds."""

    id: str
    name: str
    points: int | None = None
    byes: int | None = None
    downs: int | None = None
    opponents: tuple[str, ...] | None = None
    seed: int | None = None
    club: str | None = None
    dropped_after: int | None = None
    awarded_bye: bool = False


@dataclass(frozen=True, slots=True)
class OfflineMatch:
    """One match.  `b` is None for a bye and an absence; `score` is games won by a, by b, and drawn.

    `outcome` says who won ("a", "b"), or "draw", "double_loss", "bye", "absent" (a round lost
    without an opponent).  `played` is False when the match was decided without play (no-show).
    """

    a: str
    b: str | None
    score: tuple[int, int, int] | None
    outcome: Outcome
    played: bool = True


@dataclass(frozen=True, slots=True)
class OfflinePoints:
    """Match points for a result; a bye is worth a win."""

    win: int = 3
    draw: int = 1
    loss: int = 0


@dataclass(frozen=True, slots=True)
class OfflineOptions:
    """How to pair and rank.  `ruleset` and `tiebreaks` are names for the standings tool to look up.

    `points_given` says that the file sets match points, over those of the ruleset.
    """

    points: OfflinePoints = OfflinePoints()
    points_given: bool = False
    ruleset: str | None = None
    tiebreaks: tuple[str, ...] = ()
    first_round: FirstRound = "random"
    keep_apart: bool = False


@dataclass(frozen=True, slots=True)
class OfflineEvent:
    """A whole event as facts: past results stand either in `rounds` or in the entries, never in both."""

    entries: tuple[OfflineEntry, ...]
    rounds: tuple[tuple[OfflineMatch, ...], ...]
    options: OfflineOptions
    seed: str | None

    @property
    def active(self) -> tuple[OfflineEntry, ...]:
        """Entries that have not dropped, in the order of the file."""
        return tuple(entry for entry in self.entries if entry.dropped_after is None)


@dataclass(slots=True)
class Record:
    """What one entry brings to the next round: points, byes, times paired down, opponents met."""

    points: int = 0
    byes: int = 0
    downs: int = 0
    opponents: set[str] = field(default_factory=set)


def read_event(text: str) -> OfflineEvent:
    """The event written in `text`; raises `OfflineError` naming the first wrong place."""
    top = _Object.parse(text)
    top.only("entries", "rounds", "options", "seed")
    entries = tuple(_entry(_Object(f"entries[{k}]", raw)) for k, raw in enumerate(top.array("entries")))
    if not entries:
        raise OfflineError("entries", "give at least one entry")
    known = _index(entries)
    rounds = tuple(
        _round(f"rounds[{k}]", raw, k + 1, known) for k, raw in enumerate(top.array("rounds", default=()))
    )
    _check_entries(entries, known, bool(rounds), len(rounds))
    return OfflineEvent(entries, rounds, _options(top), top.optional_label("seed"))


def records(event: OfflineEvent) -> dict[str, Record]:
    """What every entry has done so far, from its own figures or from the past rounds.

    Having met is mutual: it is enough when one of the two lists the other.
    """
    found = {
        entry.id: Record(entry.points or 0, entry.byes or 0, entry.downs or 0) for entry in event.entries
    }
    for entry in event.entries:
        for other in entry.opponents or ():
            _have_met(found, entry.id, other)
    for matches in event.rounds:
        before = {key: record.points for key, record in found.items()}
        for match in matches:
            _count(match, before, found, event.options.points)
    return found


def _count(
    match: OfflineMatch, before: Mapping[str, int], found: dict[str, Record], points: OfflinePoints
) -> None:
    ours = {"a": points.win, "bye": points.win, "draw": points.draw}.get(match.outcome, points.loss)
    found[match.a].points += ours
    if match.outcome == "bye":
        found[match.a].byes += 1
    if match.b is None:
        return
    theirs = {"b": points.win, "draw": points.draw}.get(match.outcome, points.loss)
    found[match.b].points += theirs
    if before[match.a] != before[match.b]:
        upper = match.a if before[match.a] > before[match.b] else match.b
        found[upper].downs += 1
    _have_met(found, match.a, match.b)


def _have_met(found: dict[str, Record], a: str, b: str) -> None:
    found[a].opponents.add(b)
    found[b].opponents.add(a)


def _index(entries: Iterable[OfflineEntry]) -> dict[str, OfflineEntry]:
    known: dict[str, OfflineEntry] = {}
    for k, entry in enumerate(entries):
        if entry.id in known:
            raise OfflineError(f"entries[{k}].id", f"the id {entry.id!r} is used by an earlier entry")
        known[entry.id] = entry
    return known


def _entry(raw: _Object) -> OfflineEntry:
    raw.only(
        *("id", "name", "points", "byes", "downs", "opponents"),
        *("seed", "club", "dropped_after", "awarded_bye"),
    )
    key = raw.label("id")
    opponents = None
    if "opponents" in raw.values:
        opponents = tuple(
            _label(f"{raw.path}.opponents[{k}]", other) for k, other in enumerate(raw.array("opponents"))
        )
    return OfflineEntry(
        id=key,
        name=raw.optional_label("name") or key,
        points=raw.optional_whole("points"),
        byes=raw.optional_whole("byes"),
        downs=raw.optional_whole("downs"),
        opponents=opponents,
        seed=raw.optional_whole("seed"),
        club=raw.optional_label("club"),
        dropped_after=raw.optional_whole("dropped_after"),
        awarded_bye=raw.flag("awarded_bye"),
    )


def _check_entries(
    entries: Iterable[OfflineEntry], known: Mapping[str, OfflineEntry], has_rounds: bool, rounds: int
) -> None:
    for k, entry in enumerate(entries):
        path = f"entries[{k}]"
        for j, other in enumerate(entry.opponents or ()):
            if other not in known:
                raise OfflineError(f"{path}.opponents[{j}]", f"no entry has the id {other!r}")
            if other == entry.id:
                raise OfflineError(f"{path}.opponents[{j}]", "an entry cannot have met itself")
        if not has_rounds:
            continue
        for name in ("points", "byes", "downs", "opponents"):
            if getattr(entry, name) is not None:
                raise OfflineError(
                    f"{path}.{name}", "follows from rounds; give either this or rounds, not both"
                )
        if entry.dropped_after is not None and entry.dropped_after > rounds:
            raise OfflineError(f"{path}.dropped_after", f"there are only {rounds} rounds")


def _round(
    path: str, raw: object, number: int, known: Mapping[str, OfflineEntry]
) -> tuple[OfflineMatch, ...]:
    if not isinstance(raw, list):
        raise OfflineError(path, f"expected a list of matches, found {_kind(raw)}")
    seated: set[str] = set()
    matches = []
    for k, item in enumerate(raw):
        match = _match(_Object(f"{path}[{k}]", item))
        for side, key in (("a", match.a), ("b", match.b)):
            if key is not None:
                _seat(f"{path}[{k}].{side}", key, number, known, seated)
        matches.append(match)
    return tuple(matches)


def _seat(path: str, key: str, number: int, known: Mapping[str, OfflineEntry], seated: set[str]) -> None:
    if key not in known:
        raise OfflineError(path, f"no entry has the id {key!r}")
    if key in seated:
        raise OfflineError(path, f"{key!r} is seated twice in round {number}")
    left = known[key].dropped_after
    if left is not None and left < number:
        raise OfflineError(path, f"{key!r} dropped after round {left} and cannot play round {number}")
    seated.add(key)


def _match(raw: _Object) -> OfflineMatch:
    raw.only("a", "b", "score", "result", "bye", "played")
    a = raw.label("a")
    b = raw.optional_label("b")
    score = raw.score("score")
    result = _result(raw)
    played = raw.flag("played", default=True)
    if raw.flag("bye"):
        if b is not None or result not in (None, "bye"):
            raise OfflineError(f"{raw.path}.bye", "a bye has neither an opponent nor another result")
        result = "bye"
    if a == b:
        raise OfflineError(f"{raw.path}.b", f"{a!r} cannot play against itself")
    if b is None and result not in ("bye", "absent"):
        raise OfflineError(raw.path, 'without b say "bye": true or "result": "absent"')
    if b is not None and result in ("bye", "absent"):
        raise OfflineError(f"{raw.path}.result", f"{result!r} is for a match without b")
    if result is None:
        if score is None:
            raise OfflineError(raw.path, "has no result: give score or result")
        result = "a" if score[0] > score[1] else "b" if score[1] > score[0] else "draw"
    return OfflineMatch(a, b, score, result, played and result != "absent")


def _result(raw: _Object) -> Outcome | None:
    value = raw.values.get("result")
    if value is None:
        return None
    if not _is_outcome(value):
        allowed = ", ".join(get_args(Outcome))
        raise OfflineError(f"{raw.path}.result", f"expected one of {allowed}, found {_shown(value)}")
    return value


def _is_outcome(value: object) -> TypeGuard[Outcome]:
    return isinstance(value, str) and value in get_args(Outcome)


def _options(top: _Object) -> OfflineOptions:
    raw = top.inner("options")
    raw.only("points", "ruleset", "tiebreaks", "first_round", "keep_apart")
    values = raw.inner("points")
    values.only("win", "draw", "loss")
    given = {name: values.optional_whole(name) for name in ("win", "draw", "loss")}
    points = OfflinePoints(**{name: value for name, value in given.items() if value is not None})
    if not points.win >= points.draw >= points.loss:
        raise OfflineError("options.points", "a win is worth at least a draw, a draw at least a loss")
    first = raw.values.get("first_round", "random")
    if first != "random" and first != "seed":
        raise OfflineError("options.first_round", f"expected random or seed, found {_shown(first)}")
    return OfflineOptions(
        points=points,
        points_given="points" in raw.values,
        ruleset=raw.optional_label("ruleset"),
        tiebreaks=tuple(
            _label(f"options.tiebreaks[{k}]", name)
            for k, name in enumerate(raw.array("tiebreaks", default=()))
        ),
        first_round="seed" if first == "seed" else "random",
        keep_apart=raw.flag("keep_apart"),
    )


class _Object:
    """One JSON object and the path to it; its getters check types and say where they fail."""

    def __init__(self, path: str, raw: object) -> None:
        if not isinstance(raw, dict):
            raise OfflineError(path, f"expected an object, found {_kind(raw)}")
        self.path = path
        self.values: dict[str, object] = raw

    @classmethod
    def parse(cls, text: str) -> _Object:
        try:
            raw = json.loads(
                text.removeprefix("\ufeff"), object_pairs_hook=_unique, parse_constant=_no_constant
            )
        except OfflineError:
            raise
        except json.JSONDecodeError as error:
            where = f"line {error.lineno} column {error.colno}"
            raise OfflineError("", f"not JSON: {error.msg} at {where}") from None
        except RecursionError:
            raise OfflineError("", "not an event: nested too deeply") from None
        except ValueError:
            raise OfflineError("", "a number in the text is too long") from None
        if not isinstance(raw, dict):
            raise OfflineError("", f"expected an object with entries, found {_kind(raw)}")
        return cls("", raw)

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def only(self, *names: str) -> None:
        for name in self.values:
            if name not in names:
                raise OfflineError(self.at(name), f"unknown key; known are {', '.join(names)}")

    def inner(self, name: str) -> _Object:
        return _Object(self.at(name), self.values.get(name, {}))

    def array(self, name: str, default: Iterable[object] | None = None) -> list[object]:
        value = self.values.get(name, None if default is None else list(default))
        if name not in self.values and default is None:
            raise OfflineError(self.at(name), "is missing")
        if not isinstance(value, list):
            raise OfflineError(self.at(name), f"expected a list, found {_kind(value)}")
        return value

    def label(self, name: str) -> str:
        if name not in self.values:
            raise OfflineError(self.at(name), "is missing")
        return _label(self.at(name), self.values[name])

    def optional_label(self, name: str) -> str | None:
        value = self.values.get(name)
        return None if value is None else _label(self.at(name), value)

    def optional_whole(self, name: str) -> int | None:
        value = self.values.get(name)
        return None if value is None else _whole(self.at(name), value)

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            raise OfflineError(self.at(name), f"expected true or false, found {_kind(value)}")
        return value

    def score(self, name: str) -> tuple[int, int, int] | None:
        if self.values.get(name) is None:
            return None
        games = [_whole(f"{self.at(name)}[{k}]", item) for k, item in enumerate(self.array(name))]
        if len(games) not in (2, 3):
            raise OfflineError(self.at(name), "expected games won by a, games won by b and games drawn")
        return games[0], games[1], games[2] if len(games) == 3 else 0


def _label(path: str, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise OfflineError(path, f"expected text, found {_kind(value)}")
    if not value.strip() or len(value) > MOST_TEXT:
        raise OfflineError(path, f"expected text of 1 to {MOST_TEXT} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise OfflineError(path, "holds half a character")
    return value


def _whole(path: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise OfflineError(path, f"expected a whole number, found {_shown(value)}")
    if not 0 <= value <= MOST_POINTS:
        raise OfflineError(path, f"expected a number from 0 to {MOST_POINTS}, found {_shown(value)}")
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made: dict[str, object] = {}
    for name, value in pairs:
        if name in made:
            raise OfflineError(name, "the key is written twice in one object")
        made[name] = value
    return made


def _no_constant(name: str) -> NoReturn:
    raise OfflineError("", f"{name} is not a number")


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _shown(value: object) -> str:
    return json.dumps(value)[:40] if isinstance(value, str | int | float) else _kind(value)
