"""The linter: for every rule a broken card, and what is said of it."""

from typing import Any

import pytest

from deckcheck.cards.notation import GRAMMARS
from deckcheck.domain import library
from tests.deckcheck.cards.small_sets import CHARACTER, UNIT, doing, mistakes, with_ability, written

HOPE = {"game": "hope-cardgame"}
CLAUSES = library.clause_ids("neuroscape")


def said(card: dict[str, Any], **top: Any) -> list[tuple[str, str]]:
    """(path, message) of the mistakes of the only card."""
    found = mistakes(written(card, **top), clauses=CLAUSES)
    assert {(file, number) for file, number, _, _ in found} <= {("tst.yaml", "TST-1")}
    return [(path, message) for _, _, path, message in found]


STATEMENTS: list[tuple[dict[str, Any], str, str]] = [
    ({"drow": 1}, ".drow", "is no verb of this game; did you mean draw?"),
    ({"gain_sources": 1}, ".gain_sources", "is no verb of this game"),
    ({"who": "you", "draw": 1}, ".who", "the verb comes first; write draw before who"),
    ({"draw": 1, "to": "t1"}, ".to", "draw does not read it; it reads else, if, may, then, who"),
    ({"draw": 1, "until": "turn_end"}, ".until", "draw does not read it; it reads else, if, may, then, who"),
    ({"damage": 1, "kind": "red"}, "", "damage needs to"),
    ({"damage": 1, "kind": "green", "to": "self"}, ".kind", 'must be red, blue, choose or attack_type(REF), not "green"'),
    ({"install_ram": 1, "state": "tapped"}, ".state", 'must be running or refreshed, not "tapped"'),
    ({"draw": 1.5}, ".draw", "must be a whole number or an amount, not 1.5"),
    ({"draw": "2 cards"}, ".draw", '"2 cards" is no amount'),
    ({"draw": "count(you)"}, ".draw", '"you" names no kind: one of ' + ", ".join(GRAMMARS["neuroscape"].kinds)),
    ({"draw": "count(you character"}, ".draw", 'the brackets of "count(you character" do not match'),
    ({"draw": "sum(self)"}, ".draw", '"sum()" is no amount'),
    ({"draw": "X"}, ".draw", "X is not in the cost of this ability"),
    ({"draw": "ev.amount"}, ".draw", "ev.amount is not there; there is no data of an event"),
    ({"draw": "counters(self)"}, ".draw", "counters() needs a reference and a counter, such as counters(self mark)"),
    ({"draw": "synergy(Hakker)"}, ".draw", '"Hakker" is no faction; did you mean Hacker?'),
    ({"destroy": "t1"}, ".destroy", "the target t1 is not chosen here"),
    ({"destroy": "victim"}, ".destroy", '"victim" is neither a reference nor a label given by `as` before'),
    ({"destroy": "c"}, ".destroy", '"c" is neither a reference nor a label given by `as` before'),
    ({"destroy": "character taped"}, ".destroy", '"taped" is no kind or filter'),
    ({"destroy": "character runing"}, ".destroy", '"runing" is no kind or filter; did you mean running?'),
    ({"destroy": "character size=3"}, ".destroy", '"size=" is no filter'),
    ({"destroy": "character def<=x"}, ".destroy", 'def<= needs a whole number, not "x"'),
    ({"destroy": "character faction="}, ".destroy", "faction= has nothing behind its sign"),
    ({"destroy": "character faction=Elf"}, ".destroy", '"Elf" is no faction or race of these cards'),
    ({"destroy": "character faction=Hacker not_faction=Hacker"}, ".destroy", "faction and not_faction exclude each other, so this selects nothing"),
    ({"destroy": "card=TST-9"}, ".destroy", 'there is no card "TST-9"'),
    ({"destroy": "gear card=TST-1"}, ".destroy", "TST-1 is no gear, so this selects nothing"),
    ({"destroy": "character name_has=Dust_Devil"}, ".destroy", 'no card has "Dust Devil" in its name, so this names nothing'),
    ({"destroy": "character has=glue"}, ".destroy", '"glue" is no counter'),
    ({"destroy": "character token=Imp"}, ".destroy", '"Imp" is no token of this file'),
    ({"destroy": []}, ".destroy", "must not be an empty list"),
    ({"destroy": "character", "as": "dead"}, ".as", "the label dead is never used; leave it out"),
    ({"destroy": "character", "as": "you"}, ".as", 'must be a short name in small letters that means nothing else, not "you"'),
    ({"put_counter": "glue", "num": 1, "to": "self"}, ".put_counter", '"glue" is no counter'),
    ({"grant": "STELTH", "to": "self"}, ".grant", '"STELTH" is no keyword; did you mean STEALTH?'),
    ({"token": "Imp", "num": 1}, ".token", '"Imp" is no token of this file'),
    ({"buff": [1], "to": "self"}, ".buff", "must be a list of two amounts, not a list"),
    ({"swap_base": ["attack", "health"], "of": "self"}, ".swap_base", "must be a list of attack and defense, not a list"),
    ({"draw": 1, "if": "self running"}, ".if", '"self running" is no condition; compare amounts with >=, <= or ==, or ask exists(…) or is(…)'),
    ({"draw": 1, "if": "is(self)"}, ".if", "is() needs a reference and at least one filter, such as is(host refreshed)"),
    ({"draw": 1, "if": "has(self)"}, ".if", '"has()" is no condition'),
    ({"draw": 1, "if": "playable(self)"}, ".if", "playable() needs 2 references, not 1"),
    ({"draw": 1, "may": "anybody"}, ".may", '"anybody" is neither a reference nor a label given by `as` before'),
    ({"draw": 1, "then": []}, ".then", "must be a list of statements, not empty"),
    ({"draw": 1, "then": [{"drow": 1}]}, ".then[1].drow", "is no verb of this game; did you mean draw?"),
    ({"grant": "VISION", "to": "self", "until": "tomorrow"}, ".until", '"tomorrow" is no duration'),
    ({"grant": "VISION", "to": "self", "until": "leaves"}, ".until", "leaves is written leaves(REF)"),
    ({"replace": "would_win you", "with": [{"draw": 1}]}, ".replace", '"would_win" is no event; did you mean would_draw?'),
    ({"watch": "played by=you tarot", "do": [{"draw": 1}]}, "", "watch needs until"),
    ({"watch": "played by=you outside=lunch", "do": [{"draw": 1}], "until": "turn_end"}, ".watch", '"lunch" is no phase'),
    ({"damage": 1, "kind": "red", "to": "ev.card"}, ".to", "ev.card is not there; there is no data of an event"),
    ({"pay": {"gold": 1}, "by": "you", "then": [{"draw": 1}]}, ".pay.gold", "is not read here; it reads destroy, destroy_ram, health, purge, ram, run, run_and_destroy, run_cards"),
    ({"roll": "d20", "bands": {"0-5": [{"draw": 1}]}}, ".bands.0-5", "must be a result from 1 to 20 or a band such as 9-20"),
    ({"roll": "d6", "bands": {"1": [{"draw": 1}]}}, ".roll", 'must be d20, not "d6"'),
    ({"choose_one": [{"do": [{"draw": 1}]}]}, ".choose_one", "must be a list of two or more options, not a list"),
    ({"choose_one": [{"draw": 1}, {"do": [{"draw": 1}]}]}, ".choose_one[1]", "an option has do, and may have targets and if"),
    ({"become_ability": "self", "replaces": "a7"}, ".replaces", 'must be an ability of this card, a1 to a1, not "a7"'),
    ({"reveal_top": 1, "whose": "you"}, "", "reveal_top needs as"),
    ({"no_prevention": False}, ".no_prevention", "must be true or left out, not false"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "path", "message"), STATEMENTS)
def test_a_broken_statement_is_named(statement: dict[str, Any], path: str, message: str) -> None:
    assert said(doing(statement)) == [(f"abilities[1].do[1]{path}", message)]


ABILITIES: list[tuple[dict[str, Any], str, str]] = [
    ({"do": [{"draw": 1}], "when": "now"}, ".when", "is no key that is read here"),
    ({"do": [{"draw": 1}], "timing": "whenever"}, ".timing", '"whenever" is no timing'),
    ({"do": [{"draw": 1}], "timing": "netcheck"}, ".timing", "netcheck is written netcheck(PLAYER)"),
    ({"do": [{"draw": 1}], "timing": "netcheck(him)"}, ".timing", '"him" is no player'),
    ({"do": [{"draw": 1}], "timing": "enters(you)"}, ".timing", "enters has no brackets"),
    ({"do": [{"draw": 1}], "timing": "triggered(sneezed)"}, ".timing", '"sneezed" is no event'),
    ({"do": [{"draw": 1}], "timing": "on-hit(self)"}, ".timing", "on-hit is written on-hit(WHO player) or on-hit(WHO character)"),
    ({}, ".do", "is missing"),
    ({"do": []}, ".do", "must be a list of statements, not empty"),
    ({"do": ["draw"]}, ".do[1]", 'must be a statement, such as {draw: 1}, not "draw"'),
    ({"do": [{"draw": 1}], "cost": {"ram": "two halves"}}, ".cost.ram", '"two halves" is no amount'),
    ({"do": [{"draw": 1}], "cost": {"run": "you"}}, ".cost.run", 'must be self or host, not "you"'),
    ({"do": [{"draw": 1}], "cost": {"health": {"green": 1}}}, ".cost.health", "must be amounts of blue and red health, not a mapping"),
    ({"do": [{"draw": 1}], "cost": {"destroy": {"of": "character"}}}, ".cost.destroy", "this needs num"),
    ({"do": [{"draw": 1}], "targets": {"x": "character"}}, ".targets.x", "a target is called t1 to t9"),
    ({"do": [{"draw": 1}], "targets": {"t1": "wizard"}}, ".targets.t1", '"wizard" is no kind or filter'),
    ({"do": [{"draw": 1}], "targets": {"t1": {"of": "character"}}}, ".targets.t1", "needs either num or up_to"),
    ({"do": [{"draw": 1}], "targets": {"t1": "character not=t2"}}, ".targets.t1", "the target t2 is not chosen here"),
    ({"do": [{"draw": 1}], "if": "exists(wizard)"}, ".if", '"wizard" is no kind or filter'),
    ({"do": [{"draw": 1}], "limit": "twice"}, ".limit", 'must be one of once_per_turn, not "twice"'),
    ({"do": [{"draw": 1}], "mode": "sideways"}, ".mode", 'must be one of upright, reversed, not "sideways"'),
    ({"do": [{"draw": 1}], "notes": 3}, ".notes", "must be text, not 3"),
    ({"do": [{"draw": 1}], "flag": "MAIN"}, ".flag", "is no key that is read here"),
    ({"do": [{"draw": 1}], "ruling": "see NS-99.9"}, ".ruling", "there is no clause or ruling NS-99.9"),
    ({"do": [{"draw": 1}], "notes": "like TST-7"}, ".notes", 'there is no card "TST-7"'),
]  # fmt: skip


@pytest.mark.parametrize(("ability", "path", "message"), ABILITIES)
def test_a_broken_ability_is_named(ability: dict[str, Any], path: str, message: str) -> None:
    found = [(path, text.partition("; did you mean")[0]) for path, text in said(with_ability(**ability))]
    assert found == [(f"abilities[1]{path}", message.partition("; did you mean")[0])]


def test_an_ability_that_is_no_record_is_named() -> None:
    assert said(CHARACTER | {"abilities": ["draw"]}) == [("abilities[1]", 'must be a mapping, not "draw"')]


def test_an_unknown_keyword_of_a_card_is_named() -> None:
    assert said(CHARACTER | {"keywords": ["SWFT"]}) == [
        ("keywords", '"SWFT" is no keyword; did you mean SWIFT?')
    ]


def test_a_keyword_and_a_counter_that_the_file_explains_are_known() -> None:
    card = doing({"put_counter": "glue", "num": 1, "to": "self"}) | {"keywords": ["STICKY"]}
    assert said(card, keyword_rules={"STICKY": "it sticks"}, counter_rules={"glue": "no rule"}) == []


def test_a_token_of_the_file_is_known() -> None:
    token = {"attack_type": "red", "attack": 1, "defense": 1, "factions": []}
    assert said(doing({"token": "Imp", "num": 1}), tokens={"Imp": token}) == []


def test_a_citation_of_the_files_own_ruling_must_lead_there() -> None:
    card = with_ability(do=[{"draw": 1}], ruling="by R1, not R2")
    assert said(card, rulings={"R1": "so"}) == [("abilities[1].ruling", "there is no ruling R2 in this file")]


def test_clauses_are_not_checked_when_none_are_given() -> None:
    card = with_ability(do=[{"draw": 1}], ruling="see NS-99.9")
    assert mistakes(written(card)) == []


def test_a_whole_chapter_can_be_cited() -> None:
    assert said(with_ability(do=[{"draw": 1}], ruling="see NS-7")) == []


def test_cards_of_other_sets_can_be_named_when_they_are_given() -> None:
    text = written(doing({"destroy": "card=GEN-1"}))
    assert mistakes(text, others={"GEN-1"}) == []
    assert [message for *_, message in mistakes(text)] == ['there is no card "GEN-1"']


def test_labels_are_there_from_their_statement_on() -> None:
    first = {"reveal_top": 1, "whose": "you", "as": "c"}
    assert said(doing(first, {"to_hand": "c"})) == []
    assert (
        "abilities[1].do[1].to_hand",
        '"c" is neither a reference nor a label given by `as` before',
    ) in said(doing({"to_hand": "c"}, first))


def test_the_data_of_an_event_is_there_inside_its_trigger_alone() -> None:
    hit = {"damage": "ev.amount", "kind": "red", "to": "ev.player"}
    assert said(doing(hit, timing="on-hit(self player)")) == []
    assert said(doing({"destroy": "ev.winner"}, timing="on-hit(self player)")) == [
        ("abilities[1].do[1].destroy", "ev.winner is not there; there is ev.amount, ev.card, ev.player")
    ]


@pytest.mark.parametrize(
    ("tier", "path", "message"),
    [
        ({"op": "and"}, "op", 'must be one of base, instead, or, plus, separate, not "and"'),
        ({"tier": "first"}, "tier", 'must be a whole number, not "first"'),
        ({"needs": {"cards": 2}}, "needs", "must be synergy amounts, such as {synergy: {Hacker: 2}}"),
        ({"needs": {"synergy": {"Elf": 2}}}, "needs.synergy.Elf", '"Elf" is no faction'),
    ],
)
def test_a_broken_tier_is_named(tier: dict[str, Any], path: str, message: str) -> None:
    whole = {
        "tier": 1,
        "op": "base",
        "needs": {"synergy": {"Hacker": 2}},
        "timing": "enters",
        "do": [{"draw": 1}],
    }
    card = {"number": "TST-1", "name": "Base", "type": "Mainframe", "tiers": [whole | tier]}
    assert said(card) == [(f"tiers[1].{path}", message)]


@pytest.mark.parametrize(
    ("statement", "path", "message"),
    [
        ({"damage": 1}, ".damage", "is no verb of this game"),
        ({"heal": 1}, "", "heal needs to"),
        ({"kill": "unit race=Elves"}, ".kill", '"Elves" is no faction or race of these cards'),
        ({"kill": "unit within=self"}, ".kill", "within= is written within=STEPS:REF, not within=self"),
        (
            {"kill": "character"},
            ".kill",
            '"character" is neither a reference nor a label given by `as` before',
        ),
        ({"grant": "SWIFT", "to": "self"}, ".grant", '"SWIFT" is no keyword'),
        ({"swap": ["self"]}, ".swap", "must be a list of two, such as [t1, t2], not a list"),
        ({"move": "self", "steps": 1, "dir": "north"}, ".dir", 'must be away=REF, not "north"'),
        ({"buff": [1, 0, 0, 0], "to": "self"}, ".buff", "must be a list of two or three amounts, not a list"),
    ],
)
def test_each_game_has_its_own_words(statement: dict[str, Any], path: str, message: str) -> None:
    assert said(doing(statement, base=UNIT), **HOPE) == [(f"abilities[1].do[1]{path}", message)]


def test_hope_abilities_have_flags_and_limits_of_their_own() -> None:
    card = doing({"draw": 1}, base=UNIT, flag="NIGHT", limit={"per_turn": 1})
    assert sorted(said(card, **HOPE), reverse=True) == [
        (
            "abilities[1].limit",
            "must be one of {per_round: N}, {per_combat: N}, {per_game: N}, not a mapping",
        ),
        ("abilities[1].flag", 'must be one of MAIN, MOVE, COMBAT, ANYTIME, not "NIGHT"'),
    ]


def test_artifacts_are_read_like_cards() -> None:
    artifact = {
        "number": "TST-T1",
        "name": "Lens",
        "copies": 3,
        "abilities": [{"timing": "taken", "do": [{"drow": 1}]}],
    }
    assert mistakes(written(UNIT, artifacts=[artifact], **HOPE)) == [
        ("tst.yaml", "TST-T1", "abilities[1].do[1].drow", "is no verb of this game; did you mean draw?")
    ]


@pytest.mark.parametrize("game", GRAMMARS)
def test_every_verb_that_a_shipped_file_explains_is_known(game: str) -> None:
    (found,) = [one for one in library.shipped_sets().values() if one.game == game]
    assert set(found.data["verbs"]) <= set(GRAMMARS[game].verbs)
