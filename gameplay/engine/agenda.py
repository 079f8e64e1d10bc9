"""What is still to happen: a last-in-first-out list of plain frames inside the state, and the loop that runs it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .ask import Answer, Decision, Option, picked
from .book import Rulebook
from .table import Table

Frame = tuple[Any, ...]
"""The name of a step, then its arguments: integers, words and tuples of them."""

STEP_BUDGET = 20_000
"""Steps between two decisions; a game that needs more makes no progress."""


NEW = tuple.__new__
"""Makes a named tuple of its fields; the calls behind ``Decision(...)`` cost more than what it holds."""


class DeadEnd(Exception):
    """A position without a decision and without an end, or a decision without an option: an error of the rules."""


class NoProgress(Exception):
    """More steps than the budget without a decision: something goes round in circles."""


class Result(NamedTuple):
    """How a game ended: the seats that won (none: a draw), the way, and the clauses that say so."""

    winners: tuple[int, ...]
    reason: str
    cite: tuple[str, ...]


class Mark(NamedTuple):
    """Where the game stood; see ``Agenda.mark``."""

    undo: int
    agenda: tuple[Frame, ...]
    asked: Decision | None
    frame: Frame
    events: int
    result: Result | None


class Agenda(Table):
    """A table with an agenda, an open decision and a result."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.book = book
        self.steps, self.answers = book.steps, book.answers
        self.agenda: list[Frame] = []
        self.waiting: list[Any] = []
        """What has been noticed in the step that runs; see ``settle``."""
        self.frame: Frame = ()
        self.asked: Decision | None = None
        self.result: Result | None = None
        self.events: list[tuple[str, tuple[Any, ...], int]] = []
        self.visited: set[str] | None = None
        """Names of steps that ran, when somebody counts them."""

    # -- putting things on the agenda ---------------------------------------------------------------------

    def push(self, step: str, *args: Any) -> None:
        """This happens next."""
        self.agenda.append((step, *args))

    def push_procedure(self, name: str, *args: Any) -> None:
        """A procedure, from its first step."""
        self.agenda.append((name, 0, *args))

    def push_each(self, step: str, things: Iterable[Any], *args: Any) -> None:
        """The step once for each of these, the first one first."""
        for thing in reversed(tuple(things)):
            self.agenda.append((step, thing, *args))

    # -- asking -------------------------------------------------------------------------------------------

    def ask(
        self,
        seat: int,
        kind: str,
        options: Sequence[Option],
        *cite: str,
        default: Answer = 0,
        least: int = 1,
        most: int = 1,
        public: bool = False,
    ) -> None:
        """Stop for a decision; the step that calls this is named by its frame, and so is its answer.

        ``public``: whether everybody knows that there is but one option, so that it decides itself. Raises
        ``DeadEnd`` when there is no option.
        """
        self.pose(seat, kind, options, cite, default, least, most, public)

    def pose(
        self,
        seat: int,
        kind: str,
        options: Sequence[Option],
        cite: tuple[str, ...],
        default: Answer = 0,
        least: int = 1,
        most: int = 1,
        public: bool = False,
    ) -> None:
        """The same as ``ask``, with the clauses as a tuple."""
        if not options and least > 0:
            raise DeadEnd(f"{self.book.game}: seat {seat} has no option for {kind}")
        if public and len(options) == 1 and least == most == 1:
            self._carry_out(options[0])
        elif not self.lives(seat):
            self._carry_out(picked(options, default))
        else:
            self.asked = NEW(Decision, (seat, kind, options, default, cite, least, most))

    def reply(self, answer: Answer) -> None:
        """Carry out a checked answer and go on to the next decision or to the end."""
        decision = self.asked
        if decision is None:
            raise DeadEnd("nothing is asked")
        self.asked = None
        options = decision.options
        self._carry_out(options[answer] if type(answer) is int else picked(options, answer))
        if self.waiting:
            self.settle()
        if self.asked is None:
            self.run()

    def _carry_out(self, chosen: Any) -> None:
        """The answer to what the step of this frame has asked."""
        frame = self.frame
        answered, size = self.answers[frame[0]], len(frame)
        if size == 2:  # calls with a fixed number of arguments are much cheaper
            answered(self, chosen, frame[1])
        elif size == 3:
            answered(self, chosen, frame[1], frame[2])
        else:
            answered(self, chosen, *frame[1:])

    def ask_again(self) -> None:
        """Ask the open decision anew: after a ruling its options may be others."""
        if self.asked is not None:
            self.asked = None
            self.agenda.append(self.frame)
        self.run()

    def lives(self, seat: int) -> bool:
        """Whether the seat still takes part; one that does not is never asked and does what is default."""
        return True

    # -- running ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Go on until somebody has to decide or the game is over."""
        agenda, steps, visited = self.agenda, self.steps, self.visited
        for _step in range(STEP_BUDGET):
            if self.asked is not None or self.result is not None:
                break
            if not agenda:
                raise DeadEnd(f"{self.book.game}: nothing is left to happen and nobody has won")
            self.frame = frame = agenda.pop()
            step, size = steps[frame[0]], len(frame)
            if size == 2:  # calls with a fixed number of arguments are much cheaper
                step(self, frame[1])
            elif size == 3:
                step(self, frame[1], frame[2])
            elif size == 1:
                step(self)
            else:
                step(self, *frame[1:])
            if self.waiting:
                self.settle()
            if visited is not None:
                visited.add(frame[0])
        else:
            raise NoProgress(
                f"{self.book.game}: {STEP_BUDGET} steps without a decision, last {self.frame[0]!r}"
            )
        if self.result is not None:
            self.asked = None

    def settle(self) -> None:
        """Put what has been noticed on the agenda."""
        raise NotImplementedError

    # -- going back ---------------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """Where the game stands now; ``rewind`` comes back to it exactly. Marks nest."""
        where = (len(self.undo), tuple(self.agenda), self.asked, self.frame, len(self.events), self.result)
        return NEW(Mark, where)

    def rewind(self, mark: Mark) -> None:
        self.undo_to(mark.undo)
        self.agenda[:] = mark.agenda
        self.asked, self.frame, self.result = mark.asked, mark.frame, mark.result
        del self.events[mark.events :]
        self.waiting = []

    def digest(self, *more: Any) -> str:
        return super().digest(self.agenda, self.asked, self.result, *more)
