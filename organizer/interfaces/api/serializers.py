"""What the API says about events, entries, rounds and matches. Secrets (unpublished seeds, e-mails) never pass here."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from deckcheck.domain.formats import pool_of
from deckcheck.interfaces.api.decks import ZoneSerializer, zones_of
from organizer.models import Entry, Event, Match, Phase, Round, Submission


class PhaseSerializer(serializers.ModelSerializer[Phase]):
    class Meta:
        model = Phase
        fields = ["number", "kind", "status", "rounds_planned", "cut_size", "best_of"]


class EventSerializer(serializers.ModelSerializer[Event]):
    phases = PhaseSerializer(many=True, read_only=True)

    class Meta:
        model = Event
        fields = [
            "slug",
            "title",
            "description",
            "game",
            "format",
            "status",
            "starts_at",
            "ends_at",
            "time_zone",
            "mode",
            "venue",
            "capacity",
            "team_size",
            "best_of",
            "round_minutes",
            "points_win",
            "points_draw",
            "points_loss",
            "ruleset",
            "decklists",
            "version",
            "phases",
        ]


class EntrySerializer(serializers.ModelSerializer[Entry]):
    class Meta:
        model = Entry
        fields = ["id", "name", "club", "status", "seed", "first_round", "dropped_after", "final_place"]


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round as everybody may see it: the seed only once the round is published."""

    phase = serializers.IntegerField(source="phase.number", read_only=True)
    seed = serializers.SerializerMethodField()
    certificate = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = [
            "number",
            "phase",
            "status",
            "seed_hash",
            "seed",
            "certificate",
            "published_at",
            "finished_at",
            "length_ms",
            "clock_started_at",
            "clock_paused_at",
            "clock_paused_ms",
        ]

    def to_representation(self, instance: Round) -> dict[str, object]:
        """Whether a draft is being looked at is the staff's business: to everybody its seed is committed."""
        shown: dict[str, object] = super().to_representation(instance)
        if not instance.public:
            shown["status"] = Round.Status.COMMITTED.value
        return shown

    def get_seed(self, obj: Round) -> str | None:
        return obj.seed if obj.public else None

    @extend_schema_field({"type": "object", "additionalProperties": {}, "nullable": True})
    def get_certificate(self, obj: Round) -> dict[str, object] | None:
        return obj.certificate if obj.public else None


class SubmissionSerializer(serializers.ModelSerializer[Submission]):
    """A decklist as it was handed in, with the verdict by the rules of the event's day."""

    entry = serializers.PrimaryKeyRelatedField[Entry](read_only=True)
    name = serializers.CharField(source="entry.name", read_only=True)
    group = serializers.CharField(read_only=True, help_text="Its mainframe or races")
    faults = serializers.SerializerMethodField()
    zones = serializers.SerializerMethodField()
    text = serializers.CharField(source="version.text", read_only=True)

    class Meta:
        model = Submission
        fields = ["entry", "name", "submitted_at", "locked_at", "legal", "group", "faults", "zones", "text"]

    @extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": {}}})
    def get_faults(self, obj: Submission) -> list[dict[str, object]]:
        return list(obj.faults)

    @extend_schema_field(ZoneSerializer(many=True))
    def get_zones(self, obj: Submission) -> list[dict[str, object]]:
        assert obj.version is not None
        sets = tuple(obj.version.card_sets.values())
        return zones_of(obj.version.as_deck(), pool_of(obj.version.game, sets))


class ResultSerializer(serializers.ModelSerializer[Match]):
    class Meta:
        model = Match
        fields = ["outcome", "how", "games_a", "games_b", "games_drawn", "endings"]


class MatchSerializer(serializers.ModelSerializer[Match]):
    a = serializers.PrimaryKeyRelatedField[Entry](read_only=True)
    b = serializers.PrimaryKeyRelatedField[Entry](read_only=True, allow_null=True)
    a_name = serializers.CharField(source="a.name", read_only=True)
    b_name = serializers.CharField(source="b.name", read_only=True, allow_null=True, default=None)
    result = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "id",
            "table",
            "kind",
            "a",
            "a_name",
            "b",
            "b_name",
            "explanation",
            "status",
            "slot",
            "result",
        ]

    @extend_schema_field(ResultSerializer(allow_null=True))
    def get_result(self, obj: Match) -> dict[str, object] | None:
        """The final result; what is only reported or disputed is nobody else's business yet."""
        if obj.status != Match.Status.FINAL:
            return None
        return dict(ResultSerializer(obj).data)


class StandingsLineSerializer(serializers.Serializer[dict[str, object]]):
    """One line: ``values`` are exact fractions as text ("4/9", null where a rule did not apply)."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    dropped = serializers.BooleanField()
    values = serializers.ListField(child=serializers.CharField(allow_null=True))
    shown = serializers.ListField(child=serializers.CharField(allow_blank=True))


class StandingsSerializer(serializers.Serializer[dict[str, object]]):
    """The standings page as data; ``columns`` names ``values`` and ``shown`` in their order."""

    phase = serializers.IntegerField()
    rounds = serializers.IntegerField()
    frozen = serializers.BooleanField()
    live = serializers.BooleanField()
    columns = serializers.ListField(child=serializers.CharField())
    lines = StandingsLineSerializer(many=True)
