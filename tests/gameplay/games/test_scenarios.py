"""Every scenario file goes as it is written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gameplay.domain.games import read_scenarios, run_scenario

FOLDER = Path(__file__).resolve().parents[2] / "scenarios"
SCENARIOS = [
    pytest.param(data, id=f"{file.parent.name}/{file.stem}: {data['title']}")
    for file in sorted(FOLDER.rglob("*.yaml"))
    for data in read_scenarios(file)
]


@pytest.mark.parametrize("data", SCENARIOS)
def test_it_goes_as_written(data: Mapping[str, Any]) -> None:
    assert [str(failure) for failure in run_scenario(data)] == []
