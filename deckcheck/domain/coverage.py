"""Which clauses of the rulebooks are proven: by a test that cites the clause and fails when the rule is broken."""

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .library import rules

GAMES = ("hope-cardgame", "neuroscape", "hope", "neon-hope")


@dataclass(frozen=True)
class Coverage:
    """``proven``: tests by clause id; ``missing``: clause ids with their texts."""

    game: str
    proven: Mapping[str, tuple[str, ...]]
    missing: Mapping[str, str]

    @property
    def total(self) -> int:
        return len(self.proven) + len(self.missing)


def cited(folder: Path) -> dict[str, list[str]]:
    """Tests by the clause ids in their ``pytest.mark.clause(...)``, on the test or on one of its parameters.

    Only functions that pytest collects count: ``test_…`` at the top of a file ``test_*.py``.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in _marks(node.decorator_list):
                    found[clause].append(f"{file.relative_to(folder.parent)}::{node.name}")
    return found


def _marks(decorators: list[ast.expr]) -> Iterator[str]:
    for call in (node for decorator in decorators for node in ast.walk(decorator)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
            yield from (
                argument.value
                for argument in call.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )


def coverage(game: str, tests: Mapping[str, Collection[str]], where: str | None = None) -> Coverage:
    """The clauses of a game that tests cite and those that none does; ``where`` is the catalogue's own word."""
    clauses = {
        clause["id"]: clause["text"]
        for clause in rules(game)["clauses"]
        if where is None or clause.get("where") == where
    }
    return Coverage(
        game,
        {clause: tuple(tests[clause]) for clause in clauses if clause in tests},
        {clause: text for clause, text in clauses.items() if clause not in tests},
    )
