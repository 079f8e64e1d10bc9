"""Cards and formats by the API: the same answers as the pages give."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from deckcheck.domain.library import shipped_sets

pytestmark = pytest.mark.django_db


def ask(client: Client, address: str, **values: Any) -> Any:
    answer = client.get(f"/api/v1/{address}", values)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_all_cards_of_all_games_are_counted(client: Client) -> None:
    found = ask(client, "cards/", limit=1)
    assert found["count"] == sum(len(one.cards) for one in shipped_sets().values())
    assert len(found["results"]) == 1


def test_pages_go_on_from_one_game_to_the_next(client: Client) -> None:
    last = len(shipped_sets()["GEN"].cards)
    found = ask(client, "cards/", offset=last - 1, limit=2)
    assert [card["game"] for card in found["results"]] == ["neuroscape", "hope-cardgame"]


def test_a_search_counts_what_else_could_be_chosen(client: Client) -> None:
    found = ask(client, "cards/", game="neuroscape", q="hex", type="Character")
    assert [card["number"] for card in found["results"]] == ["GEN-1"]
    assert {"value": "Character", "count": 1} in found["facets"]["type"]


def test_a_card_has_its_text_and_its_record(client: Client) -> None:
    card = ask(client, "cards/neuroscape/GEN-1/")
    assert (card["cost"], card["groups"]) == (4, ["Hacker"])
    assert card["facts"]["rarity"] == "Quantum Rare"
    assert card["text"]


@pytest.mark.parametrize("address", ["cards/neuroscape/GEN-999/", "cards/chess/GEN-1/"])
def test_a_card_that_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/api/v1/{address}").status_code == 404


def test_formats_name_the_content_of_their_sets(client: Client) -> None:
    found = ask(client, "formats/", game="neuroscape", on="2026-06-01")
    assert [(one["code"], one["sets"]) for one in found] == [
        ("genesis", {"GEN": shipped_sets()["GEN"].content_hash})
    ]


def test_a_day_that_is_none_is_refused(client: Client) -> None:
    assert client.get("/api/v1/formats/", {"on": "tomorrow"}).status_code == 400


def test_the_description_has_no_warnings(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "api.yaml"))
