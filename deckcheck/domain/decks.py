"""What people do with their decks: save versions, rename, copy, share, delete.

Each function locks the deck's row, so of two tabs that save at once the later one is told about the first.
"""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from deckcheck.lists import ListError
from deckcheck.models import DeckVersion, StoredDeck

from .base import Refused, Stale
from .checking import Checked, check_text
from .formats import Format, format_for

NAME_LENGTH = 80
NOTES_LENGTH = 10_000
TEXT_LENGTH = 60_000
"""Characters of a list: the longest legal one in any notation is under a third of it."""

MOST_DECKS = 500
MOST_VERSIONS = 300
SAME_REQUEST = timedelta(minutes=1)
"""A new deck with the name and text of one made so recently is the same form sent twice."""

UNNAMED = "Untitled deck"


@dataclass(frozen=True, slots=True)
class Saved:
    """``new`` is whether a version was written; the same text again writes none."""

    deck: StoredDeck
    version: DeckVersion
    new: bool


def tidy(text: str) -> str:
    """The text as it is stored: line feeds alone, no blanks at the ends of lines and of the text."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def check(
    text: str, game: str, code: str, on: date, list_format: str | None = None
) -> tuple[Checked, Format]:
    """The verdict on a list by the rules of a day. Refused (field ``text``) when it cannot be read as one."""
    fmt = _format(game, code, on)
    if len(text) > TEXT_LENGTH:
        raise Refused(
            f"The list is {len(text):,} characters long; {TEXT_LENGTH:,} are the most.", field="text"
        )
    try:
        return check_text(text, fmt, list_format=list_format), fmt
    except ListError as error:
        raise Refused(str(error), field="text") from None


def _format(game: str, code: str, on: date) -> Format:
    try:
        return format_for(game, code, on)
    except Refused as refused:
        refused.field = "format"
        raise


def store_version(
    checked: Checked,
    fmt: Format,
    text: str,
    *,
    now: datetime,
    deck: StoredDeck | None = None,
    number: int = 1,
) -> DeckVersion:
    """Write a version, of a deck or of a list that was only pasted. Call it in a transaction."""
    found = checked.reading.deck
    version = DeckVersion(
        deck=deck,
        number=number,
        game=fmt.game,
        format=fmt.code,
        name=found.name[:NAME_LENGTH],
        text=text,
        list_format=checked.reading.format or "",
        zones={zone: dict(cards) for zone, cards in found.zones.items() if cards},
        declared={key: list(values) for key, values in found.declared.items()},
        legal=checked.legal,
        fault_count=len(fault_list(checked)),
        card_sets={card_set.code: card_set.content_hash for card_set in fmt.pool.sets},
        created_at=now,
    )
    version.save(force_insert=True)
    return version


def fault_list(checked: Checked) -> list[dict[str, Any]]:
    """Every reason why the list is not legal, as stored: ``{clause, message, legal, line}``.

    Lines that could not be read come first, with their number; ``line`` is 0 for the others.
    """
    unread = [
        {"clause": "", "message": problem.message, "legal": "", "line": problem.line}
        for problem in checked.reading.problems
    ]
    return unread + [
        {"clause": fault.clause, "message": fault.message, "legal": fault.legal, "line": 0}
        for fault in checked.verdict.faults
    ]


def save_deck(
    owner: Any,
    text: str,
    *,
    game: str,
    format: str,
    name: str = "",
    notes: str | None = None,
    deck: StoredDeck | None = None,
    seen: int | None = None,
) -> Saved:
    """Save a list in the owner's deck box: a new deck, or a new version of ``deck`` if the text changed.

    An illegal or half-read list is saved too, with its verdict. ``seen`` is the number of the version that the
    person had in view; ``Stale`` when another one was saved since with another text. ``Refused`` for a list too
    long to be one, an unknown format, or a full deck box.
    """
    text = tidy(text)
    if not text:
        raise Refused("The list is empty: paste or type one.", field="text", code="required")
    checked, fmt = check(text, game, format, timezone.localdate())
    name = clean_name(name) or clean_name(checked.reading.deck.name) or UNNAMED
    if notes is not None and len(notes) > NOTES_LENGTH:
        raise Refused(f"The notes are longer than {NOTES_LENGTH:,} characters.", field="notes")
    with transaction.atomic():
        now = timezone.now()
        if deck is None:
            return _save_new(owner, checked, fmt, text, name, notes or "", now)
        here = locked(deck)
        return _save_again(here, checked, fmt, text, name, notes, seen, now)


def _save_new(
    owner: Any, checked: Checked, fmt: Format, text: str, name: str, notes: str, now: datetime
) -> Saved:
    get_user_model().objects.select_for_update().get(pk=owner.pk)
    mine = StoredDeck.objects.filter(owner=owner)
    twin = mine.filter(game=fmt.game, name=name, created_at__gte=now - SAME_REQUEST).order_by("-pk").first()
    if twin is not None and (first := twin.versions.first()) is not None and first.text == text:
        return Saved(twin, first, False)
    if mine.count() >= MOST_DECKS:
        raise Refused(f"A deck box holds {MOST_DECKS} decks; delete one first.", code="full")
    made = StoredDeck.objects.create(
        owner=owner,
        game=fmt.game,
        format=fmt.code,
        name=name,
        notes=notes,
        created_at=now,
        updated_at=now,
    )
    return Saved(made, store_version(checked, fmt, text, now=now, deck=made), True)


def _save_again(
    here: StoredDeck,
    checked: Checked,
    fmt: Format,
    text: str,
    name: str,
    notes: str | None,
    seen: int | None,
    now: datetime,
) -> Saved:
    if fmt.game != here.game:
        raise Refused("A deck stays with its game; make a new one instead.", field="game")
    last = here.versions.first()
    changed = last is None or last.text != text
    if changed and last is not None and seen is not None and last.number != seen:
        raise Stale(
            f"This deck was saved elsewhere in the meantime, as version {last.number}. Your text is still below: "
            "save it again to make it the newest version; the other one is kept."
        )
    if changed and here.versions.count() >= MOST_VERSIONS:
        raise Refused(
            f"This deck has {MOST_VERSIONS} versions; go on with a copy of it.", field="text", code="full"
        )
    here.name, here.format, here.updated_at = name, fmt.code, now
    if notes is not None:
        here.notes = notes
    here.save()
    if last is not None and not changed:
        return Saved(here, last, False)
    number = last.number + 1 if last else 1
    return Saved(here, store_version(checked, fmt, text, now=now, deck=here, number=number), True)


def locked(deck: StoredDeck) -> StoredDeck:
    """The deck as it is now, its row locked; ``Refused`` when it is gone. Call it in a transaction."""
    found = StoredDeck.objects.select_for_update().filter(pk=deck.pk).first()
    if found is None:
        raise Refused("This deck was deleted.", code="gone")
    return found


def clean_name(name: str) -> str:
    """A name on one line, without blanks around it; empty stays empty. Refused when it is too long."""
    name = " ".join(name.split())
    if len(name) > NAME_LENGTH:
        raise Refused(f"The name is longer than {NAME_LENGTH} characters.", field="name")
    return name


@transaction.atomic
def rename(deck: StoredDeck, name: str) -> StoredDeck:
    """Give the deck another name."""
    here = locked(deck)
    name = clean_name(name)
    if not name:
        raise Refused("A deck needs a name.", field="name", code="required")
    here.name = name
    here.save(update_fields=["name"])
    return here


@transaction.atomic
def set_notes(deck: StoredDeck, notes: str) -> StoredDeck:
    """Replace the owner's notes."""
    here = locked(deck)
    if len(notes) > NOTES_LENGTH:
        raise Refused(f"The notes are longer than {NOTES_LENGTH:,} characters.", field="notes")
    here.notes = notes
    here.save(update_fields=["notes"])
    return here


def copy_deck(deck: StoredDeck, owner: Any) -> Saved:
    """The newest version of a deck, of one's own or a shared one, as a new deck of ``owner``."""
    version = deck.versions.first()
    if version is None:
        raise Refused("This deck is empty.", code="empty")
    name = f"{deck.name[: NAME_LENGTH - 7]} (copy)" if deck.owner_id == owner.pk else deck.name
    return save_deck(owner, version.text, game=deck.game, format=deck.format, name=name)


@transaction.atomic
def archive(deck: StoredDeck, archived: bool = True) -> StoredDeck:
    """Put a deck aside, or take it back to the front of the box."""
    here = locked(deck)
    here.archived = archived
    here.save(update_fields=["archived"])
    return here


@transaction.atomic
def share(deck: StoredDeck) -> str:
    """Make the deck readable by its link; returns the link's token, the same one while it is shared."""
    here = locked(deck)
    if here.share_token is None:
        here.share_token = secrets.token_urlsafe(16)
        here.save(update_fields=["share_token"])
    return here.share_token


@transaction.atomic
def unshare(deck: StoredDeck) -> StoredDeck:
    """Make the link lead nowhere; sharing again makes another one."""
    here = locked(deck)
    here.share_token = None
    here.save(update_fields=["share_token"])
    return here


@transaction.atomic
def delete_deck(deck: StoredDeck) -> None:
    """Delete the deck with its versions. A version that was handed in to an event is kept there."""
    here = locked(deck)
    versions = list(here.versions.all())
    here.delete()
    for version in versions:
        forget_version(version)


def forget_version(version: DeckVersion) -> bool:
    """Delete a version that belongs to no deck and was handed in nowhere; whether it was. Call it in a transaction."""
    if StoredDeck.objects.filter(versions=version.pk).exists():
        return False
    try:
        with transaction.atomic():
            version.delete()
    except ProtectedError:
        return False
    return True
