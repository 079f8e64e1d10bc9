"""``manage.py checkdeck`` on the public lists, by files and by events."""

import io
import json
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.organizer import factories

pytestmark = pytest.mark.django_db

LISTS = Path(__file__).resolve().parents[2] / "deckcheck" / "data" / "decklists"
NEUROSCAPE = {
    "neuroscape-radiant-mystic.deckplanet.txt": ("deckplanet", [1, 50, 25, 12], []),
    "neuroscape-firestarter-hacker.deckscape.txt": ("deckscape", [1, 50, 25, 0], []),
    "neuroscape-example-hacker.decklab.txt": ("decklab", [1, 50, 0, 0], ["NS-20.4"]),
    "neuroscape-wndrtech-v1.decklab.txt": ("decklab", [1, 50, 0, 2], ["NS-20.4"]),
}
HOPE = {
    "illegal-neutral-copies": ["HCG-18.3", "HCG-18.4"],
    "illegal-no-units": ["HCG-18.1", "HCG-18.6"],
    "illegal-pair": ["HCG-18.10"],
    "illegal-short": ["HCG-18.1"],
    "illegal-three-races": ["HCG-18.5"],
    "illegal-unit-copies": ["HCG-18.2"],
}


def checked(*files: Path | str, **options: object) -> tuple[int, list[dict]]:
    """(exit code, the answers) of the command."""
    out = io.StringIO()
    try:
        call_command("checkdeck", *map(str, files), json=True, stdout=out, **options)
    except SystemExit as stop:
        return int(stop.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


@pytest.mark.parametrize(("name", "right"), NEUROSCAPE.items())
def test_the_public_neuroscape_lists(name: str, right: tuple[str, list[int], list[str]]) -> None:
    code, (found,) = checked(LISTS / "neuroscape" / name, game="neuroscape")
    zones = [found["counts"].get(zone, 0) for zone in ("mainframe", "cyberdeck", "ram", "sideboard")]
    faults = [fault["clause"] for fault in found["faults"]]
    assert (found["format"], zones, faults) == right
    assert found["unread"] == []
    assert (code, found["legal"]) == ((1, False) if faults else (0, True))


@pytest.mark.parametrize("file", sorted((LISTS / "hope-cardgame").glob("*.txt")), ids=lambda file: file.stem)
def test_the_hope_cardgame_lists(file: Path) -> None:
    code, (found,) = checked(file, game="hope-cardgame")
    assert found["unread"] == []
    assert [fault["clause"] for fault in found["faults"]] == HOPE.get(file.stem, [])
    assert bool(found["advice"]) == (file.stem in {"warning-mutants-humans", "illegal-no-units"})
    assert code == (file.stem in HOPE)


def test_one_illegal_list_among_legal_ones_fails() -> None:
    files = sorted((LISTS / "neuroscape").glob("*.txt"))
    assert checked(*files, game="neuroscape")[0] == 1


def test_the_printed_answer_names_clause_and_remedy() -> None:
    out = io.StringIO()
    file = LISTS / "neuroscape" / "neuroscape-wndrtech-v1.decklab.txt"
    with pytest.raises(SystemExit):
        call_command("checkdeck", str(file), game="neuroscape", stdout=out)
    printed = " ".join(out.getvalue().split())
    assert "NOT LEGAL" in printed
    assert "NS-20.4: The list names no RAM." in printed
    assert "format decklab" in printed
    assert "mainframe 1: 1 WNDRTECH" in printed
    assert "sideboard 2: 1 Cheshire.RAR; 1 Jabberwocky" in printed


def test_a_list_is_judged_by_the_format_of_an_event() -> None:
    event = factories.make_event(game="neuroscape", format="genesis")
    file = LISTS / "neuroscape" / "neuroscape-firestarter-hacker.deckscape.txt"
    assert checked(file, event=event.slug)[0] == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "--game"),
        ({"event": "nowhere"}, "nowhere"),
        ({"game": "neuroscape", "format": "moon"}, "moon"),
    ],
)
def test_what_is_missing_is_told(options: dict[str, str], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("checkdeck", "x.txt", on=date(2026, 11, 30), **options)


def test_an_unreadable_file_is_told() -> None:
    with pytest.raises(CommandError, match=r"no-such\.txt: No such file"):
        call_command("checkdeck", "no-such.txt", game="neuroscape")
