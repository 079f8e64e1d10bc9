"""The deck box as people use it: paste, see the verdict, correct it, save, share, download."""

import html
import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from deckcheck.domain import decks
from deckcheck.lists import read_list
from deckcheck.models import DeckVersion, StoredDeck
from tests.deckcheck.some_lists import HOPE, LEGAL, MISSPELT, OTHER_LEGAL, PLANTED, SHORT, WITHOUT_RAM
from tests.organizer.factories import make_user

pytestmark = pytest.mark.django_db
NEW = {"game": "neuroscape", "format": "genesis"}


@pytest.fixture
def ada() -> object:
    return make_user("ada")


@pytest.fixture
def box(client: Client, ada: object) -> Client:
    client.force_login(ada)  # type: ignore[arg-type]
    return client


@pytest.fixture
def deck(ada: object) -> StoredDeck:
    return decks.save_deck(
        ada, LEGAL, game="neuroscape", format="genesis", name="Hackers", notes="a secret plan"
    ).deck


def check(client: Client, text: str, **fields: str) -> str:
    answer = client.post(reverse("deck_check_text"), {**NEW, "text": text, **fields})
    assert answer.status_code == 200
    return answer.content.decode()


def textarea(page: str) -> str:
    found = re.search(r"<textarea[^>]*name=\"text\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert found
    return html.unescape(found[1].removeprefix("\n"))


class TestChecking:
    def test_a_legal_list_is_said_to_be(self, client: Client) -> None:
        page = check(client, LEGAL)
        assert "This list is legal" in page
        assert PLANTED in page

    def test_a_fault_names_its_clause_and_what_would_be_legal(self, client: Client) -> None:
        page = check(client, SHORT)
        assert "NS-20.2" in page
        assert "Legal:" in page

    def test_an_unread_line_offers_names(self, client: Client) -> None:
        line = MISSPELT.splitlines().index("3x Deep Dvier") + 1
        page = check(client, MISSPELT)
        assert f'value="{line}:Deep Diver"' in page
        assert f'data-line="{line}"' in page

    def test_a_press_corrects_that_line_alone(self, client: Client) -> None:
        line = MISSPELT.splitlines().index("3x Deep Dvier") + 1
        page = check(client, MISSPELT, correct=f"{line}:Deep Diver")
        assert textarea(page) == LEGAL
        assert "This list is legal" in page

    @pytest.mark.parametrize("press", ["99999:Admin", "x:Admin", "3:", ":", "0:Admin", "1:" + "x" * 9000])
    def test_a_press_that_fits_nothing_changes_nothing(self, client: Client, press: str) -> None:
        assert textarea(check(client, MISSPELT, correct=press)) == MISSPELT

    def test_ram_is_offered_and_added(self, client: Client) -> None:
        assert "Assume 25 Basic RAM" in check(client, WITHOUT_RAM)
        page = check(client, WITHOUT_RAM, assume="ram")
        assert "This list is legal" in page
        assert "Assume 25" not in check(client, LEGAL)

    def test_ram_is_added_to_a_list_for_programs(self, client: Client) -> None:
        text = '{"game": "neuroscape", "cyberdeck": {"Admin": 4}, "mainframe": {"Firestarter": 1}}'
        page = check(client, text, assume="ram")
        assert "Basic RAM" in textarea(page)
        assert "RAM <b" in page

    def test_a_list_of_the_other_game(self, client: Client) -> None:
        assert "This list is legal" in check(client, HOPE, game="hope-cardgame", format="open")

    def test_nothing_is_no_list(self, client: Client) -> None:
        assert "The verdict shows here" in check(client, "  \n")

    def test_a_huge_paste_is_refused_politely(self, client: Client) -> None:
        assert "are the most" in check(client, "1 Admin\n" * 50_000)

    @pytest.mark.parametrize("fields", [{"format": "nonsense"}, {"on": "soon"}, {"on": "0001-01-01"}])
    def test_strange_fields_do_no_harm(self, client: Client, fields: dict[str, str]) -> None:
        check(client, LEGAL, **fields)

    def test_a_game_without_decks_is_not_found(self, client: Client) -> None:
        answer = client.post(reverse("deck_check_text"), {"game": "hope", "format": "standard", "text": "x"})
        assert answer.status_code == 404

    def test_text_is_shown_as_text(self, client: Client) -> None:
        page = check(client, "1 <script>alert(1)</script>")
        assert "<script>" not in page


class TestEditing:
    def test_without_scripts_the_check_button_shows_the_verdict(self, box: Client) -> None:
        answer = box.post(reverse("deck_new"), {**NEW, "text": SHORT, "do": "check"})
        assert "NS-20.2" in answer.content.decode()
        assert not StoredDeck.objects.exists()

    def test_without_scripts_a_suggestion_works_too(self, box: Client) -> None:
        line = MISSPELT.splitlines().index("3x Deep Dvier") + 1
        answer = box.post(
            reverse("deck_new"), {**NEW, "name": "Mine", "text": MISSPELT, "correct": f"{line}:Deep Diver"}
        )
        page = answer.content.decode()
        assert textarea(page) == LEGAL
        assert 'value="Mine"' in page

    def test_a_deck_is_saved_and_shown(self, box: Client) -> None:
        answer = box.post(
            reverse("deck_new"), {**NEW, "name": "Mine", "text": LEGAL, "do": "save"}, follow=True
        )
        page = answer.content.decode()
        assert answer.resolver_match.url_name == "deck"
        assert "Saved as version 1" in page
        assert PLANTED in page

    def test_a_refused_form_keeps_what_was_typed(self, box: Client) -> None:
        answer = box.post(reverse("deck_new"), {**NEW, "name": "x" * 90, "text": LEGAL, "do": "save"})
        assert answer.status_code == 422
        assert textarea(answer.content.decode()) == LEGAL

    def test_the_later_of_two_tabs_keeps_its_text_and_can_save_it(
        self, box: Client, deck: StoredDeck
    ) -> None:
        address = reverse("deck_edit", args=[deck.pk])
        box.post(address, {**NEW, "text": SHORT, "seen": "1", "do": "save"})
        answer = box.post(address, {**NEW, "text": OTHER_LEGAL, "seen": "1", "do": "save"})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "saved elsewhere" in page
        assert textarea(page) == OTHER_LEGAL
        seen = re.search(r'name="seen" value="(\d+)"', page)
        assert seen
        box.post(address, {**NEW, "text": OTHER_LEGAL, "seen": seen[1], "do": "save"})
        assert list(deck.versions.values_list("number", flat=True)) == [3, 2, 1]

    def test_it_needs_an_account(self, client: Client) -> None:
        for name in ("decks", "deck_new"):
            answer = client.get(reverse(name))
            assert answer.status_code == 302
            assert answer["Location"].startswith(reverse("account_login"))


class TestTheBox:
    def test_it_lists_decks_with_their_verdicts(self, box: Client, ada: object, deck: StoredDeck) -> None:
        decks.save_deck(ada, SHORT, game="neuroscape", format="genesis", name="Short one")
        page = box.get(reverse("decks")).content.decode()
        assert "Hackers" in page
        assert "1 fault" in page
        assert "Legal" in page

    def test_it_is_filtered_by_game(self, box: Client, ada: object, deck: StoredDeck) -> None:
        decks.save_deck(ada, HOPE, game="hope-cardgame", format="open", name="Treaty")
        page = box.get(reverse("decks"), {"game": "hope-cardgame"}).content.decode()
        assert "Treaty" in page
        assert "Hackers" not in page

    def test_an_empty_box_says_how_to_begin(self, box: Client) -> None:
        assert "Make a deck" in box.get(reverse("decks")).content.decode()

    def test_put_aside_and_back(self, box: Client, deck: StoredDeck) -> None:
        box.post(reverse("deck", args=[deck.pk]), {"do": "archive"})
        assert "Hackers" not in box.get(reverse("decks")).content.decode()
        assert "Hackers" in box.get(reverse("decks"), {"archived": "1"}).content.decode()
        box.post(reverse("deck", args=[deck.pk]), {"do": "unarchive"})
        assert "Hackers" in box.get(reverse("decks")).content.decode()

    def test_an_earlier_version_is_shown(self, box: Client, ada: object, deck: StoredDeck) -> None:
        decks.save_deck(ada, OTHER_LEGAL, game="neuroscape", format="genesis", deck=deck)
        page = box.get(reverse("deck", args=[deck.pk]), {"version": "1"}).content.decode()
        assert PLANTED in page
        assert "An earlier version" in page
        assert PLANTED not in box.get(reverse("deck", args=[deck.pk])).content.decode()

    @pytest.mark.parametrize("version", ["9", "99999999", "x", "-1"])
    def test_a_version_that_is_not_there(self, box: Client, deck: StoredDeck, version: str) -> None:
        assert box.get(reverse("deck", args=[deck.pk]), {"version": version}).status_code == 404

    def test_copy_and_delete(self, box: Client, deck: StoredDeck) -> None:
        answer = box.post(reverse("deck", args=[deck.pk]), {"do": "copy"})
        assert answer["Location"] != reverse("deck", args=[deck.pk])
        box.post(reverse("deck", args=[deck.pk]), {"do": "delete"})
        assert list(StoredDeck.objects.values_list("name", flat=True)) == ["Hackers (copy)"]

    def test_an_unknown_button_is_not_there(self, box: Client, deck: StoredDeck) -> None:
        assert box.post(reverse("deck", args=[deck.pk]), {"do": "explode"}).status_code == 404


class TestWhoSeesADeck:
    def test_nobody_else_s_deck_is_there(self, client: Client, deck: StoredDeck) -> None:
        client.force_login(make_user())
        for name in ("deck", "deck_edit", "deck_download"):
            assert client.get(reverse(name, args=[deck.pk])).status_code == 404
        for act in ("delete", "share", "copy"):
            assert client.post(reverse("deck", args=[deck.pk]), {"do": act}).status_code == 404
        assert DeckVersion.objects.count() == 1

    def test_whoever_has_the_link_reads_it_without_the_notes(self, client: Client, deck: StoredDeck) -> None:
        address = reverse("deck_shared", args=[decks.share(deck)])
        page = client.get(address).content.decode()
        assert PLANTED in page
        assert "secret plan" not in page
        decks.unshare(deck)
        assert client.get(address).status_code == 404

    def test_a_shared_deck_is_copied_by_who_is_signed_in(self, client: Client, deck: StoredDeck) -> None:
        address = reverse("deck_shared", args=[decks.share(deck)])
        assert client.post(address, {"do": "copy"}).status_code == 302
        assert StoredDeck.objects.count() == 1
        bo = make_user()
        client.force_login(bo)
        client.post(address, {"do": "copy"})
        assert StoredDeck.objects.get(owner=bo).notes == ""

    def test_a_wrong_token_opens_nothing(self, client: Client, deck: StoredDeck) -> None:
        decks.share(deck)
        assert client.get(reverse("deck_shared", args=["guess"])).status_code == 404
        address = reverse("deck_download", args=[deck.pk])
        assert client.get(f"{address}?{urlencode({'token': 'guess'})}").status_code == 404


class TestDownload:
    @pytest.mark.parametrize("code", ["plain", "deckplanet", "deckscape", "decklab", "json", "csv"])
    def test_every_notation_holds_the_same_deck(self, box: Client, deck: StoredDeck, code: str) -> None:
        answer = box.get(reverse("deck_download", args=[deck.pk]), {"format": code})
        _, fmt = decks.check(LEGAL, "neuroscape", "genesis", deck.created_at.date())
        again = read_list(answer.content.decode(), fmt.pool).deck
        assert {
            zone: dict(cards) for zone, cards in again.zones.items() if cards
        } == deck.versions.get().zones
        assert answer["Content-Disposition"].startswith('attachment; filename="hackers')

    def test_as_it_was_saved(self, box: Client, deck: StoredDeck) -> None:
        answer = box.get(reverse("deck_download", args=[deck.pk]))
        assert answer.content.decode() == LEGAL

    def test_a_shared_deck_is_downloaded_with_its_token(self, client: Client, deck: StoredDeck) -> None:
        token = decks.share(deck)
        assert client.get(reverse("deck_download", args=[deck.pk]), {"token": token}).status_code == 200

    @pytest.mark.parametrize("code", ["exe", "hope"])
    def test_a_notation_that_the_game_has_not(self, box: Client, deck: StoredDeck, code: str) -> None:
        assert box.get(reverse("deck_download", args=[deck.pk]), {"format": code}).status_code == 404


class TestTheApi:
    def test_a_list_is_checked_without_an_account(self, client: Client) -> None:
        answer = client.post(
            reverse("api-decks-check"), {"text": SHORT, "game": "neuroscape"}, content_type="application/json"
        )
        found = answer.json()
        assert not found["legal"]
        assert found["list_format"] == "deckscape"
        assert found["faults"][0]["clause"] == "NS-20.2"
        assert {zone["zone"]: zone["count"] for zone in found["zones"]} == {
            "mainframe": 1,
            "cyberdeck": 49,
            "ram": 25,
        }

    def test_unread_lines_come_with_suggestions(self, client: Client) -> None:
        answer = client.post(
            reverse("api-decks-check"),
            {"text": MISSPELT, "game": "neuroscape"},
            content_type="application/json",
        )
        assert "Deep Diver" in [name for line in answer.json()["unread"] for name in line["suggestions"]]

    @pytest.mark.parametrize(
        ("fields", "at"),
        [
            ({"game": "chess"}, "format"),
            ({"format": "nonsense"}, "format"),
            ({"on": "soon"}, "on"),
            ({"list_format": "morse"}, "list_format"),
            ({"text": "x" * 70_000}, "text"),
        ],
    )
    def test_what_makes_no_sense_is_an_error_at_its_field(
        self, client: Client, fields: dict[str, str], at: str
    ) -> None:
        answer = client.post(
            reverse("api-decks-check"),
            {"text": LEGAL, "game": "neuroscape", **fields},
            content_type="application/json",
        )
        assert answer.status_code == 400
        assert list(answer.json()) == [at]

    def test_checking_is_throttled(self, client: Client) -> None:
        address = reverse("api-decks-check")
        body = {"text": "1 Admin", "game": "neuroscape"}
        codes = [client.post(address, body, content_type="application/json").status_code for _ in range(31)]
        assert (codes[0], codes[-1]) == (200, 429)

    def test_a_deck_from_first_to_last(self, box: Client) -> None:
        made = box.post(
            reverse("api-decks"),
            {"text": SHORT, "game": "neuroscape", "name": "By machine"},
            content_type="application/json",
        )
        assert made.status_code == 201
        deck = made.json()
        assert (deck["version"], deck["legal"]) == (1, False)
        address = reverse("api-deck", args=[deck["id"]])
        body = {"text": LEGAL, "game": "neuroscape", "version": 1}
        changed = box.put(address, body, content_type="application/json").json()
        assert (changed["version"], changed["legal"], changed["name"]) == (2, True, "By machine")
        stale = box.put(address, body | {"text": OTHER_LEGAL}, content_type="application/json")
        assert stale.status_code == 409
        assert [one["id"] for one in box.get(reverse("api-decks")).json()] == [deck["id"]]
        assert box.delete(address).status_code == 204
        assert box.get(address).status_code == 404

    def test_a_deck_box_is_its_owner_s_alone(self, client: Client, deck: StoredDeck) -> None:
        address = reverse("api-deck", args=[deck.pk])
        assert client.get(reverse("api-decks")).status_code == 403
        assert client.get(address).status_code == 403
        client.force_login(make_user())
        assert client.get(reverse("api-decks")).json() == []
        assert client.get(address).status_code == 404
        assert client.delete(address).status_code == 404
