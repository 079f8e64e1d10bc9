"""The short strings of the effect notation as trees: references, selectors, amounts, conditions, events."""

from dataclasses import dataclass


class NotationError(Exception):
    """A string that the notation does not have; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A name for something: ``self``, ``t1``, ``a1.t1``, ``ev.card``, a label; ``ctrl`` and ``rest`` have ``of``."""

    name: str
    of: "Ref | None" = None


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on the cards of a selection; ``op`` is empty for a single word, else ``=`` or ``<=``.

    ``values`` are alternatives, ``steps`` the distance of ``within=STEPS:REF``, ``ref`` what a reference reads.
    """

    name: str
    op: str = ""
    values: tuple[str, ...] = ()
    ref: Ref | None = None
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Selection:
    """Things of one kind or of alternative kinds, in a zone (empty: in play), of a player (empty: anyone's)."""

    kinds: tuple[str, ...]
    zone: str = ""
    scope: str = ""
    owner: Ref | None = None
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class Selector:
    """What fits any of the options."""

    options: tuple[Selection, ...]


Thing = Ref | Selector
Things = tuple[Thing, ...]
"""What a statement is done to: references and selectors, all of them together."""


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Word:
    """``X``, ``all``, ``any``, ``prevented``, a number of the event, or a label that holds a number."""

    word: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many fit the selector."""

    of: Selector


@dataclass(frozen=True, slots=True)
class Measure:
    """A number read off something: ``attack(REF)``, ``counters(REF KIND)``, ``synergy(FACTION)``, ``n(LABEL)``.

    ``detail`` is the counter kind, the faction or the kind of card, where the function has one.
    """

    name: str
    ref: Ref | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """Half of an amount, rounded down."""

    of: "Amount"


@dataclass(frozen=True, slots=True)
class Sum:
    """``left + right``, ``left - right`` or ``left * right``, by ``op``."""

    left: "Amount"
    op: str
    right: "Amount"


Amount = Number | Word | Count | Measure | Half | Sum


@dataclass(frozen=True, slots=True)
class Exists:
    of: Selector


@dataclass(frozen=True, slots=True)
class Is:
    """Whether the thing fits the filters; a kind counts as a filter here."""

    ref: Ref
    filters: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class Asks:
    """A named question: ``is_opponent(REF)``, ``in_play(LABEL)``, ``playable(LABEL P)``, ``destroyed_in(REF LABEL)``."""

    name: str
    refs: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    left: Amount
    op: str
    right: Amount


@dataclass(frozen=True, slots=True)
class Not:
    of: "Condition"


@dataclass(frozen=True, slots=True)
class Both:
    parts: "tuple[Condition, ...]"


Condition = Exists | Is | Asks | Compare | Not | Both


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens. ``what`` is who or what it happens to or who does it, ``to`` the other end of it.

    ``by`` is the player who causes it, ``colour`` of damage, ``outside`` a phase it must not be in, ``counter``
    its kind; ``batch``: once for all that happen together.
    """

    name: str
    what: Thing | None = None
    to: Thing | None = None
    by: Ref | None = None
    colour: str = ""
    outside: str = ""
    counter: str = ""
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """When an ability works: its name, and the event, player or phase in its brackets."""

    name: str
    event: Event | None = None
    player: Ref | None = None
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Until:
    """How long: ``turn_end``, ``round_end``, …; ``leaves`` has the card that leaves."""

    name: str
    ref: Ref | None = None
