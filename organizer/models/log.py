"""The append-only log of an event: who did what, when and why."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from .entry import Entry
from .event import Event
from .play import Match, Round


class LogEntry(models.Model):
    """One thing that happened. ``hash`` covers the entry and the hash before it.

    ``key`` is the request's own token: a repeated request finds its entry and changes nothing.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="log")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    actor_name = models.CharField(max_length=80, help_text="As it was then; 'clock' when nobody acted")
    acting_as = models.CharField(max_length=12, help_text="owner, organizer, ..., player or system")
    kind = models.CharField(max_length=40)
    summary = models.CharField(max_length=300, help_text="One sentence for the log page")
    reason = models.CharField(max_length=300, blank=True)
    public = models.BooleanField(default=False, help_text="May be shown to everybody")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="+")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="log")
    entry = models.ForeignKey(Entry, models.SET_NULL, null=True, blank=True, related_name="log")
    data = models.JSONField(default=dict, blank=True, help_text="Before and after, and what else explains it")
    key = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="one_log_entry_per_number"),
            models.UniqueConstraint(
                fields=["event", "key"], condition=~Q(key=""), name="one_log_entry_per_request"
            ),
        ]
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return f"{self.seq}: {self.summary}"
