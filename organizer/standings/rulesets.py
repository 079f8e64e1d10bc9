"""Rulesets as dated data: points, tie-break chain and parameters of the systems people play by.

A published text never changes here.  A newer one is a new entry of the same family with its own
dates, so that an old event keeps the rules it was played under.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from organizer.standings.facts import Points
from organizer.standings.tiebreaks import (
    Buchholz,
    BuchholzCut1,
    Byes,
    Dummy,
    ExtendedStrengthOfSchedule,
    GameDifference,
    GameWin,
    HandSetSeed,
    HeadToHead,
    LatePenalty,
    Lot,
    MatchPoints,
    MatchWin,
    MedianBuchholz,
    OpponentsGameWin,
    OpponentsMatchWin,
    OpponentsOpponentsWinRate,
    OpponentsWinRate,
    SonnebornBerger,
    StrengthOfSchedule,
    TieBreak,
    TiedOnly,
    Wins,
)

Rule = TieBreak | TiedOnly
THREE_ONE_NOTHING = Points()


class RulesetError(ValueError):
    """No such ruleset or tie-break, or none in force on that day; the text lists what there is."""


CATALOGUE: dict[str, Rule] = {
    rule.key: rule
    for rule in (
        MatchPoints(),
        MatchWin(),
        OpponentsMatchWin(),
        GameWin(),
        OpponentsGameWin(),
        OpponentsWinRate(),
        OpponentsOpponentsWinRate(),
        StrengthOfSchedule(),
        ExtendedStrengthOfSchedule(),
        Buchholz(),
        BuchholzCut1(),
        MedianBuchholz(),
        SonnebornBerger(),
        HeadToHead(),
        Wins(),
        GameDifference(),
        LatePenalty(),
        HandSetSeed(),
        Lot(),
    )
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """How an event ranks.

    `id` names one text, `family` all texts of one system.  `valid_from` and `valid_until` are the
    first and last day, None for open.  `unplayed_meets` says that a no-show or forfeit counts as having
    met.  `extra` are rules with this system's parameters that its own chain does not use.
    """

    id: str
    family: str
    title: str
    source: str
    chain: tuple[Rule, ...]
    valid_from: date | None = None
    valid_until: date | None = None
    points: Points = THREE_ONE_NOTHING
    game_points: Points = THREE_ONE_NOTHING
    unplayed_meets: bool = True
    extra: tuple[Rule, ...] = ()
    notes: tuple[str, ...] = ()

    def in_force(self, on: date) -> bool:
        """Whether the text is valid on that day."""
        started = self.valid_from is None or self.valid_from <= on
        return started and (self.valid_until is None or on <= self.valid_until)

    def rule(self, key: str) -> Rule:
        """The tie-break of that key with this ruleset's parameters; raises RulesetError for no such key."""
        for rule in self.chain + self.extra:
            if rule.key == key:
                return rule
        if key not in CATALOGUE:
            raise RulesetError(f"no tie-break is called {key!r}; there are {', '.join(sorted(CATALOGUE))}")
        return CATALOGUE[key]

    def with_chain(self, keys: Sequence[str]) -> Ruleset:
        """The same ruleset ranking by other tie-breaks, in that order, each with this ruleset's parameters."""
        repeated = {key for key in keys if list(keys).count(key) > 1}
        if repeated:
            raise RulesetError(f"the tie-break {min(repeated)!r} is named twice")
        if not keys:
            raise RulesetError("name at least one tie-break")
        spare = tuple(rule for rule in self.chain if rule.key not in keys)
        return replace(self, chain=tuple(self.rule(key) for key in keys), extra=self.extra + spare)

    def with_points(self, win: Fraction | int, draw: Fraction | int, loss: Fraction | int) -> Ruleset:
        """The same ruleset with other match points."""
        return replace(self, points=Points(Fraction(win), Fraction(draw), Fraction(loss)))


NEAR_THIRD = Fraction(33, 100)
THIRD = Fraction(1, 3)
CHESS_POINTS = Points(Fraction(1), Fraction(1, 2), Fraction(0))
NO_OPPONENT = "An entry that met nobody has the floor as its opponents' percentage, by convention."


def _magic(family: str, title: str, byes: Byes, *notes: str) -> Ruleset:
    return Ruleset(
        id=f"{family}-2026",
        family=family,
        title=title,
        source="Magic Tournament Rules, 27 February 2026, Appendix C",
        valid_from=date(2026, 2, 27),
        chain=(
            MatchPoints(),
            OpponentsMatchWin(NEAR_THIRD, byes),
            GameWin(NEAR_THIRD),
            OpponentsGameWin(NEAR_THIRD),
        ),
        extra=(MatchWin(None, byes),),
        notes=(*notes, NO_OPPONENT),
    )


def _fide(year: int, start: date, end: date | None, dummy: Dummy, *notes: str) -> Ruleset:
    return Ruleset(
        id=f"fide-{year}",
        family="fide",
        title=f"FIDE {year}",
        source=f"FIDE Handbook C.07, in force from {start.isoformat()}",
        valid_from=start,
        valid_until=end,
        points=CHESS_POINTS,
        unplayed_meets=False,
        chain=(
            MatchPoints(),
            BuchholzCut1(dummy),
            Buchholz(dummy),
            SonnebornBerger(dummy),
            HeadToHead(),
            Wins(),
        ),
        extra=(MedianBuchholz(dummy),),
        notes=(
            "FIDE lets the organizer choose the list beforehand; this one is a usual choice for a Swiss.",
            "A round not played counts as one against a dummy with one's own final score.",
            "Without any round played the sums are 0.",
            *notes,
        ),
    )


RULESETS: tuple[Ruleset, ...] = (
    _magic(
        "magic",
        "Magic, printed text",
        Byes.COUNTED,
        "A bye counts as a won round in everybody's match-win percentage, as the printed example has it.",
    ),
    _magic(
        "magic-software",
        "Magic, scorekeeping software",
        Byes.REMOVED,
        "Bye rounds are taken out of everybody's match-win percentage.",
    ),
    Ruleset(
        id="pokemon-2026",
        family="pokemon",
        title="Pokemon",
        source="Pokemon tournament rules and TOM 1.53",
        chain=(
            MatchPoints(),
            LatePenalty(),
            OpponentsWinRate(),
            OpponentsOpponentsWinRate(),
            HeadToHead(),
            Lot(),
        ),
        notes=(
            "Byes are taken out of wins and rounds; at least 25 %, at most 75 % for an opponent who left.",
            NO_OPPONENT,
        ),
    ),
    Ruleset(
        id="netrunner-2025",
        family="netrunner",
        title="Netrunner",
        source="Cobra (Null Signal Games), September 2025",
        chain=(MatchPoints(), HandSetSeed(), StrengthOfSchedule(), ExtendedStrengthOfSchedule()),
        notes=(
            "An opponent's bye counts in its points and rounds; one's own bye gives no opponent.",
            "Without any opponent both strengths are 0, as there is no floor.",
        ),
    ),
    _fide(2024, date(2024, 8, 1), date(2026, 2, 28), Dummy()),
    _fide(
        2026,
        date(2026, 3, 1),
        None,
        Dummy(cap=Fraction(1, 2)),
        "The dummy's score is at most half of the highest score possible.",
    ),
    Ruleset(
        id="challonge-2026",
        family="challonge",
        title="Challonge",
        source="Challonge help pages",
        points=CHESS_POINTS,
        chain=(MatchPoints(), MedianBuchholz(), HeadToHead(), HandSetSeed()),
        notes=("A bye gives no opponent.", "With two opponents or fewer Median-Buchholz is 0."),
    ),
    Ruleset(
        id="hourglass-2026",
        family="hourglass",
        title="Hourglass",
        source="own rules",
        chain=(
            MatchPoints(),
            OpponentsMatchWin(THIRD),
            GameWin(THIRD),
            OpponentsGameWin(THIRD),
            HeadToHead(),
            Lot(),
        ),
        extra=(MatchWin(None),),
        notes=(
            "As the printed Magic text with the exact floor 1/3, then head-to-head, then the lot.",
            NO_OPPONENT,
        ),
    ),
)

DEFAULT = "magic"


def families() -> tuple[str, ...]:
    """The names of the systems, in the order to offer them."""
    return tuple(dict.fromkeys(ruleset.family for ruleset in RULESETS))


def ruleset(name: str = DEFAULT, on: date | None = None) -> Ruleset:
    """The text called `name`, or the one of the family `name` in force on a day (without a day the newest).

    Raises RulesetError when nothing has that name or no text of the family was in force that day.
    """
    for known in RULESETS:
        if known.id == name:
            return known
    texts = [known for known in RULESETS if known.family == name]
    if not texts:
        raise RulesetError(f"no ruleset is called {name!r}; there are {', '.join(families())}")
    if on is None:
        return texts[-1]
    for known in reversed(texts):
        if known.in_force(on):
            return known
    dates = ", ".join(
        f"{known.id} from {known.valid_from or 'always'} until {known.valid_until or 'now'}"
        for known in texts
    )
    raise RulesetError(f"no text of {name} was in force on {on.isoformat()}; known are {dates}")
