"""Who may do what: every role, and the lack of one, against every action."""

import pytest
from django.contrib.auth.models import AnonymousUser

from organizer.models import Event, Match, Phase, Role, Round
from organizer.rules import STAFF_ACTIONS, acting_as, can
from tests.organizer.factories import actor_for, make_entries, make_event, make_staff, make_user, owner_of

pytestmark = pytest.mark.django_db

ROLES = ("owner", "organizer", "scorekeeper", "head_judge", "judge")
TABLE = {
    #                      owner organizer scorekeeper head judge judge
    "event.edit":          (True, True, False, False, False),
    "event.publish":       (True, True, False, False, False),
    "event.cancel":        (True, True, False, False, False),
    "event.start":         (True, True, False, False, False),
    "event.finish":        (True, True, False, False, False),
    "event.dashboard":     (True, True, True, True, True),
    "event.log":           (True, True, True, True, True),
    "staff.edit":          (True, False, False, False, False),
    "entries.manage":      (True, True, True, False, False),
    "entries.private":     (True, True, True, True, False),
    "entries.disqualify":  (True, True, False, True, False),
    "rounds.manage":       (True, True, True, False, False),
    "rounds.preview":      (True, True, True, True, True),
    "clock.manage":        (True, True, True, True, False),
    "tables.extend":       (True, True, True, True, True),
    "results.enter":       (True, True, True, True, True),
    "results.correct":     (True, True, True, True, False),
    "penalties.give":      (True, True, False, True, True),
    "penalties.view":      (True, True, True, True, True),
    "decks.view_all":      (True, True, True, True, True),
    "decks.unlock":        (True, True, True, False, False),
    "decks.publish":       (True, True, False, False, False),
    "deckchecks.run":      (True, True, False, True, True),
}  # fmt: skip
CELLS = [(action, role, may) for action, row in TABLE.items() for role, may in zip(ROLES, row, strict=True)]


def test_the_table_names_every_role_and_every_staff_action() -> None:
    assert set(TABLE) == set(STAFF_ACTIONS)
    assert set(ROLES) == set(Role.values)


@pytest.mark.parametrize("action, role, may", CELLS, ids=[f"{role}-{action}" for action, role, _ in CELLS])
def test_a_role_may_do_what_the_table_says(event: Event, action: str, role: str, may: bool) -> None:
    decision = can(make_staff(event, role), action, event)
    assert bool(decision) is may
    assert bool(decision.reason) is not may


@pytest.mark.parametrize("action", TABLE)
def test_nobody_outside_the_staff_does_the_staff_s_work(event: Event, action: str) -> None:
    (entry,) = make_entries(event, 1, accounts=True)
    stranger, player = make_user(), actor_for(entry).user
    foreign_owner = owner_of(make_event()).user
    for person in (AnonymousUser(), stranger, player, foreign_owner):
        assert not can(person, action, event)


@pytest.mark.parametrize("action", TABLE)
def test_a_superuser_counts_as_owner(event: Event, action: str) -> None:
    assert can(make_user(is_superuser=True), action, event)


def test_several_roles_add_up(event: Event) -> None:
    both = make_staff(event, Role.JUDGE)
    make_staff(event, Role.SCOREKEEPER, both)
    assert can(both, "penalties.give", event)
    assert can(both, "rounds.manage", event)
    assert acting_as(both, event) == "scorekeeper"


def test_a_refusal_names_the_roles_that_may(event: Event) -> None:
    assert "owner, organizer" in can(make_user(), "event.edit", event).reason


def test_an_unknown_action_is_an_error(event: Event) -> None:
    with pytest.raises(KeyError):
        can(owner_of(event).user, "event.destroy", event)


def test_who_is_signed_in_may_create_events() -> None:
    assert can(make_user(), "event.create", None)
    assert not can(AnonymousUser(), "event.create", None)


def test_a_draft_is_seen_by_its_staff_alone() -> None:
    draft = make_event(status=Event.Status.DRAFT)
    assert can(make_staff(draft, Role.JUDGE), "event.view", draft)
    assert not can(make_user(), "event.view", draft)
    assert not can(AnonymousUser(), "event.view", draft)


@pytest.mark.parametrize("status", ["published", "running", "finished", "cancelled"])
def test_any_other_event_is_seen_by_everybody(status: str) -> None:
    assert can(AnonymousUser(), "event.view", make_event(status=status))


def test_who_is_signed_in_may_register_unless_the_staff_does_it(event: Event) -> None:
    assert can(make_user(), "event.register", event)
    assert not can(AnonymousUser(), "event.register", event)
    assert not can(make_user(), "event.register", make_event(self_registration=False))


def test_an_entry_belongs_to_its_members(event: Event) -> None:
    ada, bo = make_entries(event, 2, accounts=True)
    assert can(actor_for(ada).user, "entry.own", ada)
    assert not can(actor_for(bo).user, "entry.own", ada)
    assert not can(owner_of(event).user, "entry.own", ada)
    assert not can(AnonymousUser(), "entry.own", ada)


def _match(event: Event, status: str) -> Match:
    a, b, _ = make_entries(event, 3, accounts=True)
    phase = Phase.objects.get(event=event)
    round = Round.objects.create(event=event, phase=phase, number=1, status=status, seed="0", seed_hash="0")
    return Match.objects.create(event=event, round=round, table=1, a=a, b=b)


def test_a_match_is_reported_by_its_two_players_alone(event: Event) -> None:
    match = _match(event, Round.Status.PUBLISHED)
    third = event.entries.exclude(pk__in=[match.a_id, match.b_id]).get()
    assert match.b is not None
    assert can(actor_for(match.a).user, "match.report", match)
    assert can(actor_for(match.b).user, "match.report", match)
    assert not can(actor_for(third).user, "match.report", match)
    assert not can(owner_of(event).user, "match.report", match)
    assert not can(AnonymousUser(), "match.report", match)


def test_nobody_reports_while_reporting_is_off() -> None:
    match = _match(make_event(players_report=False), Round.Status.PUBLISHED)
    assert "hand in your slip" in can(actor_for(match.a).user, "match.report", match).reason


@pytest.mark.parametrize("status, seen", [("committed", False), ("draft", False), ("published", True)])
def test_players_see_a_match_once_its_round_is_published(event: Event, status: str, seen: bool) -> None:
    match = _match(event, status)
    assert bool(can(actor_for(match.a).user, "match.view", match)) is seen
    assert bool(can(AnonymousUser(), "match.view", match)) is seen
    assert can(make_staff(event, Role.JUDGE), "match.view", match)
