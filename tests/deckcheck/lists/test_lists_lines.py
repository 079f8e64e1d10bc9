"""What single lines mean."""

import pytest

from deckcheck.cards.card import Pool
from deckcheck.lists import Line, read_list
from tests.deckcheck.lists.pools import AWKWARD, HOPE, NEUROSCAPE, own_pool


def only(text: str | bytes, pool: Pool = NEUROSCAPE) -> Line:
    (line,) = read_list(text, pool, format="plain").lines
    return line


def card(text: str | bytes, pool: Pool = NEUROSCAPE) -> tuple[int, str]:
    line = only(text, pool)
    assert line.kind == "card", line.message
    assert line.card is not None
    return line.count, line.card.name


@pytest.mark.parametrize(
    "text",
    [
        "3 Déjà Vu",
        "3x Déjà Vu",
        "3X Déjà Vu",
        "x3 Déjà Vu",
        "3 x Déjà Vu",
        "3× Déjà Vu",
        "3xDéjà Vu",
        "Déjà Vu x3",
        "3 deja vu",
        "3 DÉJÀ-VU!",
        "3 De\u0301ja\u0300 Vu",
        "3 Déjà Vu [GEN]",
        "3 Déjà Vu (GEN) 222",
        "3 Déjà Vu (gen)",
        "3 Déjà Vu [GEN-222]",
        "3\tDéjà\tVu\t",
        "3\xa0Déjà\xa0Vu",
        "  3 Déjà Vu   ",
        "\ufeff3 Déjà Vu",
        "3 Déjà Vu\r\n",
        "• 3 Déjà Vu",
        "\u200b3 Déjà Vu\u200b",
        "３ Déjà Vu",
        "3 “Déjà Vu”",
    ],
)
def test_every_usual_spelling_is_the_same_card(text: str) -> None:
    assert card(text) == (3, "Déjà Vu")
    assert only(text).message == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2 X Ray", "X Ray"),
        ("2x X Ray", "X Ray"),
        ("2 x-wing, the 2nd", "x-Wing, the 2nd"),
        ("2 40 Thieves", "40 Thieves"),
        ("2 2nd Chance", "2nd Chance"),
        ("2 Number 75", "Number 75"),
        ("2 Mother (of Pearl)", "Mother (of Pearl)"),
        ("2 Mother (of Pearl) (OWN) 8", "Mother (of Pearl)"),
        ("2 Vault [Sealed]", "Vault [Sealed]"),
        ("2 O'Malley‘s cafe", "O’Malley's Café"),
        ("2 # Hash", "# Hash"),
        ("2 ???", "???"),
        ("2 東京ドーム", "東京ドーム"),
        ("2 Semi; Colon: Both", "Semi; Colon: Both"),
    ],
)
def test_names_with_numbers_signs_and_brackets_keep_them(text: str, name: str) -> None:
    assert card(text, AWKWARD) == (2, name)


@pytest.mark.parametrize("text", ["Admin", "admin", "Admin [GEN]"])
def test_a_name_alone_is_one_copy_and_says_so(text: str) -> None:
    assert card(text) == (1, "Admin")
    assert only(text).message == "There is no number of copies: read as 1."


@pytest.mark.parametrize("name", ["2nd Chance", "40 Thieves", "5000 Faces"])
def test_a_name_that_begins_with_a_number_is_not_taken_for_copies(name: str) -> None:
    assert card(name, AWKWARD) == (1, name)
    assert read_list(f"Mainframe: {name}", AWKWARD).deck.count("mainframe") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 Admin", "0 copies: remove the line, or say how many there are."),
        ("x0 Admin", "0 copies: remove the line, or say how many there are."),
        ("Admin x0", "0 copies: remove the line, or say how many there are."),
        ("-1 Admin", "-1 copies: there can be no fewer than 1."),
        ("−1 Admin", "-1 copies: there can be no fewer than 1."),
        ("1000 Admin", "1000 copies: at most 999 are read."),
        ("9" * 400 + " Admin", "99999999999999999999 copies: at most 999 are read."),
        ("4", "There is a number of copies, but no card."),
        ("1.5 Admin", "No card here is named “.5 Admin”."),
        ("3-4 Admin", "No card here is named “-4 Admin”."),
        ("4 4 Admin", "No card here is named “4 Admin”."),
    ],
)
def test_a_number_that_is_none_is_refused(text: str, message: str) -> None:
    line = only(text)
    assert (line.kind, line.message, line.count) == ("error", message, 0)


@pytest.mark.parametrize("text", ["# nothing", "// nothing", "; nothing", "# 4 Admin", "-----", "#", "//"])
def test_comments_and_rulers_are_comments(text: str) -> None:
    assert only(text).kind == "comment"


@pytest.mark.parametrize("text", ["\n", "  \n", "\t\n", "\u200b\n", "\xa0\n"])
def test_a_line_with_nothing_on_it_is_blank(text: str) -> None:
    assert only(text).kind == "blank"


def test_a_set_code_that_says_another_card_is_remarked() -> None:
    assert card("1 B.O.B. (GEN) 84") == (1, "B.O.B.")
    assert only("1 B.O.B. (GEN) 84").message == "GEN-84 is Genocide; B.O.B. was found by its name."


def test_a_set_code_of_no_set_is_remarked() -> None:
    assert only("1 Admin (foil)").message == "“(foil)” is no set of this format; Admin was found by its name."


def test_a_section_in_brackets_behind_a_card_is_no_set_code() -> None:
    assert only("1 Admin (SB)").kind == "error"


def test_an_unknown_card_is_reported_with_the_likeliest_names() -> None:
    line = only("4 Serial Kilar")
    assert (line.kind, line.message) == ("error", "No card here is named “Serial Kilar”.")
    assert line.suggestions[0] == "Serial Killer"
    assert len(line.suggestions) <= 3


def test_words_in_another_order_are_suggested_not_taken() -> None:
    line = only("4 Codemancer Hex")
    assert (line.kind, line.suggestions[0]) == ("error", "Hex, Codemancer")


def test_half_a_double_name_is_suggested_not_taken() -> None:
    line = only("1 Dusk", AWKWARD)
    assert (line.kind, line.suggestions[0]) == ("error", "Dusk // Dawn")


def test_nothing_is_suggested_for_what_is_like_no_card() -> None:
    assert only("1 Zzzzzz").suggestions == ()


def test_the_same_card_on_two_lines_is_summed() -> None:
    assert dict(read_list("2 Admin\n1x ADMIN [GEN]", NEUROSCAPE).deck.zones["cyberdeck"]) == {"GEN-2": 3}


def test_more_copies_than_are_read_on_several_lines_are_refused_where_it_happens() -> None:
    reading = read_list("999 Admin\n1 Admin", NEUROSCAPE)
    assert [(problem.line, problem.message) for problem in reading.problems] == [
        (2, "With this line there are 1000 copies of Admin; at most 999 are read.")
    ]
    assert reading.deck.count("cyberdeck") == 999


def test_lines_are_numbered_alike_for_all_line_ends() -> None:
    for end in ("\n", "\r\n", "\r"):
        lines = read_list(f"1 Admin{end}{end}1 Nobody{end}", NEUROSCAPE).lines
        assert [(line.number, line.kind) for line in lines] == [(1, "card"), (2, "blank"), (3, "error")]


def test_a_card_printed_again_is_the_card_of_the_first_set() -> None:
    again = Pool("neuroscape", [*NEUROSCAPE.sets, *own_pool("Admin", code="NEW").sets])
    deck = read_list("2 Admin [GEN]\n1 Admin [NEW]", again).deck
    assert dict(deck.zones["cyberdeck"]) == {"GEN-2": 3}


def test_races_are_spelled_as_the_cards_spell_them() -> None:
    for text in (
        "Races: humans, BOTS",
        "races: Humans and Bots",
        "// Races: Humans / Bots",
        "Race: humans & bots",
    ):
        assert read_list(text, HOPE).deck.declared["races"] == ("Humans", "Bots")


def test_an_unknown_race_is_reported_with_the_whole_value_that_may_be_meant() -> None:
    (problem,) = read_list("Races: Humanz, Bots", HOPE).problems
    assert (
        problem.message == "“Humanz” is not among the races of HOPE Cardgame: Aliens, Bots, Humans, Mutants."
    )
    assert problem.suggestions[0] == "Humans, Bots"


def test_a_second_name_is_reported() -> None:
    reading = read_list("Deck: One\nName (Two)", NEUROSCAPE)
    assert reading.deck.name == "One"
    assert [problem.line for problem in reading.problems] == [2]


def test_a_name_longer_than_is_kept_is_reported() -> None:
    (problem,) = read_list("Deck: " + "x" * 101, NEUROSCAPE).problems
    assert problem.message == "The deck's name has 101 characters; at most 100 are kept."
