"""A correction changes the name and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.lists import ListError, apply_correction, read_list
from tests.deckcheck.lists.pools import HOPE, NEUROSCAPE


@pytest.mark.parametrize(
    ("line", "name", "corrected"),
    [
        ("4 Admn", "Admin", "4 Admin"),
        ("  4x\tAdmn  [GEN] 2 ", "Admin", "  4x\tAdmin  [GEN] 2 "),
        ("3 x Xenom", "Admin", "3 x Admin"),
        ("3 Xenom", "Admin", "3 Admin"),
        ("x3 Admn", "Admin", "x3 Admin"),
        ("• 4 Admn", "Admin", "• 4 Admin"),
        ("Admn", "Admin", "Admin"),
        ("Mainframe: Firestartr", "Firestarter", "Mainframe: Firestarter"),
        ("SB: 2 Admn (GEN)", "Admin", "SB: 2 Admin (GEN)"),
        ("// Mainframe: Firestartr", "Firestarter", "// Mainframe: Firestarter"),
        ("Sidebaord:", "Sideboard", "Sideboard:"),
        ("#  Sidebaord ", "Sideboard", "#  Sideboard "),
        ("// Cyberdek (50)", "Cyberdeck", "// Cyberdeck (50)"),
        ("Sidebaord: 1 Admin", "Sideboard", "Sideboard: 1 Admin"),
        ("Races: Humanz, Bots", "Humans, Bots", "Races: Humans, Bots"),
    ],
)
def test_only_the_name_in_the_line_changes(line: str, name: str, corrected: str) -> None:
    before, after = "\ufeff# Mainfrm, mine\r\n1 Admin\r", "\n\n4 Admn\r\n"
    assert apply_correction(before + line + after, 3, name) == before + corrected + after


def test_a_csv_field_gets_the_quotes_it_needs() -> None:
    text = 'zone,count,name,number\r\n"cyberdeck", 4,Hex Codemanser,"GEN-1"\r\n'
    assert apply_correction(text, 2, "Hex, Codemancer") == text.replace("Hex Codemanser", '"Hex, Codemancer"')


def test_a_json_string_gets_the_escapes_it_needs() -> None:
    text = '{"cyberdeck": [\n  {"count": 4, "name": "Quotd"},\n  "4 Admn",\n  {"x": 1}\n]}'
    assert apply_correction(text, 2, 'The "Quoted"') == text.replace('"Quotd"', '"The \\"Quoted\\""')
    assert apply_correction(text, 3, "Admin") == text.replace("4 Admn", "4 Admin")


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("4 Admn", 2, "Admin"),
        ("4 Admn\n", 2, "Admin"),
        ("4 Admn", 0, "Admin"),
        ("4 Admn", -1, "Admin"),
        ("", 1, "Admin"),
        ("4 Admn\n\n", 2, "Admin"),
        ("4 Admn", 1, " "),
        ("4 Admn", 1, "Admin\n4 Coder"),
        ('{"a": ["x", "y"]}', 1, "Admin"),
        ('count,name\n1,"Admn', 2, "Admin"),
        ("count,number\n1,GEN-999", 2, "Admin"),
    ],
)
def test_a_correction_that_has_no_place_is_refused(text: str, line: int, name: str) -> None:
    with pytest.raises(ListError):
        apply_correction(text, line, name)


BROKEN = [
    "Mainframe: Firestartr\n4 Admn\n2x Hex Codemanser [GEN]\nSidebaord:\n1 Codr\n",
    "# Mainfrane\n1 FIRESTARTR [GEN]\n# Cyberdeck\n4 ADMINN [GEN]\n// Charactrs (3)\n3 Serial Kilar\n",
    "count,name\n4,Admn\n2,Hex Codemanser\n",
    '{"cyberdeck": [\n{"count": 4, "name": "Admn"},\n{"count": 1, "name": "Hex Codemanser"}\n]}\n',
    '{"cyberdeck": {\n"Admn": 4,\n"Hex Codemanser": 2\n}}\n',
]


@pytest.mark.parametrize("text", BROKEN)
def test_the_first_suggestion_of_each_line_mends_the_list(text: str) -> None:
    problems = read_list(text, NEUROSCAPE).problems
    assert problems
    for problem in problems:
        text = apply_correction(text, problem.line, problem.suggestions[0])
    assert read_list(text, NEUROSCAPE).problems == ()


def test_a_race_is_mended_by_its_suggestion() -> None:
    text = "Races: Humanz, Bots\n"
    (problem,) = read_list(text, HOPE).problems
    assert read_list(apply_correction(text, 1, problem.suggestions[0]), HOPE).problems == ()


@given(st.text(max_size=80), st.integers(-1, 4), st.text(max_size=10))
def test_any_text_is_corrected_or_refused(text: str, line: int, name: str) -> None:
    try:
        corrected = apply_correction(text, line, name)
    except ListError:
        return
    assert name in corrected or '"' in corrected
