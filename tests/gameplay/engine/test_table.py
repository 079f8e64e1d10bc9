"""The state: three writes, each undone exactly; equal positions have equal digests."""

import random
from typing import Any

import pytest

from gameplay.engine.table import DERIVED, LOOSE, Table


def table() -> tuple[Table, list[Any], list[Any]]:
    """A table with a column of three and a zone of two."""
    made = Table()
    column, zone = made.column("sources", 3, 5), made.zone("hand")
    made.insert(zone, 7)
    made.insert(zone, 8)
    return made, column, zone


def test_a_column_has_its_size_and_starts_with_what_it_is_filled_with() -> None:
    assert Table().column("sources", 3, 5) == [5, 5, 5]


def test_a_zone_starts_empty() -> None:
    assert Table().zone("hand") == []


def test_two_columns_cannot_have_one_name() -> None:
    made = Table()
    made.column("sources", 3)
    with pytest.raises(ValueError, match="'sources'"):
        made.column("sources", 2)


def test_a_zone_cannot_have_the_name_of_a_column() -> None:
    made = Table()
    made.column("sources", 3)
    with pytest.raises(ValueError, match="'sources'"):
        made.zone("sources")


def test_put_writes_one_place() -> None:
    made, column, _zone = table()
    made.put(column, 1, 9)
    assert column == [5, 9, 5]


def test_insert_puts_at_the_end() -> None:
    made, _column, zone = table()
    made.insert(zone, 9)
    assert zone == [7, 8, 9]


def test_insert_puts_before_a_place() -> None:
    made, _column, zone = table()
    made.insert(zone, 9, 0)
    assert zone == [9, 7, 8]


def test_delete_takes_out_the_first_such_value() -> None:
    made, _column, zone = table()
    made.insert(zone, 7)
    made.delete(zone, 7)
    assert zone == [8, 7]


def test_delete_of_a_value_that_is_not_there_is_an_error() -> None:
    made, _column, zone = table()
    with pytest.raises(ValueError):
        made.delete(zone, 9)


def test_undoing_a_put_gives_the_value_back() -> None:
    made, column, _zone = table()
    before = len(made.undo)
    made.put(column, 1, 9)
    made.undo_to(before)
    assert column == [5, 5, 5]


def test_undoing_an_insert_takes_the_value_out_where_it_went_in() -> None:
    made, _column, zone = table()
    before = len(made.undo)
    made.insert(zone, 8, 0)
    made.undo_to(before)
    assert zone == [7, 8]


def test_undoing_a_delete_puts_the_value_where_it_was() -> None:
    made, _column, zone = table()
    before = len(made.undo)
    made.delete(zone, 7)
    made.undo_to(before)
    assert zone == [7, 8]


def test_undoing_goes_back_no_further_than_asked() -> None:
    made, column, _zone = table()
    made.put(column, 0, 1)
    half = len(made.undo)
    made.put(column, 0, 2)
    made.put(column, 1, 3)
    made.undo_to(half)
    assert column == [1, 5, 5]


@pytest.mark.parametrize("number", range(20))
def test_any_row_of_writes_is_undone_step_by_step(number: int) -> None:
    chance = random.Random(number)
    made, column, zone = table()
    seen = []
    for _write in range(60):
        seen.append((len(made.undo), made.position()))
        kind = chance.randrange(3)
        if kind == 0:
            made.put(column, chance.randrange(3), chance.randrange(4))
        elif kind == 1 or not zone:
            made.insert(zone, chance.randrange(4), chance.choice([None, *range(len(zone) + 1)]))
        else:
            made.delete(zone, chance.choice(zone))
    for length, position in reversed(seen):
        made.undo_to(length)
        assert made.position() == position


def test_a_position_is_a_copy() -> None:
    made, column, _zone = table()
    position = made.position()
    made.put(column, 0, 1)
    assert position == {"sources": [5, 5, 5], "hand": [7, 8]}


def test_equal_positions_have_equal_digests_whatever_happened_before() -> None:
    made, column, _zone = table()
    digest = made.digest()
    made.put(column, 0, 1)
    made.put(column, 0, 5)
    assert made.digest() == digest


def test_the_order_of_registration_does_not_change_the_digest() -> None:
    one, other = Table(), Table()
    one.column("a", 1)
    one.column("b", 1)
    other.column("b", 1)
    other.column("a", 1)
    assert one.digest() == other.digest()


def test_a_changed_value_changes_the_digest() -> None:
    made, column, _zone = table()
    digest = made.digest()
    made.put(column, 0, 1)
    assert made.digest() != digest


def test_the_order_in_a_zone_changes_the_digest() -> None:
    made, _column, zone = table()
    digest = made.digest()
    made.delete(zone, 7)
    made.insert(zone, 7)
    assert made.digest() != digest


def test_what_is_given_beside_changes_the_digest() -> None:
    made, _column, _zone = table()
    assert made.digest("asked") != made.digest()


# -- what is derived ------------------------------------------------------------------------------------------

GROUPS = [
    pytest.param(None, (False, False), id="without a group"),
    pytest.param(DERIVED, (True, False), id="derived"),
    pytest.param(LOOSE, (True, True), id="loose"),
    pytest.param("own", (True, True), id="a group of its own"),
]
"""A group of columns, and whether ``roster`` and ``kept`` outlive a write to it."""


def grouped(group: Any) -> tuple[Table, list[Any]]:
    """A table that keeps something derived, and a zone of the group with one value."""
    made = Table()
    zone = made.zone("zone", group=made.new_group() if group == "own" else group)
    made.insert(zone, 7)
    made.roster, made.kept = {"cast": 1}, {"value": 1}
    return made, zone


def outlived(made: Table) -> tuple[bool, bool]:
    return made.roster is not None, made.kept is not None


@pytest.mark.parametrize("write", ["put", "insert", "delete"])
@pytest.mark.parametrize("group, expected", GROUPS)
def test_a_write_forgets_what_follows_from_its_column(
    group: Any, expected: tuple[bool, bool], write: str
) -> None:
    made, zone = grouped(group)
    getattr(made, write)(zone, *{"put": (0, 8), "insert": (8,), "delete": (7,)}[write])
    assert outlived(made) == expected


@pytest.mark.parametrize("group, _expected", GROUPS)
def test_writing_what_is_there_already_forgets_nothing(group: Any, _expected: Any) -> None:
    made, zone = grouped(group)
    made.put(zone, 0, 7)
    assert outlived(made) == (True, True)


@pytest.mark.parametrize("group, _expected", GROUPS)
def test_a_step_back_forgets_everything_that_is_derived(group: Any, _expected: Any) -> None:
    made, _zone = grouped(group)
    made.undo_to(0)
    assert outlived(made) == (False, False)


def test_going_back_nowhere_forgets_nothing() -> None:
    made, _zone = grouped(None)
    made.undo_to(len(made.undo))
    assert outlived(made) == (True, True)


def test_a_column_can_have_a_group_too() -> None:
    made = Table()
    column = made.column("sources", 2, group=DERIVED)
    made.roster, made.kept = {}, {}
    made.put(column, 0, 1)
    assert outlived(made) == (True, False)


def test_a_write_moves_the_epoch_of_its_group_alone() -> None:
    made = Table()
    own, other = made.new_group(), made.new_group()
    zone = made.zone("zone", group=own)
    before = list(made.epochs)
    made.insert(zone, 7)
    assert {group for group in range(len(before)) if made.epochs[group] != before[group]} == {own}
    assert own != other


def test_a_step_back_moves_the_epoch_of_every_group() -> None:
    made = Table()
    zone = made.zone("zone", group=made.new_group())
    made.insert(zone, 7)
    before = list(made.epochs)
    made.undo_to(0)
    assert all(now > then for now, then in zip(made.epochs, before, strict=True))


def test_groups_do_not_change_the_digest() -> None:
    one, other = Table(), Table()
    one.column("sources", 2, 5)
    other.column("sources", 2, 5, group=LOOSE)
    assert one.digest() == other.digest()
