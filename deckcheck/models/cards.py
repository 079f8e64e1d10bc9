"""Card sets as they were loaded: every version is kept, one of each set is in use."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Game(models.TextChoices):
    """The four games, by the code used in addresses and files."""

    NEUROSCAPE = "neuroscape", "Neuroscape"
    HOPE_CARDGAME = "hope-cardgame", "HOPE Cardgame"
    HOPE = "hope", "HOPE"
    NEON_HOPE = "neon-hope", "Neon Hope"


class StoredSet(models.Model):
    """A card set of a game. Its row is locked while a version of it is loaded or put into use."""

    game = models.CharField(max_length=20, choices=Game.choices)
    code = models.CharField(max_length=20)
    name = models.CharField(max_length=120)

    class Meta:
        ordering: ClassVar = ["game", "code"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "code"], name="one_set_of_a_code")]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class SetVersion(models.Model):
    """One content of a set, never changed: decks and matches keep the version they were made with.

    ``number`` counts the versions of a set from 1; ``file_version`` is what the file says of itself.
    ``content_hash`` is that of ``CardSet``. ``compiled`` is the set as ``deckcheck.domain.packing`` writes
    it, so that reading it back needs no linter; ``source`` is the file as it was loaded.
    """

    set = models.ForeignKey(StoredSet, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    file_version = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64, db_index=True)
    cards_total = models.PositiveIntegerField()
    file = models.CharField(max_length=200)
    source = models.TextField()
    compiled = models.TextField()
    active = models.BooleanField(default=False)
    loaded_at = models.DateTimeField()
    loaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar = ["set", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["set", "content_hash"], name="one_version_of_a_content"),
            models.UniqueConstraint(fields=["set", "number"], name="one_version_of_a_number"),
            models.UniqueConstraint(fields=["set"], condition=Q(active=True), name="one_active_version"),
        ]

    def __str__(self) -> str:
        return f"{self.set.code} version {self.number}"


class SetUpload(models.Model):
    """A file between its preview and its loading; given up after a day."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    file = models.CharField(max_length=200)
    content = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.file


class LibraryLog(models.Model):
    """Who changed which set or format, when and how; only ever appended to."""

    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    actor_name = models.CharField(max_length=80)
    kind = models.CharField(max_length=40)
    summary = models.CharField(max_length=300)
    data = models.JSONField(default=dict)
    set = models.ForeignKey(StoredSet, on_delete=models.PROTECT, null=True, related_name="log")
    format = models.ForeignKey("FormatRow", on_delete=models.PROTECT, null=True, related_name="log")

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.summary}"
