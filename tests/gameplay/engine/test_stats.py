"""Derived values: base, set, add, strip, floors; in force for as long as their moment, never applied and un-applied."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from gameplay.engine.book import Rulebook
from gameplay.engine.chance import Chance
from gameplay.engine.stats import ADD, NO_LAYER, SET, STRIP, Change, InForce, Lasting, Stats

book = Rulebook("lamps", {})


@book.expiry("loan")
def give_back(g: "Lamps", entry: Lasting) -> None:
    g.put(g.lent, entry.thing, entry.amount)


class Passive(NamedTuple):
    """As much of an ability as values ask for."""

    key: str = "passive"
    condition: Callable[[Any, Any], bool] | None = None


class Env(NamedTuple):
    source: int


class Lamps(Stats):
    """Three cards with attack 1, 2, 3. ``passive``: abilities of cards, as (card, ability, change)."""

    def __init__(self) -> None:
        super().__init__(book, (0, 1), ["lamp"] * 3, [0, 1, 2], [0, 0, 1], Chance(bytes(32)), [])
        self.printed = [{"attack": 1}, {"attack": 2}, {"attack": 3}]
        self.lent = self.column("lent", 3)
        self.passive: list[tuple[int, Passive, Change]] = []
        self.in_play = []

    def clamped(self, stat: str, value: int) -> int:
        return max(0, value)

    def in_force(self) -> InForce:
        found: InForce = {}
        for card, ability, change in self.passive:
            found.setdefault(change.stat, []).append((Env(card), ability, change))
        return found

    def gain(self, card: int, change: Change, ability: Passive | None = None) -> None:
        """From now on the card has this ability."""
        self.passive.append((card, ability or Passive(), change))
        self.forget()


def change(layer: int, amount: int, stat: str = "attack") -> Change:
    """A change of card 0."""
    return Change(stat, layer, lambda g, env: (0,), lambda g, env: amount)


def lasting(
    layer: int, amount: int, thing: int = 0, until: str = "turn_end", what: str = "attack"
) -> Lasting:
    return Lasting(what, layer, thing, amount, until, 0, 0)


@pytest.fixture
def lamps() -> Lamps:
    return Lamps()


# -- values ---------------------------------------------------------------------------------------------------


def test_with_nothing_in_force_a_value_is_its_base(lamps: Lamps) -> None:
    assert [lamps.value("attack", card) for card in range(3)] == [1, 2, 3]


def test_a_passive_ability_changes_what_it_reaches(lamps: Lamps) -> None:
    lamps.gain(1, change(ADD, 4))
    assert [lamps.value("attack", card) for card in range(3)] == [5, 2, 3]


def test_what_lasts_changes_its_thing_alone(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4))
    assert [lamps.value("attack", card) for card in range(3)] == [5, 2, 3]


def test_what_lasts_changes_its_own_value_alone(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4, what="defense"))
    assert lamps.value("attack", 0) == 1


def test_a_value_of_a_seat_can_be_changed(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4, thing=~1))
    assert (lamps.value("attack", ~1), lamps.value("attack", ~0)) == (4, 0)


def test_additions_add_up(lamps: Lamps) -> None:
    lamps.gain(1, change(ADD, 4))
    lamps.gain(2, change(ADD, -1))
    lamps.last(lasting(ADD, 10))
    assert lamps.value("attack", 0) == 14


def test_a_set_value_replaces_the_base_and_additions_count_on_top(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 1))
    lamps.last(lasting(SET, 7))
    assert lamps.value("attack", 0) == 8


def test_the_later_of_two_set_values_counts(lamps: Lamps) -> None:
    lamps.last(lasting(SET, 7))
    lamps.last(lasting(SET, 5))
    assert lamps.value("attack", 0) == 5


def test_what_lasts_sets_after_passive_abilities(lamps: Lamps) -> None:
    lamps.gain(1, change(SET, 9))
    lamps.last(lasting(SET, 5))
    assert lamps.value("attack", 0) == 5


@pytest.mark.parametrize("passive", [True, False])
def test_a_stripped_value_is_nothing_whatever_is_added(lamps: Lamps, passive: bool) -> None:
    if passive:
        lamps.gain(1, change(STRIP, 0))
    else:
        lamps.last(lasting(STRIP, 0))
    lamps.last(lasting(ADD, 4))
    assert lamps.value("attack", 0) == 0


def test_a_value_stays_within_the_floors_of_the_game(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, -4))
    assert lamps.value("attack", 0) == 0


# -- as it is now ---------------------------------------------------------------------------------------------


def test_a_value_follows_what_an_ability_reads(lamps: Lamps) -> None:
    lamps.gain(1, Change("attack", ADD, lambda g, env: (0, 1), lambda g, env: g.lent[env.source]))
    assert lamps.value("attack", 0) == 1
    lamps.put(lamps.lent, 1, 5)
    assert lamps.value("attack", 0) == 6


def test_an_ability_counts_only_while_its_condition_holds(lamps: Lamps) -> None:
    lamps.gain(1, change(ADD, 4), Passive("if lent", lambda g, env: bool(g.lent[env.source])))
    assert lamps.value("attack", 0) == 1
    lamps.put(lamps.lent, 1, 1)
    assert lamps.value("attack", 0) == 5


def test_a_condition_on_what_its_own_ability_changes_is_asked_without_that_change(lamps: Lamps) -> None:
    lamps.gain(1, change(ADD, 4), Passive("if weak", lambda g, env: g.value("attack", 0) < 3))
    assert lamps.value("attack", 0) == 5


def test_a_value_follows_a_step_back(lamps: Lamps) -> None:
    before = len(lamps.undo)
    lamps.last(lasting(ADD, 1))
    assert lamps.value("attack", 0) == 2
    lamps.undo_to(before)
    assert lamps.value("attack", 0) == 1


def test_a_value_that_cannot_have_changed_is_not_derived_again(lamps: Lamps) -> None:
    asked = iter((4, 5))
    lamps.gain(1, Change("attack", ADD, lambda g, env: (0,), lambda g, env: next(asked)))
    assert [lamps.value("attack", 0) for _time in range(3)] == [5, 5, 5]


def test_values_do_not_depend_on_the_order_in_which_they_are_asked(lamps: Lamps) -> None:
    ability = Passive("if low", lambda g, env: g.value("defense", 0) < 3)
    lamps.gain(1, change(ADD, 4), ability)
    lamps.gain(1, change(ADD, 2, "defense"), ability)
    attack_first = [lamps.value("attack", 0), lamps.value("defense", 0)]
    lamps.forget()
    defense_first = [lamps.value("defense", 0), lamps.value("attack", 0)]
    assert attack_first == [5, 2] == list(reversed(defense_first))


def asking(g: Lamps, env: Env, thing: int) -> bool:
    """Card 2, as long as the source has lent something."""
    return thing == 2 and bool(g.lent[env.source])


def test_a_change_can_reach_things_that_cannot_be_listed(lamps: Lamps) -> None:
    lamps.put(lamps.lent, 1, 4)
    lamps.gain(1, Change("attack", ADD, lambda g, env: (), lambda g, env: g.lent[env.source], asking))
    assert [lamps.value("attack", card) for card in range(3)] == [1, 2, 7]


def test_a_change_that_is_asked_of_each_thing_counts_only_while_its_condition_holds(lamps: Lamps) -> None:
    lamps.put(lamps.lent, 1, 4)
    ability = Passive("if lent much", lambda g, env: g.lent[env.source] > 4)
    lamps.gain(1, Change("attack", ADD, lambda g, env: (), lambda g, env: 4, asking), ability)
    assert lamps.value("attack", 2) == 3
    lamps.put(lamps.lent, 1, 5)
    assert lamps.value("attack", 2) == 7


def test_all_values_of_a_stat_are_those_of_the_cards_in_play_that_are_not_nothing(lamps: Lamps) -> None:
    lamps.in_play = [0, 1, 2]
    lamps.gain(1, change(STRIP, 0))
    lamps.last(lasting(ADD, 4, thing=1))
    assert lamps.values("attack") == {1: 6, 2: 3}


def test_what_is_remembered_is_forgotten_when_somebody_says_so(lamps: Lamps) -> None:
    lamps.memo()["board"] = "old"
    lamps.forget()
    assert "board" not in lamps.memo()


def test_what_is_remembered_stays_as_long_as_nothing_is_written(lamps: Lamps) -> None:
    lamps.memo()["board"] = "kept"
    lamps.put(lamps.lent, 0, lamps.lent[0])
    assert lamps.memo()["board"] == "kept"


def test_an_ability_whose_condition_fails_is_not_in_force(lamps: Lamps) -> None:
    lamps.gain(1, change(ADD, 4), Passive("never", lambda g, env: False))
    assert lamps.changes_of("attack") == []


def test_the_abilities_that_change_a_value_can_be_looked_at(lamps: Lamps) -> None:
    made = change(ADD, 4)
    lamps.gain(1, made)
    assert lamps.changes_of("attack") == [(Env(1), made)]
    assert lamps.changes_of("defense") == []


# -- how long -------------------------------------------------------------------------------------------------


def test_what_lasts_ends_at_its_moment(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4))
    lamps.expire("turn_end")
    assert lamps.value("attack", 0) == 1


def test_what_lasts_is_not_ended_by_another_moment(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4))
    lamps.expire("round_end")
    assert lamps.value("attack", 0) == 5


def test_everything_that_lasts_until_a_moment_ends_together(lamps: Lamps) -> None:
    for thing in range(3):
        lamps.last(lasting(ADD, 4, thing))
    lamps.last(lasting(ADD, 4, until="game_end"))
    lamps.expire("turn_end")
    assert [entry.until for entry in lamps.lasting] == ["game_end"]


def test_two_equal_entries_end_both(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4))
    lamps.last(lasting(ADD, 4))
    lamps.expire("turn_end")
    assert lamps.lasting == []


def test_one_entry_can_be_ended_alone(lamps: Lamps) -> None:
    first, second = lasting(ADD, 4), lasting(ADD, 2)
    lamps.last(first)
    lamps.last(second)
    lamps.end(first)
    assert lamps.value("attack", 0) == 3


def test_the_end_of_an_entry_does_what_the_game_says_of_its_kind(lamps: Lamps) -> None:
    lamps.last(lasting(NO_LAYER, 7, 1, what="loan"))
    lamps.expire("turn_end")
    assert lamps.lent == [0, 7, 0]


def test_what_lasts_can_be_looked_at_by_its_kind(lamps: Lamps) -> None:
    loan = lasting(NO_LAYER, 7, 1, what="loan")
    lamps.last(loan)
    lamps.last(lasting(ADD, 4))
    assert list(lamps.watched("loan")) == [loan]
    assert list(lamps.watched("control")) == []


def test_stepping_back_puts_what_ended_in_force_again(lamps: Lamps) -> None:
    lamps.last(lasting(ADD, 4))
    before = len(lamps.undo)
    lamps.expire("turn_end")
    lamps.undo_to(before)
    assert lamps.value("attack", 0) == 5
