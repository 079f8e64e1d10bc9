"""The record: header and entries as plain data, and a hash chain over both."""

import json
from dataclasses import replace

import pytest

from gameplay.engine.log import FORMAT, Entry, Header, canonical, first_link, link, plain

HEADER = Header(
    game="torches",
    variant="duel",
    decks=(("Spark",), ("Torch", "Glass")),
    seed="00" * 32,
    commitment="ab",
    salts=("north", "south"),
    options={"factor": 2},
    rules="1",
    cards="2",
)
ENTRY = Entry("answer", 1, (0, 2), 1500)


def test_a_header_comes_back_from_json_as_it_was() -> None:
    assert Header.from_data(json.loads(json.dumps(HEADER.as_data()))) == HEADER


def test_a_header_says_its_format() -> None:
    assert HEADER.as_data()["format"] == FORMAT


@pytest.mark.parametrize("format", [FORMAT + 1, None])
def test_a_record_of_another_format_is_refused(format: int | None) -> None:
    with pytest.raises(ValueError, match=f"has format {format}; this engine reads {FORMAT}"):
        Header.from_data({**HEADER.as_data(), "format": format})


@pytest.mark.parametrize(
    "entry",
    [ENTRY, Entry("answer", 0, 3), Entry("concede", 1, None), Entry("ruling", -1, {"reason": "late"}, 7)],
)
def test_an_entry_comes_back_from_json_as_it_was(entry: Entry) -> None:
    assert Entry.from_data(json.loads(json.dumps(entry.as_data()))) == entry


def test_plain_data_is_what_json_gives_back() -> None:
    value = {1: ((2, "x"), [None])}
    assert plain(value) == json.loads(json.dumps(value))


def test_equal_data_has_one_spelling() -> None:
    assert (
        canonical({"b": (1, 2), "a": "ä"})
        == canonical({"a": "ä", "b": [1, 2]})
        == '{"a":"ä","b":[1,2]}'.encode()
    )


# -- the chain ------------------------------------------------------------------------------------------------


def test_the_chain_starts_from_the_header() -> None:
    assert first_link(HEADER) != first_link(replace(HEADER, variant="trio"))


@pytest.mark.parametrize(
    "change",
    [
        {"decks": (("Spark",), ("Torch",))},
        {"commitment": "cd"},
        {"salts": ()},
        {"options": {}},
        {"rules": "2"},
        {"cards": "3"},
    ],
)
def test_everything_a_game_is_played_with_counts(change: dict[str, object]) -> None:
    assert first_link(HEADER) != first_link(replace(HEADER, **change))  # type: ignore[arg-type]


def test_the_seed_does_not_count_so_that_the_chain_can_be_shown_in_play() -> None:
    assert first_link(HEADER) == first_link(replace(HEADER, seed="11" * 32))


def test_a_link_is_the_same_for_the_same_past() -> None:
    assert link("a", ENTRY, [("lost", (0, 1), -1)]) == link("a", Entry(*ENTRY), [["lost", [0, 1], -1]])


@pytest.mark.parametrize(
    "previous, entry, happened",
    [
        ("b", ENTRY, ["lost"]),
        ("a", ENTRY._replace(seat=0), ["lost"]),
        ("a", ENTRY._replace(payload=(0, 1)), ["lost"]),
        ("a", ENTRY._replace(stamp=1501), ["lost"]),
        ("a", ENTRY._replace(kind="default"), ["lost"]),
        ("a", ENTRY, ["won"]),
        ("a", ENTRY, []),
    ],
)
def test_a_link_covers_the_past_the_entry_and_what_it_made_happen(
    previous: str, entry: Entry, happened: list[str]
) -> None:
    assert link(previous, entry, happened) != link("a", ENTRY, ["lost"])
