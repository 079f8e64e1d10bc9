"""The battleground: spaces, rows, columns, neighbours and straight lines (HCG-2, HCG-R2, HCG-R83).

A space is a number: ``row * columns + column``, both from 0. Column A is 0, row 1 is 0.
"""

from functools import cached_property

ROWS = 5
"""HCG-2.2"""
LETTERS = "ABCDEFGHIJ"
FOUR = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Board:
    """One board of 5 x 5 spaces (HCG-2.2), or two side by side, whose far sides are neighbours for moves and
    attacks (HCG-20.3, HCG-20.14, HCG-20.18).
    """

    def __init__(self, columns: int = 5) -> None:
        self.columns, self.size = columns, columns * ROWS
        self.joined = columns > 5
        self._within: dict[tuple[int, int], frozenset[int]] = {}

    def name(self, space: int) -> str:
        """HCG-R2: A1 is player 1's left corner."""
        return f"{LETTERS[space % self.columns]}{space // self.columns + 1}"

    def find(self, name: str) -> int:
        """The space of this name; ``ValueError`` says what spaces there are."""
        text = name.strip().upper()
        letters = LETTERS[: self.columns]
        if len(text) != 2 or text[0] not in letters or text[1] not in "12345":
            raise ValueError(f"{name!r} is no space; spaces are {letters[0]}1 to {letters[-1]}5")
        return (int(text[1]) - 1) * self.columns + letters.index(text[0])

    def row(self, space: int) -> int:
        return space // self.columns

    def column(self, space: int) -> int:
        return space % self.columns

    def _around(self, steps: tuple[tuple[int, int], ...], wrap: bool) -> tuple[tuple[int, ...], ...]:
        found = []
        for space in range(self.size):
            row, column = divmod(space, self.columns)
            near = []
            for down, right in steps:
                r, c = row + down, column + right
                if wrap:
                    c %= self.columns
                if 0 <= r < ROWS and 0 <= c < self.columns:
                    near.append(r * self.columns + c)
            found.append(tuple(sorted(near)))
        return tuple(found)

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """Neighbours of every space, for placement and counting: no diagonals (HCG-2.12), no edge to edge
        (HCG-R83)."""
        return self._around(FOUR, wrap=False)

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """Where one step of a move leads (HCG-9.4, HCG-9.6, HCG-9.14, HCG-20.14)."""
        return self._around(FOUR, wrap=self.joined)

    @cached_property
    def diagonal_steps(self) -> tuple[tuple[int, ...], ...]:
        """The same for a card whose steps may also be diagonal (HCG-1.2)."""
        return self._around(FOUR + DIAGONAL, wrap=self.joined)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """From every space, the spaces in each of the four straight lines, the nearest first (HCG-R33). Edge to
        edge there are two ways along a row (HCG-20.18, HCG-R83).
        """
        return tuple(
            tuple(self._ray(space, down, right) for down, right in FOUR) for space in range(self.size)
        )

    def _ray(self, space: int, down: int, right: int) -> tuple[int, ...]:
        r, c = divmod(space, self.columns)
        found: list[int] = []
        while True:
            r, c = r + down, c + right
            if self.joined:
                c %= self.columns
            there = r * self.columns + c
            if not (0 <= r < ROWS and 0 <= c < self.columns) or there == space:
                return tuple(found)
            found.append(there)

    def row_of(self, space: int) -> range:
        """All spaces in the row of this one."""
        first = space - space % self.columns
        return range(first, first + self.columns)

    def column_of(self, space: int) -> range:
        """All spaces in the column of this one."""
        return range(space % self.columns, self.size, self.columns)

    def within(self, space: int, steps: int) -> frozenset[int]:
        """All spaces at most that far away (see ``distance``)."""
        found = self._within.get((space, steps))
        if found is None:
            near = frozenset(there for there in range(self.size) if self.distance(space, there) <= steps)
            found = self._within[space, steps] = near
        return found

    def distance(self, one: int, other: int) -> int:
        """Rows plus columns between two spaces; nothing blocks and edges are not joined (HCG-R83)."""
        return abs(self.row(one) - self.row(other)) + abs(self.column(one) - self.column(other))

    def home(self, side: int) -> range:
        """The home base of a side: its outermost row (HCG-2.3), shared by a team (HCG-20.11)."""
        first = 0 if side == 0 else (ROWS - 1) * self.columns
        return range(first, first + self.columns)

    def straight_away(self, start: int, away: int) -> int | None:
        """The next space from ``start`` straight away from an adjacent space; None when there is none."""
        step = start - away
        if start not in self.beside[away]:
            return None
        beyond = start + step
        return beyond if 0 <= beyond < self.size and beyond in self.beside[start] else None


ONE_BOARD = Board()
TWO_BOARDS = Board(10)
