"""Names of people, teams and events as they are stored, and the codes that claim a guest's place."""

import hashlib
import secrets
import unicodedata

from .base import Refused

NAME_LENGTH = 80
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Characters that count as letters or symbols and show nothing."""


def clean_text(text: str) -> str:
    """``text`` in NFKC, on one line, single-spaced, without control, formatting and blank characters."""
    words = " ".join(unicodedata.normalize("NFKC", text).split())
    shown = (char for char in words if unicodedata.category(char)[0] != "C" and char not in BLANKS)
    return " ".join("".join(shown).split())


def clean_name(text: str, *, field: str = "name", what: str = "name", length: int = NAME_LENGTH) -> str:
    """``text`` as a name: 1 to ``length`` characters, at least one of which shows something."""
    name = clean_text(text)
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise Refused(f"Give a {what}.", field=field, code="required")
    if len(name) > length:
        raise Refused(
            f"This {what} has {len(name)} characters; at most {length} fit.", field=field, code="too_long"
        )
    return name


def same(one: str, other: str) -> bool:
    """Whether two cleaned names differ in upper and lower case at most."""
    return one.casefold() == other.casefold()


def new_claim_code() -> str:
    """A fresh code of 60 random bits, such as ``7K3M-Q0ZD-19XH``: three groups of Crockford's base 32."""
    return "-".join("".join(secrets.choice(CROCKFORD) for _ in range(4)) for _ in range(3))


def claim_hash(code: str) -> str:
    """SHA-256 (hexadecimal) of a code as typed: case, spaces and dashes do not count, O is 0, I and L are 1."""
    typed = unicodedata.normalize("NFKC", code).upper().translate(str.maketrans("OIL", "011"))
    return hashlib.sha256("".join(char for char in typed if char in CROCKFORD).encode()).hexdigest()
