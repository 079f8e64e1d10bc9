"""The effect language: what selectors, amounts and conditions find, and how programs run, on the cards of the toy game."""

from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.ask import Option
from gameplay.engine.effects import ALL, Compiler, EffectError, Env, Statement, Verb, bind
from gameplay.engine.playthrough import Playthrough

from .toy import Torches, book, draw, words
from .toy_positions import Placed, card, carry_out, choose, names, play_from

compiler = Compiler(words)


@pytest.fixture
def play() -> Playthrough:
    """P1 has Spark and Torch in play and two Glass in hand, P2 has Spark and Glass in play; decks are full of Flares."""
    return play_from(
        P1={"field": ["Spark", "Torch"], "hand": ["Glass", "Glass"], "deck": ["Flare"] * 5},
        P2={"field": ["Spark", "Glass"], "deck": ["Flare"] * 5},
    )


@pytest.fixture
def g(play: Playthrough) -> Torches:
    state = play.state
    assert isinstance(state, Torches)
    return state


def env(g: Torches, **known: Any) -> Env:
    """Seen from P1's Spark."""
    return Env(card(g, "Spark"), 0, known)


def found(g: Torches, written: Any, **known: Any) -> list[str]:
    """What the things are, by name and owner."""
    things = compiler.things(written)(g, env(g, **known))
    return [f"P{~one + 1}" if one < 0 else f"{g.facts(one).name} {g.owner[one] + 1}" for one in things]


# -- selectors and references ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written, things",
    [
        ("unit", ["Spark 1", "Torch 1", "Spark 2", "Glass 2"]),
        ("you unit", ["Spark 1", "Torch 1"]),
        ("opp unit", ["Spark 2", "Glass 2"]),
        ("unit other", ["Torch 1", "Spark 2", "Glass 2"]),
        ("you unit other", ["Torch 1"]),
        ("of=opp unit", ["Spark 2", "Glass 2"]),
        ("opp unit or you unit other", ["Spark 2", "Glass 2", "Torch 1"]),
        ("unit or you unit", ["Spark 1", "Torch 1", "Spark 2", "Glass 2"]),
        ("hand you card", ["Glass 1", "Glass 1"]),
        ("hand opp card", []),
        ("hand card", ["Glass 1", "Glass 1"]),
        ("player", ["P1", "P2"]),
        ("self", ["Spark 1"]),
        ("you", ["P1"]),
        ("opp", ["P2"]),
        ("opps", ["P2"]),
        ("players", ["P1", "P2"]),
        ("active", ["P1"]),
        ("owner", ["P1"]),
        (["self", "opp unit"], ["Spark 1", "Spark 2", "Glass 2"]),
    ],
)
def test_a_selector_or_reference_finds_its_things_in_order(
    g: Torches, written: Any, things: list[str]
) -> None:
    assert found(g, written) == things


def test_who_controls_a_card_counts_not_whose_it_is(g: Torches) -> None:
    g.put(g.controller, card(g, "Torch"), 1)
    assert found(g, "opp unit") == ["Torch 1", "Spark 2", "Glass 2"]


def test_a_target_means_what_was_chosen(g: Torches) -> None:
    assert found(g, "t1", t1=(card(g, "Torch"),)) == ["Torch 1"]


def test_a_name_that_means_nothing_finds_nothing(g: Torches) -> None:
    assert found(g, "gone") == []


def test_what_an_event_said_can_be_one_card(g: Torches) -> None:
    assert found(g, "ev.card", **{"ev.card": card(g, "Torch")}) == ["Torch 1"]


def test_a_selector_can_leave_a_target_out(g: Torches) -> None:
    assert found(g, "you unit not=t1", t1=(card(g, "Spark"),)) == ["Torch 1"]


def test_a_selector_can_choose_from_a_label(g: Torches) -> None:
    assert found(g, "unit from=seen", seen=(card(g, "Torch"), card(g, "Glass"))) == ["Torch 1", "Glass 1"]


def test_the_controller_of_a_target_is_a_player(g: Torches) -> None:
    assert found(g, "ctrl(t1)", t1=(card(g, "Glass", 1),)) == ["P2"]


def test_a_partner_is_no_opponent() -> None:
    g = play_from("pairs", P1={"field": ["Spark"]}, P3={"field": ["Torch"]}, P4={"field": ["Glass"]}).state
    assert isinstance(g, Torches)
    assert (found(g, "opps"), found(g, "opp unit")) == (["P2", "P4"], ["Glass 4"])


def test_a_player_who_is_out_is_none_of_the_players(g: Torches) -> None:
    g.put(g.sources, 1, 0)
    assert (found(g, "players"), found(g, "opps")) == (["P1"], [])


@pytest.mark.parametrize("written, fits", [("you unit", True), ("opp unit", False), ("hand you unit", False)])
def test_a_thing_fits_a_selector_when_it_would_be_found(g: Torches, written: str, fits: bool) -> None:
    target = compiler.ability("x", 1, {"timing": "play", "targets": {"t1": written}, "do": []}).targets[0]
    assert target.chosen.fits(g, env(g), card(g, "Torch")) == fits


def test_a_thing_has_what_a_selector_asks_wherever_it_lies(g: Torches) -> None:
    target = compiler.ability("x", 1, {"timing": "play", "targets": {"t1": "you unit"}, "do": []}).targets[0]
    in_hand = card(g, "Glass")
    assert target.chosen.has(g, env(g), in_hand)
    assert not target.chosen.fits(g, env(g), in_hand)


@pytest.mark.parametrize(
    "wanted, bounds",
    [("unit", (1, 1)), ({"num": 2, "of": "unit"}, (2, 2)), ({"up_to": 2, "of": "unit"}, (0, 2))],
)
def test_a_target_says_how_many_may_be_chosen(wanted: Any, bounds: tuple[int, int]) -> None:
    (target,) = compiler.ability("x", 1, {"timing": "play", "targets": {"t1": wanted}, "do": []}).targets
    assert (target.label, target.least, target.most) == ("t1", *bounds)


# -- amounts and conditions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written, number",
    [
        (3, 3),
        ("3", 3),
        ("count(unit)", 4),
        ("count(you unit)", 2),
        ("half_down(count(unit) - 1)", 1),
        ("2*count(unit)", 8),
        ("count(unit) + 1", 5),
        ("count(unit) - 1", 3),
        ("attack(self)", 1),
        ("attack(t1)", 3),
        ("sources(you)", 10),
        ("n(t1)", 2),
        ("n(nothing)", 0),
        ("ev.number", 7),
        ("all", ALL),
    ],
)
def test_an_amount_is_what_it_says_now(g: Torches, written: Any, number: int) -> None:
    known = {"t1": (card(g, "Spark"), card(g, "Torch")), "ev.number": 7}
    assert compiler.amount(written)(g, env(g, **known)) == number


@pytest.mark.parametrize(
    "written, holds",
    [
        ("exists(opp unit)", True),
        ("exists(hand opp card)", False),
        ("not exists(hand opp card)", True),
        ("count(unit) >= 4", True),
        ("count(unit) >= 5", False),
        ("count(unit) <= 4", True),
        ("count(unit) <= 3", False),
        ("count(unit) == 4", True),
        ("count(unit) == 3", False),
        ("is(self unit)", True),
        ("is(t1 unit)", False),
        ("is(t1 unit other)", False),
        ("exists(you unit) and exists(opp unit)", True),
        ("exists(you unit) and exists(hand opp card)", False),
    ],
)
def test_a_condition_is_answered_as_it_is_now(g: Torches, written: str, holds: bool) -> None:
    assert compiler.condition(written)(g, env(g, t1=(card(g, "Flare"),))) == holds


@pytest.mark.parametrize(
    "written, subject, fits",
    [
        ("killed unit", "Spark", True),
        ("killed unit other", "Spark", False),
        ("killed self", "Spark", True),
        ("killed self", "Torch", False),
        ("killed you unit", "Torch", True),
        ("killed opp unit", "Torch", False),
        ("killed unit by=you", "Torch", True),
        ("killed unit by=opp", "Torch", False),
        ("killed", "Torch", True),
    ],
)
def test_an_event_pattern_fits_the_subject_it_names(
    g: Torches, written: str, subject: str, fits: bool
) -> None:
    name, test = compiler.event(written)
    assert name == "killed"
    assert test(g, env(g, **{"ev.by": 0}), card(g, subject)) == fits


# -- programs -------------------------------------------------------------------------------------------------


def dead(g: Torches) -> list[str]:
    return [*names(g, 0, "discard"), *names(g, 1, "discard")]


def test_statements_happen_in_their_order(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"kill": "t1"}, {"kill": "self"}, source=card(g, "Spark"), t1=(card(g, "Torch"),))
    assert names(g, 0, "discard") == ["Torch", "Spark"]


@pytest.mark.parametrize("condition, cards", [("exists(opp unit)", 3), ("not exists(opp unit)", 2)])
def test_a_statement_happens_only_if_its_condition_holds(
    play: Playthrough, g: Torches, condition: str, cards: int
) -> None:
    carry_out(play, {"draw": 1, "if": condition})
    assert len(names(g, 0, "hand")) == cards


def test_a_condition_is_asked_when_its_statement_comes(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"kill": "opp unit"}, {"draw": 1, "if": "exists(opp unit)"})
    assert len(names(g, 0, "hand")) == 2


def test_what_follows_a_statement_happens_when_it_was_done(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"kill": "self", "then": [{"draw": 1}], "else": [{"draw": 2}]}, source=card(g, "Spark"))
    assert len(names(g, 0, "hand")) == 3


def test_what_replaces_a_statement_happens_when_it_was_not_done(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"kill": "self", "then": [{"draw": 1}], "else": [{"draw": 2}]}, source=card(g, "Glass"))
    assert len(names(g, 0, "hand")) == 4


def test_without_a_consequence_the_next_statement_goes_on(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"kill": "self", "then": [{"draw": 1}]}, {"draw": 2}, source=card(g, "Glass"))
    assert len(names(g, 0, "hand")) == 4


def test_a_label_keeps_what_a_statement_was_done_to(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"kill": "opp unit", "as": "gone"}, {"draw": "n(gone)"})
    assert len(names(g, 0, "hand")) == 4


@pytest.mark.parametrize("condition, cards", [("exists(opp unit)", 3), ("not exists(opp unit)", 4)])
def test_a_branch_goes_one_of_two_ways(play: Playthrough, g: Torches, condition: str, cards: int) -> None:
    carry_out(play, {"branch": condition, "then": [{"draw": 1}], "else": [{"draw": 2}]})
    assert len(names(g, 0, "hand")) == cards


@pytest.mark.parametrize("choice, cards", [(0, 3), (1, 4), (2, 5)])
def test_a_modal_statement_does_the_option_that_was_chosen_when_it_was_announced(
    play: Playthrough, g: Torches, choice: int, cards: int
) -> None:
    options = [{"do": [{"draw": number}]} for number in (1, 2, 3)]
    carry_out(play, {"choose_one": options}, choice=choice)
    assert len(names(g, 0, "hand")) == cards


def test_after_the_chosen_option_the_next_statement_goes_on(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"choose_one": [{"do": [{"draw": 1}]}, {"do": [{"draw": 2}]}]}, {"draw": 1}, choice=0)
    assert len(names(g, 0, "hand")) == 4


def test_an_ability_says_how_many_options_it_has() -> None:
    options = [{"do": [{"draw": 1}]}, {"do": [{"draw": 2}]}]
    assert compiler.ability("x", 1, {"timing": "play", "do": [{"choose_one": options}]}).choices == 2


def test_an_ability_without_options_has_none() -> None:
    assert compiler.ability("x", 1, {"timing": "play", "do": [{"draw": 1}]}).choices == 0


def test_a_verb_that_the_game_does_not_know_is_named_with_the_card() -> None:
    with pytest.raises(EffectError, match=r"Lamp\.2: this game knows no 'wound'"):
        compiler.ability("Lamp", 2, {"timing": "play", "do": [{"wound": 1, "to": "t1"}]})


def test_nothing_happens_after_the_end_of_the_game(play: Playthrough, g: Torches) -> None:
    ending = replace(words, verbs={**words.verbs, "lose_sources": _end_the_game})
    title = Placed()
    title.compiler.words = ending
    ability = title.compiler.ability("end", 1, {"timing": "play", "do": [{"lose_sources": 1}, {"draw": 2}]})
    g.programs[ability.key] = ability
    g.asked = None
    g.push("effect", ability.key, 0, env(g))
    g.run()
    assert play.result is not None
    assert len(names(g, 0, "hand")) == 2


def _end_the_game(s: Statement) -> Verb:
    def act(g: Torches, env: Env) -> tuple[int, ...]:
        Placed().time_called(g)
        return ()

    return act


# -- decisions in an effect -----------------------------------------------------------------------------------


def test_a_player_may_do_it(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you"})
    choose(play, "do it")
    assert len(names(g, 0, "hand")) == 3


def test_a_player_need_not_do_it(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you"})
    choose(play, "do not")
    assert len(names(g, 0, "hand")) == 2


def test_the_player_who_may_decides_and_the_default_is_not_to(play: Playthrough) -> None:
    carry_out(play, {"draw": 1, "may": "opp"})
    decision = play.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (1, "may")
    assert play.says(decision.options[decision.default]) == "do not"  # type: ignore[index]


def test_after_a_refusal_the_next_statement_goes_on(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you"}, {"draw": 2})
    choose(play, "do not")
    assert len(names(g, 0, "hand")) == 4


def test_what_was_refused_has_no_consequence(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you", "then": [{"draw": 1}]}, source=card(g, "Spark"))
    choose(play, "do not")
    assert len(names(g, 0, "hand")) == 2


def test_each_question_of_an_effect_is_asked_anew(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you"}, {"draw": 2, "may": "you"})
    choose(play, "do it", "do not")
    assert len(names(g, 0, "hand")) == 3


def test_what_comes_after_a_question_waits_for_the_answer(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you"}, {"kill": "opp unit"})
    assert dead(g) == []


def test_an_effect_can_be_gone_back_into(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"draw": 1, "may": "you"}, {"kill": "opp unit"})
    mark, digest = g.mark(), g.digest()
    choose(play, "do it")
    g.rewind(mark)
    assert g.digest() == digest
    choose(play, "do not")
    assert (len(names(g, 0, "hand")), dead(g)) == (2, ["Spark", "Glass"])


@book.step("drop")
def drop(g: Torches, seat: int, label: str) -> None:
    g.ask(seat, "drop", [("play", one) for one in g.zones[g.hand[seat]]], "T5")


@book.answer("drop")
def dropped(g: Torches, option: Option, seat: int, label: str) -> None:
    g.relocate(option[1], g.discard[seat])
    bind(g, done=(option[1],), **{label: (option[1],)})


def _discard(s: Statement) -> Verb:
    """A verb that asks: what it was done to is bound by the answer."""
    label = s.label

    def act(g: Torches, env: Env) -> None:
        g.push("drop", env.you, label)

    return act


def test_an_answer_in_an_effect_gives_a_label_its_meaning(play: Playthrough, g: Torches) -> None:
    title: Any = play.title
    title.compiler.words = replace(words, verbs={**words.verbs, "discard": _discard})
    carry_out(play, {"discard": 1, "as": "gone", "then": [{"draw": "n(gone) + 1"}]})
    choose(play, "play Glass")
    assert names(g, 0, "hand") == ["Glass", "Flare", "Flare"]


def test_an_answer_outside_an_effect_binds_nothing(g: Torches) -> None:
    before = list(g.agenda)
    bind(g, done=(1,))
    assert g.agenda == before


# -- for a while ----------------------------------------------------------------------------------------------


def test_a_change_lasts_until_its_moment(play: Playthrough, g: Torches) -> None:
    spark = card(g, "Spark")
    carry_out(play, {"buff": [2], "to": "self", "until": "round_end"}, source=spark)
    assert g.value("attack", spark) == 3
    g.expire("round_end")
    assert g.value("attack", spark) == 1


def test_a_change_without_an_end_lasts_until_the_moment_of_the_game(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"buff": [2], "to": "self"}, source=card(g, "Spark"))
    assert [entry.until for entry in g.lasting] == ["round_end"]


def test_who_is_changed_is_fixed_when_it_happens(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"buff": [2], "to": "you unit"})
    choose(play, "play Glass")
    assert [g.value("attack", one) for one in g.in_play if g.owner[one] == 0] == [3, 4, 0]


def test_how_much_is_fixed_when_it_happens(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"buff": ["count(you unit)"], "to": "self"}, source=card(g, "Spark"))
    choose(play, "play Glass")
    assert g.value("attack", card(g, "Spark")) == 3


def test_a_change_reaches_only_what_can_be_changed(play: Playthrough, g: Torches) -> None:
    carry_out(play, {"buff": [2], "to": "hand you unit", "then": [{"draw": 1}]})
    assert (g.lasting, len(names(g, 0, "hand"))) == ([], 2)


def test_a_passive_ability_reaches_what_comes_later() -> None:
    play = play_from(P1={"field": ["Banner"], "hand": ["Spark"]})
    choose(play, "play Spark")
    assert play.state.value("attack", card(play.state, "Spark")) == 2


def test_a_passive_ability_ends_with_its_card() -> None:
    play = play_from(P1={"field": ["Banner", "Spark"], "hand": ["Gust"]})
    choose(play, "play Gust at Banner")
    assert play.state.value("attack", card(play.state, "Spark")) == 1


# -- triggers and watches -------------------------------------------------------------------------------------


FEUD = {"watch": "killed unit", "until": "round_end", "do": [{"kill": "opp unit"}]}


@pytest.fixture
def mourning() -> Playthrough:
    """P1 has a Mourner and a Spark in play and a full deck, P2 has a Spark in play."""
    return play_from(
        P1={"field": ["Mourner", "Spark"], "deck": ["Flare"] * 5},
        P2={"field": ["Spark"], "deck": ["Flare"] * 5},
    )


def kill_own_spark(play: Playthrough, *then: dict[str, Any]) -> None:
    carry_out(play, {"kill": "t1"}, *then, t1=(card(play.state, "Spark"),))


def test_a_trigger_happens_before_the_next_statement(mourning: Playthrough) -> None:
    kill_own_spark(mourning, {"kill": "opp unit"})
    assert mourning.decision is not None
    assert mourning.decision.kind == "may"
    assert names(mourning.state, 1, "discard") == []


def test_a_trigger_hears_only_what_it_names(mourning: Playthrough) -> None:
    carry_out(mourning, {"kill": "opp unit"})
    assert mourning.decision is not None
    assert mourning.decision.kind == "act"


def test_a_watch_happens_every_time_until_its_end(mourning: Playthrough) -> None:
    g: Any = mourning.state
    carry_out(mourning, {"watch": "killed opp unit", "until": "round_end", "do": [{"draw": 1}]})
    carry_out(mourning, {"kill": "opp unit"})
    assert len(names(g, 0, "hand")) == 1
    g.expire("round_end")
    g.relocate(card(g, "Spark", 1), g.field)
    carry_out(mourning, {"kill": "opp unit"})
    assert len(names(g, 0, "hand")) == 1


def test_a_watch_knows_what_was_chosen_when_it_began(mourning: Playthrough) -> None:
    g: Any = mourning.state
    spark = card(g, "Spark")
    carry_out(
        mourning, {"watch": "killed opp unit", "until": "round_end", "do": [{"kill": "t1"}]}, t1=(spark,)
    )
    carry_out(mourning, {"kill": "opp unit"})
    assert names(g, 0, "discard") == ["Spark"]


def test_a_watch_knows_what_the_event_said(mourning: Playthrough) -> None:
    told = {"draw": 2, "if": "is(ev.card unit)"}
    carry_out(mourning, {"watch": "killed opp unit", "until": "round_end", "do": [told]})
    carry_out(mourning, {"kill": "opp unit"})
    assert len(names(mourning.state, 0, "hand")) == 2


def test_a_seat_orders_its_different_triggers(mourning: Playthrough) -> None:
    carry_out(mourning, FEUD, source=card(mourning.state, "Spark"))
    kill_own_spark(mourning)
    decision = mourning.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (0, "order triggers")
    assert [mourning.says(option) for option in decision.options] == ["first Mourner 0", "first Spark 1"]


def test_the_trigger_that_was_put_first_happens_first(mourning: Playthrough) -> None:
    carry_out(mourning, FEUD, source=card(mourning.state, "Spark"))
    kill_own_spark(mourning)
    choose(mourning, "first Mourner 0")
    assert mourning.decision is not None
    assert (mourning.decision.kind, names(mourning.state, 1, "discard")) == ("may", [])


def test_the_other_triggers_follow(mourning: Playthrough) -> None:
    carry_out(mourning, FEUD, source=card(mourning.state, "Spark"))
    kill_own_spark(mourning)
    choose(mourning, "first Mourner 0", "do it")
    assert names(mourning.state, 1, "discard") == ["Spark"]


def test_equal_triggers_are_not_ordered() -> None:
    play = play_from(P1={"field": ["Mourner", "Mourner", "Spark"], "deck": ["Flare"] * 5})
    kill_own_spark(play)
    choose(play, "do it", "do it")
    assert names(play.state, 0, "hand") == ["Flare", "Flare"]


def test_drawing_from_an_empty_deck_is_not_done() -> None:
    g: Any = play_from().state
    assert draw(g, 0, 1) == ()
