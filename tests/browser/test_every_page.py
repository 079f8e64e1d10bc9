"""Every page there is, found by following the links as different people: accessible, and without a fault."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from organizer.interfaces.urls import urlpatterns
from tests.browser.people import DESKTOP, PHONE, Site, sign_in

pytestmark = pytest.mark.browser

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts" / "screenshots"
DEMO_PASSWORD = "hourglass-demo"
RUNNING = "neuroscape-city-open"
# Answers to a POST, a file, or a page that only another state of an event links to.
NO_PAGE_TO_VISIT = {
    *("entry_act", "entry_add", "match_report", "round_file", "penalty_revoke"),
    *("deck_check_text", "deck_download"),
}
OTHER_PEOPLES = ("admin:", "api", "schema", "account_logout")
SCREENSHOTS = {
    "home": "/",
    "events": "/events/",
    "event": f"/events/{RUNNING}/",
    "players": f"/events/{RUNNING}/players/",
    "pairings": f"/events/{RUNNING}/rounds/3/",
    "standings": f"/events/{RUNNING}/standings/",
    "bracket": "/events/hope-cardgame-autumn-cup/bracket/",
    "clock": f"/events/{RUNNING}/clock/",
    "desk": f"/events/{RUNNING}/desk/",
    "round-desk": f"/events/{RUNNING}/desk/rounds/3/",
    "my-match": f"/events/{RUNNING}/my-match/",
    "event-form": "/events/new/",
    "deck-box": "/decks/",
    "deck-editor": "/decks/new/",
    "decks-desk": f"/events/{RUNNING}/desk/decks/",
    "deck-checks": f"/events/{RUNNING}/desk/checks/",
}
OF_A_PLAYER = {"my-match", "deck-box", "deck-editor"}


def view_of(path: str) -> tuple[str, str] | None:
    """(name of the address, event) of a page of ours; None for what is not."""
    try:
        found = resolve(path)
    except Resolver404:
        return None
    if found.view_name.startswith(OTHER_PEOPLES):
        return None
    return found.view_name, found.kwargs.get("slug", "")


def visit_all(page: Page, start: list[str], check: Callable[[Page], None]) -> set[str]:
    """Follow every link, one page of each kind and event; returns the names of the addresses seen.

    Each kind is checked in the first event it is met in: the pages of the others are made of the same template.
    """
    seen: set[tuple[str, str]] = set()
    checked: set[str] = set()
    waiting = list(start)
    while waiting:
        path = waiting.pop(0)
        view = view_of(path)
        if view is None or view in seen or view[0] in NO_PAGE_TO_VISIT:
            continue
        seen.add(view)
        answer = page.goto(path)
        assert answer.status == 200, f"{path} answered {answer.status}"
        if view[0] not in checked:
            checked.add(view[0])
            check(page)
        links = page.eval_on_selector_all("a[href]", "all => all.map(one => one.href)")
        own = (urlsplit(link) for link in links if link.startswith(page.url.split("/", 3)[0]))
        waiting += [link.path for link in own if link.netloc == urlsplit(page.url).netloc]
    return {name for name, _ in seen}


def accessible(page: Page) -> None:
    # What a page does right is not described node by node: that takes longer than the checks.
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
    assert told == [], f"{page.url}: {told}"
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"{page.url} is {wider} px wider than the screen"


@pytest.mark.parametrize("look", [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop light", "phone dark"])
def test_every_page_is_accessible(person: Callable[..., Page], look: tuple[dict[str, int], str]) -> None:
    names: set[str] = set()
    stranger, player, organizer = (person(*look) for _ in range(3))
    names |= visit_all(stranger, ["/", "/accounts/signup/", "/accounts/password/reset/"], accessible)
    sign_in(player, "ada@example.org", DEMO_PASSWORD)
    names |= visit_all(player, ["/", "/claim/", f"/events/{RUNNING}/my-match/"], accessible)
    sign_in(organizer, "organizer@example.org", DEMO_PASSWORD)
    names |= visit_all(organizer, ["/", "/my/", f"/events/{RUNNING}/desk/"], accessible)

    missing = {pattern.name for pattern in urlpatterns} - names - NO_PAGE_TO_VISIT
    assert missing == set(), "no link leads there"


@pytest.mark.parametrize("look", [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_main_pages_are_kept_as_pictures(
    demo: Site, person: Callable[..., Page], look: tuple[dict[str, int], str]
) -> None:
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    stranger, player, organizer = (person(*look) for _ in range(3))
    sign_in(player, "ada@example.org", DEMO_PASSWORD)
    sign_in(organizer, "organizer@example.org", DEMO_PASSWORD)
    for name, path in SCREENSHOTS.items():
        staffed = re.search("desk|form|checks", name)
        page = player if name in OF_A_PLAYER else organizer if staffed else stranger
        assert page.goto(path).status == 200
        page.screenshot(path=ARTIFACTS / f"{name}-{look[0]['width']}.png", full_page=True)
