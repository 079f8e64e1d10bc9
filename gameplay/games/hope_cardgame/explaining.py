"""Why an action is not possible now, with the clause that forbids it (the rules of the other chapters, asked one
by one)."""

from gameplay.engine.ask import Option, Refusal
from gameplay.engine.effects import Env

from . import combat, movement, playing
from .book import BATTLE, EXPLORE, MAIN, MOVE
from .definitions import UNIT, Definition
from .responses import open_flags, targets_exist
from .state import Hope

# The decision of a seat's own part of each phase.
OWN_PART = {
    MAIN: "main_action",
    MOVE: "move_action",
    EXPLORE: "explore_action",
    BATTLE: "battle_action",
}


def why_not(g: Hope, seat: int, action: Option) -> Refusal | None:
    """The first rule that fails; None when none does."""
    asked = g.asked
    if asked is None or asked.seat != seat:
        return Refusal(("HCG-5.11", "HCG-7.3"), "it is not this player's turn to act")
    verb = action[0]
    if verb == "play":
        return why_not_play(g, seat, action[1], action[2])
    if verb in ("duplicate", "heal"):
        return why_not_duplicate(g, seat, action[1])
    if verb == "move":
        return why_not_move(g, seat, action[1], action[2])
    if verb in ("step", "stop"):
        return Refusal(("HCG-9.4", "HCG-9.7"), "the path cannot go there, or cannot end there")
    if verb == "attack":
        return why_not_attack(g, seat, action[1])
    if verb == "attacker":
        return why_not_attacker(g, seat, action[1])
    if verb == "event":
        return why_not_event(g, seat, action[1])
    if verb == "use":
        return why_not_use(g, seat, action[1], action[2])
    if verb == "choose":
        return Refusal(("HCG-6.1", "HCG-5.8"), "that is no legal target")
    return Refusal(asked.cite, f"this is not what is asked now ({asked.kind.replace('_', ' ')})")


def _in_own_part(g: Hope, phase: int) -> bool:
    return g.asked is not None and g.asked.kind == OWN_PART[phase]


def why_not_play(g: Hope, seat: int, card: int, space: int) -> Refusal | None:
    """Units in the Main phase, locations in the Explore phase, on a legal space, if they can be paid."""
    if g.place[card] != g.hand[seat]:
        return Refusal(("HCG-8.1",), "the card is not in this player's hand")
    made: Definition = g.facts(card)
    if made.event:
        return Refusal(("HCG-1.3",), "events do not stay on the battleground")
    if made.unit and not _in_own_part(g, MAIN):
        return Refusal(("HCG-8.12",), "units are played in the own part of the Main phase")
    if made.location and not _in_own_part(g, EXPLORE):
        return Refusal(("HCG-10.6",), "locations are played in the own part of the Explore phase")
    if made.unique and playing.has_unique(g, seat, made.name):
        return Refusal(("HCG-16.13", "HCG-R23"), "a unique card of this name is on the battleground already")
    if not g.can_pay(seat, -g.price(card)):
        return Refusal(("HCG-R7", "HCG-4.1"), "paying this would leave no source")
    return why_not_unit_space(g, seat, space) if made.type == UNIT else why_not_location_space(g, seat, space)


def why_not_unit_space(g: Hope, seat: int, space: int) -> Refusal | None:
    if g.cell[space] >= 0:
        return Refusal(("HCG-8.5", "HCG-2.13"), "the space is not free")
    if space in playing.unit_spaces(g, seat):
        return None
    if any(space in _diagonal(g, card) for card in g.in_play if _own_location(g, seat, card)):
        return Refusal(("HCG-8.4", "HCG-2.12"), "the space touches an own location only diagonally")
    return Refusal(("HCG-8.2", "HCG-8.3"), "neither in the home base nor next to an own face-up location")


def _own_location(g: Hope, seat: int, card: int) -> bool:
    return bool(g.facts(card).location and g.friendly(seat, card))


def _diagonal(g: Hope, card: int) -> list[int]:
    board = g.board
    here = g.space[card]
    near = [s for s in range(board.size) if board.distance(here, s) == 2]
    return [s for s in near if board.row(s) != board.row(here) and board.column(s) != board.column(here)]


def why_not_location_space(g: Hope, seat: int, space: int) -> Refusal | None:
    if g.cell[space] >= 0:
        return Refusal(("HCG-10.2", "HCG-2.13"), "the space is not free")
    if space in g.board.home(g.side[seat]):
        return Refusal(("HCG-10.4",), "a location is never played in the own home base")
    if g.tokens_at(space):
        return Refusal(("HCG-19.5",), "there is an artifact on the space")
    if space in playing.location_spaces(g, seat):
        return None
    own = [card for card in g.in_play if g.facts(card).unit and g.friendly(seat, card)]
    if any(space in _diagonal(g, card) for card in own):
        return Refusal(("HCG-10.3", "HCG-2.12"), "the space touches an own unit only diagonally")
    return Refusal(("HCG-10.2",), "the space is not next to an own unit")


def why_not_duplicate(g: Hope, seat: int, card: int) -> Refusal | None:
    if not _in_own_part(g, MAIN):
        return Refusal(("HCG-8.11",), "duplicates are discarded in the own part of the Main phase only")
    made: Definition = g.facts(card)
    if (
        g.place[card] != g.hand[seat]
        or not (made.unit and made.unique)
        or playing.original(g, seat, card) < 0
    ):
        return Refusal(
            ("HCG-8.7", "HCG-16.13"), "this is no duplicate of an own unique unit on the battleground"
        )
    return Refusal(("HCG-8.8",), "the unit has no wound")


def why_not_move(g: Hope, seat: int, unit: int, there: int) -> Refusal | None:
    """HCG-9, in the order in which a judge would ask."""
    if not _in_own_part(g, MOVE):
        return Refusal(("HCG-9.1",), "units are moved in the own part of the Move phase")
    if not g.on_board(unit) or g.controller[unit] != seat:
        return Refusal(("HCG-9.1",), "this is not an own unit on the battleground")
    if g.facts(unit).location:
        return Refusal(("HCG-9.15",), "a location keeps its space")
    if g.flipped[unit]:
        return Refusal(("HCG-R60",), "a face-down unit does not move")
    if g.moved[unit] and not g.extra[unit]:
        return Refusal(("HCG-9.13",), "the unit has been moved in this phase")
    if not g.moved[unit] and g.moves_made[0] >= movement.MOST_UNITS:
        return Refusal(("HCG-9.1",), "three units have been moved")
    if g.value("cannot move", unit):
        return Refusal(("HCG-1.2",), "a card says that this unit cannot move")
    return why_not_step(g, unit, there)


def why_not_step(g: Hope, unit: int, there: int) -> Refusal | None:
    if there not in movement.ways(g, unit)[g.space[unit]]:
        return Refusal(
            ("HCG-9.6", "HCG-9.4"), "a step goes forward, backward, left or right to the next space"
        )
    steps = movement.distance(g, unit)
    if there in movement.next_steps(g, unit, g.space[unit], steps):
        return None
    card = g.cell[there]
    if card >= 0 and not movement.may_cross(g, unit, there):
        clause = "HCG-9.8" if g.facts(card).unit else "HCG-9.9"
        return Refusal((clause,), f"{g.facts(card).name} cannot be moved through")
    if steps < 2:
        return Refusal(("HCG-9.7", "HCG-9.11"), "a move ends on a free space; crossing a card needs MOVE")
    return Refusal(("HCG-9.7", "HCG-9.10"), "the unit could not end its move on a free space")


def why_not_attack(g: Hope, seat: int, card: int) -> Refusal | None:
    if not _in_own_part(g, BATTLE):
        return Refusal(("HCG-11.1",), "targets are declared in the own part of the Battle phase")
    if g.combats[0] >= combat.MOST_COMBATS:
        return Refusal(("HCG-11.1",), "three combats have been initiated")
    if not g.on_board(card):
        return Refusal(("HCG-11.6",), "only a card on the battleground can be a target")
    if g.friendly(seat, card):
        clause = "HCG-11.21" if g.controller[card] == seat else "HCG-20.19"
        return Refusal((clause,), "only an enemy card can be a target")
    if g.flipped[card]:
        return Refusal(("HCG-R59", "HCG-R60"), "a face-down card cannot be a target")
    if g.mark_of[card]:
        return Refusal(("HCG-11.7",), "the card carries a Target token already")
    return Refusal(
        ("HCG-11.8", "HCG-11.9", "HCG-11.13", "HCG-R30"), "no own unit may attack it: none sees it"
    )


def why_not_attacker(g: Hope, seat: int, unit: int) -> Refusal | None:
    if not g.on_board(unit) or not g.facts(unit).unit or g.flipped[unit]:
        return Refusal(("HCG-11.8",), "only a face-up unit on the battleground can attack")
    if (unit, g.target) in g.attacked:
        return Refusal(("HCG-11.13",), "the unit has attacked this target in this round")
    return Refusal(("HCG-11.9", "HCG-11.10", "HCG-11.17", "HCG-11.18"), "the unit does not see the target")


def why_not_event(g: Hope, seat: int, card: int) -> Refusal | None:
    made: Definition = g.facts(card)
    if g.place[card] != g.hand[seat] or not made.event:
        return Refusal(("HCG-6.1",), "this is no event in this player's hand")
    if made.flag not in open_flags(g):
        return Refusal(
            (_flag_clause(made.flag), _phase_clause(g)), f"a {made.flag} event may not be played now"
        )
    if not g.can_pay(seat, -g.price(card)):
        return Refusal(("HCG-R7", "HCG-4.1"), "paying this would leave no source")
    if made.play is not None and made.play.answers_to is not None:
        return Refusal(("HCG-R20",), "this event only answers something that has just happened")
    return Refusal(("HCG-5.8", "HCG-6.1"), "there is no legal target for it")


def _flag_clause(flag: str) -> str:
    return {"MAIN": "HCG-5.6", "MOVE": "HCG-5.7", "COMBAT": "HCG-5.8"}.get(flag, "HCG-5.9")


def _phase_clause(g: Hope) -> str:
    return ("HCG-8.6", "HCG-9.16", "HCG-10.5", "HCG-11.15", "HCG-14.9", "HCG-15.6")[g.phase]


def why_not_use(g: Hope, seat: int, card: int, place: int) -> Refusal | None:
    ability = next((one for one in g.facts(card).used if one.place == place), None)
    if not g.on_board(card) or g.controller[card] != seat or ability is None:
        passive = g.on_board(card) and g.facts(card).passives.get("LOCATOR")
        clauses = ("HCG-16.8",) if passive else ("HCG-5.3", "HCG-6.1")
        return Refusal(clauses, "this is no special ability of an own card on the battleground")
    if g.flipped[card]:
        return Refusal(("HCG-R59", "HCG-R60"), "a face-down card is inactive")
    facts = ability.facts
    if facts.flag not in open_flags(g) or (facts.flag == "COMBAT" and not g.in_combat(card)):
        return Refusal(
            ("HCG-5.10", "HCG-R15", _phase_clause(g)), f"a {facts.flag} ability may not be used now"
        )
    if facts.times and g.uses.count((card, place, facts.period)) >= facts.times:
        return Refusal(("HCG-R14",), "the ability has been used as often as it may be")
    env = Env(card, seat, {})
    if facts.sources is not None and not g.can_pay(seat, facts.sources(g, env)):
        return Refusal(("HCG-R7",), "paying this would leave no source")
    if not targets_exist(g, env, ability, 0):
        return Refusal(("HCG-6.1",), "there is no legal target for it")
    return Refusal(
        ("HCG-6.1", "HCG-5.10"), "its condition does not hold, or only involved cards may help now"
    )
