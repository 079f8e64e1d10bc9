"""The record of a game: its header, its entries, and a hash chain over both that makes tampering visible.

A game is replayed from its record; the first entry whose hash differs is where it diverged.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

FORMAT = 1
"""The version of this format; a record says which it was written with."""


@dataclass(frozen=True)
class Header:
    """What a game is played with. ``decks`` are card numbers by seat, in any order; ``commitment`` is published
    before the first shuffle, ``seed`` (hexadecimal) only after the end. ``rules`` and ``cards`` are content hashes.
    """

    game: str
    variant: str
    decks: tuple[tuple[str, ...], ...]
    seed: str
    commitment: str
    salts: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""
    cards: str = ""
    format: int = FORMAT

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**asdict(self), "options": dict(self.options)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Header":
        """Raises ``ValueError`` for a record of another format."""
        if data.get("format") != FORMAT:
            raise ValueError(f"this record has format {data.get('format')!r}; this engine reads {FORMAT}")
        fields = dict(data)
        fields["decks"] = tuple(tuple(deck) for deck in data["decks"])
        fields["salts"] = tuple(data.get("salts", ()))
        return cls(**fields)


class Entry(NamedTuple):
    """One input. ``kind``: ``answer``, ``default`` (played for a seat whose time is up), ``concede``, ``time``,
    ``ruling``, ``rewind``. ``payload`` is plain data; ``stamp`` what the clock says (milliseconds), if anything.
    """

    kind: str
    seat: int
    payload: Any
    stamp: int | None = None

    def as_data(self) -> list[Any]:
        return [self.kind, self.seat, plain(self.payload), self.stamp]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "Entry":
        kind, seat, payload, stamp = data
        return cls(kind, seat, tuple(payload) if isinstance(payload, list) else payload, stamp)


def plain(value: Any) -> Any:
    """Tuples as lists, so that what is hashed is what JSON gives back."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def canonical(value: Any) -> bytes:
    """One spelling for equal data."""
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def first_link(header: Header) -> str:
    """The hash that the chain starts from. The seed is left out, so that the chain can be shown in play."""
    data = header.as_data()
    del data["seed"]
    return hashlib.sha256(canonical(data)).hexdigest()


def link(previous: str, entry: Entry, happened: Iterable[Any]) -> str:
    """The hash after an entry and all that it made happen."""
    return hashlib.sha256(canonical([previous, entry.as_data(), list(happened)])).hexdigest()
