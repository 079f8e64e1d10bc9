"""What comes with the site: rulebooks by clause, and card sets, read once by each process."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from deckcheck.cards.card import CardSet
from deckcheck.cards.compile import compile_set
from deckcheck.cards.loader import frozen, read_document

DATA = Path(__file__).resolve().parent.parent / "data"
CARD_FILES = DATA / "cards"
RULE_FILES = DATA / "rules"


@cache
def rules(game: str) -> Mapping[str, Any]:
    """The rulebook of a game as data: clauses, rulings, decisions, scenarios. Raises ``KeyError``."""
    file = RULE_FILES / f"{game}.yaml"
    if file.name not in {one.name for one in RULE_FILES.glob("*.yaml")}:
        raise KeyError(game)
    read: Mapping[str, Any] = frozen(read_document(file.read_bytes(), file.name).content)
    return read


@cache
def citable(game: str) -> Mapping[str, str]:
    """Texts of the clauses and rulings of a game, by id; empty when the game has no rulebook here."""
    try:
        book = rules(game)
    except KeyError:
        return MappingProxyType({})
    clauses = {clause["id"]: clause["text"] for clause in book["clauses"]}
    return MappingProxyType(clauses | {ruling["id"]: ruling["ruling"] for ruling in book["rulings"]})


@cache
def clause_ids(game: str) -> frozenset[str]:
    """Ids of the clauses and rulings of a game that cards, faults and penalties may cite."""
    return frozenset(citable(game))


@cache
def shipped_sets() -> Mapping[str, CardSet]:
    """The card sets that come with the site, by code; citations in them are checked."""
    known = frozenset().union(*(clause_ids(file.stem) for file in RULE_FILES.glob("*.yaml")))
    found = (
        compile_set(file.read_bytes(), file=file.name, clauses=known)
        for file in sorted(CARD_FILES.glob("*.yaml"))
    )
    return MappingProxyType({one.code: one for one in found})
