"""Compiling a set file: text in, immutable cards out, or every mistake in it."""

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .card import UNLIMITED, Card, CardSet, name_key
from .citations import Citations
from .errors import SetError, SetErrors
from .lint import Linter, names_of
from .loader import Document, frozen, read_document
from .notation import GRAMMARS, Grammar
from .schema import ARTIFACT_KEYS, SET_CODE, SHAPES, TOP_KEYS, TOP_NEEDS, misshapen, near, shown

__all__ = ["SetError", "SetErrors", "compile_set", "content_hash"]

FIRST_GAME = "neuroscape"
"""The game of a file that names none: the notation was made for it."""
STEP = re.compile(r"([^.\[\]]+(?:\.[0-9]+)?)(?=[.\[]|$)|\[([0-9]+)\]")
SET_NAMES = {("neuroscape", "GEN"): "Genesis"}
"""Names of sets whose files give a code alone."""


def compile_set(
    text: str | bytes, *, file: str, clauses: Collection[str] | None = None, others: Collection[str] = ()
) -> CardSet:
    """The set in this YAML text, deeply read-only, with its content hash.

    ``clauses`` are the clause and ruling ids that cards may cite (``None``: citations are not checked),
    ``others`` the numbers of cards in other sets that these cards may name. Raises ``SetErrors`` with all
    mistakes. The format is described in ``docs/cards.md``.
    """
    document = read_document(text, file)
    found = dict.fromkeys(_Checker(document, file, clauses, others).errors())
    errors = sorted(found, key=lambda error: error.line)
    if errors:
        raise SetErrors(errors)
    return _compiled(document.content)


def content_hash(content: Any) -> str:
    """SHA-256 over the canonical content: order of keys does not count, except inside effects, where it does.

    Comments, layout and quoting of the file leave it as it is.
    """
    canonical = json.dumps(_canonical(content), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _canonical(value: Any, ordered: bool = False) -> Any:
    if isinstance(value, Mapping):
        pairs = [[key, _canonical(part, ordered or key == "do")] for key, part in value.items()]
        return {"": pairs} if ordered else dict(sorted(pairs))
    if isinstance(value, list | tuple):
        return [_canonical(part, ordered) for part in value]
    return value


def _compiled(content: Mapping[str, Any]) -> CardSet:
    game, code = content.get("game", FIRST_GAME), content["set"]
    return CardSet(
        code=code,
        name=content.get("set_name") or SET_NAMES.get((game, code), code),
        game=game,
        version=content.get("version", 1),
        cards=tuple(
            Card(
                set=code,
                number=card["number"],
                name=card["name"],
                game=game,
                type=card["type"],
                facts=frozen(card),
                copy_limit=_copy_limit(card.get("copy_limit")),
            )
            for card in content["cards"]
        ),
        content_hash=content_hash(content),
        data=frozen({key: value for key, value in content.items() if key != "cards"}),
    )


def _copy_limit(printed: int | str | None) -> int | None:
    return UNLIMITED if isinstance(printed, str) else printed


class _Checker:
    """Finds all that is wrong with a file: its shape, its effects, and what they cite."""

    def __init__(
        self, document: Document, file: str, clauses: Collection[str] | None, others: Collection[str]
    ) -> None:
        self.document = document
        self.content = document.content
        self.file = file
        self.clauses = clauses
        self.others = others

    def error(self, message: str, path: str = "", card: str = "", *inside: Any) -> SetError:
        return SetError(self.file, card, path, message, self.document.line(self.content, *inside))

    def errors(self) -> Iterator[SetError]:
        if not isinstance(self.content, Mapping):
            yield self.error(
                f"must be a mapping with the keys {', '.join(TOP_NEEDS)}, not {shown(self.content)}"
            )
            return
        for key, message in misshapen(self.content, TOP_KEYS, TOP_NEEDS):
            yield self.error(message, key, "", self.content.get(key))
        yield from self.total()
        for group in ("cards", "artifacts"):
            entries = self.content.get(group, [])
            if isinstance(entries, list):
                yield from self.group(group, entries)
        yield from self.twins()
        yield from self.citations()
        grammar = GRAMMARS.get(self.game())
        if grammar:
            yield from self.effects(grammar)
            yield from self.meanings(grammar)

    def game(self) -> str:
        return str(self.content.get("game", FIRST_GAME))

    def effects(self, grammar: Grammar) -> Iterator[SetError]:
        names = names_of(self.content, grammar, self.others)
        for group in ("cards", "artifacts"):
            for entry in self.records(group):
                for path, message in Linter(entry, names).lint():
                    yield self.inside(entry, path, message)

    def meanings(self, grammar: Grammar) -> Iterator[SetError]:
        """Words that the file explains must be words of the game."""
        known = {"verbs": grammar.verbs, "events": grammar.events, "timings": grammar.timings}
        for key, words in known.items():
            explained = self.content.get(key)
            for word in explained if isinstance(explained, Mapping) else ():
                if word.partition("(")[0] not in words:
                    message = f"is none of the {key} of this game{near(word, words)}"
                    yield self.error(message, f"{key}.{word}", "", explained)

    def citations(self) -> Iterator[SetError]:
        found = Citations(self.content, self.clauses)
        groups = {"cards", "artifacts"}
        for path, message in found.problems(
            {key: self.content[key] for key in self.content if key not in groups}
        ):
            yield self.inside(self.content, path, message, card="")
        for group in ("cards", "artifacts"):
            for entry in self.records(group):
                effects = {key: value for key, value in entry.items() if key != "number"}
                for path, message in found.problems(effects):
                    yield self.inside(entry, path, message)

    def inside(self, entry: Mapping[str, Any], path: str, message: str, card: str | None = None) -> SetError:
        number = entry.get("number") if card is None else card
        return self.error(
            message, path, number if isinstance(number, str) else "", entry, *_along(entry, path)
        )

    def total(self) -> Iterator[SetError]:
        cards, total = self.content.get("cards"), self.content.get("cards_total")
        if isinstance(cards, list) and isinstance(total, int) and len(cards) != total:
            yield self.error(f"says {total}, but the file has {len(cards)} cards", "cards_total")

    def group(self, group: str, entries: list[Any]) -> Iterator[SetError]:
        for place, entry in enumerate(entries, 1):
            if not isinstance(entry, Mapping):
                yield self.error(f"must be a mapping, not {shown(entry)}", f"{group}[{place}]", "", entries)
                continue
            number = entry.get("number")
            card = number if isinstance(number, str) else ""
            prefix = "" if card else f"{group}[{place}]."
            for key, message in self.entry(group, entry):
                yield self.error(message, f"{prefix}{key}", card, entry, entry.get(key))

    def entry(self, group: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if group == "artifacts":
            yield from misshapen(entry, ARTIFACT_KEYS, ("number", "name", "copies"))
        else:
            yield from self.card(entry)
        number, code = entry.get("number"), self.content.get("set")
        if isinstance(number, str) and SET_CODE.match(str(code)) and not number.startswith(f"{code}-"):
            yield "number", f"must begin with the code of the set, {code}-"

    def card(self, card: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        shape = SHAPES.get(self.game())
        if shape is None:
            return
        kind = card.get("type")
        needs = shape.needs.get(kind, ()) if isinstance(kind, str) else ()
        yield from misshapen(card, shape.keys, ("number", "name", "type", *needs))
        if "type" in card and kind not in shape.types:
            yield (
                "type",
                f"must be one of {', '.join(shape.types)}, not {shown(kind)}{near(str(kind), shape.types)}",
            )

    def twins(self) -> Iterator[SetError]:
        """Cards that share a number, or a name as lists are read."""
        seen: dict[tuple[str, str], str] = {}
        for entry in (*self.records("cards"), *self.records("artifacts")):
            number, name = entry.get("number"), entry.get("name")
            if not isinstance(number, str) or not isinstance(name, str):
                continue
            for key, word in (("number", number), ("name", name_key(name))):
                if (key, word) in seen:
                    first = seen[key, word]
                    yield self.error(f"is the {key} of another card already: {first}", key, number, entry)
                seen.setdefault((key, word), f"{number} {name}")

    def records(self, group: str) -> list[Mapping[str, Any]]:
        entries = self.content.get(group)
        return [one for one in entries if isinstance(one, Mapping)] if isinstance(entries, list) else []


def _along(value: Any, path: str) -> Iterator[Any]:
    """What lies along a key path, from the outside in, as far as it is there."""
    for step in STEP.finditer(path):
        key, place = step.groups()
        if key is not None and isinstance(value, Mapping) and key in value:
            value = value[key]
        elif place is not None and isinstance(value, list | tuple) and int(place) <= len(value):
            value = value[int(place) - 1]
        else:
            return
        yield value
