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


@pytest.fixture
def event_slug(transactional_db: None) -> str:
    """An event in its second round, so that there is something to answer with."""
    story = Story("ABCDEF")
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
        if "number" in case.path_parameters:
            case.path_parameters["number"] %= 4
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        answered.setdefault(case.operation.path, set()).add(answer.status_code)

    for operation in description.get_all_operations():
        QUICK(given(case=operation.ok().as_strategy())(ask))()
    assert {path.removeprefix("/api/v1/events") for path in answered} == {
        "/",
        "/{slug}/",
        "/{slug}/entries/",
        "/{slug}/entries/{id}/",
        "/{slug}/rounds/",
        "/{slug}/rounds/{number}/",
        "/{slug}/rounds/{number}/matches/",
        "/{slug}/standings/",
    }
    assert set().union(*answered.values()) <= {200, 400, 404}
    assert all(200 in codes for path, codes in answered.items() if "{id}" not in path)
