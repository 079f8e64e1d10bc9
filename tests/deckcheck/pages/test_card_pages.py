"""Cards, sets and formats as everybody sees them, and what the site's staff may change."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from deckcheck.domain.formats import format_for
from deckcheck.domain.library import citable
from deckcheck.domain.sets import load_set
from deckcheck.models import FormatRow, FormatRule, SetUpload, SetVersion
from tests.deckcheck.set_files import card, set_file
from tests.organizer.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db

CHANGES = [
    ("card_set_upload", []),
    ("format_new", []),
    ("format_rule_new", ["neuroscape", "genesis"]),
]


@pytest.fixture
def staff(client: Client) -> Client:
    make_user("ada", is_staff=True)
    client.login(username="ada", password=PASSWORD)
    return client


def page(client: Client, name: str, *args: Any, **values: Any) -> str:
    answer = client.get(reverse(name, args=args), values)
    assert answer.status_code == 200
    return answer.content.decode()


def test_cards_show_the_first_game_unless_asked(client: Client) -> None:
    assert "Neuroscape cards" in page(client, "cards")
    assert "HOPE Cardgame cards" in page(client, "cards", game="hope-cardgame")


def test_a_search_stands_in_the_address(client: Client) -> None:
    shown = page(client, "cards", q="hex", type="Character", cost_max="4")
    assert "Hex, Codemancer" in shown
    assert 'value="Character" id="facet-type-character" checked' in shown
    assert "Coder" not in shown


def test_each_choice_can_be_taken_back(client: Client) -> None:
    shown = page(client, "cards", game="neuroscape", q="hex", type="Character")
    assert 'href="?game=neuroscape&amp;q=hex"' in shown
    assert 'href="?game=neuroscape&amp;type=Character"' in shown


def test_a_live_search_gets_the_changing_parts_alone(client: Client) -> None:
    answer = client.get(reverse("cards"), {"q": "hex"}, headers={"HX-Request": "true"})
    shown = answer.content.decode()
    assert "<html" not in shown
    assert "Hex, Codemancer" in shown
    assert 'hx-swap-oob="innerHTML"' in shown
    assert "HX-Request" in answer["Vary"]


def test_a_live_search_leaves_an_address_without_what_is_empty(client: Client) -> None:
    answer = client.get(reverse("cards"), {"q": "hex", "cost_min": ""}, headers={"HX-Request": "true"})
    assert answer["HX-Replace-Url"] == "/cards/?q=hex"


@pytest.mark.parametrize(
    "values", [{"page": "99999"}, {"cost_min": "-1"}, {"q": "\x00"}, {"type": ["a", "'"]}, {"game": "x"}]
)
def test_a_strange_address_is_answered(client: Client, values: dict[str, Any]) -> None:
    assert client.get(reverse("cards"), values).status_code == 200


def test_nothing_found_has_a_way_on(client: Client) -> None:
    assert "No card is like that" in page(client, "cards", q="qqqqq")


def test_a_card_shows_its_facts_and_formats(client: Client) -> None:
    shown = page(client, "card", "neuroscape", "GEN-1")
    assert "Hex, Codemancer" in shown
    assert "Quantum Rare" in shown
    assert "Genesis" in shown


def test_a_card_shows_its_rulings_and_what_they_cite(client: Client) -> None:
    ability = {"timing": "activated", "do": [{"draw": 1}], "ruling": "as NS-7.3 and R1 say"}
    load_set(
        None,
        set_file(card(1, "Ash Runner", abilities=[ability]), rulings={"R1": "Our own words."}),
        "tst.yaml",
    )
    shown = page(client, "card", "neuroscape", "TST-1")
    assert "as NS-7.3 and R1 say" in shown
    assert escape(citable("neuroscape")["NS-7.3"]) in shown
    assert "Our own words." in shown


@pytest.mark.parametrize("args", [("neuroscape", "GEN-999"), ("chess", "GEN-1")])
def test_a_card_that_is_not_there_is_not_found(client: Client, args: tuple[str, str]) -> None:
    assert client.get(reverse("card", args=args)).status_code == 404


def test_a_card_tells_its_versions(client: Client) -> None:
    load_set(None, set_file(card(1, "Ash Runner", ram=1)), "tst.yaml")
    load_set(None, set_file(card(1, "Ash Runner", ram=2)), "tst.yaml")
    shown = page(client, "card", "neuroscape", "TST-1")
    assert "TST version 2" in shown
    assert "<del>1</del> is now <ins>2</ins>" in shown


def test_sets_and_versions_are_public(client: Client) -> None:
    load_set(make_user("grace"), set_file(), "tst.yaml")
    assert "Genesis" in page(client, "card_sets")
    shown = page(client, "card_set", "neuroscape", "TST")
    assert "Version 1" in shown
    assert "tst.yaml" in shown
    assert "Ash Runner" in page(client, "card_set_version", "neuroscape", "TST", 1)
    assert "comes with the site" in page(client, "card_set", "neuroscape", "GEN")


@pytest.mark.parametrize("name, args", CHANGES)
def test_only_staff_of_the_site_change_anything(client: Client, name: str, args: list[str]) -> None:
    assert client.get(reverse(name, args=args)).status_code == 302
    make_user("player")
    client.login(username="player", password=PASSWORD)
    assert client.get(reverse(name, args=args)).status_code == 403
    assert client.post(reverse(name, args=args)).status_code == 403


def test_only_staff_put_a_version_into_use(client: Client) -> None:
    load_set(None, set_file(), "tst.yaml")
    make_user("player")
    client.login(username="player", password=PASSWORD)
    assert client.post(reverse("card_set_activate", args=["neuroscape", "TST", 1])).status_code == 403


def upload(client: Client, content: str) -> str:
    """The preview page of this file."""
    file = SimpleUploadedFile("tst.yaml", content.encode())
    answer = client.post(reverse("card_set_upload"), {"file": file}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_upload_is_previewed_and_then_loaded(staff: Client) -> None:
    shown = upload(staff, set_file())
    assert "Ash Runner" in shown
    assert not SetVersion.objects.exists()
    content_hash = shown.split('name="content_hash" value="')[1].split('"')[0]
    where = reverse("card_set_preview", args=[SetUpload.objects.get().pk])
    assert staff.post(where, {"content_hash": content_hash}).url == reverse(
        "card_set", args=["neuroscape", "TST"]
    )
    assert SetVersion.objects.get().loaded_by.username == "ada"


def test_an_upload_with_mistakes_lists_them_and_has_no_button(staff: Client) -> None:
    shown = upload(staff, set_file(card(1, "Ash Runner", type="Charakter")))
    assert "TST-1" in shown
    assert "content_hash" not in shown


def test_a_preview_belongs_to_who_uploaded_it(staff: Client, client: Client) -> None:
    upload(staff, set_file())
    make_user("grace", is_staff=True)
    client.login(username="grace", password=PASSWORD)
    assert client.get(reverse("card_set_preview", args=[SetUpload.objects.get().pk])).status_code == 404


def test_staff_put_an_older_version_into_use(staff: Client) -> None:
    load_set(None, set_file(), "tst.yaml")
    load_set(None, set_file(card(1, "Ash Runner", ram=2)), "tst.yaml")
    staff.post(reverse("card_set_activate", args=["neuroscape", "TST", 1]))
    assert SetVersion.objects.get(active=True).number == 1


def test_formats_are_public(client: Client) -> None:
    assert "Genesis" in page(client, "formats")
    shown = page(client, "format", "neuroscape", "genesis")
    assert "On every day" in shown
    assert client.get(reverse("format", args=["neuroscape", "none"])).status_code == 404


RULE = {"valid_from": "2026-01-01", "sets": ["GEN"], "banned": "deja vu", "limited": "2 Coder\nGEN-2"}


def fields_of(client: Client, address: str) -> dict[str, Any]:
    """What the form at the address holds."""
    form = client.get(address).context["form"]
    return {name: "" if form[name].value() is None else form[name].value() for name in form.fields}


def test_staff_ban_and_limit_cards_by_name_or_number(staff: Client) -> None:
    address = reverse("format_rule_new", args=["neuroscape", "genesis"])
    answer = staff.post(address, fields_of(staff, address) | RULE)
    assert answer.status_code == 302, answer.context["form"].errors
    rule = FormatRule.objects.get(valid_from="2026-01-01")
    names = {one.number: one.name for one in format_for("neuroscape", "genesis", rule.valid_from).pool}
    assert [names[number] for number in rule.banned] == ["Déjà Vu"]
    assert {names[number]: copies for number, copies in rule.limited.items()} == {"Coder": 2, "Admin": 1}
    assert "Déjà Vu" in page(staff, "format", "neuroscape", "genesis")


def test_an_unknown_card_is_named_beside_its_field(staff: Client) -> None:
    address = reverse("format_rule_new", args=["neuroscape", "genesis"])
    answer = staff.post(address, fields_of(staff, address) | RULE | {"banned": "Nobody Knows"})
    assert "No card has this name or number: Nobody Knows." in answer.content.decode()
    assert not FormatRow.objects.exists()


def test_staff_change_and_remove_a_rule(staff: Client) -> None:
    address = reverse("format_rule_new", args=["neuroscape", "genesis"])
    staff.post(address, fields_of(staff, address) | RULE)
    rule = FormatRule.objects.get(valid_from="2026-01-01")
    where = ["neuroscape", "genesis", rule.pk]
    edit = reverse("format_rule_edit", args=where)
    assert staff.post(edit, fields_of(staff, edit) | {"banned": ""}).status_code == 302
    rule.refresh_from_db()
    assert rule.banned == []
    staff.post(reverse("format_rule_remove", args=where))
    assert not FormatRule.objects.filter(pk=rule.pk).exists()


def test_staff_add_a_format(staff: Client) -> None:
    answer = staff.post(reverse("format_new"), {"game": "neuroscape", "title": "Winter Cup"})
    assert answer.url == reverse("format_rule_new", args=["neuroscape", "winter-cup"])
    assert "Winter Cup" in page(staff, "formats")
