"""What every test stands on: which servers it may use, and settings that are quick and repeatable."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import override_settings

from tests.services import Redis, running

JOURNEYS = Path(__file__).parent / "browser"
QUICK = {
    # The pages' files straight from their folders: nothing has been collected in a fresh clone.
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
    "STATIC_ROOT": None,
    "WHITENOISE_USE_FINDERS": True,
    "WHITENOISE_AUTOREFRESH": True,
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    # Of this process alone: rate limits of one worker's tests must not count for another's.
    "CACHES": {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
}


@pytest.fixture(scope="session", autouse=True)
def _quick_settings() -> Iterator[None]:
    with override_settings(**QUICK):
        yield


@pytest.fixture(autouse=True)
def _empty_cache(_quick_settings: None) -> None:
    cache.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as the site uses it: a database in memory has other locks between threads."""
    from django.db import connections

    database = connections["default"]
    if database.vendor == "sqlite":
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database.settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(scope="session")
def redis_url(worker_id: str) -> Iterator[str]:
    """A Redis database of this test process alone: the one in ``REDIS_URL``, or a server started for it."""
    number = int(worker_id.removeprefix("gw")) + 1 if worker_id.startswith("gw") else 0
    if named := os.environ.get("REDIS_URL"):
        yield f"{named.rpartition('/')[0]}/{number}"
        return
    with running(Redis()) as url:
        yield url


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis server of this test alone, running, that the test may stop and start."""
    server = Redis()
    with running(server):
        yield server


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The journeys of the browser take minutes each: first, so that no other worker waits for them at the end.

    They have sites of their own. Whatever stands on the test database stays in the order of pytest-django.
    """
    items.sort(key=lambda item: JOURNEYS not in item.path.parents)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test of the other database fails rather than being skipped; the Makefile leaves it out by its marker."""
    on_postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    if item.get_closest_marker("postgres") and not on_postgres:
        pytest.fail(
            "needs PostgreSQL: run it with 'python -m tests.services .venv/bin/pytest …', "
            "or leave it out with -m 'not postgres'",
            pytrace=False,
        )
    if item.get_closest_marker("sqlite") and on_postgres:
        pytest.fail("is about SQLite: leave it out with -m 'not sqlite'", pytrace=False)


def pytest_report_header() -> str:
    database = os.environ.get("DATABASE_URL", "SQLite").partition(":")[0]
    return f"site: database {database}, Redis {'yes' if os.environ.get('REDIS_URL') else 'no'}"
