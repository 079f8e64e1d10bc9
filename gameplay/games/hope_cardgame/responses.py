"""Events and special abilities: when they may be used, announcing them, and the Stack (HCG-5, HCG-6)."""

from typing import Any

from gameplay.engine.ask import Option
from gameplay.engine.effects import Ability, Env, Target
from gameplay.engine.event import Names
from gameplay.engine.stack import Item, StackRules, teach_stack

from . import happenings as happen
from .book import BATTLE, MAIN, MOVE, book
from .definitions import Announced
from .playing import has_unique
from .removal import kill, wound
from .state import ALL, ATTACKING, ITEM, PHASE, ROSTER, SPACE, TARGET, Hope
from .winning import change_sources

# -- what may be used now -------------------------------------------------------------------------------------


def open_flags(g: Hope) -> tuple[str, ...]:
    """Flags that may be used at this moment (HCG-5.6 to HCG-5.9, 8.6, 9.16, 10.5, 11.15, 14.9, 15.6, R15, R16)."""
    phase = g.now[PHASE]
    if phase == MAIN:
        return ("ANYTIME", "MAIN")
    if phase == MOVE:
        return ("ANYTIME", "MOVE")
    if phase == BATTLE and g.combat[TARGET] >= 0:
        return ("ANYTIME", "COMBAT")
    return ("ANYTIME",)


def acts(g: Hope, seat: int) -> list[Option]:
    """Events and abilities the seat may use now: in its own part (HCG-5.11), as an answer (HCG-5.12) or in the
    window of a combat."""
    flags = open_flags(g)
    event_flag, kind = g.event_flag, g.kind
    found: list[Option] = [
        ("event", card)
        for card in g.zones[g.hand[seat]]
        if event_flag[kind[card]] in flags and event_usable(g, seat, card)
    ]
    found += [
        ("use", card, ability.place)
        for card, ability in users(g, seat)
        if ability.facts.flag in flags and ability_usable(g, seat, card, ability)
    ]
    return found


def users(g: Hope, seat: int) -> list[tuple[int, Ability]]:
    """Abilities of face-up cards of the seat that are announced (HCG-5.3, HCG-R59)."""
    roster, key = g.roster or g.cast(), ("users", seat)
    found: list[tuple[int, Ability]] | None = roster.get(key)
    if found is None:
        used, kind, controller, flipped = g.used, g.kind, g.controller, g.flipped
        found = roster[key] = [
            (card, ability)
            for card in g.in_play
            if used[kind[card]] and controller[card] == seat and not flipped[card]
            for ability in used[kind[card]]
        ]
    return found


def may_answer(g: Hope, seat: int) -> bool:
    """Whether, as far as everybody knows, the seat might have something to use: no pass may tell what it holds."""
    return bool(g.zones[g.hand[seat]] or users(g, seat))


def event_usable(g: Hope, seat: int, card: int) -> bool:
    """HCG-4.1, HCG-R7: it can be paid; HCG-R20: it answers what it has to answer; and every target can be chosen."""
    if not g.can_pay(seat, -g.price(card)):
        return False
    ability = g.definitions[g.kind[card]].play
    assert ability is not None
    if ability.answers_to is None:
        return possible(g, card, seat, ability)
    names = answered_event(g, ability, Env(card, seat, {}))
    return names is not None and can_be_chosen(g, Env(card, seat, names), ability)


def answered_event(g: Hope, ability: Ability, env: Env) -> Names | None:
    """What the event says that is just being answered, if it is one this card answers (HCG-R20)."""
    if ability.answers_to is None or not g.answering:
        return None
    (name, fits), (happened, args) = ability.answers_to, g.answering
    if happened != name or not fits(g, env, args[0]):
        return None
    return {f"ev.{field}": value for field, value in zip(book.events[name].names, args, strict=True)}


def ability_usable(g: Hope, seat: int, card: int, ability: Ability) -> bool:
    """HCG-5.10, HCG-R14 to R16, O3: its card takes part if it must, its limit is not reached, its cost can be
    paid, its condition holds and its targets can be chosen."""
    facts: Announced = ability.facts
    if (facts.flag == "COMBAT" or (g.seats > 2 and only_helps(g, seat))) and not g.in_combat(card):
        return False
    if g.uses and facts.times and g.uses.count((card, ability.place, facts.period)) >= facts.times:
        return False
    if facts.sources is not None and not g.can_pay(seat, facts.sources(g, Env(card, seat, {}))):
        return False
    return possible(g, card, seat, ability)


def possible(g: Hope, card: int, seat: int, ability: Ability) -> bool:
    """Whether its condition holds and its targets can be chosen; found once for as long as all that it looks at
    stays as it is."""
    far = g.looks_at(ability)
    if far == ALL:
        return can_be_chosen(g, Env(card, seat, {}), ability)
    known, key = g.cast() if far == ROSTER else g.memo(), (card, seat, ability.key)
    found: bool | None = known.get(key)
    if found is None:
        found = known[key] = can_be_chosen(g, Env(card, seat, {}), ability)
    return found


def can_be_chosen(g: Hope, env: Env, ability: Ability) -> bool:
    """Whether its condition holds and all its targets can be chosen."""
    if ability.condition is not None and not ability.condition(g, env):
        return False
    return targets_exist(g, env, ability, 0)


def only_helps(g: Hope, seat: int) -> bool:
    """A teammate of the two players of a combat may use abilities of involved cards only (HCG-20.17, HCG-R85)."""
    if g.seats == 2 or g.combat[TARGET] < 0:
        return False
    return seat not in (g.combat[ATTACKING], g.controller[g.target])


# -- targets --------------------------------------------------------------------------------------------------


def legal_targets(g: Hope, env: Env, ability: Ability, target: Target) -> list[int]:
    """What may be chosen for this target; for a COMBAT card, only what takes part (HCG-5.8, HCG-R16)."""
    found = target.chosen.everything(g, env)
    facts: Announced | None = ability.facts
    if facts is None:
        return found
    if facts.involved:
        found = [one for one in found if not 0 <= one < ITEM or g.in_combat(one)]
    if target.label in facts.taken_over:
        found = [
            one for one in found if not (g.facts(one).unique and has_unique(g, env.you, g.facts(one).name))
        ]
    return found


def targets_exist(g: Hope, env: Env, ability: Ability, at: int) -> bool:
    """Whether all targets from the ``at``-th on can be chosen together."""
    if at == len(ability.targets):
        return True
    target = ability.targets[at]
    if not target.least:
        return targets_exist(g, _named(env, target.label, ()), ability, at + 1)
    last, facts = at + 1 == len(ability.targets), ability.facts
    if last and target.least == 1 and (facts is None or not facts.narrows(target.label)):
        return target.chosen.some(g, env)
    found = legal_targets(g, env, ability, target)
    if last or target.least > 1:
        return len(found) >= target.least
    return any(targets_exist(g, _named(env, target.label, (one,)), ability, at + 1) for one in found)


def choosable(g: Hope, env: Env, ability: Ability, at: int) -> list[int]:
    """Candidates for the ``at``-th target that leave the later ones possible."""
    target = ability.targets[at]
    found = legal_targets(g, env, ability, target)
    if at + 1 == len(ability.targets):
        return found
    return [one for one in found if targets_exist(g, _named(env, target.label, (one,)), ability, at + 1)]


def _named(env: Env, label: str, things: tuple[int, ...]) -> Env:
    return Env(env.source, env.you, {**env.names, label: things})


# -- announcing (HCG-6.1) -------------------------------------------------------------------------------------


def respond(g: Hope, seat: int, option: Option) -> None:
    """Begin to announce what the option says."""
    card = option[1]
    made = g.definitions[g.kind[card]]
    if option[0] == "event":
        ability: Ability = made.play
        names = {} if ability.answers_to is None else answered_event(g, ability, Env(card, seat, {})) or {}
    else:
        ability, names = next(one for one in made.used if one.place == option[2]), {}
    g.push("announce", seat, card, ability.key, names, 0)


@book.step("announce", "HCG-6.1", "HCG-R17")
def announce(g: Hope, seat: int, card: int, key: str, names: Names, at: int) -> None:
    """Option first, then targets one by one, then the price; all of it fixed before anybody may answer (O19)."""
    ability = g.programs[key]
    if ability.choices and "choice" not in names:
        options: list[Option] = [("option", number + 1) for number in range(ability.choices)]
        g.ask(seat, "choose_option", options, "HCG-6.1", public=True)
    elif at < len(ability.targets):
        ask_target(g, seat, Env(card, seat, names), ability, at)
    elif ability.timing.name == "play":
        play_event(g, seat, card, ability, names)
    else:
        use_ability(g, seat, card, ability, names)


def ask_target(g: Hope, seat: int, env: Env, ability: Ability, at: int) -> None:
    target = ability.targets[at]
    options: list[Option] = [("choose", one) for one in choosable(g, env, ability, at)]
    least, most = min(target.least, len(options)), min(target.most, len(options))
    if least == most == 1:
        g.ask(seat, "choose_targets", options, "HCG-6.1", public=True)
    else:
        g.ask(seat, "choose_targets", options, "HCG-6.1", default=tuple(range(least)), least=least, most=most)


@book.answer("announce")
def announced(g: Hope, chosen: Any, seat: int, card: int, key: str, names: Names, at: int) -> None:
    if chosen and chosen[0] == "option":
        g.push("announce", seat, card, key, {**names, "choice": chosen[1] - 1}, at)
        return
    label = g.programs[key].targets[at].label
    g.push("announce", seat, card, key, {**names, label: picked(chosen)}, at + 1)


def picked(chosen: Any) -> tuple[int, ...]:
    """The things of one option, or of several."""
    if chosen and isinstance(chosen[0], str):
        return (chosen[1],)
    return tuple([option[1] for option in chosen])


def play_event(g: Hope, seat: int, card: int, ability: Ability, names: Names) -> None:
    """Paid, or received, when it is put on the Stack; never refunded (HCG-R17)."""
    price = g.price(card)
    g.push("answers", g.others(seat))
    g.do(happen.event_played, seat, card)
    g.do(happen.put_on_stack, card, ability.key, seat, names)
    change_sources(g, (seat, price))


def use_ability(g: Hope, seat: int, card: int, ability: Ability, names: Names) -> None:
    """The cost is part of announcing and is paid before answers (O4)."""
    facts: Announced = ability.facts
    env = Env(card, seat, names)
    g.push("answers", g.others(seat))
    g.do(happen.ability_announced, seat, card)
    g.do(happen.put_on_stack, card, ability.key, seat, names)
    if facts.times:
        g.do(happen.ability_used, card, ability.place, facts.period)
    if facts.sources is not None:
        change_sources(g, (seat, -facts.sources(g, env)))
    if facts.wounds is not None:
        for thing in facts.wounds[1](g, env):
            wound(g, thing, facts.wounds[0](g, env), seat)
    if facts.kills is not None:
        for thing in facts.kills(g, env):
            kill(g, thing, seat)


# -- evaluating (HCG-6.4, HCG-6.5) ----------------------------------------------------------------------------


def evaluate(g: Hope, item: Item) -> None:
    """What the item does, unless it was cancelled; targets that are gone or no longer legal are left out
    (HCG-R19). An event then goes to its owner's Discard pile (HCG-5.13)."""
    ability = g.programs[item.ability]
    if ability.timing.name == "play":
        g.push("event done", item.card)
    if not item.cancelled and g.alive[item.seat]:
        g.push("effect", item.ability, 0, Env(item.card, item.seat, still_legal(g, item, ability)))


def still_legal(g: Hope, item: Item, ability: Ability) -> Names:
    names = dict(item.names)
    for target in ability.targets:
        env = Env(item.card, item.seat, names)
        chosen = names.get(target.label, ())
        names[target.label] = tuple([one for one in chosen if is_legal(g, env, ability, target, one)])
    return names


def is_legal(g: Hope, env: Env, ability: Ability, target: Target, thing: int) -> bool:
    """A card that paid by leaving keeps the targets it chose (O4); else the target must still fit."""
    if ability.timing.name != "play" and not g.on_board(env.source):
        if ITEM <= thing < SPACE:
            return g.stack.find(thing - ITEM) is not None
        return thing < 0 or thing >= SPACE or g.on_board(thing)
    return target.chosen.fits(g, env, thing)


@book.step("event done", "HCG-5.13", "HCG-1.3")
def event_done(g: Hope, card: int) -> None:
    if g.place[card] == g.played:
        g.do(happen.event_done, card)


def answer_to(g: Hope, happened: str, *args: Any) -> None:
    """Others get one chance to answer an action that does not go on the Stack (HCG-R20, HCG-R21, HCG-5.12)."""
    g.push("answers", g.others(g.active), (happened, args))


@book.step("answer to", "HCG-R20", "HCG-5.12")
def answer_later(g: Hope, happened: str, args: tuple[Any, ...]) -> None:
    """The same, after what the action makes happen."""
    answer_to(g, happened, *args)


# -- targets of triggered abilities ---------------------------------------------------------------------------


@book.step("trigger targets", "HCG-5.3")
def trigger_targets(g: Hope, noticed: Any, at: int) -> None:
    """Targets of an ability that happens at once are chosen as it happens (O2, O9)."""
    seat, source, key, names = noticed
    ability = g.programs[key]
    if at == len(ability.targets):
        g.push("effect", key, 0, Env(source, seat, names))
        return
    options: list[Option] = [("choose", one) for one in choosable(g, Env(source, seat, names), ability, at)]
    if options:
        g.ask(seat, "choose_targets", options, "HCG-6.1", public=True)


@book.answer("trigger targets")
def trigger_target_chosen(g: Hope, option: Option, noticed: Any, at: int) -> None:
    seat, source, key, names = noticed
    label = g.programs[key].targets[at].label
    g.push("trigger targets", (seat, source, key, {**names, label: (option[1],)}), at + 1)


def responses(g: Hope, seat: int) -> list[Option]:
    """What the seat may answer with (HCG-6.2)."""
    return [("pass",), *acts(g, seat)]


teach_stack(
    book,
    StackRules(
        order=lambda g, seat: g.others(seat),
        batch=True,
        responses=responses,
        may_answer=may_answer,
        respond=respond,
        evaluate=evaluate,
    ),
    answers=("HCG-6.2", "HCG-6.3", "HCG-R18", "HCG-R85"),
    evaluate=("HCG-6.4", "HCG-6.5", "HCG-R18"),
)
"""HCG-6.2 to HCG-6.4, HCG-R18: the others answer, and once closed all of it is evaluated without a break."""
