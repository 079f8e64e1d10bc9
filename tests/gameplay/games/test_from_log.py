"""A scenario written from a game is that game's position, and goes as the game went."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gameplay.domain.games import TITLES, get, read_scenarios, run_scenario, starters
from gameplay.engine.playout import random_answer
from gameplay.engine.playthrough import Diverged, Playthrough
from gameplay.engine.scenario import ScenarioError, from_record, start
from gameplay.engine.state import JUDGE
from gameplay.interfaces.terminal import scenario_text

GAMES = [
    pytest.param(code, variant, id=f"{code} {variant}") for code in TITLES for variant in get(code).variants
]
POINTS = 12
"""Positions of each game that are written."""


def played(code: str, variant: str, number: int, most: int = 10_000) -> Playthrough:
    """A random game, or its first entries."""
    chance = random.Random(f"{code} {variant} {number}")
    decks, title = list(starters(code).values()), get(code)
    chosen = [chance.choice(decks) for _seat in range(title.seats(variant))]
    play = Playthrough.new(title, chosen, chance.randbytes(32), variant=variant)
    while (decision := play.decision) is not None and play.n < most:
        play.answer(decision.seat, random_answer(chance, decision))
    return play


def recorded(play: Playthrough) -> dict[str, Any]:
    """As a file gives it back."""
    found: dict[str, Any] = json.loads(json.dumps(play.record()))
    return found


def run_text(text: str, folder: Path) -> list[str]:
    file = folder / "written.yaml"
    file.write_text(text)
    return [str(failure) for data in read_scenarios(file) for failure in run_scenario(data)]


def at_kind(code: str, variant: str, wanted: str) -> tuple[dict[str, Any], int, Playthrough]:
    """A game's record, and the first entry that answers such a decision."""
    play = played(code, variant, 1)
    for n in range(play.n):
        before = until(recorded(play), n)
        if before.decision is not None and before.decision.kind == wanted:
            return recorded(play), n, before
    raise AssertionError(f"no {wanted} in this game")


def until(record: Mapping[str, Any], n: int) -> Playthrough:
    return Playthrough.load(
        {"header": record["header"], "entries": record["entries"][:n]}, get(record["header"]["game"])
    )


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_any_position_of_a_game_is_written_as_a_scenario_that_passes(
    code: str, variant: str, tmp_path: Path
) -> None:
    ways = set()
    for number in range(2):
        play = played(code, variant, number)
        record, chance = recorded(play), random.Random(number)
        for at in (0, play.n, *(chance.randrange(play.n) for _point in range(POINTS))):
            text = scenario_text(record, at, 5)
            assert run_text(text, tmp_path) == [], f"game {number}, entry {at}"
            ways.add("replay" if "\nreplay:" in text else "position")
    assert ways == {"replay", "position"}


@pytest.mark.parametrize(("code", "variant"), GAMES)
def test_a_position_in_words_is_laid_out_as_it_was(code: str, variant: str) -> None:
    """All that the title can say of it comes back, and so does what a judge sees."""
    title, found = get(code), 0
    play = played(code, variant, 5)
    record = recorded(play)
    for at in range(0, play.n, 3):
        before = until(record, at)
        words = title.describe(before.state)
        if words is None:
            continue
        header = record["header"]
        again = start({"game": code, "variant": header["variant"], "position": words}, title)
        assert title.describe(again.state) == words
        assert title.board(again.state, JUDGE) == title.board(before.state, JUDGE)
        assert _sentences(again) == _sentences(before)
        found += 1
    assert found > 10


def test_everything_that_words_say_of_a_position_is_laid_out() -> None:
    """Each key of the format comes back as it was written."""
    title = get("hope-cardgame")
    scout = {"card": "Ridge Scout", "moved": 1, "extra": 1, "mark": 2, "controller": "P2"}
    position = {
        "phase": "move",
        "part": "P2",
        "coin": "P3",
        "round": 4,
        "moves": 2,
        "combats": 1,
        "P1": {
            "sources": 7,
            "battleground": {"A1": scout, "B1": "Ridge Scout", "C1": {"card": "Ridge Scout", "flipped": 1}},
            "hand": ["Breach Squad"],
            "deck": ["Convoy Driver", "Bonesetter"],
            "discard": ["Shieldline"],
        },
        "P2": {"sources": 9, "battleground": {"B2": {"card": "Shieldline", "wounds": 1, "attacked": ["B1"]}}},
        "P3": {"sources": 15},
        "P4": {"sources": -1, "out": 1, "removed": ["Ridge Scout", "Bonesetter"]},
    }
    play = start({"game": "hope-cardgame", "variant": "two-on-two", "position": position}, title)
    assert title.describe(play.state) == position
    assert not play.state.alive[3]


def _sentences(play: Playthrough) -> list[str]:
    decision = play.decision
    assert decision is not None
    return sorted(play.says(option) for option in decision.options)


def test_a_position_in_the_middle_of_an_action_is_replayed_exactly() -> None:
    record, at, before = at_kind("hope-cardgame", "standard", "declare_attackers")
    data = from_record(record, get("hope-cardgame"), at, 5)
    assert "position" not in data
    assert start(data, get("hope-cardgame")).digest() == before.digest()


def test_between_actions_the_position_is_written_in_words() -> None:
    record, at, _before = at_kind("hope-cardgame", "standard", "battle_action")
    data = from_record(record, get("hope-cardgame"), at, 1)
    assert "replay" not in data
    assert data["position"]["phase"] == "battle"


def test_the_next_entries_are_sentences_of_their_seats_and_then_comes_what_is_there() -> None:
    record, at, before = at_kind("hope-cardgame", "standard", "main_action")
    seat = before.decision.seat + 1  # type: ignore[union-attr]
    steps = from_record(record, get("hope-cardgame"), at, 3)["steps"]
    assert [list(step) for step in steps] == [["do"], ["do"], ["do"], ["expect"]]
    assert steps[0]["do"].startswith(f"P{seat}: ")
    assert {"asked", "result", "phase", f"P{seat} sources"} <= set(steps[-1]["expect"])


def test_a_concession_and_a_time_call_are_steps(tmp_path: Path) -> None:
    for end, step in (("concede", "P1: concede"), ("time", "time: called")):
        play = played("hope-cardgame", "standard", 1, most=20)
        play.concede(0) if end == "concede" else play.call_time()
        text = scenario_text(recorded(play), 18, 5)
        assert step in text
        assert run_text(text, tmp_path) == []


def test_a_ruling_and_a_way_back_are_steps_of_a_replay(tmp_path: Path) -> None:
    play = played("hope-cardgame", "standard", 1, most=20)
    play.rule({"changes": [{"set": "sources", "of": 0, "to": 9}], "reason": "a miscount"})
    play.rewind(15)
    text = scenario_text(recorded(play), 18, 5)
    assert "- rewind: 15" in text
    assert "- rule:" in text
    assert "\nreplay:" in text
    assert run_text(text, tmp_path) == []


def test_a_ruling_among_the_steps_is_never_told_in_words(tmp_path: Path) -> None:
    """It names cards by their numbers in this game, which a position in words does not keep."""
    record, at, before = at_kind("hope-cardgame", "standard", "battle_action")
    before.rule({"changes": [{"set": "sources", "of": 0, "to": 9}], "reason": "a miscount"})
    assert "replay" in from_record(recorded(before), get("hope-cardgame"), at, 5)
    assert "replay" not in from_record(record, get("hope-cardgame"), at, 1)


@pytest.mark.parametrize("seat", ["P1", "P2"])
def test_words_that_do_not_go_as_the_game_went_are_not_written(
    seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when chance decides in the next steps: another source stands in for it here."""
    record, at, before = at_kind("hope-cardgame", "standard", "draw_action")
    title = get("hope-cardgame")
    words = title.describe(before.state)
    assert words is not None
    assert "position" in from_record(record, title, at, 9)
    richer = {**words[seat], "sources": words[seat]["sources"] + 1}
    monkeypatch.setattr(title, "describe", lambda g: {**words, seat: richer})
    assert "replay" in from_record(record, title, at, 9)


def test_options_that_read_alike_are_told_apart_by_their_number(tmp_path: Path) -> None:
    """Writing the second of two that read alike gives the second."""
    play = played("hope-cardgame", "standard", 3)
    texts = [scenario_text(recorded(play), at, 1) for at in range(0, play.n, 2)]
    marked = [text for text in texts if " #2" in text]
    assert marked
    assert all(run_text(text, tmp_path) == [] for text in marked)


def test_a_number_that_the_record_does_not_have_is_refused() -> None:
    record = recorded(played("hope-cardgame", "standard", 1, most=5))
    for at in (-1, 6):
        with pytest.raises(ValueError, match="from 0 to 5"):
            from_record(record, get("hope-cardgame"), at, 5)


def test_a_record_that_was_changed_is_refused() -> None:
    record = recorded(played("hope-cardgame", "standard", 1, most=20))
    record["chain"][10] = "0" * 64
    with pytest.raises(Diverged):
        from_record(record, get("hope-cardgame"), 15, 5)


def test_a_replay_that_does_not_go_on_says_where(tmp_path: Path) -> None:
    record = recorded(played("hope-cardgame", "standard", 1, most=20))
    record["entries"][3][1] = 7
    with pytest.raises(ScenarioError, match="replay: entry 3: "):
        start({"game": "hope-cardgame", "replay": record, "steps": []}, get("hope-cardgame"))
