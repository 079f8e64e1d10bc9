"""Card text: made from the data, whole, and in plain English."""

import random
import re
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from deckcheck.cards.card import Card, Pool
from deckcheck.cards.loader import frozen, thawed
from deckcheck.cards.notation import GRAMMARS
from deckcheck.cards.phrases import PHRASES
from deckcheck.cards.text import BLOCKS, CardText, generated_text
from deckcheck.cards.wording import EVENT_WORDS, UNTIL
from deckcheck.domain.library import shipped_sets
from tests.deckcheck.cards.small_sets import mistakes, written

POOLS = {found.game: Pool(found.game, [found]) for found in shipped_sets().values()}
LEFTOVER = re.compile(
    r"[=_{}\[\]<>]|\bt\d\b|\bev\.|\bopps?\b|\bctrl\b|\bnum\b|\bNone\b|  | ,|\.\.| \.|\b[a-z]+\("
)
"""Signs of notation, and of sentences put together badly."""


def without_own_text(card: Card) -> Card:
    return replace(
        card, facts=MappingProxyType({key: card.facts[key] for key in card.facts if key != "text"})
    )


def text(number: str) -> CardText:
    game = "neuroscape" if number.startswith("GEN") else "hope-cardgame"
    return generated_text(without_own_text(POOLS[game][number]), POOLS[game])


CARDS = [card for pool in POOLS.values() for card in pool]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.number)
def test_every_card_speaks_plain_english(card: Card) -> None:
    for spoken in (card, without_own_text(card)):
        said = generated_text(spoken, POOLS[card.game])
        for paragraph in said.paragraphs:
            assert not LEFTOVER.search(paragraph), paragraph
            assert 4 <= len(paragraph) <= 700
            assert paragraph[0].isupper() or paragraph[0] in "+-", paragraph
            assert paragraph[-1] in ".)", paragraph
        assert 2 < len(said.type_line) < 80


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.number)
def test_every_ability_has_its_paragraph(card: Card) -> None:
    abilities = len(card.facts.get("abilities", ())) + len(card.facts.get("tiers", ()))
    assert len(generated_text(without_own_text(card), POOLS[card.game]).paragraphs) >= abilities


@pytest.mark.parametrize("game", GRAMMARS)
def test_every_verb_event_and_duration_has_words(game: str) -> None:
    grammar = GRAMMARS[game]
    assert set(grammar.verbs) <= {*PHRASES, *BLOCKS}
    assert set(grammar.events) <= set(EVENT_WORDS)
    assert set(grammar.until) <= {*UNTIL, "leaves"}


SAID = {
    "GEN-1": (
        "The first Hacker program or trojan you play in each of your turns costs 3 RAM less.",
        "Pay 2 RAM: Deal 2 blue damage to target player for each Hacker icon you have.",
    ),
    "GEN-22": (
        "SWIFT (may be played on any swift check, not only in your deploy phase).",
        "Target player reveals their hand. Choose a card in that player’s hand. That player discards that card.",
    ),
    "GEN-25": (
        "Goes to a free slot of your mainframe.",
        "If you would be dealt blue damage, this happens instead: prevent that damage and put a breach counter on this card.",
        "Whenever you put a breach counter on this card, if this card has two or more breach counters, purge this card.",
    ),
    "GEN-44": (
        "Pay 2 RAM and run this character: This character fights a duel with target character: both deal their attack to each other at once. If that character is destroyed in that duel, deal 3 red damage to that character’s controller.",
    ),
    "GEN-84": (
        "Choose a faction. Destroy all characters of the chosen faction. Lose 1 blue and 1 red health for each character destroyed this way.",
    ),
    "GEN-150": (
        "SWIFT (may be played on any swift check, not only in your deploy phase).",
        "REVERSED (has a second effect, usable while something allows you to play it reversed).",
        "Counter target card on the cache unless that card’s controller pays 1 RAM.",
        "Reversed: Counter target card on the cache unless that card’s controller pays 3 RAM.",
    ),
    "GEN-151": (
        "SWIFT (may be played on any swift check, not only in your deploy phase).",
        "Put two +1/+1 counters on target character and another target character. For as long as the second character stays in play, whenever the first character is destroyed, destroy the second character. For as long as the first character stays in play, whenever the second character is destroyed, destroy the first character.",
    ),
    "GEN-192": (
        "Takes the arm port of level 1 or higher.",
        "Its wearer gets +3 attack.",
        "Whenever its wearer is blocked, its wearer deals 1 red damage to each character blocking its wearer.",
    ),
    "GEN-206": (
        "Pay 2 RAM: Put an INVERT counter on target Wonderland character, or remove the one it has.",
        "Run this character: If you have a Pawn token, you have a Bishop token, you have a Rook token and your opponents have exactly one character, you win the game.",
    ),
    "GEN-235": (
        "With two Hacker icons: Whenever you play a Hacker script, deal 1 blue damage to target character or player.",
        "With four Hacker icons: Instead, whenever you play a Hacker script, deal 2 blue damage to target character or player.",
    ),
    "GEN-251": (
        "With one Thrasher and one Corpo icons: Whenever you destroy an opposing character, install 1 running RAM. This happens only once each turn.",
        "With two Thrasher and two Corpo icons: Instead, whenever you destroy an opposing character, install 1 running RAM.",
    ),
    "HCO-A06": (
        "COMBAT, pay 1 source: Up to two target opposing units in this combat get -2 attack and -1 defense. Use this only once each combat.",
    ),
    "HCO-M12": ("MAIN: Toss the coin. If you win, gain 1 source. If you lose, give this unit a wound.",),
    "HCO-E16": ("Play only in answer when an opposing unit ends a move: Put that unit back to the space where its move began.",),
}  # fmt: skip


@pytest.mark.parametrize("number", SAID)
def test_a_card_says_what_it_does(number: str) -> None:
    assert text(number).paragraphs == SAID[number]


@pytest.mark.parametrize(
    ("number", "type_line", "cost", "stats"),
    [
        ("GEN-1", "Iconic Character: Hacker", "4 RAM", "2 blue attack, 4 defense"),
        ("GEN-14", "Script Program: Hacker", "5 RAM; needs one Hacker icon", ""),
        ("GEN-235", "Mainframe: Hacker", "", ""),
        ("GEN-255", "Basic RAM", "", ""),
        ("HCO-A06", "Unique Aliens Unit", "5 red", "3 attack, 6 defense, 3 vitality"),
        ("HCO-L07", "Location", "1 green", "3 defense"),
    ],
)
def test_the_lines_above_the_text(number: str, type_line: str, cost: str, stats: str) -> None:
    said = text(number)
    assert (said.type_line, said.cost) == (type_line, cost)
    if number != "HCO-A06":
        assert said.stats == stats


def test_a_text_of_its_own_is_used_where_there_is_one() -> None:
    card = POOLS["hope-cardgame"]["HCO-A01"]
    assert generated_text(card).paragraphs == ("When this unit is killed, draw a card.",)


def test_other_cards_are_named_when_they_can_be_looked_up() -> None:
    card = POOLS["neuroscape"]["GEN-202"]
    assert "a card named Xandra, Hive Queen" in generated_text(card, POOLS["neuroscape"]).paragraphs[0]
    assert "a card named GEN-203" in generated_text(card).paragraphs[0]


def _statements(game: str) -> list[dict[str, Any]]:
    abilities = [
        ability
        for card in POOLS[game]
        for key in ("abilities", "tiers")
        for ability in card.facts.get(key, ())
    ]
    return [thawed(statement) for ability in abilities for statement in ability["do"]]


@pytest.mark.parametrize("game", GRAMMARS)
def test_any_card_that_is_clean_can_be_spoken(game: str) -> None:
    """Statements of all cards thrown together anew: what the linter lets through has words."""
    chance = random.Random(7)
    cards, statements = list(POOLS[game]), _statements(game)
    spoken = 0
    for _ in range(300):
        base = thawed(chance.choice(cards).facts)
        base = {key: value for key, value in base.items() if key not in ("text", "tiers")}
        abilities = base.get("abilities") or [{"timing": "enters"}]
        base["abilities"] = [abilities[0] | {"do": chance.choices(statements, k=2)}]
        base["number"] = "TST-1"
        top = {key: thawed(value) for key, value in _known(game).items()}
        if mistakes(written(base, game=game, **top)):
            continue
        made = Card("TST", "TST-1", base["name"], game, base["type"], frozen(base))
        for paragraph in generated_text(made, POOLS[game]).paragraphs:
            assert not LEFTOVER.search(paragraph), paragraph
        spoken += 1
    assert spoken > 50


def _known(game: str) -> dict[str, Any]:
    (found,) = [one for one in shipped_sets().values() if one.game == game]
    return {key: found.data[key] for key in ("tokens", "counter_rules") if key in found.data}
