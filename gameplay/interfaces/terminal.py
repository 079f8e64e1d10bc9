"""A game in a terminal: a person against computer players, or computer players among themselves.

Input and output are plain callables. A person sees what their own seat may see, and nothing else.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from gameplay.domain.games import TITLES, get
from gameplay.engine.ask import Answer, Decision, IllegalAnswer, Refusal
from gameplay.engine.computer import Computer
from gameplay.engine.playthrough import Diverged, Playthrough, Title
from gameplay.engine.scenario import from_record
from gameplay.engine.state import SPECTATOR

PASS = ("pass",)
LINES_BEFORE_BOARD = 25
"""When computers play among themselves, the board is shown again after so many lines."""
HELP = """\
Type the number of an option, or its sentence as it stands there.
Where several may be picked: numbers with spaces between them, or sentences with semicolons.
An empty line takes what is marked with *.
  board         the position again
  log           everything that has happened
  why SENTENCE  why an action is not possible now
  save FILE     write the game to a file; --load FILE goes on with it
  concede       give the game up
  quit          leave; nothing is saved"""


class Unreadable(Exception):
    """A file that holds no game that can be gone on with; the text says why."""


class Left(Exception):
    """The person has left the table; the text is the last thing to say."""


class BadInput(Exception):
    """Something typed that is no answer; the text says what would be."""


# -- files ----------------------------------------------------------------------------------------------------


def read_record(file: Path) -> dict[str, Any]:
    """A saved game as plain data. Raises ``Unreadable``."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise Unreadable(f"{file}: {problem.strerror}") from problem
    except ValueError as problem:
        raise Unreadable(f"{file} is no saved game: {problem}") from problem
    if (
        not isinstance(record, dict)
        or not isinstance(record.get("header"), dict)
        or not isinstance(record.get("entries"), list)
    ):
        raise Unreadable(f"{file} is no saved game: it has no header or no entries")
    if record["header"].get("game") not in TITLES:
        raise Unreadable(f"{file}: no rules for {record['header'].get('game')!r} here")
    return record


def load(file: Path, title: Title) -> Playthrough:
    """A saved game, replayed. Raises ``Unreadable``."""
    record = read_record(file)
    try:
        return Playthrough.load(record, title)
    except Diverged as problem:
        raise Unreadable(f"{file} does not replay: {problem}") from problem
    except (ValueError, KeyError, TypeError, IndexError) as problem:
        raise Unreadable(f"{file} is no saved game: {problem}") from problem


def scenario_text(record: Mapping[str, Any], at: int, steps: int) -> str:
    """The scenario file of the position before entry ``at``, with the next ``steps`` entries. Raises ``ValueError``."""
    try:
        data = from_record(record, get(record["header"]["game"]), at, steps)
    except Diverged as problem:
        raise ValueError(f"the game does not replay: {problem}") from problem
    except (KeyError, TypeError, IndexError) as problem:
        raise ValueError(f"this is no record of a game: {problem}") from problem
    replay = data.pop("replay", None)
    text = ""
    if replay is not None:  # JSON is YAML, and short
        text = f"replay: {json.dumps(replay, separators=(', ', ': '))}\n"
    written = {**data, "steps": data.pop("steps")}
    return (
        _yaml({key: value for key, value in written.items() if key != "steps"})
        + text
        + _yaml({"steps": written["steps"]})
    )


class _Plain(yaml.SafeDumper):
    """Writes every value out where it stands."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _yaml(data: Mapping[str, Any]) -> str:
    plain = json.loads(json.dumps(data))
    return yaml.dump(plain, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=110)


# -- the table ------------------------------------------------------------------------------------------------


class Terminal:
    """One game. ``computers``: who plays each seat that is no person's; ``seat``: the person's, or None to watch."""

    def __init__(
        self,
        play: Playthrough,
        computers: Mapping[int, Computer],
        seat: int | None,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        *,
        auto_pass: bool = True,
    ) -> None:
        self.play, self.computers, self.seat = play, computers, seat
        self.ask, self.say, self.auto_pass = ask, say, auto_pass
        self.viewer = SPECTATOR if seat is None else seat
        self.told = 0
        """Events that the log has been shown of."""
        self.since_board = 0

    def run(self) -> bool:
        """Play to the end, or until the person leaves; whether the game is over."""
        if self.play.n:
            self.told = len(self.play.state.events)
            self.say(f"The game goes on after {self.play.n} entries.")
        try:
            while (decision := self.play.decision) is not None:
                if decision.seat == self.seat:
                    self._person(decision)
                else:
                    self._computer(decision)
        except Left as left:
            self.say(str(left))
            return False
        self._news()
        self.board()
        self._result()
        return True

    def board(self) -> None:
        self.say(self.play.title.board(self.play.state, self.viewer))
        self.since_board = 0

    def _computer(self, decision: Decision) -> None:
        self.play.answer(decision.seat, self.computers[decision.seat].answer(self.play, decision.seat))
        if self.seat is None:
            self._news()
            if self.since_board > LINES_BEFORE_BOARD:
                self.board()

    def _news(self) -> None:
        """What has happened since the last time, as the viewer may know it."""
        lines = self.play.lines(self.viewer, self.told)
        self.told = len(self.play.state.events)
        self.since_board += len(lines)
        for line, _cite in lines:
            self.say(f"  {line}")

    def _result(self) -> None:
        result = self.play.result
        assert result is not None
        winners = " and ".join(f"P{seat + 1}" for seat in result.winners)
        how = f"{result.reason} ({', '.join(result.cite)})"
        self.say(f"{winners} won: {how}" if winners else f"Nobody won: {how}")

    # -- the person ---------------------------------------------------------------------------------------

    def _person(self, decision: Decision) -> None:
        """One decision of the person: asked until it is answered."""
        self._news()
        if self.auto_pass and tuple(decision.options) == (PASS,):
            self.say(f"P{decision.seat + 1} can only pass, and does.")
            self.play.answer(decision.seat, 0)
            return
        self.board()
        self.say(self._question(decision))
        for number, option in enumerate(decision.options):
            mark = "*" if number in _indexes(decision.default) else " "
            self.say(f"{mark}{number + 1:>3}  {self.play.says(option)}")
        entries = self.play.n
        while self.play.n == entries:
            try:
                self._typed(decision, self._read())
            except BadInput as problem:
                self.say(str(problem))

    def _question(self, decision: Decision) -> str:
        """What is asked, and how many may be picked."""
        what = f"P{decision.seat + 1}, {decision.kind.replace('_', ' ')}"
        if decision.single:
            return f"{what}: pick one"
        least, most = decision.least, decision.most
        count = str(least) if least == most else f"{least} to {most}"
        nothing = "" if _indexes(decision.default) else "; an empty line picks none"
        return f"{what}: pick {count}{nothing}"

    def _read(self) -> str:
        try:
            return self.ask("> ").strip()
        except EOFError:
            raise Left("The input has ended. The game stops here and is not saved.") from None
        except KeyboardInterrupt:
            raise Left("Stopped. The game is not saved.") from None

    def _typed(self, decision: Decision, text: str) -> None:
        """Carry out what was typed. Raises ``BadInput``."""
        word, _space, rest = text.partition(" ")
        command = COMMANDS.get(word.lower())
        if command is not None and (rest or word.lower() not in WITH_MORE):
            command(self, rest.strip())
            return
        if word.lower() in WITH_MORE and not rest:
            raise BadInput(WITH_MORE[word.lower()])
        answer = self._answer(decision, text)
        try:
            self.play.answer(decision.seat, answer)
        except IllegalAnswer as problem:
            raise BadInput(_reason(_capital(str(problem)), problem.cite)) from problem

    def _answer(self, decision: Decision, text: str) -> Answer:
        """Numbers, sentences or nothing, as an answer."""
        if not text:
            return decision.default
        words = text.replace(",", " ").split()
        if all(word.isdecimal() for word in words):
            numbers = [self._number(decision, int(word)) for word in words]
        else:
            numbers = []
            for part in text.split(";"):
                numbers.append(self._sentence(decision, part.strip(), numbers))
        if decision.single:
            if len(numbers) != 1:
                raise BadInput("Pick one option here.")
            return numbers[0]
        return tuple(numbers)

    def _number(self, decision: Decision, number: int) -> int:
        if not 1 <= number <= len(decision.options):
            raise BadInput(f"There is no option {number}: type a number from 1 to {len(decision.options)}.")
        return number - 1

    def _sentence(self, decision: Decision, text: str, picked: Sequence[int]) -> int:
        """The option that a sentence means; ``BadInput`` says why it is none."""
        for number, option in enumerate(decision.options):
            if number not in picked and self.play.says(option).lower() == text.lower():
                return number
        refusal = self._refusal(decision.seat, text)
        if refusal is not None:
            raise BadInput(_reason(f"Not possible: {refusal.reason}", refusal.cite))
        found = list(decision.options).index(self.play.reads(decision.seat, text))
        if found in picked:
            raise BadInput(f"{text!r} is picked already.")
        return found

    def _refusal(self, seat: int, text: str) -> Refusal | None:
        """Why the action of a sentence is not possible; ``BadInput`` when it is no action."""
        try:
            action = self.play.reads(seat, text)
        except ValueError as problem:
            raise BadInput(f"Not understood: {problem}. `help` says what can be typed.") from problem
        decision = self.play.decision
        refusal = self.play.why_not(seat, action)
        if refusal is None and decision is not None and action not in decision.options:
            return Refusal(decision.cite, "it is not among the options")
        return refusal

    # -- commands -----------------------------------------------------------------------------------------

    def _show_board(self, rest: str) -> None:
        self.board()

    def _show_log(self, rest: str) -> None:
        for line, cite in self.play.lines(self.viewer):
            self.say(f"  {_reason(line, cite)}")

    def _help(self, rest: str) -> None:
        self.say(HELP)

    def _why(self, rest: str) -> None:
        assert self.seat is not None
        refusal = self._refusal(self.seat, rest)
        self.say(
            "That is possible now." if refusal is None else _reason(_capital(refusal.reason), refusal.cite)
        )

    def _save(self, rest: str) -> None:
        try:
            Path(rest).expanduser().write_text(json.dumps(self.play.record()), encoding="utf-8")
        except OSError as problem:
            raise BadInput(f"{rest} cannot be written: {problem.strerror}.") from problem
        self.say(f"Saved to {rest}: {self.play.n} entries.")

    def _concede(self, rest: str) -> None:
        assert self.seat is not None
        self.play.concede(self.seat)

    def _quit(self, rest: str) -> None:
        raise Left("Left the game. It is not saved.")


COMMANDS: dict[str, Callable[[Terminal, str], None]] = {
    "board": Terminal._show_board,
    "log": Terminal._show_log,
    "help": Terminal._help,
    "why": Terminal._why,
    "save": Terminal._save,
    "concede": Terminal._concede,
    "quit": Terminal._quit,
}
WITH_MORE = {
    "why": "Write the action behind it: why play Scout on A1.",
    "save": "Write the name of a file behind it: save game.json.",
}
"""Commands that need something behind them, and what to say when it is missing."""


def _indexes(answer: Answer) -> tuple[int, ...]:
    return (answer,) if isinstance(answer, int) else answer


def _reason(text: str, cite: Sequence[str]) -> str:
    return f"{text} ({', '.join(cite)})" if cite else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
