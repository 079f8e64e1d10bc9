"""What every page needs: find the event, ask for permission, carry out a domain call."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from organizer.domain.base import Actor, Refused, Repeated
from organizer.models import Event, LogEntry, User
from organizer.rules import Decision, can

T = TypeVar("T")


class Denied(PermissionDenied):
    """Refused by the rules; its text is the reason that the person is told."""


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """What became of a domain call: true when it was carried out, now or by the same request before.

    ``value`` is what the call returned, ``None`` for a repeated or refused one; ``error`` is the refusal,
    ``earlier`` the log entry of the first time.
    """

    done: bool
    value: T | None = None
    error: Refused | None = None
    earlier: LogEntry | None = None

    def __bool__(self) -> bool:
        return self.done


def event_or_404(request: HttpRequest, slug: str) -> Event:
    """The event with this slug. One that the person may not see is a 404 too: drafts are not told about."""
    event = get_object_or_404(Event, slug=slug)
    if not can(request.user, "event.view", event):
        raise Http404("There is no such event, or it is not published yet.")
    return event


def require(request: HttpRequest, action: str, subject: Any) -> Decision:
    """Raise ``Denied`` with the reason unless the person may; ``forbidden`` answers it."""
    decision = can(request.user, action, subject)
    if not decision:
        raise Denied(decision.reason)
    return decision


def signed_in(request: HttpRequest) -> User:
    """The account of the person, on pages that need one; ``Denied`` when there is none."""
    if not isinstance(request.user, User):
        raise Denied("Sign in first.")
    return request.user


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The site's answer to a refusal: who has not signed in is asked to, everybody else is told why."""
    if not request.user.is_authenticated:
        return redirect_to_login(_way_back(request), reverse("account_login"))
    reason = str(exception) or "You may not open this page."
    return render(request, "403.html", {"reason": reason}, status=403)


def _way_back(request: HttpRequest) -> str:
    """Where to go after signing in: the page itself, or the page whose button was pressed."""
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    return back(request, reverse("home"))


def back(request: HttpRequest, otherwise: str) -> str:
    """The address that the form asks to return to (field ``next``), else the page before, if it is ours."""
    for address in (request.POST.get("next", ""), request.headers.get("referer", "")):
        if address and url_has_allowed_host_and_scheme(address, {request.get_host()}):
            return address
    return otherwise


def actor(request: HttpRequest) -> Actor:
    """Who acts, with the request's own key (hidden field ``key``; see the tag ``request_key``)."""
    user = request.user if request.user.is_authenticated else None
    return Actor(user, request.POST.get("key", "")[:64])


def carry_out(
    request: HttpRequest, work: Callable[[], T], *, form: BaseForm | None = None, said: str = ""
) -> Result[T]:
    """Call the domain; ``said`` is shown when that went well.

    A refusal goes to its field of ``form`` (``form.aliases`` maps the domain's names to the form's), and
    without a form it is shown as a message.
    """
    try:
        value = work()
    except Repeated as repeated:
        return Result(True, earlier=repeated.entry)
    except Refused as error:
        if form is None:
            messages.error(request, error.message)
        else:
            field = getattr(form, "aliases", {}).get(error.field, error.field)
            form.add_error(field if field in form.fields else None, error.message)
        return Result(False, error=error)
    if said:
        messages.success(request, said)
    return Result(True, value)


def press(request: HttpRequest, work: Callable[[], Any], *, to: str, said: str = "") -> HttpResponse:
    """Carry out what a lone button asks for, say how it went, and go ``to`` an address."""
    carry_out(request, work, said=said)
    return redirect(to)


def page_of(request: HttpRequest, rows: QuerySet[Any] | list[Any], size: int) -> Page[Any]:
    """The page of ``rows`` that the address asks for; a wrong number is the nearest there is."""
    return Paginator(rows, size).get_page(request.GET.get("page"))
