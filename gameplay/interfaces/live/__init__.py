"""Live updates for open pages: ``GET /live/<stream>?after=N`` as server-sent events.

An app that owns streams registers who may listen to them, in its ``AppConfig.ready``::

    from gameplay.interfaces import live
    live.register("event", may_listen)      # may_listen(user, "event:12:staff") -> Decision
"""

from .access import Decision, Verdict, register
from .app import LiveApp
from .hub import Hub

__all__ = ["Decision", "Hub", "LiveApp", "Verdict", "register"]
