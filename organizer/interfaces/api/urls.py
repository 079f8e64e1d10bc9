"""Version 1 of the REST API."""

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from .views import EntryViewSet, EventViewSet, RoundViewSet, StandingsView, SubmissionViewSet

events = SimpleRouter(use_regex_path=False)
events.register("events", EventViewSet, basename="api-event")
of_event = SimpleRouter(use_regex_path=False)
of_event.register("entries", EntryViewSet, basename="api-entry")
of_event.register("rounds", RoundViewSet, basename="api-round")
of_event.register("decks", SubmissionViewSet, basename="api-submission")

urlpatterns = [
    path("", include(events.urls)),
    path("events/<slug:slug>/standings/", StandingsView.as_view(), name="api-standings"),
    path("events/<slug:slug>/", include(of_event.urls)),
]
