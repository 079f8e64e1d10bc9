"""Decklists read and checked per second on one core: ``python bench/decks.py``.

The four public Neuroscape lists, as they are and each time in another spelling, so that no line was met before.
Times are CPU seconds of this process, the best of several passes; reading and checking are the site's own.
"""

import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from deckcheck.cards.card import Pool
from deckcheck.construction import Construction, check_deck
from deckcheck.domain.library import DATA, shipped_sets
from deckcheck.lists import assume_ram, read_list

LISTS = 4_000
PASSES = 3


def respelled(text: str, chance: random.Random) -> str:
    """The list with other capitals and blanks in each line, which names the same cards."""
    return "\n".join(_respelled(line, chance) for line in text.splitlines())


def _respelled(line: str, chance: random.Random) -> str:
    letters = "".join(chance.choice((sign.upper(), sign.lower())) for sign in line)
    return " " * chance.randint(0, 3) + letters + " " * chance.randint(0, 3)


def per_second(work: Callable[[str], object], texts: Iterable[str]) -> float:
    """Lists per CPU second."""
    lists = list(texts)
    start = time.process_time()
    for text in lists:
        work(text)
    return len(lists) / (time.process_time() - start)


def main() -> None:
    pool = Pool("neuroscape", [shipped_sets()["GEN"]])
    options = Construction(game="neuroscape")
    texts = [
        path.read_text(encoding="utf-8") for path in sorted((DATA / "decklists" / "neuroscape").iterdir())
    ]

    def read(text: str) -> object:
        return read_list(text, pool)

    def check(text: str) -> object:
        return check_deck(assume_ram(read_list(text, pool).deck, pool), pool, options)

    decks = [assume_ram(read_list(text, pool).deck, pool) for text in texts]
    legal = sum(check_deck(deck, pool, options).legal for deck in decks)
    cards = sum(deck.count(zone) for deck in decks for zone in deck.zones)
    print(f"{len(texts)} public lists, {cards} cards with the RAM that two leave out, {legal} of them legal")

    chance = random.Random(4)
    spelled = [[respelled(text, chance) for text in texts * (LISTS // len(texts))] for _ in range(PASSES)]
    same = [texts * (LISTS // len(texts))] * PASSES
    for title, passes in (("as they are", same), ("each spelled anew", spelled)):
        for verb, work in (("read", read), ("read and checked", check)):
            best = max(per_second(work, lists) for lists in passes)
            print(f"{title}: {best:,.0f} lists a second {verb}")


if __name__ == "__main__":
    main()
