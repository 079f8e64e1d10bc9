"""``manage.py rulecoverage``: honest about what is proven."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from deckcheck.domain.coverage import cited, cited_in_vain, coverage


def write(folder: Path, text: str) -> Path:
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "test_rules.py").write_text(text)
    return folder / "tests"


def test_a_test_proves_what_it_cites(tmp_path: Path) -> None:
    tests = write(
        tmp_path,
        "import pytest\n"
        "@pytest.mark.clause('NS-20.1', 'NS-20.2')\n"
        "def test_both() -> None: ...\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.clause('NS-20.3'))])\n"
        "def test_one(x: int) -> None: ...\n",
    )
    found = cited(tests)
    assert found["NS-20.1"] == found["NS-20.2"] == ["tests/test_rules.py::test_both"]
    assert found["NS-20.3"] == ["tests/test_rules.py::test_one"]


@pytest.mark.parametrize(
    "text",
    [
        "# NS-20.1\ndef test_comment() -> None: ...\n",
        "import pytest\n@pytest.mark.clause('NS-20.1')\ndef helper() -> None: ...\n",
        "def test_text() -> None:\n    'NS-20.1'\n",
        "import pytest\n@pytest.mark.skip\n@pytest.mark.clause('NS-20.1')\ndef test_skipped() -> None: ...\n",
        "import pytest\n@pytest.mark.clause('NS-20.1')\n@pytest.mark.xfail()\ndef test_failing() -> None: ...\n",
    ],
    ids=["in a comment", "on a function that is no test", "in a docstring", "skipped", "allowed to fail"],
)
def test_a_mention_proves_nothing(tmp_path: Path, text: str) -> None:
    assert "NS-20.1" not in cited(write(tmp_path, text))


def test_the_missing_clauses_are_named() -> None:
    found = coverage("neuroscape", {"NS-20.1": ["t"]}, "deckcheck")
    assert found.total == 16
    assert set(found.proven) == {"NS-20.1"}
    assert "NS-20.2" in found.missing


def test_a_citation_of_no_clause_is_told() -> None:
    tests = {"NS-20.1": ["a"], "NS-R70": ["a"], "NS-20.99": ["a", "b"]}
    assert cited_in_vain(tests) == {"NS-20.99": ("a", "b")}


def test_every_clause_of_deck_construction_is_proven() -> None:
    out = io.StringIO()
    call_command("rulecoverage", where="deckcheck", stdout=out)
    assert "proven by tests: 52 of 52" in out.getvalue()


def test_the_command_fails_while_a_clause_is_missing() -> None:
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("rulecoverage", "hope", stdout=out)
    assert "missing HB-1.1" in out.getvalue()
