"""My match: report, confirm, dispute, concede; and the public page of a match."""

import uuid

import pytest
from django.test import Client

from organizer.domain import results
from organizer.models import Match, Phase, Report
from tests.organizer import factories
from tests.organizer.desk import Desk, open_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return open_desk(4)


@pytest.fixture
def table(desk: Desk) -> Match:
    """Ada against Bo at table 1."""
    return desk.round(("Ada", "Bo"), ("Cy", "Dee"))[0]


def sign_in(client: Client, desk: Desk, name: str) -> str:
    """Signs a player in; returns the address of the own match."""
    client.force_login(desk.as_(name).user)
    return f"/events/{desk.event.slug}/my-match/"


def report_page(desk: Desk, match: Match) -> str:
    return f"/events/{desk.event.slug}/matches/{match.pk}/report/"


def test_strangers_sign_in_first(client: Client, desk: Desk) -> None:
    assert "/accounts/login/" in client.get(f"/events/{desk.event.slug}/my-match/").headers["Location"]


def test_who_does_not_play_is_sent_to_the_event(client: Client, desk: Desk) -> None:
    client.force_login(factories.make_user())
    answer = client.get(f"/events/{desk.event.slug}/my-match/", follow=True)
    assert "You do not take part in this event." in answer.text


def test_a_player_sees_table_and_opponent(client: Client, desk: Desk, table: Match) -> None:
    context = client.get(sign_in(client, desk, "Bo")).context
    assert context["match"].table == 1
    assert context["opponent"] == desk["Ada"]
    assert context["state"] == "open"


def test_before_the_first_round_one_waits(client: Client, desk: Desk) -> None:
    assert client.get(sign_in(client, desk, "Ada")).context["state"] == "before"


def test_who_has_the_bye_is_told(client: Client, desk: Desk) -> None:
    desk.round(("Ada", "Bo"), ("Cy", None))
    assert client.get(sign_in(client, desk, "Cy")).context["state"] == "bye"


def test_the_second_player_reports_with_the_own_games_first(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Bo")
    form = client.get(report_page(desk, table)).context["form"]
    (win, *_rest) = form.fields["result"].choices
    assert win[0] == "0-2-0"
    assert "You win" in win[1]
    client.post(report_page(desk, table), {"action": "report", "result": win[0]})
    assert table.reports.get().outcome == "b"


def test_another_score_is_counted_from_the_reporters_side(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Bo")
    form = {"action": "report", "result": "other", "games_1": 2, "games_2": 0, "games_drawn": 1}
    client.post(report_page(desk, table), form)
    report = table.reports.get()
    assert (report.games_a, report.games_b, report.games_drawn) == (0, 2, 1)


def test_endings_are_kept_with_the_report(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Ada")
    form = {"action": "report", "result": "2-0-0", "ending_1": "bioframe", "ending_2": "mainframe"}
    client.post(report_page(desk, table), form)
    assert table.reports.get().endings == ["bioframe", "mainframe"]


def test_a_report_sent_twice_is_one(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Ada")
    form = {"action": "report", "result": "2-1-0", "key": uuid.uuid4().hex}
    for _ in range(2):
        assert client.post(report_page(desk, table), form).status_code == 302
    assert table.reports.count() == 1


def test_a_report_without_a_choice_says_so_at_the_field(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Ada")
    answer = client.post(report_page(desk, table), {"action": "report"})
    assert answer.status_code == 422
    assert "result" in answer.context["form"].errors
    assert not table.reports.exists()


def test_a_score_that_cannot_be_is_refused_at_the_field(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Bo")
    form = {"action": "report", "result": "other", "games_1": 5, "games_2": 0}
    answer = client.post(report_page(desk, table), form)
    assert answer.status_code == 422
    assert "games_1" in answer.context["form"].errors
    assert not table.reports.exists()


def test_the_opponent_confirms(client: Client, desk: Desk, table: Match) -> None:
    results.report_result(table, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1)
    page = client.get(sign_in(client, desk, "Bo"))
    assert "Ada reported" in page.text
    client.post(report_page(desk, table), {"action": "confirm"})
    table.refresh_from_db()
    assert table.status == Match.Status.FINAL


def test_the_opponent_disputes_with_a_reason(client: Client, desk: Desk, table: Match) -> None:
    results.report_result(table, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1)
    page = sign_in(client, desk, "Bo")
    client.post(report_page(desk, table), {"action": "dispute", "reason": "It was 1-2."})
    table.refresh_from_db()
    assert table.status == Match.Status.DISPUTED
    assert "The result is disputed" in client.get(page).text


def test_a_dispute_needs_a_reason(client: Client, desk: Desk, table: Match) -> None:
    results.report_result(table, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1)
    sign_in(client, desk, "Bo")
    client.post(report_page(desk, table), {"action": "dispute"})
    assert table.reports.get().status == Report.Status.PENDING


def test_one_cannot_confirm_the_own_report(client: Client, desk: Desk, table: Match) -> None:
    results.report_result(table, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1)
    sign_in(client, desk, "Ada")
    answer = client.post(report_page(desk, table), {"action": "confirm"}, follow=True)
    assert "This is your own report" in answer.text


def test_a_report_can_be_taken_back(client: Client, desk: Desk, table: Match) -> None:
    results.report_result(table, desk.as_("Ada"), desk["Ada"], games_a=2, games_b=1)
    sign_in(client, desk, "Ada")
    client.post(report_page(desk, table), {"action": "withdraw"})
    table.refresh_from_db()
    assert table.status == Match.Status.OPEN


def test_a_player_concedes(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Ada")
    client.post(report_page(desk, table), {"action": "concede"})
    table.refresh_from_db()
    assert (table.outcome, table.how) == ("b", "concession")


def test_players_of_another_table_cannot_report(client: Client, desk: Desk, table: Match) -> None:
    sign_in(client, desk, "Cy")
    assert client.post(report_page(desk, table), {"action": "report", "result": "2-0-0"}).status_code == 403
    assert not table.reports.exists()


def test_an_event_whose_staff_enters_results_offers_no_form(client: Client) -> None:
    desk = open_desk(2, players_report=False)
    desk.round(("Ada", "Bo"))
    text = client.get(sign_in(client, desk, "Ada")).text
    assert "hand in your slip" in text
    assert 'value="report"' not in text


def test_a_bracket_offers_no_draw(client: Client, desk: Desk) -> None:
    cut = desk.cut("Ada", "Bo", "Cy", "Dee")
    assert cut.kind == Phase.Kind.ELIMINATION
    match = desk.round(("Ada", "Dee"), ("Bo", "Cy"), phase=cut)[0]
    sign_in(client, desk, "Ada")
    choices = dict(client.get(report_page(desk, match)).context["form"].fields["result"].choices)
    assert set(choices) == {"2-0-0", "2-1-0", "1-2-0", "0-2-0", "other"}


def test_another_tables_result_leaves_my_page_alone(client: Client, desk: Desk, table: Match) -> None:
    page = sign_in(client, desk, "Ada")
    seen = client.get(page).context["live"].state
    results.enter_result(desk.event.matches.get(table=2), desk.judge, games_a=2)
    assert client.get(f"{page}?seen={seen}").status_code == 204
    results.report_result(table, desk.as_("Bo"), desk["Bo"], games_a=2)
    assert client.get(f"{page}?seen={seen}").status_code == 200


def test_the_match_page_shows_result_and_history_to_everybody(
    client: Client, desk: Desk, table: Match
) -> None:
    results.enter_result(table, desk.judge, games_a=2, games_b=1)
    page = client.get(f"/events/{desk.event.slug}/matches/{table.pk}/")
    assert "2–1" in page.text
    assert any("Ada beat Bo 2-1" in row.summary for row in page.context["log"])


def test_a_match_of_a_draft_is_no_page_for_players(client: Client, desk: Desk) -> None:
    match = desk.round(("Ada", "Bo"), status="draft")[0]
    assert client.get(f"/events/{desk.event.slug}/matches/{match.pk}/").status_code == 404
