"""What compiling gives, and the mistakes of shape that it refuses."""

import time
from typing import Any

import pytest
import yaml

from deckcheck.cards.card import UNLIMITED, CardSet, Pool
from deckcheck.cards.compile import SetErrors, compile_set, content_hash
from deckcheck.domain import library
from tests.deckcheck.cards.small_sets import CHARACTER, UNIT, content, mistakes, written


def compiled(text: str) -> CardSet:
    return compile_set(text, file="tst.yaml")


# The sets that come with the site


@pytest.mark.parametrize(
    ("code", "name", "game", "cards"),
    [("GEN", "Genesis", "neuroscape", 256), ("HCO", "Ninth Winter", "hope-cardgame", 84)],
)
def test_the_shipped_sets_compile_whole(code: str, name: str, game: str, cards: int) -> None:
    found = library.shipped_sets()[code]
    assert (found.name, found.game, len(found.cards)) == (name, game, cards)


def test_a_set_of_256_cards_compiles_in_a_second() -> None:
    text = (library.CARD_FILES / "neuroscape-genesis.yaml").read_bytes()
    before = time.perf_counter()
    compile_set(text, file="neuroscape-genesis.yaml", clauses=library.clause_ids("neuroscape"))
    assert time.perf_counter() - before < 1


def test_clauses_and_rulings_of_all_games_can_be_cited() -> None:
    counts = {
        game: len(library.clause_ids(game)) for game in ("neuroscape", "hope-cardgame", "hope", "neon-hope")
    }
    assert counts == {"neuroscape": 392, "hope-cardgame": 337, "hope": 314, "neon-hope": 488}
    assert library.clause_ids("chess") == frozenset()


# Cards


def test_a_card_is_its_record() -> None:
    (card,) = compiled(written()).cards
    assert (card.set, card.number, card.name, card.game, card.type) == (
        "TST",
        "TST-1",
        "Ash Runner",
        "neuroscape",
        "Character",
    )
    assert dict(card.facts) == {**CHARACTER, "factions": ("Hacker",)}


@pytest.mark.parametrize(("printed", "limit"), [(3, 3), ("unlimited", UNLIMITED), (None, None)])
def test_the_copy_limit_is_what_the_card_says(printed: Any, limit: int | None) -> None:
    facts = CHARACTER | ({"copy_limit": printed} if printed else {})
    assert compiled(written(facts)).cards[0].copy_limit == limit


def test_facts_cannot_be_changed_at_any_depth() -> None:
    card = Pool("neuroscape", [library.shipped_sets()["GEN"]])["GEN-1"]
    with pytest.raises(TypeError):
        card.facts["ram"] = 0  # type: ignore[index]
    with pytest.raises(TypeError):
        card.facts["abilities"][0]["timing"] = "play"
    with pytest.raises(AttributeError):
        card.facts["factions"].append("Corpo")


def test_the_data_of_the_set_cannot_be_changed_either() -> None:
    with pytest.raises(TypeError):
        library.shipped_sets()["HCO"].data["settings"]["overwhelm_factor"] = 9


# The content hash


def test_comments_layout_and_quoting_leave_the_hash() -> None:
    plain = written()
    other = yaml.safe_dump(content(), sort_keys=False, default_flow_style=True, default_style='"')
    assert compiled(f"# a comment\n{plain}\n\n").content_hash == compiled(plain).content_hash
    typed = other.replace('!!int "1"', "1").replace('!!int "2"', "2")
    assert compiled(typed).content_hash == compiled(plain).content_hash


def test_the_order_of_keys_leaves_the_hash() -> None:
    backwards = dict(reversed(CHARACTER.items()))
    assert compiled(written(backwards)).content_hash == compiled(written()).content_hash


def test_the_order_inside_an_effect_is_part_of_it() -> None:
    def hashed(statement: dict[str, Any]) -> str:
        return content_hash({"cards": [{"abilities": [{"timing": "enters", "do": [statement]}]}]})

    assert hashed({"grant": "VISION", "strip": "VISION"}) != hashed({"strip": "VISION", "grant": "VISION"})


def test_another_fact_is_another_hash() -> None:
    assert compiled(written(CHARACTER | {"ram": 3})).content_hash != compiled(written()).content_hash


def test_the_hash_of_a_set_does_not_drift() -> None:
    """Stored versions are found by it: a new value here would load every set anew."""
    assert compiled(written()).content_hash == (
        "1d804a08aa878bb50e72c6483e1528e5d1e0bd467815eaf0ce2fecd633b30825"
    )


# Mistakes of shape: (what is wrong, the one message about it)


@pytest.mark.parametrize(
    ("text", "card", "path", "message"),
    [
        (written(colour="red"), "", "colour", "is no key that is read here"),
        (written(token={}), "", "token", "is no key that is read here; did you mean tokens?"),
        (written(notation=2), "", "notation", "must be 1, the only notation there is, not 2"),
        (written(game="chess"), "", "game", 'must be one of neuroscape, hope-cardgame, not "chess"'),
        (written(cards_total=2), "", "cards_total", "says 2, but the file has 1 cards"),
        (written(set="tst"), "", "set", 'must look like ABC, not "tst"'),
        (written(sources="me"), "", "sources", 'must be a list, not "me"'),
        (
            written(verbs={"drow": "x"}),
            "",
            "verbs.drow",
            "is none of the verbs of this game; did you mean draw?",
        ),
        (written(CHARACTER | {"armour": 1}), "TST-1", "armour", "is no key that is read here"),
        (
            written(CHARACTER | {"rarety": "x"}),
            "TST-1",
            "rarety",
            "is no key that is read here; did you mean rarity?",
        ),
        (written(CHARACTER | {"ram": "2"}), "TST-1", "ram", 'must be a whole number from 0 to 99, not "2"'),
        (written(CHARACTER | {"ram": True}), "TST-1", "ram", "must be a whole number from 0 to 99, not true"),
        (written(CHARACTER | {"iconic": 1}), "TST-1", "iconic", "must be true or false, not 1"),
        (
            written(CHARACTER | {"tags": ["a", 3]}),
            "TST-1",
            "tags",
            "item 2 must be text, not 3; quote it if it is meant as text",
        ),
        (written(CHARACTER | {"name": "x" * 121}), "TST-1", "name", "must not be longer than 120 characters"),
        (
            written(CHARACTER | {"zone": "hand"}),
            "TST-1",
            "zone",
            'must be one of cyberdeck, mainframe, ram, not "hand"',
        ),
        (
            written(CHARACTER | {"type": "Charakter"}),
            "TST-1",
            "type",
            'must be one of Character, Program, Gear, Mainframe, RAM, not "Charakter"; did you mean Character?',
        ),
        (written({k: v for k, v in CHARACTER.items() if k != "defense"}), "TST-1", "defense", "is missing"),
        (written({k: v for k, v in CHARACTER.items() if k != "number"}), "", "cards[1].number", "is missing"),
        (
            written(CHARACTER | {"number": "GEN-1"}),
            "GEN-1",
            "number",
            "must begin with the code of the set, TST-",
        ),
        (
            written(CHARACTER | {"faction_req": {"faction": "Hacker"}}),
            "TST-1",
            "faction_req",
            "amount is missing",
        ),
        (
            written(UNIT | {"vitality": 0}, game="hope-cardgame"),
            "TST-1",
            "vitality",
            "must be a whole number from 1 to 99, not 0",
        ),
        (
            written(UNIT | {"race": "Elves"}, game="hope-cardgame"),
            "TST-1",
            "race",
            'must be one of Aliens, Bots, Humans, Mutants, not "Elves"',
        ),
        (
            written(UNIT | {"price": {"color": "red"}}, game="hope-cardgame"),
            "TST-1",
            "price",
            "amount is missing",
        ),
        (
            written(UNIT | {"passives": {"FLY": 1}}, game="hope-cardgame"),
            "TST-1",
            "passives",
            "FLY is no key that is read here",
        ),
    ],
)
def test_a_mistake_of_shape_is_named(text: str, card: str, path: str, message: str) -> None:
    assert mistakes(text) == [("tst.yaml", card, path, message)]


def test_cards_that_share_a_number_or_a_name_are_refused() -> None:
    twin = CHARACTER | {"name": "ASH  runner!"}
    assert mistakes(written(CHARACTER, twin)) == [
        ("tst.yaml", "TST-1", "number", "is the number of another card already: TST-1 Ash Runner"),
        ("tst.yaml", "TST-1", "name", "is the name of another card already: TST-1 Ash Runner"),
    ]


def test_all_mistakes_come_at_once_in_the_order_of_the_file() -> None:
    text = written(
        CHARACTER | {"ram": -1, "abilities": [{"timing": "enters", "do": [{"drow": 1}]}]},
        CHARACTER | {"number": "TST-2", "name": "Bit Broker", "attack": "X"},
        cards_total=3,
    )
    assert [(card, path) for _, card, path, _ in mistakes(text)] == [
        ("", "cards_total"),
        ("TST-1", "ram"),
        ("TST-1", "abilities[1].do[1].drow"),
        ("TST-2", "attack"),
    ]


def test_a_mistake_carries_its_line() -> None:
    text = "set: TST\ncards_total: 1\nnotation: 1\ncards:\n- number: TST-1\n  name: A\n  type: RAM\n  abilities:\n"
    text += "  - timing: enters\n    do:\n    - {draw: 1}\n    - {drow: 1}\n"
    with pytest.raises(SetErrors) as refused:
        compiled(text)
    assert str(refused.value) == (
        "tst.yaml:12: TST-1: abilities[1].do[2].drow: is no verb of this game; did you mean draw?"
    )


def test_a_file_without_a_game_is_for_neuroscape() -> None:
    text = "\n".join(line for line in written().splitlines() if not line.startswith("game:"))
    assert compiled(text).game == "neuroscape"


def test_a_set_without_a_name_is_called_by_its_code() -> None:
    assert compiled(written()).name == "TST"
    assert compiled(written(set_name="Test")).name == "Test"
