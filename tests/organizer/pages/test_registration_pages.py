"""Registering, one's own entry, claiming a place, and the staff's list of players."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from organizer.domain import events, registration
from organizer.domain.base import Actor
from organizer.models import Entry, Event, Role
from tests.organizer import factories
from tests.organizer.pages.players import enter

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client, event: Event) -> str:
    """The staff's players page of ``event``, with a scorekeeper signed in."""
    client.force_login(factories.make_staff(event, Role.SCOREKEEPER))
    return f"/events/{event.slug}/desk/players/"


def test_registering_asks_strangers_to_sign_in_and_brings_them_back(client: Client, event: Event) -> None:
    here = f"/events/{event.slug}/register/"
    assert client.get(here).headers["Location"] == f"/accounts/login/?next={here}"


def test_a_player_registers(client: Client, event: Event) -> None:
    client.force_login(factories.make_user(display_name="Ada"))
    page = client.post(f"/events/{event.slug}/register/", {"name": "", "club": "Hill"}, follow=True)
    assert "You are registered." in page.text
    assert event.entries.get().name == "Ada"


def test_a_registration_sent_twice_is_one_entry(client: Client, event: Event) -> None:
    client.force_login(factories.make_user(display_name="Ada"))
    form = {"name": "Ada", "key": uuid.uuid4().hex}
    for _ in range(2):
        assert client.post(f"/events/{event.slug}/register/", form).status_code == 302
    assert event.entries.count() == 1


def test_a_taken_name_is_an_error_at_its_field(client: Client, event: Event) -> None:
    enter(event, "Ada")
    client.force_login(factories.make_user())
    page = client.post(f"/events/{event.slug}/register/", {"name": "ada"})
    assert page.status_code == 422
    assert "already in this event" in page.context["form"].errors["name"][0]
    assert event.entries.count() == 1


def test_a_full_event_offers_the_waitlist(client: Client) -> None:
    event = factories.make_event(capacity=2)
    factories.make_entries(event, 2)
    client.force_login(factories.make_user(display_name="Cyril"))
    assert "Join the waitlist" in client.get(f"/events/{event.slug}/register/").text
    client.post(f"/events/{event.slug}/register/", {"name": "Cyril"})
    assert event.entries.get(name="Cyril").status == Entry.Status.WAITLISTED


def test_a_closed_event_says_why_instead_of_a_form(client: Client, event: Event) -> None:
    events.cancel_event(event, factories.owner_of(event), "No room.")
    client.force_login(factories.make_user())
    page = client.get(f"/events/{event.slug}/register/")
    assert "You cannot register now" in page.text
    assert "<textarea" not in page.text


def test_a_team_with_a_guest_gets_the_guests_code_once(client: Client) -> None:
    event = factories.make_event(team_size=2)
    client.force_login(factories.make_user(display_name="Ada"))
    page = client.post(f"/events/{event.slug}/register/", {"partner": "Bela", "key": "one"})
    entry = event.entries.get()
    assert entry.name == "Ada & Bela"
    (code,) = [code for _, code in page.context["codes"]]
    assert code in page.text
    assert (
        client.post(f"/events/{event.slug}/register/", {"partner": "Bela", "key": "one"}).status_code == 302
    )


def test_an_unknown_partner_account_is_an_error_at_its_field(client: Client) -> None:
    event = factories.make_event(team_size=2)
    client.force_login(factories.make_user(display_name="Ada"))
    page = client.post(f"/events/{event.slug}/register/", {"partner_account": "nobody"})
    assert "partner_account" in page.context["form"].errors


def test_a_player_withdraws_from_the_event_page(client: Client, event: Event) -> None:
    entry, user = enter(event)
    client.force_login(user)
    assert "Withdraw" in client.get(event.get_absolute_url()).text
    client.post(f"/events/{event.slug}/players/{entry.pk}/do/", {"do": "withdraw"})
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN


def test_a_player_checks_in(client: Client) -> None:
    event = factories.make_event(check_in=True)
    entry, user = enter(event)
    client.force_login(user)
    page = client.post(
        f"/events/{event.slug}/players/{entry.pk}/do/", {"do": "check_in", "next": "/my/"}, follow=True
    )
    assert page.redirect_chain[-1][0] == "/my/"
    assert "is checked in" in page.text


def test_a_button_never_leads_off_the_site(client: Client, event: Event) -> None:
    entry, user = enter(event)
    client.force_login(user)
    form = {"do": "withdraw", "next": "https://elsewhere.example/"}
    answer = client.post(f"/events/{event.slug}/players/{entry.pk}/do/", form)
    assert answer.headers["Location"] == f"/events/{event.slug}/players/{entry.pk}/"


@pytest.mark.parametrize(
    "page", ["", "players/{}/", "desk/players/", "desk/players/{}/", "staff/", "publish/"]
)
def test_every_form_that_posts_carries_its_token(client: Client, page: str) -> None:
    event = factories.make_event(check_in=True)
    owner = factories.owner_of(event).user
    assert owner
    entry = registration.register(event, Actor(owner), owner)
    client.force_login(owner)
    for address in (f"/events/{event.slug}/{page.format(entry.pk)}", "/my/"):
        text = client.get(address).text
        assert text.count('method="post"') == text.count('name="csrfmiddlewaretoken"') > 0


def test_nobody_withdraws_somebody_else(client: Client, event: Event) -> None:
    entry, _ = enter(event)
    client.force_login(factories.make_user())
    page = client.post(f"/events/{event.slug}/players/{entry.pk}/do/", {"do": "withdraw"})
    assert page.status_code == 403
    assert "Only these roles" in page.text
    entry.refresh_from_db()
    assert entry.status == Entry.Status.REGISTERED


def test_players_cannot_disqualify_even_themselves(client: Client, event: Event) -> None:
    entry, user = enter(event)
    client.force_login(user)
    form = {"do": "disqualify", "reason": "why not"}
    assert client.post(f"/events/{event.slug}/players/{entry.pk}/do/", form).status_code == 403


def test_a_refusal_of_a_button_is_told(client: Client, event: Event) -> None:
    entry, user = enter(event)
    client.force_login(user)
    page = client.post(f"/events/{event.slug}/players/{entry.pk}/do/", {"do": "check_in"}, follow=True)
    assert "This event has no check-in." in page.text


def test_an_unknown_action_is_not_found(client: Client, event: Event) -> None:
    entry, user = enter(event)
    client.force_login(user)
    assert client.post(f"/events/{event.slug}/players/{entry.pk}/do/", {"do": "win"}).status_code == 404


def test_a_guest_claims_the_place_with_the_code(client: Client, event: Event) -> None:
    entry, (code,) = registration.register_guest(event, factories.owner_of(event), "Guest")
    user = factories.make_user()
    client.force_login(user)
    page = client.post("/claim/", {"code": code.lower()}, follow=True)
    assert "The place is yours." in page.text
    assert entry.members.get().user == user


def test_a_wrong_code_is_an_error_at_its_field(client: Client) -> None:
    client.force_login(factories.make_user())
    page = client.post("/claim/", {"code": "0000-0000-0000"})
    assert page.status_code == 422
    assert "No place has this code" in page.context["form"].errors["code"][0]


def test_my_page_lists_what_i_play_and_what_i_run(client: Client, event: Event) -> None:
    entry, user = enter(event)
    other = factories.make_event(owner=user)
    client.force_login(user)
    page = client.get("/my/")
    assert [row for row, _ in page.context["coming"]] == [entry]
    assert list(page.context["staffed"]) == [other]


def test_the_players_desk_is_closed_to_players(client: Client, event: Event) -> None:
    client.force_login(enter(event)[1])
    assert client.get(f"/events/{event.slug}/desk/players/").status_code == 403


def test_staff_add_a_guest_and_see_the_code_once(client: Client, event: Event, desk: str) -> None:
    page = client.post(f"{desk}add/", {"name": "Guest", "seed": "3"})
    assert page.context["codes"][0][0] == "Guest"
    assert event.entries.get().seed == 3


@pytest.mark.parametrize(
    "field, text", [("name", " "), ("seed", "0"), ("seed", "x"), ("awarded_byes", "10"), ("email", "at home")]
)
def test_a_bad_guest_is_refused_at_the_field(
    client: Client, event: Event, desk: str, field: str, text: str
) -> None:
    page = client.post(f"{desk}add/", {"name": "Guest", field: text})
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not event.entries.exists()


def test_staff_edit_an_entry(client: Client, event: Event, desk: str) -> None:
    entry, _ = enter(event)
    client.post(f"{desk}{entry.pk}/", {"name": "Ada L.", "fixed_table": "4"})
    entry.refresh_from_db()
    assert (entry.name, entry.fixed_table) == ("Ada L.", 4)


def test_staff_make_a_new_claim_code(client: Client, event: Event, desk: str) -> None:
    entry, (old,) = registration.register_guest(event, factories.owner_of(event), "Guest")
    page = client.post(f"{desk}{entry.pk}/", {"do": "code", "member": str(entry.members.get().pk)})
    ((name, code),) = page.context["codes"]
    assert name == "Guest"
    assert code != old


def test_staff_find_who_has_not_checked_in(client: Client) -> None:
    event = factories.make_event(check_in=True)
    here, _ = enter(event, "Here")
    enter(event, "Absent")
    registration.check_in(here, factories.owner_of(event))
    client.force_login(factories.owner_of(event).user)
    page = client.get(f"/events/{event.slug}/desk/players/?status=absent")
    assert [entry.name for entry in page.context["page"]] == ["Absent"]


def test_an_import_is_shown_before_anything_is_entered(client: Client, event: Event, desk: str) -> None:
    file = SimpleUploadedFile("players.csv", "name;club\nÅsa;Hill\nBela;River\n".encode("cp1252"))
    page = client.post(f"{desk}import/", {"file": file, "do": "preview"})
    assert [row.name for row in page.context["preview"].new] == ["Åsa", "Bela"]
    assert "Åsa;Hill" in page.text
    assert not event.entries.exists()


def test_an_import_shows_every_rows_error_and_enters_nobody(client: Client, event: Event, desk: str) -> None:
    text = "name,email,seed\nAda,ada@example.org,1\nBela,nowhere,x\n"
    page = client.post(f"{desk}import/", {"text": text, "do": "import"})
    assert "“nowhere” is no e-mail address." in page.text
    assert "is not a whole number" in page.text
    assert not event.entries.exists()


def test_an_import_enters_everybody_and_shows_a_code_for_each(
    client: Client, event: Event, desk: str
) -> None:
    page = client.post(f"{desk}import/", {"text": "name\nAda\nBela\n", "do": "import"})
    assert [name for name, _ in page.context["codes"]] == ["Ada", "Bela"]
    assert event.entries.count() == 2


def test_an_import_without_rows_says_what_is_missing(client: Client, desk: str) -> None:
    page = client.post(f"{desk}import/", {"do": "preview"})
    assert page.status_code == 422
    assert "file" in page.context["form"].errors


def test_a_file_that_is_no_text_is_refused_in_words(client: Client, event: Event, desk: str) -> None:
    page = client.post(
        f"{desk}import/", {"file": SimpleUploadedFile("x.csv", b"\x00\x01\x02"), "do": "import"}
    )
    assert "not a text file" in page.text
    assert not event.entries.exists()
