"""The laws that every title keeps, checked on random games of every variant (DESIGN 4). A title adds only itself."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gameplay.domain.games import TITLES, get, starters
from gameplay.engine.playthrough import Diverged, IllegalAnswer, Playthrough
from gameplay.engine.state import SPECTATOR
from gameplay.engine.view import told

GAMES = [
    pytest.param(code, variant, id=f"{code} {variant}") for code in TITLES for variant in get(code).variants
]
BUDGET = 6_000
"""Decisions after which a random game is given up: none has needed so many."""

WINDOW = 20
"""How many of the latest events the swap probe reads."""


def pick(chance: random.Random, decision: Any) -> Any:
    """A random legal answer."""
    count = len(decision.options)
    if decision.single:
        return chance.randrange(count)
    return tuple(sorted(chance.sample(range(count), chance.randint(decision.least, decision.most))))


def begin(code: str, variant: str, number: int) -> tuple[Playthrough, random.Random]:
    chance = random.Random(f"{code} {variant} {number}")
    decks = list(starters(code).values())
    title = get(code)
    chosen = [chance.choice(decks) for _seat in range(title.seats(variant))]
    return Playthrough.new(title, chosen, chance.randbytes(32), variant=variant), chance


def played(code: str, variant: str, number: int) -> Iterator[tuple[Playthrough, random.Random]]:
    """A random game, decision by decision."""
    play, chance = begin(code, variant, number)
    for _decision in range(BUDGET):
        decision = play.decision
        if decision is None:
            return
        yield play, chance
        play.answer(decision.seat, pick(chance, decision))
    raise AssertionError(f"no end after {BUDGET} decisions")


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_every_card_is_in_exactly_one_zone_after_every_event(code: str, variant: str) -> None:
    for number in range(3):
        final = None
        for play, _chance in played(code, variant, number):
            play.state.on_event = lambda kind, g=play.state: _no_card_is_lost(g)
            assert play.state.faults() == []
            final = play
        assert final is not None
        assert final.result is not None


def _no_card_is_lost(g: Any) -> None:
    lying = sorted(card for zone in g.zones for card in zone)
    assert lying == list(range(len(g.kind)))


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_rewinding_to_any_decision_gives_exactly_the_position_that_was(code: str, variant: str) -> None:
    before = []
    for play, _chance in played(code, variant, 7):
        before.append((play.state.mark(), play.digest()))
    for mark, digest in reversed(before):
        play.state.rewind(mark)
        assert play.digest() == digest


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_a_record_replays_to_the_same_game(code: str, variant: str) -> None:
    *_before, (play, _chance) = played(code, variant, 11)
    record = json.loads(json.dumps(play.record()))
    again = Playthrough.load(record, get(code))
    assert again.digest() == play.digest()
    assert again.result == play.result


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_a_changed_record_says_where_it_diverges(code: str, variant: str) -> None:
    for play, _chance in played(code, variant, 12):
        if play.n == 30:
            break
    record = json.loads(json.dumps(play.record()))
    record["chain"][20] = "0" * 64
    with pytest.raises(Diverged) as found:
        Playthrough.load(record, get(code))
    assert found.value.n == 19


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_what_a_viewer_may_not_know_changes_nothing_it_sees(code: str, variant: str) -> None:
    """Any two cards of one owner that a viewer does not know change places: view, options and log stay the same."""
    probes = 0
    for play, chance in played(code, variant, 21):
        g = play.state
        for viewer in (*range(g.seats), SPECTATOR):
            pair = _two_unknown(g, viewer, chance)
            if pair is None:
                continue
            seen = (
                play.view(viewer),
                play.prompt(viewer),
                play.lines(viewer, max(0, len(g.events) - WINDOW)),
            )
            _swap_faces(g, *pair)
            assert (
                play.view(viewer),
                play.prompt(viewer),
                play.lines(viewer, max(0, len(g.events) - WINDOW)),
            ) == seen
            _swap_faces(g, *pair)
            probes += 1
    assert probes > 100


def _two_unknown(g: Any, viewer: int, chance: random.Random) -> tuple[int, int] | None:
    owner = chance.randrange(g.seats)
    unknown = [card for card in range(len(g.kind)) if g.owner[card] == owner and not g.sees(viewer, card)]
    asked = {option[1] for option in g.asked.options if len(option) > 1} if g.asked.seat == viewer else set()
    unknown = [card for card in unknown if card not in asked and card not in _named(g, viewer)]
    return tuple(chance.sample(unknown, 2)) if len(unknown) > 1 else None  # type: ignore[return-value]


def _named(g: Any, viewer: int) -> set[int]:
    """Cards that recent events have named to this viewer: what was shown is known."""
    named: set[int] = set()
    for entry in g.events[-WINDOW:]:
        kind = g.book.events[entry[0]]
        for name, value in zip(kind.names, entry[1], strict=True):
            if name not in kind.secret or told(entry, g, viewer):
                if g.book.kinds.get(name) == "card":
                    named.add(value)
                elif g.book.kinds.get(name) == "cards":
                    named.update(value)
    return named


def _swap_faces(g: Any, one: int, other: int) -> None:
    g.kind[one], g.kind[other] = g.kind[other], g.kind[one]
    g.forget()


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_an_input_sent_twice_or_by_another_seat_is_refused_and_changes_nothing(
    code: str, variant: str
) -> None:
    for play, _chance in played(code, variant, 31):
        decision = play.decision
        assert decision is not None
        digest = play.digest()
        with pytest.raises(IllegalAnswer):
            play.answer((decision.seat + 1) % play.state.seats, 0)
        with pytest.raises(IllegalAnswer):
            play.answer(decision.seat, len(decision.options))
        assert play.digest() == digest
        if play.n > 60:
            break


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_every_decision_has_an_option_and_a_legal_default(code: str, variant: str) -> None:
    for play, _chance in played(code, variant, 41):
        decision = play.decision
        assert decision is not None
        mark = play.state.mark()
        assert decision.options or decision.least == 0
        play.state.reply(decision.default)
        play.state.rewind(mark)


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_the_order_in_which_a_list_names_its_cards_decides_nothing(code: str, variant: str) -> None:
    play, _chance = begin(code, variant, 51)
    decks = [list(reversed(deck)) for deck in play.header.decks]
    other = Playthrough.new(get(code), decks, bytes.fromhex(play.header.seed), variant=variant)
    assert other.digest() == play.digest()


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_derived_values_that_are_kept_are_those_that_would_be_found_anew(code: str, variant: str) -> None:
    for play, _chance in played(code, variant, 61):
        kept = play.view(SPECTATOR)
        play.state.forget()
        assert play.view(SPECTATOR) == kept
