"""Lists as CSV and JSON."""

import pytest

from deckcheck.cards.card import Pool
from deckcheck.lists import Deck, ListError, read_list, write_list
from tests.deckcheck.lists.pools import HOPE, NEUROSCAPE, public_list


def told(text: str, pool: Pool = NEUROSCAPE) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in read_list(text, pool).problems]


def zones(text: str, pool: Pool = NEUROSCAPE) -> dict[str, dict[str, int]]:
    return {zone: dict(cards) for zone, cards in read_list(text, pool).deck.zones.items() if cards}


@pytest.mark.parametrize(
    "text",
    [
        'zone,count,name,number\ncyberdeck,2,"Hex, Codemancer",GEN-1\n',
        "Quantity;Card Name;Section\r\n2;Hex Codemancer;Cyberdeck\r\n",
        "name\tqty\nHex, Codemancer\t2\n",
        "\ufeff\n# mine\nNumber,Copies\nGEN-1,2\n".replace("# mine\n", ""),
        "Number,Copies\n# mine\n\nGEN-1,2\n",
    ],
)
def test_a_table_is_read_under_the_names_that_spreadsheets_use(text: str) -> None:
    reading = read_list(text, NEUROSCAPE)
    assert (reading.format, zones(text)) == ("csv", {"cyberdeck": {"GEN-1": 2}})
    assert reading.problems == ()


def test_a_row_without_a_zone_goes_where_its_type_belongs() -> None:
    assert zones("count,name\n1,Radiant\n25,Basic RAM") == {
        "mainframe": {"GEN-243": 1},
        "ram": {"GEN-255": 25},
    }


def test_each_bad_row_says_what_is_wrong_with_it() -> None:
    text = (
        "zone,count,name,number\n"
        "cyberdeck,x,Admin,\n"
        "cyberdeck,,Admin,\n"
        "cyberdeck,0,Admin,\n"
        "cyberdeck,-1,Admin,\n"
        'cyberdeck,1,"Admin,\n'
        "attic,1,Admin,\n"
        "cyberdeck,1,,\n"
        "cyberdeck,1,,GEN-999\n"
        "cyberdeck,1,Admin,GEN-3\n"
        "cyberdeck,1,Nobody Knows,\n"
        "cyberdeck,4,Admin,OLD-7\n"
    )
    assert told(text) == [
        (2, "“x” is no number of copies."),
        (3, "The number of copies is missing."),
        (4, "0 copies: remove the line, or say how many there are."),
        (5, "-1 copies: there can be no fewer than 1."),
        (6, "A quotation mark in this row is not closed."),
        (7, "Neuroscape has no zone “attic”; it has Mainframe, Cyberdeck, RAM, Sideboard."),
        (8, "The card is missing."),
        (9, "No card here has the number “GEN-999”."),
        (10, "GEN-3 is Coder, not Admin."),
        (11, "No card here is named “Nobody Knows”."),
    ]
    assert zones(text) == {"cyberdeck": {"GEN-2": 4}}


def test_a_table_without_a_header_row_says_what_is_needed() -> None:
    reading = read_list("4,Admin\n", NEUROSCAPE, format="csv")
    assert [(line.number, line.kind) for line in reading.lines] == [(1, "error")]
    assert "zone,count,name,number" in reading.problems[0].message


def test_a_name_that_a_spreadsheet_would_calculate_is_written_harmless() -> None:
    deck = Deck("neuroscape", read_list("1 Admin", NEUROSCAPE).deck.zones, name='=HYPERLINK("x")')
    text = write_list(deck, NEUROSCAPE, "csv")
    assert "'=HYPERLINK" in text
    assert read_list(text, NEUROSCAPE).deck == deck


@pytest.mark.parametrize(
    "text",
    [
        '{"zones": {"cyberdeck": [{"count": 2, "name": "Hex, Codemancer", "number": "GEN-1"}]}}',
        '{"cyberdeck": {"Hex Codemancer": 2}}',
        '{"cyberdeck": ["2 Hex, Codemancer"]}',
        '{"Cyberdeck": ["Hex, Codemancer", "Hex, Codemancer"]}',
        '{"cyberdeck": {"Hex, Codemancer": 1, "Hex, Codemancer": 1}}',
        '[{"quantity": 2, "card": "hex codemancer"}]',
        '\n {"game": "Neuroscape", "cyberdeck": [{"id": "gen-1", "qty": 2}]}\n',
    ],
)
def test_json_is_read_in_its_usual_shapes(text: str) -> None:
    assert (read_list(text, NEUROSCAPE).format, zones(text)) == ("json", {"cyberdeck": {"GEN-1": 2}})
    assert told(text) == []


def test_each_fault_in_json_is_told_with_its_line() -> None:
    text = """{
  "game": "hope",
  "author": "somebody",
  "attic": [],
  "zones": {
    "cyberdeck": [
      {"count": 4, "name": "Admin"},
      {"count": 1.5, "name": "Admin"},
      {"count": "4", "name": "Admin"},
      {"count": 4, "name": "Serial Kilar"},
      {"count": 4},
      7,
      {"name": "Coder"}
    ]
  }
}
"""
    assert told(text) == [
        (2, "This list is for “hope”, not for Neuroscape."),
        (4, "“attic” is no zone of Neuroscape."),
        (8, "“1.5” is no number of copies."),
        (9, "““4”” is no number of copies."),
        (10, "No card here is named “Serial Kilar”."),
        (11, "A card is an object with count and name."),
        (12, "A card is an object with count and name."),
        (13, "The number of copies is missing."),
    ]
    lines = read_list(text, NEUROSCAPE).lines
    assert [line.number for line in lines] == list(range(1, 17))
    assert (lines[2].kind, lines[2].message) == ("comment", "“author” is not used.")
    assert [lines[place].kind for place in (0, 4, 5, 6, 14)] == ["blank", "header", "header", "card", "blank"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"cyberdeck": [\n}', 2, "where a value belongs"),
        ('{\n"name": "x"', 2, "expected “,” or “}”"),
        ('{"a" 1}', 1, "expected “:”"),
        ("{1: 2}", 1, "expected a key in quotation marks"),
        ('{"a": 1}\n\nx', 3, "More text follows"),
        ('{"name": "\\q"}', 1, "a backslash that means nothing"),
        ('{"name": "\\ud800"}', 1, "a backslash that means nothing"),
        ("[" * 5000, 1, "nested more than 20 deep"),
        ("{", 1, "expected"),
    ],
)
def test_text_that_is_no_json_says_where_it_breaks(text: str, line: int, message: str) -> None:
    reading = read_list(text, NEUROSCAPE, format="json")
    assert [problem.line for problem in reading.problems] == [line]
    assert message in reading.problems[0].message
    assert reading.deck.count("cyberdeck") == 0


def test_names_are_suggested_only_where_a_correction_can_find_the_card() -> None:
    one = read_list('{"cyberdeck": [\n{"count": 1, "name": "Codr"}\n]}', NEUROSCAPE).problems[0]
    two = read_list('{"cyberdeck": {"Codr": 1, "Admn": 2}}', NEUROSCAPE).problems[0]
    assert one.suggestions[0] == "Coder"
    assert two.suggestions == ()


def test_races_travel_with_the_list() -> None:
    deck = read_list(public_list("pair-humans-bots"), HOPE).deck
    for form in ("csv", "json"):
        assert read_list(write_list(deck, HOPE, form), HOPE).deck.declared["races"] == ("Humans", "Bots")


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ListError, match="There is no format “odt”; there are deckplanet"):
        read_list("", NEUROSCAPE, format="odt")
    with pytest.raises(ListError, match="There is no format “odt”"):
        write_list(read_list("", NEUROSCAPE).deck, NEUROSCAPE, "odt")


def test_a_deck_with_a_card_of_another_format_is_not_written() -> None:
    deck = Deck("neuroscape", {"cyberdeck": {"OLD-1": 2}})
    with pytest.raises(ListError, match="The card OLD-1 is not in this format"):
        write_list(deck, NEUROSCAPE, "plain")


def test_a_deck_of_another_game_is_not_written() -> None:
    with pytest.raises(ListError, match="cannot be written with cards of"):
        write_list(read_list("", HOPE).deck, NEUROSCAPE, "plain")
