"""Decks by the API: check a list, and one's own deck box."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle
from rest_framework.views import APIView

from deckcheck.cards.card import Pool
from deckcheck.construction import Fault
from deckcheck.domain import decks
from deckcheck.domain.base import Refused, Stale
from deckcheck.domain.overview import overview
from deckcheck.interfaces.editor import GAMES, default_format
from deckcheck.lists import FORMATS
from deckcheck.lists.deck import Deck
from deckcheck.models import DeckVersion, StoredDeck

GAME_HELP = f"One of {', '.join(GAMES)}"


class CardCountSerializer(serializers.Serializer[dict[str, Any]]):
    number = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField()


class ZoneSerializer(serializers.Serializer[dict[str, Any]]):
    """A zone with its cards by type, cost and name."""

    zone = serializers.CharField()
    count = serializers.IntegerField()
    cards = CardCountSerializer(many=True)


class FaultSerializer(serializers.Serializer[Fault]):
    """``clause`` is the rule that is broken, ``legal`` what would be right, ``cards`` numbers with counts found."""

    clause = serializers.CharField()
    message = serializers.CharField()
    legal = serializers.CharField(allow_blank=True)
    zone = serializers.CharField(allow_blank=True)
    cards = serializers.SerializerMethodField()

    def get_cards(self, obj: Fault) -> dict[str, int]:
        return dict(obj.cards)


class UnreadSerializer(serializers.Serializer[dict[str, Any]]):
    """A line that could not be read; one of ``suggestions`` may replace its name."""

    line = serializers.IntegerField()
    message = serializers.CharField()
    suggestions = serializers.ListField(child=serializers.CharField())


class ListSerializer(serializers.Serializer[dict[str, Any]]):
    """A list to check: by the rules of ``format`` on the day ``on``, today unless told."""

    text = serializers.CharField(max_length=decks.TEXT_LENGTH, trim_whitespace=False)
    game = serializers.CharField(help_text=GAME_HELP)
    format = serializers.CharField(
        required=False, allow_blank=True, help_text="The game's first when left out"
    )
    on = serializers.DateField(required=False)
    list_format = serializers.ChoiceField(
        choices=list(FORMATS), required=False, help_text="How the list is written; found when left out"
    )


class VerdictSerializer(serializers.Serializer[dict[str, Any]]):
    """The complete answer: a list is legal when it has no faults and no unread lines."""

    legal = serializers.BooleanField()
    format = serializers.CharField(help_text="The title of the format whose rules were asked")
    list_format = serializers.CharField(help_text="How the list was read")
    name = serializers.CharField(allow_blank=True)
    group = serializers.CharField(help_text="Its mainframe or races")
    zones = ZoneSerializer(many=True)
    unread = UnreadSerializer(many=True)
    faults = FaultSerializer(many=True)
    advice = FaultSerializer(many=True)


class DeckSerializer(serializers.ModelSerializer[StoredDeck]):
    """A deck of one's own with its newest list."""

    version = serializers.SerializerMethodField()
    legal = serializers.SerializerMethodField()
    fault_count = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    share_token = serializers.CharField(read_only=True, allow_null=True)

    class Meta:
        model = StoredDeck
        fields = [
            *("id", "game", "format", "name", "notes", "archived", "share_token", "updated_at"),
            *("version", "legal", "fault_count", "text"),
        ]

    def get_version(self, obj: StoredDeck) -> int:
        return newest(obj).number

    def get_legal(self, obj: StoredDeck) -> bool:
        return newest(obj).legal

    def get_fault_count(self, obj: StoredDeck) -> int:
        return newest(obj).fault_count

    def get_text(self, obj: StoredDeck) -> str:
        return newest(obj).text


class SaveSerializer(serializers.Serializer[dict[str, Any]]):
    """A deck to save. ``version`` is the one that was seen: a newer one with another text is a conflict."""

    text = serializers.CharField(max_length=decks.TEXT_LENGTH, trim_whitespace=False)
    game = serializers.CharField(help_text=GAME_HELP)
    format = serializers.CharField(required=False, allow_blank=True)
    name = serializers.CharField(required=False, allow_blank=True, max_length=decks.NAME_LENGTH)
    notes = serializers.CharField(required=False, allow_blank=True, max_length=decks.NOTES_LENGTH)
    version = serializers.IntegerField(required=False, min_value=1)


class ProblemSerializer(serializers.Serializer[dict[str, Any]]):
    detail = serializers.CharField()


def newest(deck: StoredDeck) -> DeckVersion:
    """The deck's newest version; a list of decks has them prefetched."""
    return deck.versions.all()[0]


def zones_of(deck: Deck, pool: Pool) -> list[dict[str, Any]]:
    """A deck as ``ZoneSerializer`` describes its zones."""
    return [
        {
            "zone": zone.code,
            "count": zone.count,
            "cards": [{"number": row.number, "name": row.name, "count": row.count} for row in zone.rows],
        }
        for zone in overview(deck, pool).zones
    ]


class AnonymousChecks(AnonRateThrottle):
    scope, rate = "deck-checks-anon", "30/min"


class UserChecks(UserRateThrottle):
    scope, rate = "deck-checks-user", "120/min"


class CheckView(APIView):
    """Checking needs no account and stores nothing."""

    throttle_classes = [AnonymousChecks, UserChecks]

    @extend_schema(operation_id="decks_check", request=ListSerializer, responses=VerdictSerializer)
    def post(self, request: Request) -> Response:
        """Read a list and hold it to the rules of a format."""
        asked = ListSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        code = given.get("format") or default_format(given["game"])
        on = given.get("on") or timezone.localdate()
        try:
            checked, fmt = decks.check(given["text"], given["game"], code, on, given.get("list_format"))
        except Refused as refused:
            raise serializers.ValidationError({refused.field or "detail": [refused.message]}) from None
        reading = checked.reading
        seen = overview(reading.deck, fmt.pool)
        content = {
            "legal": checked.legal,
            "format": fmt.title,
            "list_format": reading.format,
            "name": reading.deck.name,
            "group": seen.group,
            "zones": zones_of(reading.deck, fmt.pool),
            "unread": [problem._asdict() for problem in reading.problems],
            "faults": checked.verdict.faults,
            "advice": checked.verdict.advice,
        }
        return Response(VerdictSerializer(content).data)


class OwnDecks(APIView):
    """What needs an account: anybody else's decks are not there."""

    permission_classes = [permissions.IsAuthenticated]

    def rows(self) -> QuerySet[StoredDeck]:
        mine = StoredDeck.objects.filter(owner=self.request.user, versions__isnull=False).distinct()  # type: ignore[misc]
        return mine.prefetch_related("versions")

    def found(self, pk: int) -> StoredDeck:
        deck = self.rows().filter(pk=pk).first()
        if deck is None:
            raise Http404
        return deck

    def save(self, request: Request, deck: StoredDeck | None) -> Response:
        asked = SaveSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        try:
            saved = decks.save_deck(
                request.user,
                given["text"],
                game=given["game"],
                format=given.get("format") or (deck.format if deck else default_format(given["game"])),
                name=given.get("name") or (deck.name if deck else ""),
                notes=given.get("notes"),
                deck=deck,
                seen=given.get("version"),
            )
        except Stale as stale:
            return Response({"detail": stale.message}, status=status.HTTP_409_CONFLICT)
        except Refused as refused:
            raise serializers.ValidationError({refused.field or "detail": [refused.message]}) from None
        made = status.HTTP_200_OK if deck else status.HTTP_201_CREATED
        return Response(DeckSerializer(self.found(saved.deck.pk)).data, status=made)


class DecksView(OwnDecks):
    @extend_schema(operation_id="decks_list", responses=DeckSerializer(many=True))
    def get(self, request: Request) -> Response:
        """My decks, the last changed first."""
        return Response(DeckSerializer(self.rows(), many=True).data)

    @extend_schema(operation_id="decks_create", request=SaveSerializer, responses={201: DeckSerializer})
    def post(self, request: Request) -> Response:
        """Save a list as a new deck; an illegal one is saved too, with its verdict."""
        return self.save(request, None)


class DeckView(OwnDecks):
    @extend_schema(operation_id="decks_retrieve", responses=DeckSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """One of my decks."""
        return Response(DeckSerializer(self.found(pk)).data)

    @extend_schema(
        operation_id="decks_update",
        request=SaveSerializer,
        responses={
            200: DeckSerializer,
            409: OpenApiResponse(ProblemSerializer, description="Saved elsewhere in the meantime"),
        },
    )
    def put(self, request: Request, pk: int) -> Response:
        """Save the deck: a new version when the text changed."""
        return self.save(request, self.found(pk))

    @extend_schema(operation_id="decks_destroy", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete the deck with its versions; lists that were handed in to events are kept there."""
        decks.delete_deck(self.found(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)
