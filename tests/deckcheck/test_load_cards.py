"""``manage.py load_cards`` loads files whole or not at all, and says what it did."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from deckcheck.domain.library import shipped_sets
from deckcheck.models import SetVersion
from tests.deckcheck.set_files import card, set_file

pytestmark = pytest.mark.django_db


def load(*args: Any, **options: Any) -> tuple[str, str]:
    """What the command printed, and what it printed as errors."""
    out, err = StringIO(), StringIO()
    try:
        call_command("load_cards", *map(str, args), stdout=out, stderr=err, **options)
    except CommandError as error:
        return out.getvalue(), f"{err.getvalue()}{error}"
    return out.getvalue(), err.getvalue()


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.yaml"
    file.write_text(set_file(), encoding="utf-8")
    return file


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    file = tmp_path / "bad.yaml"
    file.write_text(set_file(card(1, "Ash Runner", type="Charakter"), set="BAD"), encoding="utf-8")
    return file


def test_a_file_is_loaded(good: Path) -> None:
    out, err = load(good)
    assert (out, err) == ("TST version 1: 2 cards, in use\n", "")


def test_a_bad_file_names_its_mistakes_and_the_good_ones_are_loaded(good: Path, bad: Path) -> None:
    _, err = load(bad, good)
    assert "TST-1: type: " in err
    assert f"Not loaded: {bad}" in err
    assert [version.set.code for version in SetVersion.objects.all()] == ["TST"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    _, err = load(tmp_path / "none.yaml")
    assert "none.yaml: No such file" in err


def test_a_preview_changes_nothing(good: Path) -> None:
    load(good)
    good.write_text(set_file(card(1, "Ash Runner", ram=2)), encoding="utf-8")
    out, _ = load(good, preview=True)
    assert "0 new, 1 changed, 1 gone" in out
    assert "changed  TST-1 Ash Runner: ram" in out
    assert SetVersion.objects.count() == 1


def test_shipped_sets_are_loaded_and_then_there_is_nothing_to_do() -> None:
    out, _ = load(shipped=True)
    assert all(code in out for code in shipped_sets())
    assert load(shipped=True) == ("", "")


@pytest.mark.parametrize("options", [{}, {"shipped": True, "preview": True}])
def test_it_wants_to_know_what_to_load(options: dict[str, bool]) -> None:
    assert "Name the files" in load(**options)[1]
