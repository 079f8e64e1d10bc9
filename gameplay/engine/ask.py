"""Decisions: what the engine asks, and how an option is written and read.

An option is a tuple: a verb, then the things it is about. ``Form`` gives the verb its words, so that logs,
pages and scenario files write and read the same sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Option = tuple[Any, ...]
Answer = int | tuple[int, ...]
"""What a seat answers: the index of an option, or the ascending indexes when several may be picked."""


class Decision(NamedTuple):
    """What a seat has to decide. ``default`` is what a time-out plays; ``cite`` the clauses that ask.

    ``least`` and ``most`` bound how many options are picked. Exactly one is answered with an index, everything
    else with a tuple of indexes. Options stand in canonical order, never by that of a set.
    """

    seat: int
    kind: str
    options: Sequence[Option]
    default: Answer
    cite: tuple[str, ...]
    least: int
    most: int

    @property
    def single(self) -> bool:
        return self.least == 1 and self.most == 1


class IllegalAnswer(Exception):
    """An answer that the rules do not allow; ``cite`` names the clauses that forbid it. Nothing has changed."""

    def __init__(self, message: str, cite: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.cite = cite


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not possible: the clauses that fail, and the reason in words."""

    cite: tuple[str, ...]
    reason: str


def picked(options: Sequence[Option], answer: Answer) -> Any:
    """The option that an answer names, or the options when several may be picked."""
    return options[answer] if isinstance(answer, int) else tuple([options[one] for one in answer])


def checked(decision: Decision, answer: Any) -> Answer:
    """The answer in its one form; ``IllegalAnswer`` says what would be right."""
    count = len(decision.options)
    if decision.single:
        if isinstance(answer, tuple | list) and len(answer) == 1:
            answer = answer[0]
        if not _index(answer, count):
            raise IllegalAnswer(f"answer with a number from 0 to {count - 1}, not {answer!r}", decision.cite)
        return int(answer)
    if isinstance(answer, int) and not isinstance(answer, bool):
        answer = (answer,)
    if not isinstance(answer, tuple | list) or not all(_index(one, count) for one in answer):
        raise IllegalAnswer(f"answer with numbers from 0 to {count - 1}, not {answer!r}", decision.cite)
    picked = tuple(sorted(set(answer)))
    if len(picked) != len(answer):
        raise IllegalAnswer(f"pick each option once, not {answer!r}", decision.cite)
    if not decision.least <= len(picked) <= decision.most:
        raise IllegalAnswer(
            f"pick {_span(decision.least, decision.most)} of the {count} options, not {len(picked)}",
            decision.cite,
        )
    return picked


def _index(value: Any, count: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


class Form:
    """How options of one verb are written: ``Form("play {card} on {space}", cite=...)``.

    The names in braces are the kinds of the things behind the verb, in order.
    """

    def __init__(self, verb: str, words: str) -> None:
        self.verb, self.words = verb, words
        self.kinds = tuple(re.findall(r"{(\w+)}", words))
        pattern = re.escape(words)
        for kind in self.kinds:
            pattern = pattern.replace(re.escape("{" + kind + "}"), "(.+?)", 1)
        self.pattern = re.compile(pattern + r"\Z")

    def write(self, things: Sequence[Any], name: Callable[[str, Any], str]) -> str:
        """The sentence; ``name(kind, thing)`` gives each thing its name."""
        text = self.words
        for kind, thing in zip(self.kinds, things, strict=True):
            text = text.replace("{" + kind + "}", name(kind, thing), 1)
        return text

    def read(self, text: str) -> tuple[str, ...] | None:
        """The names in the sentence, or None when it is none of this form."""
        found = self.pattern.match(text)
        return found.groups() if found else None


def written(option: Option, forms: Mapping[str, Form], name: Callable[[str, Any], str]) -> str:
    """An option as a sentence."""
    return forms[option[0]].write(option[1:], name)


def read(text: str, forms: Mapping[str, Form], find: Callable[[str, str], Any]) -> Option:
    """The action that a sentence means; ``find(kind, name)`` finds each thing or raises ``ValueError``.

    The longest form that fits wins. ``ValueError`` lists the forms when none does.
    """
    fitting = [(form, form.read(text)) for form in forms.values()]
    found = [(form, names) for form, names in fitting if names is not None]
    problems = []
    for form, names in sorted(found, key=lambda one: -len(one[0].words)):
        try:
            things = [find(kind, name.strip()) for kind, name in zip(form.kinds, names, strict=True)]
        except ValueError as problem:
            problems.append(str(problem))
        else:
            return (form.verb, *things)
    if problems:
        raise ValueError(problems[0])
    raise ValueError(
        f"{text!r} is no action; actions are: " + "; ".join(form.words for form in forms.values())
    )
