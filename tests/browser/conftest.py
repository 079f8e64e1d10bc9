"""A whole site as a newcomer starts it, and people with a browser each."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.people import DESKTOP, Site
from tests.config.processes import started
from tests.services import free_port

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def run_site(folder: Path, module: str) -> Iterator[Site]:
    """``python -m module`` with a database of its own in ``folder``, as on one machine without servers."""
    port = free_port()
    address = f"http://localhost:{port}"
    environment = {
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "REDIS_URL": "",
        "CELERY_BROKER_URL": "memory://localhost/",
        "VAR_DIR": str(folder),
        "EMAIL_URL": f"file:{folder / 'mail'}",
        "UNHASHED_STATIC": "1",
        "SITE_URL": address,
    }
    with ExitStack() as stack:
        command = [sys.executable, "-m", module, "--port", str(port)]
        process = stack.enter_context(started(command, folder / "log", **environment))
        process.says(f"localhost:{port}\n")
        yield Site(address, folder / "mail")


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a site after its first start by ``make demo``, which fills its database."""
    folder = tmp_path_factory.mktemp("filled")
    for _ in run_site(folder, "config.demo"):
        pass
    return folder


@pytest.fixture(scope="module")
def demo(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site of ``make demo``, started again: as it was at first, whatever other modules did with theirs."""
    folder = tmp_path_factory.mktemp("demo")
    shutil.copytree(filled, folder, dirs_exist_ok=True)
    yield from run_site(folder, "config.demo")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the synchronous browser interface runs a loop
    program = shutil.which("chromium") or pytest.fail("needs Chromium (Debian: chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def person(demo: Site, chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a browser of one person on the demo site. At the end no page may have complained of anything."""
    contexts, complaints = [], []

    def open_browser(viewport: dict[str, int] = DESKTOP, scheme: str = "light") -> Page:
        context = chromium.new_context(viewport=viewport, color_scheme=scheme, base_url=demo.address)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda said: complaints.append(f"{page.url}: {said.text}") if said.type == "error" else None,
        )
        contexts.append(context)
        return page

    yield open_browser
    for context in contexts:
        context.close()
    assert complaints == []
