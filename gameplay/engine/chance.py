"""Chance: a keyed stream for each purpose, from a committed seed and the players' salts.

A draw is a pure function of the key, its purpose and its count (how many draws of this purpose came before).
The counts are part of the game's state, so taking a move back never buys a new roll, and a shuffle does not
depend on how many dice somebody else has rolled.

Everything here can be recomputed elsewhere once the seed is revealed. All hashes are BLAKE2b, text is UTF-8:

- key: 32 bytes, the hash of ``hourglass chance key 1``, the seed, and each salt after its length (4 bytes,
  big-endian), in the order of the seats;
- block ``i`` of a draw: 64 bytes, the hash of ``1:use:purpose:count:i`` with that key, where ``use`` is
  ``number`` or ``permutation``;
- a number below ``b``: as few blocks as hold ``b`` values, read as one big-endian number; when it lies in the
  incomplete last run of ``b`` values, the next blocks are taken instead; then the remainder by ``b``;
- a permutation: a number below ``size!`` read digit by digit as the swaps of Fisher and Yates.
"""

import hashlib
import hmac
import math

VERSION = 1
"""The version of this algorithm. A change to any draw is a new version: games in play need the old one."""

SEED_BYTES = 32


class Chance:
    """All chance of one game. ``seed``: 32 secret bytes; ``salts``: one of each seat, of any length.

    Raises ``ValueError`` for a seed of another length.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: bytes, salts: tuple[bytes, ...] = ()) -> None:
        mixed = hashlib.blake2b(f"hourglass chance key {VERSION}".encode(), digest_size=32)
        mixed.update(_checked(seed))
        for salt in salts:
            mixed.update(len(salt).to_bytes(4, "big") + salt)
        self._key = mixed.digest()

    def number(self, purpose: str, count: int, below: int) -> int:
        """The ``count``-th number of this purpose: exactly uniform in 0 to ``below`` - 1, however large.
        Raises ``ValueError`` when there is no such number.
        """
        if below < 1:
            raise ValueError(f"a number is drawn below 1 or more, not below {below}")
        return self._uniform(f"{VERSION}:number:{purpose}:{count}:", below)

    def permutation(self, purpose: str, count: int, size: int) -> list[int]:
        """The ``count``-th shuffle of this purpose: ``range(size)`` in exactly uniform order.
        Raises ``ValueError`` for a negative size.
        """
        if size < 0:
            raise ValueError(f"0 or more things are shuffled, not {size}")
        swaps = self._uniform(f"{VERSION}:permutation:{purpose}:{count}:", math.factorial(size))
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            swaps, other = divmod(swaps, last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _uniform(self, draw: str, below: int) -> int:
        """Rejection makes it exact: without it, the values of an incomplete last run would come too often."""
        width = -(-(below - 1).bit_length() // 512)
        span = 1 << 512 * width
        complete = span - span % below
        block = 0
        while True:
            drawn = int.from_bytes(b"".join([self._block(draw, block + at) for at in range(width)]), "big")
            if drawn < complete:
                return drawn % below
            block += width

    def _block(self, draw: str, at: int) -> bytes:
        return hashlib.blake2b(f"{draw}{at}".encode(), key=self._key).digest()


def commitment(seed: bytes) -> str:
    """What is published of a seed before the first draw: 64 hexadecimal digits that do not give it away.
    Raises ``ValueError`` for a seed that has not 32 bytes.
    """
    return hashlib.sha256(f"hourglass chance {VERSION}".encode() + _checked(seed)).hexdigest()


def verify(seed: bytes, committed: str) -> bool:
    """Whether a revealed seed is the one committed to. Takes as long for a wrong one as for the right one."""
    return len(seed) == SEED_BYTES and hmac.compare_digest(commitment(seed).encode(), committed.encode())


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
