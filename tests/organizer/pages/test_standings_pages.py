"""Standings: the official and the live table, the cut line, workings, and the log."""

import pytest
from django.test import Client

from organizer.domain import bracket, results
from organizer.models import Event, LogEntry, Match, Role
from tests.organizer import factories
from tests.organizer.roundplay import Play

pytestmark = pytest.mark.django_db

SWISS_AND_CUT = [{"kind": "swiss", "rounds_planned": 2}, {"kind": "elimination", "cut_size": 4}]


def page(play: Play) -> str:
    return f"/events/{play.event.slug}/standings/"


def test_before_the_first_round_there_is_a_word_instead(client: Client, event: Event) -> None:
    answer = client.get(f"/events/{event.slug}/standings/")
    assert answer.status_code == 200
    assert "No standings yet" in answer.text


def test_the_official_table_waits_for_the_round_to_end(client: Client) -> None:
    play = Play(4)
    play.play()
    shown = play.publish()
    results.enter_result(shown.matches.first(), play.actor, games_a=2)
    official = client.get(page(play)).context
    live = client.get(page(play) + "?live=1").context
    assert official["table"].rounds == 1
    assert max(int(row["line"].cells[0]) for row in official["rows"]) == 3
    assert live["table"].live


def test_numbers_have_four_digits_and_open_their_working(client: Client) -> None:
    play = Play(8)
    play.play(3)
    row = client.get(page(play)).context["rows"][0]
    share = row["cells"][1]
    assert len(share["text"].partition(".")[2]) == 4
    working = client.get(share["url"])
    assert share["text"] in working.text
    assert "Magic Tournament Rules" in working.text


def test_a_working_for_a_dialog_is_only_the_piece(client: Client) -> None:
    play = Play(4)
    play.play()
    url = client.get(page(play)).context["rows"][0]["cells"][0]["url"]
    piece = client.get(url, headers={"HX-Request": "true"}).text
    assert "<html" not in piece
    assert "Match points" in piece


def test_an_unknown_tie_break_is_no_page(client: Client) -> None:
    play = Play(4)
    play.play()
    entry = play.event.entries.first()
    assert client.get(f"{page(play)}{entry.pk}/nonsense/").status_code == 404


def test_the_cut_line_passes_over_who_left(client: Client) -> None:
    play = Play(8, phases=SWISS_AND_CUT)
    play.play(2)
    leader = client.get(page(play)).context["rows"][0]["line"].entry
    play.drop(leader.name)
    below = [row["below"] for row in client.get(page(play)).context["rows"]]
    assert below.index(True) == 5


def test_after_the_cut_the_table_is_frozen(client: Client) -> None:
    play = Play(8, phases=SWISS_AND_CUT)
    play.play(2)
    before = [row["line"].entry.name for row in client.get(page(play)).context["rows"]]
    bracket.start_next_phase(play.event, play.actor)
    play.drop(before[0])
    after = client.get(page(play)).context
    assert after["table"].frozen
    assert [row["line"].entry.name for row in after["rows"]] == before


def test_who_dropped_is_marked(client: Client) -> None:
    play = Play(4)
    play.play()
    play.drop("Player 2")
    rows = client.get(page(play)).context["rows"]
    assert [row["line"].entry.name for row in rows if row["line"].dropped] == ["Player 2"]


def test_everybody_reads_the_public_part_of_the_log(client: Client) -> None:
    play = Play(4)
    play.pair()
    kinds = {row.kind for row in client.get(f"/events/{play.event.slug}/log/").context["page"]}
    assert "event.started" in kinds
    assert "round.paired" not in kinds


def test_the_staff_reads_all_and_narrows_it_down(client: Client) -> None:
    play = Play(4)
    play.play()
    client.force_login(factories.make_staff(play.event, Role.JUDGE))
    log = f"/events/{play.event.slug}/log/"
    assert "round.paired" in {row.kind for row in client.get(log).context["page"]}
    only = client.get(f"{log}?kind=result.entered&round=1").context["page"]
    assert {row.kind for row in only} == {"result.entered"}


def test_the_log_page_finds_a_changed_entry(client: Client) -> None:
    play = Play(4)
    client.force_login(play.actor.user)
    log = f"/events/{play.event.slug}/log/?check=1"
    assert client.get(log).context["checked"]["ok"]
    LogEntry.objects.filter(event=play.event, seq=2).update(summary="Nothing happened.")
    assert client.get(log).context["checked"]["broken"] == 2


def test_match_results_of_an_open_round_do_not_show_in_the_official_table(client: Client) -> None:
    play = Play(4)
    play.finish(play.publish())
    assert play.event.matches.filter(status=Match.Status.FINAL).count() == 2
    assert client.get(page(play)).status_code == 200
