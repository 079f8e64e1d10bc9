"""A set file as plain data: YAML without its traps.

Read are mappings, lists, text, whole numbers, decimals, true, false and null. Refused are repeated keys, keys
and values that YAML 1.1 takes for booleans, tags, merge keys, several documents, and aliases that swell.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import yaml

from .errors import SetError, SetErrors

MOST_BYTES = 32 * 2**20
"""A larger file is refused unread: a hundred times the largest set known."""
MOST_DEPTH = 40
MOST_COPIED = 20_000
"""Values that aliases may repeat, all together."""

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
BOOLEAN_1_1 = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false"})
INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\Z")
DECIMAL = re.compile(r"[-+]?[0-9]{1,15}\.[0-9]{1,15}\Z")


@dataclass
class Document:
    """The content of a file, with the line on which each mapping and each list begins, by ``id``."""

    content: Any
    lines: dict[int, int] = field(default_factory=dict)

    def line(self, *nested: Any) -> int:
        """The line of the innermost of these that is a mapping or a list; 0 when none has one."""
        return next((self.lines[id(one)] for one in reversed(nested) if id(one) in self.lines), 0)


class _Stop(Exception):
    """The rest of the file cannot be read."""


@dataclass
class _Open:
    """A mapping or a list that is being filled."""

    value: Any
    path: str
    line: int
    key: str | None = None
    anchor: str | None = None
    size: int = 1

    def place(self) -> str:
        if isinstance(self.value, list):
            return f"{self.path}[{len(self.value) + 1}]"
        return f"{self.path}.{self.key}" if self.path else str(self.key)


def read_document(text: str | bytes, file: str) -> Document:
    """The content of a YAML text; raises ``SetErrors``."""
    if len(text) > MOST_BYTES:
        raise SetErrors([SetError(file, "", "", f"the file is larger than {MOST_BYTES // 2**20} MB")])
    reader = _Reader(file)
    try:
        reader.read(_decoded(text, file))
    except yaml.YAMLError as broken:
        reader.errors.append(_syntax(broken, file))
    except _Stop:
        pass
    if reader.errors:
        raise SetErrors(reader.errors)
    return Document(reader.root, reader.lines)


def _decoded(text: str | bytes, file: str) -> str:
    try:
        found = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
    except UnicodeDecodeError as broken:
        message = f"byte {broken.start + 1} is not UTF-8; save the file as UTF-8"
        raise SetErrors([SetError(file, "", "", message)]) from None
    return found


def _syntax(broken: yaml.YAMLError, file: str) -> SetError:
    mark = getattr(broken, "problem_mark", None)
    problem = getattr(broken, "problem", None) or getattr(broken, "reason", None) or "unreadable"
    return SetError(file, "", "", f"this is no valid YAML: {problem}", mark.line + 1 if mark else 0)


class _Reader:
    """Builds the content from parser events, with a stack of its own so that depth is a number to check."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.errors: list[SetError] = []
        self.lines: dict[int, int] = {}
        self.root: Any = None
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.copied = 0
        self.plain: dict[str, Any] = {}
        self.documents = 0

    def read(self, text: str) -> None:
        for event in yaml.parse(text, Loader=Loader):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self.scalar(event)
            elif kind is yaml.MappingStartEvent:
                self.begin({}, event)
            elif kind is yaml.SequenceStartEvent:
                self.begin([], event)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self.end()
            elif kind is yaml.AliasEvent:
                self.alias(event)
            elif kind is yaml.DocumentStartEvent:
                self.documents += 1
                if self.documents > 1:
                    self.stop(event, "a second document begins here; a set is one document")

    def error(self, event: Any, message: str, path: str | None = None) -> None:
        where = path if path is not None else self.place()
        self.errors.append(SetError(self.file, self.card(), where, message, event.start_mark.line + 1))

    def stop(self, event: Any, message: str) -> None:
        self.error(event, message)
        raise _Stop

    def card(self) -> str:
        """The number of the card that is being read, as far as it is known."""
        if len(self.open) > 2 and isinstance(self.open[2].value, dict):
            number = self.open[2].value.get("number", "")
            return number if isinstance(number, str) else ""
        return ""

    def place(self) -> str:
        return self.open[-1].place() if self.open and self.wants_value() else ""

    def wants_value(self) -> bool:
        top = self.open[-1]
        return isinstance(top.value, list) or top.key is not None

    def scalar(self, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            self.error(event, f"tags such as {event.tag} are not read here; write the value without it")
        if self.open and not self.wants_value():
            self.open[-1].key = self.key(event)
            return
        value = self.resolved(event) if event.implicit[0] else event.value
        if event.anchor:
            self.anchors[event.anchor] = (value, 1)
        self.put(value, 1)

    def key(self, event: Any) -> str:
        name = str(event.value)
        top = self.open[-1]
        path = f"{top.path}.{name}" if top.path else name
        if event.implicit[0] and name.lower() in BOOLEAN_1_1:
            self.error(
                event, f"the key {name} is a boolean in YAML 1.1; quote it or choose another name", path
            )
        if event.implicit[0] and name == "<<":
            self.error(event, "merge keys are not read here; write the keys out", path)
        if name in top.value:
            self.error(event, f"the key {name} stands here twice; keep one of them", path)
        return name

    def resolved(self, event: Any) -> Any:
        text = event.value
        if text in self.plain:
            return self.plain[text]
        if text.lower() in BOOLEAN_1_1 and text not in WORDS and len(text) > 1:
            self.error(event, f'{text} is a boolean in YAML 1.1; write true or false, or quote it: "{text}"')
            return text
        if text not in WORDS and text.lower() in WORDS:
            self.error(event, f'{text} is null in other readers; write null, or quote it: "{text}"')
        value = _resolved(text)
        self.plain[text] = value
        return value

    def begin(self, value: Any, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            self.error(event, f"tags such as {event.tag} are not read here; write the value without it")
        if len(self.open) >= MOST_DEPTH:
            self.stop(event, f"values lie more than {MOST_DEPTH} deep here")
        if self.open and not self.wants_value():
            self.stop(event, "a key is text, not a mapping or a list")
        line = event.start_mark.line + 1
        self.lines[id(value)] = line
        self.open.append(_Open(value, self.place(), line, anchor=event.anchor))

    def end(self) -> None:
        done = self.open.pop()
        if done.anchor:
            self.anchors[done.anchor] = (done.value, done.size)
        self.put(done.value, done.size)

    def alias(self, event: Any) -> None:
        if self.open and not self.wants_value():
            self.stop(event, "an alias cannot be a key here")
        if event.anchor not in self.anchors:
            self.stop(event, f"the alias *{event.anchor} has no anchor &{event.anchor} that ends before it")
        value, size = self.anchors[event.anchor]
        self.copied += size
        if self.copied > MOST_COPIED:
            self.stop(event, f"aliases repeat more than {MOST_COPIED} values; write them out")
        self.put(value, size)

    def put(self, value: Any, size: int) -> None:
        if not self.open:
            self.root = value
            return
        top = self.open[-1]
        top.size += size
        if isinstance(top.value, list):
            top.value.append(value)
        else:
            top.value[top.key] = value
            top.key = None


def _resolved(text: str) -> Any:
    """A plain scalar as YAML 1.2 reads it; what is no number and no word of ``WORDS`` is text."""
    if text in WORDS:
        return WORDS[text]
    if INTEGER.match(text):
        return int(text)
    if DECIMAL.match(text):
        return float(text)
    return text


def frozen(value: Any) -> Any:
    """Mappings and lists as read-only mappings and tuples, all the way down."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(part) for key, part in value.items()})
    if isinstance(value, list | tuple):
        return tuple(frozen(part) for part in value)
    return value


def thawed(value: Any) -> Any:
    """The opposite of ``frozen``: plain dictionaries and lists, to change or to write."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [thawed(part) for part in value]
    return value
