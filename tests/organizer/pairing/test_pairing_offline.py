"""The JSON format of the offline tools, and ``manage.py pair`` on it."""

from __future__ import annotations

import io
import json
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from organizer.interfaces.offline import OfflineError, OfflinePoints, read_event, records
from organizer.pairing import seed_hash

PLAYED = {
    "entries": [
        {"id": "A", "name": "Ada", "seed": 1},
        {"id": "B"},
        {"id": "C", "club": "Foxes"},
        {"id": 4, "dropped_after": 2},
        {"id": "E"},
    ],
    "rounds": [
        [
            {"a": "A", "b": "B", "score": [2, 1]},
            {"a": "C", "b": 4, "score": [1, 1, 1]},
            {"a": "E", "bye": True},
        ],
        [
            {"a": "A", "b": "C", "score": [0, 0, 3]},
            {"a": "E", "b": 4, "result": "b", "played": False},
            {"a": "B", "bye": True},
        ],
    ],
    "options": {"points": {"win": 3}, "tiebreaks": ["omw"], "ruleset": "magic"},
    "seed": 7,
}


def pair(event: object, tmp_path: Path, *extra: str) -> dict:
    path = tmp_path / "event.json"
    path.write_text(event if isinstance(event, str) else json.dumps(event))
    out = io.StringIO()
    call_command("pair", str(path), *extra, stdout=out)
    return json.loads(out.getvalue())


def test_past_rounds_become_points_byes_opponents_and_pair_downs() -> None:
    found = records(read_event(json.dumps(PLAYED)))
    assert {key: (r.points, r.byes, r.downs, r.opponents) for key, r in found.items()} == {
        "A": (4, 0, 1, {"B", "C"}),
        "B": (3, 1, 0, {"A"}),
        "C": (2, 0, 0, {"A", "4"}),
        "4": (4, 0, 0, {"C", "E"}),
        "E": (3, 1, 1, {"4"}),
    }


def test_double_losses_and_absences_score_nothing() -> None:
    event = {
        "entries": [{"id": key} for key in "ABC"],
        "rounds": [[{"a": "A", "b": "B", "result": "double_loss"}, {"a": "C", "result": "absent"}]],
    }
    found = records(read_event(json.dumps(event)))
    assert [(found[key].points, found[key].byes, found[key].opponents) for key in "ABC"] == [
        (0, 0, {"B"}),
        (0, 0, {"A"}),
        (0, 0, set()),
    ]


def test_points_of_the_event_are_used() -> None:
    event = {**PLAYED, "options": {"points": {"win": 2, "draw": 1, "loss": 0}}}
    read = read_event(json.dumps(event))
    assert read.options.points == OfflinePoints(2, 1, 0)
    assert records(read)["A"].points == 3


def test_having_met_is_mutual() -> None:
    event = {"entries": [{"id": "A", "opponents": ["B"]}, {"id": "B"}]}
    assert records(read_event(json.dumps(event)))["B"].opponents == {"A"}


def test_the_command_answers_with_everything_about_the_round(tmp_path: Path) -> None:
    answer = pair(PLAYED, tmp_path)
    assert answer["round"] == 3
    assert (answer["seed"], answer["seed_hash"]) == ("7", seed_hash("7"))
    seated = [table[side] for table in answer["tables"] for side in "ab"]
    assert sorted(seated) == ["A", "B", "C", "E"]
    assert [table["table"] for table in answer["tables"]] == [1, 2]
    assert all(table["explanation"] for table in answer["tables"])
    assert any("Ada" in table["explanation"] for table in answer["tables"])
    assert answer["bye"] is None
    assert answer["certificate"]["kind"] == "exact"
    assert answer["check"]["seated"] is True
    assert pair(PLAYED, tmp_path) == answer


def test_the_command_explains_the_bye_and_lists_byes_by_right(tmp_path: Path) -> None:
    event = {"entries": [{"id": key, "awarded_bye": key == "D"} for key in "ABCD"], "seed": "x"}
    answer = pair(event, tmp_path)
    assert answer["awarded_byes"] == ["D"]
    assert answer["bye"]["id"] in "ABC"
    assert "has the bye" in answer["bye"]["explanation"]


def test_a_seed_on_the_command_line_comes_first_and_a_missing_one_is_drawn(tmp_path: Path) -> None:
    assert pair(PLAYED, tmp_path, "--seed", "other")["seed"] == "other"
    unseeded = {key: value for key, value in PLAYED.items() if key != "seed"}
    drawn = {pair(unseeded, tmp_path)["seed"] for _ in range(2)}
    assert len(drawn) == 2
    assert all(len(seed) == 32 for seed in drawn)


def test_options_reach_the_pairing(tmp_path: Path) -> None:
    entries = [{"id": f"P{k}", "seed": k, "club": "x" if k in (1, 5) else None} for k in range(1, 9)]
    event = {"entries": entries, "options": {"first_round": "seed"}, "seed": 1}
    tables = {frozenset((t["a"], t["b"])) for t in pair(event, tmp_path)["tables"]}
    assert tables == {frozenset({f"P{k}", f"P{k + 4}"}) for k in range(1, 5)}
    event["options"]["keep_apart"] = True
    tables = {frozenset((t["a"], t["b"])) for t in pair(event, tmp_path)["tables"]}
    assert frozenset({"P1", "P5"}) not in tables


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + json.dumps(PLAYED).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    out = io.StringIO()
    call_command("pair", "-", stdout=out)
    assert len(json.loads(out.getvalue())["tables"]) == 2


def changed(path: str, value: object) -> dict:
    """PLAYED with the value at a path like ``entries.0.id`` replaced or added."""
    event = deepcopy(PLAYED)
    place: object = event
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        place = place[step]
    place[last] = value
    return event


BAD = [
    (changed("entry", []), "entry: unknown key; known are entries, rounds, options, seed"),
    (changed("entries.0.point", 3), "entries[0].point: unknown key"),
    (changed("entries.1.id", "A"), "entries[1].id: the id 'A' is used by an earlier entry"),
    (changed("entries.1.id", 4), "entries[3].id: the id '4' is used by an earlier entry"),
    (changed("entries.1.id", None), "entries[1].id: expected text, found null"),
    (changed("entries.1", {}), "entries[1].id: is missing"),
    (changed("entries.1", "B"), "entries[1]: expected an object, found text"),
    (changed("entries", []), "entries: give at least one entry"),
    (changed("entries", {}), "entries: expected a list, found an object"),
    (changed("entries.0.id", " "), "entries[0].id: expected text of 1 to 200 characters"),
    (changed("entries.0.id", "\ud800"), "entries[0].id: holds half a character"),
    (changed("entries.0.points", 3), "entries[0].points: follows from rounds"),
    (changed("entries.0.seed", 1.5), "entries[0].seed: expected a whole number, found 1.5"),
    (changed("entries.0.seed", True), "entries[0].seed: expected a whole number, found true"),
    (changed("entries.0.seed", -1), "entries[0].seed: expected a number from 0 to 100000, found -1"),
    (changed("entries.3.dropped_after", 3), "entries[3].dropped_after: there are only 2 rounds"),
    (changed("entries.3.dropped_after", 1), "rounds[1][1].b: '4' dropped after round 1"),
    (changed("entries.0.awarded_bye", 1), "entries[0].awarded_bye: expected true or false"),
    (changed("rounds.0.0.b", "Z"), "rounds[0][0].b: no entry has the id 'Z'"),
    (changed("rounds.0.0.b", "A"), "rounds[0][0].b: 'A' cannot play against itself"),
    (changed("rounds.0.1.a", "A"), "rounds[0][1].a: 'A' is seated twice in round 1"),
    (changed("rounds.0.0.score", [2]), "rounds[0][0].score: expected games won by a"),
    (changed("rounds.0.0.score", ["2", 0]), 'rounds[0][0].score[0]: expected a whole number, found "2"'),
    (changed("rounds.0.0.result", "A"), "rounds[0][0].result: expected one of a, b, draw"),
    (changed("rounds.0.0.result", "bye"), "rounds[0][0].result: 'bye' is for a match without b"),
    (changed("rounds.0.0", {"a": "A", "b": "B"}), "rounds[0][0]: has no result"),
    (changed("rounds.0.0", {"a": "A"}), "rounds[0][0]: without b say"),
    (changed("rounds.0.2.b", "B"), "rounds[0][2].bye: a bye has neither an opponent nor another result"),
    (changed("rounds.0", {}), "rounds[0]: expected a list of matches, found an object"),
    (changed("options.points", {"win": 0, "draw": 1}), "options.points: a win is worth at least a draw"),
    (changed("options.first_round", "fold"), 'options.first_round: expected random or seed, found "fold"'),
    (changed("options.colour", 1), "options.colour: unknown key"),
    (changed("options.tiebreaks", [[]]), "options.tiebreaks[0]: expected text, found a list"),
    ({"entries": [{"id": "A", "opponents": ["Z"]}]}, "entries[0].opponents[0]: no entry has the id 'Z'"),
    (
        {"entries": [{"id": "A", "opponents": ["A"]}]},
        "entries[0].opponents[0]: an entry cannot have met itself",
    ),
    ("[]", "expected an object with entries, found a list"),
    ("", "not JSON: Expecting value at line 1 column 1"),
    ('{"entries": [{"id": "A", "id": "B"}]}', "id: the key is written twice in one object"),
    ('{"entries": NaN}', "NaN is not a number"),
    ("[" * 100_000, "nested too deeply"),
    ('{"seed": ' + "9" * 5_000 + "}", "a number in the text is too long"),
    ({"entries": [{"id": "A", "dropped_after": 1}]}, "Nobody is left to pair"),
    ({"entries": [{"id": "A"}]}, "Only A is left"),
]


@pytest.mark.parametrize("event, text", BAD, ids=[text[:60] for _, text in BAD])
def test_bad_input_names_its_place_and_ends_with_2(event: object, text: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        pair(event, tmp_path)
    assert text in str(caught.value)
    assert caught.value.returncode == 2


def test_the_error_keeps_path_and_message_apart() -> None:
    with pytest.raises(OfflineError) as caught:
        read_event(json.dumps(changed("rounds.0.0.b", "Z")))
    assert (caught.value.path, caught.value.message) == ("rounds[0][0].b", "no entry has the id 'Z'")


def test_a_file_that_is_missing_or_no_text_ends_with_2(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(b'{"entries": "\xff"}')
    for path, text in ((tmp_path / "none.json", "cannot be read"), (wrong, "is not UTF-8 text")):
        with pytest.raises(CommandError, match=text) as caught:
            call_command("pair", str(path))
        assert caught.value.returncode == 2


def test_the_examples_of_the_page_about_pairing_work(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "pairing.md").read_text()
    answer = pair(page.split("```json\n")[1].split("```")[0], tmp_path)
    assert {frozenset((table["a"], table["b"])) for table in answer["tables"]} == {
        frozenset("AD"),
        frozenset("BC"),
    }
    names: dict = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    pairing = names["pairing"]
    assert [(table.a, table.b) for table in pairing.tables] == [("A", "C")]
    assert (pairing.bye, pairing.certificate.kind) == ("B", "exact")
