"""The lists that people publish are read completely."""

import pytest

from deckcheck.lists import assume_ram, read_list, write_list
from tests.deckcheck.lists.pools import HOPE, NEUROSCAPE, public_list, public_lists

SIZES = {
    "neuroscape-example-hacker": ("decklab", (1, 50, 0, 0)),
    "neuroscape-firestarter-hacker": ("deckscape", (1, 50, 25, 0)),
    "neuroscape-radiant-mystic": ("deckplanet", (1, 50, 25, 12)),
    "neuroscape-wndrtech-v1": ("decklab", (1, 50, 0, 2)),
}


@pytest.mark.parametrize("name", SIZES)
def test_a_neuroscape_list_is_read_into_its_zones(name: str) -> None:
    reading = read_list(public_list(name), NEUROSCAPE)

    assert (reading.format, tuple(map(reading.deck.count, reading.deck.zones))) == SIZES[name]
    assert reading.problems == ()


def test_every_list_of_the_data_is_among_those_tested() -> None:
    assert [path.name.split(".")[0] for path in public_lists("neuroscape")] == sorted(SIZES)
    assert len(public_lists("hope-cardgame")) == 13


HOPE_SIZES = {"illegal-short": 35, "illegal-no-units": 37}


@pytest.mark.parametrize("path", public_lists("hope-cardgame"), ids=lambda path: path.stem)
def test_a_hope_list_is_read_with_all_its_cards(path) -> None:
    reading = read_list(path.read_bytes(), HOPE)

    assert reading.format == "hope"
    assert reading.deck.count("deck") == HOPE_SIZES.get(path.stem, 36)
    assert reading.problems == ()
    assert {line.kind for line in reading.lines} <= {"card", "header", "comment", "blank"}


def test_the_deckplanet_list_keeps_its_name_and_the_card_on_both_sides() -> None:
    deck = read_list(public_list("neuroscape-radiant"), NEUROSCAPE).deck
    magician = NEUROSCAPE.named("The Magician")

    assert deck.name == "Rotter's Radiant Mystic"
    assert magician is not None
    assert (deck.copies(magician.number, "cyberdeck"), deck.copies(magician.number, "sideboard")) == (2, 2)


def test_a_hope_list_declares_its_races() -> None:
    deck = read_list(public_list("pair-humans-bots"), HOPE).deck
    assert (deck.name, dict(deck.declared)) == ("Workshop Treaty", {"races": ("Humans", "Bots")})


def test_a_list_that_declares_no_race_declares_an_empty_choice() -> None:
    assert read_list(public_list("illegal-no-units"), HOPE).deck.declared["races"] == ()


def test_each_line_is_told_with_its_number_zone_count_and_card() -> None:
    line = read_list(public_list("neuroscape-wndrtech"), NEUROSCAPE).lines[17]

    assert line.card is not None
    assert (line.number, line.kind, line.zone, line.count) == (18, "card", "sideboard", 1)
    assert line.card.name == "Jabberwocky"


@pytest.mark.parametrize("name", ["neuroscape-example", "neuroscape-wndrtech"])
def test_25_basic_ram_are_assumed_for_a_list_without_ram(name: str) -> None:
    deck = read_list(public_list(name), NEUROSCAPE).deck
    assumed = assume_ram(deck, NEUROSCAPE)

    assert dict(assumed.zones["ram"]) == {"GEN-255": 25}
    assert assumed.zones["cyberdeck"] == deck.zones["cyberdeck"]
    assert deck.count("ram") == 0


def test_a_list_with_some_ram_is_left_alone() -> None:
    deck = read_list("1 Firestarter\n3 Basic RAM", NEUROSCAPE).deck
    assert assume_ram(deck, NEUROSCAPE) is deck


def test_a_game_without_ram_gets_none() -> None:
    deck = read_list("2 Gutter Whelp", HOPE).deck
    assert assume_ram(deck, HOPE) is deck


@pytest.mark.parametrize(
    ("game", "pool", "formats"),
    [
        ("neuroscape", NEUROSCAPE, ("deckplanet", "deckscape", "decklab", "plain", "json", "csv")),
        ("hope-cardgame", HOPE, ("deckplanet", "deckscape", "plain", "hope", "json", "csv")),
    ],
)
def test_a_written_list_is_recognized_as_what_it_is(game, pool, formats) -> None:
    for path in public_lists(game):
        deck = read_list(path.read_text(), pool).deck
        assert [read_list(write_list(deck, pool, name), pool).format for name in formats] == list(formats)


def test_a_public_list_is_written_as_it_was_published() -> None:
    text = public_list("neuroscape-firestarter")
    assert write_list(read_list(text, NEUROSCAPE).deck, NEUROSCAPE, "deckscape") == text

    text = public_list("starter-bots")
    assert write_list(read_list(text, HOPE).deck, HOPE, "hope") == text

    text = public_list("neuroscape-wndrtech")
    assert write_list(read_list(text, NEUROSCAPE).deck, NEUROSCAPE, "decklab") == text


def test_the_deckplanet_list_is_written_as_it_was_published_but_for_capitals() -> None:
    text = public_list("neuroscape-radiant")
    written = write_list(read_list(text, NEUROSCAPE).deck, NEUROSCAPE, "deckplanet")
    assert written.casefold() == text.casefold()
