"""The contract that every title keeps (DESIGN 4), on random games of every variant. A title adds only itself."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gameplay.domain.exercise import begin
from gameplay.domain.games import TITLES, get
from gameplay.engine.playout import play_games, random_answer
from gameplay.engine.playthrough import Diverged, IllegalAnswer, Playthrough
from gameplay.engine.state import SPECTATOR

from .mirrors import MIRRORS, Mirrored

GAMES = [
    pytest.param(code, variant, id=f"{code} {variant}") for code in TITLES for variant in get(code).variants
]
BUDGET = 6_000
"""Decisions after which a random game is given up: none has needed so many."""


def played(code: str, variant: str, number: int) -> Iterator[tuple[Playthrough, random.Random]]:
    """A random game, decision by decision."""
    chance = random.Random(f"{code} {variant} {number}")
    play = begin(code, variant, chance)
    for _decision in range(BUDGET):
        decision = play.decision
        if decision is None:
            return
        yield play, chance
        play.answer(decision.seat, random_answer(chance, decision))
    raise AssertionError(f"no end after {BUDGET} decisions")


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_random_games_keep_the_laws(code: str, variant: str) -> None:
    """Conservation and the swap probe after every event; before every answer a sound position, the same decision when
    asked anew, and nothing in it that tells a viewer what it may not know; rewind everywhere; replay everywhere.
    """
    found = play_games(lambda chance: begin(code, variant, chance), 2, 5, laws=True)
    assert found.faults == []
    assert found.endings["none"] == 0
    assert found.decisions > 100


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_a_leak_is_found(code: str, variant: str) -> None:
    """The swap probe itself: a view that follows from a hidden card is noticed for every viewer it is hidden from."""
    title = type(get(code))(get(code).sets)
    whole = title.view
    title.view = lambda g, viewer: (whole(g, viewer), [g.kind[zone[-1]] for zone in g.zones if zone])

    def leaking(chance: random.Random) -> Playthrough:
        play = begin(code, variant, chance)
        play.title = title
        return play

    faults = play_games(leaking, 1, 5, laws=True).faults
    shown = {fault.split(", ")[-1] for fault in faults if "shown" in fault}
    seats = [f"seat {seat + 1}" for seat in range(title.seats(variant))]
    assert {f"{viewer} is shown what it may not know" for viewer in (*seats, "the spectator")} <= shown


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_a_record_survives_json_and_a_changed_one_says_where_it_diverges(code: str, variant: str) -> None:
    for play, _chance in played(code, variant, 12):
        if play.n == 30:
            break
    record = json.loads(json.dumps(play.record()))
    assert Playthrough.load(record, get(code)).digest() == play.digest()
    record["chain"][20] = "0" * 64
    with pytest.raises(Diverged) as found:
        Playthrough.load(record, get(code))
    assert found.value.n == 19


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
    play = begin(code, variant, random.Random(51))
    decks = [list(reversed(deck)) for deck in play.header.decks]
    other = Playthrough.new(get(code), decks, bytes.fromhex(play.header.seed), variant=variant)
    assert other.digest() == play.digest()


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_what_is_kept_is_what_would_be_found_anew(code: str, variant: str) -> None:
    for play, _chance in played(code, variant, 61):
        kept = [play.view(viewer) for viewer in (*range(play.state.seats), SPECTATOR)]
        play.state.forget()
        assert [play.view(viewer) for viewer in (*range(play.state.seats), SPECTATOR)] == kept


# -- mirror seats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_seats_that_move_on_by_one_have_the_same_game(code: str, variant: str) -> None:
    """Decks, chance and answers move on to the next seat: so does every decision with all its options, and the end."""
    title, mirrors = get(code), MIRRORS[code]
    chance = random.Random(f"mirror {code} {variant}")
    play = begin(code, variant, chance)
    seats = title.seats(variant)
    header = replace(play.header, decks=tuple(play.header.decks[seat - 1] for seat in range(seats)))
    luck = Mirrored(bytes.fromhex(header.seed), seats, mirrors.numbers(seats))
    mirror = Playthrough.of(title, header, title.begin(header, luck))
    image = mirrors.image(play.state, mirror.state)
    while (decision := play.decision) is not None:
        across = mirror.decision
        assert across is not None
        assert (across.seat, across.kind) == ((decision.seat + 1) % seats, decision.kind)
        options = [image(option) for option in decision.options]
        assert sorted(options, key=repr) == sorted(across.options, key=repr)
        answer = random_answer(chance, decision)
        picks = (answer,) if isinstance(answer, int) else answer
        there = sorted(list(across.options).index(options[pick]) for pick in picks)
        play.answer(decision.seat, answer)
        mirror.answer(across.seat, there)
    assert play.result is not None
    assert mirror.result is not None
    assert sorted((seat + 1) % seats for seat in play.result.winners) == sorted(mirror.result.winners)
    assert play.result.reason == mirror.result.reason
