from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.http import Http404

from gameplay.interfaces.live import access


@dataclass(frozen=True)
class Answer:
    allowed: bool
    reason: str = ""


@dataclass
class Doorkeeper:
    """Who may listen to the streams named ``demo:…``: everybody, but for the names shut here."""

    shut: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    seen: list[object] = field(default_factory=list)

    def __call__(self, user: object, name: str) -> Answer:
        self.seen.append(user)
        if name in self.unknown:
            raise Http404(f"There is no {name}.")
        return Answer(name not in self.shut, "Staff only.")


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Doorkeeper]:
    keeper = Doorkeeper()
    monkeypatch.setitem(access._predicates, "demo", keeper)
    return keeper
