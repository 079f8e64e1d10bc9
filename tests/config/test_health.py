"""What a supervisor is told."""

import pytest
from django.test import Client

from tests.services import Redis, free_port

pytestmark = pytest.mark.django_db


def test_a_live_process_says_so(client: Client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.redis
def test_it_is_ready_when_everything_answers(client: Client, own_redis: Redis, settings):
    settings.REDIS_URL = own_redis.url
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "redis": "ok"})


def test_it_is_not_ready_without_its_redis(client: Client, settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["redis"]) == (503, "does not answer")
