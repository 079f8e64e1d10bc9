"""Two questions a supervisor asks: is the process alive, and can it serve?"""

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse


def healthz(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers; asks nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    """200 if the database and, where one is set, Redis answer; 503 with what does not."""
    checks = {"database": _database()}
    if settings.REDIS_URL:
        checks["redis"] = _redis()
    return JsonResponse(checks, status=200 if set(checks.values()) == {"ok"} else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "does not answer"
    return "ok"


def _redis() -> str:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return "does not answer"
    return "ok"
