"""Cards, formats and decks in version 1 of the REST API."""

from django.urls import path

from .decks import CheckView, DecksView, DeckView
from .library import CardsView, CardView, FormatsView

urlpatterns = [
    path("cards/", CardsView.as_view(), name="api-cards"),
    path("cards/<str:game>/<str:number>/", CardView.as_view(), name="api-card"),
    path("formats/", FormatsView.as_view(), name="api-formats"),
    path("decks/", DecksView.as_view(), name="api-decks"),
    path("decks/check/", CheckView.as_view(), name="api-decks-check"),
    path("decks/<int:pk>/", DeckView.as_view(), name="api-deck"),
]
