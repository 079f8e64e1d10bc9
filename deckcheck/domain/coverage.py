"""Which clauses of the rulebooks are proven: by a test that cites the clause and fails when the rule is broken."""

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from deckcheck.cards.loader import read_document

from .library import clause_ids, rules

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

    Only functions that pytest collects and runs count: ``test_…`` at the top of a file ``test_*.py``, without a
    mark that skips them or lets them fail.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and _runs(node):
                for clause in _marks(node.decorator_list):
                    found[clause].append(f"{file.relative_to(folder.parent)}::{node.name}")
    for clause, name in _scenarios(folder):
        found[clause].append(name)
    return found


def _scenarios(folder: Path) -> Iterator[tuple[str, str]]:
    """What scenario files cite: one test carries all of them out (``docs/scenarios.md``)."""
    for file in sorted((folder / "scenarios").rglob("*.yaml")):
        content = read_document(file.read_bytes(), file.name).content
        for scenario in content.get("scenarios", (content,)):
            for clause in scenario.get("cites", ()):
                yield clause, f"{file.relative_to(folder.parent)}: {scenario.get('title', '')}"


def _runs(test: ast.FunctionDef) -> bool:
    """False for a test that is skipped or may fail: it proves nothing."""
    said = " ".join(ast.unparse(decorator) for decorator in test.decorator_list)
    return not any(f"pytest.mark.{mark}" in said for mark in ("skip", "xfail"))


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


def cited_in_vain(tests: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Tests by the ids they cite although no rulebook has such a clause or ruling: slips of the pen."""
    known = frozenset().union(*(clause_ids(game) for game in GAMES))
    return {clause: tuple(names) for clause, names in tests.items() if clause not in known}
