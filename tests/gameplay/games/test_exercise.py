"""What random play exercises, and the command that plays it (``manage.py playout``)."""

import io

import pytest
from django.core.management import CommandError, call_command

from gameplay.domain.exercise import exercised


def test_what_ran_is_exercised_whether_a_step_a_decision_or_a_function_cites_it() -> None:
    found = exercised("hope-cardgame", 1)
    assert {"HCG-7.2", "HCG-8.6", "HCG-11.9"} <= found


def test_what_did_not_run_is_not_exercised() -> None:
    assert exercised("hope-cardgame", 0) == frozenset()


def test_a_concession_is_never_played_at_random() -> None:
    assert "HCG-R87" not in exercised("hope-cardgame", 1)


def test_a_game_without_rules_here_is_exercised_by_nothing() -> None:
    assert exercised("neon-hope", 3) == frozenset()


def output(**options: object) -> list[str]:
    out = io.StringIO()
    call_command("playout", "hope-cardgame", games=25, variant="artifacts", stdout=out, **options)
    return out.getvalue().splitlines()


def test_several_processes_play_the_same_games() -> None:
    assert output(processes=2)[:2] == output()[:2]


def test_the_rate_is_told_beside_the_reference() -> None:
    assert "per 1,000 additions" in output()[2]


def test_a_variant_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="there are standard, artifacts, two-on-two"):
        call_command("playout", "hope-cardgame", variant="trio")
