"""What is stored, as the plain facts that pairing and standings are computed from.

Everything is read in a few queries whatever the size of the event: 10,000 entries after 14 rounds are
read in well under a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from organizer import standings
from organizer.models import Entry, Event, Match, Phase, Round
from organizer.pairing import Player

PUBLIC = (Round.Status.PUBLISHED, Round.Status.FINISHED)
TAKING_PART = (Entry.Status.ACTIVE, Entry.Status.DROPPED, Entry.Status.DISQUALIFIED)
BYES = (Match.Kind.BYE, Match.Kind.AWARDED_BYE)

_OUTCOMES: dict[str, standings.Outcome] = {
    Match.Outcome.A.value: standings.Outcome.A,
    Match.Outcome.B.value: standings.Outcome.B,
    Match.Outcome.DRAW.value: standings.Outcome.DRAW,
    Match.Outcome.INTENTIONAL_DRAW.value: standings.Outcome.DRAW,
    Match.Outcome.DOUBLE_LOSS.value: standings.Outcome.DOUBLE_LOSS,
}
_KINDS: dict[str, standings.Kind] = {
    Match.How.PLAYED.value: standings.Kind.PLAYED,
    Match.How.CONCESSION.value: standings.Kind.PLAYED,
    Match.How.NO_SHOW.value: standings.Kind.NO_SHOW,
    Match.How.DROP.value: standings.Kind.FORFEIT,
    Match.How.PENALTY.value: standings.Kind.MATCH_LOSS,
}


class MatchRow(NamedTuple):
    """A seat at a table or a bye, in the words of the database. ``round`` is the round's number."""

    round: int
    a: int
    b: int | None
    kind: str
    status: str
    outcome: str
    how: str
    games_a: int
    games_b: int
    games_drawn: int

    @property
    def final(self) -> bool:
        return self.status == Match.Status.FINAL


@dataclass(frozen=True, slots=True)
class PhaseFacts:
    """What ``organizer.standings.compute`` takes. Rounds are counted from the first that counts for the phase."""

    entrants: list[standings.Entrant]
    matches: list[standings.MatchFact]
    rounds_completed: int


def current_phase(event: Event) -> Phase | None:
    """The phase that is being played."""
    return event.phases.filter(status=Phase.Status.RUNNING).first()


def latest_round(event: Event) -> Round | None:
    """The newest round that players have seen."""
    return event.rounds.filter(status__in=PUBLIC).order_by("-number").first()


def counting_phases(phase: Phase) -> list[Phase]:
    """The phases whose matches count for this one: a Swiss phase goes on with the points of the Swiss before."""
    before = list(phase.event.phases.filter(number__lte=phase.number).order_by("-number"))
    if phase.kind != Phase.Kind.SWISS:
        return before[:1]
    swiss = []
    for earlier in before:
        if earlier.kind != Phase.Kind.SWISS:
            break
        swiss.append(earlier)
    return swiss[::-1]


def counting_rounds(phase: Phase) -> list[Round]:
    """Rounds that players have seen and that count for this phase, in order."""
    return list(Round.objects.filter(phase__in=counting_phases(phase), status__in=PUBLIC).order_by("number"))


def match_rows(rounds: Sequence[Round]) -> list[MatchRow]:
    """Every match and bye of these rounds, open ones included, by round."""
    numbers = {row.pk: row.number for row in rounds}
    columns = ("round_id", "a_id", "b_id", *MatchRow._fields[3:])
    found = Match.objects.filter(round_id__in=numbers).order_by().values_list(*columns)
    rows = [MatchRow(numbers[row[0]], *row[1:]) for row in found.iterator(chunk_size=20_000)]
    rows.sort(key=_number)
    return rows


def _number(row: MatchRow) -> int:
    return row.round


def match_fact(row: MatchRow, first_round: int = 1) -> standings.MatchFact:
    """A final match as a fact for the standings; ``first_round`` is the number that becomes 1."""
    outcome = _OUTCOMES[row.outcome]
    if row.b is None:
        kind = {
            Match.Kind.AWARDED_BYE.value: standings.Kind.AWARDED_BYE,
            Match.Kind.BYE.value: standings.Kind.BYE,
        }.get(row.kind)
        if kind is None:
            kind = standings.Kind.BYE if outcome is standings.Outcome.A else standings.Kind.ABSENT
    elif row.outcome == Match.Outcome.INTENTIONAL_DRAW:
        kind = standings.Kind.INTENTIONAL_DRAW
    else:
        kind = _KINDS[row.how]
    number = row.round - first_round + 1
    return standings.MatchFact(number, row.a, row.b, row.games_a, row.games_b, row.games_drawn, outcome, kind)


def phase_facts(phase: Phase, *, live: bool = False) -> PhaseFacts:
    """The facts for the phase's standings.

    A round counts once its last table is final, or as soon as a later round is out; with ``live`` the results
    that are in already count too. A match without a final result is no fact.
    """
    rounds = counting_rounds(phase)
    first = rounds[0].number if rounds else 1
    rows = match_rows(rounds)
    completed = len(rounds)
    if rounds and not live and any(row.round == rounds[-1].number and not row.final for row in rows):
        completed -= 1
    facts = [match_fact(row, first) for row in rows if row.final and row.round - first < completed]
    return PhaseFacts(entrants(phase, first), facts, completed)


def entrants(phase: Phase, first_round: int = 1) -> list[standings.Entrant]:
    """Everybody who took part in the phase, also who left or was disqualified."""
    entries = Entry.objects.filter(event_id=phase.event_id, status__in=TAKING_PART)
    members = set(phase.seeding)
    if members and phase.kind != Phase.Kind.SWISS:
        entries = entries.filter(pk__in=members)
    columns = ("pk", "seed", "dropped_after", "status", "first_round")
    return [
        standings.Entrant(
            id=pk,
            seed=seed,
            dropped_after=None
            if left is None or status == Entry.Status.ACTIVE
            else max(0, left - first_round + 1),
            disqualified=status == Entry.Status.DISQUALIFIED,
            late=came > 1,
        )
        for pk, seed, left, status, came in entries.order_by("pk").values_list(*columns)
    ]


def event_ruleset(event: Event) -> standings.Ruleset:
    """The ruleset in force on the event's first day, with the event's own points and tie-breaks."""
    day = event.local(event.starts_at).date()
    chosen = standings.ruleset(event.ruleset, day).with_points(
        event.points_win, event.points_draw, event.points_loss
    )
    return chosen.with_chain(event.tiebreaks) if event.tiebreaks else chosen


def lot_seed(event: Event) -> str:
    """What the lot among equals is drawn from: the hash that was shown before the first round was paired."""
    first = event.rounds.order_by("number").values_list("seed_hash", flat=True).first()
    return first or ""


def phase_table(phase: Phase, *, live: bool = False) -> standings.Standings:
    """The standings of the phase, computed from its matches."""
    facts = phase_facts(phase, live=live)
    return standings.compute(
        facts.entrants,
        facts.matches,
        event_ruleset(phase.event),
        rounds_completed=facts.rounds_completed,
        lot_seed=lot_seed(phase.event),
    )


@dataclass(slots=True)
class Past:
    """What every entry brings to the next round. Scores are match points."""

    score: defaultdict[int, int]
    opponents: defaultdict[int, set[int]]
    byes: defaultdict[int, int]
    downs: defaultdict[int, int]


def past(event: Event, rows: Iterable[MatchRow]) -> Past:
    """Add up the rows, which are ordered by round. An open match counts as having met and as no points."""
    points = event_ruleset(event).points
    shares = {
        outcome: (int(own), int(other))
        for outcome, (own, other) in ((code, points.shares(fact)) for code, fact in _OUTCOMES.items())
    }
    found = Past(defaultdict(int), defaultdict(set), defaultdict(int), defaultdict(int))
    score, opponents = found.score, found.opponents
    before: dict[int, int] = {}
    number = 0
    for row in rows:
        if row.round != number:
            number, before = row.round, dict(score)
        own, other = shares[row.outcome] if row.final else (0, 0)
        score[row.a] += own
        if row.b is None:
            found.byes[row.a] += row.kind in BYES or row.outcome == Match.Outcome.A
            continue
        score[row.b] += other
        opponents[row.a].add(row.b)
        opponents[row.b].add(row.a)
        gap = before.get(row.a, 0) - before.get(row.b, 0)
        if gap:
            found.downs[row.a if gap > 0 else row.b] += 1
    return found


class EntryRow(NamedTuple):
    """An entry as the pairing needs it."""

    pk: int
    name: str
    club: str
    seed: int | None
    awarded_byes: int
    fixed_table: int | None
    first_round: int


def entries_to_pair(phase: Phase, number: int) -> list[EntryRow]:
    """Active entries of the phase that have come by round ``number``, oldest first."""
    entries = phase.event.entries.active().filter(first_round__lte=number)
    found = [EntryRow(*row) for row in entries.order_by("pk").values_list(*EntryRow._fields)]
    if not phase.seeding:
        return found
    members = set(phase.seeding)
    return [entry for entry in found if entry.pk in members]


def players(
    phase: Phase, number: int, entries: Collection[EntryRow], rows: Iterable[MatchRow]
) -> list[Player]:
    """The entries as the pairing wants them, with what the past rounds made of them."""
    had = past(phase.event, rows)
    apart = phase.event.keep_clubs_apart
    nobody: frozenset[int] = frozenset()
    return [
        Player(
            id=entry.pk,
            score=had.score.get(entry.pk, 0),
            opponents=had.opponents.get(entry.pk, nobody),
            byes=had.byes.get(entry.pk, 0),
            downs=had.downs.get(entry.pk, 0),
            seed=entry.seed,
            groups=frozenset({entry.club.casefold()}) if apart and entry.club else frozenset(),
            awarded_bye=entry.awarded_byes >= number,
        )
        for entry in entries
    ]


def players_for_pairing(phase: Phase, number: int | None = None) -> list[Player]:
    """Everybody to be paired in round ``number`` (the next one when left out), as the pairing wants them."""
    rounds = counting_rounds(phase)
    if number is None:
        latest = latest_round(phase.event)
        number = latest.number + 1 if latest else 1
    earlier = [row for row in rounds if row.number < number]
    return players(phase, number, entries_to_pair(phase, number), match_rows(earlier))
