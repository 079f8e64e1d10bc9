"""What people do on every site: sign up, sign in, read their mail."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

PASSWORD = "eight-sandy-hours"
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Site:
    """A running site: its address and the folder its mails are written to."""

    address: str
    mails: Path

    def code_for(self, email: str) -> str:
        """The code of the newest mail to this address."""
        for mail in sorted(self.mails.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True):
            text = mail.read_text()
            if f"To: {email}" in text:
                return re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", text, re.MULTILINE).group(1)
        raise AssertionError(f"no mail to {email}")


def sign_in(page: Page, email: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Login").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/")


def sign_up(page: Page, site: Site, name: str) -> None:
    """Make an account and confirm its address with the code from the mail."""
    email = f"{name.lower()}@players.example.org"
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Name shown to others").fill(name)
    page.get_by_label("Username").fill(f"{name.lower()}-plays")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_label("Code").fill(site.code_for(email))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name=f"Hello, {name}")).to_be_visible()
