"""What was announced to open pages: one append-only log per stream, numbered without holes."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone


class Stream(models.Model):
    """One thing that pages can listen to, such as ``event:12``; ``head`` is its newest entry's number."""

    name = models.CharField(max_length=100, unique=True)
    head = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} at {self.head}"


class StreamEntry(models.Model):
    """One announcement: number ``seq`` of its stream, counted from 1."""

    stream = models.ForeignKey(Stream, models.CASCADE, related_name="entries")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=50)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["stream", "seq"]
        constraints = [
            # Its index also serves the only way this table is read: a stream's entries after a number.
            models.UniqueConstraint(fields=["stream", "seq"], name="streamentry_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id}/{self.seq} {self.kind}"
