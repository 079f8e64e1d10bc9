"""A rulebook as code: the steps, procedures, events and actions of one game, each with the clauses it enforces.

A game's modules fill one ``Rulebook`` with decorators. Steps are what the agenda runs, by name; a step that asks
does nothing before it asks, so that it can be asked again after a ruling. Events are the only way anything
happens (see ``event``).
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from .ask import Form

Rule = Callable[..., Any]
Cite = tuple[str, ...]


class EventKind:
    """One kind of event: what it does to the state, how the log says it, and who may know its parts.

    ``names`` are its arguments in order; those in ``secret`` are told only to the seats named when it happens.
    A ``quiet`` event is not written for people: triggers alone listen to it.
    """

    __slots__ = ("apply", "cite", "name", "names", "quiet", "replacements", "secret", "subject", "words")

    def __init__(
        self, name: str, apply: Rule, words: str, cite: Cite, secret: tuple[str, ...], quiet: bool
    ) -> None:
        self.name, self.apply, self.words, self.cite = name, apply, words, cite
        self.names = tuple(inspect.signature(apply).parameters)[1:]
        self.secret, self.quiet = secret, quiet
        self.replacements: list[Rule] = []
        self.subject = self.names[0] if self.names else ""
        """The argument that triggers look at first."""
        unknown = set(secret) - set(self.names)
        if unknown:
            raise ValueError(f"event {name}: no argument {', '.join(sorted(unknown))} to keep secret")
        if not words and not quiet:
            raise ValueError(f"event {name}: needs the words the log says it with, or quiet=True")

    def __repr__(self) -> str:
        return f"<event {self.name}>"


class Rulebook:
    """Everything a game teaches the engine. ``kinds`` says what each argument of an event or action is: a seat,
    a card, a space, a number, … (``thing kind`` by argument name).
    """

    def __init__(self, game: str, kinds: Mapping[str, str]) -> None:
        self.game = game
        self.kinds = dict(kinds)
        self.steps: dict[str, Rule] = {}
        self.answers: dict[str, Rule] = {}
        self.procedures: dict[str, tuple[str, ...]] = {}
        self.events: dict[str, EventKind] = {}
        self.forms: dict[str, Form] = {}
        self.replacements: dict[str, Rule] = {}
        self.expiries: dict[str, Rule] = {}
        self.cites: dict[str, Cite] = {}

    def step(self, name: str, *cite: str) -> Callable[[Rule], Rule]:
        """A step of the agenda: ``(state, *frame arguments)``. ``cite``: the clauses it enforces."""

        def register(rule: Rule) -> Rule:
            if name in self.steps:
                raise ValueError(f"there is a step {name!r} already")
            self.steps[name] = rule
            self.cites[name] = cite
            return rule

        return register

    def answer(self, name: str) -> Callable[[Rule], Rule]:
        """What happens when the decision that the step of this name asked is answered:
        ``(state, option or tuple of options, *frame arguments)``.
        """

        def register(rule: Rule) -> Rule:
            self.answers[name] = rule
            return rule

        return register

    def procedure(self, name: str, *parts: str, cite: Cite = ()) -> None:
        """A step that runs these steps one after the other, each with the procedure's own arguments."""

        def run(g: Any, at: int, *args: Any) -> None:
            if at + 1 < len(parts):
                g.agenda.append((name, at + 1, *args))
            g.agenda.append((parts[at], *args))

        self.procedures[name] = parts
        self.step(name, *cite)(run)

    def event(
        self, words: str = "", *cite: str, secret: tuple[str, ...] = (), quiet: bool = False
    ) -> Callable[[Rule], EventKind]:
        """Makes the function that applies an event its kind: ``g.do(kind, *arguments)`` makes it happen."""

        def register(apply: Rule) -> EventKind:
            name = apply.__name__
            if name in self.events:
                raise ValueError(f"there is an event {name!r} already")
            kind = EventKind(name, apply, words, cite, secret, quiet)
            self.events[name] = kind
            return kind

        return register

    def replaces(self, kind: EventKind, name: str) -> Callable[[Rule], Rule]:
        """A replacement: ``(state, *arguments)`` gives the arguments to go on with, or None when the event
        does not happen. Each is applied at most once to an event.
        """

        def register(rule: Rule) -> Rule:
            kind.replacements.append(rule)
            self.replacements[name] = rule
            return rule

        return register

    def expiry(self, what: str) -> Callable[[Rule], Rule]:
        """What happens when a lasting entry of this kind ends: ``(state, entry)``."""

        def register(rule: Rule) -> Rule:
            self.expiries[what] = rule
            return rule

        return register

    def action(self, verb: str, words: str, *cite: str) -> None:
        """An option verb and its words, such as ``play {card} on {space}``."""
        self.forms[verb] = Form(verb, words)
        self.cites[f"action {verb}"] = cite
