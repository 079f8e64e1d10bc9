"""The site's own programs as child processes, as a person or a container starts them."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from django.db import connection
from django.utils import timezone

from organizer.domain.results import report_result
from organizer.models import Report
from tests.organizer.desk import open_desk

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90.0


def database_url() -> str:
    """The address of the test database in use, for another process."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    host = quote(settings["HOST"], safe="")
    return f"postgresql://{settings['USER']}:{settings['PASSWORD']}@{host}/{settings['NAME']}"


def embedded(var: Path, *, site_url: str = "http://localhost") -> dict[str, str]:
    """The environment of a site in one process, on the test database and with its files in ``var``."""
    return {
        "DATABASE_URL": database_url(),
        "REDIS_URL": "",
        "CELERY_BROKER_URL": "memory://localhost/",
        "VAR_DIR": str(var),
        "UNHASHED_STATIC": "1",
        "SITE_URL": site_url,
    }


class Process:
    """A child process with its output in a file."""

    port = 0

    def __init__(self, command: list[str], log: Path, environment: dict[str, str]) -> None:
        self.log = log
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        with log.open("wb") as file:
            self.child = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "PATH": path, "PYTHONUNBUFFERED": "1", **environment},
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def says(self, text: str) -> None:
        """Wait until its output contains ``text``."""
        wait_until(lambda: text in self.output() or self.child.poll() is not None)
        assert text in self.output(), self.output()

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send the signal to it alone and return its exit code."""
        self.child.send_signal(number)
        return self.child.wait(PATIENCE)

    def kill(self) -> None:
        """Kill it and every process it started, as a machine that goes down would."""
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.child.wait(PATIENCE)


@contextmanager
def started(command: list[str], log: Path, **environment: str) -> Iterator[Process]:
    """The process while the block runs; nothing of it is left behind."""
    process = Process(command, log, environment)
    try:
        yield process
    finally:
        process.kill()


def overdue_report() -> Report:
    """A player's report that the opponent should have answered by now."""
    desk = open_desk(2)
    [match] = desk.round(("Ada", "Bo"))
    report = report_result(match, desk.as_("Ada"), desk["Ada"], games_a=2)
    Report.objects.filter(pk=report.pk).update(confirm_at=timezone.now())
    return report


def wait_until(true: Callable[[], bool]) -> None:
    """Until the condition holds, at most ``PATIENCE`` seconds; what waits for other processes can only look."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.02)


def get(port: int, path: str) -> tuple[int, str]:
    """Status and body of one request; status 0 while nobody listens there."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", path, headers={"Host": "localhost"})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    except ConnectionError:
        return 0, ""
    finally:
        line.close()


class Stream:
    """A live stream over a real connection."""

    def __init__(self, port: int, name: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._line.request("GET", f"/live/{name}", headers={"Host": "localhost"})
        self.answer = self._line.getresponse()
        assert self.answer.status == 200, self.answer.read()

    def next(self) -> dict[str, object]:
        """The data of the next event."""
        while not (line := self.answer.readline()).startswith(b"data: "):
            assert line, "the stream ended"
        return json.loads(line.removeprefix(b"data: "))

    def ended(self) -> bool:
        """Read to the end of the stream."""
        while self.answer.readline():
            pass
        return True
