"""Positions as readable files: puzzle, bug report, judge's what-if and regression test are one format.

The format is described for judges in ``docs/scenarios.md``; this module carries a scenario out with any title.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .ask import Decision, IllegalAnswer, Option
from .chance import Chance
from .log import Header
from .playthrough import Playthrough, Title
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


def run(data: Mapping[str, Any], title: Placing) -> list[Failure]:
    """Carry a scenario out; what did not go as written. Raises ``ScenarioError`` for one that cannot be read."""
    play = start(data, title)
    failures = []
    for number, step in enumerate(data.get("steps", ()), 1):
        for kind, value in _parts(step, number):
            try:
                STEPS[kind](play, title, value, step)
            except (ScenarioError, IllegalAnswer, ValueError) as problem:
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
    """The option that the sentence means; of several that read alike, the first that is not picked yet."""
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


STEPS: dict[str, Callable[[Playthrough, Placing, Any, Any], None]] = {
    "do": _do,
    "refuse": _refuse,
    "expect": _expect,
    "pass": _pass,
    "rule": _rule,
}
