"""Computer players for demonstrations and tests: any title, through what every seat may see and nothing else.

A player is given a game and its own seat, and says what the seat answers. It never looks at the state.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from .ask import Answer
from .playthrough import Prompt

MOST_REPEATS = 3
"""How often a seat takes the same option before it holds back once: nobody goes round in circles."""

WHILE = " while "


class Visible(Protocol):
    """What a computer player uses of a ``Playthrough``: the decision and the position as its own seat sees them."""

    def prompt(self, viewer: int) -> Prompt | None: ...

    def view(self, viewer: int) -> Any: ...


class Computer(Protocol):
    """Answers for a seat. One object plays one seat of one game."""

    def answer(self, play: Visible, seat: int) -> Answer:
        """A legal answer to the open decision of the seat. Raises ``ValueError`` when the seat is not asked."""


def asked_of(play: Visible, seat: int) -> Prompt:
    """The open decision of the seat; ``ValueError`` when it is not asked."""
    prompt = play.prompt(seat)
    if prompt is None or prompt.seat != seat:
        raise ValueError(f"seat {seat + 1} is not asked")
    return prompt


class RandomPlayer:
    """Any legal answer, each option as likely as another."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def answer(self, play: Visible, seat: int) -> Answer:
        prompt = asked_of(play, seat)
        count = len(prompt.options)
        if prompt.least == prompt.most == 1:
            return self.chance.randrange(count)
        picked = self.chance.randint(prompt.least, prompt.most)
        return tuple(sorted(self.chance.sample(range(count), picked)))


class HeuristicPlayer:
    """Takes the option with the greatest weight, and one of equals by chance.

    ``preferences`` gives weights to verbs, or to the verb of one kind of decision (``"discards discard"``), which
    counts first; 0 where nothing is written. ``"play while sources": 6`` says that the seat wants to play only while its
    own number in the field ``sources`` of its view (a sequence by seat) is at least 6. Where several may be picked, all with a weight above 0 are, and as many
    others as must be. An option that changed nothing the seat can see, or that was taken ``MOST_REPEATS`` times since
    the seat last took one of weight 0 or less, is not taken again as long as there is another.
    """

    def __init__(self, chance: random.Random, preferences: Mapping[str, int]) -> None:
        self.chance, self.preferences = chance, preferences
        limits = [(*key.partition(WHILE), least) for key, least in preferences.items() if WHILE in key]
        self._limits = [(verb, field, least) for verb, _while, field, least in limits]
        self._short: set[str] = set()
        """Verbs that the seat has too little for now."""
        self._taken: Counter[tuple[Any, ...]] = Counter()
        self._last: tuple[Any, ...] = ()
        self._before: Any = None

    def answer(self, play: Visible, seat: int) -> Answer:
        prompt = asked_of(play, seat)
        view = play.view(seat)
        self._short = {
            verb for verb, field, least in self._limits if getattr(view, field, {seat: least})[seat] < least
        }
        if prompt.least == prompt.most == 1:
            return self._one(prompt, view)
        return self._several(prompt)

    def weight(self, kind: str, verb: str) -> int:
        """How much the seat wants to do this when such a decision is open."""
        if verb in self._short:
            return -1
        return self.preferences.get(f"{kind} {verb}", self.preferences.get(verb, 0))

    def _one(self, prompt: Prompt, view: Any) -> int:
        tired = {option for option, times in self._taken.items() if times >= MOST_REPEATS}
        if view == self._before:
            tired.add(self._last)
        choices = [
            (self.weight(prompt.kind, option[0]), number)
            for number, option in enumerate(prompt.options)
            if (prompt.kind, *option) not in tired
        ] or [(0, number) for number in range(len(prompt.options))]
        best = max(weight for weight, _number in choices)
        number = self.chance.choice([number for weight, number in choices if weight == best])
        self._remember((prompt.kind, *prompt.options[number]), view, best)
        return number

    def _remember(self, option: tuple[Any, ...], view: Any, weight: int) -> None:
        if weight <= 0:
            self._taken.clear()
            self._last, self._before = (), None
        else:
            self._taken[option] += 1
            self._last, self._before = option, view

    def _several(self, prompt: Prompt) -> tuple[int, ...]:
        numbers = list(range(len(prompt.options)))
        self.chance.shuffle(numbers)
        numbers.sort(key=lambda number: -self.weight(prompt.kind, prompt.options[number][0]))
        wanted = sum(self.weight(prompt.kind, option[0]) > 0 for option in prompt.options)
        return tuple(sorted(numbers[: min(max(wanted, prompt.least), prompt.most)]))
