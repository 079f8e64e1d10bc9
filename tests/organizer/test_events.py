"""Events as their organizers make them: settings, what may change when, copies, staff, warnings."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from organizer.domain import events
from organizer.domain.base import Actor, Refused
from organizer.domain.opening import start_event
from organizer.domain.rounds import pair_round, publish_round
from organizer.domain.when import local_to_utc
from organizer.models import Event, Phase, Role
from tests.organizer.factories import make_entries, make_event, make_staff, make_user, owner_of

pytestmark = pytest.mark.django_db

PRAGUE = ZoneInfo("Europe/Prague")
SWISS_AND_CUT = [{"kind": "swiss"}, {"kind": "elimination", "cut_size": 4}]


def _settings(**fields: Any) -> dict[str, Any]:
    return {
        "title": "Spring Open",
        "game": "neuroscape",
        "starts_at": timezone.now() + timedelta(days=30),
        "time_zone": "Europe/Prague",
        **fields,
    }


def _create(**fields: Any) -> Event:
    return events.create_event(Actor(make_user()), **_settings(**fields))


def _running(entries: int = 8, **fields: Any) -> Event:
    event = make_event(**fields)
    make_entries(event, entries)
    return start_event(event, owner_of(event))


# Creating


def test_a_new_event_is_a_draft_of_its_creator_with_swiss_rounds() -> None:
    ada = make_user("ada")
    event = events.create_event(Actor(ada), **_settings())
    assert event.status == Event.Status.DRAFT
    assert [(row.user, row.role) for row in event.staff.all()] == [(ada, Role.OWNER)]
    assert [(phase.number, phase.kind) for phase in event.phases.all()] == [(1, "swiss")]
    row = event.log.get()
    assert (row.kind, row.actor, row.acting_as, row.public) == ("event.created", ada, "owner", False)


def test_nobody_creates_an_event_without_an_account() -> None:
    with pytest.raises(Refused, match="Sign in"):
        events.create_event(Actor(), **_settings())


def test_the_address_comes_from_the_title_and_is_unique() -> None:
    assert [_create(title=title).slug for title in ("Spring Open", "Spring open!", "SPRING OPEN")] == [
        "spring-open",
        "spring-open-2",
        "spring-open-3",
    ]


@pytest.mark.parametrize("title, slug", [("New", "new-2"), ("春の大会", "neuroscape"), ("é" * 120, "e" * 70)])
def test_an_address_is_found_for_any_title(title: str, slug: str) -> None:
    assert _create(title=title).slug == slug


def test_a_title_is_stored_clean() -> None:
    assert _create(title="  Spring\u200b\n Ｏｐｅｎ ").title == "Spring Open"


@pytest.mark.parametrize(
    "fields, field, words",
    [
        ({"title": " "}, "title", "Give a title"),
        ({"title": "x" * 121}, "title", "121 characters"),
        ({"game": "chess"}, "game", "not a valid choice"),
        ({"format": "open"}, "format", "it has Genesis"),
        ({"time_zone": "Europe/Atlantis"}, "time_zone", "Europe/Prague"),
        ({"capacity": 1}, "capacity", "greater than or equal to 2"),
        ({"team_size": 3}, "team_size", "not a valid choice"),
        ({"best_of": 2}, "best_of", "not a valid choice"),
        ({"round_minutes": 0}, "round_minutes", "greater than or equal to 1"),
        ({"points_draw": 4}, "points_draw", "more than a win"),
        ({"points_loss": 2}, "points_loss", "more than a draw"),
        ({"points_win": 0, "points_draw": 0}, "points_win", "more than a loss"),
        ({"ruleset": "house"}, "ruleset", "house"),
        ({"tiebreaks": ["omw", "luck"]}, "tiebreaks", "luck"),
        ({"tiebreaks": ["omw", "omw"]}, "tiebreaks", "twice"),
        ({"tiebreaks": "omw"}, "tiebreaks", "list"),
        ({"online_url": "nowhere"}, "online_url", "valid URL"),
        ({"phases": [{"kind": "swiss", "cut_size": 8}]}, "phases", "no cut"),
        ({"phases": [{"kind": "swiss"}, {"kind": "elimination"}]}, "phases", "the cut is to 2"),
        (
            {"phases": [{"kind": "swiss"}, {"kind": "elimination", "cut_size": 7}]},
            "phases",
            "the cut is to 2",
        ),
        ({"phases": [{"kind": "swiss"}, {"kind": "swiss", "cut_size": 8}]}, "phases", "second phase"),
        ({"phases": [{"kind": "elimination"}, *SWISS_AND_CUT[1:]]}, "phases", "second phase"),
        ({"phases": [*SWISS_AND_CUT, *SWISS_AND_CUT[1:]]}, "phases", "third"),
        ({"phases": [{"kind": "double"}]}, "phases", "no kind"),
        ({"phases": [{"kind": "swiss", "rounds_planned": 0}]}, "phases", "from 1 to 50"),
        ({"phases": [{"kind": "round_robin", "rounds_planned": 3}]}, "phases", "only Swiss"),
        ({"phases": [{"kind": "swiss", "best_of": 2}]}, "phases", "best of 1, 3 or 5"),
        ({"phases": [{"kind": "swiss", "round_minutes": 2000}]}, "phases", "1440 minutes"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_at_its_field(
    fields: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(Refused) as refused:
        _create(**fields)
    assert refused.value.field == field
    assert words in refused.value.message
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "first, then",
    [
        ("starts_at", "ends_at"),
        ("registration_opens_at", "registration_closes_at"),
        ("check_in_opens_at", "check_in_closes_at"),
    ],
)
def test_an_end_before_its_beginning_is_refused(first: str, then: str) -> None:
    moment = timezone.now() + timedelta(days=3)
    with pytest.raises(Refused, match="later than") as refused:
        _create(**{first: moment, then: moment})
    assert refused.value.field == then


@pytest.mark.parametrize("cut", [2, 4, 8, 16, 32])
@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_a_cut_follows_swiss_rounds_or_a_round_robin(kind: str, cut: int) -> None:
    event = _create(phases=[{"kind": kind}, {"kind": "elimination", "cut_size": cut, "best_of": 5}])
    assert [(p.kind, p.cut_size, p.games_to_win) for p in event.phases.all()] == [
        (kind, None, 2),
        ("elimination", cut, 3),
    ]


def test_an_unknown_setting_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="prize"):
        _create(prize=100)


@pytest.mark.parametrize("name", ["status", "slug", "version"])
def test_what_the_site_keeps_itself_cannot_be_set(name: str) -> None:
    with pytest.raises(TypeError):
        _create(**{name: "x"})


# Publishing and cancelling


def test_a_draft_is_published_for_everybody() -> None:
    event = make_event(status="draft")
    event = events.publish_event(event, owner_of(event))
    assert event.status == Event.Status.PUBLISHED
    assert event.log.last().public  # type: ignore[union-attr]


@pytest.mark.parametrize("status", ["published", "running", "finished", "cancelled"])
def test_only_a_draft_is_published(status: str) -> None:
    event = make_event(status=status)
    with pytest.raises(Refused, match="Only a draft"):
        events.publish_event(event, owner_of(event))


@pytest.mark.parametrize("status", ["draft", "published", "running"])
def test_an_event_is_cancelled_with_a_reason_that_everybody_reads(status: str) -> None:
    event = make_event(status=status)
    event = events.cancel_event(event, owner_of(event), "The hall is flooded.")
    row = event.log.last()
    assert row is not None
    assert event.status == Event.Status.CANCELLED
    assert row.public
    assert row.reason == "The hall is flooded."


def test_a_cancellation_needs_a_reason(event: Event, owner: Actor) -> None:
    with pytest.raises(Refused, match="Say why"):
        events.cancel_event(event, owner, "  ")


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_what_is_over_is_not_cancelled(status: str) -> None:
    event = make_event(status=status)
    with pytest.raises(Refused):
        events.cancel_event(event, owner_of(event), "Too late")


# Editing


def test_an_edit_logs_old_and_new_values(event: Event, owner: Actor) -> None:
    events.edit_event(event, owner, {"venue": "Library", "round_minutes": 40})
    row = event.log.last()
    assert row is not None
    assert row.data["before"] == {"venue": "Town hall", "round_minutes": 50}
    assert row.data["after"] == {"venue": "Library", "round_minutes": 40}
    event.refresh_from_db()
    assert (event.venue, event.round_minutes) == ("Library", 40)


def test_saving_what_is_there_already_writes_nothing(event: Event, owner: Actor) -> None:
    before = event.log.count()
    events.edit_event(event, owner, {"venue": event.venue}, phases=[{"kind": "swiss"}])
    assert event.log.count() == before


def test_an_edit_keeps_the_address(event: Event, owner: Actor) -> None:
    assert events.edit_event(event, owner, {"title": "Another title"}).slug == event.slug


def test_a_refused_edit_changes_nothing(event: Event, owner: Actor) -> None:
    with pytest.raises(Refused):
        events.edit_event(event, owner, {"venue": "Library", "points_draw": 9})
    event.refresh_from_db()
    assert event.venue == "Town hall"


def test_phases_are_replaced_before_the_start(event: Event, owner: Actor) -> None:
    events.edit_event(event, owner, {}, phases=SWISS_AND_CUT)
    assert [phase.kind for phase in event.phases.all()] == ["swiss", "elimination"]


@pytest.mark.parametrize(
    "name, value",
    [
        ("game", "hope-cardgame"),
        ("format", "genesis"),
        ("team_size", 2),
        ("best_of", 5),
        ("points_win", 2),
        ("points_draw", 0),
        ("first_round", "seed"),
        ("starts_at", datetime(2030, 1, 1, tzinfo=UTC)),
        ("time_zone", "Asia/Tokyo"),
        ("check_in", True),
    ],
)
def test_what_results_depend_on_is_fixed_by_the_start(name: str, value: object) -> None:
    event = _running()
    with pytest.raises(Refused, match="The event has started") as refused:
        events.edit_event(event, owner_of(event), {name: value})
    assert (refused.value.field, refused.value.code) == (name, "locked")


@pytest.mark.parametrize(
    "name, value",
    [
        ("round_minutes", 40),
        ("venue", "Library"),
        ("late_entry", "bye"),
        ("intentional_draws", False),
        ("keep_clubs_apart", True),
        ("players_report", False),
        ("ruleset", "hourglass"),
        ("tiebreaks", ["points", "omw"]),
        ("capacity", 100),
    ],
)
def test_the_rest_may_change_while_the_event_runs(name: str, value: object) -> None:
    event = _running()
    assert getattr(events.edit_event(event, owner_of(event), {name: value}), name) == value


@pytest.mark.parametrize("name, value", [("ruleset", "hourglass"), ("tiebreaks", ["points", "omw"])])
def test_the_ranking_is_fixed_by_the_cut(name: str, value: object) -> None:
    event = _running(phases=SWISS_AND_CUT)
    event.phases.filter(number=1).update(status=Phase.Status.FINISHED)
    event.phases.filter(number=2).update(status=Phase.Status.RUNNING)
    with pytest.raises(Refused, match="Swiss rounds are over") as refused:
        events.edit_event(event, owner_of(event), {name: value})
    assert refused.value.field == name


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_of_an_event_that_is_over_only_its_description_changes(status: str) -> None:
    event = make_event(status=status)
    owner = owner_of(event)
    assert events.edit_event(event, owner, {"description": "Thanks!"}).description == "Thanks!"
    with pytest.raises(Refused, match=status):
        events.edit_event(event, owner, {"late_entry": "bye"})
    with pytest.raises(Refused, match=status):
        events.edit_event(event, owner, {}, phases=SWISS_AND_CUT)


def test_more_swiss_rounds_can_be_planned_while_they_are_played() -> None:
    event = _running(phases=SWISS_AND_CUT)
    phases = [{"kind": "swiss", "rounds_planned": 5, "round_minutes": 40}, SWISS_AND_CUT[1]]
    events.edit_event(event, owner_of(event), {}, phases=phases)
    first = event.phases.get(number=1)
    assert (first.rounds_planned, first.round_minutes) == (5, 40)


def test_the_round_count_found_at_the_start_may_be_sent_back_unchanged() -> None:
    event = _running(phases=SWISS_AND_CUT)
    assert event.phases.get(number=1).rounds_planned == 3
    before = event.log.count()
    events.edit_event(
        event, owner_of(event), {}, phases=[{"kind": "swiss", "rounds_planned": 3}, SWISS_AND_CUT[1]]
    )
    assert event.log.count() == before


def test_fewer_rounds_than_are_paired_cannot_be_planned() -> None:
    event = _running()
    owner = owner_of(event)
    publish_round(pair_round(event, owner), owner)
    event.matches.update(status="final", outcome="a", games_a=2)
    pair_round(event, owner)
    with pytest.raises(Refused, match="2 rounds"):
        events.edit_event(event, owner, {}, phases=[{"kind": "swiss", "rounds_planned": 1}])


@pytest.mark.parametrize(
    "phases, words",
    [
        ([{"kind": "swiss"}], "no phase can be added or taken away"),
        ([{"kind": "round_robin"}, SWISS_AND_CUT[1]], "kind cannot change"),
        ([{"kind": "swiss"}, {"kind": "elimination", "cut_size": 8}], "cut size cannot change"),
        ([{"kind": "swiss", "best_of": 1}, SWISS_AND_CUT[1]], "best of cannot change"),
    ],
)
def test_the_phases_themselves_are_fixed_by_the_start(phases: list[dict[str, Any]], words: str) -> None:
    event = _running(phases=SWISS_AND_CUT)
    with pytest.raises(Refused, match=words) as refused:
        events.edit_event(event, owner_of(event), {}, phases=phases)
    assert refused.value.field == "phases"


def test_a_capacity_below_the_places_taken_is_refused(event: Event, owner: Actor) -> None:
    make_entries(event, 5)
    with pytest.raises(Refused, match="5 places are taken") as refused:
        events.edit_event(event, owner, {"capacity": 4})
    assert refused.value.field == "capacity"


def test_the_team_size_is_fixed_by_the_first_entry(event: Event, owner: Actor) -> None:
    make_entries(event, 1)
    with pytest.raises(Refused) as refused:
        events.edit_event(event, owner, {"team_size": 2})
    assert refused.value.field == "team_size"


# Copying


def _at(*numbers: int) -> datetime:
    return local_to_utc(datetime(*numbers), PRAGUE)  # type: ignore[arg-type]


def test_a_copy_has_settings_phases_and_staff_and_no_entries() -> None:
    event = make_event(phases=SWISS_AND_CUT, capacity=16, tiebreaks=["points", "omw"])
    judge = make_staff(event, Role.JUDGE)
    make_entries(event, 3)
    copy = events.copy_event(event, owner_of(event), "Summer Open", event.starts_at + timedelta(days=90))
    assert (copy.title, copy.slug, copy.status) == ("Summer Open", "summer-open", Event.Status.DRAFT)
    assert (copy.capacity, copy.tiebreaks) == (16, ["points", "omw"])
    assert [phase.kind for phase in copy.phases.all()] == ["swiss", "elimination"]
    assert copy.staff.filter(user=judge, role=Role.JUDGE).exists()
    assert copy.staff.filter(role=Role.OWNER).count() == 1
    assert copy.entries.count() == 0
    assert copy.log.get().data["source"] == event.pk


def test_a_copy_across_the_summer_time_change_keeps_every_wall_clock_time() -> None:
    """The clocks in Prague go forward on 28 March 2027: the copied week is an hour shorter."""
    event = make_event(
        starts_at=_at(2027, 3, 20, 10, 0),
        ends_at=_at(2027, 3, 20, 20, 0),
        registration_opens_at=_at(2027, 3, 10, 18, 0),
        registration_closes_at=_at(2027, 3, 20, 9, 30),
        check_in=True,
        check_in_opens_at=_at(2027, 3, 20, 9, 0),
    )
    copy = events.copy_event(event, owner_of(event), "A week later", _at(2027, 4, 3, 10, 0))
    assert copy.starts_at - event.starts_at == timedelta(days=14, hours=-1)
    assert copy.ends_at == _at(2027, 4, 3, 20, 0)
    assert copy.registration_opens_at == _at(2027, 3, 24, 18, 0)
    assert copy.registration_closes_at == _at(2027, 4, 3, 9, 30)
    assert copy.check_in_opens_at == _at(2027, 4, 3, 9, 0)


def test_a_copied_time_that_falls_into_the_skipped_hour_moves_behind_it() -> None:
    event = make_event(starts_at=_at(2027, 3, 21, 10, 0), registration_opens_at=_at(2027, 3, 21, 2, 30))
    copy = events.copy_event(event, owner_of(event), "A week later", _at(2027, 3, 28, 10, 0))
    assert copy.registration_opens_at == _at(2027, 3, 28, 3, 30)


def test_a_copy_finds_its_own_number_of_rounds() -> None:
    event = _running(8)
    assert event.phases.get().rounds_planned == 3
    copy = events.copy_event(event, owner_of(event), "Next week", event.starts_at + timedelta(days=7))
    assert copy.phases.get().rounds_planned is None


def test_a_copy_keeps_a_number_of_rounds_that_was_chosen() -> None:
    event = _running(8, phases=[{"kind": "swiss", "rounds_planned": 4}])
    copy = events.copy_event(event, owner_of(event), "Next week", event.starts_at + timedelta(days=7))
    assert copy.phases.get().rounds_planned == 4


def test_who_copies_an_event_of_others_owns_the_copy(event: Event) -> None:
    organizer = make_staff(event, Role.ORGANIZER)
    copy = events.copy_event(event, Actor(organizer), "Again", event.starts_at)
    assert copy.staff.filter(user=organizer, role=Role.ORGANIZER).exists()
    assert copy.staff.filter(role=Role.OWNER).exists()


# Staff


def test_a_person_may_have_several_roles_each_once(event: Event, owner: Actor) -> None:
    bo = make_user("bo")
    events.add_staff(event, owner, bo, Role.JUDGE)
    events.add_staff(event, owner, bo, Role.SCOREKEEPER)
    with pytest.raises(Refused, match="already"):
        events.add_staff(event, owner, bo, Role.JUDGE)
    assert event.staff.filter(user=bo).count() == 2


def test_an_unknown_role_is_refused(event: Event, owner: Actor) -> None:
    with pytest.raises(Refused) as refused:
        events.add_staff(event, owner, make_user(), "king")
    assert refused.value.field == "role"


def test_the_last_owner_stays(event: Event, owner: Actor) -> None:
    assert owner.user is not None
    with pytest.raises(Refused, match="needs an owner"):
        events.remove_staff(event, owner, owner.user, Role.OWNER)
    events.add_staff(event, owner, make_user(), Role.OWNER)
    events.remove_staff(event, owner, owner.user, Role.OWNER)
    assert event.staff.filter(role=Role.OWNER).count() == 1


def test_a_role_nobody_has_cannot_be_taken(event: Event, owner: Actor) -> None:
    with pytest.raises(Refused, match="does not have"):
        events.remove_staff(event, owner, make_user(), Role.JUDGE)


def test_staff_changes_are_logged_for_the_staff(event: Event, owner: Actor) -> None:
    bo = make_user("bo")
    events.add_staff(event, owner, bo, Role.JUDGE)
    events.remove_staff(event, owner, bo, Role.JUDGE)
    rows = event.log.filter(kind__startswith="staff.")
    assert [(row.kind, row.public) for row in rows] == [("staff.added", False), ("staff.removed", False)]


# Warnings


def test_a_sensible_event_has_no_warnings(event: Event) -> None:
    assert events.warnings(event) == []


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"capacity": 6, "phases": [{"kind": "swiss", "rounds_planned": 7}]}, "cannot avoid rematches"),
        ({"capacity": 6, "phases": [{"kind": "swiss", "rounds_planned": 5}]}, "may need rematches"),
        ({"capacity": 3, "phases": SWISS_AND_CUT}, "fewer than the cut to 4"),
        ({"capacity": 4, "phases": SWISS_AND_CUT}, "leaves nobody out"),
        ({"capacity": 30, "phases": [{"kind": "round_robin"}]}, "takes 29 rounds"),
        ({"venue": ""}, "No venue"),
        ({"time_zone": "UTC"}, "The time zone is UTC"),
        ({"mode": "online"}, "No address"),
        ({"round_minutes": 5}, "only after the round"),
        ({"decklists": "required", "decklists_lock_at": timezone.now() + timedelta(days=9)}, "Decklists can"),
    ],
)
def test_settings_that_are_probably_not_meant_are_pointed_out(fields: dict[str, Any], words: str) -> None:
    (text,) = events.warnings(make_event(**fields))
    assert words in text


@pytest.mark.parametrize(
    "times, words",
    [
        ({"registration_opens_at": 1}, "Registration opens only after"),
        ({"registration_closes_at": 1, "late_entry": "closed"}, "late entries are not allowed"),
        ({"check_in": True, "check_in_opens_at": 1}, "Check-in opens only after"),
        ({"check_in": True, "check_in_closes_at": 1}, "Check-in closes after"),
    ],
)
def test_times_after_the_start_are_pointed_out(times: dict[str, Any], words: str) -> None:
    start = timezone.now() + timedelta(days=7)
    fields = {
        name: start + timedelta(hours=value) if name.endswith("_at") else value
        for name, value in times.items()
    }
    (text,) = events.warnings(make_event(starts_at=start, **fields))
    assert words in text


def test_a_start_that_has_passed_is_pointed_out(event: Event) -> None:
    (text,) = events.warnings(event, now=event.starts_at + timedelta(minutes=1))
    assert "has passed" in text


def test_seeded_rounds_without_seeds_are_pointed_out() -> None:
    event = make_event(first_round="seed")
    make_entries(event, 4)
    assert "no entry has one" in events.warnings(event)[0]


def test_a_running_event_is_judged_by_who_still_plays() -> None:
    event = _running(8, capacity=8, phases=[{"kind": "swiss", "rounds_planned": 4}])
    assert events.warnings(event) == []
    event.entries.filter(pk__in=event.entries.values("pk")[:4]).update(status="dropped")
    assert "4 entries" in events.warnings(event)[0]
