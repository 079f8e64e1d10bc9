"""``manage.py standings``."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

EXAMPLE = {
    "entries": [
        {"id": "A", "name": "Ada"},
        {"id": "B"},
        {"id": "C", "dropped_after": 1},
        {"id": "D"},
        {"id": "E"},
        {"id": "F"},
    ],
    "rounds": [
        [
            {"a": "A", "b": "B", "score": [2, 1, 0]},
            {"a": "C", "b": "D", "score": [2, 0, 0]},
            {"a": "E", "b": "F", "score": [1, 1, 1]},
        ],
        [
            {"a": "A", "b": "E", "score": [2, 0, 0]},
            {"a": "F", "b": "B", "score": [2, 1, 0]},
            {"a": "D", "b": None, "bye": True},
        ],
        [
            {"a": "A", "b": "F", "score": [0, 0, 3]},
            {"a": "E", "b": "D", "score": [2, 1, 0]},
            {"a": "B", "b": None, "bye": True},
        ],
    ],
    "seed": "spring",
}


@pytest.fixture
def run(tmp_path):
    """Runs the command on an event and returns what it prints, read as JSON."""

    def run(event, *arguments):
        path = tmp_path / "event.json"
        path.write_text(event if isinstance(event, str) else json.dumps(event), encoding="utf-8")
        out = io.StringIO()
        call_command("standings", str(path), *arguments, stdout=out)
        return json.loads(out.getvalue())

    return run


def column(answer, key):
    return {row["id"]: row["tiebreaks"][key]["fraction"] for row in answer["standings"]}


def with_options(**options):
    return {**EXAMPLE, "options": options}


def test_t11_the_example_passes_to_the_fraction(run):
    answer = run(EXAMPLE)
    assert answer["ruleset"] == "magic-2026"
    assert "".join(row["id"] for row in answer["standings"]) == "AFEDBC"
    assert [row["points"] for row in answer["standings"]] == ["7", "5", "4", "3", "3", "3"]
    assert column(answer, "omw") == {
        "A": "4/9",
        "F": "14/27",
        "E": "5/9",
        "D": "13/18",
        "B": "2/3",
        "C": "1/3",
    }
    assert column(answer, "gw") == {"A": "5/8", "F": "13/27", "E": "5/12", "D": "3/7", "B": "1/2", "C": "1"}
    assert column(answer, "ogw") == {
        "A": "151/324",
        "F": "37/72",
        "E": "2321/4536",
        "D": "17/24",
        "B": "239/432",
        "C": "3/7",
    }


@pytest.mark.parametrize(
    "name, key, expected",
    [
        (
            "magic-software",
            "omw",
            {"A": "133/300", "F": "1397/2700", "E": "499/900", "D": "13/18", "B": "2/3", "C": "33/100"},
        ),
        ("pokemon", "owp", {"A": "17/36", "F": "19/36", "E": "7/12", "D": "5/8", "B": "3/4", "C": "1/4"}),
        (
            "pokemon",
            "oowp",
            {"A": "67/108", "F": "65/108", "E": "13/24", "D": "5/12", "B": "1/2", "C": "5/8"},
        ),
        ("netrunner", "sos", {"A": "4/3", "F": "14/9", "E": "5/3", "D": "13/6", "B": "2", "C": "1"}),
        ("netrunner", "xsos", {"A": "47/27", "F": "5/3", "E": "91/54", "D": "4/3", "B": "13/9", "C": "13/6"}),
        ("fide", "points", {"A": "5/2", "F": "2", "E": "3/2", "D": "1", "B": "1", "C": "1"}),
        ("fide", "buchholz", {"A": "9/2", "F": "5", "E": "11/2", "D": "9/2", "B": "11/2", "C": "3"}),
        ("fide", "buchholz_cut1", {"A": "7/2", "F": "4", "E": "9/2", "D": "7/2", "B": "9/2", "C": "2"}),
        ("fide", "sb", {"A": "7/2", "F": "3", "E": "2", "D": "1", "B": "1", "C": "1"}),
    ],
)
def test_t11_the_example_passes_under_the_other_rulesets(run, name, key, expected):
    assert column(run(with_options(ruleset=name)), key) == expected


def test_it_reads_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(EXAMPLE)))
    out = io.StringIO()
    call_command("standings", "-", stdout=out)
    assert json.loads(out.getvalue())["standings"][0]["name"] == "Ada"


def test_it_shows_each_value_with_four_digits(run):
    first = run(EXAMPLE)["standings"][0]
    assert first["tiebreaks"]["ogw"] == {"fraction": "151/324", "decimal": "0.4660"}


def test_it_shows_the_working_of_one_entry(run):
    answer = run(EXAMPLE, "--working", "A")
    omw = next(work for work in answer["workings"] if work["key"] == "omw")
    assert [term["value"]["fraction"] for term in omw["terms"]] == ["1/3", "4/9", "5/9"]
    assert omw["steps"][-1] == "Opponents' match-win %: 4/9 (0.4444)"


def test_the_file_can_choose_the_tie_breaks(run):
    answer = run(with_options(tiebreaks=["points", "sb", "lot"]))
    assert [rule["key"] for rule in answer["tiebreaks"]] == ["points", "sb", "lot"]


def test_points_in_the_file_go_over_those_of_the_ruleset(run):
    points = {"win": 3, "draw": 1, "loss": 0}
    answer = run(with_options(ruleset="fide", points=points))
    assert [row["points"] for row in answer["standings"]] == ["7", "5", "4", "3", "3", "3"]


def test_it_ranks_points_even_when_the_chain_leaves_them_out(run):
    answer = run(with_options(tiebreaks=["gw"]))
    assert {row["id"]: row["points"] for row in answer["standings"]}["A"] == "7"


def test_results_without_a_score_have_the_usual_games(run):
    event = {
        "entries": [{"id": name} for name in "ABCDEFGHIJ"],
        "rounds": [
            [
                {"a": "A", "b": "B", "result": "a"},
                {"a": "C", "b": "D", "result": "b", "played": False},
                {"a": "E", "b": "F", "result": "draw"},
                {"a": "G", "b": "H", "result": "double_loss"},
                {"a": "I", "b": None, "result": "absent"},
                {"a": "J", "b": None, "result": "bye"},
            ]
        ],
        "options": {"tiebreaks": ["points", "game_difference"]},
    }
    answer = run(event)
    points = {row["id"]: row["points"] for row in answer["standings"]}
    assert points == {
        "A": "3",
        "B": "0",
        "C": "0",
        "D": "3",
        "E": "1",
        "F": "1",
        "G": "0",
        "H": "0",
        "I": "0",
        "J": "3",
    }
    difference = column(answer, "game_difference")
    assert difference == {
        "A": "2",
        "B": "-2",
        "C": "-2",
        "D": "2",
        "E": "0",
        "F": "0",
        "G": "0",
        "H": "0",
        "I": "-2",
        "J": "2",
    }


def test_an_event_without_rounds_has_everybody_level(run):
    answer = run({"entries": [{"id": "A"}, {"id": "B"}]})
    assert [(row["place"], row["shared"]) for row in answer["standings"]] == [(1, True), (1, True)]


@pytest.mark.parametrize(
    "event, message",
    [
        ("{", "not JSON"),
        ({"entries": [{"id": "A", "points": 3}]}, r"entries\[0\].points: standings follow from matches"),
        ({**EXAMPLE, "options": {"ruleset": "chess"}}, "no ruleset is called 'chess'"),
        ({**EXAMPLE, "options": {"tiebreaks": ["elo"]}}, "no tie-break is called 'elo'"),
        ({**EXAMPLE, "rounds": [[{"a": "A", "b": "A", "score": [2, 0]}]]}, "against itself"),
        ({**EXAMPLE, "rounds": [[{"a": "A", "b": "B", "score": [2000, 0]}]]}, "from 0 to 999"),
    ],
)
def test_bad_input_says_where_and_ends_with_code_2(run, event, message):
    with pytest.raises(CommandError, match=message) as caught:
        run(event)
    assert caught.value.returncode == 2


def test_the_working_of_an_unknown_entry_ends_with_code_2(run):
    with pytest.raises(CommandError, match="'Z' is not in the standings") as caught:
        run(EXAMPLE, "--working", "Z")
    assert caught.value.returncode == 2


def test_a_missing_file_ends_with_code_2(tmp_path):
    with pytest.raises(CommandError, match="cannot be read") as caught:
        call_command("standings", str(tmp_path / "none.json"))
    assert caught.value.returncode == 2


def test_a_file_that_is_not_text_ends_with_code_2(tmp_path):
    path = tmp_path / "event.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="not UTF-8") as caught:
        call_command("standings", str(path))
    assert caught.value.returncode == 2
