"""Everything that can happen, as events: the only functions that write to the state of play.

Chapters ask for these with ``g.do(event, …)``; who may know of them, and which clauses they carry out, stands here.
"""

from typing import Any

from gameplay.engine.stats import Lasting

from .book import book
from .state import ACTIVE, ATTACKING, COIN, NUMBER, PHASE, ROUND, STEP, TARGET, TEAMS, Hope

Changes = tuple[tuple[int, int], ...]
"""(seat, sources gained or lost), all at the same moment."""


@book.event("a judge rules: {reason}")
def ruled(g: Hope, reason: str, cites: tuple[str, ...]) -> None:
    """Nothing more: the changes of a ruling are its own writes (``Playthrough.rule``)."""


# -- setup and the course of the game -------------------------------------------------------------------------


@book.event("the Survival coin is tossed: {seat} starts", "HCG-3.4", "HCG-2.11", "HCG-R4")
def coin_tossed(g: Hope, seat: int) -> None:
    g.put(g.now, COIN, seat)
    g.put(g.now, ACTIVE, seat)


@book.event("{seat} tosses the coin: {won}", "HCG-R4")
def tossed(g: Hope, seat: int, won: int) -> None:
    """Nothing moves: chance has been drawn already."""


@book.event("{seat} shuffles the Draw deck", "HCG-3.6")
def deck_shuffled(g: Hope, seat: int) -> None:
    g.shuffle(f"deck {seat}", g.deck[seat])


@book.event("each player has 15 sources", "HCG-3.2")
def sources_set(g: Hope) -> None:
    for seat in range(g.seats):
        g.put(g.sources, seat, 15)


@book.event("{seat} draws {cards}", "HCG-2.5", "HCG-15.2", secret=("cards",))
def drawn(g: Hope, seat: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        g.relocate(card, g.hand[seat])


@book.event("{seat} exchanges {number} cards: {cards}", "HCG-3.9", "HCG-R6", secret=("cards",))
def exchanged(g: Hope, seat: int, number: int, cards: tuple[int, ...]) -> None:
    """The cards go into the Draw deck; the shuffle and the draw follow."""
    for card in cards:
        g.relocate(card, g.deck[seat])


@book.event("five artifacts lie face down in the middle row", "HCG-19.1", "HCG-19.2", "HCG-R68")
def artifacts_laid(g: Hope) -> None:
    g.shuffle("artifacts", g.pool)
    middle = range(2 * g.board.columns, 3 * g.board.columns)
    for space in middle:
        token = g.zones[g.pool][-1]
        g.relocate(token, g.face_down)
        g.put(g.space, token, space)


@book.event("round {number} begins, {seat} has the coin", "HCG-7.5", "HCG-15.8")
def round_begins(g: Hope, number: int, seat: int) -> None:
    g.put(g.now, ROUND, number)


@book.event("{phase} phase", "HCG-7.1", "HCG-7.4")
def phase_begins(g: Hope, phase: int) -> None:
    g.put(g.now, PHASE, phase)


@book.event("", "HCG-7.2", "HCG-7.3", quiet=True)
def part_begins(g: Hope, seat: int, phase: int) -> None:
    g.put(g.now, ACTIVE, seat)
    g.put(g.moves_made, 0, 0)
    g.put(g.combats, 0, 0)


@book.event("the coin goes to {seat}", "HCG-7.5", "HCG-15.7", "HCG-R77")
def coin_passed(g: Hope, seat: int) -> None:
    g.put(g.now, COIN, seat)


# -- sources --------------------------------------------------------------------------------------------------


@book.event("sources: {changes}", "HCG-2.7", "HCG-4.4", "HCG-R11")
def sources_changed(g: Hope, changes: Changes) -> None:
    """All changes of one effect at once; what they decide is looked at afterwards (see ``winning``)."""
    for seat, change in changes:
        if g.alive[seat]:
            g.put(g.sources, seat, g.sources[seat] + change)


@book.event("{seat} is out of the game", "HCG-20.23", "HCG-20.24", "HCG-R82")
def eliminated(g: Hope, seat: int) -> None:
    g.put(g.alive, seat, 0)
    for card in [card for card in g.in_play if g.owner[card] == seat]:
        _off(g, card, g.removed)
    for zone in (g.hand[seat], g.deck[seat], g.discard[seat]):
        for card in list(g.zones[zone]):
            g.relocate(card, g.removed)
    for card in [card for card in g.zones[g.played] if g.owner[card] == seat]:
        g.relocate(card, g.removed)
    for item in list(g.stack.items):
        if item.seat == seat:
            g.stack.change(g, item.number, cancelled=True)


# -- cards come and go ----------------------------------------------------------------------------------------


@book.event("{seat} plays {card} on {space}", "HCG-8.1", "HCG-10.1")
def played(g: Hope, card: int, seat: int, space: int) -> None:
    """Playing alone; ``entered`` puts it there. LOCATOR listens (HCG-16.8)."""


@book.event("", "HCG-2.13", "HCG-R89", quiet=True)
def entered(g: Hope, card: int, space: int) -> None:
    g.relocate(card, g.battleground)
    g.put(g.space, card, space)
    g.put(g.cell, space, card)


@book.event("{card} is killed", "HCG-12.6", "HCG-2.6", "HCG-R61")
def killed(g: Hope, card: int, by: int) -> None:
    _off(g, card, g.discard[g.owner[card]])


@book.event("{card} is destroyed", "HCG-13.5", "HCG-2.6", "HCG-R61")
def destroyed(g: Hope, card: int, by: int) -> None:
    _off(g, card, g.discard[g.owner[card]])


@book.event("{card} returns to its owner's hand", "HCG-4.6", "HCG-R63")
def returned(g: Hope, card: int, by: int) -> None:
    _off(g, card, g.hand[g.owner[card]])


@book.event("{card} goes on top of its owner's Draw deck", "HCG-R10")
def put_on_deck(g: Hope, card: int) -> None:
    _off(g, card, g.deck[g.owner[card]])


@book.event("{card} is removed from the game", "HCG-R10")
def taken_out(g: Hope, card: int) -> None:
    _off(g, card, g.removed)


def _off(g: Hope, card: int, zone: int) -> None:
    """A card leaves wherever it is, and with it all that was on it (HCG-R63, HCG-R89, HCG-19.11)."""
    if g.on_board(card):
        for token in g.borne(card):
            g.put(g.bearer, token, -1)
            g.put(g.space, token, g.space[card])
        _clear(g, card)
    g.relocate(card, zone)


def _clear(g: Hope, card: int) -> None:
    space = g.space[card]
    if g.cell[space] == card:
        g.put(g.cell, space, -1)
    for column, fresh in (
        (g.space, -1),
        (g.wounds, 0),
        (g.flipped, 0),
        (g.moved, 0),
        (g.extra, 0),
        (g.mark_of, 0),
    ):
        g.put(column, card, fresh)
    g.put(g.controller, card, g.owner[card])
    for use in [one for one in g.uses if one[0] == card]:
        g.delete(g.uses, use)
    for pair in [pair for pair in g.attacked if card in pair]:
        g.delete(g.attacked, pair)
    for entry in [one for one in g.lasting if one.thing == card and not one.what.startswith("watch")]:
        g.delete(g.lasting, entry)
    g.expire(f"leaves {card}")
    g.stack.forget(g, card)
    _leave_combat(g, card)


def _leave_combat(g: Hope, card: int) -> None:
    """HCG-R38, O13: who is gone no longer takes part; the window ends by itself."""
    if card in g.attackers:
        g.delete(g.attackers, card)
    if g.combat[TARGET] == card:
        g.put(g.combat, TARGET, -1)


@book.event("{seat} discards {cards}", "HCG-15.1", "HCG-2.6", "HCG-21.2")
def discarded(g: Hope, seat: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        g.relocate(card, g.discard[seat])


@book.event("{seat} puts {cards} from the Draw deck into the Discard pile", "HCG-2.6", "HCG-21.2")
def milled(g: Hope, seat: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        g.relocate(card, g.discard[seat])


@book.event("{seat} discards {card} as a duplicate of {unit}", "HCG-8.7", "HCG-8.9", "HCG-R24")
def duplicate_discarded(g: Hope, seat: int, card: int, unit: int) -> None:
    g.relocate(card, g.discard[seat])


@book.event("{seat} shows {card} and takes it into hand", "HCG-R56")
def found(g: Hope, seat: int, card: int) -> None:
    g.relocate(card, g.hand[seat])


@book.event("{seat} looks at {cards}", "HCG-21.1", secret=("cards",))
def looked_at(g: Hope, seat: int, cards: tuple[int, ...]) -> None:
    """Nothing moves: the seat learns what they are (O18)."""


@book.event("{seat} takes {cards} into hand", "HCG-21.1", secret=("cards",))
def taken_from_deck(g: Hope, seat: int, cards: tuple[int, ...]) -> None:
    for card in cards:
        g.relocate(card, g.hand[seat])


@book.event("{seat} puts cards back in a new order", "HCG-21.1")
def put_back(g: Hope, seat: int, cards: tuple[int, ...]) -> None:
    """The first of ``cards`` ends on top."""
    for card in reversed(cards):
        g.relocate(card, g.deck[seat])


@book.event("{who} sees the hand of {seat}: {cards}", "HCG-R88", secret=("cards",))
def hand_shown(g: Hope, seat: int, who: int, cards: tuple[int, ...]) -> None:
    """Nothing moves: ``who`` learns what they are (O18)."""


# -- on the battleground --------------------------------------------------------------------------------------


@book.event("{card} gets {number} wound counters", "HCG-2.9", "HCG-12.17")
def wounded(g: Hope, card: int, number: int, by: int) -> None:
    g.put(g.wounds, card, g.wounds[card] + number)


@book.event("{card} is healed of {number}", "HCG-12.17", "HCG-8.8")
def healed(g: Hope, card: int, number: int) -> None:
    g.put(g.wounds, card, max(0, g.wounds[card] - number))


@book.event("", "HCG-9.5", "HCG-9.10", quiet=True)
def stepped(g: Hope, card: int, space: int) -> None:
    """One step of a move; the unit may pass over a space that holds another card."""
    start = g.space[card]
    if g.cell[start] == card:
        g.put(g.cell, start, -1)
    g.put(g.space, card, space)
    if g.cell[space] < 0:
        g.put(g.cell, space, card)


@book.event("{card} moves from {start} to {space}", "HCG-9.2", "HCG-9.7")
def moved(g: Hope, card: int, start: int, space: int) -> None:
    """The unit has finished a move; triggered abilities and answers listen to it."""


@book.event("", "HCG-9.13", quiet=True)
def move_counted(g: Hope, card: int, free: int) -> None:
    """The move was one of the phase: one of the three, or an extra one that does not count (HCG-9.1)."""
    g.put(g.moved, card, g.moved[card] + 1)
    if free:
        g.put(g.extra, card, g.extra[card] - 1)
    else:
        g.put(g.moves_made, 0, g.moves_made[0] + 1)


@book.event("{card} may be moved once more", "HCG-9.13", "HCG-R26")
def extra_move_given(g: Hope, card: int) -> None:
    g.put(g.extra, card, g.extra[card] + 1)


@book.event("{card} goes to {space}", "HCG-R57")
def placed(g: Hope, card: int, space: int) -> None:
    """No move: no path, and the limits are untouched (O7)."""
    g.put(g.cell, g.space[card], -1)
    g.put(g.space, card, space)
    g.put(g.cell, space, card)


@book.event("{card} and {other} exchange spaces", "HCG-16.11", "HCG-R57")
def swapped(g: Hope, card: int, other: int) -> None:
    one, two = g.space[card], g.space[other]
    g.put(g.space, card, two)
    g.put(g.space, other, one)
    g.put(g.cell, one, other)
    g.put(g.cell, two, card)


@book.event("{card} is turned over", "HCG-16.12", "HCG-R58", "HCG-R60")
def turned(g: Hope, card: int, down: int) -> None:
    """Wounds stay; a card that is face down is out of the combat (O13)."""
    g.put(g.flipped, card, down)
    if down:
        _leave_combat(g, card)


@book.event("{seat} controls {card}", "HCG-R63")
def control_changed(g: Hope, card: int, seat: int) -> None:
    g.put(g.controller, card, seat)


@book.event("{thing}: {entry}", "HCG-5.4", "HCG-R13")
def changed(g: Hope, thing: int, entry: Lasting) -> None:
    """A value is changed for a while, or a permission given or taken: the event the effect language uses."""
    g.last(entry)


@book.event("{card} takes {token}", "HCG-19.3", "HCG-19.4")
def artifact_taken(g: Hope, card: int, token: int) -> None:
    if g.place[token] != g.artifacts:
        g.relocate(token, g.artifacts)
    g.put(g.bearer, token, card)
    g.put(g.space, token, -1)


# -- combat ---------------------------------------------------------------------------------------------------


@book.event("{seat} attacks {target}: combat {number}", "HCG-11.6", "HCG-2.10", "HCG-11.2")
def target_declared(g: Hope, seat: int, target: int, number: int) -> None:
    g.put(g.combat, TARGET, target)
    g.put(g.combat, ATTACKING, seat)
    g.put(g.combat, NUMBER, number)
    g.put(g.combat, STEP, 0)
    g.put(g.combats, 0, number)
    g.put(g.mark_of, target, number)


@book.event("attackers: {cards}", "HCG-11.8", "HCG-11.11")
def attackers_declared(g: Hope, cards: tuple[int, ...]) -> None:
    g.put(g.combat, STEP, 1)
    for card in cards:
        _join(g, card)


@book.event("{card} joins the attack", "HCG-R40")
def attacker_joined(g: Hope, card: int) -> None:
    _join(g, card)


def _join(g: Hope, card: int) -> None:
    g.insert(g.attackers, card)
    pair = (card, int(g.combat[TARGET]))
    if pair not in g.attacked:
        g.insert(g.attacked, pair)


@book.event("{card} becomes the target", "HCG-6.5")
def redirected(g: Hope, card: int) -> None:
    """The Target token goes with it, attackers stay (O11)."""
    before = g.combat[TARGET]
    g.put(g.mark_of, card, g.mark_of[before])
    g.put(g.mark_of, before, 0)
    g.put(g.combat, TARGET, card)


@book.event("{winner} wins the combat", "HCG-12.4", "HCG-12.13", "HCG-12.14")
def combat_won(g: Hope, winner: int, loser: int) -> None:
    """Watchers of the combat listen to it; sources and wounds are events of their own."""


@book.event("", "HCG-12.10", quiet=True)
def wins_combat(g: Hope, card: int, winner: int, loser: int, defender: int) -> None:
    """One card of the winning side; its own abilities listen to it."""


@book.event("the attack on {card} fails", "HCG-12.15", "HCG-12.12", "HCG-13.7")
def attack_failed(g: Hope, card: int) -> None:
    """Nobody gains anything and no attacker is harmed (HCG-12.16)."""


@book.event("", "HCG-12.15", quiet=True)
def repels(g: Hope, card: int, attackers: tuple[int, ...]) -> None:
    """The defending unit's own abilities listen to it."""


@book.event("the combat is over", "HCG-11.3", "HCG-R38")
def combat_ended(g: Hope) -> None:
    g.expire("combat_end")
    for use in [one for one in g.uses if one[2] == "per_combat"]:
        g.delete(g.uses, use)
    for card in list(g.attackers):
        g.delete(g.attackers, card)
    for field in (TARGET, ATTACKING, NUMBER, STEP):
        g.put(g.combat, field, -1)


@book.event("", "HCG-R29", quiet=True)
def marks_removed(g: Hope) -> None:
    """Target tokens go back to the supply when a player has finished all combats (HCG-3.3)."""
    if any(g.mark_of):
        for card in g.in_play:
            g.put(g.mark_of, card, 0)


# -- the Stack ------------------------------------------------------------------------------------------------


@book.event("{seat} plays {card}", "HCG-6.1", "HCG-2.14")
def event_played(g: Hope, seat: int, card: int) -> None:
    g.relocate(card, g.played)


@book.event("{seat} uses an ability of {card}", "HCG-6.1", "HCG-2.14", "HCG-16.11")
def ability_announced(g: Hope, seat: int, card: int) -> None:
    """Only announced; ``put_on_stack`` makes the item."""


@book.event("", "HCG-6.1", quiet=True)
def put_on_stack(g: Hope, card: int, ability: str, seat: int, names: dict[str, Any]) -> None:
    g.stack.put(g, card, ability, seat, names)


@book.event("", "HCG-R14", quiet=True)
def ability_used(g: Hope, card: int, place: int, period: str) -> None:
    g.insert(g.uses, (card, place, period))


@book.event("{item} is cancelled", "HCG-6.5", "HCG-R17")
def cancelled(g: Hope, item: int) -> None:
    g.stack.change(g, item, cancelled=True)


@book.event("{item} has other targets", "HCG-6.5")
def retargeted(g: Hope, item: int, names: dict[str, Any]) -> None:
    g.stack.change(g, item, names=names)


@book.event("{card} goes to the Discard pile", "HCG-5.13", "HCG-1.3", "HCG-R17")
def event_done(g: Hope, card: int) -> None:
    g.relocate(card, g.discard[g.owner[card]])


# -- periods --------------------------------------------------------------------------------------------------


@book.event("", "HCG-7.4", "HCG-R13", quiet=True)
def phase_over(g: Hope) -> None:
    g.expire("phase_end")
    if any(g.moved) or any(g.extra):
        for card in g.in_play:
            g.put(g.moved, card, 0)
            g.put(g.extra, card, 0)


@book.event("", "HCG-R14", "HCG-11.13", quiet=True)
def round_over(g: Hope) -> None:
    g.expire("round_end")
    for use in [one for one in g.uses if one[2] == "per_round"]:
        g.delete(g.uses, use)
    for pair in list(g.attacked):
        g.delete(g.attacked, pair)


def team_of(g: Hope, seat: int) -> list[int]:
    """The seats of this seat's team (HCG-20.1); of a game of two, the seat alone."""
    return [one for one in range(g.seats) if g.side[one] == g.side[seat]] if g.variant == TEAMS else [seat]
