"""The worked example, a slow second implementation of every formula, and random events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from organizer.standings import (
    Entrant,
    EntryId,
    Kind,
    MatchFact,
    Outcome,
    Ruleset,
    absent,
    bye,
    double_loss,
    intentional_draw,
    match_loss,
    no_show,
    played,
    ruleset,
)

F = Fraction
NOTHING = F(0)

# Six players, three rounds, two byes; C leaves after round 1.
EXAMPLE_ENTRANTS = tuple(Entrant(name, dropped_after=1 if name == "C" else None) for name in "ABCDEF")
EXAMPLE_MATCHES = (
    played(1, "A", "B", 2, 1),
    played(1, "C", "D", 2, 0),
    played(1, "E", "F", 1, 1, 1),
    played(2, "A", "E", 2, 0),
    played(2, "F", "B", 2, 1),
    bye(2, "D"),
    intentional_draw(3, "A", "F"),
    played(3, "E", "D", 2, 1),
    bye(3, "B"),
)


def rules(name: str, *keys: str) -> Ruleset:
    """A ruleset, ranking by the given tie-breaks if there are any."""
    return ruleset(name).with_chain(keys) if keys else ruleset(name)


@dataclass(frozen=True)
class Seat:
    round: int
    opponent: EntryId | None
    won: bool
    drawn: bool
    kind: Kind
    games: tuple[int, int, int]

    @property
    def bye(self) -> bool:
        return self.kind in (Kind.BYE, Kind.AWARDED_BYE)


class Naive:
    """The definitions written down one entry at a time, with Fraction objects and no shortcuts."""

    def __init__(
        self, entrants: Sequence[Entrant], matches: Sequence[MatchFact], rounds: int, win: F, draw: F
    ):
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.matches = [match for match in matches if match.round <= rounds]
        self.rounds = rounds
        self.win, self.draw = win, draw

    def seats(self, entry: EntryId) -> list[Seat]:
        found = []
        for m in self.matches:
            drawn = m.outcome == Outcome.DRAW
            if m.a == entry:
                games = (m.games_a, m.games_b, m.games_drawn)
                found.append(Seat(m.round, m.b, m.outcome == Outcome.A, drawn, m.kind, games))
            elif m.b == entry:
                games = (m.games_b, m.games_a, m.games_drawn)
                found.append(Seat(m.round, m.a, m.outcome == Outcome.B, drawn, m.kind, games))
        return sorted(found, key=lambda seat: seat.round)

    def worth(self, seat: Seat) -> F:
        return self.win if seat.won else self.draw if seat.drawn else F(0)

    def opponents(self, entry: EntryId) -> list[EntryId]:
        return [seat.opponent for seat in self.seats(entry) if seat.opponent is not None]

    def mean(self, entry: EntryId, of, empty: F) -> F:
        values = [of(other) for other in self.opponents(entry)]
        return sum(values, F(0)) / len(values) if values else empty

    def points(self, entry: EntryId) -> F:
        return sum((self.worth(seat) for seat in self.seats(entry)), F(0))

    def mw(self, entry: EntryId, floor: F = NOTHING, byes: bool = True) -> F:
        seats = [seat for seat in self.seats(entry) if byes or not seat.bye]
        if not seats:
            return floor
        return max(floor, sum((self.worth(seat) for seat in seats), F(0)) / (self.win * len(seats)))

    def omw(self, entry: EntryId, floor: F, byes: bool = True) -> F:
        return self.mean(entry, lambda other: self.mw(other, floor, byes), floor)

    def gw(self, entry: EntryId, floor: F) -> F:
        games = [seat.games for seat in self.seats(entry)]
        count = sum(map(sum, games))
        return max(floor, F(sum(3 * w + d for w, _l, d in games), 3 * count)) if count else floor

    def ogw(self, entry: EntryId, floor: F) -> F:
        return self.mean(entry, lambda other: self.gw(other, floor), floor)

    def wp(self, entry: EntryId) -> F:
        seats = [seat for seat in self.seats(entry) if not seat.bye]
        if not seats:
            return F(1, 4)
        value = F(sum(2 * seat.won + seat.drawn for seat in seats), 2 * len(seats))
        entrant = self.entrants[entry]
        left = entrant.dropped_after is not None and entrant.dropped_after < self.rounds
        if entrant.disqualified or left:
            value = min(value, F(3, 4))
        return max(value, F(1, 4))

    def owp(self, entry: EntryId) -> F:
        return self.mean(entry, self.wp, F(1, 4))

    def oowp(self, entry: EntryId) -> F:
        return self.mean(entry, self.owp, F(1, 4))

    def sos(self, entry: EntryId) -> F:
        return self.mean(entry, lambda other: self.points(other) / len(self.seats(other)), F(0))

    def xsos(self, entry: EntryId) -> F:
        return self.mean(entry, self.sos, F(0))

    def adjusted(self, entry: EntryId) -> F:
        seats = self.seats(entry)
        last = max((seat.round for seat in seats if seat.kind is not Kind.ABSENT), default=0)
        kept = sum((self.worth(seat) for seat in seats if seat.round <= last), F(0))
        return kept + self.draw * (self.rounds - last)

    def fide_shares(self, entry: EntryId, cap: F | None) -> list[tuple[bool, F, F]]:
        """For each round: stayed away by own doing, score of the opponent or dummy, points made."""
        by_round = {seat.round: seat for seat in self.seats(entry)}
        own = self.points(entry)
        if cap is not None:
            own = min(own, cap * self.win * self.rounds)
        shares = []
        for number in range(1, self.rounds + 1):
            seat = by_round.get(number)
            if seat is None:
                shares.append((True, own, F(0)))
            elif seat.opponent is None or seat.kind in (Kind.NO_SHOW, Kind.FORFEIT):
                away = seat.kind is Kind.ABSENT or (not seat.bye and not seat.won)
                shares.append((away, own, self.worth(seat)))
            else:
                shares.append((False, self.adjusted(seat.opponent), self.worth(seat)))
        return shares

    def fide_buchholz(self, entry: EntryId, cap: F | None, cut: int) -> F:
        shares = sorted(self.fide_shares(entry, cap), key=lambda share: (not share[0], share[1]))
        return sum((score for _away, score, _made in shares[cut:]), F(0))

    def fide_sb(self, entry: EntryId, cap: F | None) -> F:
        return sum((score * made for _away, score, made in self.fide_shares(entry, cap)), F(0))

    def median(self, entry: EntryId) -> F:
        return sum(sorted(map(self.points, self.opponents(entry)))[1:-1], F(0))


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Entrant], list[MatchFact], int]:
    """A random event: any results, byes, absences, no-shows, penalties, leavers, a disqualified one."""
    size = draw(st.integers(1, 9))
    rounds = draw(st.integers(0, 5))
    random = draw(st.randoms(use_true_random=False))
    entrants = []
    for number in range(1, size + 1):
        dropped = random.choice([None, None, None, random.randint(0, 5)])
        seed = random.choice([None, random.randint(1, 9)])
        entrants.append(Entrant(number, seed, dropped, random.random() < 0.1, random.random() < 0.2))
    matches = []
    for number in range(1, rounds + 2):
        there = [e.id for e in entrants if e.dropped_after is None or e.dropped_after >= number]
        random.shuffle(there)
        while there:
            a = there.pop()
            roll = random.random()
            if not there or roll < 0.1:
                matches.append(random.choice([bye, absent])(number, a))
                continue
            if roll < 0.15:
                continue
            matches.append(_any_match(random, number, a, there.pop()))
    return entrants, matches, rounds


def _any_match(random, number: int, a: EntryId, b: EntryId) -> MatchFact:
    kind = random.choice(["played"] * 5 + ["draw", "late", "penalty", "both"])
    if kind == "played":
        return played(number, a, b, random.randint(0, 3), random.randint(0, 3), random.randint(0, 1))
    make = {"draw": intentional_draw, "late": no_show, "penalty": match_loss, "both": double_loss}[kind]
    return make(number, a, b)
