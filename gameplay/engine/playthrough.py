"""The public surface of the engine: decide, answer, view, rule, rewind, replay."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .agenda import NEW, Mark, Result
from .ask import Answer, Decision, IllegalAnswer, Option, Refusal, checked, read, written
from .book import Rulebook
from .chance import Chance, commitment
from .event import EVERYBODY
from .log import Entry, Header, first_link, link
from .stats import Stats
from .view import Speech, lines, shown_option


class Title(Protocol):
    """What a game gives to the engine. ``code`` names it; ``rules`` and ``cards`` are content hashes."""

    code: str
    book: Rulebook
    variants: tuple[str, ...]
    rules: str
    cards: str
    preferences: Mapping[str, int]
    """What a computer player likes to do: verbs with weights (``computer.HeuristicPlayer``)."""

    def begin(self, header: Header, chance: Chance) -> Any:
        """The state before the first step, which is on its agenda. Raises ``ValueError`` for decks or options
        the game does not have."""

    def view(self, g: Any, viewer: int) -> Any:
        """What the viewer may know, as plain values."""

    def board(self, g: Any, viewer: int) -> str:
        """The same as text for a terminal."""

    def speech(self, g: Any) -> Speech:
        """How the game says its things."""

    def find(self, g: Any, seat: int, kind: str, name: str) -> Any:
        """The thing of this kind that a seat calls by this name; ``ValueError`` when there is none."""

    def why_not(self, g: Any, seat: int, action: Option) -> Refusal | None:
        """Why the seat cannot do this now; None when it can."""

    def concede(self, g: Any, seat: int) -> None: ...

    def time_called(self, g: Any) -> None: ...

    def edit(self, g: Any, change: Mapping[str, Any]) -> None:
        """One change of a ruling; ``ValueError`` says what is wrong with it."""


class Diverged(Exception):
    """A replay that came to something else than its record: ``n`` is the first entry that differs."""

    def __init__(self, n: int, message: str) -> None:
        super().__init__(f"entry {n}: {message}")
        self.n = n


class IllegalRuling(Exception):
    """A ruling that would leave an impossible position; the text lists what is wrong. Nothing has changed."""


class Prompt(NamedTuple):
    """An open decision as a viewer may know it: everything to its own seat, to others only whose it is."""

    seat: int
    kind: str
    options: tuple[tuple[Any, ...], ...]
    least: int
    most: int
    cite: tuple[str, ...]


class Playthrough:
    """One game from its header to its end: a header and a list of entries, and the position they lead to."""

    def __init__(self, title: Title, header: Header, state: Any = None) -> None:
        self.title, self.header = title, header
        if state is None:
            salts = tuple(salt.encode() for salt in header.salts)
            state = title.begin(header, Chance(bytes.fromhex(header.seed), salts))
        self.state: Stats = state
        self.entries: list[Entry] = []
        self._marks: list[tuple[int, Mark]] = []
        self._chain: list[str] = []
        self.state.run()
        self._ends = [len(self.state.events)]
        """How many events there were after the opening and after each entry."""
        self._taken_back: dict[int, Sequence[Any]] = {}
        """What entries made happen that has been taken back."""

    @classmethod
    def of(cls, title: Title, header: Header, state: Any) -> "Playthrough":
        """A game that goes on from a state that somebody has arranged."""
        return cls(title, header, state)

    @classmethod
    def new(
        cls,
        title: Title,
        decks: Sequence[Sequence[str]],
        seed: bytes,
        *,
        variant: str = "",
        salts: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
    ) -> "Playthrough":
        """A new game. ``decks``: card numbers by seat; ``seed``: 32 secret bytes; ``salts``: one of each seat.
        Raises ``ValueError``.
        """
        header = Header(
            game=title.code,
            variant=variant or title.variants[0],
            decks=tuple(tuple(deck) for deck in decks),
            seed=seed.hex(),
            commitment=commitment(seed),
            salts=tuple(salts),
            options=options or {},
            rules=title.rules,
            cards=title.cards,
        )
        return cls(title, header)

    # -- what is asked ------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        return self.state.asked

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def n(self) -> int:
        """How many entries the game has."""
        return len(self.entries)

    # -- inputs -------------------------------------------------------------------------------------------

    def answer(self, seat: int, answer: Any, stamp: int | None = None) -> None:
        """Answer the open decision: an option's index, or indexes where several may be picked. Raises
        ``IllegalAnswer``, and nothing has changed.
        """
        g = self.state
        decision = g.asked
        if decision is None:
            raise IllegalAnswer("the game is over: nothing is asked")
        if decision.seat != seat:
            raise IllegalAnswer(f"seat {decision.seat + 1} decides now, not seat {seat + 1}", decision.cite)
        single = decision.most == decision.least == 1
        if not single or type(answer) is not int or not 0 <= answer < len(decision.options):
            answer = checked(decision, answer)
        mark = g.mark()
        g.reply(answer)
        entries = self.entries
        self._marks.append((len(entries), mark))
        entries.append(NEW(Entry, ("answer", seat, answer, stamp)))
        self._ends.append(len(g.events))

    def default(self, stamp: int | None = None) -> None:
        """Play the default of the open decision: its seat's time is up."""
        decision = self.decision
        if decision is None:
            raise IllegalAnswer("the game is over: nothing is asked")
        self._enter(Entry("default", decision.seat, decision.default, stamp))

    def concede(self, seat: int, stamp: int | None = None) -> None:
        """A seat gives the game up, at any moment."""
        if self.result is not None:
            raise IllegalAnswer("the game is over")
        self._enter(Entry("concede", seat, None, stamp))

    def call_time(self, stamp: int | None = None) -> None:
        """The organizer's limit is reached: the game decides by its rule for that."""
        if self.result is not None:
            raise IllegalAnswer("the game is over")
        self._enter(Entry("time", -1, None, stamp))

    def rule(self, ruling: Mapping[str, Any], stamp: int | None = None) -> None:
        """A judge's change: ``{"changes": [...], "cite": [...], "reason": "..."}``; allowed in mid-resolution.
        The open decision is asked anew. Raises ``IllegalRuling`` or ``ValueError``, and nothing has changed.
        """
        before = self.state.mark()
        try:
            self._enter(Entry("ruling", -1, ruling, stamp))
        except (IllegalRuling, ValueError):
            self.state.rewind(before)
            raise

    def rewind(self, to: int, stamp: int | None = None) -> None:
        """Back to before the entry ``to`` (0 is the first). The way back is an entry itself; entries that were
        taken back cannot be gone back to. Raises ``IllegalAnswer``.
        """
        if not any(n == to for n, _mark in self._marks):
            raise IllegalAnswer(
                f"entry {to} is not on the way that led here; there are {len(self.entries)} entries"
            )
        self._enter(Entry("rewind", -1, to, stamp))

    def _enter(self, entry: Entry) -> None:
        """Carry an entry out and write it down."""
        if entry.kind == "rewind":
            events, ends = self.state.events, self._ends
            for n in range(entry.payload, len(self.entries)):
                self._taken_back.setdefault(n, events[ends[n] : ends[n + 1]])
            self._go_back(entry.payload)
            self.entries.append(entry)
            self._ends.append(len(self.state.events))
        else:
            mark = self.state.mark()
            CARRY_OUT[entry.kind](self, entry)
            self._write_down(entry, mark)

    def _write_down(self, entry: Entry, mark: Mark) -> None:
        self._marks.append((len(self.entries), mark))
        self.entries.append(entry)
        self._ends.append(len(self.state.events))

    def _answered(self, entry: Entry) -> None:
        self.state.reply(entry.payload)

    def _conceded(self, entry: Entry) -> None:
        self.title.concede(self.state, entry.seat)
        self.state.ask_again()

    def _timed(self, entry: Entry) -> None:
        self.title.time_called(self.state)
        self.state.ask_again()

    def _ruled(self, entry: Entry) -> None:
        g, ruling = self.state, entry.payload
        if not ruling.get("reason") and not ruling.get("cite"):
            raise IllegalRuling("a ruling cites clauses or gives a reason")
        for change in ruling.get("changes", ()):
            self.title.edit(g, change)
        g.forget()
        faults = g.faults()
        if faults:
            raise IllegalRuling("; ".join(faults))
        g.events.append(("ruled", (ruling.get("reason", ""), tuple(ruling.get("cite", ()))), EVERYBODY))
        g.ask_again()

    def _go_back(self, to: int) -> None:
        while self._marks:
            n, mark = self._marks.pop()
            if n == to:
                self.state.rewind(mark)
                return

    # -- what is seen -------------------------------------------------------------------------------------

    def view(self, viewer: int) -> Any:
        """What the viewer (a seat, ``SPECTATOR`` or ``JUDGE``) may know of the position."""
        return self.title.view(self.state, viewer)

    def prompt(self, viewer: int) -> Prompt | None:
        """The open decision as the viewer may know it: options only to the seat that decides, and to a judge."""
        decision = self.decision
        if decision is None:
            return None
        if viewer not in (decision.seat, -2):
            return Prompt(decision.seat, "", (), 0, 0, ())
        options = tuple([shown_option(self.state, viewer, option) for option in decision.options])
        return Prompt(decision.seat, decision.kind, options, decision.least, decision.most, decision.cite)

    def lines(self, viewer: int, start: int = 0) -> list[tuple[str, tuple[str, ...]]]:
        """The log for this viewer from the ``start``-th event on: sentences with their clauses."""
        return lines(self.state, self.title.speech(self.state), viewer, start)

    def says(self, option: Option) -> str:
        """An option of the open decision as a sentence."""
        return written(option, self.title.book.forms, self.title.speech(self.state).name)

    def reads(self, seat: int, text: str) -> Option:
        """The action that a sentence of this seat means. Raises ``ValueError``."""
        return read(
            text, self.title.book.forms, lambda kind, name: self.title.find(self.state, seat, kind, name)
        )

    def why_not(self, seat: int, action: Option) -> Refusal | None:
        """Why this action is not among the options of the seat now; None when it is."""
        decision = self.decision
        if decision is not None and decision.seat == seat and action in decision.options:
            return None
        if decision is None:
            return Refusal((), "the game is over")
        return self.title.why_not(self.state, seat, action)

    # -- the record ---------------------------------------------------------------------------------------

    def chain(self) -> list[str]:
        """The hash after the opening and after each entry: one more than there are entries."""
        chain, ends, events = self._chain, self._ends, self.state.events
        if not chain:
            opening = Entry("opening", -1, None)
            chain.append(link(first_link(self.header), opening, events[: ends[0]]))
        for n in range(len(chain) - 1, len(self.entries)):
            happened = self._taken_back.get(n, events[ends[n] : ends[n + 1]])
            chain.append(link(chain[n], self.entries[n], happened))
        return list(chain)

    def record(self) -> dict[str, Any]:
        """The whole game as plain data: header, entries, and the hash after each."""
        return {
            "header": self.header.as_data(),
            "entries": [entry.as_data() for entry in self.entries],
            "chain": self.chain(),
        }

    @classmethod
    def load(cls, record: Mapping[str, Any], title: Title) -> "Playthrough":
        """Replay a record. Raises ``Diverged`` with the first entry that differs, ``ValueError`` for a record
        that is none of this game.
        """
        header = Header.from_data(record["header"])
        if header.game != title.code:
            raise ValueError(f"this is a record of {header.game}, not of {title.code}")
        play = cls(title, header)
        hashes = record.get("chain", ())
        play._verify(hashes, 0)
        for n, data in enumerate(record["entries"]):
            entry = Entry.from_data(data)
            try:
                play._replay(entry)
            except (IllegalAnswer, IllegalRuling, ValueError, KeyError, IndexError) as problem:
                raise Diverged(n, str(problem)) from problem
            play._verify(hashes, n + 1)
        return play

    def _replay(self, entry: Entry) -> None:
        if entry.kind in ("answer", "default"):
            decision = self.decision
            if decision is None or decision.seat != entry.seat:
                raise IllegalAnswer(
                    f"seat {entry.seat + 1} is not asked here", decision.cite if decision else ()
                )
            checked(decision, entry.payload)
        self._enter(entry)

    def _verify(self, hashes: Sequence[str], n: int) -> None:
        if len(hashes) > n and self.chain()[n] != hashes[n]:
            raise Diverged(max(0, n - 1), "what happened is not what the record says")

    def digest(self) -> str:
        """Equal positions, equal digests."""
        return self.state.digest()


CARRY_OUT = {
    "answer": Playthrough._answered,
    "default": Playthrough._answered,
    "concede": Playthrough._conceded,
    "time": Playthrough._timed,
    "ruling": Playthrough._ruled,
}


def ruleset_hash(book: Rulebook, version: str) -> str:
    """A name for the rules a game was played with: its version and everything it enforces."""
    known = repr((version, sorted(book.steps), sorted(book.events), sorted(book.forms)))
    return hashlib.sha256(known.encode()).hexdigest()


__all__ = [
    "Answer",
    "Diverged",
    "IllegalAnswer",
    "IllegalRuling",
    "Playthrough",
    "Prompt",
    "Title",
    "ruleset_hash",
]
