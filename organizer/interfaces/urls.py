"""The organizer's pages; each module of ``pages`` lists its own addresses."""

from .pages import (
    deckchecks,
    decks,
    desk,
    enter,
    importing,
    log,
    manage_event,
    pairings,
    penalties,
    play,
    printing,
    public,
    registration,
    round_desk,
    standings,
)

urlpatterns = [
    *importing.urls,
    *manage_event.urls,
    *registration.urls,
    *public.urls,
    *pairings.urls,
    *play.urls,
    *standings.urls,
    *log.urls,
    *desk.urls,
    *round_desk.urls,
    *enter.urls,
    *penalties.urls,
    *printing.urls,
    *decks.urls,
    *deckchecks.urls,
]
