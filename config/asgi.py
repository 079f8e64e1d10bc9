"""The ASGI application: live streams, and the pages through Django's WSGI handler in eight threads.

Pages go through WSGI because Django's own ASGI handler gives each request a thread of its own for its
whole life, at a quarter of the throughput.
"""

from typing import TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware

from .wsgi import application as wsgi_application

if TYPE_CHECKING:
    from gameplay.interfaces.live.app import Receive, Scope, Send

_wsgi: Any = wsgi_application  # a2wsgi and the type stubs of Django disagree about the same protocol


class Shell:
    """Routes by path; the hub starts and stops with the server."""

    def __init__(self) -> None:
        from gameplay.interfaces.live import Hub, LiveApp  # has models, so Django must be set up by now

        self.hub = Hub()
        self.live = LiveApp(self.hub)
        self.pages: Any = WSGIMiddleware(_wsgi, workers=8)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith("/live/"):
            await self.live(scope, receive, send)
        else:
            await self.pages(scope, receive, send)

    async def _lifespan(self, receive: "Receive", send: "Send") -> None:
        await receive()
        self.hub.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.hub.stop()
        await send({"type": "lifespan.shutdown.complete"})


application = Shell()
