"""The deck box: saving versions, two tabs, limits, sharing, deleting."""

import pytest
import time_machine
from django.contrib.auth import get_user_model

from deckcheck.domain import decks
from deckcheck.domain.base import Refused, Stale
from deckcheck.models import DeckVersion, StoredDeck
from tests.deckcheck.some_lists import HOPE, LEGAL, MISSPELT, OTHER_LEGAL, SHORT, WITHOUT_RAM
from tests.organizer.concurrently import at_once
from tests.organizer.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> object:
    return make_user("ada")


def save(owner: object, text: str = LEGAL, **fields: object) -> decks.Saved:
    return decks.save_deck(owner, text, **{"game": "neuroscape", "format": "genesis", **fields})


def test_a_list_is_saved_as_the_first_version_of_a_deck(ada: object) -> None:
    saved = save(ada, name="  My   hackers ")
    assert (saved.deck.name, saved.deck.owner, saved.version.number, saved.new) == (
        "My hackers",
        ada,
        1,
        True,
    )
    assert saved.version.legal
    assert saved.version.fault_count == 0
    assert sum(saved.version.zones["cyberdeck"].values()) == 50
    assert sum(saved.version.zones["ram"].values()) == 25


def test_a_version_names_the_card_sets_it_was_read_with(ada: object) -> None:
    version = save(ada).version
    assert list(version.card_sets) == ["GEN"]
    assert len(version.card_sets["GEN"]) == 64


def test_a_hope_deck_is_saved_with_its_races(ada: object) -> None:
    version = save(ada, HOPE, game="hope-cardgame", format="open").version
    assert version.legal
    assert version.as_deck().count("deck") == 36


def test_a_deck_without_a_name_takes_the_list_s(ada: object) -> None:
    assert save(ada, WITHOUT_RAM).deck.name == "Example hacker (not tuned)"
    assert save(ada, LEGAL).deck.name == decks.UNNAMED


@pytest.mark.parametrize("text", [MISSPELT, SHORT, WITHOUT_RAM, "hello"])
def test_an_illegal_list_is_saved_with_its_verdict(ada: object, text: str) -> None:
    version = save(ada, text).version
    assert not version.legal
    assert version.fault_count > 0


def test_an_unread_line_counts_as_a_fault(ada: object) -> None:
    version = save(ada, f"{LEGAL}\n1x No Such Card Anywhere").version
    assert not version.legal


def test_a_changed_text_is_a_new_version_and_the_old_one_stays(ada: object) -> None:
    first = save(ada)
    second = save(ada, SHORT, deck=first.deck, seen=1)
    assert second.version.number == 2
    assert [version.text for version in first.deck.versions.all()] == [SHORT, LEGAL]


@pytest.mark.parametrize("again", [LEGAL, LEGAL.replace("\n", "\r\n"), f"\ufeff{LEGAL}  \n\n"])
def test_the_same_text_writes_no_version(ada: object, again: str) -> None:
    deck = save(ada).deck
    saved = save(ada, again, deck=deck, seen=1, name="Renamed")
    assert not saved.new
    assert DeckVersion.objects.count() == 1
    assert saved.deck.name == "Renamed"


def test_of_two_tabs_the_later_one_is_told(ada: object) -> None:
    deck = save(ada).deck
    save(ada, SHORT, deck=deck, seen=1)
    with pytest.raises(Stale, match="version 2"):
        save(ada, OTHER_LEGAL, deck=deck, seen=1)
    assert deck.versions.count() == 2


def test_both_tabs_may_save_the_same_text(ada: object) -> None:
    deck = save(ada).deck
    save(ada, SHORT, deck=deck, seen=1)
    assert not save(ada, SHORT, deck=deck, seen=1).new


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_save_at_once_make_one_version_and_one_refusal() -> None:
    owner = make_user()
    deck = save(owner).deck
    raised = at_once(
        lambda: save(owner, SHORT, deck=deck, seen=1), lambda: save(owner, OTHER_LEGAL, deck=deck, seen=1)
    )
    assert sorted(type(error).__name__ for error in raised) == ["NoneType", "Stale"]
    assert list(deck.versions.values_list("number", flat=True)) == [2, 1]


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_twice_makes_one_deck() -> None:
    owner = make_user()
    assert at_once(lambda: save(owner, name="Once"), lambda: save(owner, name="Once")) == [None, None]
    assert StoredDeck.objects.count() == DeckVersion.objects.count() == 1


def test_the_same_list_later_is_another_deck(ada: object) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False) as clock:
        save(ada, name="Twice")
        clock.shift(120)
        save(ada, name="Twice")
    assert StoredDeck.objects.count() == 2


@pytest.mark.parametrize(
    ("text", "fields", "at"),
    [
        ("", {}, "text"),
        (" \n ", {}, "text"),
        ("1 Admin\n" * 20_000, {}, "text"),
        (LEGAL, {"format": "nonsense"}, "format"),
        (LEGAL, {"name": "x" * 81}, "name"),
        (LEGAL, {"notes": "x" * 10_001}, "notes"),
    ],
)
def test_what_cannot_be_saved_is_refused_at_its_field(
    ada: object, text: str, fields: dict[str, str], at: str
) -> None:
    with pytest.raises(Refused) as refused:
        save(ada, text, **fields)
    assert refused.value.field == at
    assert not StoredDeck.objects.exists()


def test_a_huge_paste_is_refused_before_it_is_read(ada: object) -> None:
    with pytest.raises(Refused, match="are the most"):
        save(ada, "x" * 10_000_000)


def test_a_full_box_takes_no_more(ada: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "MOST_DECKS", 1)
    save(ada, name="One")
    with pytest.raises(Refused, match="delete one first"):
        save(ada, name="Two")


def test_a_deck_has_only_so_many_versions(ada: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "MOST_VERSIONS", 1)
    deck = save(ada).deck
    with pytest.raises(Refused, match="copy"):
        save(ada, SHORT, deck=deck, seen=1)


def test_a_version_is_never_changed(ada: object) -> None:
    version = save(ada).version
    version.text = "other"
    with pytest.raises(TypeError):
        version.save()


def test_rename_and_notes_write_no_version(ada: object) -> None:
    deck = save(ada).deck
    assert decks.rename(deck, " New  name ").name == "New name"
    assert decks.set_notes(deck, "Mulligan for Coder.").notes == "Mulligan for Coder."
    assert DeckVersion.objects.count() == 1
    with pytest.raises(Refused):
        decks.rename(deck, "  ")


def test_a_copy_holds_the_newest_version_alone(ada: object) -> None:
    deck = save(ada, SHORT, name="Mine").deck
    save(ada, LEGAL, deck=deck, seen=1)
    copy = decks.copy_deck(deck, ada)
    assert copy.deck.pk != deck.pk
    assert copy.deck.name == "Mine (copy)"
    assert [version.text for version in copy.deck.versions.all()] == [LEGAL]


def test_somebody_else_s_shared_deck_is_copied_without_its_notes(ada: object) -> None:
    deck = save(ada, name="Theirs", notes="secret plan").deck
    bo = make_user("bo")
    copy = decks.copy_deck(deck, bo).deck
    assert (copy.owner, copy.name, copy.notes) == (bo, "Theirs", "")


def test_a_link_stays_the_same_until_sharing_stops(ada: object) -> None:
    deck = save(ada).deck
    token = decks.share(deck)
    assert decks.share(deck) == token
    decks.unshare(deck)
    assert decks.share(deck) != token


def test_a_deck_is_deleted_with_its_versions(ada: object) -> None:
    deck = save(ada).deck
    save(ada, SHORT, deck=deck, seen=1)
    decks.delete_deck(deck)
    assert not StoredDeck.objects.exists()
    assert not DeckVersion.objects.exists()


def test_a_deck_that_is_gone_refuses_everything(ada: object) -> None:
    deck = save(ada).deck
    decks.delete_deck(deck)
    for act in (decks.share, decks.unshare, decks.archive, decks.delete_deck):
        with pytest.raises(Refused, match="deleted"):
            act(deck)


def test_decks_go_with_their_owner(ada: object) -> None:
    save(ada)
    get_user_model().objects.filter(username="ada").delete()
    assert not StoredDeck.objects.exists()
