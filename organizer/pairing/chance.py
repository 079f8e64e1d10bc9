"""All chance of a pairing, drawn from its seed and from nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

from .facts import Seed

T = TypeVar("T")


def seed_text(seed: Seed) -> str:
    """The seed as it is published: text as it is, numbers in decimal, bytes in hexadecimal."""
    return seed.hex() if isinstance(seed, bytes) else str(seed)


def seed_hash(seed: Seed) -> str:
    """SHA-256 of the seed's text in hexadecimal: what is shown before the round is paired."""
    return sha256(seed_text(seed).encode()).hexdigest()


class Chance:
    """A stream of random choices that is the same on every machine.

    Only ``random()`` of the Mersenne Twister is used, the one method whose sequence Python
    promises to keep between versions.
    """

    def __init__(self, purpose: str, seed: Seed) -> None:
        digest = sha256(f"{purpose}\n{seed_text(seed)}".encode()).digest()
        self.random = random.Random(int.from_bytes(digest, "big")).random

    def below(self, end: int) -> int:
        """A whole number from 0 to end - 1."""
        return int(self.random() * end)

    def bits(self, count: int) -> int:
        """A whole number of `count` bits; at most 53."""
        return int(self.random() * (1 << count))

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order, as a new list."""
        given = list(items)
        tickets = [self.random() for _ in given]
        return [given[place] for place in sorted(range(len(given)), key=tickets.__getitem__)]
