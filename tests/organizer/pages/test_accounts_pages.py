"""Accounts: sign-up with a code by e-mail, sign-in, reset, second factor, sessions, the name shown."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client, override_settings

from organizer.models import User
from tests.organizer import factories

pytestmark = pytest.mark.django_db

SIGN_UP = {
    "email": "ada@example.org",
    "username": "ada",
    "display_name": "Ada L.",
    "password1": factories.PASSWORD,
}


@pytest.fixture
def ada() -> User:
    """An account with a verified address."""
    user = factories.make_user("ada", display_name="Ada")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _sign_in(client: Client, user: User) -> None:
    client.post("/accounts/login/", {"login": user.username, "password": factories.PASSWORD})


def test_signing_up_needs_the_code_from_the_mail(client: Client) -> None:
    client.post("/accounts/signup/", SIGN_UP)
    assert User.objects.get().display_name == "Ada L."
    assert client.get("/my/").status_code == 302
    found = re.search(r"^\s*([A-Z0-9]{3,}(?:-[A-Z0-9]+)*)\s*$", mail.outbox[0].body, re.MULTILINE)
    assert found
    page = client.post("/accounts/confirm-email/", {"code": found[1]}, follow=True)
    assert page.status_code == 200
    assert client.get("/my/").status_code == 200


def test_a_wrong_code_is_an_error_at_its_field(client: Client) -> None:
    client.post("/accounts/signup/", SIGN_UP)
    page = client.post("/accounts/confirm-email/", {"code": "WRONGX"})
    assert "field-error" in page.text


@pytest.mark.parametrize(
    "field, text",
    [("email", "nowhere"), ("username", "a"), ("password1", "1234"), ("display_name", "\u200b")],
)
def test_a_bad_sign_up_is_refused_at_the_field(client: Client, field: str, text: str) -> None:
    page = client.post("/accounts/signup/", {**SIGN_UP, field: text})
    assert field in page.context["form"].errors
    assert not User.objects.exists()


def test_a_user_name_is_not_taken_twice(client: Client, ada: User) -> None:
    page = client.post("/accounts/signup/", {**SIGN_UP, "email": "other@example.org"})
    assert "username" in page.context["form"].errors


@pytest.mark.parametrize("login", ["ada", "ada@example.org"])
def test_signing_in_by_name_or_address(client: Client, ada: User, login: str) -> None:
    page = client.post("/accounts/login/", {"login": login, "password": factories.PASSWORD}, follow=True)
    assert "Hello, Ada" in page.text


def test_a_wrong_password_is_told_without_saying_who_exists(client: Client, ada: User) -> None:
    answers = [
        client.post("/accounts/login/", {"login": login, "password": "wrong"}).context["form"].errors
        for login in ("ada", "nobody")
    ]
    assert answers[0] == answers[1] != {}


def test_a_forgotten_password_is_set_anew_by_mail(client: Client, ada: User) -> None:
    client.post("/accounts/password/reset/", {"email": ada.email})
    link = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", mail.outbox[0].body)
    assert link
    page = client.get(link[1], follow=True)
    client.post(
        page.redirect_chain[-1][0], {"password1": "another long one", "password2": "another long one"}
    )
    ada.refresh_from_db()
    assert ada.check_password("another long one")


@pytest.mark.parametrize(
    "address",
    [
        *("/account/", "/accounts/email/", "/accounts/password/change/", "/accounts/sessions/"),
        *("/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"),
        *("/accounts/2fa/webauthn/", "/accounts/logout/"),
    ],
)
def test_account_pages_are_in_the_sites_own_frame(client: Client, ada: User, address: str) -> None:
    _sign_in(client, ada)
    page = client.get(address, follow=True)
    if page.redirect_chain:  # asks for the password once more
        page = client.post(page.redirect_chain[-1][0], {"password": factories.PASSWORD}, follow=True)
    assert page.request["PATH_INFO"] == address
    assert page.status_code == 200
    assert "site-header" in page.text
    assert page.text.count("<h1") == 1
    assert " style=" not in page.text


def test_signing_out(client: Client, ada: User) -> None:
    _sign_in(client, ada)
    client.post("/accounts/logout/")
    assert client.get("/my/").status_code == 302


def test_changing_the_name_shown(client: Client, ada: User) -> None:
    _sign_in(client, ada)
    client.post("/account/", {"display_name": "  Ada   Lovely "})
    ada.refresh_from_db()
    assert ada.display_name == "Ada Lovely"


def test_a_name_that_shows_nothing_is_refused_at_the_field(client: Client, ada: User) -> None:
    _sign_in(client, ada)
    page = client.post("/account/", {"display_name": "\u200b"})
    assert page.status_code == 422
    assert "display_name" in page.context["form"].errors


@override_settings(ROOT_URLCONF="config.urls")
def test_a_stale_form_says_that_nothing_was_changed() -> None:
    strict = Client(enforce_csrf_checks=True)
    page = strict.post("/accounts/login/", {"login": "ada", "password": "x"})
    assert page.status_code == 403
    assert "Nothing was changed" in page.text
