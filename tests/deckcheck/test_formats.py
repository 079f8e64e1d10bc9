"""A format says which cards and rules count on a day; its rules are dated and every change is logged."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.domain.base import Refused, Stale
from deckcheck.domain.formats import SHIPPED, NoFormat, format_for, formats_of
from deckcheck.domain.rulebook import RuleDraft, add_format, add_rule, change_rule, remove_rule, stored_format
from deckcheck.domain.sets import load_set
from deckcheck.models import FormatRow, FormatRule, LibraryLog
from tests.deckcheck.set_files import set_file
from tests.organizer.concurrently import at_once
from tests.organizer.factories import make_user

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 1)


@pytest.fixture
def genesis() -> FormatRow:
    """The shipped format, stored with its one open rule."""
    return stored_format(None, "neuroscape", "genesis")


@pytest.mark.parametrize("game, code", sorted(SHIPPED))
def test_a_shipped_format_is_there_without_being_stored(game: str, code: str) -> None:
    found = format_for(game, code, TODAY)
    assert [one.code for one in found.pool.sets] == list(SHIPPED[game, code].sets)


def test_an_unknown_format_names_those_there_are() -> None:
    with pytest.raises(NoFormat, match="genesis"):
        format_for("neuroscape", "legacy", TODAY)


def test_storing_a_shipped_format_changes_nothing_of_what_it_says() -> None:
    shipped = format_for("neuroscape", "genesis", TODAY)
    stored_format(None, "neuroscape", "genesis")
    stored = format_for("neuroscape", "genesis", TODAY)
    assert (stored.pool.sets, stored.construction) == (shipped.pool.sets, shipped.construction)


def test_a_list_is_judged_by_the_rule_of_its_day(genesis: FormatRow) -> None:
    add_rule(None, genesis, RuleDraft(TODAY, sets=("GEN",), banned=("GEN-1",)))
    before, after = (format_for("neuroscape", "genesis", day) for day in (date(2026, 5, 31), TODAY))
    assert "GEN-1" not in before.construction.banned
    assert "GEN-1" in after.construction.banned


def test_a_new_rule_ends_the_open_one_on_the_day_before(genesis: FormatRow) -> None:
    add_rule(None, genesis, RuleDraft(TODAY, sets=("GEN",)))
    assert genesis.rules.order_by("valid_from")[0].valid_until == date(2026, 5, 31)


def test_a_day_without_a_rule_says_which_days_have_one() -> None:
    cup = add_format(None, "neuroscape", "Winter Cup")
    add_rule(None, cup, RuleDraft(date(2026, 1, 1), date(2026, 1, 31), sets=("GEN",)))
    with pytest.raises(NoFormat, match="from 1 January 2026 to 31 January 2026"):
        format_for("neuroscape", "winter-cup", TODAY)


def test_the_first_and_the_last_day_count() -> None:
    cup = add_format(None, "neuroscape", "Winter Cup")
    add_rule(None, cup, RuleDraft(date(2026, 1, 1), date(2026, 1, 31), sets=("GEN",)))
    assert format_for("neuroscape", "winter-cup", date(2026, 1, 1))
    assert format_for("neuroscape", "winter-cup", date(2026, 1, 31))


def test_limits_reach_the_construction_rules(genesis: FormatRow) -> None:
    add_rule(None, genesis, RuleDraft(TODAY, sets=("GEN",), limited={"GEN-2": 1}))
    assert format_for("neuroscape", "genesis", TODAY).construction.limited == (("GEN-2", 1),)


def test_a_loaded_set_takes_the_place_of_the_one_in_the_pool() -> None:
    cup = add_format(None, "neuroscape", "Winter Cup")
    load_set(None, set_file(), "tst.yaml")
    add_rule(None, cup, RuleDraft(TODAY, sets=("TST",)))
    assert len(format_for("neuroscape", "winter-cup", TODAY).pool) == 2


def test_the_same_day_is_answered_with_the_same_pool(genesis: FormatRow) -> None:
    assert format_for("neuroscape", "genesis", TODAY).pool is format_for("neuroscape", "genesis", TODAY).pool


@pytest.mark.parametrize(
    "draft, field",
    [
        (RuleDraft(TODAY, date(2026, 5, 1), sets=("GEN",)), "valid_until"),
        (RuleDraft(TODAY, sets=("XXX",)), "sets"),
        (RuleDraft(TODAY, sets=("GEN",), banned=("GEN-999",)), "banned"),
        (RuleDraft(TODAY, sets=("GEN",), banned=("GEN-1",), limited={"GEN-1": 1}), "limited"),
        (RuleDraft(TODAY, sets=("GEN",), options={"no_such_option": True}), "options"),
    ],
)
def test_a_rule_that_no_deck_could_be_judged_by_is_refused(
    genesis: FormatRow, draft: RuleDraft, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        add_rule(None, genesis, draft)
    assert refused.value.field == field
    assert genesis.rules.get().valid_until is None


def test_two_rules_for_one_day_are_refused(genesis: FormatRow) -> None:
    add_rule(None, genesis, RuleDraft(TODAY, sets=("GEN",)))
    with pytest.raises(Refused, match="There is a rule for some of these days"):
        add_rule(None, genesis, RuleDraft(date(2026, 5, 1), date(2026, 6, 1), sets=("GEN",)))


def test_a_changed_rule_keeps_what_it_said_in_the_log(genesis: FormatRow) -> None:
    change_rule(None, genesis.rules.get(), RuleDraft(date(2000, 1, 1), sets=("GEN",), banned=("GEN-1",)))
    entry = LibraryLog.objects.filter(kind="rule.changed").get()
    assert (entry.data["before"]["banned"], entry.data["rule"]["banned"]) == ([], ["GEN-1"])


def test_a_rule_changed_by_somebody_else_is_stale(genesis: FormatRow) -> None:
    seen = genesis.rules.get()
    change_rule(None, genesis.rules.get(), RuleDraft(date(2000, 1, 1), sets=("GEN",)))
    with pytest.raises(Stale):
        change_rule(None, seen, RuleDraft(date(2000, 1, 1)))


def test_a_removed_rule_leaves_a_log_entry(genesis: FormatRow) -> None:
    ada = make_user("ada")
    remove_rule(ada, genesis.rules.get())
    assert not FormatRule.objects.exists()
    assert LibraryLog.objects.filter(kind="rule.removed", actor=ada).exists()


def test_a_second_format_of_the_same_name_is_refused() -> None:
    with pytest.raises(Refused):
        add_format(None, "neuroscape", "Genesis")
    assert not FormatRow.objects.exists()


def test_formats_of_a_game_are_stored_and_shipped_ones() -> None:
    add_format(None, "neuroscape", "Winter Cup")
    assert formats_of("neuroscape") == [("genesis", "Genesis"), ("winter-cup", "Winter Cup")]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_rules_added_at_once_do_not_overlap() -> None:
    row = stored_format(None, "neuroscape", "genesis")
    drafts = [RuleDraft(date(2026, month, 1), sets=("GEN",)) for month in (3, 5)]
    at_once(*[lambda draft=draft: add_rule(None, row, draft) for draft in drafts])
    rules = list(row.rules.order_by("valid_from"))
    ends = [rule.valid_until or date.max for rule in rules]
    assert all(end < later.valid_from for end, later in zip(ends, rules[1:], strict=False))
