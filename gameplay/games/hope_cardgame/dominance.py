"""The Dominance phase: rows and columns compared, sources paid (HCG-14, HCG-20.20, HCG-20.21)."""

from gameplay.engine.ask import Option

from .board import ROWS
from .book import book
from .state import Hope
from .winning import change_sources


def presence(g: Hope) -> dict[int, list[int]]:
    """What each side counts in every row, then in every column: units 1, locations 2 (HCG-14.2, HCG-14.3),
    face-down cards nothing (HCG-R59, HCG-R60); the cards of teammates together (HCG-20.20). Nothing else counts
    (HCG-14.7, HCG-R52)."""
    columns = g.board.columns
    counts = {side: [0] * (ROWS + columns) for side in sorted(set(g.side))}
    for card, weight in g.values("weight").items():
        if not g.flipped[card]:
            own = counts[g.side[g.controller[card]]]
            row, column = divmod(g.space[card], columns)
            own[row] += weight
            own[ROWS + column] += weight
    return counts


def lines_won(g: Hope) -> dict[int, int]:
    """How many rows and columns each side dominates (HCG-14.4); ties give nobody anything (HCG-14.5)."""
    (one, first), (other, second) = presence(g).items()
    pairs = list(zip(first, second, strict=True))
    return {one: sum([a > b for a, b in pairs]), other: sum([b > a for a, b in pairs])}


def income(g: Hope, seat: int) -> int:
    """INCOME of the seat's face-up cards (HCG-14.8, HCG-R51)."""
    values = g.values("INCOME").items()
    return sum([number for card, number in values if g.controller[card] == seat and not g.flipped[card]])


def pay_dominance(g: Hope) -> None:
    """All lines are compared once, on the same position; then the coin holder's side is paid first, and has won
    if that is enough (HCG-R50)."""
    won = lines_won(g)
    first = g.side[g.order(g.coin)[0]]
    for side in (1 - first, first):
        g.push("pay side", side, won[side])


@book.step("pay side", "HCG-14.4", "HCG-14.8", "HCG-20.21")
def pay_side(g: Hope, side: int, lines: int) -> None:
    """One player gets all of it; two teammates divide it: the first in the order proposes (HCG-R81)."""
    seats = [seat for seat in g.order(g.coin) if g.side[seat] == side]
    if len(seats) == 1 or not lines:
        pay(g, {seat: lines if at == 0 else 0 for at, seat in enumerate(seats)})
        return
    options: list[Option] = [("split", kept) for kept in range(lines + 1)]
    g.ask(seats[0], "team_split", options, "HCG-20.21", "HCG-R81", default=fair(g, seats, lines)[seats[0]])


@book.answer("pay side")
def split_proposed(g: Hope, option: Option, side: int, lines: int) -> None:
    g.push("agree on split", side, lines, option[1])


@book.step("agree on split", "HCG-20.21", "HCG-R81")
def agree_on_split(g: Hope, side: int, lines: int, kept: int) -> None:
    mate = [seat for seat in g.order(g.coin) if g.side[seat] == side][1]
    g.ask(mate, "team_split", (("accept",), ("refuse",)), "HCG-20.21", "HCG-R81", default=1)


@book.answer("agree on split")
def split_answered(g: Hope, option: Option, side: int, lines: int, kept: int) -> None:
    seats = [seat for seat in g.order(g.coin) if g.side[seat] == side]
    if option[0] == "accept":
        pay(g, {seats[0]: kept, seats[1]: lines - kept})
    else:
        pay(g, fair(g, seats, lines))


def fair(g: Hope, seats: list[int], lines: int) -> dict[int, int]:
    """Halves; an odd source goes to the teammate with fewer, on equality to the one earlier in the order
    (HCG-R81)."""
    poorer = min(seats, key=lambda seat: (g.sources[seat], seats.index(seat)))
    return {seat: lines // 2 + (lines % 2 if seat == poorer else 0) for seat in seats}


def pay(g: Hope, shares: dict[int, int]) -> None:
    """Line sources and INCOME together; INCOME goes to the owner of the card and is not split (HCG-R81)."""
    change_sources(g, *[(seat, lines + income(g, seat)) for seat, lines in shares.items()])
