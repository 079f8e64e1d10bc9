"""Rounds, matches, reports and penalties."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from .entry import Entry
from .event import Event, Phase


class Round(models.Model):
    """One round. Its seed is drawn and its hash shown before it is paired (status ``committed``)."""

    class Status(models.TextChoices):
        COMMITTED = "committed", "Seed committed"
        DRAFT = "draft", "Draft"
        PUBLISHED = "published", "Published"
        FINISHED = "finished", "Finished"

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    phase = models.ForeignKey(Phase, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="Counted through the whole event")
    status = models.CharField(max_length=10, choices=Status, default=Status.COMMITTED)
    seed = models.CharField(max_length=64, help_text="Hexadecimal; secret until the round is published")
    seed_hash = models.CharField(max_length=64, help_text="SHA-256 of the seed's text, public at once")
    certificate = models.JSONField(default=dict, blank=True)
    paired_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    length_ms = models.PositiveIntegerField(default=0, help_text="Round time, extensions for all included")
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    clock_paused_ms = models.PositiveIntegerField(default=0, help_text="Sum of the pauses that have ended")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"Round {self.number}"

    def remaining_ms(self, now: datetime) -> int:
        """Milliseconds left on the round clock at ``now``; negative in overtime; the full time before the start."""
        if self.clock_started_at is None:
            return self.length_ms
        until = self.clock_paused_at or now
        spent = (until - self.clock_started_at) // timedelta(milliseconds=1) - self.clock_paused_ms
        return self.length_ms - spent

    @property
    def public(self) -> bool:
        return self.status in {self.Status.PUBLISHED, self.Status.FINISHED}

    @property
    def engine_tables(self) -> list[list[int | None]]:
        """The engine's own pairing as [[a, b], ..., [bye, None]]; empty for a round that is not drawn."""
        found = EnginePairing.objects.filter(round=self).values_list("tables", flat=True).first()
        return found or []


class EnginePairing(models.Model):
    """What the engine paired, so that changes by hand show as a difference.

    Not a column of the round: a list of thousands would come along with every match that is read with its round.
    """

    round = models.OneToOneField(Round, models.CASCADE, related_name="engine_pairing")
    tables = models.JSONField(help_text="[[a, b], ..., [bye, null]] of entry ids")

    def __str__(self) -> str:
        return f"{self.round} as paired"


class Match(models.Model):
    """A match between two entries, or one entry's bye (``b`` is empty).

    The result is in ``outcome`` with the games; it counts once ``status`` is final.
    """

    class Kind(models.TextChoices):
        PLAYED = "played", "Match"
        BYE = "bye", "Bye"
        AWARDED_BYE = "awarded_bye", "Awarded bye"
        MISSED = "missed", "Missed round"

    class Status(models.TextChoices):
        OPEN = "open", "Playing"
        REPORTED = "reported", "Reported, waiting for the opponent"
        DISPUTED = "disputed", "Disputed"
        FINAL = "final", "Final"

    class Outcome(models.TextChoices):
        NONE = "", "No result"
        A = "a", "First player wins"
        B = "b", "Second player wins"
        DRAW = "draw", "Draw"
        INTENTIONAL_DRAW = "intentional_draw", "Intentional draw"
        DOUBLE_LOSS = "double_loss", "Double loss"

    class How(models.TextChoices):
        """What decided the match, beside the games."""

        PLAYED = "played", "Played"
        CONCESSION = "concession", "Concession"
        NO_SHOW = "no_show", "No-show"
        PENALTY = "penalty", "Penalty"
        DROP = "drop", "Opponent left"

    event = models.ForeignKey(Event, models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.PLAYED)
    a = models.ForeignKey(Entry, models.RESTRICT, related_name="matches_as_a")
    b = models.ForeignKey(Entry, models.RESTRICT, related_name="matches_as_b", null=True, blank=True)
    slot = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Elimination: place in the bracket round, from 0"
    )
    by_hand = models.BooleanField(default=False, help_text="Made or changed by staff, not by the engine")
    explanation = models.CharField(max_length=300, blank=True)

    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    outcome = models.CharField(max_length=16, choices=Outcome, default=Outcome.NONE, blank=True)
    how = models.CharField(max_length=10, choices=How, default=How.PLAYED)
    games_a = models.PositiveSmallIntegerField(default=0)
    games_b = models.PositiveSmallIntegerField(default=0)
    games_drawn = models.PositiveSmallIntegerField(default=0)
    endings = models.JSONField(
        default=list, blank=True, help_text="How each game ended, codes of the title's endings"
    )
    game_losses_a = models.PositiveSmallIntegerField(default=0, help_text="Games that a loses by penalty")
    game_losses_b = models.PositiveSmallIntegerField(default=0)
    extension_ms = models.PositiveIntegerField(default=0, help_text="Extra time for this table alone")
    version = models.PositiveIntegerField(default=0, help_text="Raised by every change of the match")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(b__isnull=True) | ~Q(a=F("b")), name="nobody_plays_themselves"
            ),
            models.CheckConstraint(
                condition=~Q(kind="played") | Q(b__isnull=False), name="a_played_match_has_two_sides"
            ),
            models.CheckConstraint(
                condition=~Q(status="final") | ~Q(outcome=""), name="a_final_match_has_a_result"
            ),
            models.UniqueConstraint(fields=["round", "table"], name="one_match_per_table"),
        ]
        indexes = [models.Index(fields=["event", "status"])]

    def __str__(self) -> str:
        return f"{self.a} v {self.b}" if self.b else f"{self.a}: {self.get_kind_display()}"

    def score(self) -> tuple[int, int, int]:
        """(games of a, games of b, drawn games)."""
        return self.games_a, self.games_b, self.games_drawn


class Seating(models.Model):
    """The database's own guard that nobody sits at two tables of a round; written with every match."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="seatings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seatings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="seatings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_round")]

    def __str__(self) -> str:
        return f"{self.entry} in {self.round}"


class Report(models.Model):
    """What one side said the result was. All are kept; the last pending one waits for the opponent."""

    class Status(models.TextChoices):
        PENDING = "pending", "Waiting for the opponent"
        CONFIRMED = "confirmed", "Confirmed"
        UNANSWERED = "unanswered", "Confirmed by time"
        DISPUTED = "disputed", "Disputed"
        SUPERSEDED = "superseded", "Replaced"

    match = models.ForeignKey(Match, models.CASCADE, related_name="reports")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+", help_text="The side that reported")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=16, choices=Match.Outcome)
    how = models.CharField(max_length=10, choices=Match.How, default=Match.How.PLAYED)
    games_a = models.PositiveSmallIntegerField(default=0)
    games_b = models.PositiveSmallIntegerField(default=0)
    games_drawn = models.PositiveSmallIntegerField(default=0)
    endings = models.JSONField(default=list, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    confirm_at = models.DateTimeField(help_text="Unanswered until then, it confirms itself")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(status="pending"), name="one_pending_report"
            )
        ]
        indexes = [
            models.Index(fields=["confirm_at"], condition=Q(status="pending"), name="pending_reports_due")
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.get_status_display()}"


class Penalty(models.Model):
    """A penalty; what it changed is in the log entry that was written with it."""

    class Kind(models.TextChoices):
        WARNING = "warning", "Warning"
        GAME_LOSS = "game_loss", "Game loss"
        MATCH_LOSS = "match_loss", "Match loss"
        DISQUALIFICATION = "disqualification", "Disqualification"

    event = models.ForeignKey(Event, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="penalties")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="penalties")
    kind = models.CharField(max_length=16, choices=Kind)
    infraction = models.CharField(max_length=80, blank=True)
    reason = models.TextField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    issued_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-issued_at", "-pk"]
        verbose_name_plural = "penalties"

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.entry}"
