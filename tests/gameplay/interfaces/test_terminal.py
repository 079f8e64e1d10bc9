"""A game in the terminal, driven by lines that somebody types."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplay.domain.games import get, starters
from gameplay.engine.computer import Computer, HeuristicPlayer
from gameplay.engine.playthrough import Playthrough
from gameplay.engine.scenario import start
from gameplay.interfaces.terminal import HELP, Terminal, Unreadable, load, read_record, scenario_text

TITLE = get("hope-cardgame")
DECKS = starters("hope-cardgame")
FIRST_PART = ["", ""]
"""The mulligan, and nothing in the first part of the Main phase."""


def new(number: int = 3, variant: str = "standard") -> Playthrough:
    """A game of the starter decks."""
    decks = [list(DECKS.values())[seat] for seat in range(TITLE.seats(variant))]
    return Playthrough.new(TITLE, decks, number.to_bytes(32, "big"), variant=variant)


def first_starts() -> Playthrough:
    """One in which P1 has the coin."""
    return next(play for play in map(new, range(50)) if play.decision and play.decision.seat == 0)


def typed(*lines: str) -> Callable[[str], str]:
    """Somebody who types these lines and then ends the input."""
    left = list(lines)

    def ask(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return ask


def sit(
    play: Playthrough, *lines: str, seat: int | None = 0, auto_pass: bool = True, ask: Any = None
) -> tuple[bool, list[str]]:
    """Play with these lines; whether the game is over, and what was shown."""
    shown: list[str] = []
    players: dict[int, Computer] = {
        one: HeuristicPlayer(random.Random(one), TITLE.preferences)
        for one in range(play.state.seats)
        if one != seat
    }
    over = Terminal(play, players, seat, ask or typed(*lines), shown.append, auto_pass=auto_pass).run()
    return over, "\n".join(shown).splitlines()


def has(lines: list[str], text: str) -> bool:
    return any(text in line for line in lines)


def placed(**seats: Any) -> Playthrough:
    """A position with cards of the shipped sets, in P1's part of the Main phase."""
    return start({"game": "hope-cardgame", "position": {"phase": "main", **seats}}, TITLE)


# -- what is shown --------------------------------------------------------------------------------------------


def test_the_board_the_log_and_the_options_are_shown_in_words() -> None:
    _over, lines = sit(first_starts())
    assert has(lines, "P1 shuffles the Draw deck")
    assert has(lines, "P1's part, coin with P1")
    assert has(lines, "P1, mulligan: pick 0 to 6; an empty line picks none")
    assert sum(line.startswith("   ") and "exchange " in line for line in lines) == 6


def test_cards_of_others_that_nobody_may_know_are_not_shown() -> None:
    play = first_starts()
    _over, lines = sit(play, *FIRST_PART, "log")
    own = {play.state.facts(card).name for card in range(len(play.state.kind)) if play.state.owner[card] == 0}
    hidden = [play.state.facts(card).name for card in play.state.cards(play.state.hand[1])]
    assert has(lines, "P2 draws 6 cards")
    assert not [name for name in hidden if name not in own and has(lines, name)]


def test_log_lines_are_shown_once() -> None:
    _over, lines = sit(first_starts(), "")
    assert sum("P1 shuffles the Draw deck" in line for line in lines) == 1


def test_what_an_empty_line_takes_is_marked() -> None:
    play = first_starts()
    _over, lines = sit(play, "")
    assert "*  1  end" in lines
    assert sum(line.startswith("*") for line in lines) == 1


# -- answers --------------------------------------------------------------------------------------------------


def test_a_number_picks_an_option() -> None:
    play = first_starts()
    sit(play, "", "2")
    assert play.entries[2].payload == 1


def test_several_numbers_pick_several_options() -> None:
    play = first_starts()
    sit(play, "4 1, 2")
    assert play.entries[0].payload == (0, 1, 3)


def test_an_empty_line_is_the_default() -> None:
    play = first_starts()
    sit(play, "", "")
    assert [entry.payload for entry in play.entries[:1]] == [()]
    assert (play.entries[2].seat, play.entries[2].payload) == (0, 0)


def test_a_sentence_picks_its_option_in_any_case() -> None:
    play = first_starts()
    sit(play, "", "END")
    assert (play.entries[2].seat, play.entries[2].payload) == (0, 0)


def test_several_sentences_stand_between_semicolons() -> None:
    play = first_starts()
    assert play.decision is not None
    said = [play.says(option) for option in play.decision.options]
    sit(play, f"{said[1]}; {said[4]}")
    assert play.entries[0].payload == (1, 4)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("99", "There is no option 99: type a number from 1 to "),
        ("0", "There is no option 0"),
        ("1 2", "Pick one option here."),
        ("dance", "Not understood: 'dance' is no action"),
        ("play Nobody on A1", "Not understood: you know of no card called 'Nobody'"),
        ("why", "Write the action behind it"),
        ("save", "Write the name of a file behind it"),
        ("save /no/such/folder/game.json", "cannot be written: "),
    ],
)
def test_bad_input_says_what_would_be_right_and_loses_nothing(line: str, message: str) -> None:
    play = first_starts()
    _over, lines = sit(play, "", line)
    assert has(lines, message)
    assert play.n == 2


def test_two_cards_of_one_name_are_picked_by_saying_it_twice() -> None:
    play = placed(phase="draw", P1={"hand": ["Ridge Scout", "Ridge Scout", "Bonesetter"]}, P2={})
    sit(play, "go on to the discards", "discard Ridge Scout; discard Ridge Scout")
    assert play.entries[1].payload == (0, 1)


def test_one_card_cannot_be_picked_by_saying_it_twice() -> None:
    play = placed(phase="draw", P1={"hand": ["Ridge Scout", "Bonesetter"]}, P2={})
    _over, lines = sit(play, "1", "discard Bonesetter; discard Bonesetter")
    assert "'discard Bonesetter' is picked already." in lines


def test_picking_an_option_twice_is_refused() -> None:
    play = first_starts()
    _over, lines = sit(play, "1 1")
    assert has(lines, "Pick each option once")
    assert play.n == 0


def test_an_impossible_action_is_answered_with_the_reason_and_its_clauses() -> None:
    play = placed(P1={"hand": ["Ridge Scout"]}, P2={})
    _over, lines = sit(play, "play Ridge Scout on C3")
    wanted = "Not possible: neither in the home base nor next to an own face-up location (HCG-8.2, HCG-8.3)"
    assert wanted in lines
    assert play.n == 0


# -- commands -------------------------------------------------------------------------------------------------


def test_board_shows_the_position_again() -> None:
    _over, lines = sit(first_starts(), "board")
    assert sum("P1's part, coin with P1" in line for line in lines) == 2


def test_log_shows_everything_with_clauses() -> None:
    _over, lines = sit(first_starts(), "log")
    assert has(lines, "P1 shuffles the Draw deck (HCG-3.6)")


def test_help_says_what_can_be_typed() -> None:
    _over, lines = sit(first_starts(), "help")
    assert "\n".join(lines).count(HELP) == 1


def test_why_says_why_an_action_is_not_possible() -> None:
    play = placed(P1={"hand": ["Ridge Scout"]}, P2={})
    _over, lines = sit(play, "why play Ridge Scout on C3", "why end")
    assert "Neither in the home base nor next to an own face-up location (HCG-8.2, HCG-8.3)" in lines
    assert "That is possible now." in lines


def test_conceding_ends_the_game_and_says_who_won_by_what() -> None:
    over, lines = sit(first_starts(), "concede")
    assert over
    assert lines[-1].startswith("P2 won: ")
    assert "HCG-" in lines[-1]


def test_quitting_leaves_the_game() -> None:
    over, lines = sit(first_starts(), "", "quit", "1")
    assert (over, lines[-1]) == (False, "Left the game. It is not saved.")


def test_the_end_of_the_input_leaves_the_game() -> None:
    over, lines = sit(first_starts())
    assert not over
    assert lines[-1] == "The input has ended. The game stops here and is not saved."


def test_an_interruption_leaves_the_game() -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    over, lines = sit(first_starts(), ask=interrupted)
    assert (over, lines[-1]) == (False, "Stopped. The game is not saved.")


# -- passing --------------------------------------------------------------------------------------------------


def only_passing() -> Playthrough:
    """P2 acts and P1 has one card in hand that answers nothing."""
    return placed(
        part="P2", P1={"hand": ["Ridge Scout"]}, P2={"hand": ["Ridge Scout"], "deck": ["Ridge Scout"]}
    )


def test_passing_is_done_for_a_person_who_can_do_nothing_else() -> None:
    play = only_passing()
    _over, lines = sit(play)
    assert "P1 can only pass, and does." in lines
    assert [entry.payload for entry in play.entries if entry.seat == 0] == [0]


def test_passing_can_be_left_to_the_person() -> None:
    play = only_passing()
    _over, lines = sit(play, auto_pass=False)
    assert not [entry for entry in play.entries if entry.seat == 0]
    assert "*  1  pass" in lines


def test_a_single_option_that_is_no_pass_is_shown() -> None:
    play = placed(P1={}, P2={"hand": ["Ridge Scout"]})
    _over, lines = sit(play)
    assert "*  1  end" in lines
    assert play.n == 0


# -- whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", TITLE.variants)
def test_a_person_can_play_a_whole_game(variant: str) -> None:
    """Typing a random number each time, and sometimes nonsense."""
    chance = random.Random(variant)
    play = new(5, variant)

    def ask(prompt: str) -> str:
        decision = play.decision
        assert decision is not None
        if chance.random() < 0.1:
            return "nonsense"
        count = max(decision.least, min(1, decision.most))
        return " ".join(str(n + 1) for n in chance.sample(range(len(decision.options)), count))

    over, lines = sit(play, ask=ask)
    assert over
    assert " won: " in lines[-1]


def test_watching_shows_a_game_of_computers_to_its_end() -> None:
    over, lines = sit(new(6), seat=None)
    assert over
    assert not has(lines, "Hand: ")
    assert " won: " in lines[-1]


# -- files ----------------------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    play = first_starts()
    _over, lines = sit(play, *FIRST_PART, f"save {tmp_path / 'game.json'}")
    again = load(tmp_path / "game.json", TITLE)
    assert again.digest() == play.digest()
    assert has(lines, f"Saved to {tmp_path / 'game.json'}: {play.n} entries.")
    _over, lines = sit(again)
    assert lines[0] == f"The game goes on after {play.n} entries."
    assert not has(lines, "P1 shuffles the Draw deck")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is no saved game"),
        ("[]", "it has no header or no entries"),
        ('{"header": {}, "entries": 3}', "it has no header or no entries"),
        ('{"header": {"game": "chess"}, "entries": []}', "no rules for 'chess' here"),
        ('{"header": {"game": "hope-cardgame"}, "entries": []}', "is no saved game"),
    ],
)
def test_a_file_that_is_no_saved_game_is_refused_with_a_reason(
    text: str, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    with pytest.raises(Unreadable, match=message):
        load(file, TITLE)


def test_a_file_that_is_not_there_is_refused_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="No such file"):
        read_record(tmp_path / "none.json")


def changed(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """A saved game with a change in the file."""
    play = first_starts()
    sit(play, *FIRST_PART)
    record = json.loads(json.dumps(play.record()))
    change(record)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    return file


def test_a_saved_game_that_was_changed_says_at_which_entry(tmp_path: Path) -> None:
    def other_answer(record: dict[str, Any]) -> None:
        record["entries"][0][2] = [0]

    with pytest.raises(Unreadable, match="does not replay: entry 0: "):
        load(changed(tmp_path, other_answer), TITLE)


@pytest.mark.parametrize("entry", [["dance", 0, 0, None], ["answer", 0], 7])
def test_a_saved_game_with_a_broken_entry_is_refused(entry: Any, tmp_path: Path) -> None:
    def broken(record: dict[str, Any]) -> None:
        record["entries"][1] = entry

    with pytest.raises(Unreadable):
        load(changed(tmp_path, broken), TITLE)


def test_a_scenario_of_a_changed_game_is_refused_with_a_reason(tmp_path: Path) -> None:
    def other_answer(record: dict[str, Any]) -> None:
        record["entries"][0][2] = [0]

    record = read_record(changed(tmp_path, other_answer))
    with pytest.raises(ValueError, match="does not replay: entry 0: "):
        scenario_text(record, 2, 5)
