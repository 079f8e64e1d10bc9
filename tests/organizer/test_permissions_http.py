"""Every address of the organizer against every kind of person: the answer is what ``organizer.rules`` says.

``TABLE`` says what each page and each of its buttons asks for. An address that is not in it fails the first
test, and so does a new button of the desk: whoever adds one decides here who may press it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from organizer.domain import deckchecks, penalties, registration, rounds
from organizer.interfaces.pages import decks, desk, round_desk
from organizer.interfaces.pages import registration as entry_pages
from organizer.interfaces.urls import urlpatterns
from organizer.models import Event, Match, Role, Round
from organizer.rules import STAFF_ACTIONS, can
from tests.organizer.factories import make_event, make_staff, make_user, owner_of
from tests.organizer.story import Story

pytestmark = pytest.mark.django_db

PUBLIC = "for everybody"
SIGNED_IN = "for everybody who is signed in"
NOT_OFFERED = "a method that the page does not have"
Post = dict[str, str]


@dataclass(frozen=True)
class Page:
    """What opening a page asks for, and each of its posts: (fields, actions of which one is enough)."""

    get: str
    posts: tuple[tuple[Post, tuple[str, ...]], ...] = ()
    posting: str = ""


def form(action: str, fields: Post | None = None) -> tuple[tuple[Post, tuple[str, ...]], ...]:
    return ((fields or {}, (action,)),)


def buttons(field_name: str, **needs: str) -> tuple[tuple[Post, tuple[str, ...]], ...]:
    """One post for each button: its name, and the action that it asks for."""
    return tuple(({field_name: name}, tuple(action.split(" or "))) for name, action in needs.items())


READ = Page(PUBLIC, posting=NOT_OFFERED)
READ_OR_SAME = Page(PUBLIC, form(PUBLIC))
DESK_BUTTONS = buttons(
    "action",
    publish_event="event.publish",
    start="event.start",
    pair="rounds.manage",
    start_clock="clock.manage",
    next_phase="rounds.manage",
    undo_phase="rounds.manage",
    finish="event.finish",
    quick="results.enter",
)
ROUND_BUTTONS = buttons(
    "action",
    discard="rounds.manage",
    take_back="rounds.manage",
    start_clock="clock.manage",
    pause="clock.manage",
    resume="clock.manage",
    extend="clock.manage",
    end="rounds.manage",
    swap="rounds.manage",
    make_table="rounds.manage",
    give_bye="rounds.manage",
    add_late="rounds.manage",
    publish="rounds.manage",
)
TABLE_BUTTONS = tuple(
    ({"action": name, "match": "{match}"}, ("rounds.manage",)) for name in ("break_table", "number")
)
ENTRY_BUTTONS = buttons(
    "do",
    withdraw="entries.manage or entry.own",
    drop="entries.manage or entry.own",
    check_in="entries.manage or entry.own",
    undo_check_in="entries.manage or entry.own",
    reenter="entries.manage",
    disqualify="entries.disqualify",
)
REPORT_BUTTONS = buttons(
    "action",
    report="match.report",
    confirm="match.report",
    dispute="match.report",
    withdraw="match.report",
    concede="match.report",
)

DECK_BUTTONS = buttons(
    "do",
    unlock="decks.unlock",
    lock="decks.unlock",
    judge="decks.unlock",
    publish="decks.publish",
    unpublish="decks.publish",
)
CHECK_BUTTONS = buttons("do", draw="deckchecks.run", choose="deckchecks.run")

TABLE: dict[str, Page] = {
    "home": READ_OR_SAME,
    "event_list": READ_OR_SAME,
    "my": Page(SIGNED_IN, form(SIGNED_IN)),
    "account_settings": Page(SIGNED_IN, form(SIGNED_IN, {"display_name": "Somebody"})),
    "claim": Page(SIGNED_IN, form(SIGNED_IN, {"code": "AAAA-AAAA-AAAA"})),
    "event_create": Page(SIGNED_IN, form("event.create", {"title": "Mine"})),
    "event": READ_OR_SAME,
    "event_players": READ_OR_SAME,
    "entry": READ_OR_SAME,
    "event_register": Page("event.register", form("event.register")),
    "entry_act": Page(PUBLIC, ENTRY_BUTTONS),
    "event_my_match": Page(SIGNED_IN, posting=NOT_OFFERED),
    "match": READ,
    "match_report": Page("match.report", REPORT_BUTTONS),
    "pairings": READ,
    "round_file": READ,
    "round_clock": READ,
    "bracket": READ,
    "standings": READ,
    "standing_working": READ,
    "event_log": READ,
    "print_pairings_name": READ,
    "print_pairings_table": READ,
    "print_standings": READ,
    "print_slips": Page("rounds.preview", posting=NOT_OFFERED),
    "event_edit": Page("event.edit", form("event.edit", {"title": "Taken over"})),
    "event_publish": Page("event.publish", form("event.publish")),
    "event_cancel": Page("event.cancel", form("event.cancel", {"reason": "none"})),
    "event_copy": Page("event.edit", form("event.edit", {"title": "A copy"})),
    "event_staff": Page(
        "staff.edit",
        (
            ({"role": "owner"}, ("staff.edit",)),
            ({"do": "remove", "user": "{user}", "role": "judge"}, ("staff.edit",)),
        ),
    ),
    "entries_manage": Page("entries.manage", form("entries.manage")),
    "entry_add": Page("entries.manage", form("entries.manage", {"name": "Somebody"})),
    "entry_edit": Page(
        "entries.manage",
        (
            ({"name": "Renamed"}, ("entries.manage",)),
            ({"do": "code", "member": "{member}"}, ("entries.manage",)),
        ),
    ),
    "entries_import": Page("entries.manage", form("entries.manage", {"text": "name\nX\n", "do": "import"})),
    "dashboard": Page("event.dashboard", DESK_BUTTONS),
    "round_desk": Page("rounds.preview", ROUND_BUTTONS + TABLE_BUTTONS),
    "result_entry": Page(
        "results.enter",
        buttons("action", enter="results.enter", clear="results.enter", extend="tables.extend"),
    ),
    "correction": Page(
        "results.correct", buttons("action", preview="results.correct", save="results.correct")
    ),
    "penalties": Page("penalties.view", posting=NOT_OFFERED),
    "penalty_give": Page("penalties.give", form("penalties.give", {"kind": "warning"})),
    "penalty_revoke": Page(NOT_OFFERED, form("penalties.give", {"reason": "none"})),
    "deck_submit": Page(
        SIGNED_IN, form("deck.submit", {"entry": "{entry}", "do": "submit", "text": "1 Admin"})
    ),
    "event_decks": READ,
    "event_deck": Page("deck.view", posting=NOT_OFFERED),
    "decks_desk": Page("decks.view_all", DECK_BUTTONS),
    "deck_sheets": Page("decks.view_all", posting=NOT_OFFERED),
    "deck_checks": Page("deckchecks.run", CHECK_BUTTONS),
    "deck_check": Page("deckchecks.run", buttons("do", finish="deckchecks.run", cancel="deckchecks.run")),
}


@dataclass
class World:
    """A running event in its second round, and everybody who might come by."""

    story: Story
    people: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        event = self.story.event
        self.first = self.story.play("AB a, CD a, EF a, GH a")
        self.second = self.story.seat("AC", "BD", "EG", "FH")
        self.entry = self.story["A"]
        self.member = self.entry.members.get()
        self.match = self.story.match(self.second, "A")
        self.past = self.story.match(self.first, "A")
        self.penalty = penalties.give_penalty(event, self.story.staff, self.entry, "warning", reason="Late.")
        self.check, *_ = deckchecks.check_table(self.match, self.story.staff)
        self.people = {
            "anonymous": AnonymousUser(),
            "stranger": make_user(),
            "player": self.story.users["A"],
            "opponent": self.story.users["C"],
            "player of another table": self.story.users["B"],
            "owner of another event": owner_of(make_event()).user,
        }
        self.people |= {role.label: make_staff(event, role) for role in Role}

    def address(self, name: str) -> str:
        needs = next(p for p in urlpatterns if p.name == name).pattern.converters
        rows = {
            "entry": self.entry,
            "entry_act": self.entry,
            "entry_edit": self.entry,
            "correction": self.past,
            "penalty_revoke": self.penalty,
            "deck_check": self.check,
        }
        given = {
            "slug": self.story.event.slug,
            "number": self.second.number,
            "pk": rows.get(name, self.match).pk,
            "entry_id": self.entry.pk,
            "tiebreak": "points",
        }
        return reverse(name, kwargs={key: given[key] for key in needs})

    def filled(self, fields: Post) -> Post:
        rows = {
            "match": self.match.pk,
            "member": self.member.pk,
            "user": self.people[Role.JUDGE.label].pk,
            "entry": self.entry.pk,
        }
        return {key: value.format(**rows) for key, value in fields.items()}

    def may(self, person: Any, action: str) -> bool:
        """What the rules say, asked about the thing that the action is about."""
        if action == PUBLIC:
            return True
        if action == SIGNED_IN:
            return bool(person.is_authenticated)
        event = Event.objects.get(pk=self.story.event.pk)
        subject: Any = event
        if action == "match.report":
            subject = Match.objects.select_related("event", "round", "a", "b").get(pk=self.match.pk)
        if action in {"entry.own", "deck.submit", "deck.view"}:
            subject = event.entries.get(pk=self.entry.pk)
        return bool(can(person, action, subject))

    def expected(self, page: Page, actions: tuple[str, ...]) -> dict[str, str]:
        """For each person: allowed, or asked to sign in, or denied."""
        needed = (page.get,) if page.get in STAFF_ACTIONS else ()
        return {
            name: "allowed"
            if any(self.may(who, action) for action in actions) and all(self.may(who, a) for a in needed)
            else ("denied" if who.is_authenticated else "sign in")
            for name, who in self.people.items()
        }

    def answers(self, method: str, address: str, fields: Post | None = None) -> dict[str, str]:
        """How the site answers each person. What a request did is undone before the next one."""
        return {name: ask(who, method, address, fields) for name, who in self.people.items()}


def ask(who: Any, method: str, address: str, fields: Post | None = None) -> str:
    client = Client(raise_request_exception=False)
    cache.clear()
    with transaction.atomic():
        if who.is_authenticated:
            client.force_login(who)
        answer = client.generic(method, address) if method == "GET" else client.post(address, fields or {})
        transaction.set_rollback(True)
    return said(answer)


def said(answer: Any) -> str:
    """The answer in a word; anything unforeseen, such as a crash, is its number."""
    if answer.status_code == 302:
        return "sign in" if answer["Location"].startswith(reverse("account_login")) else "allowed"
    words = {200: "allowed", 422: "allowed", 403: "denied", 404: "hidden", 405: "not offered"}
    return words.get(answer.status_code, str(answer.status_code))


@pytest.fixture
def world() -> World:
    return World(Story("ABCDEFGH", decklists=Event.Decklists.REQUIRED))


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(TABLE)


def test_every_button_is_in_the_table() -> None:
    def pressed(name: str, key: str) -> set[str]:
        return {fields[key] for fields, _ in TABLE[name].posts if key in fields}

    event = make_event()
    assert pressed("dashboard", "action") == {*desk.ACTS, "quick"}
    assert pressed("entry_act", "do") == set(entry_pages.ACTS)
    assert pressed("decks_desk", "do") == set(decks.ACTS)
    repairs = set(round_desk._repair_forms(event))
    assert pressed("round_desk", "action") == {
        *round_desk.BUTTONS,
        *repairs,
        "break_table",
        "number",
        "publish",
    }


# One world for every page: what a request did is undone, so that no page's answers depend on another's.
def test_a_page_opens_for_those_whom_the_rules_let_in(world: World, subtests: pytest.Subtests) -> None:
    for name, page in TABLE.items():
        with subtests.test(name):
            found = world.answers("GET", world.address(name))
            if page.get == NOT_OFFERED:
                assert set(found.values()) == {"not offered"}
            else:
                assert found == world.expected(page, (page.get,))


def test_its_buttons_work_for_those_whom_the_rules_let_press_them(
    world: World, subtests: pytest.Subtests
) -> None:
    for name, page in TABLE.items():
        for fields, actions in page.posts:
            with subtests.test(name, **fields):
                found = world.answers("POST", world.address(name), world.filled(fields))
                assert found == world.expected(page, actions)


def test_pages_to_read_take_no_post(world: World) -> None:
    for name in (name for name, page in TABLE.items() if page.posting == NOT_OFFERED):
        assert set(world.answers("POST", world.address(name)).values()) - {"sign in"} == {"not offered"}, name


def test_a_post_to_a_page_to_read_changes_nothing(world: World, client: Client) -> None:
    client.force_login(world.people["Owner"])
    before = Event.objects.get(pk=world.story.event.pk).version
    for name in (name for name, page in TABLE.items() if page == READ_OR_SAME):
        client.post(world.address(name), {"do": "drop", "action": "finish"})
    assert Event.objects.get(pk=world.story.event.pk).version == before


def test_a_judge_gives_warnings_but_disqualifies_nobody(world: World, client: Client) -> None:
    given = {"entry": "A", "kind": "disqualification", "infraction": "Cheating", "reason": "Marked cards."}
    for role, status in ((Role.JUDGE.label, "active"), (Role.HEAD_JUDGE.label, "disqualified")):
        client.force_login(world.people[role])
        client.post(world.address("penalty_give"), given)
        world.entry.refresh_from_db()
        assert world.entry.status == status


OF_AN_EVENT = [pattern.name for pattern in urlpatterns if "slug" in pattern.pattern.converters]


@dataclass
class Draft:
    """An event that is not published, with an entry of somebody who has an account."""

    def __post_init__(self) -> None:
        self.event = make_event(status=Event.Status.DRAFT)
        self.player = make_user()
        self.entry = registration.register(self.event, owner_of(self.event), self.player)
        self.people = {
            "anonymous": AnonymousUser(),
            "stranger": make_user(),
            "player": self.player,
            "owner of another event": owner_of(make_event()).user,
        }

    def address(self, name: str) -> str:
        needs = next(p for p in urlpatterns if p.name == name).pattern.converters
        given = {"slug": self.event.slug, "number": 1, "pk": self.entry.pk, "entry_id": self.entry.pk}
        return reverse(name, kwargs={key: {"tiebreak": "points", **given}[key] for key in needs})


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_draft_is_told_about_to_nobody_outside_its_staff(method: str) -> None:
    draft = Draft()
    told = {
        (name, person): answer
        for name in OF_AN_EVENT
        for person, who in draft.people.items()
        if (answer := ask(who, method, draft.address(name))) not in {"hidden", "not offered"}
        and not (person == "anonymous" and answer == "sign in")
    }
    assert told == {}


def test_a_draft_opens_for_all_of_its_staff(subtests: pytest.Subtests) -> None:
    draft = Draft()
    staff = [make_staff(draft.event, role) for role in Role]
    for name in ("event", "event_players", "entry", "event_log", "standings"):
        with subtests.test(name):
            assert {ask(who, "GET", draft.address(name)) for who in staff} == {"allowed"}


OF_A_ROUND = ["pairings", "round_file", "print_pairings_name", "print_pairings_table", "print_slips"]


@pytest.fixture
def drafted(world: World) -> Round:
    """A third round that only the staff may see."""
    for pair in ("AC", "BD", "EG", "FH"):
        world.story.enter(world.second, pair, "a")
    world.second = rounds.pair_round(world.story.event, world.story.staff)
    world.match = world.story.match(world.second, "A")
    return world.second


def test_the_tables_of_a_draft_round_are_seen_by_the_staff_alone(
    world: World, drafted: Round, subtests: pytest.Subtests
) -> None:
    for name in [*OF_A_ROUND, "match", "match_report"]:
        with subtests.test(name):
            found = world.answers("GET", world.address(name))
            outside = {found[person] for person in world.people if person not in Role.labels}
            assert outside <= {"hidden", "sign in"}
            assert "hidden" in outside
            inside = {found[label] for label in Role.labels}
            assert inside == {{"round_file": "hidden", "match_report": "denied"}.get(name, "allowed")}


def test_no_other_page_tells_a_player_the_draft_s_tables(
    world: World, drafted: Round, client: Client, subtests: pytest.Subtests
) -> None:
    client.force_login(world.people["player"])
    for name in ("event", "entry", "event_players", "event_my_match", "my", "standings", "event_log"):
        with subtests.test(name):
            page = client.get(world.address(name)).content.decode()
            assert reverse("match", args=[world.story.event.slug, world.match.pk]) not in page
            assert drafted.seed not in page


def test_signing_in_leads_back_to_the_page_that_asked(world: World, client: Client) -> None:
    address = world.address("dashboard")
    answer = client.get(address)
    assert answer["Location"] == f"{reverse('account_login')}?next={address}"


def test_a_refusal_names_the_roles_that_may(world: World, client: Client) -> None:
    client.force_login(world.people["stranger"])
    page = client.get(world.address("event_edit"))
    assert page.status_code == 403
    assert "owner, organizer" in page.content.decode()
