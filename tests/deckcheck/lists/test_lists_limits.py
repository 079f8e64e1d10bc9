"""What is too large, and what is no text."""

import time

import pytest

from deckcheck.cards.card import Pool
from deckcheck.lists import ListError, read_list
from tests.deckcheck.lists.pools import NEUROSCAPE, own_pool


def test_a_paste_of_10_mb_is_refused_with_both_sizes_and_at_once() -> None:
    start = time.process_time()
    with pytest.raises(ListError, match=r"This list is 10\.0 MB long; at most 200 KB are read"):
        read_list("4 Admin\n" * 1_250_000, NEUROSCAPE)
    with pytest.raises(ListError, match=r"10\.0 MB"):
        read_list(b"\xff" * 10_000_000, NEUROSCAPE)
    assert time.process_time() - start < 0.5


def test_more_lines_than_are_read_are_refused() -> None:
    with pytest.raises(ListError, match=r"This list has 2,001 lines; at most 2,000 are read"):
        read_list("\n" * 2001, NEUROSCAPE)
    assert len(read_list("\n" * 2000, NEUROSCAPE).lines) == 2000


def test_a_line_too_long_is_an_error_of_its_own() -> None:
    reading = read_list(f"1 Admin\n1 {'A' * 600}\n1 Coder", NEUROSCAPE)
    assert [problem.line for problem in reading.problems] == [2]
    assert "602 characters" in reading.problems[0].message
    assert reading.deck.count("cyberdeck") == 2


def test_more_entries_in_json_than_are_read_are_refused() -> None:
    with pytest.raises(ListError, match=r"more than 2,000 entries"):
        read_list('{"cyberdeck": [' + ",".join(['"Admin"'] * 2001) + "]}", NEUROSCAPE)
    with pytest.raises(ListError, match=r"more than 20,000 values"):
        read_list("[" + "[]," * 30_000 + "[]]", NEUROSCAPE)


HOSTILE = [
    " " * 499 + "x",
    "1 " + "\u200b" * 490 + "x",
    "a" + " " * 497 + "b",
    "a\xa0:" * 160,
    " x1" * 160,
    "[ " * 240,
    "#" + " " * 490 + "(",
    "1 a-" + "b-" * 240,
    "\u200b:" * 240,
    "((" * 240,
    "zq" * 240,
    "Races: " + "x and " * 80,
    "Mainframe: " + "é" * 400,
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_a_list_at_the_limit_is_read_quickly_whatever_it_holds(line: str) -> None:
    text = "".join(f"{line}\n" for _ in range(min(2000, 199_000 // (len(line.encode()) + 1))))
    start = time.process_time()
    read_list(text, NEUROSCAPE)
    assert time.process_time() - start < 2


def test_a_hostile_json_at_the_limit_is_read_quickly() -> None:
    start = time.process_time()
    for text in ('{"a":' * 30_000, '["' + "\\" * 190_000, "[" + " " * 190_000, '["Admn",' * 1900):
        read_list(text, NEUROSCAPE, format="json")
    assert time.process_time() - start < 2


def test_names_near_unknown_ones_are_looked_up_for_50_lines_only() -> None:
    problems = read_list("4 Serial Kilar\n" * 60, NEUROSCAPE).problems
    assert [bool(problem.suggestions) for problem in problems] == [True] * 50 + [False] * 10


@pytest.mark.parametrize(
    "data",
    [
        "4 Déjà Vu".encode(),
        "\ufeff4 Déjà Vu".encode(),
        "4 Déjà Vu".encode("utf-16"),
        "4 Déjà Vu\n".encode("utf-16-le"),
        "4 Déjà Vu\n".encode("utf-16-be"),
        "\ufeff4 Déjà Vu".encode("utf-32-le"),
        "4 Déjà Vu".encode("latin-1"),
        "4 “Déjà Vu”".encode("cp1252"),
    ],
)
def test_bytes_are_read_in_every_usual_encoding(data: bytes) -> None:
    assert dict(read_list(data, NEUROSCAPE).deck.zones["cyberdeck"]) == {"GEN-222": 4}


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"4 Admin \x81", b"\xff\xfe4", b"PK\x03\x04\x14\x00\x06\x00"],
)
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(ListError, match="Save the list as plain text"):
        read_list(data, NEUROSCAPE)


def test_half_a_character_is_refused() -> None:
    with pytest.raises(ListError, match="Character 3 of this list is only half a character"):
        read_list("1 \ud800", NEUROSCAPE)


def test_a_game_without_decks_is_refused() -> None:
    with pytest.raises(ListError, match="played without decklists"):
        read_list("1 Admin", Pool("hope", own_pool("Admin").sets))


def test_an_empty_text_is_an_empty_deck() -> None:
    reading = read_list("", NEUROSCAPE)
    assert (reading.lines, reading.problems, reading.deck.count("cyberdeck")) == ((), (), 0)
