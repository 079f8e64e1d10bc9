"""Events, who staffs them, and the phases they run through."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse

from gameplay.games.titles import TITLES, Title, title

from .user import User


class Role(models.TextChoices):
    """What a staff member is, per event. ``organizer.rules`` says what each may do."""

    OWNER = "owner", "Owner"
    ORGANIZER = "organizer", "Organizer"
    SCOREKEEPER = "scorekeeper", "Scorekeeper"
    HEAD_JUDGE = "head_judge", "Head judge"
    JUDGE = "judge", "Judge"


class EventQuerySet(models.QuerySet["Event"]):
    def public(self) -> "EventQuerySet":
        return self.exclude(status=Event.Status.DRAFT)

    def staffed_by(self, user: User) -> "EventQuerySet":
        return self.filter(staff__user=user).distinct()


class Event(models.Model):
    """A tournament. Every write to anything in it locks this row and writes one ``LogEntry``."""

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        PUBLISHED = "published", "Registration"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Cancelled"

    class Mode(models.TextChoices):
        VENUE = "venue", "At a venue"
        ONLINE = "online", "Online"

    class LateEntry(models.TextChoices):
        CLOSED = "closed", "Not allowed"
        LOSS = "loss", "Allowed; missed rounds count as losses"
        BYE = "bye", "Allowed; missed rounds count as byes"

    class Decklists(models.TextChoices):
        NONE = "none", "No decklists"
        OPTIONAL = "optional", "Optional"
        REQUIRED = "required", "Required"

    class FirstRound(models.TextChoices):
        RANDOM = "random", "At random"
        SEED = "seed", "By seed (top half against bottom half)"

    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    game = models.CharField(max_length=20, choices=[(t.code, t.name) for t in TITLES.values()])
    format = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)

    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(
        max_length=64, default="UTC", help_text="The venue's zone, such as Europe/Prague"
    )
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.VENUE)
    venue = models.CharField(max_length=200, blank=True)
    address = models.TextField(blank=True)
    online_url = models.URLField(blank=True)

    capacity = models.PositiveIntegerField(null=True, blank=True, validators=[MinValueValidator(2)])
    waitlist = models.BooleanField(default=True)
    self_registration = models.BooleanField(default=True)
    registration_opens_at = models.DateTimeField(null=True, blank=True)
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    check_in = models.BooleanField(default=False)
    check_in_opens_at = models.DateTimeField(null=True, blank=True)
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    late_entry = models.CharField(max_length=6, choices=LateEntry, default=LateEntry.LOSS)
    team_size = models.PositiveSmallIntegerField(
        default=1, choices=[(1, "Single players"), (2, "Teams of two")]
    )

    best_of = models.PositiveSmallIntegerField(default=3, choices=[(1, "1"), (3, "3"), (5, "5")])
    round_minutes = models.PositiveSmallIntegerField(
        default=50, validators=[MinValueValidator(1), MaxValueValidator(1440)]
    )
    points_win = models.PositiveSmallIntegerField(default=3, validators=[MaxValueValidator(100)])
    points_draw = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(100)])
    points_loss = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(100)])
    ruleset = models.CharField(
        max_length=40, default="magic", help_text="Which standings rules, see docs/standings.md"
    )
    tiebreaks = models.JSONField(default=list, blank=True, help_text="Empty: the ruleset's own chain")

    decklists = models.CharField(max_length=8, choices=Decklists, default=Decklists.NONE)
    decklists_open = models.BooleanField(default=False)
    decklists_lock_at = models.DateTimeField(null=True, blank=True)
    decklists_remind_hours = models.PositiveSmallIntegerField(
        default=24,
        validators=[MaxValueValidator(720)],
        help_text="Who has not handed in a list gets a mail so many hours before the lock; 0 is none",
    )
    decklists_locked_at = models.DateTimeField(null=True, blank=True)
    decklists_published_at = models.DateTimeField(null=True, blank=True)

    players_report = models.BooleanField(default=True)
    confirm_minutes = models.PositiveSmallIntegerField(
        default=10,
        validators=[MinValueValidator(1), MaxValueValidator(1440)],
        help_text="A report that the opponent leaves unanswered confirms itself after this many minutes",
    )
    intentional_draws = models.BooleanField(default=True)
    first_round = models.CharField(max_length=8, choices=FirstRound, default=FirstRound.RANDOM)
    keep_clubs_apart = models.BooleanField(default=False)

    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(
        default=0, help_text="Raised by every write to the event; also its log's head"
    )
    log_hash = models.CharField(max_length=64, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_at", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def game_title(self) -> Title:
        return title(self.game)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def local(self, moment: datetime) -> datetime:
        """``moment`` on the venue's wall clock."""
        return moment.astimezone(self.zone)

    def decklists_locked(self, now: datetime) -> bool:
        """Whether the time for decklists is over: their lock has passed, or the event has started.

        A cancelled event locks nothing, so that nothing of it is shown either.
        """
        if self.status in {self.Status.RUNNING, self.Status.FINISHED}:
            return True
        return (
            self.status == self.Status.PUBLISHED
            and self.decklists_lock_at is not None
            and self.decklists_lock_at <= now
        )

    @property
    def stream(self) -> str:
        """The name of the public live stream; staff also read ``{stream}:staff``."""
        return f"event:{self.pk}"


class StaffMember(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], name="one_row_per_role")]
        ordering = ["role", "pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Phase(models.Model):
    """A stretch of rounds under one pairing method. Phases of an event run in the order of ``number``."""

    class Kind(models.TextChoices):
        SWISS = "swiss", "Swiss"
        ELIMINATION = "elimination", "Single elimination"
        ROUND_ROBIN = "round_robin", "Round robin"

    class Status(models.TextChoices):
        PENDING = "pending", "Not started"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"

    event = models.ForeignKey(Event, models.CASCADE, related_name="phases")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Empty: by the number of entries when the phase starts"
    )
    rounds_automatic = models.BooleanField(
        default=False, help_text="The number was found when the phase started; a copy finds its own"
    )
    cut_size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many of the phase before go on; empty: everybody"
    )
    best_of = models.PositiveSmallIntegerField(null=True, blank=True, choices=[(1, "1"), (3, "3"), (5, "5")])
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    frozen_standings = models.JSONField(
        null=True, blank=True, help_text="The table as it stood when the phase ended; never computed again"
    )
    seeding = models.JSONField(
        default=list, blank=True, help_text="Elimination: entry ids by seed, best first"
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_phase_per_number")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"

    @property
    def games_to_win(self) -> int:
        """Games a side needs to win a match: 1, 2 or 3."""
        return (self.best_of or self.event.best_of) // 2 + 1
