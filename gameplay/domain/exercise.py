"""What random play exercises: the clauses that the rule functions cite which ran in it."""

import inspect
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType
from typing import Any

from gameplay.engine.playout import random_answer
from gameplay.engine.playthrough import Playthrough

from .games import TITLES, get, starters

CLAUSE = re.compile(r"\b[A-Z]{2,3}-R?\d+(?:\.\d+)?\b")


def exercised(code: str, games: int, seed: int = 1) -> frozenset[str]:
    """The clauses of whatever ran in ``games`` random games of each variant: the ids in the source of every function
    of the game's package, its decorators and comments included, and those that its steps, decisions and actions
    cite. Empty for a game without rules here.
    """
    if code not in TITLES:
        return frozenset()
    title = get(code)
    package = type(title).__module__.rpartition(".")[0]
    cites, found, visited = title.book.cites, set[str](), set[str]()
    with _noticing(package.replace(".", "/")) as ran:
        for variant in title.variants:
            for number in range(games):
                chance = random.Random(f"{seed} {number}")
                play = begin(code, variant, chance)
                play.state.visited = visited
                while (decision := play.decision) is not None:
                    found.update(decision.cite)
                    found.update(*(cites[f"action {option[0]}"] for option in decision.options))
                    play.answer(decision.seat, random_answer(chance, decision))
    found.update(*(cites[step] for step in visited if step in cites))
    return frozenset(found.union(*(_cited(function) for function in ran)))


def begin(code: str, variant: str, chance: random.Random) -> Playthrough:
    """A new game with ready-made decks drawn for each seat."""
    title, decks = get(code), list(starters(code).values())
    chosen = [chance.choice(decks) for _seat in range(title.seats(variant))]
    return Playthrough.new(title, chosen, chance.randbytes(32), variant=variant)


@contextmanager
def _noticing(folder: str) -> Iterator[set[CodeType]]:
    """The functions of this folder that are called meanwhile."""
    ran: set[CodeType] = set()

    def notice(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and folder in frame.f_code.co_filename:
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        yield ran
    finally:
        sys.setprofile(before)


@cache
def _cited(function: CodeType) -> frozenset[str]:
    return frozenset(CLAUSE.findall(inspect.getsource(function)))
