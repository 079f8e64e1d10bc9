"""Sources as lives and as progress, and every way to win and to lose (HCG-4.4 to HCG-4.10, HCG-17, HCG-20.5 ff.)."""

from gameplay.engine.agenda import Result

from . import happenings as happen
from .state import ARTIFACTS, TEAMS, Hope

GOAL = 30
"""HCG-17.1"""
TEAM_GOAL = 40
"""HCG-20.5"""
ARTIFACT_GOAL = 3
"""HCG-19.12"""


def change_sources(g: Hope, *changes: tuple[int, int]) -> None:
    """All changes of one effect together, then what they decide, at once (HCG-17.3, HCG-R11)."""
    found = tuple([(seat, change) for seat, change in changes if change and g.alive[seat]])
    if found and g.do(happen.sources_changed, found):
        check_sources(g)


def reward(g: Hope, by: int, card: int) -> tuple[int, int]:
    """What ``by`` gains when it removes the card into a Discard pile or hand (HCG-4.6, HCG-12.7, HCG-13.6): the
    printed red price (HCG-R8) of an opposing card, nothing for an own one (HCG-R9). Look before it leaves.
    """
    if by < 0 or not g.opposes(by, int(g.controller[card])):
        return (max(by, 0), 0)
    return (by, g.definitions[g.kind[card]].reward)


def check_sources(g: Hope) -> None:
    """Has somebody won or lost by sources (HCG-17.1 to HCG-17.4)?"""
    if g.variant == TEAMS:
        check_teams(g)
        return
    out = [seat for seat in range(g.seats) if g.sources[seat] <= 0]
    if out:
        loser = out[0] if len(out) == 1 else g.active  # HCG-R11
        _win(
            g, (1 - loser,), "sources-lost", "HCG-17.2", "HCG-19.14" if g.variant == ARTIFACTS else "HCG-4.4"
        )
    elif g.variant != ARTIFACTS:  # HCG-19.13, HCG-R75
        rich = [seat for seat in range(g.seats) if g.sources[seat] >= GOAL]
        if rich:
            _win(g, (rich[0] if len(rich) == 1 else g.active,), "sources", "HCG-17.1")


def check_teams(g: Hope) -> None:
    """Players without sources are out (HCG-20.23); a team is out with both (HCG-20.6, HCG-R79); a team with 40
    sources between its players wins (HCG-20.5)."""
    for seat in g.order(g.active):
        if g.sources[seat] <= 0:
            g.do(happen.eliminated, seat)
    if not _team_out(g):
        rich = [side for side in _sides(g) if team_sum(g, side) >= TEAM_GOAL]
        if rich:
            side = rich[0] if len(rich) == 1 else g.side[g.active]
            _win(g, _members(g, side), "sources", "HCG-20.5")


def _team_out(g: Hope) -> bool:
    out = [side for side in _sides(g) if not any(g.alive[seat] for seat in _members(g, side))]
    if not out:
        return False
    loser = out[0] if len(out) == 1 else g.side[g.active]  # HCG-R11
    _win(g, _members(g, 1 - loser), "sources-lost", "HCG-20.6")
    return True


def _sides(g: Hope) -> list[int]:
    return sorted(set(g.side))


def _members(g: Hope, side: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(g.seats) if g.side[seat] == side])


def team_sum(g: Hope, side: int) -> int:
    """HCG-R79: players at 0 or less count as 0."""
    return sum(max(0, g.sources[seat]) for seat in _members(g, side))


def check_artifacts(g: Hope) -> None:
    """At the end of a round, before the coin is passed (HCG-19.12, HCG-R74)."""
    for seat in range(g.seats):
        borne = [
            token for token in g.zones[g.artifacts] if g.bearer[token] >= 0 and g.player_of(token) == seat
        ]
        if len(borne) >= ARTIFACT_GOAL:
            _win(g, (seat,), "artifacts", "HCG-19.12")


def concede(g: Hope, seat: int) -> None:
    """At any moment; in a game of two the opponent wins, in a team the player is out (HCG-R87)."""
    if g.variant == TEAMS:
        if g.alive[seat]:
            g.do(happen.eliminated, seat)
            _team_out(g)
    else:
        _win(g, (1 - seat,), "concession", "HCG-R87")


def time_called(g: Hope) -> None:
    """The organizer's limit: more sources win, equal sources are a draw (HCG-R55); of teams, their sums."""
    sums = {side: team_sum(g, side) for side in _sides(g)}
    best = max(sums.values())
    leading = [side for side in sums if sums[side] == best]
    _win(g, _members(g, leading[0]) if len(leading) == 1 else (), "time", "HCG-R55")


def _win(g: Hope, seats: tuple[int, ...], reason: str, *cite: str) -> None:
    if g.result is None:
        g.result = Result(seats, reason, cite)
