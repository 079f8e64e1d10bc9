"""The Battle phase: targets, sight, attackers, the window, and the result (HCG-11, 12, 13, 16)."""

from gameplay.engine.ask import Option

from . import happenings as happen
from .book import book
from .happenings import team_of
from .removal import destroy, kill_the_dead
from .responses import answer_to, may_answer, picked, respond, responses
from .state import ATTACKING, NUMBER, TEAMS, Hope
from .winning import change_sources, reward

MOST_COMBATS = 3
"""HCG-11.1"""
BONUS = 2
"""HCG-4.5, HCG-12.10, HCG-12.11"""
BASE_WOUNDS = 1
"""HCG-12.4, HCG-R41"""


# -- sight ----------------------------------------------------------------------------------------------------


def sees(g: Hope, attacker: int, target: int) -> bool:
    """Whether the attacker has the target in sight: next to it (HCG-11.9), or RANGED along a free straight line
    within reach (HCG-11.10, HCG-16.6, HCG-R32, HCG-R33)."""
    end = g.space[target]
    if end in g.board.steps[g.space[attacker]]:
        return True
    return end in far_sight(g, attacker) and target not in g.values("cannot be_seen_from_afar")


def far_sight(g: Hope, attacker: int) -> set[int]:
    """Spaces that a RANGED unit reaches along free straight lines (HCG-11.10, HCG-16.6, HCG-R32, HCG-R33)."""
    reach, found = g.values("RANGED").get(attacker, 0), set()
    if reach > 0:
        for line in g.board.rays[g.space[attacker]]:
            for space in line[: 1 + reach]:
                found.add(space)
                if g.cell[space] >= 0 and blocks(g, attacker, space):
                    break
    return found


def blocks(g: Hope, attacker: int, space: int) -> bool:
    """Whether an attack cannot pass over this space: opposing units (HCG-11.17, HCG-R60) and face-up locations of
    anybody (HCG-11.18, HCG-R34) block; own units (HCG-11.19, HCG-R84) and flipped locations (HCG-11.20) do not."""
    card = g.cell[space]
    if card < 0:
        return False
    made = g.definitions[g.kind[card]]
    if made.location:
        return not g.flipped[card] and not _ignored(g, attacker, card)
    return not g.friendly(int(g.controller[attacker]), card)


def _ignored(g: Hope, attacker: int, card: int) -> bool:
    """A card's text lets this unit attack over such cards (HCG-1.2)."""
    return any(
        attacker in change.found(g, env) and change.extra(g, env, card)
        for env, change in g.changes_of("ignore_blocking")
    )


def eligible(g: Hope, seat: int, target: int) -> list[int]:
    """Face-up units of this seat that see the target (HCG-11.8) and have not attacked it this round (HCG-11.13)."""
    seen = sight(g, seat).get(g.space[target], [])
    if target in g.values("cannot be_seen_from_afar"):
        seen = [unit for unit in seen if sees(g, unit, target)]
    attacked = g.attacked
    return [unit for unit in seen if (unit, target) not in attacked] if attacked else seen


def sight(g: Hope, seat: int) -> dict[int, list[int]]:
    """By space, the face-up units of this seat that see it: next to it (HCG-11.9), or from afar (HCG-11.10)."""
    memo, key = g.memo(), ("sight", seat)
    found: dict[int, list[int]] | None = memo.get(key)
    if found is None:
        found = memo[key] = {}
        steps, space, ranged = g.board.steps, g.space, g.values("RANGED")
        for unit in fighters(g, seat):
            near = steps[space[unit]]
            for there in (*near, *(far_sight(g, unit) - {*near})) if unit in ranged else near:
                found.setdefault(there, []).append(unit)
    return found


def fighters(g: Hope, seat: int) -> list[int]:
    """Face-up units of this seat (HCG-11.8, HCG-R60)."""
    roster, key = g.roster or g.cast(), ("fighters", seat)
    found: list[int] | None = roster.get(key)
    if found is None:
        unit, kind, controller, flipped = g.is_kind["unit"], g.kind, g.controller, g.flipped
        found = roster[key] = [
            card for card in g.in_play if controller[card] == seat and unit[kind[card]] and not flipped[card]
        ]
    return found


def is_attacker(g: Hope, seat: int, card: int) -> bool:
    """Whether the card is a face-up unit of this seat."""
    return card in fighters(g, seat)


def targets(g: Hope, seat: int) -> list[Option]:
    """Enemy cards this seat may attack: face up (HCG-R59), not marked yet (HCG-11.7), seen by a unit of its own
    (HCG-R30); never an own or a teammate's card (HCG-11.21, HCG-20.19)."""
    if g.combats[0] >= MOST_COMBATS:
        return []
    flipped, marked, space, seen = g.flipped, g.mark_of, g.space, sight(g, seat)
    plain = not g.attacked and not g.values("cannot be_seen_from_afar")
    return [
        ("attack", card)
        for card in g.enemies(seat)
        if space[card] in seen
        and not flipped[card]
        and not marked[card]
        and (plain or eligible(g, seat, card))
    ]


# -- the three steps (HCG-11.5) -------------------------------------------------------------------------------


def declare_target(g: Hope, seat: int, card: int) -> None:
    """HCG-11.6; others may answer before the attackers are declared (HCG-R20)."""
    g.push_procedure("combat", seat)
    g.do(happen.target_declared, seat, card, g.combats[0] + 1)
    answer_to(g, "target_declared", seat, card, g.combat[NUMBER])


book.procedure(
    "combat",
    "declare attackers",
    "teammate joins",
    "combat window",
    "resolve combat",
    "end combat",
    cite=("HCG-11.3", "HCG-11.5"),
)


@book.step("declare attackers", "HCG-11.8", "HCG-R30")
def declare_attackers(g: Hope, seat: int) -> None:
    """At least one own unit that sees the target (HCG-11.11, HCG-11.12)."""
    if g.target < 0 or not g.alive[seat]:
        return
    options = [("attacker", unit) for unit in eligible(g, seat, g.target)]
    if options:
        g.ask(seat, "declare_attackers", options, "HCG-11.8", "HCG-R30", default=(0,), most=len(options))


@book.answer("declare attackers")
def own_attackers(g: Hope, chosen: Option | tuple[Option, ...], seat: int) -> None:
    g.do(happen.attackers_declared, _units(chosen))


@book.step("teammate joins", "HCG-20.16")
def teammate_joins(g: Hope, seat: int) -> None:
    """In Two on two the attacking player may add units of the teammate (HCG-20.16)."""
    if g.variant != TEAMS or g.target < 0 or not g.attackers:
        return
    mates = [one for one in team_of(g, seat) if one != seat]
    options = [("attacker", unit) for mate in mates for unit in eligible(g, mate, g.target)]
    if options:
        g.ask(seat, "declare_attackers", options, "HCG-20.16", default=(), least=0, most=len(options))


@book.answer("teammate joins")
def mates_join(g: Hope, chosen: Option | tuple[Option, ...], seat: int) -> None:
    for unit in _units(chosen):
        g.do(happen.attacker_joined, unit)


def _units(chosen: Option | tuple[Option, ...]) -> tuple[int, ...]:
    return picked(chosen)


# -- totals and the window ------------------------------------------------------------------------------------


def attack_total(g: Hope) -> int:
    """The sum of the ATTACK of all attackers (HCG-12.1, HCG-13.1)."""
    return sum([g.value("attack", unit) for unit in g.attackers])


def defense_total(g: Hope) -> int:
    """The DEFENSE of the one card under attack (HCG-12.2, HCG-13.2)."""
    return g.value("defense", g.target)


def goes_on(g: Hope) -> bool:
    """HCG-R38: without a target, or without attackers, the combat ends without a winner."""
    return g.target >= 0 and bool(g.attackers)


def window_order(g: Hope) -> tuple[int, ...]:
    """Who may act in the window, in order: the side with the smaller total first, on equality the attacking
    player (HCG-11.16, HCG-R35); the active player or the owner before the teammate (HCG-R85)."""
    attacking, defending = int(g.combat[ATTACKING]), int(g.controller[g.target])
    attack = [attacking, *[seat for seat in team_of(g, attacking) if seat != attacking]]
    defense = [defending, *[seat for seat in team_of(g, defending) if seat != defending]]
    order = defense + attack if defense_total(g) < attack_total(g) else attack + defense
    return tuple([seat for seat in order if g.alive[seat]])


@book.step("combat window", "HCG-11.16", "HCG-12.3", "HCG-R35")
def combat_window(g: Hope, seat: int) -> None:
    if goes_on(g):
        g.push("window", window_order(g))


@book.step("window", "HCG-11.16", "HCG-R35", "HCG-R36")
def window(g: Hope, seats: tuple[int, ...]) -> None:
    """Each is asked in turn; whoever acts opens a Stack, after which the lower side is asked anew. When all have
    passed in a row the window closes."""
    if not goes_on(g) or not seats:
        return
    seat = seats[0]
    g.ask(seat, "combat_window", responses(g, seat), "HCG-11.16", "HCG-R35", public=not may_answer(g, seat))


@book.answer("window")
def window_answered(g: Hope, option: Option, seats: tuple[int, ...]) -> None:
    if option[0] == "pass":
        g.push("window", seats[1:])
    else:
        g.push("combat window", seats[0])
        respond(g, seats[0], option)


# -- the result -----------------------------------------------------------------------------------------------


@book.step("resolve combat", "HCG-11.14", "HCG-12.1", "HCG-13.1")
def resolve_combat(g: Hope, seat: int) -> None:
    if not goes_on(g):
        return
    if g.facts(g.target).unit:
        resolve_against_unit(g)
    else:
        resolve_against_location(g)


def resolve_against_unit(g: Hope) -> None:
    """HCG-12.4 to HCG-12.16."""
    attack, defense = attack_total(g), defense_total(g)
    if attack > defense:
        attacker_wins(g, overwhelms(g, attack, defense))
    elif attack == defense:
        break_tie(g)
    else:
        attack_fails(g)
        g.do(happen.repels, g.target, tuple(g.attackers))


def overwhelms(g: Hope, attack: int, defense: int) -> bool:
    """HCG-12.8, HCG-16.9, HCG-R43; not a unit that cannot be overwhelmed (O6)."""
    several = attack > 0 and attack >= g.settings.overwhelm_factor * defense
    return several and not g.value("cannot be_overwhelmed", g.target)


def break_tie(g: Hope) -> None:
    """FEROCITY on one side alone decides a tie (HCG-12.12 to HCG-12.14, HCG-16.7, HCG-R46)."""
    attacker = any(g.value("FEROCITY", unit) for unit in g.attackers)
    defender = g.value("FEROCITY", g.target) > 0
    if attacker and not defender:
        attacker_wins(g, overwhelm=False)
    elif defender and not attacker:
        defender_wins(g)
    else:
        attack_fails(g)


def attacker_wins(g: Hope, overwhelm: bool) -> None:
    """Wounds or a kill, 2 sources from the loser, and the cost of a killed unit (HCG-12.4 to HCG-12.11)."""
    target, winner = g.target, int(g.combat[ATTACKING])
    loser, attackers = int(g.controller[target]), list(g.attackers)
    gain = reward(g, winner, target)[1]
    dies = defeat(g, target, overwhelm, winner)
    change_sources(g, (winner, BONUS + (gain if dies else 0)), (loser, -BONUS))
    g.do(happen.combat_won, winner, loser)
    for unit in attackers:
        g.do(happen.wins_combat, unit, winner, loser, target)


def defeat(g: Hope, target: int, overwhelm: bool, by: int) -> bool:
    """What a won combat does to the unit: whether it dies of it (HCG-12.4, HCG-12.5, HCG-12.8)."""
    if not overwhelm:
        number = wounds_dealt(g)
        if number:
            g.do(happen.wounded, target, number, by)
        if g.wounds[target] < g.value("vitality", target):
            return False
    return g.do(happen.killed, target, by)


def wounds_dealt(g: Hope) -> int:
    """One, changed by the DAMAGE of all attackers, never below 0 (HCG-12.4, HCG-16.1 to HCG-16.4, HCG-R41)."""
    return max(0, BASE_WOUNDS + sum([g.value("DAMAGE", unit) for unit in g.attackers]))


def defender_wins(g: Hope) -> None:
    """HCG-12.14, HCG-R45: 2 sources change hands, nobody is wounded."""
    target, loser = g.target, int(g.combat[ATTACKING])
    winner = int(g.controller[target])
    change_sources(g, (winner, BONUS), (loser, -BONUS))
    g.do(happen.combat_won, winner, loser)
    g.do(happen.wins_combat, target, winner, loser, target)


def attack_fails(g: Hope) -> None:
    """HCG-12.12, HCG-12.15, HCG-12.16, HCG-13.7"""
    g.do(happen.attack_failed, g.target)


def resolve_against_location(g: Hope) -> None:
    """Equal is enough; only the cost is gained (HCG-13.4 to HCG-13.8, HCG-R47)."""
    if attack_total(g) >= defense_total(g):
        destroy(g, g.target, int(g.combat[ATTACKING]))
    else:
        attack_fails(g)


@book.step("end combat", "HCG-11.3", "HCG-11.14")
def end_combat(g: Hope, seat: int) -> None:
    g.do(happen.combat_ended)
    kill_the_dead(g, -1)
