"""The list editor: a text with its verdict beside it, on the pages of the deck box and of events alike.

The template ``deckcheck/parts/editor.html`` shows it inside a form of the page. A button of the verdict changes the
text: ``correct`` ("12:Script Kiddie" puts that name in line 12) or ``assume`` ("ram" adds 25 Basic RAM). It works
by a plain post of the form, or at once with scripts.
"""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from deckcheck.domain import decks
from deckcheck.domain.base import Refused
from deckcheck.domain.checking import Checked
from deckcheck.domain.formats import Format, formats_of
from deckcheck.domain.overview import Overview, overview
from deckcheck.lists import FORMATS, ListError, apply_correction, assume_ram, write_list
from deckcheck.lists.deck import ZONES

GAMES = {"neuroscape": "Neuroscape", "hope-cardgame": "HOPE Cardgame"}
"""Games that are played with decks of one's own."""


@dataclass
class Verdict:
    """What the page shows of a list: the error that stopped reading, or what was found."""

    text: str
    error: str = ""
    checked: Checked | None = None
    fmt: Format | None = None
    overview: Overview | None = None
    offer_ram: bool = False
    faults: list[Any] = field(default_factory=list)
    problems: list[Any] = field(default_factory=list)
    advice: list[Any] = field(default_factory=list)

    @property
    def legal(self) -> bool:
        return self.checked is not None and self.checked.legal

    @property
    def count(self) -> int:
        return len(self.faults) + len(self.problems)

    @property
    def said(self) -> str:
        """The verdict in one sentence."""
        if not self.text.strip():
            return "Paste or type a list."
        if self.error:
            return self.error
        if self.legal:
            return "This list is legal."
        return f"Not legal: {self.count} fault{'' if self.count == 1 else 's'}."

    @property
    def list_format(self) -> str:
        code = self.checked.reading.format if self.checked else ""
        return FORMATS.get(code or "", code or "")


def verdict_on(text: str, game: str, code: str, on: date) -> Verdict:
    """Read and check a list for a page."""
    if not text.strip():
        return Verdict(text)
    try:
        checked, fmt = decks.check(text, game, code, on)
    except Refused as refused:
        return Verdict(text[: decks.TEXT_LENGTH], error=refused.message)
    found = checked.reading.deck
    return Verdict(
        text,
        checked=checked,
        fmt=fmt,
        overview=overview(found, fmt.pool),
        offer_ram=game == "neuroscape" and bool(found.count("cyberdeck")) and not found.count("ram"),
        faults=list(checked.verdict.faults),
        problems=list(checked.reading.problems),
        advice=list(checked.verdict.advice),
    )


def changed_text(request: HttpRequest) -> str | None:
    """The text of the form with what its pressed button asks for; ``None`` when no such button was pressed.

    A change that does not fit the text leaves it as it is: the verdict then still says what is wrong.
    """
    text = request.POST.get("text", "")[: decks.TEXT_LENGTH + 1].replace("\r\n", "\n").replace("\r", "\n")
    try:
        if wanted := request.POST.get("correct"):
            line, _, name = wanted.partition(":")
            return apply_correction(text, int(line), name) if line.isdecimal() and len(line) < 6 else text
        if request.POST.get("assume") == "ram":
            return _with_ram(
                text, request.POST.get("game", ""), request.POST.get("format", ""), asked_day(request)
            )
    except (ListError, Refused):
        return text
    return None


def _with_ram(text: str, game: str, code: str, on: date) -> str:
    """The list with 25 Basic RAM: written anew in a notation for programs, else in lines at its end."""
    checked, fmt = decks.check(text, game, code, on)
    reading = checked.reading
    if reading.format in {"json", "csv"}:
        return write_list(assume_ram(reading.deck, fmt.pool), fmt.pool, reading.format)
    return f"{text.rstrip()}\n\nRAM:\n25 Basic RAM\n"


def asked_day(request: HttpRequest) -> date:
    """The day that the form's field ``on`` names; today when it names none."""
    try:
        return date.fromisoformat(request.POST.get("on", ""))
    except ValueError:
        return timezone.localdate()


def editor(text: str, game: str, code: str, on: date | None = None, *, fixed: bool = False) -> dict[str, Any]:
    """The context of the editor's template. ``on`` is the day whose rules are asked, today unless told.

    A ``fixed`` format is a hidden field of the editor; else the page has a field for it.
    """
    day = on or timezone.localdate()
    return {
        "editor": {
            "text": text,
            "game": game,
            "format": code,
            "on": day.isoformat(),
            "fixed": fixed,
            "verdict": verdict_on(text, game, code, day),
        }
    }


def default_format(game: str) -> str:
    return next((code for code, _ in formats_of(game)), "") if game in ZONES else ""
