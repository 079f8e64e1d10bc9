from django.apps import AppConfig


class OrganizerConfig(AppConfig):
    name = "organizer"

    def ready(self) -> None:
        """Say who may listen to the live streams of events."""
        from gameplay.interfaces import live

        from .interfaces.streams import may_listen

        live.register("event", may_listen)
