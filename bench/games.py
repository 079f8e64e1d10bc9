"""How fast games are played: decisions per 1,000 reference additions, replay and rewind, for every title and variant.

Run it with ``make bench`` or ``python -m bench.games``. The reference is ``x += 1`` on a local, timed beside every
measurement in CPU time, so that a busy or slow machine cancels out.
"""

import os
import random
import statistics
import time
import timeit
from collections.abc import Callable
from functools import partial

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from gameplay.domain.exercise import begin  # noqa: E402
from gameplay.domain.games import TITLES, get  # noqa: E402
from gameplay.engine.playout import play_games, random_answer  # noqa: E402
from gameplay.engine.playthrough import Playthrough  # noqa: E402

ROUNDS = 5
GAMES = 8
ADDITIONS = 1_000_000


def addition() -> float:
    """Seconds of CPU time that one reference addition takes."""
    return (
        min(timeit.repeat("x += 1", "x = 0", timer=time.process_time, number=ADDITIONS, repeat=3)) / ADDITIONS
    )


def ratio(work: Callable[[int], int]) -> tuple[float, float]:
    """Decisions per 1,000 additions: the median and the best of the rounds. ``work(round)`` gives its decisions."""
    found = []
    for number in range(ROUNDS):
        before, started = addition(), time.process_time()
        decisions = work(number)
        seconds = time.process_time() - started
        found.append(1000 * decisions * (before + addition()) / 2 / seconds)
    return statistics.median(found), max(found)


def random_play(code: str, variant: str) -> Callable[[int], int]:
    """Random games; undo and event log are always on."""
    return lambda number: play_games(lambda chance: begin(code, variant, chance), GAMES, number).decisions


def with_views(code: str, variant: str) -> Callable[[int], int]:
    """The same, with the views of the first two seats drawn before every decision."""

    def work(number: int) -> int:
        decisions = 0
        for game in range(GAMES):
            chance = random.Random(f"{number} {game}")
            play = begin(code, variant, chance)
            while (decision := play.decision) is not None:
                play.view(0)
                play.view(1)
                play.answer(decision.seat, random_answer(chance, decision))
            decisions += play.n
        return decisions

    return work


def played(code: str, variant: str) -> Playthrough:
    """One finished random game."""
    chance = random.Random(f"bench {code} {variant}")
    play = begin(code, variant, chance)
    while (decision := play.decision) is not None:
        play.answer(decision.seat, random_answer(chance, decision))
    return play


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The best of several runs, in CPU time."""
    return 1000 * min(timeit.repeat(work, timer=time.process_time, number=1, repeat=times))


def replayed(play: Playthrough) -> float:
    """A whole game played again from its entries."""

    def work() -> None:
        again = Playthrough(play.title, play.header)
        for entry in play.entries:
            again.answer(entry.seat, entry.payload)

    return milliseconds(work, 7)


def rewound(play: Playthrough) -> float:
    """Ten decisions taken back, again and again through the game; the mean."""
    steps = list(range(play.n - 10, 0, -10))

    def work() -> None:
        for to in steps:
            play.rewind(to)

    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started) / len(steps)


def main() -> None:
    for code in TITLES:
        for variant in get(code).variants:
            plain, best = ratio(random_play(code, variant))
            views, _best = ratio(with_views(code, variant))
            play = played(code, variant)
            replay = replayed(play)
            verified = milliseconds(partial(Playthrough.load, play.record(), play.title), 3)
            print(
                f"{code} {variant}: {plain:.2f} decisions per 1,000 additions (best {best:.2f}), "
                f"{views:.2f} with both views; replay of {play.n} decisions {replay:.1f} ms, "
                f"verified against its hash chain {verified:.1f} ms; ten decisions back {rewound(play):.3f} ms"
            )


if __name__ == "__main__":
    main()
