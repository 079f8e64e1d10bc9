"""How many Swiss rounds an event should, can and had better not have."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal

RoundTable = Literal["short", "classic", "current"]

# Largest number of entries for 1, 2, 3, ... rounds; more entries play one round more.
_CLASSIC = (2, 4, 8, 16, 32, 64, 128, 226, 409)
_CURRENT = (2, 4, 8, 16, 32, 64, 128, 212, 384, 672, 1248, 2272)


def recommended_rounds(entries: int, table: RoundTable = "short") -> int:
    """The number of rounds for this many entries; 0 for fewer than two.

    "classic" and "current" are the older and the present table of the Magic Tournament Rules,
    Appendix E, below 17 entries continued by halves.  "short", the default, is enough for at
    most one undefeated entry when nobody draws, and never more than the current table.
    """
    if entries < 2:
        return 0
    current = bisect_left(_CURRENT, entries) + 1
    if table == "current":
        return current
    if table == "classic":
        return bisect_left(_CLASSIC, entries) + 1
    return min((entries - 1).bit_length(), current)


def rounds_possible(entries: int) -> int:
    """The most rounds in which nobody needs to meet anybody twice: everybody against everybody."""
    if entries < 2:
        return 0
    return entries - 1 if entries % 2 == 0 else entries


def rounds_guaranteed(entries: int) -> int:
    """The rounds that can always be paired without a rematch, whatever happened before.

    After k rounds everybody has at most k past opponents.  With at least 2k + 2 to seat, each
    may still meet half of the others, and then a round of new tables exists (Dirac's theorem).
    """
    return max(0, entries // 2)


def warn_rounds(entries: int, rounds: int) -> str | None:
    """What to tell whoever plans this many Swiss rounds for this many entries; None if all is well."""
    if entries < 2:
        return "A round needs at least two entries."
    most, safe = rounds_possible(entries), rounds_guaranteed(entries)
    if rounds > most:
        return (
            f"{rounds} rounds with {entries} entries cannot avoid rematches: "
            f"after {most} everybody has met everybody."
        )
    if rounds > safe:
        return (
            f"{rounds} rounds with {entries} entries may need rematches: only the first {safe} are sure "
            f"to have none. A round robin of {most} rounds has none at all."
        )
    return None
