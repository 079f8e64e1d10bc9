"""Headers: which zone they open, which totals they print, and those that are none."""

import pytest

from deckcheck.cards.card import Pool
from deckcheck.lists import read_list
from tests.deckcheck.lists.pools import AWKWARD, HOPE, NEUROSCAPE


def zones(text: str, pool: Pool = NEUROSCAPE) -> dict[str, int]:
    deck = read_list(text, pool).deck
    return {zone: deck.count(zone) for zone in deck.zones if deck.count(zone)}


@pytest.mark.parametrize(
    "header",
    [
        "Sideboard",
        "SIDEBOARD:",
        "sideboard (1)",
        "Sideboard: 1",
        "# Sideboard",
        "// Sideboard (1)",
        "## Side Deck ##",
        "== Sideboard ==",
        "[Sideboard]",
        "--- Sideboard [1] ---",
        "; SB",
        "Sideboard (1 card):",
        "Side\xa0board :",
    ],
)
def test_every_usual_header_opens_the_zone(header: str) -> None:
    text = f"1 Coder\n{header}\n1 Admin"
    assert zones(text) == {"cyberdeck": 1, "sideboard": 1}
    assert read_list(text, NEUROSCAPE).problems == ()


def test_without_headers_each_card_goes_where_its_type_belongs() -> None:
    assert zones("4 Admin\n1 Firestarter\n25 Basic RAM") == {"mainframe": 1, "cyberdeck": 4, "ram": 25}


def test_a_main_header_leaves_the_zone_to_the_type() -> None:
    assert zones("Sideboard\n1 Coder\nDeck\n4 Admin\n1 Firestarter") == {
        "mainframe": 1,
        "cyberdeck": 4,
        "sideboard": 1,
    }


def test_a_header_keeps_a_card_where_the_list_puts_it() -> None:
    assert zones("# Cyberdeck\n1 Firestarter\n1 Basic RAM") == {"cyberdeck": 2}


def test_the_sideboard_keeps_its_mainframe() -> None:
    assert zones("Mainframe: Radiant\nSideboard:\n1 Firestarter\n2 Admin") == {"mainframe": 1, "sideboard": 3}


def test_a_line_may_name_its_own_zone() -> None:
    assert zones("Mainframe: 1x Radiant\nSB: 2 Admin\n1 Coder") == {
        "mainframe": 1,
        "cyberdeck": 1,
        "sideboard": 2,
    }


def test_signs_behind_a_zone_are_no_header() -> None:
    assert [line.kind for line in read_list("Mainframe: ?!", NEUROSCAPE).lines] == ["error"]
    assert [line.kind for line in read_list("Mainframe: ???", AWKWARD).lines] == ["card"]


def test_groups_inside_a_zone_do_not_change_it() -> None:
    assert zones("// Sideboard\n// Characters (2)\n2 Admin\n// Gear\n1 A-Z Glass") == {"sideboard": 3}


def test_a_group_after_the_mainframe_begins_the_main_deck() -> None:
    assert zones("// Mainframe\n1 Radiant\n// Characters (2)\n2 Admin") == {"mainframe": 1, "cyberdeck": 2}


def test_a_wrong_total_is_reported_at_its_header() -> None:
    reading = read_list("// Cyberdeck (50)\n4 Admin\n3 Coder\n// RAM (25)\n25 Basic RAM", NEUROSCAPE)
    assert [(problem.line, problem.message) for problem in reading.problems] == [
        (1, "The header says 50, but the lines below it hold 7 cards.")
    ]
    assert reading.lines[0].kind == "header"
    assert reading.lines[0].message == reading.problems[0].message


def test_a_total_that_unread_lines_miss_says_so() -> None:
    reading = read_list("Cyberdeck (8)\n4 Admin\n4 Nobody Knows", NEUROSCAPE)
    assert reading.problems[0].message == (
        "The header says 8, but the lines below it hold 4 cards (and 1 line could not be read)."
    )


def test_totals_of_a_zone_and_of_its_groups_are_both_verified() -> None:
    reading = read_list("Deck (5)\n// Units (3)\n2 Gutter Whelp\n// Events (2)\n2 Dead Air", HOPE)
    assert [problem.line for problem in reading.problems] == [1, 2]


def test_a_total_of_zero_is_verified_too() -> None:
    assert [problem.line for problem in read_list("Sideboard (0)\n1 Admin", NEUROSCAPE).problems] == [1]


@pytest.mark.parametrize("header", ["Commander", "COMMANDER:", "# Commander", "Maybeboard (3)", "[Tokens]"])
def test_a_section_of_another_game_is_reported(header: str) -> None:
    reading = read_list(f"{header}\n1 Firestarter", NEUROSCAPE)
    assert [problem.line for problem in reading.problems] == [1]
    assert "has no section" in reading.problems[0].message
    assert "Mainframe, Cyberdeck, RAM and Sideboard" in reading.problems[0].message


def test_a_game_with_one_zone_has_no_sideboard() -> None:
    (problem,) = read_list("2 Gutter Whelp\nSideboard:\n1 Bile Slinger", HOPE).problems
    assert problem == (
        2,
        "HOPE Cardgame has no section “Sideboard”; it has Deck. The cards below are counted in it.",
        (),
    )


@pytest.mark.parametrize(
    ("header", "near"),
    [
        ("Sidebaord:", "Sideboard"),
        ("# Sidebaord", "Sideboard"),
        ("Cyberdek", "Cyberdeck"),
        ("// Mainfrane", "Mainframe"),
        ("// Characers (12)", "Characters"),
    ],
)
def test_a_misspelled_header_is_no_comment_and_no_card(header: str, near: str) -> None:
    (problem,) = read_list(f"{header}\n", NEUROSCAPE).problems
    assert problem.suggestions == (near,)


def test_a_misspelled_card_behind_a_zone_is_reported_even_in_a_comment() -> None:
    (problem,) = read_list("// Mainframe: Firestartr", NEUROSCAPE).problems
    assert problem.suggestions[0] == "Firestarter"


def test_a_sentence_in_a_comment_stays_a_comment() -> None:
    text = "# Sideboard: see below\n// breaks a rule (35 cards)\n# my side notes"
    assert [line.kind for line in read_list(text, NEUROSCAPE).lines] == ["comment"] * 3


def test_an_explicit_format_is_what_the_answer_calls_it() -> None:
    assert read_list("# Mainframe\n1 Radiant", NEUROSCAPE, format="deckscape").format == "deckscape"


def test_card_lines_alone_are_a_plain_list() -> None:
    assert read_list("4x Admin\n2 Coder [GEN]\nSideboard\n1 Tagger", NEUROSCAPE).format == "plain"
