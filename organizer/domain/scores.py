"""What a result may be: one value object, made by one function that refuses whatever cannot have happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from organizer.models import Event, Match, Phase

from .base import Refused

Outcome = Match.Outcome
How = Match.How

SPARE_DRAWS = 2
"""Drawn games are played again while there is time, so a match may have more games than its best-of says.
This many more, and no further: beyond it a typing error is likelier than a match."""

DRAWS = (Outcome.DRAW, Outcome.INTENTIONAL_DRAW)


@dataclass(frozen=True, slots=True)
class Result:
    """A result that fits its match. Games are whole numbers; ``endings`` has a code (or "") per game."""

    games_a: int
    games_b: int
    games_drawn: int
    outcome: str
    how: str = How.PLAYED
    endings: tuple[str, ...] = ()

    @property
    def score(self) -> str:
        """ "2-1", or "1-1-1" with drawn games."""
        games = f"{self.games_a}-{self.games_b}"
        return f"{games}-{self.games_drawn}" if self.games_drawn else games

    def agrees_with(self, other: Result) -> bool:
        """Whether both say the same about who won and by how many games; endings are details."""
        return (self.outcome, self.games_a, self.games_b, self.games_drawn) == (
            other.outcome,
            other.games_a,
            other.games_b,
            other.games_drawn,
        )

    def fields(self) -> dict[str, Any]:
        """The same as a match and a report store it."""
        return {
            "games_a": self.games_a,
            "games_b": self.games_b,
            "games_drawn": self.games_drawn,
            "outcome": str(self.outcome),
            "how": str(self.how),
            "endings": list(self.endings),
        }


def result_of(row: Any) -> Result:
    """The result that a match or a report holds."""
    return Result(row.games_a, row.games_b, row.games_drawn, row.outcome, row.how, tuple(row.endings))


def best_of(match: Match) -> int:
    """1, 3 or 5: the phase's own, or the event's."""
    return match.round.phase.best_of or match.event.best_of


def games_to_win(match: Match) -> int:
    return best_of(match) // 2 + 1


def check_result(
    match: Match,
    *,
    games_a: int = 0,
    games_b: int = 0,
    games_drawn: int = 0,
    outcome: str | None = None,
    how: str = How.PLAYED,
    intentional_draw: bool = False,
    endings: Sequence[str] = (),
) -> Result:
    """The result as it will be stored, or ``Refused`` naming the field that does not fit.

    The outcome follows from the games and may be left out; a double loss has to be said. An intentional
    draw without games is entered as all games drawn: 0-0-3 in best of three (Magic Tournament Rules).
    What was won by concession, no-show, penalty or default is a full win: the winner has the games that
    win the match, and a conceder keeps the games won before (1-2).
    """
    games = (games_a, games_b, games_drawn)
    _check_counts(match, *games)
    agreed = intentional_draw or outcome == Outcome.INTENTIONAL_DRAW
    if agreed and games == (0, 0, 0):
        games = (0, 0, best_of(match))
    outcome = Outcome.INTENTIONAL_DRAW if agreed else outcome or _winner(games, how)
    result = Result(*games, outcome, how, tuple(endings))
    _check_outcome(match, result)
    _check_penalties(match, result)
    _check_endings(match, result)
    return result


def walkover(match: Match, winner: str, how: str, loser_games: int = 0) -> Result:
    """A full win of side ``winner`` ("a" or "b"): 2-0 in best of three, or 2-1 with a game for the loser."""
    won = games_to_win(match)
    if winner == "a":
        return check_result(match, games_a=won, games_b=loser_games, outcome=Outcome.A, how=how)
    return check_result(match, games_a=loser_games, games_b=won, outcome=Outcome.B, how=how)


def double_loss(match: Match, how: str) -> Result:
    return check_result(match, outcome=Outcome.DOUBLE_LOSS, how=how)


def _winner(games: tuple[int, int, int], how: str) -> str:
    if games == (0, 0, 0):
        if how != How.PLAYED:
            raise Refused("Say who wins the match.", field="outcome")
        raise Refused(
            "Enter the games that were played. A game that time cut short is a drawn game: 0-0-1.",
            field="games_a",
        )
    return Outcome.A if games[0] > games[1] else Outcome.B if games[1] > games[0] else Outcome.DRAW


def _check_counts(match: Match, games_a: int, games_b: int, games_drawn: int) -> None:
    need, most = games_to_win(match), best_of(match)
    for field, count in (("games_a", games_a), ("games_b", games_b), ("games_drawn", games_drawn)):
        if count < 0:
            raise Refused("A number of games cannot be negative.", field=field)
    for field, count in (("games_a", games_a), ("games_b", games_b)):
        if count > need:
            raise Refused(
                f"Best of {most} is over when a side has won {need}; nobody can win {count}.", field=field
            )
    if games_a == games_b == need:
        raise Refused(f"Only one side can have won {need}; the match was over then.", field="games_b")
    total = games_a + games_b + games_drawn
    if total > most + SPARE_DRAWS:
        raise Refused(
            f"{total} games are too many: best of {most} allows {most + SPARE_DRAWS}, "
            f"{SPARE_DRAWS} of them drawn games that were played again.",
            field="games_drawn",
        )


def _check_outcome(match: Match, result: Result) -> None:
    if result.outcome not in Outcome.values or result.outcome == Outcome.NONE:
        raise Refused(f"There is no outcome {result.outcome!r}.", field="outcome")
    if result.how not in How.values:
        raise Refused(f"A match cannot be decided by {result.how!r}.", field="how")
    _check_draws(match, result)
    if result.outcome == Outcome.DOUBLE_LOSS:
        if result.how == How.CONCESSION:
            raise Refused("When both concede, the first to do so loses.", field="how")
        return
    if result.how != How.PLAYED and result.outcome not in DRAWS:
        _check_full_win(match, result)
    by_games = _winner((result.games_a, result.games_b, result.games_drawn), result.how)
    expected = Outcome.DRAW if result.outcome in DRAWS else result.outcome
    if expected != by_games:
        words = {Outcome.A: f"{match.a} won", Outcome.B: f"{match.b} won", Outcome.DRAW: "it was a draw"}
        raise Refused(
            f"By the games {result.score}, {words[Outcome(by_games)]}. Change the games or the outcome.",
            field="outcome",
        )
    if result.how != How.PLAYED and result.outcome == Outcome.DRAW:
        raise Refused("A match that was not played to its end is won by somebody.", field="how")


def _check_draws(match: Match, result: Result) -> None:
    elimination = match.round.phase.kind == Phase.Kind.ELIMINATION
    if elimination and result.outcome == Outcome.DOUBLE_LOSS:
        raise Refused(
            "In an elimination round one side goes on. Enter who does, then drop them if they left too.",
            field="outcome",
        )
    by_games = result.games_a == result.games_b and result.outcome != Outcome.DOUBLE_LOSS
    if elimination and (result.outcome in DRAWS or by_games):
        raise Refused("In an elimination round there are no draws: somebody has to win.", field="outcome")
    if result.outcome == Outcome.INTENTIONAL_DRAW:
        if not match.event.intentional_draws:
            raise Refused(
                "This event does not allow agreed draws: play the match, or one side concedes.",
                field="outcome",
            )
        if result.how != How.PLAYED:
            raise Refused("An agreed draw is not decided by anything else.", field="how")


def _check_full_win(match: Match, result: Result) -> None:
    need = games_to_win(match)
    if max(result.games_a, result.games_b) == need:
        return
    best = f"{need}-0"
    if result.how == How.CONCESSION and need > 1:
        best += f", or {need}-1 when the loser had won a game"
    field = "games_b" if result.outcome == Outcome.B else "games_a"
    raise Refused(f"A match that was not played to its end is a full win: {best}.", field=field)


def _check_penalties(match: Match, result: Result) -> None:
    """Games lost by penalty are part of the score of a match that was played."""
    if result.how not in {How.PLAYED, How.CONCESSION} or result.outcome == Outcome.DOUBLE_LOSS:
        return
    for loser, field, won, losses in (
        (match.a, "games_b", result.games_b, match.game_losses_a),
        (match.b, "games_a", result.games_a, match.game_losses_b),
    ):
        if won < losses:
            games = "a game" if losses == 1 else f"{losses} games"
            raise Refused(
                f"{loser} lost {games} by penalty, so the other side has at least {losses}.", field=field
            )


def _check_endings(match: Match, result: Result) -> None:
    total = result.games_a + result.games_b + result.games_drawn
    if len(result.endings) > total:
        raise Refused(f"{len(result.endings)} endings for {total} games.", field="endings")
    known = dict(match.event.game_title.endings)
    for code in result.endings:
        if code and code not in known:
            raise Refused(
                f"A game of {match.event.game_title.name} cannot end by {code!r}; it ends by {', '.join(known)}.",
                field="endings",
            )


def at_table(match: Match) -> str:
    """ "Table 4", or the names where a match has no number."""
    return f"Table {match.table}" if match.table is not None else f"{match.a} v {match.b}"


def describe(match: Match, result: Result) -> str:
    """ "Ada beat Bo 2-1", as one reads it in the log."""
    if result.outcome == Outcome.INTENTIONAL_DRAW:
        return f"{match.a} and {match.b} agreed to a draw"
    if result.outcome == Outcome.DRAW:
        return f"{match.a} and {match.b} drew {result.score}"
    if result.outcome == Outcome.DOUBLE_LOSS:
        absent = " (neither came)" if result.how == How.NO_SHOW else ""
        return f"{match.a} and {match.b} both lost{absent}"
    winner, loser = (match.a, match.b) if result.outcome == Outcome.A else (match.b, match.a)
    high, low = max(result.games_a, result.games_b), min(result.games_a, result.games_b)
    games = f"{high}-{low}-{result.games_drawn}" if result.games_drawn else f"{high}-{low}"
    why = {
        How.CONCESSION: f" ({loser} conceded)",
        How.NO_SHOW: f" ({loser} did not come)",
        How.PENALTY: " (by penalty)",
        How.DROP: f" ({loser} left)",
    }
    return f"{winner} beat {loser} {games}{why.get(How(result.how), '')}"


def require_running(event: Event) -> None:
    """Results, penalties and corrections belong to an event that runs."""
    if event.status == Event.Status.RUNNING:
        return
    what = "it can be reopened" if event.status == Event.Status.FINISHED else "results come in while it runs"
    raise Refused(f"The event is {event.get_status_display().lower()}; {what}.", code="not_running")
