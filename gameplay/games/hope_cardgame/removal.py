"""Cards that leave the battleground, and who is rewarded (HCG-4.6 to HCG-4.10, HCG-12.5, HCG-16.10, HCG-R48)."""

from . import happenings as happen
from .book import book
from .state import Hope
from .winning import change_sources, reward


@book.replaces(happen.killed, "cannot be killed")
def spared(g: Hope, card: int, by: int) -> tuple[int, int] | None:
    """Nothing kills a unit while it cannot be killed (O5, HCG-R44)."""
    return None if g.value("cannot be_killed", card) else (card, by)


@book.replaces(happen.wounded, "cannot be killed")
def wounds_spared(g: Hope, card: int, number: int, by: int) -> tuple[int, int, int]:
    """Wounds that would kill are not placed (O5)."""
    if g.value("cannot be_killed", card):
        number = max(0, min(number, g.value("vitality", card) - 1 - g.wounds[card]))
    return (card, number, by)


def kill(g: Hope, card: int, by: int) -> bool:
    """Kill a unit: to its owner's Discard pile, with the reward for an opponent (HCG-16.10, HCG-4.9, HCG-4.10)."""
    if not g.on_board(card):
        return False
    gain = reward(g, by, card)
    if not g.do(happen.killed, card, by):
        return False
    change_sources(g, gain)
    kill_the_dead(g, by)
    return True


def destroy(g: Hope, card: int, by: int) -> bool:
    """Destroy a location (HCG-16.10, HCG-R61)."""
    if not g.on_board(card):
        return False
    gain = reward(g, by, card)
    g.do(happen.destroyed, card, by)
    change_sources(g, gain)
    kill_the_dead(g, by)
    return True


def return_to_hand(g: Hope, card: int, by: int) -> bool:
    """HCG-4.6: a removal into the hand is rewarded as well."""
    if not g.on_board(card):
        return False
    gain = reward(g, by, card)
    g.do(happen.returned, card, by)
    change_sources(g, gain)
    kill_the_dead(g, by)
    return True


def wound(g: Hope, card: int, number: int, by: int) -> None:
    """Put wounds on a unit; wounds that reach its VITALITY kill it (HCG-12.5)."""
    if number > 0 and g.on_board(card):
        g.do(happen.wounded, card, number, by)
        kill_the_dead(g, by)


def kill_the_dead(g: Hope, by: int) -> None:
    """Units whose wounds have reached their VITALITY are killed at once, also when an effect or a card that leaves
    has lowered it (HCG-12.5, HCG-R48)."""
    wounds = g.wounds
    if not any(wounds):
        return
    for card in [card for card in g.in_play if wounds[card]]:
        if g.on_board(card) and g.facts(card).unit and wounds[card] >= g.value("vitality", card):
            kill(g, card, by)
