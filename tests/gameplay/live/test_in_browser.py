"""``static/live.js`` in a real browser, on a real page of a real server."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import Page, expect, sync_playwright

from gameplay.domain import live
from organizer.models import Event
from tests.config.processes import Process, embedded, started
from tests.organizer import factories
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COLLECT = """() => {
    const probe = document.createElement("p");
    probe.id = "probe";
    probe.dataset.liveEvents = "demo";
    probe.dataset.liveSpread = "0";
    window.heard = [];
    probe.addEventListener("live", (event) => window.heard.push(event.detail.payload.n));
    document.body.append(probe);
}"""
ADD_A_FREE_ONE = """() => {
    const free = document.getElementById("probe").cloneNode();
    free.id = "free";
    free.addEventListener("live", (event) => (window.latest = event.detail.payload.n));
    document.body.append(free);
}"""
HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def event() -> Event:
    return factories.make_event()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[], Process]]:
    """Start the site, again on the same port after it was killed."""
    port = free_port()
    environment = embedded(tmp_path, site_url=f"http://localhost:{port}")
    with ExitStack() as stack:

        def start() -> Process:
            command = [sys.executable, "-m", "config.serve", "--port", str(port)]
            process = stack.enter_context(started(command, tmp_path / "log", **environment))
            process.says("Serving on")
            process.port = port
            return process

        yield start


@pytest.fixture
def tab(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A tab of Chromium; it fails the test if the page's own security policy stops anything."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the synchronous browser interface runs a loop
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or pytest.fail("needs Chromium (Debian: chromium)")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        complaints: list[str] = []
        page.on(
            "console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None
        )
        yield page
        browser.close()
    assert complaints == []


def announce(event: Event, n: int) -> None:
    with transaction.atomic():
        live.publish(event.stream, "demo", {"n": n})


def heard(tab: Page, expected: list[int]) -> None:
    tab.wait_for_function("(count) => window.heard.length >= count", arg=len(expected))
    assert tab.evaluate("window.heard") == expected


def state(tab: Page, expected: str) -> None:
    expect(tab.locator("html")).to_have_attribute("data-live-state", expected, timeout=20_000)


def visit(tab: Page, site: Process, event: Event) -> None:
    tab.goto(f"http://localhost:{site.port}{reverse('standings', args=[event.slug])}")
    state(tab, "open")
    tab.evaluate(COLLECT)


def test_a_page_hears_what_concerns_its_elements(tab: Page, serve: Callable[[], Any], event: Event):
    visit(tab, serve(), event)
    announce(event, 1)
    heard(tab, [1])


def test_a_page_loses_nothing_while_the_server_is_gone(tab: Page, serve: Callable[[], Any], event: Event):
    site = serve()
    visit(tab, site, event)
    announce(event, 1)
    heard(tab, [1])
    site.kill()
    state(tab, "lost")
    announce(event, 2)
    serve()
    state(tab, "open")
    heard(tab, [1, 2])


def test_a_hidden_tab_gives_its_connection_up_and_catches_up(
    tab: Page, serve: Callable[[], Any], event: Event
):
    visit(tab, serve(), event)
    tab.evaluate(HIDE, True)
    state(tab, "paused")
    announce(event, 1)
    tab.evaluate(HIDE, False)
    heard(tab, [1])


def test_an_announcement_during_a_fetch_waits_for_its_end(tab: Page, serve: Callable[[], Any], event: Event):
    visit(tab, serve(), event)
    tab.evaluate(ADD_A_FREE_ONE)
    tab.evaluate("document.getElementById('probe').classList.add('htmx-request')")
    announce(event, 1)
    announce(event, 2)
    tab.wait_for_function("() => window.latest === 2")
    assert tab.evaluate("window.heard") == []
    tab.evaluate("document.getElementById('probe').classList.remove('htmx-request')")
    heard(tab, [2])
