"""What the pages of cards, formats and decks need: sign-in, staff, and carrying out a domain call."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.forms import BaseForm
from django.http import Http404, HttpRequest

from deckcheck.domain.base import Person, Refused
from deckcheck.models import Game

T = TypeVar("T")


def signed_in(request: HttpRequest) -> Person:
    """The account of the person; who has not signed in is asked to (the site's answer to a refusal)."""
    if not request.user.is_authenticated:
        raise PermissionDenied("Sign in first.")
    return request.user


def site_staff(request: HttpRequest) -> Person:
    """The account of the person, who must be of the site's staff."""
    user = signed_in(request)
    if not user.is_staff:
        raise PermissionDenied("Card sets and formats are changed by the site's staff.")
    return user


def game_or_404(code: str) -> Game:
    try:
        return Game(code)
    except ValueError:
        raise Http404("There is no such game.") from None


def carry_out(
    request: HttpRequest, work: Callable[[], T], *, form: BaseForm | None = None, said: str = ""
) -> tuple[bool, T | None]:
    """Call the domain: (true, what it returned), or (false, ``None``) when it refused.

    A refusal goes to its field of ``form``, and without a form it is shown as a message.
    """
    try:
        value = work()
    except Refused as error:
        if form is None:
            messages.error(request, error.message)
        else:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        return False, None
    if said:
        messages.success(request, said)
    return True, value


def page_of(request: HttpRequest, rows: Any, size: int) -> Page[Any]:
    """The page of ``rows`` that the address asks for; a wrong number is the nearest there is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
