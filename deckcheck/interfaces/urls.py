"""The pages of cards, formats and decks; each module of ``pages`` lists its own addresses."""

from .pages import cards, decks, formats, sets

urlpatterns = [
    *sets.urls,
    *cards.urls,
    *formats.urls,
    *decks.urls,
]
