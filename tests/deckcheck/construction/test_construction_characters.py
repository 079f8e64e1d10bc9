"""Characters and their customization: the last legal choice is accepted, the first illegal one refused."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

import deckcheck
from deckcheck.construction.characters import (
    TRAITS,
    Customization,
    brought_cards,
    check_character,
    check_customization,
    check_group,
    expand_characters,
)

SAMPLE = Path(deckcheck.__file__).parent / "data" / "components" / "neon-hope-sample.yaml"
CARDS = expand_characters(yaml.safe_load(SAMPLE.read_text(encoding="utf-8")))
Cards = list[dict[str, Any]]


def ids(*names: str) -> tuple[str, ...]:
    """Ids of cards by name, Action cards at level 1."""
    known = {card["name"]: f"{card['character']}-{card['number']}" for card in reversed(CARDS)}
    return tuple(known[name] for name in names)


FERRY_UNIVERSAL = ids("Catch Your Breath", "Stand Close")
LEDGER_UNIVERSAL = ids("Look Twice", "Share the Load")
MARQUIS_UNIVERSAL = ids("Bluff It Out", "Buy a Minute")
UNDERTOW = ids("Ride the Undertow", "Silt Screen")
RIVET = ids("Hammer Flat", "Weigh the Load")
LANTERN = ids("Cover the Lantern", "Old Promise")
PROOF = ids("Demand Proof", "Test Bench")
CHOIR = ids("Raise the Choir", "Long Vigil")
RUMOR = ids("Seed a Rumor", "Change the Subject")
ACTIONS = UNDERTOW + RIVET + LANTERN + FERRY_UNIVERSAL
MAKER = ids("Bilge Lamp", "Rope Printer", "Solder Thumb", "Spare Keel")
UNDERGROUND = ids("Quiet Boots", "False Manifest", "Smoke Buoy")
BOTH = ids("Harbor Skeleton Key")
TOOLS = MAKER + UNDERGROUND + BOTH

PRECONSTRUCTED = Customization("preconstructed", "ferry")
LIGHT = Customization("light", "ferry")
FULL = Customization(
    "full", "ferry", UNDERTOW + PROOF + RUMOR + LEDGER_UNIVERSAL, TOOLS, *ids("Sister Quill")
)
SOLO = replace(PRECONSTRUCTED, solo_actions=LEDGER_UNIVERSAL, solo_ally=ids("Doorman Teal")[0])


def refused(choice: Customization, cards: Any = CARDS) -> set[str]:
    return {fault.clause for fault in check_customization(cards, choice).faults}


def refused_group(*choices: Customization) -> set[str]:
    return {fault.clause for fault in check_group(CARDS, choices).faults}


def refused_deck(cards: Cards) -> set[str]:
    return {fault.clause for fault in check_character(cards).faults}


def swapped(cards: tuple[str, ...], old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in old) + new


@pytest.fixture
def deck() -> Cards:
    return [deepcopy(card) for card in CARDS if card["character"] == "ferry"]


@pytest.mark.parametrize("character", ["ferry", "ledger", "marquis"])
def test_the_sample_characters_have_no_fault(character: str) -> None:
    cards = [card for card in CARDS if card["character"] == character]
    assert len(cards) == 35
    assert check_character(cards).faults == ()


@pytest.mark.parametrize("choice", [PRECONSTRUCTED, LIGHT, FULL, SOLO])
def test_the_choices_the_tests_start_from_are_legal(choice: Customization) -> None:
    assert check_customization(CARDS, choice).faults == ()


@pytest.mark.clause("NH-3.20")
def test_the_numbers_are_1_to_35_each_once(deck: Cards) -> None:
    assert refused_deck(deck) == set()
    assert refused_deck(deck[:4] + deck[5:]) == {"NH-3.20"}
    assert refused_deck([*deck[:4], {**deck[4], "number": 36}, *deck[5:]]) == {"NH-3.20"}
    assert refused_deck([*deck, {**deck[0]}]) == {"NH-3.20"}


@pytest.mark.clause("NH-3.20")
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (11, 12), (12, 20), (19, 35)])
def test_each_kind_of_card_has_its_numbers(deck: Cards, one: int, other: int) -> None:
    deck[one - 1]["number"], deck[other - 1]["number"] = other, one
    assert refused_deck(deck) == {"NH-3.20"}


@pytest.mark.clause("NH-3.20")
def test_the_ally_has_any_number_of_the_tool_kit_and_levels_2_and_3_any_of_theirs(deck: Cards) -> None:
    deck[2]["number"], deck[10]["number"] = 11, 3
    deck[19]["number"], deck[34]["number"] = 35, 20
    assert refused_deck(deck) == set()


@pytest.mark.clause("NH-3.20")
def test_the_tool_kit_is_8_tools_and_1_ally(deck: Cards) -> None:
    deck[10].update(kind="tool", traits=["maker"])
    assert refused_deck(deck) == {"NH-3.20"}


@pytest.mark.clause("NH-21.2")
@pytest.mark.parametrize("traits", [[], ["maker"], ["maker", "maker"], ["maker", "insider", "analyst"]])
def test_a_character_has_two_traits(deck: Cards, traits: list[str]) -> None:
    assert refused_deck(deck) == set()
    deck[0]["traits"] = traits
    assert refused_deck(deck) == {"NH-21.2"}


@pytest.mark.clause("NH-21.2")
@pytest.mark.parametrize("number", [3, 12])
def test_tools_and_action_cards_have_a_trait_to_be_chosen_by(deck: Cards, number: int) -> None:
    deck[number - 1]["traits"] = []
    assert refused_deck(deck) == {"NH-21.2"}


@pytest.mark.clause("NH-21.2")
def test_the_traits_of_the_character_decide_what_may_be_used() -> None:
    cards = deepcopy(CARDS)
    cards[0]["traits"] = ["analyst", "believer"]
    assert refused(FULL) == set()
    assert refused(FULL, cards) == {"NH-25.9", "NH-25.10", "NH-25.12", "NH-25.13"}


@pytest.mark.clause("NH-25.1")
@pytest.mark.parametrize("choice", [LIGHT, FULL])
def test_customizing_is_for_the_start_of_a_campaign(choice: Customization) -> None:
    assert refused(choice) == set()
    assert refused(replace(choice, at_campaign_start=False)) == {"NH-25.1"}
    assert refused(replace(PRECONSTRUCTED, at_campaign_start=False)) == set()


@pytest.mark.clause("NH-25.1")
def test_a_preconstructed_character_is_not_changed() -> None:
    assert refused(replace(PRECONSTRUCTED, actions=ACTIONS, tools=TOOLS)) == set()
    assert refused(replace(PRECONSTRUCTED, ally=ids("Sister Quill")[0])) == {"NH-25.1"}


@pytest.mark.clause("NH-25.2")
def test_no_card_is_taken_twice() -> None:
    tools = swapped(TOOLS, MAKER[:1], MAKER[1:2])
    assert refused(replace(FULL, tools=tools)) == {"NH-25.2"}


@pytest.mark.clause("NH-25.2")
def test_only_cards_of_the_collection_are_taken() -> None:
    assert refused(replace(FULL, tools=swapped(TOOLS, MAKER[:1], ("ferry-99",)))) == {"NH-25.2"}


@pytest.mark.clause("NH-25.2")
def test_no_card_is_in_the_decks_of_two_players() -> None:
    exchanged = replace(LIGHT, ally=ids("Sister Quill")[0])
    assert refused_group(exchanged, Customization("preconstructed", "marquis")) == set()
    assert refused_group(exchanged, Customization("preconstructed", "ledger")) == {"NH-25.2"}


@pytest.mark.clause("NH-25.2")
def test_a_card_another_player_has_given_away_may_be_taken() -> None:
    ally, other = ids("Pilot Bream", "Sister Quill")
    ledger = Customization("light", "ledger", ally=ally)
    assert refused_group(replace(LIGHT, ally=other), ledger) == set()
    assert refused_group(LIGHT, ledger) == {"NH-25.2"}


@pytest.mark.clause("NH-25.2")
def test_no_two_players_take_one_character() -> None:
    ledger = Customization("preconstructed", "ledger")
    assert refused_group(PRECONSTRUCTED, ledger) == set()
    faults = check_group(CARDS, [PRECONSTRUCTED, PRECONSTRUCTED]).faults
    assert "2 players take ferry." in [fault.message for fault in faults]


@pytest.mark.clause("NH-25.3")
def test_light_starts_from_a_complete_character() -> None:
    assert refused(replace(LIGHT, actions=ACTIONS, tools=TOOLS)) == set()
    assert refused(replace(LIGHT, tools=TOOLS[1:])) == {"NH-25.3"}
    assert refused(replace(LIGHT, actions=ACTIONS + LEDGER_UNIVERSAL)) == {"NH-25.3"}
    assert "NH-25.3" in refused(Customization("light", "nobody"))


@pytest.mark.clause("NH-25.3")
def test_light_leaves_the_character_tool_alone() -> None:
    assert refused(replace(LIGHT, character_tool=ids("Tide Compass")[0])) == set()
    assert refused(replace(LIGHT, character_tool=ids("Guest List")[0])) == {"NH-25.3"}


@pytest.mark.clause("NH-25.4")
def test_light_exchanges_universal_action_cards_for_universal_ones() -> None:
    assert refused(replace(LIGHT, actions=swapped(ACTIONS, FERRY_UNIVERSAL, MARQUIS_UNIVERSAL))) == set()
    taken = swapped(ACTIONS, FERRY_UNIVERSAL[:1], PROOF[:1])
    given = swapped(ACTIONS, RIVET[:1], LEDGER_UNIVERSAL[:1])
    assert refused(replace(LIGHT, actions=taken)) == {"NH-25.4"}
    assert refused(replace(LIGHT, actions=given)) == {"NH-25.4"}


@pytest.mark.clause("NH-25.5")
def test_light_exchanges_tools_of_a_trait() -> None:
    maker, analyst = ids("Minutes of the Board", "Pattern Glass")
    assert refused(replace(LIGHT, tools=swapped(TOOLS, MAKER[:1], (maker,)))) == set()
    assert refused(replace(LIGHT, tools=swapped(TOOLS, UNDERGROUND[:1], (maker,)))) == {"NH-25.5"}
    assert refused(replace(LIGHT, tools=swapped(TOOLS, MAKER[:1], (analyst,)))) == {"NH-25.5"}


@pytest.mark.clause("NH-25.5")
def test_light_pairs_exchanged_tools_as_well_as_possible() -> None:
    cards = deepcopy(CARDS)
    new = ids("Pattern Glass", "Second Column")
    first, second = (next(c for c in cards if f"{c['character']}-{c['number']}" == one) for one in new)
    choice = replace(LIGHT, tools=swapped(TOOLS, UNDERGROUND[:1] + BOTH, new))
    first["traits"], second["traits"] = ["underground"], ["maker"]
    assert refused(choice, cards) == set()
    first["traits"], second["traits"] = ["maker"], ["maker"]
    assert refused(choice, cards) == {"NH-25.5"}


@pytest.mark.clause("NH-25.6")
def test_light_exchanges_the_ally_for_a_universal_one() -> None:
    choice = replace(LIGHT, ally=ids("Sister Quill")[0])
    cards = deepcopy(CARDS)
    for card in cards:
        if card["name"] == "Sister Quill":
            card["universal"] = False
    assert refused(choice) == set()
    assert refused(choice, cards) == {"NH-25.6"}


@pytest.mark.clause("NH-25.7")
def test_full_takes_a_character_and_the_tool_that_belongs_to_it() -> None:
    assert refused(replace(FULL, character_tool=ids("Tide Compass")[0])) == set()
    assert refused(replace(FULL, character_tool=ids("Guest List")[0])) == {"NH-25.7"}
    assert "NH-25.7" in refused(replace(FULL, character="nobody"))
    no_tool = [card for card in CARDS if card["name"] != "Tide Compass"]
    assert refused(FULL, no_tool) == {"NH-25.7"}


@pytest.mark.clause("NH-25.7")
def test_a_card_of_another_kind_is_no_action_card() -> None:
    assert "NH-25.7" in refused(replace(FULL, actions=swapped(FULL.actions, PROOF[:1], ids("Bilge Lamp"))))


@pytest.mark.clause("NH-25.8")
@pytest.mark.parametrize(
    "actions",
    [
        UNDERTOW + RIVET + LANTERN + FERRY_UNIVERSAL[:1],
        UNDERTOW + RIVET + LANTERN + FERRY_UNIVERSAL + LEDGER_UNIVERSAL[:1],
        UNDERTOW + RIVET + FERRY_UNIVERSAL + LEDGER_UNIVERSAL,
        UNDERTOW + RIVET + LANTERN + PROOF,
        UNDERTOW + RIVET + LANTERN[:1] + PROOF[:1] + FERRY_UNIVERSAL,
    ],
    ids=["7 cards", "9 cards", "2 sets", "4 sets", "half sets"],
)
def test_full_has_3_sets_of_2_cards_and_2_universal_cards(actions: tuple[str, ...]) -> None:
    assert refused(replace(FULL, actions=ACTIONS)) == set()
    assert refused(replace(FULL, actions=actions)) == {"NH-25.8"}


@pytest.mark.clause("NH-25.9")
def test_full_has_a_set_with_both_traits() -> None:
    assert refused(replace(FULL, actions=UNDERTOW + RIVET + LANTERN + FERRY_UNIVERSAL)) == set()
    assert refused(replace(FULL, actions=PROOF + RIVET + LANTERN + FERRY_UNIVERSAL)) == {"NH-25.9"}


@pytest.mark.clause("NH-25.10")
def test_full_has_no_set_without_a_trait_of_the_character() -> None:
    assert refused(replace(FULL, actions=UNDERTOW + PROOF + RUMOR + FERRY_UNIVERSAL)) == set()
    assert refused(replace(FULL, actions=UNDERTOW + PROOF + CHOIR + FERRY_UNIVERSAL)) == {"NH-25.10"}


@pytest.mark.clause("NH-25.11")
def test_full_has_8_tools_and_a_universal_ally() -> None:
    assert refused(FULL) == set()
    assert refused(replace(FULL, tools=TOOLS[1:])) == {"NH-25.11"}
    assert refused(replace(FULL, tools=TOOLS + ids("Minutes of the Board"))) == {"NH-25.11"}
    assert refused(replace(FULL, ally="")) == {"NH-25.11"}
    plain = [{**card, "universal": False} if card["kind"] == "ally" else card for card in CARDS]
    assert refused(FULL, plain) == {"NH-25.11"}


@pytest.mark.clause("NH-25.12")
def test_full_has_only_tools_that_share_a_trait() -> None:
    shared, foreign = ids("Minutes of the Board", "Pattern Glass")
    assert refused(replace(FULL, tools=swapped(TOOLS, MAKER[:1], (shared,)))) == set()
    assert refused(replace(FULL, tools=swapped(TOOLS, MAKER[:1], (foreign,)))) == {"NH-25.12"}


@pytest.mark.clause("NH-25.13")
def test_full_has_2_tools_of_each_trait_and_one_with_both_counts_for_both() -> None:
    cards = deepcopy(CARDS)
    tools = [card for card in cards if card["character"] == "ferry" and card["kind"] == "tool"]
    for tool in tools:
        tool["traits"] = ["maker"]
    tools[0]["traits"] = ["maker", "underground"]
    assert refused(FULL, cards) == {"NH-25.13"}
    tools[1]["traits"] = ["underground"]
    assert refused(FULL, cards) == set()


@pytest.mark.clause("NH-25.14")
def test_an_action_card_brings_its_three_levels() -> None:
    start, aside = brought_cards(CARDS, LIGHT)
    assert start == ACTIONS
    assert sorted(aside) == sorted(f"ferry-{number}" for number in range(20, 36))


@pytest.mark.clause("NH-25.14")
def test_level_1_is_what_a_campaign_starts_with() -> None:
    higher = swapped(FULL.actions, UNDERTOW[:1], ("ferry-20",))
    assert refused(FULL) == set()
    assert refused(replace(FULL, actions=higher)) == {"NH-25.14"}


@pytest.mark.clause("NH-25.14")
def test_a_missing_level_is_a_fault_of_the_choice_and_of_the_deck(deck: Cards) -> None:
    assert refused(
        FULL, [card for card in CARDS if (card["character"], card["number"]) != ("ferry", 28)]
    ) == {"NH-25.14"}
    deck[27]["level"] = 2
    assert refused_deck(deck) == {"NH-25.14"}


@pytest.mark.clause("NH-25.15")
@pytest.mark.parametrize("number", [1, 3, 12])
def test_only_the_eight_traits_exist(deck: Cards, number: int) -> None:
    deck[number - 1]["traits"] = ["maker", "Believer"]
    assert refused_deck(deck) == set()
    deck[number - 1]["traits"] = ["maker", "dreamer"]
    assert refused_deck(deck) == {"NH-25.15"}


@pytest.mark.clause("NH-25.15")
def test_each_of_the_eight_traits_is_known(deck: Cards) -> None:
    assert len(set(TRAITS)) == 8
    names = ["insider", "influencer", "activist", "maker", "authority", "underground", "analyst", "believer"]
    for trait in names:
        deck[2]["traits"] = [trait]
        assert refused_deck(deck) == set()


@pytest.mark.clause("NH-25.15")
def test_universal_is_for_cards_and_not_for_characters(deck: Cards) -> None:
    deck[17]["traits"] = ["universal"]
    assert refused_deck(deck) == set()
    deck[0]["universal"] = True
    assert refused_deck(deck) == {"NH-25.15"}


@pytest.mark.clause("NH-26.1")
@pytest.mark.parametrize(
    "extras",
    [
        LEDGER_UNIVERSAL[:1],
        LEDGER_UNIVERSAL + MARQUIS_UNIVERSAL[:1],
        LEDGER_UNIVERSAL[:1] + PROOF[:1],
        LEDGER_UNIVERSAL[:1] + ids("Sister Quill"),
    ],
    ids=["one", "three", "not universal", "no action card"],
)
def test_solo_adds_2_universal_action_cards(extras: tuple[str, ...]) -> None:
    assert refused(SOLO) == set()
    assert refused(replace(SOLO, solo_actions=MARQUIS_UNIVERSAL[:1] + LEDGER_UNIVERSAL[:1])) == set()
    assert refused(replace(SOLO, solo_actions=extras)) == {"NH-26.1"}


@pytest.mark.clause("NH-26.1")
def test_solo_adds_action_cards_of_other_characters() -> None:
    given_away = replace(LIGHT, actions=swapped(ACTIONS, FERRY_UNIVERSAL, MARQUIS_UNIVERSAL))
    solo = replace(given_away, solo_actions=LEDGER_UNIVERSAL, solo_ally=SOLO.solo_ally)
    assert refused(solo) == set()
    assert refused(replace(solo, solo_actions=FERRY_UNIVERSAL)) == {"NH-26.1"}
    assert "NH-26.1" in refused(replace(solo, solo_actions=MARQUIS_UNIVERSAL))


@pytest.mark.clause("NH-26.1")
def test_solo_action_cards_come_with_all_levels() -> None:
    start, aside = brought_cards(CARDS, SOLO)
    assert (len(start), len(aside)) == (10, 20)
    assert refused(replace(SOLO, solo_actions=("ledger-26", "ledger-27"))) == {"NH-25.14"}


@pytest.mark.clause("NH-26.2")
def test_solo_adds_a_universal_ally_of_another_character() -> None:
    assert refused(SOLO) == set()
    assert refused(replace(SOLO, solo_ally="")) == {"NH-26.2"}
    assert refused(replace(SOLO, solo_ally=ids("Prayer Reel")[0])) == {"NH-26.2"}
    assert "NH-26.2" in refused(replace(SOLO, solo_ally=ids("Pilot Bream")[0]))
    away = replace(SOLO, mode="light", ally=ids("Sister Quill")[0])
    assert refused(away) == set()
    assert refused(replace(away, solo_ally=ids("Pilot Bream")[0])) == {"NH-26.2"}


@pytest.mark.clause("NH-26.2")
def test_a_plain_ally_is_no_solo_extra() -> None:
    cards = [
        {**card, "universal": card["name"] != "Doorman Teal"} if card["kind"] == "ally" else card
        for card in CARDS
    ]
    assert refused(SOLO, cards) == {"NH-26.2"}


@pytest.mark.clause("NH-26.1")
@pytest.mark.clause("NH-26.2")
def test_the_extras_are_for_a_player_alone() -> None:
    ledger = Customization("preconstructed", "marquis", solo_actions=(), solo_ally="")
    extras = replace(SOLO, solo_ally=ids("Sister Quill")[0])
    assert refused_group(SOLO) == set()
    assert refused_group(PRECONSTRUCTED) == {"NH-26.1", "NH-26.2"}
    assert refused_group(PRECONSTRUCTED, ledger) == set()
    assert refused_group(extras, ledger) == {"NH-26.1", "NH-26.2"}


def test_all_faults_are_given_at_once() -> None:
    choice = replace(
        FULL, actions=ACTIONS[1:], tools=TOOLS[1:], character_tool="marquis-2", at_campaign_start=False
    )
    assert {"NH-25.1", "NH-25.7", "NH-25.8", "NH-25.11"} <= refused(choice)
