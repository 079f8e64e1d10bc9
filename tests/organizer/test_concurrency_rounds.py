"""Rounds when several people act at the same moment, or the process dies: on real PostgreSQL."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from organizer.domain import registration, rounds
from organizer.domain.base import Actor, Refused, Repeated, Stale, verify_log
from organizer.models import Entry, Event, Match, Role, Round, Seating
from tests.organizer import factories
from tests.organizer.concurrently import at_once
from tests.organizer.roundplay import Play

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parents[2]


def seated_once(event: Event, number: int, players: int) -> bool:
    seats = list(
        Seating.objects.filter(round__event=event, round__number=number).values_list("entry", flat=True)
    )
    return len(seats) == len(set(seats)) == players


def test_t15_pair_pressed_by_two_staff_at_once_makes_one_round() -> None:
    play = Play(40)
    other = Actor(factories.make_staff(play.event, Role.SCOREKEEPER))
    raised = at_once(
        lambda: rounds.pair_round(play.event, play.actor), lambda: rounds.pair_round(play.event, other)
    )
    assert sorted(type(error) for error in raised if error) == [Stale]
    assert play.event.rounds.filter(status=Round.Status.DRAFT).count() == 1
    assert seated_once(play.event, 1, 40)
    assert play.event.log.filter(kind="round.paired").count() == 1
    assert verify_log(play.event) is None


def test_t15_the_same_request_sent_twice_at_once_makes_one_round() -> None:
    play = Play(40)
    press = Actor(play.actor.user, "one press")
    raised = at_once(
        lambda: rounds.pair_round(play.event, press), lambda: rounds.pair_round(play.event, press)
    )
    assert [type(error) for error in raised if error] == [Repeated]
    assert seated_once(play.event, 1, 40)


def test_two_staff_publishing_at_once_reveal_one_round_and_commit_one_seed() -> None:
    play = Play(9)
    draft = play.pair()
    raised = at_once(*[lambda: rounds.publish_round(draft, play.actor)] * 2)
    (error,) = [error for error in raised if error]
    assert isinstance(error, Refused)
    assert play.event.rounds.count() == 2
    assert play.event.log.filter(kind="round.published").count() == 1


def test_a_player_dropping_while_the_round_is_paired_is_not_left_at_a_table() -> None:
    for _ in range(5):
        play = Play(20)
        leaver = play["Player 7"]
        raised = at_once(
            lambda play=play: rounds.pair_round(play.event, play.actor),
            lambda play=play, leaver=leaver: registration.drop(leaver, play.actor),
        )
        assert raised == [None, None]
        draft = play.event.rounds.get(number=1)
        assert play["Player 7"].status == Entry.Status.DROPPED
        if draft.seatings.filter(entry=leaver).exists():
            with pytest.raises(Refused, match="Player 7 left"):
                rounds.publish_round(draft, play.actor)
            rounds.discard_draft(draft, play.actor)
            play.pair()
        assert seated_once(play.event, 1, 19)
        assert not Seating.objects.filter(entry=leaver).exists()


def test_a_drop_while_the_round_is_published_is_a_drop_before_or_after_it() -> None:
    play = Play(10)
    draft = play.pair()
    leaver = play["Player 3"]
    published, dropped = at_once(
        lambda: rounds.publish_round(draft, play.actor), lambda: registration.drop(leaver, play.actor)
    )
    assert dropped is None
    draft.refresh_from_db()
    if published is None:
        match = Seating.objects.get(round=draft, entry=leaver).match
        assert (match.status, match.how) == (Match.Status.FINAL, Match.How.DROP)
    else:
        assert isinstance(published, Refused)
        assert draft.status == Round.Status.DRAFT


KILLED = """
import django, os, signal
django.setup()
from django.db import connection
from organizer.domain import rounds
from organizer.domain.base import CLOCK
from organizer.models import Event, Seating

def die_after_seating(execute, sql, params, many, context):
    result = execute(sql, params, many, context)
    if sql.startswith('INSERT INTO "organizer_seating"'):
        print("seated", Seating.objects.count(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    return result

with connection.execute_wrapper(die_after_seating):
    rounds.pair_round(Event.objects.get(pk={pk}), CLOCK)
"""


def test_t15_a_process_killed_in_the_middle_of_pairing_leaves_the_old_state() -> None:
    play = Play(30)
    before = play.event.log.count()
    database = connection.settings_dict
    url = f"postgresql://{database['USER']}@{database['HOST'].replace('/', '%2F')}/{database['NAME']}"
    found = subprocess.run(
        [sys.executable, "-c", KILLED.format(pk=play.event.pk)],
        env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == "seated 30\n", found.stderr
    assert found.returncode == -signal.SIGKILL
    assert not Match.objects.filter(event=play.event).exists()
    assert not Seating.objects.exists()
    assert play.event.rounds.get().status == Round.Status.COMMITTED
    assert play.event.log.count() == before
    play.pair()
    assert seated_once(play.event, 1, 30)
