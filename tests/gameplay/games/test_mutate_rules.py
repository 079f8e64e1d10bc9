"""The mutator of rules: it changes one thing at a time, only where it should, and gives back the rest."""

import ast

import pytest

from tools.mutate_rules import mutants

RULE = '''
@book.step("draw")
def draw(g, seat):
    """Draw a card."""
    {}
'''


def changes(statement: str) -> set[str]:
    """What becomes of a statement in a rule, by mutant."""
    found = set()
    for mutant in mutants(RULE.format(statement)):
        (rule,) = ast.parse(mutant.source).body
        assert isinstance(rule, ast.FunctionDef)
        found.add("\n".join(ast.unparse(one) for one in rule.body[1:]))
    return found


@pytest.mark.parametrize(
    "statement, expected",
    [
        ("assert a < b", {"assert a >= b", "assert a <= b"}),
        ("assert a >= b", {"assert a < b", "assert a > b"}),
        ("assert a == b", {"assert a != b"}),
        ("assert a in b", {"assert a not in b"}),
        ("assert a is b", {"assert a is not b"}),
        ("assert a and b", {"assert a or b"}),
        ("assert a + b", {"assert a - b"}),
        ("assert f(3)", {"assert f(4)"}),
        ("assert f(True)", {"assert f(False)"}),
        ("return a", {"return"}),
        ("return", set()),
        ("f(a)", {"pass"}),
        ("a = b", {"pass"}),
        ("a -= b", {"pass"}),
        ("if a:\n        f()", {"if not a:\n    f()", "if a:\n    pass"}),
        ("assert a if b else c", {"assert a if not b else c"}),
        ('assert "3"', set()),
    ],
)
def test_each_thing_that_can_be_broken_is_broken_in_one_mutant(statement: str, expected: set[str]) -> None:
    assert changes(statement) == expected


def test_statements_are_dropped_one_at_a_time() -> None:
    assert changes("f()\n    g()") == {"pass\ng()", "f()\npass"}


def test_a_function_without_a_decorator_is_left_to_others() -> None:
    assert list(mutants("def draw(g):\n    return g + 1\n")) == []


def test_what_a_decorator_says_is_not_broken() -> None:
    assert list(mutants('@book.event("lost", 3 < 4)\ndef lost(g):\n    ...\n')) == []


def test_lambdas_at_the_top_of_a_module_are_broken() -> None:
    (mutant,) = mutants('words = {"unit": lambda g, thing: g.unit[thing] and g.alive}\nLIMIT = 3\n')
    assert "g.unit[thing] or g.alive" in mutant.source


def test_methods_with_a_decorator_are_broken() -> None:
    (mutant,) = mutants("class Hope:\n    @property\n    def phase(self):\n        return self.now[PHASE]\n")
    assert "return self" not in mutant.source


def test_a_mutant_says_where_and_what() -> None:
    assert [(one.line, one.change) for one in mutants(RULE.format("assert a == b"))] == [
        (5, "a == b -> a != b")
    ]


def test_every_mutant_is_a_change_of_the_same_module() -> None:
    source = RULE.format("f(1)\n    assert a < b")
    whole = ast.unparse(ast.parse(source))
    made = [one.source for one in mutants(source)]
    assert len(set(made)) == len(made)
    assert whole not in made
