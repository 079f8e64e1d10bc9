"""A decklist from a broken paste to a deck check, through the pages alone."""

import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import PHONE, Site, sign_up
from tests.browser.test_event_journey import desk_step, publish_round, register
from tests.deckcheck.some_lists import LEGAL, OTHER_LEGAL

pytestmark = pytest.mark.browser

BROKEN = LEGAL.replace("3x Deep Diver", "3x Deep Dvier").split("// RAM")[0].strip()
"""A misspelt card, and no RAM."""


def create_event(page: Page) -> str:
    """A published event that requires decklists; returns its address."""
    page.goto("/events/new/")
    page.get_by_label("Title").fill("Lists Required")
    page.get_by_label("Game", exact=True).select_option("Neuroscape")
    page.get_by_label("Venue optional").fill("Town hall")
    page.get_by_label("Time zone of the venue").select_option("Europe/Prague")
    page.get_by_label("Swiss rounds").fill("1")
    page.locator("summary").filter(has_text="Decklists").click()
    page.get_by_label("Decklists", exact=True).select_option("Required")
    page.get_by_role("button", name="Create the draft").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Registration").first).to_be_visible()
    found = re.match(r".*/events/[^/]+/", page.url)
    assert found
    return found.group(0)


def make_judge(page: Page, event: str, name: str) -> None:
    page.goto(f"{event}staff/")
    page.get_by_label("User name").fill(f"{name.lower()}-plays")
    page.get_by_label("Role").select_option("Judge")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text(name).first).to_be_visible()


def paste(page: Page, text: str) -> None:
    """Put text into the list as a paste does: at once, as input."""
    page.get_by_label("Decklist", exact=True).fill(text)


def lock_now(page: Page, event: str) -> None:
    page.goto(f"{event}edit/")
    page.locator("summary").filter(has_text="Decklists").click()
    now = datetime.now(ZoneInfo("Europe/Prague"))
    page.get_by_label("Decklists are locked").fill(f"{now:%Y-%m-%dT%H:%M}")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Settings are saved").or_(page.get_by_text("saved")).first).to_be_visible()


def test_a_broken_list_is_mended_handed_in_locked_and_checked(
    demo: Site, person: Callable[..., Page]
) -> None:
    organizer, judge = person(), person(PHONE)
    ann, ben = person(), person(PHONE)
    sign_up(organizer, demo, "Odile")
    sign_up(judge, demo, "Judith")
    event = create_event(organizer)
    make_judge(organizer, event, "Judith")

    # Ann pastes a broken list: each fault is mended by a press.
    sign_up(ann, demo, "Annika")
    register(ann, event)
    ann.goto(event)
    ann.get_by_role("link", name="Hand in a decklist").click()
    paste(ann, BROKEN)
    verdict = ann.locator("#verdict")
    expect(verdict.get_by_text("Not legal:")).to_be_visible()
    expect(verdict.get_by_text("NS-20.4")).to_be_visible()
    verdict.get_by_role("button", name="Deep Diver in line").click()
    expect(ann.get_by_label("Decklist", exact=True)).to_have_value(re.compile("3x Deep Diver"))
    verdict.get_by_role("button", name="Assume 25 Basic RAM").click()
    expect(verdict.get_by_text("This list is legal")).to_be_visible()
    expect(ann.get_by_label("Decklist", exact=True)).to_have_value(re.compile("25 Basic RAM"))
    ann.get_by_role("button", name="Hand in", exact=True).click()
    expect(ann.get_by_text("Your decklist is handed in. It is legal.")).to_be_visible()

    # Ben keeps his in the deck box and hands it in from there.
    sign_up(ben, demo, "Benno")
    register(ben, event)
    ben.goto("/decks/new/")
    paste(ben, OTHER_LEGAL)
    expect(ben.locator("#verdict").get_by_text("This list is legal")).to_be_visible()
    ben.get_by_label("Name optional").fill("Mystic")
    ben.get_by_role("button", name="Save").click()
    expect(ben.get_by_text("Saved as version 1")).to_be_visible()
    ben.goto(f"{event}deck/")
    ben.get_by_label("From my decks").select_option("Mystic")
    ben.get_by_role("button", name="Hand in this deck").click()
    expect(ben.get_by_text("It is legal.")).to_be_visible()

    # The lists are locked.
    lock_now(organizer, event)
    ann.goto(f"{event}deck/")
    expect(ann.get_by_text("Decklists were locked on")).to_be_visible()
    expect(ann.get_by_label("Decklist", exact=True)).to_have_count(0)
    organizer.goto(f"{event}desk/decks/")
    expect(organizer.get_by_role("img").or_(organizer.get_by_text("What is played")).first).to_be_visible()

    # The round is on; the judge draws the table and counts Ann's deck: an Admin is missing.
    desk_step(organizer, event, "Start the event")
    publish_round(organizer, event, 1)
    judge.goto(f"{event}desk/checks/")
    judge.get_by_role("button", name="Draw").click()
    judge.get_by_role("link", name="Count the deck of Annika").click()
    judge.get_by_label("Admin counted in Cyberdeck").fill("3")
    judge.get_by_label("Deck brought in line with the list").check()
    judge.locator("summary").filter(has_text="Penalty").click()
    judge.get_by_label("Penalty optional").select_option("Warning")
    judge.get_by_label("Infraction").fill("Deck problem")
    judge.get_by_label("What happened").fill("An Admin was left in the box.")
    judge.get_by_role("button", name="Finish the check").click()
    expect(judge.get_by_role("heading", name="Difference to the list")).to_be_visible()
    expect(judge.locator(".diff-list").get_by_text("Admin")).to_be_visible()

    # What followed: the penalty, and the table's extra time.
    judge.goto(f"{event}desk/penalties/")
    expect(judge.get_by_text("An Admin was left in the box.")).to_be_visible()
    organizer.goto(f"{event}log/")
    expect(organizer.get_by_text(re.compile(r"Table 1: \d+ minutes more")).first).to_be_visible()
    expect(organizer.get_by_text("Deck check of Annika").first).to_be_visible()
