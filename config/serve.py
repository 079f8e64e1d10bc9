"""The site under uvicorn: ``python -m config.serve --port 8000``.

It serves the pages and the live streams. If the broker is ``memory://``, a Celery worker and the beat run as
threads beside them, and the process is the whole site; with a real broker those are processes of their own.
Ctrl-C or SIGTERM ends everything within a few seconds, open streams first.
"""

import argparse
import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator

import uvicorn

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class PortInUse(Exception):
    """Something else listens there already."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the port, taken before anything else is done; raises ``PortInUse``."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(2048)
    except OSError as error:
        taken.close()
        raise PortInUse(f"Port {port} can't be used ({error.strerror}). Choose another one.") from error
    return taken


class Server(uvicorn.Server):
    """uvicorn that says when it is ready, and ends the live streams before it waits for open requests."""

    def __init__(
        self, config: uvicorn.Config, on_ready: Callable[[], None], on_stop: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stop()
        await super().shutdown(sockets)


def serve(taken: socket.socket, on_ready: Callable[[], None], log_level: str = "warning") -> None:
    """Serve on the bound socket until a signal ends it; ``on_ready`` is called once requests are taken."""
    from config.asgi import application

    config = uvicorn.Config(
        application, log_level=log_level, access_log=False, timeout_graceful_shutdown=3, lifespan="on"
    )
    server = Server(config, on_ready, application.hub.close)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with background_work(), contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[taken])


@contextlib.contextmanager
def background_work() -> Iterator[None]:
    """Celery's worker and beat as threads, as long as the block runs; nothing with a real broker."""
    from django.conf import settings

    if not settings.CELERY_BROKER_URL.startswith("memory:"):
        yield
        return
    from celery.beat import Service
    from celery.worker import WorkController

    from config.celery import app

    worker = WorkController(
        app=app,
        pool_cls="threads",
        concurrency=4,
        queues=["default", "clocks"],
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    beat = Service(app, max_interval=1, scheduler_cls=app.conf.beat_scheduler)
    threads = [
        threading.Thread(target=part.start, name=f"celery-{name}", daemon=True)
        for name, part in (("worker", worker), ("beat", beat))
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        beat.stop()
        app.control.shutdown()  # through the queue, which wakes the worker at once
        for thread in threads:
            thread.join(5)


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the site from one process.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    try:
        taken = listening_socket(options.host, options.port)
    except PortInUse as error:
        sys.exit(str(error))
    serve(taken, lambda: print(f"Serving on http://{options.host}:{options.port}", flush=True), "info")


if __name__ == "__main__":
    main()
