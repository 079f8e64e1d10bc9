"""The standings of an event as pages, API, exports and the cut read them."""

import csv
import io
from fractions import Fraction

import pytest
from django.core.cache import cache

from organizer.domain import results, standings
from organizer.domain.base import Refused
from organizer.domain.facts import phase_table
from organizer.domain.leaving import disqualify, drop
from organizer.models import Entry, Match, Phase, Round
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db


def example() -> Desk:
    """Six players, three rounds, two byes, an early leaver: the worked example of the tie-break rules."""
    desk = open_desk(6)
    names = dict(zip("ABCDEF", ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay"), strict=True))

    def play(*tables: tuple[str, tuple[int, int, int] | None]) -> None:
        pairs = [(names[pair[0]], names[pair[1]] if pair[1:] else None) for pair, _ in tables]
        for match, (_, score) in zip(desk.round(*pairs), tables, strict=True):
            if score == (0, 0, 3):
                results.enter_result(match, desk.judge, intentional_draw=True)
            elif score:
                a, b, drawn = score
                results.enter_result(match, desk.judge, games_a=a, games_b=b, games_drawn=drawn)

    play(("AB", (2, 1, 0)), ("CD", (2, 0, 0)), ("EF", (1, 1, 1)))
    drop(desk["Cy"], desk.judge)
    play(("AE", (2, 0, 0)), ("FB", (2, 1, 0)), ("D", None))
    play(("AF", (0, 0, 3)), ("ED", (2, 1, 0)), ("B", None))
    return desk


def names(table: standings.EventTable) -> list[str]:
    return [line.entry.name for line in table.lines()]


def points(table: standings.EventTable) -> dict[str, str]:
    return {line.entry.name: line.cells[0] for line in table.lines()}


def test_t11_the_worked_example_to_the_fraction() -> None:
    table = standings.current(example().event)
    assert names(table) == ["Ada", "Fay", "Eli", "Dee", "Bo", "Cy"]
    values = {line.entry.name: line.values for line in table.lines()}
    assert values["Ada"] == (7, Fraction(4, 9), Fraction(5, 8), Fraction(151, 324))
    assert values["Fay"] == (5, Fraction(14, 27), Fraction(13, 27), Fraction(37, 72))
    assert values["Eli"][:2] == (4, Fraction(5, 9))
    assert values["Dee"][:2] == (3, Fraction(13, 18))
    assert values["Bo"][:2] == (3, Fraction(2, 3))


def test_t11_csv_and_cut_come_from_the_same_table() -> None:
    desk = example()
    table = standings.current(desk.event)
    rows = list(csv.reader(io.StringIO(standings.as_csv(table))))
    assert rows[0] == ["place", "name", "club", "points", "omw", "gw", "ogw", "dropped"]
    assert [row[1] for row in rows[1:]] == names(table)
    assert rows[1] == ["1", "Ada", "", "7", "0.4444", "0.6250", "0.4660", ""]
    assert rows[6][-1] == "yes"
    assert table.top(4) == [desk[name] for name in ("Ada", "Fay", "Eli", "Dee")]


def test_the_cut_passes_over_who_left() -> None:
    desk = example()
    drop(desk["Fay"], desk.judge)
    assert [entry.name for entry in standings.current(desk.event).top(3)] == ["Ada", "Eli", "Dee"]


def test_in_mid_round_only_completed_rounds_count() -> None:
    desk = open_desk()
    first, second = desk.round(("Ada", "Bo"), ("Cy", "Dee"))
    results.enter_result(first, desk.judge, games_a=2)
    assert points(standings.current(desk.event)) == {"Ada": "0", "Bo": "0", "Cy": "0", "Dee": "0"}
    results.enter_result(second, desk.judge, games_a=2)
    assert points(standings.current(desk.event)) == {"Ada": "3", "Bo": "0", "Cy": "3", "Dee": "0"}


def test_the_live_table_counts_what_is_in_over_the_rounds_each_has_played() -> None:
    desk = open_desk()
    for match in desk.round(("Ada", "Bo"), ("Cy", "Dee")):
        results.enter_result(match, desk.judge, games_a=2)
    match = desk.round(("Ada", "Cy"), ("Bo", "Dee"))[0]
    results.enter_result(match, desk.judge, games_a=2)
    table = standings.current(desk.event, live=True)
    assert points(table) == {"Ada": "6", "Cy": "3", "Bo": "0", "Dee": "0"}
    omw = {line.entry.name: line.values[1] for line in table.lines()}
    # Bo, who still plays, met Ada alone: 6 points of 6 in two rounds. Cy has 3 of 6.
    assert (omw["Bo"], omw["Dee"]) == (1, Fraction(1, 2))


def test_the_event_says_whether_a_change_made_the_table_new() -> None:
    desk = open_desk()
    first, second = desk.round(("Ada", "Bo"), ("Cy", "Dee"))
    results.enter_results(first.round, desk.judge, [(first.pk, {"games_a": 2}), (second.pk, {"games_a": 2})])
    before = standings.current(desk.event)
    first.refresh_from_db()
    results.enter_result(first, desk.judge, games_b=2, expected_version=first.version)
    assert points(before)["Ada"] == "3"
    assert points(standings.current(desk.event))["Ada"] == "0"


def test_a_second_look_computes_nothing(django_assert_num_queries: object) -> None:
    desk = example()
    phase = standings.ranked_phase(desk.event)
    first = standings.current(desk.event, phase)
    with django_assert_num_queries(2):  # type: ignore[operator]
        again = standings.current(desk.event, phase)
    assert again.standings == first.standings


def test_computing_takes_a_fixed_number_of_queries(django_assert_max_num_queries: object) -> None:
    desk = example()
    cache.clear()
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        standings.current(desk.event)


def test_a_disqualified_entry_is_not_listed() -> None:
    desk = example()
    disqualify(desk["Ada"], desk.judge, "bribery")
    assert names(standings.current(desk.event)) == ["Fay", "Eli", "Dee", "Bo", "Cy"]


def test_the_events_own_tie_breaks_rank() -> None:
    desk = open_desk(tiebreaks=["points", "sos"])
    for match in desk.round(("Ada", "Bo"), ("Cy", "Dee")):
        results.enter_result(match, desk.judge, games_a=2)
    assert [key for key, _ in standings.current(desk.event).columns] == ["points", "sos"]


def test_the_events_own_points_count() -> None:
    desk = open_desk(2, points_win=2)
    results.enter_result(desk.round(("Ada", "Bo"))[0], desk.judge, games_a=2)
    assert points(standings.current(desk.event)) == {"Ada": "2", "Bo": "0"}


def test_before_the_first_round_everybody_is_level() -> None:
    table = standings.current(open_desk().event)
    assert (table.rounds, set(points(table).values())) == (0, {"0"})
    assert all(line.shared for line in table.lines())


def test_before_the_start_there_are_no_standings() -> None:
    desk = open_desk()
    Phase.objects.update(status=Phase.Status.PENDING)
    with pytest.raises(Refused, match="no standings"):
        standings.current(desk.event)


def freeze(desk: Desk) -> str:
    text = phase_table(desk.phase).to_json()
    Phase.objects.filter(pk=desk.phase.pk).update(frozen_standings=text, status=Phase.Status.FINISHED)
    return text


def test_t13_a_frozen_table_does_not_change_any_more() -> None:
    desk = example()
    text = freeze(desk)
    drop(desk["Fay"], desk.judge)
    table = standings.current(desk.event)
    assert table.frozen
    assert table.standings.to_json() == text
    assert names(table)[1] == "Fay"


def test_in_the_cut_the_standings_are_those_of_the_swiss() -> None:
    desk = example()
    freeze(desk)
    desk.round(("Ada", "Fay"), phase=desk.cut("Ada", "Fay"))
    table = standings.current(desk.event)
    assert (table.phase, len(table)) == (desk.phase, 6)


def test_a_value_opens_into_its_fractions() -> None:
    desk = example()
    found = standings.working(desk.event, desk["Ada"], "omw")
    assert found.result == Fraction(4, 9)
    assert {term.opponent for term in found.terms} == {desk[name].pk for name in ("Bo", "Eli", "Fay")}


def test_an_unknown_column_or_entry_has_no_working() -> None:
    desk = example()
    with pytest.raises(Refused):
        standings.working(desk.event, desk["Ada"], "luck")
    with pytest.raises(Refused):
        standings.working(desk.event, open_desk(1)["Ada"], "omw")


def test_a_line_is_found_by_its_entry() -> None:
    desk = example()
    table = standings.current(desk.event)
    line = table.line(desk["Eli"])
    assert line
    assert (line.place, line.entry) == (3, desk["Eli"])
    assert table.line(open_desk(1)["Ada"]) is None


def test_a_page_of_lines() -> None:
    table = standings.current(example().event)
    assert [line.place for line in table.lines(2, 4)] == [3, 4]


def test_a_name_cannot_run_as_a_formula_in_a_spreadsheet() -> None:
    desk = example()
    Entry.objects.filter(pk=desk["Ada"].pk).update(name="=1+1")
    rows = list(csv.reader(io.StringIO(standings.as_csv(standings.current(desk.event)))))
    assert rows[1][1] == "'=1+1"


@pytest.mark.parametrize(
    ("given", "ada", "bo"),
    [
        ({"games_a": 2, "how": "no_show"}, "3", "0"),
        ({"outcome": "double_loss", "how": "no_show"}, "0", "0"),
        ({"intentional_draw": True}, "1", "1"),
        ({"games_b": 2, "games_a": 1, "how": "concession"}, "0", "3"),
    ],
)
def test_every_way_a_match_ends_has_its_points(given: dict[str, object], ada: str, bo: str) -> None:
    desk = open_desk(2)
    results.enter_result(desk.round(("Ada", "Bo"))[0], desk.judge, **given)
    assert points(standings.current(desk.event)) == {"Ada": ada, "Bo": bo}


def test_t14_an_open_match_of_a_past_round_counts_as_nothing() -> None:
    desk = open_desk()
    first, second = desk.round(("Ada", "Bo"), ("Cy", "Dee"))
    results.enter_result(first, desk.judge, games_a=2)
    Round.objects.filter(pk=second.round_id).update(status=Round.Status.FINISHED)
    for match in desk.round(("Ada", "Cy"), ("Bo", "Dee")):
        results.enter_result(match, desk.judge, games_a=2)
    assert Match.objects.get(pk=second.pk).status == Match.Status.OPEN
    assert points(standings.current(desk.event)) == {"Ada": "6", "Bo": "3", "Cy": "0", "Dee": "0"}
