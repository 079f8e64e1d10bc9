"""An event of eight with a cut, through the pages alone: from sign-up to champion."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, Site, sign_up

pytestmark = pytest.mark.browser

PLAYERS = ["Anja", "Bela", "Cora", "Dino", "Enzo", "Fina", "Gero", "Hana"]


def create_event(page: Page) -> str:
    """Create and publish it; returns its address."""
    page.goto("/events/new/")
    page.get_by_label("Title").fill("Sandglass Eight")
    page.get_by_label("Game", exact=True).select_option("Neuroscape")
    page.get_by_label("Venue optional").fill("Town hall")
    page.get_by_role("spinbutton", name="Places").fill("8")
    page.get_by_label("Time zone of the venue").select_option("Europe/Prague")
    page.get_by_label("Swiss rounds").fill("3")
    page.get_by_label("Then a cut to").select_option("Top 4")
    page.get_by_role("button", name="Create the draft").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Registration").first).to_be_visible()
    return re.match(r".*/events/[^/]+/", page.url).group(0)


def register(page: Page, event: str) -> None:
    page.goto(event)
    page.get_by_role("link", name="Register").first.click()
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("registered").first).to_be_visible()


def desk_step(page: Page, event: str, label: str) -> None:
    """Do the next thing that the desk proposes."""
    page.goto(f"{event}desk/")
    step = page.get_by_role("region").filter(has_text="Next").first
    step.get_by_role("button", name=label).or_(step.get_by_role("link", name=label)).first.click()
    question = page.get_by_role("dialog")
    if question.is_visible():
        question.get_by_role("button", name=label).click()


def publish_round(page: Page, event: str, number: int, paired_by: str = "") -> None:
    desk_step(page, event, paired_by or f"Pair round {number}")
    page.goto(f"{event}desk/rounds/{number}/")
    page.get_by_label("Start the clock at once").check()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text(f"Round {number} is published and its clock is running")).to_be_visible()


def tables(page: Page, event: str, number: int) -> list[tuple[str, str, str]]:
    """(table, first player, second player) of the published round, as everybody sees it."""
    page.goto(f"{event}rounds/{number}/")
    found = []
    for row in page.locator("tbody tr").all():
        names = row.locator(".sides span:not(.against)").all_inner_texts()
        found.append((row.locator("th").first.inner_text().strip(), names[0].strip(), names[1].strip()))
    return found


def report(page: Page, event: str, score: str) -> None:
    page.goto(f"{event}my-match/")
    page.locator("label.score-choice, .score-grid label").filter(has_text=score).first.click()
    page.get_by_role("button", name="Report", exact=True).click()


def enter_at_desk(page: Page, event: str, table: str, score: str) -> None:
    page.goto(f"{event}desk/")
    page.get_by_label("Table and score").fill(f"{table} {score}")
    page.get_by_label("Table and score").press("Enter")
    expect(page.get_by_text(re.compile(rf"Table {table}: .*{score}")).first).to_be_visible()


def test_eight_players_from_sign_up_to_champion(demo: Site, person: Callable[..., Page]) -> None:
    organizer = person()
    sign_up(organizer, demo, "Olga")
    event = create_event(organizer)

    phones = {name: person(PHONE) for name in PLAYERS}
    for name, phone in phones.items():
        sign_up(phone, demo, name)
        register(phone, event)

    desk_step(organizer, event, "Start the event")
    publish_round(organizer, event, 1)
    round_one = tables(organizer, event, 1)
    assert sorted(name for _, *both in round_one for name in both) == PLAYERS

    # Table 1: reported by one, confirmed by the other, who sees it without reloading the page.
    _, ann, ben = round_one[0]
    phones[ben].goto(f"{event}my-match/")
    report(phones[ann], event, "2–0 You win")
    expect(phones[ann].get_by_text("You reported")).to_be_visible()
    confirm = phones[ben].get_by_role("button", name="Yes, confirm")
    confirm.click()
    expect(phones[ben].get_by_text("Final result")).to_be_visible()

    # Table 2: a dispute, decided at the desk.
    table, ann, ben = round_one[1]
    report(phones[ann], event, "2–1 You win")
    phones[ben].goto(f"{event}my-match/")
    phones[ben].get_by_text("No, it is wrong").click()
    phones[ben].get_by_label("What is wrong?").fill("I won the third game")
    phones[ben].get_by_role("button", name="Dispute it").click()
    expect(phones[ben].get_by_text("The result is disputed.", exact=True)).to_be_visible()
    organizer.goto(f"{event}desk/")
    expect(organizer.get_by_text("1 disputed result")).to_be_visible()
    organizer.get_by_role("link", name=re.compile("^Decide")).click()
    organizer.locator(".score-grid label").filter(has_text="1–2").first.click()
    organizer.get_by_role("button", name="Save").click()
    expect(organizer.get_by_text("1 disputed result")).to_have_count(0)

    # The others hand in slips.
    for table, _, _ in round_one[2:]:
        enter_at_desk(organizer, event, table, "2-1")

    publish_round(organizer, event, 2)

    # Round 1's table 3 was entered the wrong way round: corrected after round 2 is out, consequences first.
    _, ann, ben = round_one[2]
    organizer.goto(f"{event}rounds/1/")
    row = organizer.locator("tbody tr").filter(has_text=ann).filter(has_text=ben)
    row.get_by_role("link").last.click()
    organizer.get_by_role("link", name="At the desk").click()
    organizer.get_by_role("link", name="Correct the result").click()
    organizer.locator(".score-grid label").filter(has_text="1–2").first.click()
    organizer.get_by_role("button", name="See what it would change").click()
    expect(organizer.get_by_role("heading", name="What it would change")).to_be_visible()
    expect(organizer.get_by_role("heading", name="Standings")).to_be_visible()
    organizer.get_by_label("Reason").fill("The slip was read the wrong way round")
    organizer.get_by_role("button", name="Save the correction").click()
    expect(organizer.get_by_text(re.compile("Corrected|corrected")).first).to_be_visible()

    for number in (2, 3):
        if number > 2:
            publish_round(organizer, event, number)
        for table, _, _ in tables(organizer, event, number):
            enter_at_desk(organizer, event, table, "2-0")

    organizer.goto(f"{event}standings/")
    expect(organizer.locator("tbody tr")).to_have_count(8)
    for number, paired_by in ((4, "Start the"), (5, "Pair round 5")):
        publish_round(organizer, event, number, paired_by)
        pairs = tables(organizer, event, number)
        assert len(pairs) == 6 - number
        for table, _, _ in pairs:
            enter_at_desk(organizer, event, table, "2-1")
        winners = [first for _, first, _ in pairs]

    desk_step(organizer, event, "Finish the event")
    organizer.goto(f"{event}bracket/")
    expect(organizer.get_by_text("Winner").or_(organizer.get_by_text("Champion")).first).to_be_visible()
    champion = phones[winners[0]]
    champion.goto(f"{event}my-match/")
    expect(champion.get_by_text("1st place")).to_be_visible()

    organizer.goto(f"{event}log/")
    expect(organizer.get_by_text("The slip was read the wrong way round").first).to_be_visible()
