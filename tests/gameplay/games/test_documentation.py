"""The example in the documentation is a scenario that passes, and breaks where it should."""

import re
from pathlib import Path

from gameplay.domain.games import read_scenarios, run_scenario

PAGE = Path(__file__).resolve().parents[3] / "docs" / "scenarios.md"


def example(folder: Path, text: str) -> list[str]:
    file = folder / "example.yaml"
    file.write_text(text)
    return [str(failure) for data in read_scenarios(file) for failure in run_scenario(data)]


def test_the_example_goes_as_written(tmp_path: Path) -> None:
    found = re.search(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    assert example(tmp_path, found[1]) == []


def test_a_wrong_expectation_says_what_is_there(tmp_path: Path) -> None:
    found = re.search(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    failures = example(
        tmp_path, found[1].replace("P2 sources: 12}\n      - refuse", "P2 sources: 9}\n      - refuse")
    )
    assert len(failures) == 1
    assert "P2 sources is 12, expected 9" in failures[0]


def test_a_possible_action_that_should_be_refused_fails(tmp_path: Path) -> None:
    text = """
game: hope-cardgame
cards: [{name: Man, type: Unit}]
position: {P1: {hand: [Man]}, P2: {}}
steps: [{refuse: "P1: play Man on A1"}]
"""
    assert example(tmp_path, text) == [
        "step 1 (refuse: P1: play Man on A1): it is possible, but should be refused"
    ]
