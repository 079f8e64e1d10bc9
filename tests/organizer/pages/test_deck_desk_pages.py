"""Decklists and deck checks on the pages of an event, and that no hidden list leaks anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from deckcheck.domain import decks
from gameplay.models import StreamEntry
from organizer.domain import deckchecks, submissions
from organizer.interfaces.urls import urlpatterns
from organizer.models import DeckCheck, Entry, Event, Match, Penalty, Role, Submission
from tests.deckcheck.some_lists import LEGAL, MISSPELT, OTHER_LEGAL, PLANTED, SHORT
from tests.organizer.decklists import LOCK, NOW, event_with_lists, hand_in, players
from tests.organizer.desk import Desk, open_desk
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
    return players(event, 3)[0]


def as_(client: Client, who: Any) -> Client:
    """The client signed in as an entry's account or a user."""
    client.force_login(actor_for(who).user if isinstance(who, Entry) else who)
    return client


def url(name: str, event: Event, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


class TestHandingIn:
    def test_a_pasted_list(self, client: Client, event: Event, ada: Entry) -> None:
        answer = as_(client, ada).post(
            url("deck_submit", event), {"entry": ada.pk, "text": LEGAL, "do": "submit"}, follow=True
        )
        assert "It is legal" in answer.content.decode()
        assert Submission.objects.get().entry == ada

    def test_one_of_my_decks(self, client: Client, event: Event, ada: Entry) -> None:
        user = actor_for(ada).user
        mine = decks.save_deck(user, LEGAL, game="neuroscape", format="genesis", name="Mine").deck
        page = as_(client, ada).get(url("deck_submit", event)).content.decode()
        assert f'<option value="{mine.pk}"' in page
        client.post(url("deck_submit", event), {"deck": mine.pk, "do": "pick"})
        assert Submission.objects.get().version == mine.versions.get()

    def test_not_somebody_else_s_deck(self, client: Client, event: Event, ada: Entry) -> None:
        theirs = decks.save_deck(make_user(), LEGAL, game="neuroscape", format="genesis").deck
        answer = as_(client, ada).post(url("deck_submit", event), {"deck": theirs.pk, "do": "pick"})
        assert answer.status_code == 422
        assert not Submission.objects.exists()

    def test_an_illegal_list_is_handed_in_with_a_clear_warning(
        self, client: Client, event: Event, ada: Entry
    ) -> None:
        answer = as_(client, ada).post(
            url("deck_submit", event), {"text": SHORT, "do": "submit"}, follow=True
        )
        page = answer.content.decode()
        assert "not legal: 1 fault" in page
        assert "NS-20.2" in page

    def test_a_suggestion_is_taken_without_scripts(self, client: Client, event: Event, ada: Entry) -> None:
        line = MISSPELT.splitlines().index("3x Deep Dvier") + 1
        page = (
            as_(client, ada)
            .post(url("deck_submit", event), {"text": MISSPELT, "correct": f"{line}:Deep Diver"})
            .content.decode()
        )
        assert "This list is legal" in page
        assert not Submission.objects.exists()

    def test_the_form_says_until_when_on_the_venue_s_clock(
        self, client: Client, event: Event, ada: Entry
    ) -> None:
        assert (
            "Sun 28 Mar 2027, 10:00 CEST" in as_(client, ada).get(url("deck_submit", event)).content.decode()
        )

    def test_after_the_lock_there_is_no_form_and_a_post_is_refused(
        self, client: Client, event: Event, ada: Entry, clock: time_machine.Traveller
    ) -> None:
        hand_in(ada)
        clock.move_to(LOCK)
        page = as_(client, ada).get(url("deck_submit", event)).content.decode()
        assert "28 March 2027 at 10:00 CEST" in page
        assert "<textarea" not in page
        answer = client.post(url("deck_submit", event), {"text": OTHER_LEGAL, "do": "submit"})
        assert answer.status_code == 422
        assert Submission.objects.get().version.text == LEGAL  # type: ignore[union-attr]

    def test_nobody_hands_in_for_somebody_else(self, client: Client, event: Event, ada: Entry) -> None:
        other = event.entries.exclude(pk=ada.pk).first()
        for who in (other, make_staff(event, Role.JUDGE), make_user()):
            answer = as_(client, who).post(
                url("deck_submit", event), {"entry": ada.pk, "text": LEGAL, "do": "submit"}
            )
            assert answer.status_code == 403
        assert not Submission.objects.exists()

    def test_the_desk_enters_a_guest_s_paper_list(self, client: Client, event: Event) -> None:
        (guest,) = make_entries(event, 1)
        as_(client, make_staff(event, Role.SCOREKEEPER))
        assert "Hand in" in client.get(url("deck_submit", event), {"entry": guest.pk}).content.decode()
        answer = client.post(url("deck_submit", event), {"entry": guest.pk, "text": LEGAL, "do": "submit"})
        assert answer["Location"] == url("event_deck", event, guest.pk)

    def test_the_event_page_reminds_of_it(self, client: Client, event: Event, ada: Entry) -> None:
        page = as_(client, ada).get(url("event", event)).content.decode()
        assert "Hand in a decklist" in page
        hand_in(ada, SHORT)
        assert "My decklist is not legal" in client.get(url("event", event)).content.decode()

    @pytest.mark.parametrize("entry", ["x", "999999"])
    def test_an_entry_that_is_not_there(self, client: Client, event: Event, ada: Entry, entry: str) -> None:
        assert as_(client, ada).get(url("deck_submit", event), {"entry": entry}).status_code == 404


class TestTheDesk:
    @pytest.fixture
    def desk(self, client: Client, event: Event, ada: Entry) -> Client:
        hand_in(ada)
        bo = event.entries.exclude(pk=ada.pk).order_by("pk").first()
        assert bo
        hand_in(bo, SHORT)
        return as_(client, owner_of(event).user)

    def test_it_shows_who_is_missing_illegal_and_legal(self, desk: Client, event: Event) -> None:
        page = desk.get(url("decks_desk", event)).content.decode()
        sections = {
            name: page.split(f'id="{name}"')[1].split("</section>")[0] for name in ("missing", "illegal")
        }
        assert "Player 3" in sections["missing"]
        assert "Player 2" in sections["illegal"]
        assert "The cyberdeck holds 49 cards" in sections["illegal"]
        assert "Firestarter" in page

    def test_the_next_step_warns_before_the_start(self, desk: Client, event: Event) -> None:
        assert "2 of them have no legal decklist" in desk.get(url("dashboard", event)).content.decode()

    def test_it_unlocks_one_list_with_a_reason(
        self, desk: Client, event: Event, ada: Entry, clock: time_machine.Traveller
    ) -> None:
        clock.move_to(LOCK)
        submissions.lock_due()
        desk.post(
            url("decks_desk", event), {"do": "unlock", "entry": ada.pk, "minutes": "15", "reason": "a slip"}
        )
        assert Submission.objects.get(entry=ada).unlocked_until == LOCK + timedelta(minutes=15)
        desk.post(url("decks_desk", event), {"do": "lock", "entry": ada.pk})
        assert Submission.objects.get(entry=ada).unlocked_until is None

    @pytest.mark.parametrize("fields", [{"minutes": "15"}, {"reason": "x"}, {"minutes": "9", "reason": "x"}])
    def test_an_unlocking_without_time_or_reason_is_refused(
        self, desk: Client, event: Event, ada: Entry, fields: dict[str, str]
    ) -> None:
        answer = desk.post(url("decks_desk", event), {"do": "unlock", "entry": ada.pk, **fields}, follow=True)
        assert "Say why and for how long" in answer.content.decode()
        assert Submission.objects.get(entry=ada).unlocked_until is None

    def test_it_publishes_after_the_event(self, desk: Client, event: Event) -> None:
        answer = desk.post(url("decks_desk", event), {"do": "publish"}, follow=True)
        assert "finish it first" in answer.content.decode()
        Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
        desk.post(url("decks_desk", event), {"do": "publish"})
        assert Event.objects.get(pk=event.pk).decklists_published_at == NOW

    def test_sheets_are_printed_by_player(self, desk: Client, event: Event, ada: Entry) -> None:
        page = desk.get(url("deck_sheets", event)).content.decode()
        assert page.count('class="deck-sheet') >= 2
        assert page.index("Player 1") < page.index("Player 2")
        alone = desk.get(url("deck_sheets", event), {"entry": ada.pk}).content.decode()
        assert "Player 2" not in alone
        assert PLANTED not in desk.get(url("deck_sheets", event), {"blank": "1"}).content.decode()

    def test_the_lock_is_set_on_the_edit_page(self, desk: Client, event: Event) -> None:
        page = desk.get(url("event_edit", event)).content.decode()
        assert 'name="decklists_lock_at" value="2027-03-28T10:00"' in page
        assert 'name="decklists_remind_hours"' in page


class TestDeckChecks:
    @pytest.fixture
    def desk(self) -> Desk:
        made = open_desk(4, decklists="required", format="genesis")
        for name in ("Ada", "Bo"):
            submissions.submit_deck(made[name], made.staff(f"Desk of {name}"), text=LEGAL)
        made.round(("Ada", "Bo"), ("Cy", "Dee"))
        return made

    @pytest.fixture
    def judge(self, client: Client, desk: Desk) -> Client:
        return as_(client, desk.judge.user)

    def check(self, desk: Desk, name: str = "Ada") -> DeckCheck:
        match = desk.event.matches.select_related("round").get(seatings__entry=desk[name])
        return deckchecks.check_table(match, desk.judge, desk[name])[0]

    def test_a_draw_opens_checks(self, judge: Client, desk: Desk) -> None:
        judge.post(url("deck_checks", desk.event), {"do": "draw", "number": "1"})
        assert DeckCheck.objects.count() == 2
        assert judge.get(url("deck_checks", desk.event)).content.decode().count(">Count<") == 2

    def test_a_chosen_deck_leads_to_its_page(self, judge: Client, desk: Desk) -> None:
        answer = judge.post(url("deck_checks", desk.event), {"do": "choose", "table": "1", "side": "b"})
        check = DeckCheck.objects.get()
        assert check.entry == desk["Bo"]
        assert answer["Location"] == url("deck_check", desk.event, check.pk)

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"do": "draw", "number": "0"}, "greater than or equal to 1"),
            ({"do": "draw", "number": ""}, "required"),
            ({"do": "choose", "table": "77"}, "has no table 77"),
            ({"do": "choose", "table": "x"}, "whole number"),
        ],
    )
    def test_a_mistake_is_told_at_its_form(
        self, judge: Client, desk: Desk, fields: dict[str, str], words: str
    ) -> None:
        answer = judge.post(url("deck_checks", desk.event), fields)
        assert answer.status_code == 422
        assert words in answer.content.decode()
        assert not DeckCheck.objects.exists()

    def test_the_counting_form_lists_every_card_with_its_count(self, judge: Client, desk: Desk) -> None:
        page = judge.get(url("deck_check", desk.event, self.check(desk).pk)).content.decode()
        fields = re.findall(r'name="n\.(\w+)\.([\w-]+)" value="(\d+)"', page)
        assert sum(int(count) for zone, _, count in fields if zone == "cyberdeck") == 50
        assert sum(int(count) for zone, _, count in fields if zone == "ram") == 25

    def finish(self, judge: Client, desk: Desk, check: DeckCheck, **fields: str) -> Any:
        given = {"do": "finish", "decision": "matches", "minutes": "4", **fields}
        return judge.post(url("deck_check", desk.event, check.pk), given)

    def test_an_outcome_is_recorded_with_penalty_and_time(self, judge: Client, desk: Desk) -> None:
        check = self.check(desk)
        admin = next(r.number for z in deckchecks.counting_form(check) for r in z.rows if r.name == "Admin")
        counted = {f"n.cyberdeck.{admin}": "3"}
        self.finish(
            judge,
            desk,
            check,
            **counted,
            decision="deck_fixed",
            unexpected="1 Mad Hatter",
            penalty="game_loss",
            infraction="Decklist problem",
            reason="One card was another.",
        )
        page = judge.get(url("deck_check", desk.event, check.pk)).content.decode()
        assert "Mad Hatter" in page
        assert "Game loss" in page
        assert Penalty.objects.get().entry == desk["Ada"]
        assert Match.objects.get(pk=check.match_id).extension_ms == 4 * 60_000

    def test_a_refused_outcome_keeps_what_was_counted(self, judge: Client, desk: Desk) -> None:
        check = self.check(desk)
        admin = next(r.number for z in deckchecks.counting_form(check) for r in z.rows if r.name == "Admin")
        fields = {f"n.cyberdeck.{admin}": "3"}
        answer = self.finish(judge, desk, check, **fields)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "Deck and list differ" in page
        assert f'name="n.cyberdeck.{admin}" value="3"' in page

    @pytest.mark.parametrize(
        "fields",
        [
            {"penalty": "warning"},
            {"minutes": "-1"},
            {"minutes": ""},
            {"decision": ""},
            {"unexpected": "3 Nothing"},
        ],
    )
    def test_half_an_outcome_changes_nothing(self, judge: Client, desk: Desk, fields: dict[str, str]) -> None:
        check = self.check(desk)
        assert self.finish(judge, desk, check, **fields).status_code == 422
        assert DeckCheck.objects.get().status == DeckCheck.Status.OPEN
        assert not Penalty.objects.exists()

    def test_a_check_is_called_off(self, judge: Client, desk: Desk) -> None:
        check = self.check(desk)
        judge.post(url("deck_check", desk.event, check.pk), {"do": "cancel"})
        assert DeckCheck.objects.get().status == DeckCheck.Status.CANCELLED

    def test_a_check_of_another_event_is_not_there(self, judge: Client, desk: Desk) -> None:
        other = open_desk(2, decklists="required")
        other.round(("Ada", "Bo"))
        check = self.check(other)
        assert judge.get(url("deck_check", desk.event, check.pk)).status_code == 404

    def test_before_a_round_there_is_nothing_to_check(self, client: Client, event: Event, ada: Entry) -> None:
        as_(client, owner_of(event).user)
        assert "while a round is running" in client.get(url("deck_checks", event)).content.decode()
        answer = client.post(url("deck_checks", event), {"do": "draw", "number": "1"}, follow=True)
        assert "No round is running" in answer.content.decode()


class TestNoHiddenListLeaks:
    """A planted card of Ada's list is searched on every page and API of the event, as people who must not see it."""

    @pytest.fixture
    def desk(self) -> Desk:
        made = open_desk(4, decklists="required", format="genesis")
        submissions.submit_deck(made["Ada"], made.staff("Desk"), text=LEGAL)
        made.round(("Ada", "Bo"), ("Cy", "Dee"))
        match = made.event.matches.select_related("round").get(seatings__entry=made["Ada"])
        check, _ = deckchecks.check_table(match, made.judge)
        row = deckchecks.counting_form(check)[1].rows[-1]
        assert row.name == PLANTED
        counted = {"cyberdeck": {row.number: 1}}
        deckchecks.finish_check(
            check, made.judge, deckchecks.Outcome(counted, DeckCheck.Decision.DECK_FIXED, minutes=3)
        )
        return made

    def addresses(self, desk: Desk) -> dict[str, str]:
        match = desk.event.matches.get(seatings__entry=desk["Ada"])
        check = DeckCheck.objects.get(entry=desk["Ada"])
        rows = {
            "entry": desk["Ada"],
            "entry_act": desk["Ada"],
            "entry_edit": desk["Ada"],
            "deck_check": check,
        }
        found = {}
        for pattern in urlpatterns:
            needs = pattern.pattern.converters
            if "slug" in needs:
                given = {
                    "slug": desk.event.slug,
                    "number": 1,
                    "pk": rows.get(pattern.name, match).pk,
                    "entry_id": desk["Ada"].pk,
                    "tiebreak": "points",
                }
                found[pattern.name] = reverse(pattern.name, kwargs={key: given[key] for key in needs})
        for name in ("event-detail", "entry-list", "round-list", "submission-list"):
            found[name] = reverse(f"api-{name}", args=[desk.event.slug])
        version = Submission.objects.get(entry=desk["Ada"]).version
        assert version
        found["deck box"] = reverse("deck", args=[version.pk])
        return found

    def people(self, desk: Desk) -> dict[str, Any]:
        elsewhere = make_event()
        return {
            "opponent": desk.as_("Bo").user,
            "another player": desk.as_("Cy").user,
            "stranger": make_user(),
            "anonymous": AnonymousUser(),
            "head judge of another event": make_staff(elsewhere, Role.HEAD_JUDGE),
            "owner of another event": owner_of(elsewhere).user,
        }

    def leaks(self, desk: Desk, people: dict[str, Any]) -> set[tuple[str, str]]:
        found = set()
        for name, address in self.addresses(desk).items():
            for person, user in people.items():
                client = Client()
                if user.is_authenticated:
                    client.force_login(user)
                answer = client.get(address)
                body = b"".join(answer) if answer.streaming else answer.content
                if PLANTED.encode() in body or b"Firestarter" in body:
                    found.add((name, person))
        return found

    def test_while_lists_are_hidden(self, desk: Desk) -> None:
        assert self.leaks(desk, self.people(desk)) == set()

    def test_the_search_finds_what_there_is(self, desk: Desk) -> None:
        """Its own player and the staff see the list: the search would notice a leak."""
        seen = self.leaks(desk, {"own": desk.as_("Ada").user, "judge": desk.judge.user})
        assert {name for name, person in seen if person == "own"} >= {"event_deck", "submission-list"}
        assert {name for name, person in seen if person == "judge"} >= {
            "event_deck",
            "deck_check",
            "decks_desk",
            "deck_sheets",
            "submission-list",
            "event_decks",
        }

    def test_after_the_event_until_it_is_published(self, desk: Desk) -> None:
        Event.objects.filter(pk=desk.event.pk).update(status=Event.Status.FINISHED)
        people = self.people(desk)
        assert self.leaks(desk, people) == set()
        submissions.publish_lists(desk.event, owner_of(desk.event))
        seen = self.leaks(desk, people)
        assert {name for name, _ in seen} == {"event_deck", "event_decks", "submission-list"}
        assert {person for _, person in seen} == set(people)

    def test_a_live_notice_names_no_card(self, desk: Desk) -> None:
        told = [str(notice.payload) for notice in StreamEntry.objects.all()]
        assert told
        assert not [one for one in told if PLANTED in one or "Firestarter" in one]
