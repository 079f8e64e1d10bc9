"""Cards in zones: where they lie, who may know what of them, and chance by purpose."""

import pytest

from gameplay.engine.book import Rulebook
from gameplay.engine.chance import Chance
from gameplay.engine.state import JUDGE, SPECTATOR, State, mask

SEATS = (0, 1)


class Box(State):
    """Two seats of three cards each: hands are their own, decks are crowds, the field is open, a row lies face down."""

    def __init__(self, seed: int = 0) -> None:
        chance = Chance(bytes([seed] * 32))
        definitions = ["Spark", "Torch", "Glass"]
        super().__init__(
            Rulebook("box", {}),
            SEATS,
            definitions,
            [0, 1, 2] * 2,
            [0, 0, 0, 1, 1, 1],
            chance,
            ["dice", "deck"],
        )
        self.deck = [self.card_zone("deck", seat, faces=0, tracked=0) for seat in SEATS]
        self.hand = [self.card_zone("hand", seat, faces=mask([seat]), tracked=mask([seat])) for seat in SEATS]
        self.field = self.card_zone("field")
        self.row = self.card_zone("row", faces=0)
        for card, owner in enumerate(self.owner):
            self.arrive(card, self.deck[owner])


@pytest.fixture
def box() -> Box:
    return Box()


# -- zones ----------------------------------------------------------------------------------------------------


def test_a_card_that_arrives_lies_at_the_end(box: Box) -> None:
    assert box.zones[box.deck[0]] == [0, 1, 2]


def test_a_card_that_is_moved_lies_in_its_new_zone_alone(box: Box) -> None:
    box.relocate(1, box.field)
    assert (box.zones[box.deck[0]], box.zones[box.field]) == ([0, 2], [1])


def test_a_card_can_be_moved_before_another(box: Box) -> None:
    box.relocate(3, box.deck[0], 1)
    assert box.zones[box.deck[0]] == [0, 3, 1, 2]


def test_a_card_knows_the_name_of_its_zone(box: Box) -> None:
    box.relocate(1, box.hand[0])
    assert box.zone_of(1) == "hand"


def test_facts_are_the_definition_of_the_kind(box: Box) -> None:
    assert [box.facts(card) for card in (0, 4, 5)] == ["Spark", "Torch", "Glass"]


def test_at_first_everybody_controls_what_is_their_own(box: Box) -> None:
    assert box.controller == box.owner == [0, 0, 0, 1, 1, 1]


def test_seats_of_different_sides_are_opponents() -> None:
    pairs = State(Rulebook("box", {}), (0, 1, 0, 1), [], [], [], Chance(bytes(32)), [])
    assert [pairs.opposes(0, seat) for seat in range(4)] == [False, True, False, True]


def test_a_mask_has_a_bit_for_each_seat() -> None:
    assert mask([0, 2]) == 0b101


# -- who may know ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "zone, who",
    [("deck", set()), ("hand", {0}), ("field", {0, 1, SPECTATOR}), ("row", set())],
)
def test_the_face_of_a_card_is_known_to_whom_its_zone_shows_it(box: Box, zone: str, who: set[int]) -> None:
    box.relocate(1, {"deck": box.deck[0], "hand": box.hand[0], "field": box.field, "row": box.row}[zone])
    assert {viewer for viewer in (0, 1, SPECTATOR) if box.sees(viewer, 1)} == who


def test_a_judge_sees_every_card(box: Box) -> None:
    assert all(box.sees(JUDGE, card) for card in range(6))


def test_a_card_in_a_crowd_has_no_alias(box: Box) -> None:
    assert [alias[1] for alias in box.alias] == [0, 0, 0]


def test_a_card_is_told_apart_by_those_who_track_its_zone(box: Box) -> None:
    box.relocate(1, box.hand[0])
    assert [bool(alias[1]) for alias in box.alias] == [True, False, False]


def test_a_card_that_lies_face_down_can_still_be_told_apart(box: Box) -> None:
    box.relocate(1, box.row)
    box.relocate(2, box.row)
    assert all(alias[1] and alias[2] and alias[1] != alias[2] for alias in box.alias)


def test_a_card_keeps_its_alias_as_long_as_it_can_be_followed(box: Box) -> None:
    box.relocate(1, box.row)
    before = [alias[1] for alias in box.alias]
    box.relocate(1, box.field)
    assert [alias[1] for alias in box.alias] == before


def test_a_card_that_went_through_a_crowd_has_an_alias_that_nothing_had(box: Box) -> None:
    box.relocate(1, box.field)
    box.relocate(2, box.field)
    before = {box.alias[1][card] for card in (1, 2)}
    box.relocate(1, box.deck[0])
    box.relocate(1, box.field)
    assert box.alias[1][1] not in before


def test_two_cards_that_changed_places_in_a_crowd_leave_no_trace() -> None:
    one, other = Box(), Box()
    for box, card in ((one, 1), (other, 2)):
        box.relocate(card, box.field)
    assert [alias[1] for alias in one.alias] == [alias[2] for alias in other.alias]


# -- chance ---------------------------------------------------------------------------------------------------


def test_a_roll_is_the_next_number_of_its_purpose(box: Box) -> None:
    expected = [Chance(bytes(32)).number("dice", count, 6) for count in range(5)]
    assert [box.roll("dice", 6) for _time in range(5)] == expected


def test_purposes_do_not_disturb_each_other() -> None:
    one, other = Box(), Box()
    other.shuffle("deck", other.deck[0])
    assert one.roll("dice", 1000) == other.roll("dice", 1000)


def test_a_roll_that_is_taken_back_comes_again(box: Box) -> None:
    before = len(box.undo)
    first = box.roll("dice", 10**6)
    box.undo_to(before)
    assert box.roll("dice", 10**6) == first


def test_a_shuffle_keeps_the_cards_and_takes_their_order_from_chance(box: Box) -> None:
    order = Chance(bytes(32)).permutation("deck", 0, 3)
    box.shuffle("deck", box.deck[0])
    assert box.zones[box.deck[0]] == list(order)


def test_two_shuffles_of_a_purpose_are_two_draws(box: Box) -> None:
    box.shuffle("deck", box.deck[0])
    box.shuffle("deck", box.deck[1])
    order = Chance(bytes(32)).permutation("deck", 1, 3)
    assert box.zones[box.deck[1]] == [3 + place for place in order]


# -- conservation ---------------------------------------------------------------------------------------------


def test_a_position_in_order_has_no_faults(box: Box) -> None:
    assert box.faults() == []


def test_a_card_in_two_zones_is_a_fault(box: Box) -> None:
    box.insert(box.zones[box.field], 1)
    assert any("card 1 lies in field" in fault for fault in box.faults())
    assert any("card 1 is in 2 zones" in fault for fault in box.faults())


def test_a_card_in_no_zone_is_a_fault(box: Box) -> None:
    box.delete(box.zones[box.deck[0]], 1)
    assert box.faults() == ["card 1 is in 0 zones"]


def test_a_card_that_is_out_of_everything_and_says_so_is_none(box: Box) -> None:
    box.delete(box.zones[box.deck[0]], 1)
    box.put(box.place, 1, -1)
    assert box.faults() == []
