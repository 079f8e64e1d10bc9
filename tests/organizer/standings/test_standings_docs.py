"""The examples of docs/standings.md do what the page says."""

import io
import json
import re
from pathlib import Path

from django.core.management import call_command

from organizer.standings import CATALOGUE, RULESETS

PAGE = (Path(__file__).parents[3] / "docs" / "standings.md").read_text(encoding="utf-8")


def example(language):
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


def test_the_python_example_runs():
    names: dict = {}
    exec(example("python"), names)
    assert names["table"].rows[0].id == "A"


def test_the_file_example_is_read(tmp_path):
    path = tmp_path / "event.json"
    path.write_text(example("json"), encoding="utf-8")
    out = io.StringIO()
    call_command("standings", str(path), stdout=out)
    assert [row["id"] for row in json.loads(out.getvalue())["standings"]] == ["A", "C", "B"]


def test_every_tie_break_is_on_the_page():
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) >= set(CATALOGUE)


def test_every_ruleset_is_on_the_page_with_its_chain():
    rows = dict(re.findall(r"^\| `([\w-]+-\d{4})` \| ([^|]+) \|", PAGE, re.MULTILINE))
    chains = {known.id: ", ".join(rule.key for rule in known.chain) for known in RULESETS}
    for name, chain in chains.items():
        assert rows[name] in (chain, "the same")
    assert set(rows) == set(chains)
