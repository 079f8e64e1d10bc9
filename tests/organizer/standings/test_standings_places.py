"""Final places after a cut."""

from dataclasses import dataclass

import pytest

from organizer.standings import FactError, KnockoutMatch, final_places


@dataclass(frozen=True)
class Line:
    id: str
    place: int


SWISS = [Line(name, place) for place, name in enumerate("ABCDEFGHIJ", start=1)]
TOP_8 = [
    KnockoutMatch(1, "A", "H", "A"),
    KnockoutMatch(1, "D", "E", "E"),
    KnockoutMatch(1, "B", "G", "B"),
    KnockoutMatch(1, "C", "F", "F"),
    KnockoutMatch(2, "A", "E", "E"),
    KnockoutMatch(2, "B", "F", "B"),
    KnockoutMatch(3, "E", "B", "E"),
]


def places(*args, **options):
    return [(found.place, found.id) for found in final_places(*args, **options)]


def test_losers_of_one_round_share_their_place():
    assert places(SWISS, TOP_8) == [
        (1, "E"),
        (2, "B"),
        (3, "A"),
        (3, "F"),
        (5, "C"),
        (5, "D"),
        (5, "G"),
        (5, "H"),
        (9, "I"),
        (10, "J"),
    ]


def test_losers_can_take_the_swiss_order_instead():
    assert places(SWISS, TOP_8, losers_by_swiss=True) == list(enumerate("EBAFCDGHIJ", start=1))


def test_a_disqualified_entry_takes_no_place_and_others_move_up():
    assert places(SWISS, TOP_8, disqualified={"A"})[:4] == [(1, "E"), (2, "B"), (3, "F"), (4, "C")]
    shared = {found.id: found.shared for found in final_places(SWISS, TOP_8, disqualified={"A"})}
    assert not shared["F"]


def test_a_disqualified_entry_need_not_be_in_the_swiss_table():
    swiss = [line for line in SWISS if line.id != "A"]
    assert len(final_places(swiss, TOP_8, disqualified={"A"})) == 9


def test_without_a_bracket_the_swiss_table_stands_with_its_shared_places():
    swiss = [Line("A", 1), Line("B", 2), Line("C", 2), Line("D", 4)]
    assert places(swiss, []) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_places_in_an_unfinished_bracket_are_undecided():
    found = final_places(SWISS, TOP_8[:4])
    assert [(place.place, place.id) for place in found if not place.decided] == [
        (1, "A"),
        (1, "B"),
        (1, "E"),
        (1, "F"),
    ]
    assert [place.place for place in found[4:8]] == [5, 5, 5, 5]


def test_a_bye_in_the_bracket_is_no_loss_for_anybody():
    bracket = [
        KnockoutMatch(1, "A", None, "A"),
        KnockoutMatch(1, "B", "C", "C"),
        KnockoutMatch(2, "A", "C", "C"),
    ]
    assert places(SWISS, bracket)[:4] == [(1, "C"), (2, "A"), (3, "B"), (4, "D")]


@pytest.mark.parametrize(
    "bracket, message",
    [
        ([KnockoutMatch(1, "A", "X", "A")], "names X"),
        ([KnockoutMatch(1, "A", "B", "C")], "won a match of others"),
        ([KnockoutMatch(1, "A", "B", "A"), KnockoutMatch(1, "A", "C", "A")], "two matches"),
        ([KnockoutMatch(1, "A", "B", "A"), KnockoutMatch(2, "B", "C", "B")], "after having lost"),
    ],
)
def test_a_bracket_that_contradicts_itself_is_refused(bracket, message):
    with pytest.raises(FactError, match=message):
        final_places(SWISS, bracket)
