"""Break rules of a game one at a time and see whether a scenario notices; prints those that none does.

mutmut leaves out functions with decorators and what stands at the top of a module, and that is where most rules of a
game are. This takes exactly those: ``python tools/mutate_rules.py gameplay.games.hope_cardgame --count 60``.
"""

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TESTS = "tests/gameplay/games/test_scenarios.py"
COPIED = (
    "config",
    "deckcheck",
    "gameplay",
    "organizer",
    "templates",
    "static",
    "tests",
    "manage.py",
    "pyproject.toml",
)
SLOWEST = 120
"""Seconds after which a run counts as noticed: the mutant goes round in circles."""

PAIRS: tuple[tuple[Any, Any], ...] = (
    (ast.Lt, ast.GtE),
    (ast.Gt, ast.LtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
)
OPPOSITE: dict[Any, Any] = {**dict(PAIRS), **{other: one for one, other in PAIRS}}
EDGE: dict[Any, Any] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


class Mutant(NamedTuple):
    """One change of a file: the line, what is changed to what, and the whole text with it."""

    line: int
    change: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in order of its nodes."""
    tree = ast.parse(source)
    for node in _nodes(tree):
        for name, value, change in _edits(node):
            before, was = getattr(node, name), ast.unparse(node)
            setattr(node, name, value)
            text = ast.unparse(ast.fix_missing_locations(tree))
            change = change or f"{was} -> {ast.unparse(node)}"
            setattr(node, name, before)
            yield Mutant(getattr(node, "lineno", 0), change, text)


def _nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Everything in functions with a decorator, and in lambdas at the top of the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield node
            for statement in node.body:
                yield from ast.walk(statement)
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.Expr):
            yield from (
                one for part in ast.walk(node) if isinstance(part, ast.Lambda) for one in ast.walk(part)
            )


def _edits(node: ast.AST) -> Iterator[tuple[str, Any, str]]:
    """What can be changed at this node: attribute, new value, and what to call it if not by the two texts."""
    if isinstance(node, ast.Compare):
        for table in (OPPOSITE, EDGE):
            if type(node.ops[0]) in table:
                yield "ops", [table[type(node.ops[0])](), *node.ops[1:]], ""
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OPPOSITE:
        yield "op", OPPOSITE[type(node.op)](), ""
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "value", not node.value if isinstance(node.value, bool) else node.value + 1, ""
    elif isinstance(node, ast.If | ast.IfExp):
        yield "test", ast.UnaryOp(ast.Not(), node.test), f"not: {ast.unparse(node.test)}"
    elif isinstance(node, ast.Return) and node.value is not None:
        yield "value", None, ""
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        for place, statement in enumerate(block if isinstance(block, list) else ()):
            text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign) and not text:
                rest = [*block[:place], ast.Pass(), *block[place + 1 :]]  # type: ignore[index]
                yield name, rest, f"line {statement.lineno} dropped: {ast.unparse(statement)}"


def survives(folder: Path, file: Path, mutant: Mutant) -> bool:
    """Whether all scenarios in the copy still go as written with this mutant of a file."""
    target = folder / file
    before = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", TESTS]
    try:
        return not subprocess.run(command, cwd=folder, capture_output=True, timeout=SLOWEST).returncode
    except subprocess.TimeoutExpired:
        return False
    finally:
        target.write_text(before, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("package", help="such as gameplay.games.hope_cardgame")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10**6, help="at most so many mutants")
    parser.add_argument("--minutes", type=float, default=10.0, help="no new mutant after so many minutes")
    asked = parser.parse_args()
    end = time.monotonic() + asked.minutes * 60
    files = sorted((ROOT / asked.package.replace(".", "/")).rglob("*.py"))
    every = [
        (file.relative_to(ROOT), one) for file in files for one in mutants(file.read_text(encoding="utf-8"))
    ]
    chosen = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    tried = survived = 0
    with tempfile.TemporaryDirectory() as name:
        for part in COPIED:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy2
            copy(ROOT / part, Path(name) / part)
        for file, mutant in chosen:
            if time.monotonic() > end:
                break
            tried += 1
            if survives(Path(name), file, mutant):
                survived += 1
                sys.stdout.write(f"{file}:{mutant.line}: {mutant.change}\n")
    sys.stdout.write(f"{survived} of {tried} mutants survived; there are {len(every)}\n")


if __name__ == "__main__":
    main()
