"""Cards for everybody: the search, and one card with its facts, text, rulings, formats and versions."""

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone

from deckcheck.cards.card import UNLIMITED, Card
from deckcheck.cards.search import FACETS, NO_GROUP, RANGES, Found, Index, Query, groups, keywords, number
from deckcheck.domain.cards import card_history, citations, formats_with, rulings
from deckcheck.domain.search import find_card, games_with_cards, index_of, text_of
from deckcheck.interfaces.card_query import Chosen, choices, read_query
from deckcheck.models import Game, StoredSet

from .base import game_or_404

CARDS_PER_PAGE = 60

LABELS = {
    Game.NEUROSCAPE: {"group": "Faction", "cost": "RAM", "subtype": "Subtype"},
    Game.HOPE_CARDGAME: {"group": "Race", "cost": "Price", "keyword": "Passive ability"},
}
FACT_LABELS = {
    "type": "Type",
    "subtype": "Subtype",
    "rarity": "Rarity",
    "zone": "Goes in the",
    "attack_type": "Attack type",
    "attaches_to": "Attaches to",
    "attack": "Attack",
    "defense": "Defense",
    "vitality": "Vitality",
    "flag": "May be played",
}


def cards(request: HttpRequest) -> HttpResponse:
    """The cards of one game, narrowed down by the address; a request of htmx gets the changing parts alone."""
    there = games_with_cards()
    game = next((game for game in there if game == request.GET.get("game")), there[0] if there else None)
    if game is None:
        raise Http404("No card set is loaded yet.")
    query = read_query(request.GET)
    index = index_of(game.value)
    pages = Paginator(range(index.find(query, limit=0).total), CARDS_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    found = index.find(query, offset=(page.number - 1) * CARDS_PER_PAGE, limit=CARDS_PER_PAGE)
    context = {
        "game": game,
        "games": there,
        "query": query,
        "total": found.total,
        "page": page,
        "cards": [_tile(game, card) for card in found.cards],
        "facets": list(_facets(game, found, query)),
        "ranges": list(_ranges(game, index, query)),
        "chosen": [_without(request, one) for one in choices(query)],
    }
    part = request.headers.get("HX-Request") == "true" and not request.headers.get(
        "HX-History-Restore-Request"
    )
    answer = render(request, "deckcheck/parts/card_search.html" if part else "deckcheck/cards.html", context)
    answer["Vary"] = "HX-Request"
    if part:
        answer["HX-Replace-Url"] = f"{request.path}?{_address(request)}"
    return answer


def card(request: HttpRequest, game: str, number: str) -> HttpResponse:
    """One card as it is in use."""
    of = game_or_404(game)
    found = find_card(of.value, number)
    if found is None:
        raise Http404(f"No card in use has the number {number}.")
    context = {
        "game": of,
        "card": found,
        "set": StoredSet.objects.filter(game=of.value, code=found.set).first(),
        "facts": list(_facts(of, found)),
        "keywords": keywords(found),
        "text": text_of(found),
        "rulings": rulings(found),
        "citations": citations(found),
        "formats": formats_with(found, timezone.localdate()),
        "history": card_history(found),
    }
    return render(request, "deckcheck/card.html", context)


def label(game: Game, name: str) -> str:
    """What the game calls a facet or a range."""
    return LABELS.get(game, {}).get(name, name.capitalize())


def _tile(game: Game, card: Card) -> dict[str, Any]:
    kind = " · ".join(str(part) for part in (card.type, card.facts.get("subtype")) if part)
    named = [group for group in groups(card) if group != NO_GROUP]
    numbers = [(label(game, name), number(card, name)) for name in RANGES]
    return {
        "card": card,
        "line": " · ".join((kind, *named, card.number)),
        "numbers": [(name, value) for name, value in numbers if value is not None],
        "keywords": keywords(card),
    }


def _facets(game: Game, found: Found, query: Query) -> Iterator[dict[str, Any]]:
    for name in FACETS:
        chosen = query.facets.get(name, ())
        options = [
            {
                "value": value,
                "label": "None" if value == NO_GROUP else value,
                "count": count,
                "chosen": value in chosen,
            }
            for value, count in found.counts.get(name, ())
            if count or value in chosen
        ]
        if options and len(found.counts[name]) > 1:
            yield {"name": name, "label": label(game, name), "options": options}


def _ranges(game: Game, index: Index, query: Query) -> Iterator[dict[str, Any]]:
    for name in RANGES:
        if bounds := index.bounds(name):
            least, most = query.ranges.get(name, (None, None))
            low, high = bounds
            yield {
                "name": name,
                "label": label(game, name),
                "least": least,
                "most": most,
                "low": low,
                "high": high,
            }


def _address(request: HttpRequest) -> str:
    """The query string without what was left empty."""
    said = request.GET.copy()
    for name, values in request.GET.lists():
        said.setlist(name, [value for value in values if value])
    return said.urlencode()


def _without(request: HttpRequest, one: Chosen) -> dict[str, str]:
    """The choice with the address that is left without it."""
    left = request.GET.copy()
    kept = [value for value in left.getlist(one.name) if value != one.value]
    left.setlist(one.name, [] if one.name == "q" else kept)
    left.pop("page", None)
    return {"label": one.label, "without": left.urlencode()}


def _facts(game: Game, card: Card) -> Iterator[tuple[str, str]]:
    """(label, value) of the printed facts, in the order a reader looks for them."""
    yield "Number", card.number
    if (cost := number(card, "cost")) is not None:
        price = card.facts.get("price")
        colour = f"{cost} {price['color']}" if price else str(cost)
        yield label(game, "cost"), colour
    named = [group for group in groups(card) if group != NO_GROUP]
    if named:
        yield label(game, "group"), ", ".join(named)
    for name, title in FACT_LABELS.items():
        value = card.facts.get(name)
        if value is not None and value != "unknown":
            yield title, str(value)
    if needs := card.facts.get("faction_req"):
        yield "Faction requirement", str(needs["faction"])
    if card.facts.get("iconic"):
        yield "Iconic", "yes"
    if card.facts.get("unique"):
        yield "Unique", "yes"
    if card.copy_limit is not None:
        yield "Copies", "any number" if card.copy_limit == UNLIMITED else f"at most {card.copy_limit}"


urls = [
    path("cards/", cards, name="cards"),
    path("cards/<str:game>/<str:number>/", card, name="card"),
]
