"""Coming into an event and leaving it: windows, waitlist, teams, guests and their codes, drops, re-entry."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from organizer.domain import events, registration
from organizer.domain.base import CLOCK, Actor, Refused, verify_log
from organizer.domain.facts import players_for_pairing
from organizer.domain.names import claim_hash, clean_name, new_claim_code
from organizer.domain.opening import start_event
from organizer.domain.results import enter_result, report_result
from organizer.domain.rounds import discard_draft, pair_round, publish_round
from organizer.models import Entry, Event, Match, Member, Report, Role, Round, User
from tests.organizer.concurrently import at_once
from tests.organizer.factories import (
    actor_for,
    make_entries,
    make_event,
    make_staff,
    make_user,
    owner_of,
)

pytestmark = pytest.mark.django_db

SOON, EARLIER = timedelta(hours=1), timedelta(hours=-1)


def _register(event: Event, user: User | None = None, **fields: Any) -> Entry:
    """As the player does it."""
    user = user or make_user()
    return registration.register(event, Actor(user), user, **fields)


def _statuses(event: Event) -> dict[str, str]:
    return dict(event.entries.values_list("name", "status"))


def _running(entries: int = 4, *, accounts: bool = False, **fields: Any) -> Event:
    event = make_event(**fields)
    make_entries(event, entries, accounts=accounts)
    return start_event(event, owner_of(event))


def _next_round(event: Event) -> Round:
    """Finish what is open, pair and publish."""
    owner = owner_of(event)
    for match in event.matches.exclude(status=Match.Status.FINAL).filter(round__status="published"):
        enter_result(match, owner, games_a=2, games_b=0)
    return publish_round(pair_round(event, owner), owner)


# Registering


def test_a_player_registers_under_the_account_s_name(event: Event) -> None:
    ada = make_user("ada", display_name="Ada L.")
    entry = _register(event, ada, club="North")
    assert (entry.name, entry.club, entry.status) == ("Ada L.", "North", "registered")
    assert [(m.user, m.claim_hash) for m in entry.members.all()] == [(ada, "")]
    row = event.log.last()
    assert row is not None
    assert (row.kind, row.actor, row.acting_as, row.public) == ("entry.registered", ada, "player", True)


def test_what_happens_in_a_draft_is_not_public() -> None:
    event = make_event(status="draft")
    registration.register_guest(event, owner_of(event), "Ada")
    assert not event.log.filter(public=True).exists()


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"status": "draft"}, "not published"),
        ({"self_registration": False}, "register players for this event themselves"),
        ({"registration_opens_at": SOON}, "Registration opens on"),
        ({"registration_closes_at": EARLIER}, "Registration closed on"),
        ({"status": "finished"}, "finished"),
        ({"status": "cancelled"}, "cancelled"),
    ],
)
def test_players_register_only_while_registration_is_open(fields: dict[str, Any], words: str) -> None:
    event = _with_times(fields)
    with pytest.raises(Refused, match=words) as refused:
        _register(event)
    assert refused.value.code == "closed"
    assert event.entries.count() == 0


@pytest.mark.parametrize(
    "fields",
    [{}, {"registration_opens_at": EARLIER}, {"registration_closes_at": SOON}],
)
def test_registration_is_open_until_the_start_unless_times_say_otherwise(fields: dict[str, Any]) -> None:
    assert _register(_with_times(fields)).status == "registered"


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "draft"},
        {"self_registration": False},
        {"registration_opens_at": SOON},
        {"registration_closes_at": EARLIER},
    ],
)
def test_the_desk_registers_outside_the_window_too(fields: dict[str, Any]) -> None:
    event = _with_times(fields)
    scorekeeper = Actor(make_staff(event, Role.SCOREKEEPER))
    assert registration.register_guest(event, scorekeeper, "Ada")[0].status == "registered"


def test_a_judge_is_a_player_when_registering() -> None:
    event = _with_times({"registration_closes_at": EARLIER})
    with pytest.raises(Refused, match="closed"):
        _register(event, make_staff(event, Role.JUDGE))


def _with_times(fields: dict[str, Any]) -> Event:
    """An event with times given as a distance from now."""
    now = timezone.now()
    return make_event(**{k: now + v if isinstance(v, timedelta) else v for k, v in fields.items()})


def test_the_message_gives_the_time_at_the_venue() -> None:
    event = make_event(time_zone="Asia/Tokyo", registration_opens_at=timezone.now() + SOON)
    assert event.registration_opens_at is not None
    with pytest.raises(Refused, match=f"{event.local(event.registration_opens_at):%H:%M} .Asia/Tokyo."):
        _register(event)


# T17: nobody twice


def test_t17_the_same_account_twice_is_refused(event: Event) -> None:
    ada = make_user("ada")
    _register(event, ada)
    with pytest.raises(Refused, match="ada is already in this event") as refused:
        _register(event, ada, name="Somebody else")
    assert refused.value.code == "already_in"
    assert event.entries.count() == 1


@pytest.mark.parametrize("again", ["Ada", "ADA", " Ada ", "Ａda", "Ada\u200b"])
def test_t17_the_same_name_twice_is_refused_at_the_name(event: Event, owner: Actor, again: str) -> None:
    registration.register_guest(event, owner, "Ada")
    with pytest.raises(Refused, match="already in this event") as refused:
        registration.register_guest(event, owner, again)
    assert refused.value.field == "name"
    assert event.entries.count() == 1


def test_t17_an_account_with_a_taken_name_registers_under_another(event: Event, owner: Actor) -> None:
    registration.register_guest(event, owner, "Ada")
    ada = make_user("ada", display_name="Ada")
    with pytest.raises(Refused) as refused:
        _register(event, ada)
    assert refused.value.field == "name"
    assert _register(event, ada, name="Ada (Oslo)").name == "Ada (Oslo)"


def test_t17_a_team_of_one_person_is_refused() -> None:
    event = make_event(team_size=2)
    ada = make_user("ada")
    with pytest.raises(Refused, match="two different people") as refused:
        _register(event, ada, partner=ada)
    assert refused.value.field == "partner"
    with pytest.raises(Refused, match="two different people"):
        registration.register_guest(event, owner_of(event), "Bo", partner_name="bo")


def test_t17_a_partner_who_is_in_the_event_is_refused() -> None:
    event = make_event(team_size=2)
    ada, bo = make_user("ada"), make_user("bo")
    _register(event, ada, partner=bo)
    with pytest.raises(Refused, match="bo is already in this event, in the team ada & bo") as refused:
        _register(event, make_user("cy"), partner=bo)
    assert refused.value.field == "partner"


def test_t17_a_guest_partner_of_another_team_is_refused() -> None:
    event = make_event(team_size=2)
    _register(event, make_user("ada"), partner="Bo")
    with pytest.raises(Refused, match="“Bo” is already in this event") as refused:
        _register(event, make_user("cy"), partner="BO")
    assert refused.value.field == "partner"


# Teams


def test_a_team_has_two_members_and_both_names() -> None:
    event = make_event(team_size=2)
    entry = _register(event, make_user("ada"), partner="Bo")
    assert entry.name == "ada & Bo"
    assert [member.name for member in entry.members.all()] == ["ada", "Bo"]
    assert len(entry.fresh_codes) == 1


def test_a_team_may_have_a_name_of_its_own() -> None:
    event = make_event(team_size=2)
    assert _register(event, name="The Bits", partner="Bo").name == "The Bits"


def test_an_event_for_teams_needs_a_partner() -> None:
    with pytest.raises(Refused, match="teams of two") as refused:
        _register(make_event(team_size=2))
    assert refused.value.field == "partner"


def test_an_event_for_single_players_takes_no_partner(event: Event) -> None:
    with pytest.raises(Refused, match="single players") as refused:
        _register(event, partner="Bo")
    assert refused.value.field == "partner"


# Names


@pytest.mark.parametrize(
    "typed, stored",
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ada\tL\n", "Ada L"),
        ("Ａｄａ", "Ada"),
        ("Ada\u202e\u200b\x07", "Ada"),
        ("e\u0301", "é"),
        ("張偉", "張偉"),
        ("🂡", "🂡"),
        ("x" * 80, "x" * 80),
    ],
)
def test_a_name_is_stored_clean(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored


@pytest.mark.parametrize("typed", ["", "  ", "\u200b", "\x00", "\u3164", "\u0301", "\u2800"])
def test_a_name_that_shows_nothing_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="Give a name"):
        clean_name(typed)


def test_a_name_of_81_characters_is_refused() -> None:
    with pytest.raises(Refused, match="81 characters"):
        clean_name("x" * 81)


@pytest.mark.parametrize(
    "fields, field",
    [({"seed": 0}, "seed"), ({"awarded_byes": -1}, "awarded_byes"), ({"awarded_byes": 10}, "awarded_byes")],
)
def test_impossible_numbers_are_refused(
    event: Event, owner: Actor, fields: dict[str, int], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        registration.register_guest(event, owner, "Ada", **fields)  # type: ignore[arg-type]
    assert refused.value.field == field


def test_a_seed_belongs_to_one_entry(event: Event, owner: Actor) -> None:
    registration.register_guest(event, owner, "Ada", seed=1)
    with pytest.raises(Refused, match="Seed 1 belongs to Ada") as refused:
        registration.register_guest(event, owner, "Bo", seed=1)
    assert refused.value.field == "seed"


# Capacity and waitlist


def test_a_full_event_keeps_a_waitlist_in_order() -> None:
    event = make_event(capacity=2)
    for name in ("Ada", "Bo", "Cy", "Di"):
        _register(event, name=name)
    assert _statuses(event) == {
        "Ada": "registered",
        "Bo": "registered",
        "Cy": "waitlisted",
        "Di": "waitlisted",
    }


def test_a_full_event_without_a_waitlist_refuses() -> None:
    event = make_event(capacity=2, waitlist=False)
    make_entries(event, 2)
    with pytest.raises(Refused, match="All 2 places are taken") as refused:
        _register(event)
    assert refused.value.code == "full"


@pytest.mark.parametrize("leave", [registration.withdraw, partial(registration.disqualify, reason="Theft")])
def test_who_waited_longest_gets_a_place_that_becomes_free(leave: Any) -> None:
    event = make_event(capacity=2)
    ada, *_ = [_register(event, name=name) for name in ("Ada", "Bo", "Cy", "Di")]
    leave(ada, owner_of(event))
    assert _statuses(event)["Cy"] == "registered"
    assert _statuses(event)["Di"] == "waitlisted"
    row = event.log.get(kind="entry.promoted")
    assert (row.summary, row.public) == ("Cy moved up from the waitlist.", True)


def test_leaving_the_waitlist_moves_nobody_up() -> None:
    event = make_event(capacity=2)
    *_, cy, _ = [_register(event, name=name) for name in ("Ada", "Bo", "Cy", "Di")]
    registration.withdraw(cy, owner_of(event))
    assert _statuses(event)["Di"] == "waitlisted"


@pytest.mark.parametrize("capacity, waiting", [(3, ["Di", "Ed"]), (4, ["Ed"]), (None, [])])
def test_a_raised_capacity_moves_people_up(capacity: int | None, waiting: list[str]) -> None:
    event = make_event(capacity=2)
    for name in ("Ada", "Bo", "Cy", "Di", "Ed"):
        _register(event, name=name)
    events.edit_event(event, owner_of(event), {"capacity": capacity})
    assert [name for name, status in _statuses(event).items() if status == "waitlisted"] == waiting


def test_who_withdrew_comes_back_at_the_end_of_the_queue() -> None:
    event = make_event(capacity=2)
    ada_user = make_user("ada")
    ada = _register(event, ada_user)
    for name in ("Bo", "Cy", "Di"):
        _register(event, name=name)
    registration.withdraw(ada, Actor(ada_user))
    assert _register(event, ada_user).pk == ada.pk
    events.edit_event(event, owner_of(event), {"capacity": 3})
    assert _statuses(event) == {
        "ada": "waitlisted",
        "Bo": "registered",
        "Cy": "registered",
        "Di": "registered",
    }


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_the_last_place_at_once_one_gets_it() -> None:
    event = make_event(capacity=5)
    make_entries(event, 4)
    users = [make_user() for _ in range(8)]
    raised = at_once(*(partial(_register, event, user) for user in users))
    assert raised == [None] * 8
    assert event.entries.filter(status="registered").count() == 5
    assert event.entries.filter(status="waitlisted").count() == 7
    assert verify_log(event) is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_the_last_place_without_a_waitlist_the_others_are_refused() -> None:
    event = make_event(capacity=5, waitlist=False)
    make_entries(event, 4)
    users = [make_user() for _ in range(8)]
    raised = at_once(*(partial(_register, event, user) for user in users))
    assert sorted(getattr(error, "code", "in") for error in raised) == ["full"] * 7 + ["in"]
    assert event.entries.count() == 5


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_t17_the_same_account_from_two_windows_at_once_is_in_once() -> None:
    event = make_event()
    ada = make_user("ada")
    raised = at_once(*[partial(_register, event, ada)] * 4)
    assert sorted(getattr(error, "code", "in") for error in raised) == ["already_in"] * 3 + ["in"]
    assert event.entries.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_withdraw_at_once_free_two_places() -> None:
    event = make_event(capacity=2)
    owner = owner_of(event)
    ada, bo, *_ = [_register(event, name=name) for name in ("Ada", "Bo", "Cy", "Di")]
    at_once(partial(registration.withdraw, ada, owner), partial(registration.withdraw, bo, owner))
    assert _statuses(event) == {
        "Ada": "withdrawn",
        "Bo": "withdrawn",
        "Cy": "registered",
        "Di": "registered",
    }


# Guests and claim codes


def test_a_guest_s_code_is_readable_and_stored_as_its_hash_alone(event: Event, owner: Actor) -> None:
    entry, (code,) = registration.register_guest(event, owner, "Ada", email="ada@example.org")
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}", code)
    member = entry.members.get()
    assert (member.name, member.email, member.claim_hash) == ("Ada", "ada@example.org", claim_hash(code))
    stored = f"{Member.objects.values().get(pk=member.pk)} {list(event.log.values())}"
    assert code not in stored


def test_codes_do_not_repeat() -> None:
    assert len({new_claim_code() for _ in range(1000)}) == 1000


def test_a_code_makes_the_account_the_guest(event: Event, owner: Actor) -> None:
    entry, (code,) = registration.register_guest(event, owner, "Ada")
    ada = make_user("ada")
    assert registration.claim_place(Actor(ada), code) == entry
    assert entry.members.get().user == ada
    row = event.log.last()
    assert row is not None
    assert (row.kind, row.public) == ("entry.claimed", False)


@pytest.mark.parametrize("change", [str.lower, lambda c: c.replace("-", " "), lambda c: c.replace("-", "")])
def test_a_code_may_be_typed_carelessly(event: Event, owner: Actor, change: Any) -> None:
    _, (code,) = registration.register_guest(event, owner, "Ada")
    registration.claim_place(Actor(make_user()), f" {change(code)} ")


def test_letters_that_look_like_digits_count_as_those() -> None:
    assert claim_hash("o1iL-0000-abcd") == claim_hash("0111-0000-ABCD")


@pytest.mark.parametrize("code", ["", "0000-0000-0000", "not a code", "é" * 1000])
def test_a_wrong_code_is_refused_at_its_field(event: Event, code: str) -> None:
    with pytest.raises(Refused, match="No place has this code") as refused:
        registration.claim_place(Actor(make_user()), code)
    assert (refused.value.field, refused.value.code) == ("code", "unknown_code")


def test_a_place_is_claimed_once(event: Event, owner: Actor) -> None:
    _, (code,) = registration.register_guest(event, owner, "Ada")
    ada = make_user("ada")
    registration.claim_place(Actor(ada), code)
    with pytest.raises(Refused, match="claimed already"):
        registration.claim_place(Actor(make_user()), code)
    with pytest.raises(Refused, match="You have claimed this place already"):
        registration.claim_place(Actor(ada), code)


def test_who_is_in_the_event_cannot_claim_another_place(event: Event, owner: Actor) -> None:
    ada = make_user("ada")
    _register(event, ada)
    _, (code,) = registration.register_guest(event, owner, "Guest")
    with pytest.raises(Refused, match="You are in this event already, as ada"):
        registration.claim_place(Actor(ada), code)


def test_who_withdrew_can_claim_the_place_of_a_guest(event: Event, owner: Actor) -> None:
    ada = make_user("ada")
    registration.withdraw(_register(event, ada), Actor(ada))
    guest, (code,) = registration.register_guest(event, owner, "Ada")
    assert registration.claim_place(Actor(ada), code) == guest


def test_both_people_of_a_guest_team_have_a_code() -> None:
    event = make_event(team_size=2)
    entry, codes = registration.register_guest(event, owner_of(event), "Ada", partner_name="Bo")
    for code in codes:
        registration.claim_place(Actor(make_user()), code)
    assert entry.members.filter(user=None).count() == 0


def test_a_new_code_replaces_the_lost_one(event: Event, owner: Actor) -> None:
    entry, (lost,) = registration.register_guest(event, owner, "Ada")
    code = registration.renew_claim_code(entry.members.get(), owner)
    with pytest.raises(Refused):
        registration.claim_place(Actor(make_user()), lost)
    assert registration.claim_place(Actor(make_user()), code) == entry


def test_a_claimed_place_gets_no_new_code(event: Event, owner: Actor) -> None:
    entry, (code,) = registration.register_guest(event, owner, "Ada")
    registration.claim_place(Actor(make_user()), code)
    with pytest.raises(Refused, match="account"):
        registration.renew_claim_code(entry.members.get(), owner)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_code_claimed_by_two_at_once_goes_to_one() -> None:
    event = make_event()
    entry, (code,) = registration.register_guest(event, owner_of(event), "Ada")
    claims = [partial(registration.claim_place, Actor(make_user()), code) for _ in range(4)]
    raised = at_once(*claims)
    assert sorted(getattr(error, "code", "in") for error in raised) == ["claimed"] * 3 + ["in"]
    assert entry.members.get().user is not None


# Check-in


def _with_check_in(**times: timedelta) -> tuple[Event, Entry, Actor]:
    event = _with_times({"check_in": True, **times})
    (entry,) = make_entries(event, 1, accounts=True)
    return event, entry, actor_for(entry)


def test_a_player_checks_in_and_out() -> None:
    event, entry, player = _with_check_in()
    assert registration.check_in(entry, player).checked_in_at == event.log.latest("seq").at
    assert registration.undo_check_in(entry, player).checked_in_at is None


def test_checking_in_twice_says_when_it_was_done() -> None:
    _, entry, player = _with_check_in()
    registration.check_in(entry, player)
    with pytest.raises(Refused, match="checked in on"):
        registration.check_in(entry, player)


def test_nobody_is_checked_out_who_is_not_in() -> None:
    _, entry, player = _with_check_in()
    with pytest.raises(Refused, match="has not checked in"):
        registration.undo_check_in(entry, player)


@pytest.mark.parametrize(
    "times, words",
    [({"check_in_opens_at": SOON}, "Check-in opens on"), ({"check_in_closes_at": EARLIER}, "closed on")],
)
def test_players_check_in_within_the_window_and_the_desk_any_time(
    times: dict[str, timedelta], words: str
) -> None:
    event, entry, player = _with_check_in(**times)
    with pytest.raises(Refused, match=words):
        registration.check_in(entry, player)
    assert registration.check_in(entry, owner_of(event)).checked_in_at


def test_an_event_without_check_in_refuses_it(event: Event, owner: Actor) -> None:
    (entry,) = make_entries(event, 1)
    with pytest.raises(Refused, match="no check-in"):
        registration.check_in(entry, owner)


def test_the_waitlist_does_not_check_in() -> None:
    event = make_event(check_in=True)
    (entry,) = make_entries(event, 1, status="waitlisted")
    with pytest.raises(Refused, match="on the waitlist"):
        registration.check_in(entry, owner_of(event))


def test_the_start_ends_the_check_in() -> None:
    event = make_event(check_in=True, status="running")
    (entry,) = make_entries(event, 1)
    with pytest.raises(Refused, match="ended"):
        registration.check_in(entry, owner_of(event))


# Editing an entry


def test_an_edit_changes_what_is_given_and_logs_both_values(event: Event, owner: Actor) -> None:
    entry, _ = registration.register_guest(event, owner, "Ada", club="North", seed=1)
    edited = registration.edit_entry(entry, owner, name="Ada B.", seed=None, fixed_table=7)
    assert (edited.name, edited.club, edited.seed, edited.fixed_table) == ("Ada B.", "North", None, 7)
    assert edited.members.get().name == "Ada B."
    row = event.log.last()
    assert row is not None
    assert row.data["before"] == {"name": "Ada", "seed": 1, "fixed_table": None}
    assert row.data["after"] == {"name": "Ada B.", "seed": None, "fixed_table": 7}


def test_an_edit_that_changes_nothing_writes_nothing(event: Event, owner: Actor) -> None:
    entry, _ = registration.register_guest(event, owner, "Ada")
    before = event.log.count()
    registration.edit_entry(entry, owner, name="Ada", club="")
    assert event.log.count() == before


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"name": " "}, "name"),
        ({"name": "BO"}, "name"),
        ({"seed": 2}, "seed"),
        ({"fixed_table": 9}, "fixed_table"),
        ({"fixed_table": 0}, "fixed_table"),
        ({"awarded_byes": 10}, "awarded_byes"),
    ],
)
def test_an_edit_is_refused_at_its_field(
    event: Event, owner: Actor, fields: dict[str, Any], field: str
) -> None:
    bo, _ = registration.register_guest(event, owner, "Bo", seed=2)
    registration.edit_entry(bo, owner, fixed_table=9)
    ada, _ = registration.register_guest(event, owner, "Ada", seed=1)
    with pytest.raises(Refused) as refused:
        registration.edit_entry(ada, owner, **fields)
    assert refused.value.field == field
    ada.refresh_from_db()
    assert (ada.name, ada.seed, ada.fixed_table) == ("Ada", 1, None)


@pytest.mark.parametrize("fields", [{"seed": 5}, {"awarded_byes": 1}])
def test_seeds_and_byes_are_settled_once_the_first_round_is_paired(fields: dict[str, int]) -> None:
    event = _running()
    owner = owner_of(event)
    entry = event.entries.first()
    assert entry is not None
    registration.edit_entry(entry, owner, **fields)  # type: ignore[arg-type]
    pair_round(event, owner)
    other = event.entries.last()
    assert other is not None
    with pytest.raises(Refused, match="first round is paired"):
        registration.edit_entry(other, owner, **{k: v + 1 for k, v in fields.items()})  # type: ignore[arg-type]


# Withdrawing before the start


def test_who_withdraws_frees_name_seed_and_account(event: Event, owner: Actor) -> None:
    ada = make_user("ada")
    entry = _register(event, ada)
    registration.edit_entry(entry, owner, seed=1)
    registration.withdraw(entry, Actor(ada))
    other, _ = registration.register_guest(event, owner, "ada", seed=1)
    assert other.status == "registered"


def test_a_withdrawn_team_mate_can_join_another_team() -> None:
    event = make_event(team_size=2)
    ada, bo, cy = make_user("ada"), make_user("bo"), make_user("cy")
    first = _register(event, ada, partner=bo)
    registration.withdraw(first, Actor(ada))
    assert _register(event, ada, partner=cy).name == "ada & cy"
    with pytest.raises(Refused, match="with another entry"):
        registration.reenter(first, owner_of(event))


def test_nobody_withdraws_twice(event: Event, owner: Actor) -> None:
    (entry,) = make_entries(event, 1)
    registration.withdraw(entry, owner)
    with pytest.raises(Refused, match="withdrawn") as refused:
        registration.withdraw(entry, owner)
    assert refused.value.code == "left_already"


def test_a_drop_before_the_start_is_a_withdrawal(event: Event, owner: Actor) -> None:
    (entry,) = make_entries(event, 1)
    assert registration.drop(entry, owner).status == "withdrawn"
    assert event.log.filter(kind="entry.withdrawn").exists()


@pytest.mark.parametrize("start", [False, True])
def test_why_somebody_left_is_for_the_staff_alone(start: bool) -> None:
    event = _running() if start else make_event()
    entry = event.entries.first() or make_entries(event, 1)[0]
    registration.drop(entry, owner_of(event), "ill")
    row = event.log.get(kind="entry.reason")
    assert (row.reason, row.public) == ("ill", False)
    assert not event.log.filter(public=True, reason="ill").exists()


def test_after_the_start_one_drops_instead() -> None:
    event = _running()
    entry = event.entries.first()
    assert entry is not None
    with pytest.raises(Refused, match="drop"):
        registration.withdraw(entry, owner_of(event))


def test_an_entry_that_is_gone_is_refused(event: Event, owner: Actor) -> None:
    (entry,) = make_entries(event, 1)
    stale = Entry.objects.get(pk=entry.pk)
    entry.delete()
    with pytest.raises(Refused, match="not in this event"):
        registration.withdraw(stale, owner)


# T16: dropping during a round


def test_t16_the_table_stays_and_the_opponent_wins_by_default() -> None:
    event = _running()
    match = _next_round(event).matches.first()
    assert match is not None
    assert match.b is not None
    entry = registration.drop(match.b, owner_of(event), "ill")
    match.refresh_from_db()
    assert (match.status, match.outcome, match.how) == ("final", "a", "drop")
    assert match.score() == (2, 0, 0)
    assert (entry.status, entry.dropped_after) == ("dropped", 1)


@pytest.mark.parametrize("best_of, games", [(1, 1), (3, 2), (5, 3)])
def test_t16_the_default_is_a_full_win(best_of: int, games: int) -> None:
    event = _running(best_of=best_of)
    match = _next_round(event).matches.first()
    assert match is not None
    registration.drop(match.a, owner_of(event))
    match.refresh_from_db()
    assert (match.outcome, match.score()) == ("b", (0, games, 0))


def test_t16_who_dropped_is_not_paired_again_and_has_met_the_opponent() -> None:
    event = _running(6)
    match = _next_round(event).matches.first()
    assert match is not None
    registration.drop(match.a, owner_of(event))
    round = _next_round(event)
    assert not round.seatings.filter(entry=match.a).exists()
    players = {player.id: player for player in players_for_pairing(round.phase)}
    assert match.a_id not in players
    assert match.a_id in players[match.b_id].opponents  # type: ignore[index]


def test_t16_nobody_ever_sits_opposite_themselves_after_drops() -> None:
    event = _running(7)
    for _ in range(3):
        round = _next_round(event)
        match = round.matches.filter(kind="played").first()
        assert match is not None
        registration.drop(match.a, owner_of(event))
    assert all(a != b for a, b in event.matches.values_list("a", "b"))


def test_t16_when_all_have_dropped_the_next_round_is_refused() -> None:
    event = _running(4)
    owner = owner_of(event)
    _next_round(event)
    for entry in event.entries.all():
        registration.drop(entry, owner)
    with pytest.raises(Refused, match="nobody left to pair"):
        pair_round(event, owner)


def test_a_result_that_is_final_stays_when_a_player_drops() -> None:
    event = _running()
    match = _next_round(event).matches.first()
    assert match is not None
    enter_result(match, owner_of(event), games_a=2, games_b=1)
    registration.drop(match.a, owner_of(event))
    match.refresh_from_db()
    assert (match.outcome, match.how, match.score()) == ("a", "played", (2, 1, 0))


def test_a_result_that_was_reported_stays_when_a_player_drops() -> None:
    event = _running(accounts=True)
    match = _next_round(event).matches.first()
    assert match is not None
    report_result(match, actor_for(match.a), match.a, games_a=2, games_b=1)
    registration.drop(match.a, actor_for(match.a))
    match.refresh_from_db()
    assert match.status == "reported"


def test_a_bye_is_kept_when_its_holder_drops() -> None:
    event = _running(5)
    bye = _next_round(event).matches.get(kind="bye")
    entry = registration.drop(bye.a, owner_of(event))
    bye.refresh_from_db()
    assert (bye.outcome, entry.dropped_after) == ("a", 1)


def test_who_drops_between_rounds_left_after_the_last_one_played() -> None:
    event = _running()
    owner = owner_of(event)
    match = _next_round(event).matches.first()
    assert match is not None
    enter_result(match, owner, games_a=2)
    assert registration.drop(match.a, owner).dropped_after == 1


def test_who_drops_before_the_first_round_played_none() -> None:
    event = _running()
    entry = event.entries.first()
    assert entry is not None
    assert registration.drop(entry, owner_of(event)).dropped_after == 0


def test_a_drop_while_a_draft_is_open_leaves_the_draft_and_says_so() -> None:
    event = _running(6)
    owner = owner_of(event)
    draft = pair_round(event, owner)
    match = draft.matches.first()
    assert match is not None
    entry = registration.drop(match.a, owner)
    assert entry.dropped_after == 0
    assert "draft of round 1 has to be paired again" in event.log.get(kind="entry.dropped").summary
    match.refresh_from_db()
    assert match.status == "open"
    with pytest.raises(Refused, match="left after"):
        publish_round(draft, owner)


def test_a_draft_paired_again_after_a_drop_seats_everybody_left() -> None:
    event = _running(6)
    owner = owner_of(event)
    draft = pair_round(event, owner)
    match = draft.matches.first()
    assert match is not None
    registration.drop(match.a, owner)
    discard_draft(draft, owner)
    round = publish_round(pair_round(event, owner), owner)
    assert round.seatings.count() == 5
    assert not round.seatings.filter(entry=match.a).exists()


def test_nobody_drops_twice() -> None:
    event = _running()
    entry = event.entries.first()
    assert entry is not None
    registration.drop(entry, owner_of(event))
    with pytest.raises(Refused, match="dropped"):
        registration.drop(entry, owner_of(event))


def test_nobody_drops_from_a_finished_event() -> None:
    event = make_event(status="finished")
    (entry,) = make_entries(event, 1, status="active")
    with pytest.raises(Refused, match="finished"):
        registration.drop(entry, owner_of(event))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_drop_and_a_result_of_the_same_table_at_once_leave_one_result() -> None:
    event = _running(2)
    owner = owner_of(event)
    match = _next_round(event).matches.get()
    at_once(
        partial(registration.drop, match.a, owner),
        partial(enter_result, match, owner, games_a=2, games_b=1, expected_version=match.version),
    )
    match.refresh_from_db()
    entry = Entry.objects.get(pk=match.a_id)
    assert entry.status == "dropped"
    assert (match.status, match.outcome) in {("final", "a"), ("final", "b")}
    assert match.how == ("drop" if match.outcome == "b" else "played")
    assert verify_log(event) is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_both_players_of_a_table_drop_at_once_and_the_first_to_go_loses() -> None:
    event = _running(4)
    owner = owner_of(event)
    match = _next_round(event).matches.first()
    assert match is not None
    assert match.b is not None
    raised = at_once(partial(registration.drop, match.a, owner), partial(registration.drop, match.b, owner))
    assert raised == [None, None]
    assert event.log.filter(kind="result.default", match=match).count() == 1
    assert event.entries.filter(status="dropped").count() == 2


# Disqualification


@pytest.mark.parametrize("state", ["open", "reported"])
def test_who_is_disqualified_loses_the_match_being_played(state: str) -> None:
    event = _running(accounts=True)
    match = _next_round(event).matches.first()
    assert match is not None
    if state == "reported":
        report_result(match, actor_for(match.a), match.a, games_a=2, games_b=0)
    entry = registration.disqualify(match.a, owner_of(event), "Theft")
    match.refresh_from_db()
    assert (match.status, match.outcome, match.how) == ("final", "b", "penalty")
    assert match.score() == (0, 2, 0)
    assert entry.status == "disqualified"
    assert not match.reports.filter(status=Report.Status.PENDING).exists()


def test_the_reason_of_a_disqualification_is_for_the_staff_alone() -> None:
    event = _running()
    entry = event.entries.first()
    assert entry is not None
    registration.disqualify(entry, owner_of(event), "Theft")
    row = event.log.get(kind="entry.disqualified")
    assert (row.reason, row.public) == ("Theft", False)
    assert event.log.get(kind="entry.left").public
    assert not [r for r in event.log.filter(public=True) if "Theft" in f"{r.summary}{r.reason}{r.data}"]


def test_a_disqualification_needs_a_reason(event: Event, owner: Actor) -> None:
    (entry,) = make_entries(event, 1)
    with pytest.raises(Refused) as refused:
        registration.disqualify(entry, owner, " ")
    assert refused.value.field == "reason"


def test_results_from_before_a_disqualification_stay() -> None:
    event = _running()
    match = _next_round(event).matches.first()
    assert match is not None
    enter_result(match, owner_of(event), games_a=2, games_b=0)
    registration.disqualify(match.a, owner_of(event), "Theft")
    match.refresh_from_db()
    assert (match.outcome, match.how) == ("a", "played")


def test_who_dropped_can_still_be_disqualified() -> None:
    event = _running()
    owner = owner_of(event)
    _next_round(event)
    entry = event.entries.first()
    assert entry is not None
    registration.drop(entry, owner)
    entry = registration.disqualify(entry, owner, "Theft")
    assert (entry.status, entry.dropped_after) == ("disqualified", 1)
    with pytest.raises(Refused):
        registration.disqualify(entry, owner, "Theft")


# Coming back


def test_who_dropped_plays_from_the_next_round_and_lost_what_was_missed() -> None:
    event = _running(6, phases=[{"kind": "swiss", "rounds_planned": 4}], late_entry="bye")
    owner = owner_of(event)
    match = _next_round(event).matches.first()
    assert match is not None
    registration.drop(match.a, owner)
    _next_round(event)
    back = registration.reenter(match.a, owner)
    assert (back.status, back.dropped_after) == ("active", None)
    assert "from round 3" in event.log.get(kind="entry.reentered").summary
    round = _next_round(event)
    assert round.seatings.filter(entry=back).exists()
    missed = event.matches.get(kind="missed", a=back)
    assert (missed.round.number, missed.outcome) == (2, "b")


def test_a_drop_taken_back_in_the_same_round_keeps_the_result_given() -> None:
    event = _running()
    match = _next_round(event).matches.first()
    assert match is not None
    registration.drop(match.a, owner_of(event))
    assert registration.reenter(match.a, owner_of(event)).status == "active"
    match.refresh_from_db()
    assert match.outcome == "b"


def test_a_drop_taken_back_while_the_draft_is_open_leaves_the_draft_as_it_was() -> None:
    event = _running(6)
    owner = owner_of(event)
    draft = pair_round(event, owner)
    match = draft.matches.first()
    assert match is not None
    registration.drop(match.a, owner)
    registration.reenter(match.a, owner)
    assert publish_round(draft, owner).seatings.count() == 6


def test_a_disqualification_is_taken_back_by_the_staff_alone() -> None:
    event = _running(accounts=True)
    entry = event.entries.first()
    assert entry is not None
    registration.disqualify(entry, owner_of(event), "Mistaken")
    with pytest.raises(Refused, match="Only the staff"):
        registration.reenter(entry, actor_for(entry))
    assert registration.reenter(entry, owner_of(event)).status == "active"


def test_who_has_not_left_cannot_come_back(event: Event, owner: Actor) -> None:
    (entry,) = make_entries(event, 1)
    with pytest.raises(Refused, match="has not left"):
        registration.reenter(entry, owner)


def test_before_the_start_who_comes_back_queues_again() -> None:
    event = make_event(capacity=2)
    owner = owner_of(event)
    ada, *_ = [_register(event, name=name) for name in ("Ada", "Bo", "Cy")]
    registration.withdraw(ada, owner)
    assert registration.reenter(ada, owner).status == "waitlisted"


def test_nobody_joins_a_cut_that_is_made_without_them() -> None:
    event = _running()
    entry = event.entries.first()
    assert entry is not None
    registration.drop(entry, owner_of(event))
    event.phases.update(kind="elimination", seeding=[])
    with pytest.raises(Refused, match="cut is made"):
        registration.reenter(entry, owner_of(event))


# Late entries


def test_t19_the_desk_adds_a_late_player_from_the_next_round() -> None:
    event = _running(4)
    _next_round(event)
    entry, _ = registration.register_guest(event, owner_of(event), "Late")
    assert (entry.status, entry.first_round) == ("active", 2)
    assert "late and plays from round 2" in event.log.get(kind="entry.registered").summary


def test_t19_before_the_first_round_is_paired_nobody_is_late() -> None:
    event = _running(4)
    entry, _ = registration.register_guest(event, owner_of(event), "Late")
    assert entry.first_round == 1


@pytest.mark.parametrize("rule, outcome", [("loss", "b"), ("bye", "a")])
def test_t19_missed_rounds_count_by_the_event_s_rule_and_nothing_repeats(rule: str, outcome: str) -> None:
    event = _running(8, late_entry=rule)
    _next_round(event)
    late, _ = registration.register_guest(event, owner_of(event), "Late")
    _next_round(event)
    assert event.matches.get(kind="missed", a=late).outcome == outcome
    _next_round(event)
    pairs = [frozenset(pair) for pair in event.matches.filter(kind="played").values_list("a", "b")]
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize(
    "fields, words",
    [
        ({}, "ask at the desk"),
        ({"late_entry": "closed"}, "no late entries"),
        ({"registration_closes_at": EARLIER}, "Registration closed"),
    ],
)
def test_players_enter_late_only_while_registration_stays_open(fields: dict[str, Any], words: str) -> None:
    event = _with_times(fields)
    make_entries(event, 4)
    start_event(event, owner_of(event))
    with pytest.raises(Refused, match=words):
        _register(event)


def test_registration_that_closes_after_the_start_lets_players_enter_late() -> None:
    event = _with_times({"registration_closes_at": SOON})
    make_entries(event, 4)
    start_event(event, owner_of(event))
    _next_round(event)
    entry = _register(event)
    assert (entry.status, entry.first_round) == ("active", 2)


def test_nobody_enters_after_the_last_swiss_round_is_paired() -> None:
    event = _running(4, phases=[{"kind": "swiss", "rounds_planned": 1}])
    _next_round(event)
    with pytest.raises(Refused, match="last Swiss round"):
        registration.register_guest(event, owner_of(event), "Late")


@pytest.mark.parametrize("kind", ["elimination", "round_robin"])
def test_nobody_enters_late_where_there_are_no_swiss_rounds(kind: str) -> None:
    event = _running(4, phases=[{"kind": kind}])
    with pytest.raises(Refused, match="Swiss rounds only"):
        registration.register_guest(event, owner_of(event), "Late")


def test_a_full_running_event_has_no_waitlist() -> None:
    event = _running(4, capacity=4)
    with pytest.raises(Refused, match="All 4 places") as refused:
        registration.register_guest(event, owner_of(event), "Late")
    assert refused.value.code == "full"


def test_who_missed_the_check_in_enters_late() -> None:
    event = make_event(check_in=True)
    owner = owner_of(event)
    *here, absent = make_entries(event, 5)
    for entry in here:
        registration.check_in(entry, owner)
    start_event(event, owner)
    _next_round(event)
    back = registration.reenter(absent, owner)
    assert (back.status, back.first_round) == ("active", 2)


def test_the_clock_may_register_and_counts_as_staff() -> None:
    event = _with_times({"registration_closes_at": EARLIER})
    entry, _ = registration.register_guest(event, CLOCK, "Player 1")
    assert entry.status == "registered"
