"""Laws of reading and writing, over random decks and arbitrary text."""

import json
from collections.abc import Callable
from contextlib import suppress
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards.card import Pool
from deckcheck.lists import FORMATS, ZONES, Deck, ListError, read_list, write_list
from deckcheck.lists.shapes import clean_name
from tests.deckcheck.lists.pools import AWKWARD, HOPE, NEUROSCAPE, public_list

POOLS = {"neuroscape": NEUROSCAPE, "hope": HOPE, "awkward": AWKWARD}

NAMES = st.one_of(
    st.just(""),
    st.sampled_from(
        [
            "50",
            "(12)",
            "Units (3)",
            ") (",
            ":",
            "a: b",
            "=1+1",
            "'=x",
            '"q", r',
            "Sideboard",
            "{x}",
            "// x",
            "é\u0301",
        ]
    ),
    st.text(max_size=40),
).map(clean_name)


@st.composite
def decks(draw: Callable, pool: Pool) -> Deck:
    """Any cards of the pool in any zone, as a deck under construction may be."""
    numbers = [card.number for card in pool]
    cards = st.dictionaries(st.sampled_from(numbers), st.integers(1, 999), max_size=8)
    zones = {zone: MappingProxyType(draw(cards)) for zone in ZONES[pool.game]}
    declared = {}
    if pool.game == "hope-cardgame" and draw(st.booleans()):
        races = st.lists(st.sampled_from(["Aliens", "Bots", "Humans", "Mutants"]), unique=True)
        declared["races"] = tuple(draw(races))
    return Deck(pool.game, MappingProxyType(zones), draw(NAMES), MappingProxyType(declared))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("pool", POOLS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_written_list_reads_as_the_same_deck(pool: str, form: str, data: st.DataObject) -> None:
    deck = data.draw(decks(POOLS[pool]))
    reading = read_list(write_list(deck, POOLS[pool], form), POOLS[pool], format=form)
    assert reading.problems == ()
    assert reading.deck == deck


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_written_list_reads_as_the_same_deck_without_naming_the_format(
    form: str, data: st.DataObject
) -> None:
    deck = data.draw(decks(NEUROSCAPE))
    assert read_list(write_list(deck, NEUROSCAPE, form), NEUROSCAPE).deck == deck


def _accounted(text: str, pool: Pool, form: str | None) -> None:
    """Each line has an end, each error a message and a problem, and the cards told are those of the deck."""
    try:
        reading = read_list(text, pool, format=form)
    except ListError:
        return
    wanted = (
        text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    )
    if reading.lines:
        assert sorted({line.number for line in reading.lines}) == list(range(1, len(wanted) + 1))
    assert all(line.message for line in reading.lines if line.kind == "error")
    errors = {line.number for line in reading.lines if line.kind == "error"}
    assert errors == set() or errors & {problem.line for problem in reading.problems}
    told = sum(line.count for line in reading.lines if line.kind == "card")
    assert told == sum(reading.deck.count(zone) for zone in reading.deck.zones)


LINES = st.lists(
    st.one_of(
        st.sampled_from(public_list("neuroscape-radiant").splitlines()),
        st.sampled_from(public_list("neuroscape-wndrtech").splitlines()),
        st.sampled_from(public_list("starter-bots").splitlines()),
        st.sampled_from(
            ["Sideboard: 3", "[RAM]", "4x", "x4 Admin", "Admin x4", "0 Admin", "zone,count,name", "{"]
        ),
        st.text(max_size=20),
        st.from_regex(r"[-#/;•xX\d\s]{0,6}[a-zA-Z :]{0,8}[(\[\d)\]:]{0,5}", fullmatch=True),
    ),
    max_size=12,
)


@settings(max_examples=300, deadline=None)
@given(
    lines=LINES,
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    form=st.sampled_from([None, *FORMATS]),
    pool=st.sampled_from([NEUROSCAPE, HOPE, AWKWARD]),
)
def test_every_line_of_any_list_is_accounted_for(
    lines: list[str], end: str, form: str | None, pool: Pool
) -> None:
    _accounted(end.join(lines), pool, form)


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.characters(), max_size=200), form=st.sampled_from([None, *FORMATS]))
def test_arbitrary_text_raises_nothing_but_the_list_error(text: str, form: str | None) -> None:
    _accounted(text, NEUROSCAPE, form)


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=200), form=st.sampled_from([None, *FORMATS]))
def test_arbitrary_bytes_raise_nothing_but_the_list_error(data: bytes, form: str | None) -> None:
    with suppress(ListError):
        assert read_list(data, NEUROSCAPE, format=form).format in FORMATS


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["Admin", "4 Coder", "x"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["zones", "cyberdeck", "ram", "deck", "name", "count", "number", "races", "declared", "Admin"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(value=JSON, indent=st.sampled_from([None, 1]), pool=st.sampled_from([NEUROSCAPE, HOPE]))
def test_json_of_any_shape_is_accounted_for(value: object, indent: int | None, pool: Pool) -> None:
    _accounted(json.dumps(value, indent=indent), pool, "json")


@settings(max_examples=100, deadline=None)
@given(lines=st.lists(st.sampled_from(public_list("neuroscape-radiant").splitlines()), max_size=30))
def test_reading_again_what_was_remembered_gives_the_same_answer(lines: list[str]) -> None:
    fresh = Pool("neuroscape", NEUROSCAPE.sets)
    text = "\n".join(lines)
    assert read_list(text, fresh) == read_list(text, fresh) == read_list(text, NEUROSCAPE)
