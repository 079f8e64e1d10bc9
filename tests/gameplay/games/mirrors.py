"""What the mirror image of each game is: every seat moves on by one, and the board turns with the sides."""

from collections.abc import Callable
from typing import Any

from gameplay.engine.ask import Option
from gameplay.engine.chance import Chance
from gameplay.games.hope_cardgame.board import ROWS
from gameplay.games.hope_cardgame.state import ITEM, SPACE

Image = Callable[[Option], Option]


class Mirrored(Chance):
    """The same chance with every seat moved on by one."""

    def __init__(self, seed: bytes, seats: int, numbers: Callable[[str, int], int]) -> None:
        super().__init__(seed)
        self.seats, self.numbers = seats, numbers

    def number(self, purpose: str, count: int, below: int) -> int:
        return self.numbers(purpose, super().number(self._before(purpose), count, below))

    def permutation(self, purpose: str, count: int, size: int) -> list[int]:
        return super().permutation(self._before(purpose), count, size)

    def _before(self, purpose: str) -> str:
        name, _space, seat = purpose.rpartition(" ")
        return f"{name} {(int(seat) - 1) % self.seats}" if seat.isdigit() else purpose

    __slots__ = ("numbers", "seats")


class HopeCardgameMirror:
    """The rows are counted from the other side; the columns stay."""

    @staticmethod
    def numbers(seats: int) -> Callable[[str, int], int]:
        """The coin falls to the next seat."""
        return lambda purpose, number: (number + 1) % seats if purpose == "coin" else number

    @staticmethod
    def image(g: Any, mirror: Any) -> Image:
        """The option of the mirrored game."""
        cards = _cards(g, mirror)
        columns = g.board.columns

        def space(there: int) -> int:
            return (ROWS - 1 - there // columns) * columns + there % columns

        def thing(one: int) -> int:
            if one < 0:
                return ~((~one + 1) % g.seats)
            if one >= SPACE:
                return SPACE + space(one - SPACE)
            return one if one >= ITEM else cards[one]

        moved = {"card": lambda one: cards[one], "space": space, "thing": thing}

        def image(option: Option) -> Option:
            kinds = [g.book.kinds.get(kind, kind) for kind in g.book.forms[option[0]].kinds]
            rest = [
                moved.get(kind, lambda one: one)(value) for kind, value in zip(kinds, option[1:], strict=True)
            ]
            return (option[0], *rest)

        return image


def _cards(g: Any, mirror: Any) -> dict[int, int]:
    """Cards by the cards that mirror them: the same place in the list of the next seat."""

    def owned(state: Any, seat: int) -> list[int]:
        return [card for card in range(state.first_token) if state.owner[card] == seat]

    found = {token: token for token in range(g.first_token, len(g.kind))}
    for seat in range(g.seats):
        found.update(zip(owned(g, seat), owned(mirror, (seat + 1) % g.seats), strict=True))
    return found


MIRRORS = {"hope-cardgame": HopeCardgameMirror}
