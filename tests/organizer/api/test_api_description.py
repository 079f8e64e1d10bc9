"""The API does what its own description says, asked by machine with whatever the description allows."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from organizer.domain import submissions
from tests.deckcheck.some_lists import LEGAL, MISSPELT
from tests.organizer.story import Story

CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance]
QUICK = settings(
    max_examples=12,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)

DECKS = {
    "/api/v1/decks/": {403},
    "/api/v1/decks/{id}/": {403, 404},
    "/api/v1/decks/check/": {200},
}
"""What somebody without an account is answered: a deck box needs one, checking a list does not. An id that no
database could hold is a 404 before that."""


@pytest.fixture
def event_slug(transactional_db: None) -> str:
    """An event in its second round, so that there is something to answer with."""
    story = Story("ABCDEF", decklists="optional", decklists_open=True)
    for name, text in (("A", LEGAL), ("B", MISSPELT)):
        submissions.submit_deck(story[name], story.staff, text=text)
    story.play("AB 2-1, CD 2-0, EF 1-1-1")
    story.seat("AC", "BE", "DF")
    return story.event.slug


def test_answers_are_as_described(event_slug: str) -> None:
    description = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    answered: dict[str, set[int]] = {}

    def ask(case: Any) -> None:
        cache.clear()
        if "slug" in case.path_parameters:
            case.path_parameters["slug"] = event_slug
        if isinstance(case.path_parameters.get("number"), int):
            case.path_parameters["number"] %= 4
        if case.operation.path.endswith("/check/") and isinstance(case.body, dict):
            case.body |= {"game": "neuroscape", "format": "genesis"}
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        answered.setdefault(case.operation.path, set()).add(answer.status_code)

    for operation in description.get_all_operations():
        QUICK(given(case=operation.ok().as_strategy())(ask))()
    assert {path for path in answered if path.startswith("/api/v1/decks/")} == set(DECKS)
    events = {path for path in answered if path.startswith("/api/v1/events/")}
    assert {path.removeprefix("/api/v1/events") for path in events} == {
        "/",
        "/{slug}/",
        "/{slug}/entries/",
        "/{slug}/decks/",
        "/{slug}/entries/{id}/",
        "/{slug}/rounds/",
        "/{slug}/rounds/{number}/",
        "/{slug}/rounds/{number}/matches/",
        "/{slug}/standings/",
    }
    assert set().union(*(answered[path] for path in events)) <= {200, 400, 404}
    assert all(200 in answered[path] for path in events if "{id}" not in path)
    assert all(min(codes) in answered[path] and answered[path] <= codes for path, codes in DECKS.items())
