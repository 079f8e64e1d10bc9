"""How quickly cards are found: searches with all their facet counts among 20,000 cards, without a database.

Run it with ``python bench/cards.py``; the cards are made up from a fixed seed.
"""

import random
import statistics
import sys
import time
from pathlib import Path
from types import MappingProxyType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from deckcheck.cards.card import Card, CardSet
from deckcheck.cards.search import Index, Query

CARDS = 20_000
SEARCHES = 2_000
SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "ki",
    "lo",
    "mu",
    "ne",
    "pa",
    "ri",
    "so",
    "tu",
    "va",
    "we",
    "xi",
    "yo",
    "za",
    "qui",
]
TYPES = ("Character", "Program", "Gear", "Mainframe")
FACTIONS = ("Hacker", "Corpo", "Mystic", "Thrasher", "Dustrunner", "Cybernetic", "Wonderland", "Nanobot")
KEYWORDS = ("SWIFT", "REVERSED", "TROJAN", "MALICIOUS", "TETHER", "OVERRUN")


def made_up(chance: random.Random) -> tuple[CardSet, dict[str, str]]:
    """A set of 20,000 cards, and the text of each of them by number (15 to 40 words)."""
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 3))) for _ in range(1500)]
    cards, texts = [], {}
    for number in range(CARDS):
        facts = {
            "ram": chance.randint(0, 9),
            "attack": chance.randint(0, 8),
            "defense": chance.randint(0, 12),
            "factions": (chance.choice(FACTIONS),),
            "keywords": tuple(chance.sample(KEYWORDS, chance.randint(0, 2))),
            "rarity": chance.choice(("Common", "Rare", "Quantum Rare")),
        }
        name = " ".join(chance.choices(words, k=2)).title() + f" {number}"
        code = f"SYN-{number}"
        kind = chance.choice(TYPES)
        cards.append(Card("SYN", code, name, "neuroscape", kind, MappingProxyType(facts)))
        texts[code] = " ".join(chance.choices(words, k=chance.randint(15, 40)))
    return CardSet("SYN", "Synthetic", "neuroscape", 1, tuple(cards), "bench"), texts


def searches(chance: random.Random, index: Index) -> list[Query]:
    """As people search: two to six letters typed, a choice or two, a range now and then."""
    queries = []
    for _ in range(SEARCHES):
        text = chance.choice(index.cards).name[: chance.randint(2, 6)] if chance.random() < 0.7 else ""
        facets = {}
        if chance.random() < 0.5:
            facets["group"] = tuple(chance.sample(FACTIONS, chance.randint(1, 2)))
        if chance.random() < 0.4:
            facets["type"] = (chance.choice(TYPES),)
        ranges = {"cost": (chance.randint(0, 4), None)} if chance.random() < 0.3 else {}
        queries.append(Query(text, MappingProxyType(facets), MappingProxyType(ranges)))
    return queries


def main() -> None:
    chance = random.Random(20_000)
    cards, texts = made_up(chance)
    began = time.perf_counter()
    index = Index([cards], lambda card: texts[card.number])
    built = time.perf_counter() - began
    taken = []
    for query in searches(chance, index):
        began = time.perf_counter()
        index.find(query)
        taken.append((time.perf_counter() - began) * 1000)
    taken.sort()
    print(f"{CARDS} cards, index built in {built:.2f} s, once for each content of the sets in use")
    print(
        f"{SEARCHES} searches with counts: median {statistics.median(taken):.2f} ms, "
        f"p95 {taken[int(SEARCHES * 0.95)]:.2f} ms, slowest {taken[-1]:.2f} ms"
    )


if __name__ == "__main__":
    main()
