"""Loading card sets: what a file would change, loading it whole or not at all, and choosing the version in use."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from deckcheck.cards.card import Card, CardSet
from deckcheck.cards.compile import SetError, SetErrors, compile_set
from deckcheck.models import Game, LibraryLog, SetUpload, SetVersion, StoredSet

from . import library
from .base import Person, Refused, Stale
from .packing import pack, stored_set, thawed

KEPT_FOR = timedelta(days=1)
MOST_BYTES = 32 * 2**20
"""A file larger than this is refused: twenty times the largest set there is."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A card that both versions have; ``keys`` are (key path, before, after)."""

    number: str
    name: str
    keys: tuple[tuple[str, Any, Any], ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """What a version changes: (number, name) of cards added and removed, and changed cards with their keys."""

    added: tuple[tuple[str, str], ...] = ()
    removed: tuple[tuple[str, str], ...] = ()
    changed: tuple[Changed, ...] = ()
    data: tuple[tuple[str, Any, Any], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.data)


@dataclass(frozen=True, slots=True)
class SetPreview:
    """What loading a file would do; ``errors`` are all that is wrong with it, and then there is nothing else.

    ``known`` is the version with the same content, ``active`` the version in use now, if there are such.
    """

    file: str
    errors: tuple[SetError, ...] = ()
    cards: CardSet | None = None
    known: SetVersion | None = None
    active: SetVersion | None = None
    diff: Diff = Diff()


class BadSet(Refused):
    """The file is no set that can be loaded; ``errors`` say where and why."""

    def __init__(self, errors: tuple[SetError, ...]) -> None:
        first = f"{len(errors)} error{'s' if len(errors) != 1 else ''} in the file. Nothing was loaded."
        super().__init__(first, field="file", code="bad-set")
        self.errors = errors


def preview_set(text: str | bytes, file: str) -> SetPreview:
    """What loading this text would change against the version in use. Writes nothing."""
    try:
        cards = _compiled(text, file)
    except BadSet as bad:
        return SetPreview(file, errors=bad.errors)
    versions = SetVersion.objects.filter(set__game=cards.game, set__code=cards.code).select_related("set")
    active = versions.filter(active=True).first()
    known = versions.filter(content_hash=cards.content_hash).first()
    before = stored_set(active.content_hash) if active else None
    return SetPreview(file, (), cards, known, active, difference(before, cards))


def load_set(by: Person, text: str | bytes, file: str, expected_hash: str | None = None) -> SetVersion:
    """Store the set as a new version and put it into use, all or nothing.

    The same content again is the version that there is, put into use if it was not. Raises ``BadSet`` with
    every error, and ``Stale`` when the content is not the one of ``expected_hash`` that was previewed.
    """
    cards = _compiled(text, file)
    if expected_hash is not None and cards.content_hash != expected_hash:
        raise Stale(
            "This is not the file whose preview you saw. Look at the preview again before you load it."
        )
    source = text if isinstance(text, str) else text.decode()
    with _changing(by, cards.game, cards.code) as (stored, log):
        known = stored.versions.filter(content_hash=cards.content_hash).first()
        if known:
            return _put_into_use(stored, known, log)
        version = _new_version(by, stored, cards, source, file)
        log(
            "set.loaded",
            f"{cards.code} version {version.number}, {len(cards.cards)} cards, from {file}",
            version,
        )
    return version


def keep_upload(by: Person, content: bytes, file: str) -> SetUpload:
    """Keep a file until its preview is confirmed; files that nobody confirmed for a day are given up."""
    if len(content) > MOST_BYTES:
        raise Refused(f"The file is larger than {MOST_BYTES // 2**20} MB.", field="file", code="too-large")
    now = timezone.now()
    with transaction.atomic():
        SetUpload.objects.filter(at__lt=now - KEPT_FOR).delete()
        return SetUpload.objects.create(by=by, at=now, file=file[:200], content=content)


def load_upload(by: Person, upload: SetUpload, expected_hash: str) -> SetVersion:
    """Load a kept file whose preview showed ``expected_hash``; raises what ``load_set`` raises."""
    with transaction.atomic():
        version = load_set(by, bytes(upload.content), upload.file, expected_hash)
        SetUpload.objects.filter(pk=upload.pk).delete()
    return version


def activate_version(by: Person, version: SetVersion) -> SetVersion:
    """Put a stored version into use: cards pages, formats and new decks read it from now on."""
    with _changing(by, version.set.game, version.set.code) as (stored, log):
        return _put_into_use(stored, stored.versions.get(pk=version.pk), log)


def load_shipped(by: Person = None) -> list[SetVersion]:
    """Load the sets that come with the site and return what is new.

    A set that a person loaded stays as it is: the shipped file does not take its place.
    """
    return [loaded for file in sorted(library.CARD_FILES.glob("*.yaml")) if (loaded := _load_file(by, file))]


def _load_file(by: Person, file: Path) -> SetVersion | None:
    text = file.read_bytes()
    preview = preview_set(text, file.name)
    if preview.known or (preview.active and preview.active.loaded_by_id):
        return None
    return load_set(by, text, file.name)


def difference(before: CardSet | None, after: CardSet) -> Diff:
    """What became of each card, by number."""
    old = {card.number: card for card in before.cards} if before else {}
    new = {card.number: card for card in after.cards}
    changed = (
        Changed(number, card.name, changed_keys(old[number], card))
        for number, card in new.items()
        if number in old
    )
    return Diff(
        added=tuple((number, card.name) for number, card in new.items() if number not in old),
        removed=tuple((number, card.name) for number, card in old.items() if number not in new),
        changed=tuple(one for one in changed if one.keys),
        data=tuple(_differing(before.data, after.data)) if before else (),
    )


def changed_keys(before: Card, after: Card) -> tuple[tuple[str, Any, Any], ...]:
    """(key path, before, after) of what differs between two versions of a card."""
    return tuple(_differing(before.facts, after.facts))


def _differing(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """(key path, before, after) of what differs; lists are compared whole, absent is ``None``."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in (*before, *(key for key in after if key not in before)):
            yield from _differing(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    elif before != after:
        yield path, thawed(before), thawed(after)


def _compiled(text: str | bytes, file: str) -> CardSet:
    if len(text) > MOST_BYTES:
        raise BadSet((SetError(file, "", "", f"The file is larger than {MOST_BYTES // 2**20} MB."),))
    try:
        return compile_set(text, file=file, clauses=frozenset().union(*map(library.clause_ids, Game.values)))
    except SetErrors as bad:
        raise BadSet(bad.errors) from None


Log = Callable[[str, str, SetVersion], None]


@contextmanager
def _changing(by: Person, game: str, code: str) -> Iterator[tuple[StoredSet, Log]]:
    """One transaction on the locked set; ``log`` writes its entry."""
    with transaction.atomic():
        StoredSet.objects.get_or_create(game=game, code=code)
        stored = StoredSet.objects.select_for_update().get(game=game, code=code)

        def log(kind: str, summary: str, version: SetVersion) -> None:
            LibraryLog.objects.create(
                at=timezone.now(),
                actor=by,
                actor_name=name_of(by),
                kind=kind,
                summary=summary[:300],
                data={"version": version.number, "content_hash": version.content_hash},
                set=stored,
            )

        yield stored, log


def name_of(by: Person) -> str:
    """The name that the log keeps; the site itself when nobody is signed in."""
    return str(getattr(by, "name", "") or by.get_username())[:80] if by else "site"


def _new_version(by: Person, stored: StoredSet, cards: CardSet, source: str, file: str) -> SetVersion:
    last = stored.versions.order_by("-number").values_list("number", flat=True).first() or 0
    stored.versions.filter(active=True).update(active=False)
    stored.name = cards.name
    stored.save(update_fields=["name"])
    return stored.versions.create(
        number=last + 1,
        file_version=cards.version,
        content_hash=cards.content_hash,
        cards_total=len(cards.cards),
        file=file[:200],
        source=source,
        compiled=pack(cards),
        active=True,
        loaded_at=timezone.now(),
        loaded_by=by,
    )


def _put_into_use(stored: StoredSet, version: SetVersion, log: Log) -> SetVersion:
    if not version.active:
        stored.versions.filter(active=True).update(active=False)
        version.active = True
        version.save(update_fields=["active"])
        log("set.activated", f"{stored.code} version {version.number} in use again", version)
    return version
