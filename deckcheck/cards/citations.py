"""What the texts of a set file cite: clauses, the file's own rulings, and cards of the set."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .schema import near

CLAUSE = re.compile(r"(?<![\w-])((?:NS|HCG|HB|NH)-R?[0-9]+(?:\.[0-9]+)*)(?![\w])")
OWN_RULING = re.compile(r"([A-Z]{1,3})([0-9]+)\Z")


class Citations:
    """Finds citations that lead nowhere."""

    def __init__(self, content: Mapping[str, Any], clauses: Collection[str] | None) -> None:
        self.clauses = clauses
        self.chapters = {_chapter(clause) for clause in clauses or ()}
        rulings = content.get("rulings")
        self.rulings = tuple(rulings) if isinstance(rulings, Mapping) else ()
        prefixes = {found.group(1) for one in self.rulings if (found := OWN_RULING.match(str(one)))}
        self.own = (
            re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(prefixes)))})[0-9]+\b")
            if prefixes
            else None
        )
        code = str(content.get("set"))
        self.number = re.compile(rf"(?<![\w-]){re.escape(code)}-[A-Z]?[0-9]+\b")
        self.numbers = {
            str(entry.get("number"))
            for group in ("cards", "artifacts")
            for entry in _entries(content, group)
            if isinstance(entry, Mapping)
        }

    def problems(self, value: Any, path: str = "") -> Iterator[tuple[str, str]]:
        """(key path, message) for every citation in there, in keys and values, that leads nowhere."""
        if isinstance(value, str):
            for message in self.dangling(value):
                yield path, message
        elif isinstance(value, Mapping):
            for key, part in value.items():
                inner = f"{path}.{key}" if path else str(key)
                for message in self.dangling(str(key)):
                    yield inner, message
                yield from self.problems(part, inner)
        elif isinstance(value, list | tuple):
            for place, part in enumerate(value, 1):
                yield from self.problems(part, f"{path}[{place}]")

    def dangling(self, text: str) -> Iterator[str]:
        for clause in CLAUSE.findall(text) if self.clauses is not None else ():
            if clause not in self.chapters and clause not in (self.clauses or ()):
                yield f"there is no clause or ruling {clause}{near(clause, self.clauses or ())}"
        for ruling in self.own.findall(text) if self.own else ():
            if ruling not in self.rulings:
                yield f"there is no ruling {ruling} in this file{near(ruling, self.rulings)}"
        for number in self.number.findall(text):
            if number not in self.numbers:
                yield f'there is no card "{number}"'


def _chapter(clause: str) -> str:
    """HCG-19 of HCG-19.8; a chapter may be cited as a whole."""
    return clause.partition(".")[0]


def _entries(content: Mapping[str, Any], group: str) -> list[Any]:
    value = content.get(group)
    return value if isinstance(value, list) else []
