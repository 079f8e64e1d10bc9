"""Decklists of an event: until when they may be changed, and who sees what."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core import mail

from deckcheck.domain import decks
from deckcheck.models import DeckVersion
from organizer.domain import events, rounds, submissions
from organizer.domain.base import Actor, Refused, verify_log
from organizer.interfaces.tasks import lock_decklists, remind_of_decklists
from organizer.models import Entry, Event, Role, Submission
from organizer.rules import can
from tests.deckcheck.some_lists import HOPE, LEGAL, MISSPELT, OTHER_LEGAL, SHORT
from tests.organizer.concurrently import at_once
from tests.organizer.decklists import LOCK, NOW, START, event_with_lists, hand_in, players, staff
from tests.organizer.factories import actor_for, make_entries, make_event, make_staff, make_user, owner_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def event(db: None) -> Event:
    return event_with_lists()


@pytest.fixture
def ada(event: Event) -> Entry:
    return players(event)[0]


def kinds(event: Event) -> list[str]:
    found = event.log.filter(kind__startswith="decklist").order_by("seq")
    return list(found.values_list("kind", flat=True))


def test_a_legal_list_is_handed_in(ada: Entry) -> None:
    row = hand_in(ada)
    assert row.legal
    assert row.faults == []
    assert row.group == "Firestarter"
    assert row.submitted_at == NOW
    assert row.version is not None
    assert row.version.text == LEGAL
    assert kinds(ada.event) == ["decklist.submitted"]
    assert verify_log(ada.event) is None


@pytest.mark.parametrize("policy", [Event.Decklists.REQUIRED, Event.Decklists.OPTIONAL])
def test_an_illegal_list_is_stored_and_marked_so(event: Event, ada: Entry, policy: str) -> None:
    Event.objects.filter(pk=event.pk).update(decklists=policy)
    row = hand_in(ada, SHORT)
    assert not row.legal
    assert "NS-20.2" in {fault["clause"] for fault in row.faults}


def test_an_unread_line_is_among_the_faults_with_its_number(ada: Entry) -> None:
    row = hand_in(ada, MISSPELT)
    assert not row.legal
    line = MISSPELT.splitlines().index("3x Deep Dvier") + 1
    assert line in [fault["line"] for fault in row.faults]


def test_a_list_may_be_replaced_until_the_lock(ada: Entry, clock: time_machine.Traveller) -> None:
    hand_in(ada)
    clock.move_to(LOCK - timedelta(seconds=1))
    assert hand_in(ada, OTHER_LEGAL).group.casefold() == "radiant"
    assert Submission.objects.count() == 1
    assert kinds(ada.event) == ["decklist.submitted", "decklist.changed"]


def test_a_replaced_pasted_list_is_not_kept(ada: Entry) -> None:
    hand_in(ada)
    hand_in(ada, OTHER_LEGAL)
    assert [version.text for version in DeckVersion.objects.all()] == [OTHER_LEGAL]


def test_the_same_list_again_writes_nothing(ada: Entry) -> None:
    hand_in(ada)
    hand_in(ada, f"{LEGAL}\r\n")
    assert kinds(ada.event) == ["decklist.submitted"]


def test_from_the_lock_on_it_is_refused_with_the_venue_s_time(
    ada: Entry, clock: time_machine.Traveller
) -> None:
    hand_in(ada)
    clock.move_to(LOCK)
    with pytest.raises(Refused, match="28 March 2027 at 10:00 CEST") as refused:
        hand_in(ada, OTHER_LEGAL)
    assert refused.value.code == "locked"
    assert Submission.objects.get().version.text == LEGAL  # type: ignore[union-attr]


def test_a_lock_before_the_clocks_go_forward_is_told_in_winter_time(
    ada: Entry, clock: time_machine.Traveller
) -> None:
    lock = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)
    Event.objects.filter(pk=ada.event_id).update(decklists_lock_at=lock)
    clock.move_to(lock)
    with pytest.raises(Refused, match="28 March 2027 at 01:30 CET"):
        hand_in(ada)


def test_without_a_lock_time_the_start_locks(ada: Entry, clock: time_machine.Traveller) -> None:
    Event.objects.filter(pk=ada.event_id).update(decklists_lock_at=None)
    clock.move_to(START + timedelta(minutes=5))
    hand_in(ada)
    rounds.start_event(ada.event, owner_of(ada.event))
    with pytest.raises(Refused, match="when the event started"):
        hand_in(ada, OTHER_LEGAL)


def test_a_start_before_the_lock_time_locks_too(ada: Entry) -> None:
    rounds.start_event(ada.event, owner_of(ada.event))
    with pytest.raises(Refused, match="when the event started"):
        hand_in(ada)


def test_an_event_starts_without_the_lists(event: Event, ada: Entry) -> None:
    assert submissions.without_legal_list(event) == 2
    assert rounds.start_event(event, owner_of(event)).status == Event.Status.RUNNING


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"decklists": Event.Decklists.NONE}, "no decklists"),
        ({"game": "hope", "format": "standard"}, "without decklists"),
    ],
)
def test_an_event_without_lists_takes_none(fields: dict[str, str], words: str) -> None:
    entry = players(event_with_lists(**fields))[0]
    with pytest.raises(Refused, match=words):
        hand_in(entry)


@pytest.mark.parametrize("status", [Entry.Status.WITHDRAWN, Entry.Status.DROPPED, Entry.Status.DISQUALIFIED])
def test_who_left_hands_in_nothing(ada: Entry, status: str) -> None:
    Entry.objects.filter(pk=ada.pk).update(status=status)
    with pytest.raises(Refused, match="not in the event"):
        hand_in(ada)


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_list_is_refused(ada: Entry, text: str) -> None:
    with pytest.raises(Refused) as refused:
        hand_in(ada, text)
    assert refused.value.field == "text"


def test_a_huge_list_is_refused_and_nothing_is_stored(ada: Entry) -> None:
    with pytest.raises(Refused, match="are the most"):
        hand_in(ada, "1 Admin\n" * 100_000)
    assert not Submission.objects.exists()


def test_lists_are_judged_by_the_event_s_game(event: Event) -> None:
    hope = event_with_lists(game="hope-cardgame", format="open")
    row = hand_in(players(hope)[0], HOPE)
    assert row.legal
    assert row.group == "Bots and Humans"


def test_an_event_of_any_format_takes_its_game_s_first(event: Event) -> None:
    assert hand_in(players(event_with_lists(format=""))[0]).legal


class TestFromTheDeckBox:
    @pytest.fixture
    def saved(self, ada: Entry) -> decks.Saved:
        return decks.save_deck(actor_for(ada).user, LEGAL, game="neuroscape", format="genesis", name="Mine")

    def test_a_version_is_handed_in_as_it_is(self, ada: Entry, saved: decks.Saved) -> None:
        row = submissions.submit_deck(ada, actor_for(ada), version=saved.version)
        assert row.version == saved.version

    def test_it_stays_handed_in_when_the_deck_goes_on(self, ada: Entry, saved: decks.Saved) -> None:
        submissions.submit_deck(ada, actor_for(ada), version=saved.version)
        decks.save_deck(saved.deck.owner, SHORT, game="neuroscape", format="genesis", deck=saved.deck, seen=1)
        assert Submission.objects.get().version == saved.version

    def test_it_outlives_its_deck(self, ada: Entry, saved: decks.Saved) -> None:
        decks.save_deck(saved.deck.owner, SHORT, game="neuroscape", format="genesis", deck=saved.deck, seen=1)
        submissions.submit_deck(ada, actor_for(ada), version=saved.version)
        decks.delete_deck(saved.deck)
        assert [version.text for version in DeckVersion.objects.all()] == [LEGAL]

    def test_replacing_it_leaves_the_deck_box_alone(self, ada: Entry, saved: decks.Saved) -> None:
        submissions.submit_deck(ada, actor_for(ada), version=saved.version)
        hand_in(ada, OTHER_LEGAL)
        assert saved.deck.versions.count() == 1


class TestTheDesk:
    @pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANIZER, Role.SCOREKEEPER])
    def test_it_hands_in_for_a_guest_after_the_lock(
        self, event: Event, clock: time_machine.Traveller, role: str
    ) -> None:
        (guest,) = make_entries(event, 1)
        clock.move_to(LOCK + timedelta(minutes=1))
        row = hand_in(guest, by=staff(event, role))
        assert row.locked_at is not None

    def test_nobody_uses_the_desk_for_the_own_list(self, ada: Entry, clock: time_machine.Traveller) -> None:
        user = actor_for(ada).user
        assert user
        make_staff(ada.event, Role.SCOREKEEPER, user)
        clock.move_to(LOCK)
        with pytest.raises(Refused, match="locked"):
            hand_in(ada)

    def test_a_judge_is_not_the_desk(self, ada: Entry, clock: time_machine.Traveller) -> None:
        clock.move_to(LOCK)
        with pytest.raises(Refused, match="locked"):
            hand_in(ada, by=staff(ada.event, Role.JUDGE))


class TestLocking:
    def test_the_sweep_locks_what_is_due_once(self, ada: Entry, clock: time_machine.Traveller) -> None:
        hand_in(ada)
        assert submissions.lock_due() == 0
        clock.move_to(LOCK + timedelta(seconds=3))
        assert submissions.lock_due() == 1
        assert submissions.lock_due() == 0
        assert Submission.objects.get().locked_at == LOCK + timedelta(seconds=3)
        assert Event.objects.get(pk=ada.event_id).decklists_locked_at == LOCK + timedelta(seconds=3)
        assert kinds(ada.event) == ["decklist.submitted", "decklists.locked"]
        assert verify_log(ada.event) is None

    def test_the_task_is_the_sweep(self, ada: Entry, clock: time_machine.Traveller) -> None:
        clock.move_to(LOCK)
        lock_decklists.apply(throw=True)
        assert kinds(ada.event) == ["decklists.locked"]

    def test_a_started_event_is_locked(self, ada: Entry) -> None:
        rounds.start_event(ada.event, owner_of(ada.event))
        assert submissions.lock_due() == 1

    def test_an_event_without_lists_is_left_alone(self, clock: time_machine.Traveller) -> None:
        event_with_lists(decklists=Event.Decklists.NONE)
        clock.move_to(LOCK)
        assert submissions.lock_due() == 0

    def test_moving_the_lock_opens_the_lists_again(self, ada: Entry, clock: time_machine.Traveller) -> None:
        hand_in(ada)
        clock.move_to(LOCK)
        submissions.lock_due()
        events.edit_event(ada.event, owner_of(ada.event), {"decklists_lock_at": LOCK + timedelta(minutes=30)})
        assert hand_in(ada, OTHER_LEGAL).version is not None
        assert submissions.lock_due() == 1
        assert Submission.objects.get().locked_at is None
        clock.move_to(LOCK + timedelta(minutes=30))
        assert submissions.lock_due() == 1
        assert kinds(ada.event)[-2:] == ["decklists.reopened", "decklists.locked"]

    @pytest.mark.django_db(transaction=True)
    def test_two_sweeps_at_once_lock_once(self, clock: time_machine.Traveller) -> None:
        event = event_with_lists()
        hand_in(players(event)[0])
        clock.move_to(LOCK)
        assert at_once(submissions.lock_due, submissions.lock_due) == [None, None]
        assert kinds(event).count("decklists.locked") == 1

    def test_locking_judges_by_the_rules_as_they_are_then(
        self, ada: Entry, clock: time_machine.Traveller
    ) -> None:
        hand_in(ada)
        Submission.objects.update(legal=False, faults=[{"message": "an old rule"}])
        clock.move_to(LOCK)
        submissions.lock_due()
        row = Submission.objects.get()
        assert row.legal
        assert row.faults == []


class TestUnlocking:
    @pytest.fixture
    def locked(self, ada: Entry, clock: time_machine.Traveller) -> Entry:
        hand_in(ada, SHORT)
        clock.move_to(LOCK)
        submissions.lock_due()
        return ada

    def test_until_a_time_the_player_may_mend_it(self, locked: Entry) -> None:
        until = LOCK + timedelta(minutes=15)
        submissions.unlock(locked, staff(locked.event, Role.SCOREKEEPER), until, "one card short")
        assert hand_in(locked).legal
        entry = locked.event.log.get(kind="decklist.unlocked")
        assert entry.reason == "one card short"

    def test_then_it_is_locked_again(self, locked: Entry, clock: time_machine.Traveller) -> None:
        until = LOCK + timedelta(minutes=15)
        submissions.unlock(locked, owner_of(locked.event), until, "one card short")
        clock.move_to(until)
        with pytest.raises(Refused, match="locked"):
            hand_in(locked)
        assert submissions.lock_due() == 1
        assert submissions.lock_due() == 0
        row = Submission.objects.get()
        assert row.unlocked_until is None
        assert row.locked_at == until

    def test_the_desk_locks_it_sooner(self, locked: Entry) -> None:
        owner = owner_of(locked.event)
        submissions.unlock(locked, owner, LOCK + timedelta(hours=1), "one card short")
        submissions.lock_again(locked, owner)
        with pytest.raises(Refused, match="locked"):
            hand_in(locked)
        with pytest.raises(Refused, match="not unlocked"):
            submissions.lock_again(locked, owner)

    def test_only_the_one_entry_is_unlocked(self, locked: Entry) -> None:
        other = locked.event.entries.exclude(pk=locked.pk).get()
        submissions.unlock(locked, owner_of(locked.event), LOCK + timedelta(hours=1), "one card short")
        with pytest.raises(Refused, match="locked"):
            hand_in(other)

    def test_who_has_no_list_may_be_unlocked_too(self, locked: Entry) -> None:
        late = locked.event.entries.exclude(pk=locked.pk).get()
        submissions.unlock(late, owner_of(locked.event), LOCK + timedelta(hours=1), "came late")
        assert hand_in(late).legal

    @pytest.mark.parametrize(
        ("after", "reason", "field"),
        [(0, "why", "minutes"), (60 * 24 * 8, "why", "minutes"), (5, "  ", "reason")],
    )
    def test_what_makes_no_sense_is_refused(self, locked: Entry, after: int, reason: str, field: str) -> None:
        with pytest.raises(Refused) as refused:
            submissions.unlock(locked, owner_of(locked.event), LOCK + timedelta(minutes=after), reason)
        assert refused.value.field == field


class TestReminders:
    @pytest.fixture
    def due(self, event: Event, clock: time_machine.Traveller) -> Event:
        players(event, 3)
        hand_in(event.entries.first())  # type: ignore[arg-type]
        clock.move_to(LOCK - timedelta(hours=24))
        return event

    def test_who_has_no_list_gets_one_mail(self, due: Event) -> None:
        remind_of_decklists.apply(throw=True)
        remind_of_decklists.apply(throw=True)
        assert len(mail.outbox) == 2
        assert {entry.name for entry in due.entries.filter(submission__reminded_at__isnull=False)} == {
            "Player 2",
            "Player 3",
        }
        assert kinds(due).count("decklists.reminded") == 1

    def test_the_mail_tells_the_venue_s_time_and_where(self, due: Event) -> None:
        remind_of_decklists.apply(throw=True)
        assert "28 March 2027 at 10:00 CEST" in mail.outbox[0].body
        assert f"/events/{due.slug}/deck/" in mail.outbox[0].body

    def test_not_before_its_time(self, due: Event, clock: time_machine.Traveller) -> None:
        clock.move_to(LOCK - timedelta(hours=24, seconds=1))
        assert submissions.claim_reminders() == []

    def test_not_after_the_lock(self, due: Event, clock: time_machine.Traveller) -> None:
        clock.move_to(LOCK)
        assert submissions.claim_reminders() == []

    @pytest.mark.parametrize(
        "fields", [{"decklists": "optional"}, {"decklists_remind_hours": 0}, {"status": "cancelled"}]
    )
    def test_not_where_it_is_not_wanted(self, due: Event, fields: dict[str, object]) -> None:
        Event.objects.filter(pk=due.pk).update(**fields)
        assert submissions.claim_reminders() == []

    def test_a_guest_without_an_address_is_recorded_and_not_mailed(
        self, event: Event, clock: time_machine.Traveller
    ) -> None:
        make_entries(event, 1)
        clock.move_to(LOCK - timedelta(hours=1))
        assert submissions.claim_reminders() == []
        assert Submission.objects.get().reminded_at is not None


class TestWhoSeesAList:
    """Open lists from the lock on, hidden ones when they are published; the own list and the staff always."""

    @pytest.fixture
    def people(self, ada: Entry) -> dict[str, object]:
        event = ada.event
        opponent = event.entries.exclude(pk=ada.pk).get()
        return {
            "own": actor_for(ada).user,
            "opponent": actor_for(opponent).user,
            "stranger": make_user(),
            "anonymous": AnonymousUser(),
            "judge of another event": make_staff(make_event(), Role.HEAD_JUDGE),
            "judge": make_staff(event, Role.JUDGE),
            "owner": owner_of(event).user,
        }

    def seen_by(self, ada: Entry, people: dict[str, object]) -> set[str]:
        entry = Entry.objects.select_related("event").get(pk=ada.pk)
        return {name for name, person in people.items() if can(person, "deck.view", entry)}

    INSIDE = frozenset({"own", "judge", "owner"})

    def finish(self, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)

    def test_hidden_until_published(
        self, ada: Entry, people: dict[str, object], clock: time_machine.Traveller
    ) -> None:
        hand_in(ada)
        assert self.seen_by(ada, people) == self.INSIDE
        clock.move_to(LOCK)
        submissions.lock_due()
        assert self.seen_by(ada, people) == self.INSIDE
        with pytest.raises(Refused, match="finish it first"):
            submissions.publish_lists(ada.event, owner_of(ada.event))
        self.finish(ada.event)
        assert self.seen_by(ada, people) == self.INSIDE
        submissions.publish_lists(ada.event, owner_of(ada.event))
        assert self.seen_by(ada, people) == set(people)
        submissions.unpublish_lists(ada.event, owner_of(ada.event))
        assert self.seen_by(ada, people) == self.INSIDE

    def test_open_from_the_lock_on(
        self, ada: Entry, people: dict[str, object], clock: time_machine.Traveller
    ) -> None:
        Event.objects.filter(pk=ada.event_id).update(decklists_open=True)
        hand_in(ada)
        clock.move_to(LOCK - timedelta(seconds=1))
        assert self.seen_by(ada, people) == self.INSIDE
        clock.move_to(LOCK)
        assert self.seen_by(ada, people) == set(people)

    def test_open_lists_are_hidden_while_one_may_be_changed(
        self, ada: Entry, people: dict[str, object], clock: time_machine.Traveller
    ) -> None:
        Event.objects.filter(pk=ada.event_id).update(decklists_open=True)
        hand_in(ada)
        clock.move_to(LOCK)
        submissions.unlock(ada, owner_of(ada.event), LOCK + timedelta(minutes=5), "a slip")
        assert self.seen_by(ada, people) == self.INSIDE

    def test_a_cancelled_event_shows_nothing(
        self, ada: Entry, people: dict[str, object], clock: time_machine.Traveller
    ) -> None:
        Event.objects.filter(pk=ada.event_id).update(decklists_open=True)
        hand_in(ada)
        clock.move_to(LOCK)
        events.cancel_event(ada.event, owner_of(ada.event), "no venue")
        assert self.seen_by(ada, people) == self.INSIDE


def test_the_log_names_no_card(ada: Entry) -> None:
    hand_in(ada, SHORT)
    for entry in ada.event.log.all():
        assert "Firestarter" not in entry.summary + str(entry.data)


def test_the_overview_counts_who_plays(event: Event, ada: Entry) -> None:
    hand_in(ada)
    bo = event.entries.exclude(pk=ada.pk).get()
    hand_in(bo, SHORT)
    (cleo,) = make_entries(event, 1)
    make_entries(event, 1, status=Entry.Status.WAITLISTED)
    found = submissions.overview(event)
    assert (found.legal, found.illegal, found.missing) == ([ada], [bo], [cleo])
    assert found.groups == (("Firestarter", 2),)


def test_a_copied_event_starts_without_lists(ada: Entry, clock: time_machine.Traveller) -> None:
    clock.move_to(LOCK)
    submissions.lock_due()
    copy = events.copy_event(ada.event, owner_of(ada.event), "Again", START + timedelta(days=7))
    assert copy.decklists_locked_at is None
    assert copy.decklists == Event.Decklists.REQUIRED


def test_the_same_request_twice_is_one_entry_of_the_log(ada: Entry) -> None:
    actor = Actor(actor_for(ada).user, "once")
    hand_in(ada, by=actor)
    with pytest.raises(Exception, match="already done"):
        hand_in(ada, OTHER_LEGAL, by=actor)
    assert Submission.objects.get().version.text == LEGAL  # type: ignore[union-attr]
