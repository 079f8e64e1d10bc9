"""Lower bounds that hold for every pairing of given scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class ParityBound(NamedTuple):
    """Least total gap, least sum of squared gaps, least number of tables across scores."""

    gap: int
    squares: int
    crossings: int


def parity_bound(scores: Iterable[int]) -> ParityBound:
    """What no pairing of these scores can go below; the bye holder's score is not among them.

    Between two neighbouring distinct scores, an odd number of players above forces one table
    across.  Such a table spends at least the step between the two scores there.
    """
    gap = squares = crossings = 0
    above = 0
    upper = 0
    for score, count in sorted(Counter(scores).items(), reverse=True):
        if above % 2:
            step = upper - score
            gap += step
            squares += step * step
            crossings += 1
        above += count
        upper = score
    return ParityBound(gap, squares, crossings)
