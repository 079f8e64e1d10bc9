"""The component set of HOPE is accepted, and each way of breaking a rule is refused."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

import deckcheck
from deckcheck.construction.components import check_components

SET = Path(deckcheck.__file__).parent / "data" / "components" / "hope.yaml"
OURS = yaml.safe_load(SET.read_text(encoding="utf-8"))
Data = dict[str, Any]


def refused(data: Data) -> list[tuple[str, str]]:
    return [(fault.clause, fault.zone) for fault in check_components(data).faults]


@pytest.fixture
def data() -> Data:
    return deepcopy(OURS)


def card_entry(data: Data, changes: Data) -> None:
    """Take one card out of the first entry and put one with these changes in."""
    first = data["technology_cards"][0]
    first["count"] -= 1
    data["technology_cards"].append({**first, "count": 1, **changes})


@pytest.mark.clause("HB-2.2")
@pytest.mark.clause("HB-2.10")
def test_our_set_has_no_fault_and_no_advice(data: Data) -> None:
    verdict = check_components(data)
    assert verdict.legal
    assert verdict.advice == ()


@pytest.mark.clause("HB-2.2")
@pytest.mark.parametrize("change", [-1, 1])
def test_the_technology_deck_has_exactly_70_cards(data: Data, change: int) -> None:
    data["technology_cards"][0]["count"] += change
    assert refused(data) == [("HB-2.2", "technology_cards")]


@pytest.mark.clause("HB-2.2")
@pytest.mark.parametrize(
    "changes",
    [{"technology": "iron"}, {"technology": "joker"}, {"technology": None}, {"joker": True}],
    ids=["unknown", "joker as technology", "no face", "two faces"],
)
def test_a_card_shows_a_technology_or_a_joker(data: Data, changes: Data) -> None:
    card_entry(data, changes)
    assert refused(data) == [("HB-2.2", "technology_cards")]


@pytest.mark.clause("HB-2.2")
def test_a_single_card_needs_no_count(data: Data) -> None:
    card_entry(data, {})
    del data["technology_cards"][-1]["count"]
    assert refused(data) == []


@pytest.mark.clause("HB-2.2")
@pytest.mark.parametrize("names", [5, 7])
def test_there_are_six_technologies(data: Data, names: int) -> None:
    data["technologies"] = [*data["technologies"], "iron"][:names]
    assert ("HB-2.2", "technologies") in refused(data)


@pytest.mark.clause("HB-2.2")
@pytest.mark.parametrize("regression", [True, False])
def test_some_cards_show_a_regression_symbol(data: Data, regression: bool) -> None:
    for card in data["technology_cards"]:
        card["regression"] = regression
    assert refused(data) == [("HB-2.2", "technology_cards")]


@pytest.mark.clause("HB-2.2")
def test_regression_is_shown_or_not(data: Data) -> None:
    card_entry(data, {"regression": 2})
    assert refused(data) == [("HB-2.2", "technology_cards")]


@pytest.mark.clause("HB-2.2")
def test_an_entry_of_no_cards_is_refused(data: Data) -> None:
    data["technology_cards"].append({"technology": "water", "regression": False, "count": 0})
    assert refused(data) == [("HB-2.2", "technology_cards")]


@pytest.mark.clause("HB-2.2")
def test_another_distribution_is_legal_but_mentioned(data: Data) -> None:
    card_entry(data, {"technology": "water"})
    verdict = check_components(data)
    assert verdict.legal
    assert [(fault.clause, fault.rulings) for fault in verdict.advice] == [("HB-2.2", ("HB-R22",))]


@pytest.mark.clause("HB-2.10")
@pytest.mark.parametrize(
    "changes",
    [
        {"symbol": "joker"},
        {"symbol": ["water", "light"]},
        {"arrow": None},
        {"arrow": "green"},
        {"dimensions": {"red": 1, "blue": 1}},
        {"dimensions": {"red": 1, "blue": 1, "purple": 1, "green": 1}},
        {"dimensions": {"red": 1, "blue": 1, "purple": 0}},
        {"dimensions": {"red": 1, "blue": 1, "purple": 3}},
        {"dimensions": {"red": 1, "blue": 1, "purple": "one"}},
    ],
)
def test_a_tile_has_a_symbol_an_arrow_and_three_dimensions_with_planets(data: Data, changes: Data) -> None:
    data["tiles"][4].update(changes)
    faults = check_components(data).faults
    assert [(fault.clause, fault.cards) for fault in faults] == [("HB-2.10", (("T05", 1),))]


@pytest.mark.clause("HB-2.10")
def test_the_other_side_of_a_tile_is_stable(data: Data) -> None:
    data["tile_back"] = "unstable"
    assert refused(data) == [("HB-2.10", "tile_back")]


@pytest.mark.clause("HB-2.10")
def test_a_set_that_declares_nothing_has_one_planet_at_least(data: Data) -> None:
    del data["planets_per_dimension"]
    data["tiles"][0]["dimensions"]["red"] = 3
    assert refused(data) == []
    data["tiles"][0]["dimensions"]["red"] = 0
    assert refused(data) == [("HB-2.10", "tiles")]


@pytest.mark.clause("HB-2.10")
def test_a_set_may_declare_dimensions_without_planets(data: Data) -> None:
    data["planets_per_dimension"] = {"least": 0, "most": 3}
    data["tiles"][0]["dimensions"] = {"red": 0, "blue": 3, "purple": 1}
    verdict = check_components(data)
    assert verdict.legal
    assert [(fault.clause, fault.rulings) for fault in verdict.advice] == [("HB-2.10", ("HB-R13",))]


@pytest.mark.clause("HB-2.10")
def test_no_set_may_declare_four_planets(data: Data) -> None:
    data["planets_per_dimension"] = {"least": 1, "most": 4}
    assert refused(data) == [("HB-2.10", "planets_per_dimension")]


@pytest.mark.clause("HB-2.2")
@pytest.mark.clause("HB-2.10")
def test_entries_that_are_no_mappings_are_faults_and_not_errors(data: Data) -> None:
    data["technology_cards"][0] = "oxygen"
    data["tiles"][0] = 7
    assert {clause for clause, _ in refused(data)} == {"HB-2.2", "HB-2.10"}


def test_all_faults_are_given_at_once(data: Data) -> None:
    data["technology_cards"][0]["count"] = 6
    data["tiles"][0]["symbol"] = "iron"
    data["tiles"][1]["arrow"] = ""
    assert refused(data) == [("HB-2.2", "technology_cards"), ("HB-2.10", "tiles"), ("HB-2.10", "tiles")]
