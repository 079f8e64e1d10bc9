"""Deck checks: a fair and repeatable draw, the count, and what follows from it in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import count

import pytest
import time_machine
from hypothesis import given, settings
from hypothesis import strategies as st

from organizer.domain import deckchecks, submissions
from organizer.domain.base import Refused, verify_log
from organizer.domain.deckchecks import Outcome, Seats, choose
from organizer.domain.results import enter_result
from organizer.models import DeckCheck, Match, Penalty, Role
from tests.deckcheck.some_lists import LEGAL, OTHER_LEGAL
from tests.organizer.concurrently import at_once
from tests.organizer.decklists import NOW
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db
Decision, Status = DeckCheck.Decision, DeckCheck.Status


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def desk(db: None) -> Desk:
    """Eight players with a list each, in a round of four tables."""
    made = open_desk(8, decklists="required", format="genesis")
    for place, name in enumerate(made.entries):
        submissions.submit_deck(made[name], made.staff(f"S{place}"), text=LEGAL if place % 2 else OTHER_LEGAL)
    made.round(("Ada", "Bo"), ("Cy", "Dee"), ("Eli", "Fay"), ("Gus", "Hal"))
    return made


def seeds() -> Iterator[str]:
    return (f"{number:032x}" for number in count(1))


def names(checks: list[DeckCheck]) -> list[str]:
    return [
        check.entry.name for check in DeckCheck.objects.filter(pk__in=[c.pk for c in checks]).order_by("pk")
    ]


class TestTheDraw:
    TABLES = [Seats(number, (2 * number, 2 * number + 1)) for number in range(1, 9)]

    def test_the_same_seed_draws_the_same_tables(self) -> None:
        assert choose(self.TABLES, {}, "ab", 3) == choose(self.TABLES[::-1], {}, "ab", 3)

    def test_other_seeds_draw_others(self) -> None:
        assert len({choose(self.TABLES, {}, str(seed), 1)[0].match for seed in range(60)}) == 8

    def test_who_was_not_checked_yet_comes_first(self) -> None:
        checked = dict.fromkeys(range(2, 18), 1)
        for seed in range(20):
            assert choose(self.TABLES, checked | {7: 0}, str(seed), 1) == [Seats(3, (7,))]

    def test_at_a_table_both_are_checked_if_neither_was_more_often(self) -> None:
        assert all(len(seats.entries) == 2 for seats in choose(self.TABLES, {}, "s", 4))

    def test_more_tables_than_there_are_is_all_of_them(self) -> None:
        assert len(choose(self.TABLES, {}, "s", 50)) == 8

    @given(
        rounds=st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 5)), min_size=1, max_size=12),
        shuffle=st.randoms(use_true_random=False),
    )
    @settings(max_examples=60, deadline=None)
    def test_nobody_is_checked_twice_before_everybody_was_once(self, rounds: list, shuffle: object) -> None:
        """With everybody at a table in each round, the counts never differ by more than one."""
        entries, checked = list(range(12)), Counter[int]()
        for seed, number in rounds:
            shuffle.shuffle(entries)  # type: ignore[attr-defined]
            tables = [Seats(k, tuple(entries[2 * k : 2 * k + 2])) for k in range(6)]
            for seats in choose(tables, checked, str(seed), number):
                checked.update(seats.entries)
            assert max(checked[entry] for entry in entries) - min(checked[entry] for entry in entries) <= 1

    def test_it_is_logged_so_that_anybody_can_draw_again(self, desk: Desk) -> None:
        shown = desk.event.rounds.get()
        checks = deckchecks.draw(shown, desk.judge, 2, draw_seed=seeds().__next__)
        entry = desk.event.log.get(kind="deckcheck.drawn")
        assert not entry.public
        again = choose(
            [Seats(match, tuple(who)) for match, who in entry.data["from"]],
            {int(pk): times for pk, times in entry.data["checked_before"].items()},
            entry.data["seed"],
            2,
        )
        assert [[seats.match, list(seats.entries)] for seats in again] == entry.data["drawn"]
        assert [check.match_id for check in checks] == [seats.match for seats in again for _ in seats.entries]
        assert verify_log(desk.event) is None

    def test_a_table_is_drawn_once_in_a_round(self, desk: Desk) -> None:
        shown = desk.event.rounds.get()
        drawn = [check for _ in range(4) for check in deckchecks.draw(shown, desk.judge, 1)]
        assert len({check.match_id for check in drawn}) == 4
        with pytest.raises(Refused, match="no table left"):
            deckchecks.draw(shown, desk.judge, 1)

    def test_finished_tables_and_byes_are_not_drawn(self, desk: Desk) -> None:
        tables = desk.round(("Ada", "Bo"), ("Cy", "Dee"), ("Eli", "Fay"), ("Gus", None))
        enter_result(tables[0], desk.judge, games_a=2)
        checks = deckchecks.draw(tables[0].round, desk.judge, 9)
        assert {check.match_id for check in checks} == {tables[1].pk, tables[2].pk}

    def test_the_second_round_goes_on_where_the_first_ended(self, desk: Desk) -> None:
        first = names(deckchecks.draw(desk.event.rounds.get(), desk.judge, 2))
        tables = desk.round(("Ada", "Cy"), ("Bo", "Dee"), ("Eli", "Gus"), ("Fay", "Hal"))
        second = names(deckchecks.draw(tables[0].round, desk.judge, 2))
        assert not set(first) & set(second)

    def test_a_check_that_was_called_off_does_not_count(self, desk: Desk) -> None:
        shown = desk.event.rounds.get()
        for check in deckchecks.draw(shown, desk.judge, 4):
            deckchecks.cancel_check(check, desk.judge, "fire alarm")
        assert len(deckchecks.draw(shown, desk.judge, 4)) == 8

    @pytest.mark.parametrize("number", [0, -1, 51])
    def test_a_strange_number_is_refused(self, desk: Desk, number: int) -> None:
        with pytest.raises(Refused) as refused:
            deckchecks.draw(desk.event.rounds.get(), desk.judge, number)
        assert refused.value.field == "number"

    def test_without_decklists_there_are_no_checks(self) -> None:
        desk = open_desk(2)
        (table,) = desk.round(("Ada", "Bo"))
        with pytest.raises(Refused, match="no decklists"):
            deckchecks.draw(table.round, desk.judge, 1)
        with pytest.raises(Refused, match="no decklists"):
            deckchecks.check_table(table, desk.judge)

    @pytest.mark.django_db(transaction=True)
    def test_two_judges_who_draw_at_once_get_different_tables(self) -> None:
        desk = open_desk(4, decklists="required")
        (table, _) = desk.round(("Ada", "Bo"), ("Cy", "Dee"))
        other = desk.staff("Joan", Role.JUDGE)
        raised = at_once(
            lambda: deckchecks.draw(table.round, desk.judge, 1),
            lambda: deckchecks.draw(table.round, other, 1),
        )
        assert raised == [None, None]
        assert Counter(DeckCheck.objects.values_list("entry__name", flat=True)) == dict.fromkeys(
            ["Ada", "Bo", "Cy", "Dee"], 1
        )


class TestAChosenTable:
    def test_both_decks_or_one(self, desk: Desk) -> None:
        first, second, *_ = desk.event.matches.select_related("round").order_by("table")
        assert names(deckchecks.check_table(first, desk.judge)) == ["Ada", "Bo"]
        assert names(deckchecks.check_table(second, desk.judge, desk["Dee"])) == ["Dee"]

    def test_not_while_it_is_being_checked(self, desk: Desk) -> None:
        table = desk.event.matches.select_related("round").order_by("table")[0]
        deckchecks.check_table(table, desk.judge, desk["Bo"])
        with pytest.raises(Refused, match="deck of Bo is being checked"):
            deckchecks.check_table(table, desk.judge)

    def test_again_when_the_first_check_is_over(self, desk: Desk) -> None:
        table = desk.event.matches.select_related("round").order_by("table")[0]
        (check,) = deckchecks.check_table(table, desk.judge, desk["Bo"])
        deckchecks.finish_check(check, desk.judge, Outcome({}, Decision.MATCHES))
        assert len(deckchecks.check_table(table, desk.judge, desk["Bo"])) == 1

    def test_somebody_else_is_not_checked_there(self, desk: Desk) -> None:
        table = desk.event.matches.select_related("round").order_by("table")[0]
        with pytest.raises(Refused, match="does not play"):
            deckchecks.check_table(table, desk.judge, desk["Cy"])


class TestTheOutcome:
    @pytest.fixture
    def check(self, desk: Desk) -> DeckCheck:
        """Bo's deck, the list of which is ``LEGAL``."""
        table = desk.event.matches.select_related("round").order_by("table")[0]
        (check,) = deckchecks.check_table(table, desk.judge, desk["Bo"])
        return check

    def number_of(self, check: DeckCheck, name: str) -> str:
        for zone in deckchecks.counting_form(check):
            for row in zone.rows:
                if row.name == name:
                    return row.number
        raise AssertionError(f"no {name}")

    def finish(self, desk: Desk, check: DeckCheck, **fields: object) -> DeckCheck:
        given = {"counted": {}, "decision": Decision.MATCHES, **fields}
        return deckchecks.finish_check(check, desk.judge, Outcome(**given))  # type: ignore[arg-type]

    def test_a_deck_as_registered_agrees(self, desk: Desk, check: DeckCheck) -> None:
        done = self.finish(desk, check)
        assert done.status == Status.DONE
        assert done.diff == {"missing": [], "extra": []}
        assert done.counted["cyberdeck"][self.number_of(check, "Admin")] == 4

    def test_missing_and_surplus_cards_are_the_difference(self, desk: Desk, check: DeckCheck) -> None:
        admin, tagger = self.number_of(check, "Admin"), self.number_of(check, "Tagger")
        done = self.finish(
            desk,
            check,
            counted={"cyberdeck": {admin: 3, tagger: 4}},
            unexpected="2 Mad Hatter",
            decision=Decision.DECK_FIXED,
        )
        told = {
            side: [(row["zone"], row["name"], row["count"]) for row in rows]
            for side, rows in done.diff.items()
        }
        assert told == {
            "missing": [("cyberdeck", "Admin", 1)],
            "extra": [("cyberdeck", "Tagger", 1), ("unexpected", "Mad Hatter", 2)],
        }

    def test_a_deck_that_differs_does_not_agree(self, desk: Desk, check: DeckCheck) -> None:
        with pytest.raises(Refused) as refused:
            self.finish(desk, check, counted={"cyberdeck": {self.number_of(check, "Admin"): 3}})
        assert refused.value.field == "decision"
        check.refresh_from_db()
        assert check.status == Status.OPEN

    def test_a_card_that_is_none_is_refused(self, desk: Desk, check: DeckCheck) -> None:
        with pytest.raises(Refused, match="Line 2") as refused:
            self.finish(desk, check, unexpected="1 Mad Hatter\n1 Mad Haddock", decision=Decision.NOTED)
        assert refused.value.field == "unexpected"

    def test_it_is_counted_against_the_list_of_its_time(self, desk: Desk, check: DeckCheck) -> None:
        submissions.submit_deck(desk["Bo"], desk.staff("Desk"), text=OTHER_LEGAL)
        assert self.number_of(DeckCheck.objects.get(pk=check.pk), "Admin")

    def test_penalty_and_time_come_with_it(
        self, desk: Desk, check: DeckCheck, clock: time_machine.Traveller
    ) -> None:
        clock.shift(timedelta(minutes=4, seconds=10))
        assert deckchecks.proposed_minutes(check, NOW + timedelta(minutes=4, seconds=10)) == 8
        done = self.finish(
            desk,
            check,
            counted={"cyberdeck": {self.number_of(check, "Admin"): 3}},
            decision=Decision.NOTED,
            penalty=Penalty.Kind.GAME_LOSS,
            infraction="Decklist problem",
            reason="An Admin too few.",
            minutes=8,
        )
        match = Match.objects.get(pk=check.match_id)
        assert match.extension_ms == 8 * 60_000
        assert match.game_losses_b == 1
        assert done.penalty == Penalty.objects.get()
        assert done.penalty.entry == desk["Bo"]  # type: ignore[union-attr]
        kinds = list(desk.event.log.order_by("-seq").values_list("kind", flat=True)[:3])
        assert kinds == ["deckcheck.done", "penalty.given", "table.extended"]
        assert verify_log(desk.event) is None

    def test_a_match_loss_ends_the_match_after_the_time_was_given(self, desk: Desk, check: DeckCheck) -> None:
        self.finish(
            desk, check, decision=Decision.NOTED, penalty=Penalty.Kind.MATCH_LOSS, reason="Marked.", minutes=3
        )
        match = Match.objects.get(pk=check.match_id)
        assert (match.status, match.outcome) == (Match.Status.FINAL, Match.Outcome.A)

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"penalty": "warning", "reason": ""}, "reason"),
            ({"penalty": "caning", "reason": "x"}, "penalty"),
            ({"penalty": "disqualification", "reason": "x"}, "penalty"),
            ({"decision": ""}, "decision"),
            ({"decision": "whatever"}, "decision"),
            ({"minutes": 2000}, "minutes"),
        ],
    )
    def test_all_of_it_or_nothing(
        self, desk: Desk, check: DeckCheck, fields: dict[str, object], field: str
    ) -> None:
        with pytest.raises(Refused) as refused:
            self.finish(desk, check, **{"decision": Decision.NOTED, "minutes": 5, **fields})
        assert refused.value.field == field
        check.refresh_from_db()
        assert check.status == Status.OPEN
        assert not Penalty.objects.exists()
        assert Match.objects.get(pk=check.match_id).extension_ms == 0

    def test_a_finished_table_needs_no_time(self, desk: Desk, check: DeckCheck) -> None:
        enter_result(Match.objects.get(pk=check.match_id), desk.judge, games_a=2)
        with pytest.raises(Refused, match="has finished") as refused:
            self.finish(desk, check, minutes=3)
        assert refused.value.field == "minutes"
        assert self.finish(desk, check).status == Status.DONE

    def test_the_second_check_of_a_table_proposes_only_what_is_left(
        self, desk: Desk, clock: time_machine.Traveller
    ) -> None:
        table = desk.event.matches.select_related("round").order_by("table")[1]
        first, second = deckchecks.check_table(table, desk.judge)
        clock.shift(timedelta(minutes=5))
        self.finish(desk, first, minutes=8)
        assert deckchecks.proposed_minutes(second, NOW + timedelta(minutes=5)) == 0
        assert deckchecks.proposed_minutes(second, NOW + timedelta(minutes=7)) == 2

    def test_it_is_finished_once(self, desk: Desk, check: DeckCheck) -> None:
        self.finish(desk, check, minutes=3)
        with pytest.raises(Refused, match="is over"):
            self.finish(desk, check, minutes=3)
        assert Match.objects.get(pk=check.match_id).extension_ms == 3 * 60_000

    def test_without_a_list_there_is_still_a_decision(self, desk: Desk) -> None:
        late = open_desk(2, decklists="required")
        (table,) = late.round(("Ada", "Bo"))
        check, _ = deckchecks.check_table(table, late.judge)
        assert deckchecks.counting_form(check) == ()
        done = self.finish(
            late, check, decision=Decision.NOTED, penalty="game_loss", reason="No list was handed in."
        )
        assert done.penalty is not None


def test_the_counting_form_is_sorted_as_a_judge_sorts_cards(desk: Desk) -> None:
    table = desk.event.matches.select_related("round").order_by("table")[0]
    (check,) = deckchecks.check_table(table, desk.judge, desk["Bo"])
    zones = deckchecks.counting_form(check)
    assert [zone.code for zone in zones] == ["mainframe", "cyberdeck", "ram"]
    keys = [(row.type, row.cost, row.name) for row in zones[1].rows]
    assert keys == sorted(keys, key=lambda key: (("Character", "Program", "Gear").index(key[0]), *key[1:]))
