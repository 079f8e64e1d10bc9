"""Chance: keyed streams, one for each purpose, from a committed seed and the players' salts."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

VERSION = 1


class Chance:
    def __init__(self, seed: bytes, salts: Sequence[bytes] = ()) -> None:
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
        mixed = hashlib.blake2b(seed, digest_size=32)
        for salt in salts:
            mixed.update(len(salt).to_bytes(4, "big") + salt)
        self._key = mixed.digest()

    def _words(self, purpose: str, count: int) -> Iterator[int]:
        block = 0
        while True:
            text = f"{VERSION}:{purpose}:{count}:{block}".encode()
            digest = hashlib.blake2b(text, key=self._key).digest()
            for at in range(0, 64, 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1

    def number(self, purpose: str, count: int, below: int) -> int:
        if below < 1:
            raise ValueError("below must be at least 1")
        return self._below(self._words(purpose, count), below)

    @staticmethod
    def _below(words: Iterator[int], below: int) -> int:
        most = (1 << 32) - (1 << 32) % below
        while True:
            word = next(words)
            if word < most:
                return word % below

    def permutation(self, purpose: str, count: int, size: int) -> list[int]:
        words = self._words(purpose, count)
        order = list(range(size))
        for at in range(size - 1, 0, -1):
            other = self._below(words, at + 1)
            order[at], order[other] = order[other], order[at]
        return order


def commitment(seed: bytes) -> str:
    return hashlib.sha256(b"hourglass chance 1" + seed).hexdigest()


def verify(seed: bytes, committed: str) -> bool:
    return hmac.compare_digest(commitment(seed), committed)
