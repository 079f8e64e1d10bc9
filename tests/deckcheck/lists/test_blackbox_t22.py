"""Black-box case T22: one card in three spellings, sections, and every bad line told by its number."""

import pytest

from deckcheck.lists import apply_correction, read_list
from tests.deckcheck.lists.pools import own_pool

POOL = own_pool("Dusk // Dawn", "Glass Heron", "Tin Prophet")
SPELLINGS = ["1 Dusk/Dawn", "1 Dusk // Dawn (OWN) 1", "1 dusk // dawn"]


@pytest.mark.parametrize("line", SPELLINGS)
def test_t22_each_spelling_is_the_double_named_card(line: str) -> None:
    reading = read_list(line, POOL)
    assert reading.problems == ()
    assert dict(reading.deck.zones["cyberdeck"]) == {"OWN-1": 1}


def test_t22_the_three_spellings_together_are_three_copies_of_one_card() -> None:
    assert dict(read_list("\n".join(SPELLINGS), POOL).deck.zones["cyberdeck"]) == {"OWN-1": 3}


def test_t22_a_list_from_windows_with_mark_tabs_and_blanks_keeps_its_sections() -> None:
    text = "\ufeffDeck\r\n4x Glass Heron\t \r\n\t2\tTin Prophet\r\n\r\nSIDEBOARD:\r\n1x\xa0Glass Heron  \r\n"
    for source in (text, text.encode("utf-8"), text.encode("utf-16")):
        reading = read_list(source, POOL)
        assert reading.problems == ()
        assert dict(reading.deck.zones["cyberdeck"]) == {"OWN-2": 4, "OWN-3": 2}
        assert dict(reading.deck.zones["sideboard"]) == {"OWN-2": 1}


def test_t22_copies_count_over_both_sections() -> None:
    deck = read_list("3 Glass Heron\n1 glass heron\nSideboard\n1 Glass Heron", POOL).deck
    assert deck.copies("OWN-2") == 5


def test_t22_every_bad_line_is_told_with_its_number_and_the_good_ones_are_kept() -> None:
    text = "Commander\n0 Glass Heron\n-1 Glass Heron\n999999 Glass Heron\n2 Glas Heron\n1 Tin Prophet\n"
    reading = read_list(text, POOL)

    assert [problem.line for problem in reading.problems] == [1, 2, 3, 4, 5]
    assert reading.problems[4].suggestions[0] == "Glass Heron"
    assert dict(reading.deck.zones["cyberdeck"]) == {"OWN-3": 1}


def test_t22_a_suggestion_is_one_click() -> None:
    text = "\ufeff2x Glas Heron\t\r\n1 Tin Prophet\r\n"
    (problem,) = read_list(text, POOL).problems
    corrected = apply_correction(text, problem.line, problem.suggestions[0])

    assert corrected == "\ufeff2x Glass Heron\t\r\n1 Tin Prophet\r\n"
    assert read_list(corrected, POOL).problems == ()
