from .live import Stream, StreamEntry

__all__ = ["Stream", "StreamEntry"]
