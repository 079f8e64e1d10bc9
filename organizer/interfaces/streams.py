"""An event's live streams, ``event:<id>`` and for its staff ``event:<id>:staff``: who may listen, and from where."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest

from gameplay.models import Stream
from organizer.models import Event
from organizer.rules import Decision, can


class Live(NamedTuple):
    """What a page says about its stream: the name, the number it stood at, and the state that is shown."""

    name: str
    after: int
    state: str


def may_listen(user: Any, name: str) -> Decision:
    """The public stream is for who may view the event, the staff's for who may see its desk."""
    _, key, *rest = name.split(":")
    event = Event.objects.filter(pk=key).first() if key.isdecimal() and len(key) < 18 else None
    if event is None or rest not in ([], ["staff"]) or not can(user, "event.view", event):
        raise Http404(f"There is no stream {name!r}.")
    return can(user, "event.dashboard" if rest else "event.view", event)


def live(event: Event, *, staff: bool = False, state: str = "") -> Live:
    """The stream as it stands. Call it before reading what the page shows, so that nothing falls in between.

    ``state`` stands for what is shown, the event's version if it is left out.
    """
    name = f"{event.stream}:staff" if staff else event.stream
    head = Stream.objects.filter(name=name).values_list("head", flat=True).first()
    return Live(name, head or 0, state or str(event.version))


def seen(request: HttpRequest, now: Live) -> bool:
    """Whether the page that asks (``?seen=``) shows this state already: then there is nothing to send."""
    return request.GET.get("seen") == now.state
