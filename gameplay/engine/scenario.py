"""Positions as readable files: puzzle, bug report, judge's what-if and regression test are one format.

The format is described for judges in ``docs/scenarios.md``; this module carries a scenario out with any title.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .ask import Decision, IllegalAnswer, Option
from .chance import Chance
from .log import Entry, Header
from .playthrough import Diverged, IllegalRuling, Playthrough, Title
from .state import JUDGE

SEED = "00" * 32
KEYS = (
    "game",
    "title",
    "cites",
    "variant",
    "options",
    "cards",
    "chance",
    "decks",
    "position",
    "replay",
    "steps",
    "about",
)


class ScenarioError(Exception):
    """A scenario that cannot be read or carried out; the text says where and what would be right."""


class Placing(Title, Protocol):
    """What a title adds so that scenarios can be written for it."""

    passes: tuple[str, ...]
    """Kinds of decisions that a seat passes when a scenario writes nothing for it."""

    def decks_of(self, position: Mapping[str, Any]) -> Sequence[Sequence[str]]:
        """The card numbers each seat needs for this position. Raises ``ValueError``."""

    def arrange(self, g: Any, position: Mapping[str, Any]) -> None:
        """Lay the position out in a state that has not begun. Raises ``ValueError``."""

    def look(self, g: Any, path: str) -> Any:
        """The value at a path such as ``P1 sources``. Raises ``ValueError`` for a path there is not."""


class Describing(Placing, Protocol):
    """What a title adds so that scenarios can be written from games."""

    def describe(self, g: Any) -> Mapping[str, Any] | None:
        """The position as ``arrange`` reads it; None when only a replay can give all of it."""

    def values(self, g: Any) -> Mapping[str, Any]:
        """Paths that ``look`` reads, with their values now."""


class ForcedChance(Chance):
    """Chance that gives the written numbers first: purpose to list of numbers."""

    def __init__(self, forced: Mapping[str, Sequence[int]]) -> None:
        super().__init__(bytes.fromhex(SEED))
        self.forced = {purpose: list(numbers) for purpose, numbers in forced.items()}

    def number(self, purpose: str, count: int, below: int) -> int:
        written = self.forced.get(purpose, ())
        if count < len(written):
            return int(written[count])
        return super().number(purpose, count, below)


@dataclass(frozen=True, slots=True)
class Failure:
    """A step that did not do what it says: its number from 1, its text, and what happened instead."""

    step: int
    text: str
    message: str

    def __str__(self) -> str:
        return f"step {self.step} ({self.text}): {self.message}"


def start(data: Mapping[str, Any], title: Placing) -> Playthrough:
    """The game of a scenario, before its first step. Raises ``ScenarioError``."""
    unknown = sorted(set(data) - set(KEYS))
    if unknown:
        raise ScenarioError(f"unknown keys {', '.join(unknown)}; a scenario has {', '.join(KEYS)}")
    if "replay" in data:
        return _replayed(data["replay"], title)
    position = data.get("position")
    try:
        decks = title.decks_of(position) if position is not None else list(data["decks"].values())
        header = Header(
            game=title.code,
            variant=data.get("variant", title.variants[0]),
            decks=tuple(tuple(deck) for deck in decks),
            seed=SEED,
            commitment="",
            options=data.get("options", {}),
        )
        state = title.begin(header, ForcedChance(data.get("chance", {})))
        if position is not None:
            state.agenda.clear()
            title.arrange(state, position)
    except (ValueError, KeyError) as problem:
        raise ScenarioError(f"position: {problem}") from problem
    return Playthrough.of(title, header, state)


def _replayed(record: Any, title: Placing) -> Playthrough:
    """A game gone on with from its header and its entries."""
    try:
        return Playthrough.load(record, title)
    except Diverged as problem:
        raise ScenarioError(f"replay: {problem}") from problem
    except (ValueError, KeyError, TypeError) as problem:
        raise ScenarioError(f"replay: it has a header and a list of entries; {problem}") from problem


def run(data: Mapping[str, Any], title: Placing) -> list[Failure]:
    """Carry a scenario out; what did not go as written. Raises ``ScenarioError`` for one that cannot be read."""
    play = start(data, title)
    failures = []
    for number, step in enumerate(data.get("steps", ()), 1):
        for kind, value in _parts(step, number):
            try:
                STEPS[kind](play, title, value, step)
            except (ScenarioError, IllegalAnswer, IllegalRuling, ValueError) as problem:
                failures.append(Failure(number, f"{kind}: {value}", str(problem)))
                if kind == "do":
                    return failures
    return failures


def _parts(step: Any, number: int) -> list[tuple[str, Any]]:
    if not isinstance(step, Mapping) or not set(step) - {"by"} <= set(STEPS):
        raise ScenarioError(f"step {number}: a step is one of {', '.join(STEPS)}, not {step!r}")
    return [(kind, value) for kind, value in step.items() if kind != "by"]


def _sentence(text: str) -> tuple[int, str]:
    """``P1: play Scout on B1`` as its seat and its action."""
    who, colon, action = str(text).partition(": ")
    if not colon or who[:1] != "P" or not who[1:].isdigit():
        raise ScenarioError(f'write it as "P1: action", not {text!r}')
    return int(who[1:]) - 1, action.strip()


def _do(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    for text in value if isinstance(value, list | tuple) else (value,):
        seat, action = _sentence(text)
        if action == "concede":
            play.concede(seat)
            continue
        decision = _asked(play, title, seat)
        play.answer(seat, _answer(play, decision, seat, action))


def _asked(play: Playthrough, title: Placing, seat: int) -> Decision:
    """The open decision of this seat; the others pass as long as nothing is written for them."""
    while (decision := play.decision) is not None and decision.seat != seat and decision.kind in title.passes:
        play.answer(decision.seat, decision.options.index(("pass",)))
    if decision is None:
        raise ScenarioError("the game is over")
    if decision.seat != seat:
        raise ScenarioError(f"P{decision.seat + 1} decides now ({decision.kind}), not P{seat + 1}")
    return decision


def _answer(play: Playthrough, decision: Decision, seat: int, action: str) -> Any:
    if action == "none":
        return ()
    picked: list[int] = []
    for part in action.split(";"):
        picked.append(_option(play, decision, seat, part.strip(), picked))
    return picked[0] if decision.single else tuple(picked)


def _option(play: Playthrough, decision: Decision, seat: int, text: str, picked: Sequence[int]) -> int:
    """The option that the sentence means; of several that read alike, the one of the written number (``#2``), or
    else the first that is not picked yet.
    """
    sentence, mark, place = text.rpartition(" #")
    if mark and place.isdigit():
        alike = [n for n, option in enumerate(decision.options) if play.says(option) == sentence]
        if not 1 <= int(place) <= len(alike):
            raise ScenarioError(f"{len(alike)} options read {sentence!r}, there is no #{place}")
        return alike[int(place) - 1]
    said = [
        number
        for number, option in enumerate(decision.options)
        if number not in picked and play.says(option) == text
    ]
    if said:
        return said[0]
    wanted: Option = play.reads(seat, text)
    if wanted in decision.options:
        return decision.options.index(wanted)
    refusal = play.why_not(seat, wanted)
    reason = f"{refusal.reason} ({', '.join(refusal.cite)})" if refusal else "it is not offered"
    offered = ", ".join(play.says(option) for option in decision.options[:12])
    raise ScenarioError(f"not possible: {reason}. Asked is {decision.kind}; possible are {offered}")


def _refuse(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    seat, text = _sentence(value)
    wanted = step.get("by", ())
    clauses = {wanted} if isinstance(wanted, str) else set(wanted)
    cited = set(_refused(play, title, seat, text))
    if not clauses <= cited:
        raise ScenarioError(
            f"refused by {', '.join(sorted(cited))}, not by {', '.join(sorted(clauses - cited))}"
        )


def _refused(play: Playthrough, title: Placing, seat: int, text: str) -> Sequence[str]:
    """The clauses that refuse this; ``ScenarioError`` when it is possible."""
    try:
        decision = _asked(play, title, seat)
    except ScenarioError:
        refusal = play.why_not(seat, play.reads(seat, text.split(";")[0]))
        if refusal is None:
            raise
        return refusal.cite
    before = play.state.mark()
    try:
        answer = _answer(play, decision, seat, text)
    except (ScenarioError, ValueError):
        refusal = play.why_not(seat, play.reads(seat, text.split(";")[0]))
        return refusal.cite if refusal else decision.cite
    try:
        play.answer(seat, answer)
    except IllegalAnswer as illegal:
        return illegal.cite
    play.state.rewind(before)
    raise ScenarioError("it is possible, but should be refused")


def _expect(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    wrong = []
    for path, wanted in value.items():
        found = _found(play, title, str(path), wanted)
        if found != wanted:
            wrong.append(f"{path} is {found!r}, expected {wanted!r}")
    if wrong:
        raise ScenarioError("; ".join(wrong))


def _found(play: Playthrough, title: Placing, path: str, wanted: Any) -> Any:
    decision = play.decision
    if path == "asked":
        return f"P{decision.seat + 1} {decision.kind}" if decision else "nobody"
    if path == "result":
        result = play.result
        return (
            "none"
            if result is None
            else " ".join([*(f"P{seat + 1}" for seat in result.winners), result.reason])
        )
    if path.endswith("log"):
        who = path.removesuffix("log").strip()
        said = [line for line, _cite in play.lines(int(who[1:]) - 1 if who else JUDGE)]
        return wanted if any(wanted in line for line in said) else said[-5:]
    if path.endswith("may"):
        seat = int(path.split()[0][1:]) - 1
        options = (
            [play.says(option) for option in decision.options] if decision and decision.seat == seat else []
        )
        return [one for one in wanted if one in options] if isinstance(wanted, list) else options
    return title.look(play.state, path)


def _pass(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    """Everybody passes until somebody has something else to decide."""
    for _time in range(100):
        decision = play.decision
        if decision is None or decision.kind not in title.passes:
            return
        play.answer(decision.seat, decision.options.index(("pass",)))


def _rule(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    play.rule(value)


def _time(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    play.call_time()


def _rewind(play: Playthrough, title: Placing, value: Any, step: Any) -> None:
    if type(value) is not int:
        raise ScenarioError(f"rewind goes back to the number of an entry, not to {value!r}")
    play.rewind(value)


STEPS: dict[str, Callable[[Playthrough, Placing, Any, Any], None]] = {
    "do": _do,
    "refuse": _refuse,
    "expect": _expect,
    "pass": _pass,
    "rule": _rule,
    "time": _time,
    "rewind": _rewind,
}

# -- writing --------------------------------------------------------------------------------------------------


def from_record(record: Mapping[str, Any], title: Describing, at: int, steps: int) -> dict[str, Any]:
    """A scenario of the position before entry ``at`` (from 0): the position, the next ``steps`` entries as sentences,
    and what is there after them.

    The position is written in words where they say all that the steps need, and otherwise as a replay. Raises
    ``ValueError`` for a number that the record does not have, ``Diverged`` for a record that does not replay.
    """
    entries = record["entries"]
    if not 0 <= at <= len(entries):
        raise ValueError(f"the record has {len(entries)} entries: write a number from 0 to {len(entries)}")
    hashes = record.get("chain", ())
    header = record["header"]
    start_of = {"header": header, "entries": entries[:at]}
    play = Playthrough.load({**start_of, "chain": hashes[: at + 1]}, title)
    position = title.describe(play.state)
    later = [Entry.from_data(data) for data in entries[at : at + steps]]
    boards, written = _carried(play, title, later)
    told: dict[str, Any] = {"game": title.code, "title": f"before entry {at}"}
    if position is not None:
        words = {**told, "variant": header["variant"], "position": position, "steps": written}
        if header.get("options"):
            words["options"] = header["options"]
        if all(entry.kind in IN_WORDS for entry in later) and _same(words, title, boards):
            return words
    return {**told, "replay": start_of, "steps": written}


IN_WORDS = ("answer", "default", "concede", "time")
"""Kinds of entries that do not name cards or entries by numbers of the game they are from."""


def _carried(
    play: Playthrough, title: Describing, entries: Sequence[Entry]
) -> tuple[list[str], list[dict[str, Any]]]:
    """Carry the entries out: the boards before, between and after them, and the entries as steps with what is there
    at the end."""
    boards, written = [title.board(play.state, JUDGE)], []
    for entry in entries:
        written.append(_step(play, entry))
        _repeat(play, entry)
        boards.append(title.board(play.state, JUDGE))
    expected = {"asked": _found(play, title, "asked", None), "result": _found(play, title, "result", None)}
    return boards, [*written, {"expect": {**expected, **title.values(play.state)}}]


def _repeat(play: Playthrough, entry: Entry) -> None:
    if entry.kind in ("answer", "default"):
        play.answer(entry.seat, entry.payload)
    elif entry.kind == "concede":
        play.concede(entry.seat)
    elif entry.kind == "time":
        play.call_time()
    elif entry.kind == "ruling":
        play.rule(entry.payload)
    else:
        play.rewind(entry.payload)


def _step(play: Playthrough, entry: Entry) -> dict[str, Any]:
    """The entry as a step, before it is carried out."""
    if entry.kind in ("answer", "default"):
        picked = (entry.payload,) if isinstance(entry.payload, int) else entry.payload
        action = "; ".join(_said(play, number) for number in picked) or "none"
        return {"do": f"P{entry.seat + 1}: {action}"}
    if entry.kind == "concede":
        return {"do": f"P{entry.seat + 1}: concede"}
    if entry.kind == "time":
        return {"time": "called"}
    return {"rule" if entry.kind == "ruling" else "rewind": entry.payload}


def _said(play: Playthrough, number: int) -> str:
    """An option as a sentence, with its number among those that read alike."""
    decision = play.decision
    assert decision is not None
    sentence = play.says(decision.options[number])
    alike = [n for n, option in enumerate(decision.options) if play.says(option) == sentence]
    return sentence if len(alike) == 1 else f"{sentence} #{alike.index(number) + 1}"


def _same(words: Mapping[str, Any], title: Placing, boards: Sequence[str]) -> bool:
    """Whether a scenario in words goes as the game went, step by step: chance may give something else, and cards that
    are called alike may lie in another order."""
    try:
        play = start(words, title)
        for number, step in enumerate(words["steps"], 1):
            if "expect" not in step and title.board(play.state, JUDGE) != boards[number - 1]:
                return False
            for kind, value in _parts(step, number):
                STEPS[kind](play, title, value, step)
    except (ScenarioError, IllegalAnswer, ValueError):
        return False
    return title.board(play.state, JUDGE) == boards[-1]
