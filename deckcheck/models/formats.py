"""Formats: which cards and which construction rules, from one day to another."""

from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from .cards import Game


class FormatRow(models.Model):
    """A format of a game; its rules are dated. Its row is locked while they are changed."""

    game = models.CharField(max_length=20, choices=Game.choices)
    code = models.SlugField(max_length=40)
    title = models.CharField(max_length=80)

    class Meta:
        ordering: ClassVar = ["game", "title"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "code"], name="one_format_of_a_code")
        ]

    def __str__(self) -> str:
        return f"{self.get_game_display()} {self.title}"


class FormatRule(models.Model):
    """What a format says from ``valid_from`` to ``valid_until`` (both included; open without an end).

    ``sets`` are set codes, ``banned`` card numbers, ``limited`` card numbers with the copies allowed,
    ``options`` the other fields of ``Construction`` by name.
    """

    format = models.ForeignKey(FormatRow, on_delete=models.CASCADE, related_name="rules")
    valid_from = models.DateField()
    valid_until = models.DateField(null=True, blank=True)
    sets = models.JSONField(default=list)
    banned = models.JSONField(default=list)
    limited = models.JSONField(default=dict)
    options = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["format", "-valid_from"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["format", "valid_from"], name="one_rule_from_a_day"),
            models.CheckConstraint(
                condition=Q(valid_until=None) | Q(valid_until__gte=F("valid_from")),
                name="rule_ends_after_it_begins",
            ),
        ]

    def __str__(self) -> str:
        until = f" to {self.valid_until}" if self.valid_until else ""
        return f"{self.format} from {self.valid_from}{until}"

    def covers(self, day: date) -> bool:
        """Whether the rule is in force on that day."""
        return self.valid_from <= day and (self.valid_until is None or day <= self.valid_until)
