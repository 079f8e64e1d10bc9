"""Who may listen to which stream."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.contrib.auth import get_user
from django.http import Http404, HttpRequest, parse_cookie

from gameplay.domain.live import NAME


class Decision(Protocol):
    """What a predicate answers; ``reason`` is a sentence for the person who was refused."""

    @property
    def allowed(self) -> bool: ...

    @property
    def reason(self) -> str: ...


class Verdict(NamedTuple):
    """The answer to one listener: 200, 403 or 404, the reason, and whose connection it is."""

    status: int
    reason: str = ""
    user_id: str | None = None


Predicate = Callable[[Any, str], Decision]
_predicates: dict[str, Predicate] = {}


def register(prefix: str, predicate: Predicate) -> None:
    """Let ``predicate(user, name)`` decide on streams named ``prefix:…``.

    ``user`` is a user or ``AnonymousUser``. It raises ``Http404`` where there is nothing of that name,
    or nothing that this user may know of.
    """
    _predicates[prefix] = predicate


def judge(cookie_header: str, name: str) -> Verdict:
    """May the owner of these cookies listen to ``name``? Reads the database."""
    predicate = _predicates.get(name.partition(":")[0])
    if predicate is None or not NAME.fullmatch(name):
        return Verdict(404, f"There is no stream {name!r}.")
    user = _user(cookie_header)
    user_id = None if user.pk is None else str(user.pk)
    try:
        decision = predicate(user, name)
    except Http404 as missing:
        return Verdict(404, str(missing) or f"There is no stream {name!r}.", user_id)
    if decision.allowed:
        return Verdict(200, "", user_id)
    return Verdict(403, decision.reason or "You may not listen to this stream.", user_id)


def _user(cookie_header: str) -> Any:
    """The signed-in user, found exactly as Django's middleware finds it for a page."""
    request = HttpRequest()
    request.COOKIES = parse_cookie(cookie_header)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request)
