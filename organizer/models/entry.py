"""Who takes part: entries, and the people in them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from .event import Event


class EntryQuerySet(models.QuerySet["Entry"]):
    def active(self) -> "EntryQuerySet":
        """Entries that are paired in the next round."""
        return self.filter(status=Entry.Status.ACTIVE)

    def taking_places(self) -> "EntryQuerySet":
        """Entries that count against the capacity."""
        return self.filter(status__in=[Entry.Status.REGISTERED, Entry.Status.ACTIVE])


class Entry(models.Model):
    """A player or a team of two in one event.

    Until the event starts an entry is registered or waits; at the start registered entries that took
    part in the check-in (if there is one) become active, the others withdrawn.
    """

    class Status(models.TextChoices):
        WAITLISTED = "waitlisted", "On the waitlist"
        REGISTERED = "registered", "Registered"
        ACTIVE = "active", "Playing"
        DROPPED = "dropped", "Dropped"
        DISQUALIFIED = "disqualified", "Disqualified"
        WITHDRAWN = "withdrawn", "Withdrawn before the start"

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    name = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTERED)
    seed = models.PositiveIntegerField(null=True, blank=True, help_text="1 is the strongest")
    awarded_byes = models.PositiveSmallIntegerField(
        default=0, help_text="Byes for the first rounds, won beforehand"
    )
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True, help_text="For who needs one place")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1, help_text="Later than 1 for a late entry")
    dropped_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The last round played before leaving; 0 when none was"
    )
    final_place = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(
        default=timezone.now, help_text="The place in the queue: set again when a withdrawn entry comes back"
    )

    fresh_codes: tuple[str, ...] = ()
    """Claim codes of its guests, only on the object that was just made; the database has their hashes."""

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "name"], condition=~Q(status="withdrawn"), name="one_entry_per_name"
            ),
            models.UniqueConstraint(
                fields=["event", "seed"], condition=~Q(status="withdrawn"), name="one_entry_per_seed"
            ),
        ]
        indexes = [models.Index(fields=["event", "status"])]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """One person of an entry: an account, or a guest whom ``claim_hash`` lets claim the place later.

    ``event`` repeats the entry's own, so that the database can hold an account to one entry per event.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
    name = models.CharField(max_length=80)
    email = models.EmailField(blank=True)
    claim_hash = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the guest's claim code")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(user__isnull=False), name="one_entry_per_account"
            ),
            models.UniqueConstraint(
                fields=["claim_hash"], condition=~Q(claim_hash=""), name="one_member_per_claim_code"
            ),
        ]

    def __str__(self) -> str:
        return self.name
