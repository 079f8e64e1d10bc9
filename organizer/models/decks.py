"""Decklists handed in to an event, and deck checks."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from deckcheck.models import DeckVersion

from .entry import Entry
from .event import Event
from .play import Match, Penalty, Round


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def handed_in(self) -> "SubmissionQuerySet":
        """Those with a list."""
        return self.filter(version__isnull=False)


class Submission(models.Model):
    """An entry's decklist in its event, and what happened around it.

    Without a ``version`` nothing has been handed in: the row then remembers a reminder or an unlocking. ``legal``
    and ``faults`` are the verdict by the rules of the event's day; a fault is ``{clause, message, legal, line}``.
    """

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="submission")
    version = models.ForeignKey(
        DeckVersion, models.PROTECT, null=True, blank=True, related_name="submissions"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    submitted_at = models.DateTimeField(null=True, blank=True)
    legal = models.BooleanField(default=False)
    faults = models.JSONField(default=list, blank=True)
    group = models.CharField(max_length=80, blank=True, help_text="Mainframe or races, for counts")
    locked_at = models.DateTimeField(null=True, blank=True)
    unlocked_until = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(version__isnull=True) | Q(submitted_at__isnull=False),
                name="a_list_was_handed_in_sometime",
            ),
        ]
        indexes = [
            models.Index(
                fields=["unlocked_until"],
                condition=Q(unlocked_until__isnull=False),
                name="submissions_to_lock_again",
            )
        ]

    def __str__(self) -> str:
        return f"Decklist of {self.entry}"

    def unlocked(self, now: datetime) -> bool:
        """Whether the staff opened this one list and that time has not passed."""
        return self.unlocked_until is not None and now < self.unlocked_until


class DeckCheck(models.Model):
    """One deck counted against its list.

    ``counted`` are the counts found, by zone and card number, cards that the list does not name under
    ``unexpected``; ``diff`` is what they differ by: ``{missing, extra}``, each a list of
    ``{zone, number, name, count}``.
    """

    class How(models.TextChoices):
        RANDOM = "random", "At random"
        CHOSEN = "chosen", "Chosen"

    class Status(models.TextChoices):
        OPEN = "open", "Running"
        DONE = "done", "Done"
        CANCELLED = "cancelled", "Called off"

    class Decision(models.TextChoices):
        MATCHES = "matches", "Deck and list agree"
        DECK_FIXED = "deck_fixed", "Deck brought in line with the list"
        NOTED = "noted", "Differs; left as it is"

    event = models.ForeignKey(Event, models.CASCADE, related_name="deck_checks")
    round = models.ForeignKey(Round, models.CASCADE, related_name="deck_checks")
    match = models.ForeignKey(Match, models.CASCADE, related_name="deck_checks")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="deck_checks")
    version = models.ForeignKey(
        DeckVersion, models.PROTECT, null=True, blank=True, related_name="+", help_text="The list in force"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    how = models.CharField(max_length=6, choices=How)
    seed = models.CharField(max_length=64, blank=True, help_text="Of the draw; empty for a chosen table")
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    counted = models.JSONField(default=dict, blank=True)
    diff = models.JSONField(default=dict, blank=True)
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    note = models.CharField(max_length=500, blank=True)
    penalty = models.ForeignKey(Penalty, models.SET_NULL, null=True, blank=True, related_name="deck_checks")
    minutes = models.PositiveSmallIntegerField(default=0, help_text="Extra time that the table got for it")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "entry"], condition=Q(status="open"), name="one_running_check_per_deck"
            )
        ]
        indexes = [models.Index(fields=["event", "status"])]

    def __str__(self) -> str:
        return f"Deck check of {self.entry}, {self.round}"
