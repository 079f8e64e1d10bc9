"""The demo's decks: a deck box, lists handed in to its events, and deck checks in the running round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path

import deckcheck
from deckcheck.domain import decks
from organizer.models import DeckCheck, Entry, Match, Round, User

from . import deckchecks, submissions
from .base import Actor

LISTS = Path(deckcheck.__file__).parent / "data" / "decklists"
NEUROSCAPE = (
    "neuroscape-radiant-mystic.deckplanet.txt",
    "neuroscape-firestarter-hacker.deckscape.txt",
    "neuroscape-wndrtech-v1.decklab.txt",
    "neuroscape-example-hacker.decklab.txt",
)
HOPE = (
    *("starter-aliens.txt", "starter-bots.txt", "starter-humans.txt", "starter-mutants.txt"),
    *("pair-aliens-mutants.txt", "pair-humans-bots.txt"),
)
RAM = "\n\nRAM:\n25 Basic RAM\n"


def list_text(game: str, file: str) -> str:
    """A public list; one that names no RAM gets the usual 25."""
    text = (LISTS / game / file).read_text()
    return text + RAM if "decklab" in file else text


def fill_deck_box(user: User) -> None:
    """A few decks of a player: legal ones, one of two versions that is shared, and one with faults."""
    mystic = list_text("neuroscape", NEUROSCAPE[0])
    save = decks.save_deck
    save(
        user, list_text("hope-cardgame", HOPE[5]), game="hope-cardgame", format="open", name="Humans and Bots"
    )
    draft = (LISTS / "neuroscape" / NEUROSCAPE[3]).read_text()
    save(user, draft, game="neuroscape", format="genesis", name="Hackers, first draft")
    short = mystic.replace("4 THE STAR", "3 THE STAR")
    notes = "Bring the Moon in against Hackers."
    first = save(user, short, game="neuroscape", format="genesis", name="Radiant Mystic", notes=notes)
    saved = save(user, mystic, game="neuroscape", format="genesis", name="Radiant Mystic", deck=first.deck)
    decks.share(saved.deck)


def hand_in(
    entries: Sequence[Entry], player: Callable[[str], Actor], *, missing: int = 0, illegal: int = 0
) -> None:
    """Lists of all entries in turn; the last ones hand in none, those before them one card too few."""
    texts = _texts(entries[0].event.game)
    for place, entry in enumerate(entries[: len(entries) - missing]):
        text = next(texts)
        if place >= len(entries) - missing - illegal:
            text = _one_short(text)
        submissions.submit_deck(entry, player(entry.name), text=text)


def _texts(game: str) -> Iterator[str]:
    return cycle(list_text(game, file) for file in (HOPE if game == "hope-cardgame" else NEUROSCAPE))


def _one_short(text: str) -> str:
    """The list with one copy of its first card of four less."""
    for many, one_less in (("4x ", "3x "), ("4 ", "3 "), ("2 ", "1 ")):
        if f"\n{many}" in text:
            return text.replace(f"\n{many}", f"\n{one_less}", 1)
    return text


def check_decks(shown: Round, judge: Actor, draw_seed: Callable[[], str]) -> None:
    """One table drawn and checked, where a card is missing; another one is being checked."""
    first, *others = deckchecks.draw(shown, judge, 1, draw_seed=draw_seed)
    for check in others:
        deckchecks.cancel_check(check, judge, "one deck is enough")
    zone = deckchecks.counting_form(first)[1 if len(deckchecks.counting_form(first)) > 1 else 0]
    row = zone.rows[0]
    outcome = deckchecks.Outcome(
        counted={zone.code: {row.number: row.count - 1}},
        decision=DeckCheck.Decision.DECK_FIXED,
        note="The card was in the deck box.",
        penalty="warning",
        infraction="Deck problem",
        reason=f"One {row.name} was missing from the deck.",
        minutes=deckchecks.proposed_minutes(first, first.started_at),
    )
    deckchecks.finish_check(first, judge, outcome)
    playing = Match.objects.filter(round=shown, kind=Match.Kind.PLAYED).exclude(status=Match.Status.FINAL)
    table = playing.exclude(pk=first.match_id).select_related("round").order_by("table").last()
    if table is not None:
        deckchecks.check_table(table, judge, table.a)
