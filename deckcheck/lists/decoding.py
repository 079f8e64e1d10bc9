"""From what was pasted or uploaded to lines of text, within limits."""

import codecs

from deckcheck.lists.reading import MAX_BYTES, MAX_LINES, ListError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def size(count: int) -> str:
    """A number of bytes as a person reads it: "10.0 MB", "200 KB"."""
    return f"{count / 1_000_000:.1f} MB" if count >= 1_000_000 else f"{count / 1000:.0f} KB"


def as_text(source: str | bytes) -> str:
    """The list as text, without a byte order mark.

    Bytes are read by their byte order mark; without one as UTF-16 if every other byte is empty, else as UTF-8,
    else as Windows-1252, which old spreadsheets write. Raises ListError for more than 200 KB, for
    bytes that are none of these, and for files that are no text.
    """
    if len(source) > MAX_BYTES:
        raise ListError(
            f"This list is {size(len(source))} long; at most {size(MAX_BYTES)} are read. "
            "A decklist has one line for each card."
        )
    text = _whole(source) if isinstance(source, str) else _decode(source)
    return text.removeprefix("\ufeff")


def _whole(text: str) -> str:
    """The text, if each of its characters is one: half a surrogate pair can be neither stored nor shown."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ListError(f"Character {error.start + 1} of this list is only half a character.") from None
    return text


def _decode(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data.removeprefix(mark), encoding)
    if b"\0" in data:
        return _strictly(data, _wide_encoding(data))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _strictly(data, "cp1252")


def _wide_encoding(data: bytes) -> str:
    """Text in western letters as UTF-16 has an empty byte beside each letter."""
    half = len(data) // 2
    for encoding, empty in (("utf-16-le", data[1::2]), ("utf-16-be", data[0::2])):
        if len(data) % 2 == 0 and empty.count(0) * 2 > half:
            return encoding
    raise ListError("This file is no text. Save the list as plain text (UTF-8) and try again.")


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ListError(
            f"Byte {error.start + 1} of this file belongs to no text. "
            "Save the list as plain text (UTF-8) and try again."
        ) from None


def split_lines(text: str) -> list[str]:
    """The lines without their ends, numbered as an editor does. Raises ListError for more than 2,000."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if len(lines) > MAX_LINES:
        raise ListError(f"This list has {len(lines):,} lines; at most {MAX_LINES:,} are read.")
    return lines
