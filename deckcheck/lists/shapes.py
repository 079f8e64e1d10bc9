"""The parts of a line: its mark, its number of copies, the span of its words, a set code behind them.

Nothing here knows a card. Spans are offsets in the line as it was written, so that a correction can leave
everything else untouched.
"""

import re
import unicodedata
from typing import NamedTuple

from deckcheck.lists.reading import MAX_NAME

# Blanks of every kind, also those without width that come along from web pages.
_BLANKS = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
BLANK = rf"[\s{_BLANKS}]"

# Every run of blanks is possessive: a line of nothing but blanks must not take cubic time.
_GAP = rf"{BLANK}*+"
_MARK = re.compile(rf"{_GAP}(?P<mark>#++|/{{2,}}+|;++){_GAP}")
_COUNTED = re.compile(
    rf"{_GAP}(?:[•*·]{_GAP})?+"
    rf"(?:(?P<sign>[-−–])?{_GAP}(?P<number>\d++)(?:(?P<gap>{_GAP})(?P<times>[xX×]))?"
    rf"|[xX×]{_GAP}(?P<after>\d++)(?!\S))",
)
_COUNT_LAST = re.compile(rf"(?P<name>.*\S){BLANK}++[xX×]{_GAP}(?P<number>\d++)", re.DOTALL)
_CODE = re.compile(
    rf"(?:(?P<square>\[[^\[\]]{{1,20}}\])|\((?P<round>[A-Za-z0-9-]{{2,10}})\))"
    rf"(?:{_GAP}#?(?P<number>\d{{1,5}}[a-z]?))?$"
)
_LABELLED = re.compile(rf"(?P<label>[^:：]{{1,40}}?){_GAP}[:：]{_GAP}(?P<value>\S.*)", re.DOTALL)
_TOTAL = re.compile(
    rf"(?P<words>.*?[^\s:：{_BLANKS}]){_GAP}(?P<before>[:：])?+{_GAP}"
    rf"(?:[(\[]{_GAP}(?P<total>\d{{1,6}})(?:{_GAP}cards?)?{_GAP}[)\]]|(?<=[\s:：])(?P<bare>\d{{1,6}}))?"
    rf"{_GAP}(?P<colon>[:：])?",
    re.IGNORECASE | re.DOTALL,
)
_NAMED = re.compile(rf"name{_GAP}\((?P<value>.*)\)", re.IGNORECASE | re.DOTALL)

Span = tuple[int, int]


def trim(line: str, start: int, end: int) -> Span:
    """The span without blanks at its ends."""
    while start < end and (line[start].isspace() or line[start] in _BLANKS):
        start += 1
    while end > start and (line[end - 1].isspace() or line[end - 1] in _BLANKS):
        end -= 1
    return start, end


class Counted(NamedTuple):
    """A line that begins with a number of copies. ``spans`` may hold the name, the likelier first.

    There are two where an x stands between them: in "3 X Ray" it may belong to either.
    """

    digits: str
    negative: bool
    multiplied: bool
    spans: tuple[Span, ...]


class Code(NamedTuple):
    """A set code behind a name, with the number of a card in that set if there is one."""

    start: int
    text: str
    set: str
    number: str
    square: bool


class Heading(NamedTuple):
    """The words of a header with the total it prints."""

    words: str
    span: Span
    total: int | None
    colon: bool


def mark_of(line: str) -> tuple[str, int]:
    """The comment mark a line begins with, and where what follows begins: ("#", 2) for "# Mainframe"."""
    found = _MARK.match(line)
    return (found["mark"][0], found.end()) if found else ("", 0)


def counted(line: str, start: int = 0) -> Counted | None:
    """The line as number and name; None if it does not begin with a number."""
    found = _COUNTED.match(line, start)
    if not found:
        return None
    digits = found["number"] or found["after"]
    end = len(line)
    behind = trim(line, found.end(), end)
    if not found["times"]:
        return Counted(digits, bool(found["sign"]), False, (behind,))
    including = trim(line, found.start("times"), end)
    apart = bool(found["gap"])
    word_begins = found.end() < end and line[found.end()].isalnum()
    spans = (including, behind) if apart and word_begins else (behind, including)
    return Counted(digits, bool(found["sign"]), not apart, spans)


def count_last(line: str, start: int = 0) -> tuple[str, Span] | None:
    """Number and name of a line such as "Admin x3"."""
    start, end = trim(line, start, len(line))
    found = _COUNT_LAST.fullmatch(line, start, end)
    return (found["number"], found.span("name")) if found else None


def code_of(line: str, span: Span) -> Code | None:
    """The set code at the end of the span, such as "[GEN]", "(GEN) 84" or "[GEN-84]"."""
    found = _CODE.search(line[span[0] : span[1]])
    if not found or not found.start():
        return None
    inside = found["square"][1:-1] if found["square"] else found["round"]
    code, _, number = inside.strip().partition("-")
    text = found.group().strip()
    end = trim(line, span[0], span[0] + found.start())[1]
    return Code(end, text, code, found["number"] or number, bool(found["square"]))


def labelled(line: str, start: int = 0) -> tuple[Span, Span] | None:
    """The spans of label and value of "Mainframe: Firestarter"."""
    start, end = trim(line, start, len(line))
    found = _LABELLED.fullmatch(line, start, end)
    return (found.span("label"), found.span("value")) if found else None


def deck_named(line: str, start: int = 0) -> Span | None:
    """The span of the name in "Name (Some Deck)"."""
    start, end = trim(line, start, len(line))
    found = _NAMED.fullmatch(line, start, end)
    return found.span("value") if found else None


def heading(line: str, start: int = 0) -> Heading | None:
    """The line as the words of a header: "Sideboard (12)", "SIDEBOARD:", "== Sideboard ==", "[Sideboard]"."""
    start, end = trim(line, start, len(line))
    while end - start > 1 and line[start] in "[=-*_~" and line[end - 1] in "]=-*_~":
        start, end = trim(line, start + 1, end - 1)
    found = _TOTAL.fullmatch(line, start, end)
    if not found:
        return None
    total = found["total"] or found["bare"]
    return Heading(
        found["words"],
        found.span("words"),
        int(total) if total else None,
        bool(found["before"] or found["colon"]),
    )


def clean_name(words: str) -> str:
    """A deck's name on one line: blanks collapsed, control characters dropped."""
    seen = "".join(sign if sign.isspace() or not _is_control(sign) else "" for sign in words)
    one_line = " ".join(seen.split())
    return one_line[slice(*trim(one_line, 0, len(one_line)))]


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs")


def name_too_long(name: str) -> str:
    """What is wrong with a deck's name, or nothing."""
    if len(name) <= MAX_NAME:
        return ""
    return f"The deck's name has {len(name)} characters; at most {MAX_NAME} are kept."
