"""How a number came about, step by step, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from organizer.standings.facts import EntryId


def decimal(value: Fraction, digits: int = 4) -> str:
    """The value with `digits` digits after the point, half rounded up; no floating point involved."""
    scaled = abs(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(digits + 1, "0")
    sign = "-" if value < 0 and whole else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a working.  A term that is not counted is shown to say why (a bye, a cut opponent)."""

    label: str
    value: Fraction
    round: int | None = None
    opponent: EntryId | None = None
    counted: bool = True
    note: str = ""


@dataclass(frozen=True, slots=True)
class Working:
    """The counted terms add up to `total`; `total / divisor`, then cap and floor, is the `result`.

    `result` is None when the tie-break does not apply to the entry.  `empty` is what the rules put
    in place of a division by zero.
    """

    key: str
    title: str
    formula: str
    source: str
    terms: tuple[Term, ...]
    result: Fraction | None
    divisor: Fraction = Fraction(1)
    floor: Fraction | None = None
    cap: Fraction | None = None
    empty: Fraction = Fraction(0)
    note: str = ""

    @property
    def total(self) -> Fraction:
        """The sum of the counted terms."""
        return sum((term.value for term in self.terms if term.counted), Fraction(0))

    @property
    def recomputed(self) -> Fraction:
        """The result worked out again from the terms alone."""
        value = self.total / self.divisor if self.divisor else self.empty
        if self.cap is not None:
            value = min(value, self.cap)
        return value if self.floor is None else max(value, self.floor)

    @property
    def decimal(self) -> str:
        """The result with four digits, or a dash."""
        return "–" if self.result is None else decimal(self.result)

    def steps(self) -> tuple[str, ...]:
        """The arithmetic in a few lines of text, for a page or a terminal."""
        if self.result is None:
            return (self.note,)
        counted = [term.value for term in self.terms if term.counted]
        lines = []
        if len(counted) > 1:
            lines.append(f"{' + '.join(map(str, counted))} = {self.total}")
        if self.divisor == 0:
            lines.append(f"nothing to divide by: {self.empty} by convention")
        elif self.divisor != 1:
            lines.append(f"{self.total} / {self.divisor} = {self.total / self.divisor}")
        raw = self.total / self.divisor if self.divisor else self.empty
        if self.cap is not None and raw > self.cap:
            lines.append(f"at most {self.cap}")
        if self.floor is not None and raw < self.floor:
            lines.append(f"at least {self.floor}")
        lines.append(f"{self.title}: {self.result} ({self.decimal})")
        return tuple(lines)
