"""``manage.py simulate_event`` plays an event through the site's own functions and checks every round."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from organizer.domain.simulation import fewest_rematches
from organizer.models import Event
from organizer.pairing import Player

pytestmark = pytest.mark.django_db


def run(**options: Any) -> dict[str, Any]:
    out = StringIO()
    call_command("simulate_event", json=True, stdout=out, **options)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    for row in found["rounds"]:
        del row["seconds"], row["cpu_seconds"]
    return found


def test_33_players_end_without_anything_avoidable() -> None:
    found = run(players=33, seed=7)
    assert found["summary"]["ok"]
    assert found["summary"]["rounds"] == 6
    assert found["summary"]["avoidable_rematches"] == 0
    assert found["summary"]["avoidable_repeated_byes"] == 0
    assert found["summary"]["gap_over_bound"] == 0
    assert all(row["certificate"] in {"parity", "exact", "window"} for row in found["rounds"])
    assert len(found["standings"]) == 16


def test_the_same_seed_plays_the_same_event() -> None:
    first = without_time(run(players=24, rounds="3", seed=5))
    assert without_time(run(players=24, rounds="3", seed=5)) == first
    assert without_time(run(players=24, rounds="3", seed=6)) != first


def test_the_real_database_is_left_alone() -> None:
    run(players=8, rounds="2")
    assert not Event.objects.exists()


def test_t23_a_large_field_has_no_rematch_and_meets_the_bound() -> None:
    found = run(players=301, rounds="5", seed=3)
    assert found["summary"]["rematches"] == 0
    assert found["summary"]["gap_over_bound"] == 0
    assert found["summary"]["rounds_with_certificate"] == 5


def test_more_rounds_than_opponents_have_rematches_but_none_that_could_be_avoided() -> None:
    found = run(players=5, rounds="8", seed=2, drops=False)
    assert found["summary"]["rematches"] > 0
    assert found["summary"]["ok"]


def test_a_table_for_people() -> None:
    out = StringIO()
    call_command("simulate_event", players=12, seed=1, stdout=out)
    text = out.getvalue()
    assert "avoidable rematches       0" in text
    assert "Player" in text
    assert "/" not in text.split("place")[1]


@pytest.mark.parametrize(
    "options, said",
    [({"players": 1}, "2 to 50,000"), ({"rounds": "many"}, "a number or auto"), ({"rounds": "0"}, "1 to 50")],
)
def test_impossible_plans_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        run(**options)


def test_the_fewest_rematches_are_counted_by_matching() -> None:
    met_all = [Player(id=k, opponents={other for other in range(4) if other != k}) for k in range(4)]
    assert fewest_rematches(met_all) == 2
    one_left = [
        Player(id=0, opponents={1, 2}),
        Player(id=1, opponents={0, 2, 3}),
        Player(id=2, opponents={0, 1, 3}),
        Player(id=3, opponents={1, 2}),
    ]
    assert fewest_rematches(one_left) == 1
