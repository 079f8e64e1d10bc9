"""Cards and formats by the API: the same search and the same formats as on the pages. Read only."""

from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deckcheck.cards.card import Card
from deckcheck.cards.search import FACETS, NO_GROUP, RANGES, groups, keywords, number
from deckcheck.domain.formats import Format, NoFormat, format_for, formats_of
from deckcheck.domain.packing import thawed
from deckcheck.domain.search import find_card, search, text_of
from deckcheck.interfaces.card_query import read_query
from deckcheck.models import Game

MOST = 1000
GAMES = [game.value for game in Game]
GAME = OpenApiParameter("game", str, enum=GAMES, description="Only this game; all of them when left out")
SEARCH = [
    GAME,
    OpenApiParameter("q", str, description="Words of the name or of the text"),
    *(OpenApiParameter(name, str, many=True, description="One of these values") for name in FACETS),
    *(
        OpenApiParameter(f"{name}_{end}", int, description=f"The printed number is at {word}")
        for name in RANGES
        for end, word in (("min", "least this"), ("max", "most this"))
    ),
    OpenApiParameter("limit", int, description=f"Cards in the answer, 100 unless told, at most {MOST}"),
    OpenApiParameter("offset", int, description="Cards to leave out first"),
]
ON = OpenApiParameter("on", date, description="The day that counts; today when left out")


class CardSerializer(serializers.Serializer[dict[str, Any]]):
    """A card as it is in use. ``groups`` are factions or races, ``text`` paragraphs, ``facts`` the whole record."""

    game = serializers.CharField()
    set = serializers.CharField()
    number = serializers.CharField()
    name = serializers.CharField()
    type = serializers.CharField()
    groups = serializers.ListField(child=serializers.CharField())
    keywords = serializers.ListField(child=serializers.CharField())
    cost = serializers.IntegerField(allow_null=True)
    attack = serializers.IntegerField(allow_null=True)
    defense = serializers.IntegerField(allow_null=True)
    copy_limit = serializers.IntegerField(allow_null=True)
    text = serializers.ListField(child=serializers.CharField())
    facts = serializers.DictField()


class FacetSerializer(serializers.Serializer[dict[str, Any]]):
    value = serializers.CharField()
    count = serializers.IntegerField()


class CardsSerializer(serializers.Serializer[dict[str, Any]]):
    """Cards by name, and for a search in one game the count of every value beside what is chosen."""

    count = serializers.IntegerField()
    results = CardSerializer(many=True)
    facets = serializers.DictField(child=FacetSerializer(many=True))


class FormatSerializer(serializers.Serializer[dict[str, Any]]):
    """A format on one day. ``valid`` is false on days for which it has no rules."""

    game = serializers.CharField()
    code = serializers.CharField()
    title = serializers.CharField()
    valid = serializers.BooleanField()
    sets = serializers.DictField(child=serializers.CharField(), help_text="Content hash by set code")
    banned = serializers.ListField(child=serializers.CharField())
    limited = serializers.DictField(child=serializers.IntegerField())


class CardsView(APIView):
    @extend_schema(operation_id="cards_list", parameters=SEARCH, responses=CardsSerializer)
    def get(self, request: Request) -> Response:
        """Search the cards in use."""
        values = request.query_params
        games = [game for game in GAMES if values.get("game") in {None, "", game}]
        limit = min(_count(values.get("limit"), 100), MOST)
        found = search(games, read_query(values), offset=_count(values.get("offset"), 0), limit=limit)
        counts = found.counts if len(games) == 1 else {}
        facets = {
            name: [{"value": value, "count": count} for value, count in one] for name, one in counts.items()
        }
        content = {"count": found.total, "results": [as_data(card) for card in found.cards], "facets": facets}
        return Response(CardsSerializer(content).data)


class CardView(APIView):
    @extend_schema(operation_id="cards_retrieve", responses=CardSerializer)
    def get(self, request: Request, game: str, number: str) -> Response:
        """One card."""
        card = find_card(game, number) if game in GAMES else None
        if card is None:
            raise Http404
        return Response(CardSerializer(as_data(card)).data)


class FormatsView(APIView):
    @extend_schema(operation_id="formats_list", parameters=[GAME, ON], responses=FormatSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every format as it is on a day."""
        values = request.query_params
        try:
            on = date.fromisoformat(values["on"]) if values.get("on") else timezone.localdate()
        except ValueError:
            raise serializers.ValidationError({"on": "Write the day as in 2026-05-31."}) from None
        games = [game for game in GAMES if values.get("game") in {None, "", game}]
        rows = [_format(game, code, title, on) for game in games for code, title in formats_of(game)]
        return Response([FormatSerializer(row).data for row in rows])


def as_data(card: Card) -> dict[str, Any]:
    """The card as ``CardSerializer`` describes it."""
    return {
        "game": card.game,
        "set": card.set,
        "number": card.number,
        "name": card.name,
        "type": card.type,
        "groups": [group for group in groups(card) if group != NO_GROUP],
        "keywords": list(keywords(card)),
        **{name: number(card, name) for name in RANGES},
        "copy_limit": card.copy_limit,
        "text": list(text_of(card).paragraphs),
        "facts": thawed(card.facts),
    }


def _format(game: str, code: str, title: str, on: date) -> dict[str, Any]:
    found: Format | None
    try:
        found = format_for(game, code, on)
    except NoFormat:
        found = None
    return {
        "game": game,
        "code": code,
        "title": title,
        "valid": found is not None,
        "sets": {one.code: one.content_hash for one in found.pool.sets} if found else {},
        "banned": sorted(found.construction.banned) if found else [],
        "limited": dict(found.construction.limited) if found else {},
    }


def _count(text: str | None, otherwise: int) -> int:
    """A whole number of an address; what is none counts as left out."""
    return (
        min(int(text), 10**9) if text and text.isascii() and text.isdigit() and len(text) < 12 else otherwise
    )
