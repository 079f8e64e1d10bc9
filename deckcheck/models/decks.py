"""The deck box: decks that people keep, and every version of their lists."""

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse

from deckcheck.lists.deck import Deck


class StoredDeck(models.Model):
    """A deck in somebody's deck box. Its list is the last of its ``versions``.

    Whoever knows ``share_token`` may read the deck; without one only its owner may.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="decks")
    game = models.CharField(max_length=20)
    format = models.CharField(max_length=40, help_text="The format it is checked by in the deck box")
    name = models.CharField(max_length=80)
    notes = models.TextField(blank=True, help_text="The owner's alone, never shared")
    share_token = models.CharField(max_length=32, null=True, blank=True, unique=True)
    archived = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["-updated_at", "-pk"]
        indexes = [models.Index(fields=["owner", "-updated_at"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("deck", args=[self.pk])


class DeckVersion(models.Model):
    """A list as it was saved or handed in. Never changed: a new text is a new version.

    ``zones`` are card numbers with counts by zone and ``declared`` what the list says of itself, as in
    ``deckcheck.lists.deck.Deck``; ``card_sets`` are the content hashes of the sets it was read with. ``legal`` and
    ``faults`` are the verdict of that day. A version that was handed in somewhere outlives its deck.
    """

    deck = models.ForeignKey(
        StoredDeck, models.SET_NULL, null=True, blank=True, related_name="versions", help_text="Empty: pasted"
    )
    number = models.PositiveIntegerField(default=1, help_text="Counted within the deck")
    game = models.CharField(max_length=20)
    format = models.CharField(max_length=40)
    name = models.CharField(max_length=80, blank=True, help_text="As the list names itself")
    text = models.TextField()
    list_format = models.CharField(
        max_length=20, blank=True, help_text="In which notation the text is written"
    )
    zones = models.JSONField(default=dict)
    declared = models.JSONField(default=dict, blank=True)
    legal = models.BooleanField()
    fault_count = models.PositiveIntegerField(default=0)
    card_sets = models.JSONField(default=dict, help_text="Set code → content hash")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-number", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "number"], name="one_deck_version_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.deck or self.name or 'Deck'}, version {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store it once; only the deck may go away from under it later."""
        if self.pk is not None and not kwargs.get("force_insert"):
            raise TypeError("a version of a deck is never changed: save another one")
        super().save(*args, **kwargs)

    def as_deck(self) -> Deck:
        """The list as counted cards."""
        declared = {key: tuple(values) for key, values in self.declared.items()}
        return Deck(self.game, self.zones, name=self.name, declared=declared)
