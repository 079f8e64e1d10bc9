"""Sheets to print."""

import pytest
from django.test import Client

from organizer.interfaces.pages.printing import in_cutting_order
from organizer.models import Role
from tests.organizer import factories
from tests.organizer.roundplay import Play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("tables", [1, 5, 6, 7, 12, 25])
def test_a_cut_stack_of_slips_is_in_order(tables: int) -> None:
    sheets = in_cutting_order(list(range(1, tables + 1)), 6)
    piles = [[sheet[place] for sheet in sheets] for place in range(6)]
    stacked = [slip for pile in piles for slip in pile if slip is not None]
    assert stacked == list(range(1, tables + 1))
    assert len(sheets) == -(-tables // 6)


@pytest.mark.parametrize("sheet", ["rounds/1/print/by-name/", "rounds/1/print/by-table/", "standings/print/"])
def test_sheets_for_everybody_carry_names_and_the_event(client: Client, sheet: str) -> None:
    play = Play(5)
    play.play()
    text = client.get(f"/events/{play.event.slug}/{sheet}").text
    assert play.event.title in text
    assert "Player 5" in text


def test_slips_are_for_the_staff_and_leave_byes_out(client: Client) -> None:
    play = Play(5)
    shown = play.publish()
    slips = f"/events/{play.event.slug}/rounds/1/print/slips/"
    assert client.get(slips).status_code in {302, 403}
    client.force_login(factories.make_staff(play.event, Role.SCOREKEEPER))
    text = client.get(slips).text
    bye = shown.matches.get(b=None)
    assert text.count('class="slip"') == 2
    assert bye.a.name not in text


def test_standings_to_print_before_the_first_round(client: Client) -> None:
    play = Play(4)
    assert client.get(f"/events/{play.event.slug}/standings/print/").status_code == 200
