"""What the domain functions stand on: the refusal that a person can act on."""

from typing import Any, TypeAlias

Person: TypeAlias = Any
"""An account of the site (its type belongs to another app); ``None`` is the site itself."""


class Refused(Exception):
    """The change was not made, and nothing was written. The text says what was wrong and what would be right.

    ``field`` names the form field it belongs to, if any; ``code`` is a stable word for programs.
    """

    def __init__(self, message: str, *, field: str | None = None, code: str = "refused") -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.code = code


class Stale(Refused):
    """Somebody else changed it in between; the page should be shown again as it is now."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="stale")
