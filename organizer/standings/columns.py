"""Exact numbers for a whole field at once: whole numerators over one common denominator.

A column of `fractions.Fraction` objects would be exact too, but takes several times as long to add and
compare.  With a common denominator every sum, floor and comparison is one on whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Column:
    """One value per entry, `numerators[k] / denominator`.

    `ascending` columns rank the lowest value first (a seed); `blank` are the positions without a
    value, which rank below all others.
    """

    numerators: list[int]
    denominator: int = 1
    ascending: bool = False
    blank: frozenset[int] = frozenset()

    def value(self, position: int) -> Fraction | None:
        """The exact value of one entry, or None where it has none."""
        if position in self.blank:
            return None
        return Fraction(self.numerators[position], self.denominator)

    def sort_keys(self) -> list[int]:
        """Whole numbers that are larger the better the entry ranks."""
        if not self.ascending and not self.blank:
            return self.numerators
        sign = -1 if self.ascending else 1
        keys = [sign * number for number in self.numerators]
        lowest = min(keys, default=0) - 1
        for position in self.blank:
            keys[position] = lowest
        return keys


def quotients(
    parts: Sequence[int],
    wholes: Sequence[int],
    floor: Fraction | None = None,
    cap: Fraction | None = None,
    capped: Sequence[bool] = (),
) -> Column:
    """`parts[k] / wholes[k]` for every entry, 0 of 0 being 0; then the cap where `capped`, then the floor."""
    divisors = set(wholes) - {0}
    denominator = lcm(*divisors, *(bound.denominator for bound in (floor, cap) if bound is not None))
    factor = {divisor: denominator // divisor for divisor in divisors}
    factor[0] = 0
    numerators = [part * factor[whole] for part, whole in zip(parts, wholes, strict=True)]
    if cap is not None:
        most = cap.numerator * (denominator // cap.denominator)
        numerators = [
            most if leaver and number > most else number
            for number, leaver in zip(numerators, capped, strict=True)
        ]
    if floor is not None:
        least = floor.numerator * (denominator // floor.denominator)
        numerators = [number if number > least else least for number in numerators]
    return Column(numerators, denominator)


def means(column: Column, groups: Sequence[Sequence[int]], empty: Fraction) -> Column:
    """For every entry the mean of `column` over its group of positions; `empty` for a group of none."""
    sizes = set(map(len, groups)) - {0}
    shared = lcm(*sizes)
    denominator = lcm(column.denominator * shared, empty.denominator)
    factor = {size: denominator // (column.denominator * size) for size in sizes}
    none = empty.numerator * (denominator // empty.denominator)
    pick = column.numerators.__getitem__
    numerators = [sum(map(pick, group)) * factor[len(group)] if group else none for group in groups]
    return Column(numerators, denominator)
