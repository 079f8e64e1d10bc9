"""Standings, tie-breaks and final places as pure functions of facts.

    table = compute(entrants, matches, ruleset("magic"), rounds_completed=3, lot_seed="spring")
    table.rows[0].id, table.rows[0].values
    table.working("A", "omw").steps()

Results are exact: whole numbers over a common denominator inside, `fractions.Fraction` outside.
"""

from organizer.standings.facts import (
    Entrant,
    EntryId,
    FactError,
    Kind,
    MatchFact,
    Outcome,
    Points,
    absent,
    bye,
    double_loss,
    games_to_win,
    intentional_draw,
    match_loss,
    no_show,
    played,
)
from organizer.standings.places import FinalPlace, KnockoutMatch, final_places
from organizer.standings.rulesets import (
    CATALOGUE,
    DEFAULT,
    RULESETS,
    Ruleset,
    RulesetError,
    families,
    ruleset,
)
from organizer.standings.table import Change, Row, Standings, ValueChange, compute, diff
from organizer.standings.working import Term, Working, decimal

__all__ = [
    "CATALOGUE",
    "DEFAULT",
    "RULESETS",
    "Change",
    "Entrant",
    "EntryId",
    "FactError",
    "FinalPlace",
    "Kind",
    "KnockoutMatch",
    "MatchFact",
    "Outcome",
    "Points",
    "Row",
    "Ruleset",
    "RulesetError",
    "Standings",
    "Term",
    "ValueChange",
    "Working",
    "absent",
    "bye",
    "compute",
    "decimal",
    "diff",
    "double_loss",
    "families",
    "final_places",
    "games_to_win",
    "intentional_draw",
    "match_loss",
    "no_show",
    "played",
    "ruleset",
]
