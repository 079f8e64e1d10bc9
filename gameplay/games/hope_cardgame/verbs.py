"""What the verbs of the effect notation do in this game (``docs/cards.md``). A verb gives the things it was done
to; None when a decision that it asks for comes first.
"""

from collections.abc import Callable
from typing import Any

from gameplay.engine.ask import Option
from gameplay.engine.effects import Env, Statement, Things, Verb, bind
from gameplay.engine.stats import NO_LAYER, Lasting

from . import happenings as happen
from .artifacts import take_artifacts
from .book import book
from .movement import begin_effect_move, push_away
from .removal import destroy, kill, kill_the_dead, return_to_hand, wound
from .responses import choosable, picked
from .state import ITEM, SPACE, Hope
from .winning import change_sources
from .words import words


def _each(s: Statement, act: Callable[[Hope, Env, int], bool]) -> Verb:
    """The same to each card of the statement; those it was done to."""
    found = s.things()
    return lambda g, env: tuple([one for one in found(g, env) if act(g, env, one)])


def _each_on_board(s: Statement, act: Callable[[Hope, Env, int], Any]) -> Verb:
    """The same to each card that is on the battleground (HCG-R19)."""

    def one_by_one(g: Hope, env: Env, card: int) -> bool:
        return g.on_board(card) and act(g, env, card) is not False

    return _each(s, one_by_one)


def _players(s: Statement, name: str = "who") -> Callable[[Hope, Env], list[int]]:
    found = s.player(name)
    return lambda g, env: [~one for one in found(g, env) if g.alive[~one]]


words.changed = lambda g, env: kill_the_dead(g, env.you)  # HCG-R48


# -- sources, wounds, removal ---------------------------------------------------------------------------------


def _sources(sign: int) -> Callable[[Statement], Verb]:
    def make(s: Statement) -> Verb:
        seats, amount = _players(s), s.amount()

        def act(g: Hope, env: Env) -> Things:
            """Several players at once are one change (HCG-R11)."""
            number = sign * amount(g, env)
            changes = [(seat, number) for seat in seats(g, env)]
            change_sources(g, *changes)
            return tuple([~seat for seat, _number in changes])

        return act

    return make


words.verbs["gain_sources"] = _sources(1)
words.verbs["lose_sources"] = _sources(-1)


@words.verb("kill")
def _kill(s: Statement) -> Verb:
    return _each_on_board(s, lambda g, env, card: g.facts(card).unit and kill(g, card, env.you))


@words.verb("destroy")
def _destroy(s: Statement) -> Verb:
    return _each_on_board(s, lambda g, env, card: g.facts(card).location and destroy(g, card, env.you))


@words.verb("wound")
def _wound(s: Statement) -> Verb:
    found, amount = s.things("to"), s.amount()

    def act(g: Hope, env: Env) -> Things:
        number, units = amount(g, env), [one for one in found(g, env) if g.on_board(one)]
        for unit in units:
            wound(g, unit, number, env.you)
        return tuple(units)

    return act


@words.verb("heal")
def _heal(s: Statement) -> Verb:
    found, amount = s.things("to"), s.amount()

    def act(g: Hope, env: Env) -> Things:
        units = [one for one in found(g, env) if g.on_board(one) and g.wounds[one]]
        for unit in units:
            g.do(happen.healed, unit, min(amount(g, env), g.wounds[unit]))
        return tuple(units)

    return act


@words.verb("to_hand")
def _to_hand(s: Statement) -> Verb:
    """From the battleground with the reward (HCG-4.6); from the Draw deck unseen by others."""

    def act(g: Hope, env: Env, card: int) -> bool:
        if g.on_board(card):
            return return_to_hand(g, card, env.you)
        seat = g.owner[card]
        return g.do(happen.taken_from_deck, seat, (card,), seen=1 << seat)

    return _each(s, act)


@words.verb("to_deck_top")
def _to_deck_top(s: Statement) -> Verb:
    return _each_on_board(s, lambda g, env, card: g.do(happen.put_on_deck, card))


@words.verb("remove")
def _remove(s: Statement) -> Verb:
    return _each(s, lambda g, env, card: g.place[card] != g.removed and g.do(happen.taken_out, card))


# -- on the battleground --------------------------------------------------------------------------------------


@words.verb("move")
def _move(s: Statement) -> Verb:
    """HCG-R26; straight away from a card when the statement says so."""
    found, steps, by = s.things(), s.amount("steps"), _players(s, "by")
    away = s.compiler.things(s.word("dir").removeprefix("away=")) if s.has("dir") else None

    def act(g: Hope, env: Env) -> Things:
        moved = []
        for unit in found(g, env):
            if not g.on_board(unit) or g.flipped[unit] or g.value("cannot move", unit):
                continue
            if away is None:
                begin_effect_move(g, by(g, env)[0], unit, steps(g, env))
                moved.append(unit)
            elif push_away(g, unit, away(g, env)):
                moved.append(unit)
        return tuple(moved)

    return act


@words.verb("place")
def _place(s: Statement) -> Verb:
    """O7: no path, no move; artifacts there are taken, a location needs a space without them (HCG-R76)."""
    found, at = s.things(), s.things("at")

    def act(g: Hope, env: Env) -> Things:
        spaces = at(g, env)
        cards = [card for card in found(g, env) if g.on_board(card)]
        if not spaces or not cards or not may_be_placed(g, cards[0], spaces[0] - SPACE):
            return ()
        g.do(happen.placed, cards[0], spaces[0] - SPACE)
        take_artifacts(g, cards[0])
        return (cards[0],)

    return act


def may_be_placed(g: Hope, card: int, space: int) -> bool:
    if g.cell[space] >= 0:
        return False
    if g.facts(card).location:
        return not g.tokens_at(space) and space not in g.board.home(g.side[int(g.controller[card])])
    return True


@words.verb("swap")
def _swap(s: Statement) -> Verb:
    """HCG-R57: both must still be there (HCG-R19)."""
    one, other = (s.compiler.things(name) for name in s.main())

    def act(g: Hope, env: Env) -> Things:
        cards = (*one(g, env), *other(g, env))
        if len(cards) != 2 or cards[0] == cards[1] or not all(g.on_board(card) for card in cards):
            return ()
        g.do(happen.swapped, *cards)
        return cards

    return act


@words.verb("flip")
def _flip(s: Statement) -> Verb:
    """HCG-R58; with an end, the card turns back then if it is still in the new state."""
    state, until = s.word("state", "toggle"), s.until()

    def act(g: Hope, env: Env, card: int) -> bool:
        down = {"down": 1, "up": 0}.get(state, 1 - g.flipped[card])
        if g.flipped[card] == down:
            return False
        g.do(happen.turned, card, down)
        if until:
            g.last(Lasting("flip", NO_LAYER, card, down, until, env.you, env.source))
        kill_the_dead(g, env.you)
        return True

    return _each_on_board(s, act)


@book.expiry("flip")
def _turn_back(g: Hope, entry: Lasting) -> None:
    if g.on_board(entry.thing) and g.flipped[entry.thing] == entry.amount:
        g.do(happen.turned, entry.thing, 1 - entry.amount)


@words.verb("undo")
def _undo(s: Statement) -> Verb:
    """The unit goes back to where the move began, still counts as moved and keeps its artifacts."""

    def act(g: Hope, env: Env, card: int) -> bool:
        start = env.names.get("ev.start", -1)
        if start < 0 or g.cell[start] >= 0:
            return False
        g.do(happen.placed, card, start)
        take_artifacts(g, card)
        return True

    return _each_on_board(s, act)


@words.verb("extra_move")
def _extra_move(s: Statement) -> Verb:
    return _each_on_board(s, lambda g, env, card: g.do(happen.extra_move_given, card))


@words.verb("control")
def _control(s: Statement) -> Verb:
    """O8: no second unique card of one name; it goes back when the effect ends."""
    seats, until = _players(s), s.until()

    def act(g: Hope, env: Env, card: int) -> bool:
        seat, before = seats(g, env)[0], int(g.controller[card])
        if seat == before:
            return False
        g.do(happen.control_changed, card, seat)
        if until:
            g.last(Lasting("control", NO_LAYER, card, before, until, env.you, env.source))
        kill_the_dead(g, env.you)
        return True

    return _each_on_board(s, act)


@book.expiry("control")
def _give_back(g: Hope, entry: Lasting) -> None:
    if g.on_board(entry.thing):
        g.do(happen.control_changed, entry.thing, entry.amount)


@words.verb("redirect_combat")
def _redirect(s: Statement) -> Verb:
    """O11: only onto a card without a Target token; nothing outside a combat (O17)."""

    def act(g: Hope, env: Env, card: int) -> bool:
        if g.target < 0 or g.mark_of[card]:
            return False
        return g.do(happen.redirected, card)

    return _each_on_board(s, act)


@words.verb("join_combat")
def _join(s: Statement) -> Verb:
    """O12: sight is not needed, nobody joins twice; nothing outside a combat (O17)."""

    def act(g: Hope, env: Env, card: int) -> bool:
        if g.target < 0 or card in g.attackers or (card, g.target) in g.attacked or g.flipped[card]:
            return False
        return g.do(happen.attacker_joined, card)

    return _each_on_board(s, act)


# -- the Stack ------------------------------------------------------------------------------------------------


@words.verb("cancel")
def _cancel(s: Statement) -> Verb:
    def act(g: Hope, env: Env, thing: int) -> bool:
        return g.stack.find(thing - ITEM) is not None and g.do(happen.cancelled, thing - ITEM)

    return _each(s, act)


@words.verb("retarget")
def _retarget(s: Statement) -> Verb:
    """Other legal targets, seen from the item's controller; the option stays (O19)."""
    by = _players(s, "by")

    def act(g: Hope, env: Env, thing: int) -> bool:
        item = g.stack.find(thing - ITEM)
        if item is None or not g.programs[item.ability].targets:
            return False
        g.push("retarget", by(g, env)[0], item.number, _without_targets(g, item.ability, item.names), 0)
        return True

    return _each(s, act)


def _without_targets(g: Hope, key: str, names: dict[str, Any]) -> dict[str, Any]:
    labels = {target.label for target in g.programs[key].targets}
    return {name: value for name, value in names.items() if name not in labels}


@book.step("retarget", "HCG-6.5")
def retarget(g: Hope, seat: int, number: int, names: dict[str, Any], at: int) -> None:
    item = g.stack.find(number)
    if item is None:
        return
    ability = g.programs[item.ability]
    if at == len(ability.targets):
        g.do(happen.retargeted, number, names)
        return
    target = ability.targets[at]
    env = Env(item.card, item.seat, names)
    options: list[Option] = [("choose", one) for one in choosable(g, env, ability, at)]
    least, most = min(target.least, len(options)), min(target.most, len(options))
    if not options:
        g.push("retarget", seat, number, {**names, target.label: ()}, at + 1)
    elif least == most == 1:
        g.ask(seat, "choose_targets", options, "HCG-6.5")
    else:
        g.ask(seat, "choose_targets", options, "HCG-6.5", default=tuple(range(least)), least=least, most=most)


@book.answer("retarget")
def retarget_chosen(g: Hope, chosen: Any, seat: int, number: int, names: dict[str, Any], at: int) -> None:
    item = g.stack.find(number)
    assert item is not None
    label = g.programs[item.ability].targets[at].label
    g.push("retarget", seat, number, {**names, label: picked(chosen)}, at + 1)


# -- hands and decks ------------------------------------------------------------------------------------------


def draw(g: Hope, seat: int, number: int) -> Things:
    """Draw that many, or as many as there are (HCG-15.4, HCG-R73)."""
    deck = g.cards(g.deck[seat])
    cards = tuple(reversed(deck[max(0, len(deck) - number) :]))
    if cards:
        g.do(happen.drawn, seat, cards, seen=1 << seat)
    return cards


@words.verb("draw")
def _draw(s: Statement) -> Verb:
    seats, amount = _players(s), s.amount()
    return lambda g, env: tuple([card for seat in seats(g, env) for card in draw(g, seat, amount(g, env))])


@words.verb("mill")
def _mill(s: Statement) -> Verb:
    seats, amount = _players(s), s.amount()

    def act(g: Hope, env: Env) -> Things:
        done: list[int] = []
        for seat in seats(g, env):
            deck = g.cards(g.deck[seat])
            cards = tuple(reversed(deck[max(0, len(deck) - amount(g, env)) :]))
            if cards:
                g.do(happen.milled, seat, cards)
            done += cards
        return tuple(done)

    return act


@words.verb("discard")
def _discard(s: Statement) -> Verb:
    """That many cards of the own choice; with an empty hand nothing (HCG-R73)."""
    seats, amount, label = _players(s), s.amount(), s.label

    def act(g: Hope, env: Env) -> Things | None:
        for seat in reversed(seats(g, env)):
            g.push("discard", seat, amount(g, env), label)
        return None

    return act


@book.step("discard", "HCG-R73")
def discard(g: Hope, seat: int, number: int, label: str) -> None:
    hand = g.cards(g.hand[seat])
    number = min(number, len(hand))
    if number:
        options = [("discard", card) for card in hand]
        default: Any = 0 if number == 1 else tuple(range(number))
        g.ask(seat, "discard", options, "HCG-R73", default=default, least=number, most=number)
    else:
        bind(g, done=(), **({label: ()} if label else {}))


@book.answer("discard")
def discard_chosen(g: Hope, chosen: Any, seat: int, number: int, label: str) -> None:
    cards = picked(chosen)
    g.do(happen.discarded, seat, cards)
    bind(g, done=cards, **({label: cards} if label else {}))


@words.verb("exchange")
def _exchange(s: Statement) -> Verb:
    """By the procedure of the mulligan: the opponent learns the number alone (HCG-R6)."""
    seats, amount = _players(s), s.amount()

    def act(g: Hope, env: Env) -> None:
        for seat in reversed(seats(g, env)):
            g.push("exchange", seat, min(amount(g, env), len(g.cards(g.hand[seat]))))

    return act


@book.step("exchange", "HCG-3.9")
def exchange(g: Hope, seat: int, most: int) -> None:
    options = [("exchange", card) for card in g.cards(g.hand[seat])]
    if options:
        g.ask(seat, "exchange", options, "HCG-3.9", default=(), least=0, most=most)


@book.answer("exchange")
def exchange_chosen(g: Hope, chosen: Any, seat: int, most: int) -> None:
    exchange_cards(g, seat, picked(chosen))


def exchange_cards(g: Hope, seat: int, cards: Things) -> None:
    """Into the Draw deck, shuffle, draw as many (HCG-3.9)."""
    g.do(happen.exchanged, seat, len(cards), cards, seen=1 << seat)
    if cards:
        g.do(happen.deck_shuffled, seat)
        draw(g, seat, len(cards))


@words.verb("search")
def _search(s: Statement) -> Verb:
    """Look through the Draw deck; one card that fits is shown and taken, then it is shuffled (HCG-R56)."""
    fits, seats, label = s.selector().has, _players(s), s.label

    def act(g: Hope, env: Env) -> None:
        for seat in reversed(seats(g, env)):
            cards = {g.kind[card]: card for card in g.cards(g.deck[seat]) if fits(g, env, card)}
            g.push("search", seat, tuple([card for _kind, card in sorted(cards.items())]), label)

    return act


@book.step("search", "HCG-R56", "HCG-16.8")
def search(g: Hope, seat: int, cards: Things, label: str) -> None:
    options: list[Option] = [("nothing",), *(("take", card) for card in cards)]
    g.ask(seat, "locator_search", options, "HCG-R56")


@book.answer("search")
def searched(g: Hope, option: Option, seat: int, cards: Things, label: str) -> None:
    done: Things = ()
    if option[0] == "take":
        done = (option[1],)
        g.do(happen.found, seat, option[1])
    g.do(happen.deck_shuffled, seat)
    bind(g, done=done, **({label: done} if label else {}))


@words.verb("look_top")
def _look_top(s: Statement) -> Verb:
    whose, who, amount = _players(s, "whose"), _players(s), s.amount()

    def act(g: Hope, env: Env) -> Things:
        seen: list[int] = []
        for seat in whose(g, env):
            deck = g.cards(g.deck[seat])
            cards = tuple(reversed(deck[max(0, len(deck) - amount(g, env)) :]))
            for viewer in who(g, env):
                g.do(happen.looked_at, viewer, cards, seen=1 << viewer)
            seen += cards
        return tuple(seen)

    return act


@words.verb("choose")
def _choose(s: Statement) -> Verb:
    """Up to that many, no targeting; ``rest`` is what was not chosen."""
    chosen, by, amount, label = s.selector("of"), _players(s, "by"), s.amount(), s.label
    optional = s.may is not None
    source = next((one[5:] for one in str(s.data["of"]).split() if one.startswith("from=")), "")

    def act(g: Hope, env: Env) -> None:
        cards = tuple(chosen.everything(g, env))
        whole = tuple(env.names.get(source, cards)) if source else cards
        g.push("choose", by(g, env)[0], cards, whole, min(amount(g, env), len(cards)), optional, label)

    return act


@book.step("choose", "HCG-21.1")
def choose(g: Hope, seat: int, cards: Things, whole: Things, most: int, optional: bool, label: str) -> None:
    options = [("take", card) for card in cards]
    least = 0 if optional else most
    if not options:
        bind(g, done=(), rest=whole, **{label: ()})
        return
    g.ask(seat, "choose", options, "HCG-21.1", default=tuple(range(least)), least=least, most=most)


@book.answer("choose")
def chosen_cards(
    g: Hope, chosen: Any, seat: int, cards: Things, whole: Things, most: int, optional: bool, label: str
) -> None:
    taken = picked(chosen)
    bind(g, done=taken, rest=tuple([card for card in whole if card not in taken]), **{label: taken})


@words.verb("reorder_top")
def _reorder_top(s: Statement) -> Verb:
    found, by = s.things(), _players(s, "by")

    def act(g: Hope, env: Env) -> Things:
        cards = found(g, env)
        if len(cards) > 1:
            g.push("reorder", by(g, env)[0], cards, ())
        return cards

    return act


@book.step("reorder", "HCG-21.1")
def reorder(g: Hope, seat: int, cards: Things, below: Things) -> None:
    """One card after the other is put back; the first lies deepest."""
    g.ask(seat, "reorder", [("back", card) for card in cards], "HCG-21.1")


@book.answer("reorder")
def reordered(g: Hope, option: Option, seat: int, cards: Things, below: Things) -> None:
    rest = tuple([card for card in cards if card != option[1]])
    below = (*below, option[1])
    if len(rest) > 1:
        g.push("reorder", seat, rest, below)
    else:
        g.do(happen.put_back, seat, tuple(reversed((*below, *rest))))


@words.verb("reveal_hand")
def _reveal_hand(s: Statement) -> Verb:
    whose, to = _players(s, "reveal_hand"), _players(s, "to")

    def act(g: Hope, env: Env) -> Things:
        for seat in whose(g, env):
            for viewer in to(g, env):
                g.do(
                    happen.hand_shown,
                    seat,
                    viewer,
                    tuple(g.cards(g.hand[seat])),
                    seen=1 << viewer | 1 << seat,
                )
        return tuple([~seat for seat in whose(g, env)])

    return act


@words.verb("toss")
def _toss(s: Statement) -> Verb:
    """HCG-R4: uniform. What it gives stands for winning the toss."""
    by = _players(s, "by")

    def act(g: Hope, env: Env) -> Things:
        seat = by(g, env)[0]
        won = g.roll(f"toss {seat}", 2)
        g.do(happen.tossed, seat, won)
        return (0,) if won else ()

    return act
