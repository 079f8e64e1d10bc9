"""Who meets whom: one function per kind of phase, and how a drawn round is stored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import F

from organizer import pairing
from organizer.models import EnginePairing, Entry, Match, Phase, Round, Seating
from organizer.pairing import BracketMatch

from .base import Change, Refused
from .facts import (
    PUBLIC,
    EntryRow,
    MatchRow,
    counting_rounds,
    entries_to_pair,
    match_rows,
    players,
)

BATCH = 1000


@dataclass(slots=True)
class Drawn:
    """A round that is not stored yet: its matches, and the proof if there is one."""

    matches: list[Match]
    certificate: dict[str, Any] = field(default_factory=dict)


def draw(c: Change, phase: Phase, round: Round) -> Drawn:
    """Pair the round by the method of its phase. Raises ``Refused`` when there is nobody to pair."""
    methods = {
        Phase.Kind.SWISS.value: draw_swiss,
        Phase.Kind.ELIMINATION.value: draw_elimination,
        Phase.Kind.ROUND_ROBIN.value: draw_round_robin,
    }
    return methods[phase.kind](c, phase, round)


def draw_swiss(c: Change, phase: Phase, round: Round) -> Drawn:
    """The Swiss pairing of everybody who is in, by ``organizer.pairing``; rounds missed are written first."""
    entries = entries_to_pair(phase, round.number)
    rounds = [row for row in counting_rounds(phase) if row.number < round.number]
    rows = match_rows(rounds)
    missed = record_missed_rounds(c, entries, rounds, rows)
    rows = sorted(rows + missed, key=lambda row: row.round)
    field_ = players(phase, round.number, entries, rows)
    options = pairing.Options(
        first_round="seed" if c.event.first_round == c.event.FirstRound.SEED else "random",
        keep_apart=c.event.keep_clubs_apart,
    )
    try:
        found = pairing.pair_swiss(field_, round.seed, options)
    except pairing.NobodyToPair:
        raise Refused(
            "There is nobody left to pair: a round needs at least two active players. "
            "Let somebody back in, or finish the event.",
            code="nobody_to_pair",
        ) from None
    names = {entry.pk: entry.name for entry in entries}
    said = pairing.explain(found, field_, keep_apart=options.keep_apart, name=lambda key: names[int(key)])
    matches = [
        _match(round, int(table.a), int(table.b), why)
        for table, why in zip(found.tables, said.tables, strict=True)
    ]
    number_tables(matches, {entry.pk: entry.fixed_table for entry in entries if entry.fixed_table})
    if found.bye is not None:
        matches.append(_bye(round, int(found.bye), said.bye or ""))
    for key in found.awarded:
        why = f"{names[int(key)]} won a bye for this round beforehand."
        matches.append(_bye(round, int(key), why, Match.Kind.AWARDED_BYE))
    return Drawn(matches, asdict(found.certificate) | {"method": found.method, "players": len(entries)})


def record_missed_rounds(
    c: Change, entries: Sequence[EntryRow], rounds: Sequence[Round], rows: Sequence[MatchRow]
) -> list[MatchRow]:
    """Write a row for each past round in which an entry sat nowhere; returns the rows written.

    Rounds before a late entry's first count by the event's rule for late entries. Rounds missed after that,
    by leaving and coming back, are losses: otherwise leaving would be worth a free win.
    """
    seated: dict[int, set[int]] = {}
    for row in rows:
        seated.setdefault(row.a, set()).add(row.round)
        if row.b is not None:
            seated.setdefault(row.b, set()).add(row.round)
    missing = [
        missed_match(c, row, entry.pk, late=row.number < entry.first_round)
        for entry in entries
        if len(seated.get(entry.pk, ())) < len(rounds)
        for row in rounds
        if row.number not in seated.get(entry.pk, ())
    ]
    if not missing:
        return []
    store(missing)
    numbers = {row.pk: row.number for row in rounds}
    return [
        MatchRow(
            numbers[m.round_id], m.a_id, None, m.kind, m.status, m.outcome, m.how, m.games_a, m.games_b, 0
        )
        for m in missing
    ]


def missed_match(c: Change, round: Round, entry: int, *, late: bool) -> Match:
    """A round that the entry was not there for: lost, or won when the event is generous to late entries."""
    won = late and c.event.late_entry == c.event.LateEntry.BYE
    games = round.phase.games_to_win
    return Match(
        event_id=round.event_id,
        round=round,
        a_id=entry,
        kind=Match.Kind.MISSED,
        status=Match.Status.FINAL,
        outcome=Match.Outcome.A if won else Match.Outcome.B,
        games_a=games if won else 0,
        games_b=0 if won else games,
        finished_at=c.now,
        explanation="Not there in this round; by the event's rule it counts as "
        + ("a bye." if won else "a loss."),
    )


def draw_round_robin(c: Change, phase: Phase, round: Round) -> Drawn:
    """The next round of the circle. Who left loses by default; two who both left have no table."""
    turn = phase.rounds.filter(number__lt=round.number).count()
    circle_seed = phase.rounds.order_by("number").values_list("seed_hash", flat=True)[0]
    schedule = pairing.round_robin(phase.seeding, circle_seed, double=turn >= _cycle(len(phase.seeding)))
    if turn >= len(schedule):
        raise Refused("Everybody has met everybody twice; there is no further round.", code="no_more_rounds")
    active = set(c.event.entries.active().filter(pk__in=phase.seeding).values_list("pk", flat=True))
    if len(active) < 2:
        raise Refused("There is nobody left to pair: a round needs at least two active players.")
    why = f"Round {turn + 1} of the round robin."
    matches = [
        _against(round, int(a), int(b), active, c, why)
        for a, b in schedule[turn].tables
        if a in active or b in active
    ]
    number_tables(matches, _fixed_tables(c))
    free = schedule[turn].bye
    if free in active:
        matches.append(_bye(round, int(str(free)), "The number of players is odd: everybody sits out once."))
    return Drawn(matches)


def _cycle(entries: int) -> int:
    return entries - 1 + entries % 2


def draw_elimination(c: Change, phase: Phase, round: Round) -> Drawn:
    """The first bracket round by seed, later ones from the winners of the round before.

    Who has left the event loses the match by default; a place without anybody is a bye.
    """
    before = phase.rounds.filter(number__lt=round.number, status__in=PUBLIC).order_by("-number").first()
    places = _first_places(phase) if before is None else _next_places(phase, before)
    if not any(a or b for a, b in places):
        raise Refused("Nobody is left in the bracket.", code="nobody_to_pair")
    active = set(c.event.entries.active().filter(pk__in=phase.seeding).values_list("pk", flat=True))
    seeds = {entry: number for number, entry in enumerate(phase.seeding, 1)}
    matches = []
    for slot, pair in enumerate(places):
        upper, *lower = sorted((entry for entry in pair if entry), key=seeds.__getitem__) or (None,)
        if upper is None:
            continue
        if lower:
            why = f"Seed {seeds[upper]} against seed {seeds[lower[0]]}."
            match = _against(round, upper, lower[0], active, c, why)
        else:
            match = _bye(round, upper, f"Seed {seeds[upper]} goes on without a match.")
        match.slot = slot
        matches.append(match)
    number_tables([match for match in matches if match.b_id], _fixed_tables(c))
    return Drawn(matches)


def _first_places(phase: Phase) -> list[tuple[int | None, int | None]]:
    drawn: list[BracketMatch] = pairing.bracket(pairing.bracket_size(len(phase.seeding)), phase.seeding)
    return [(int(place.a), None if place.b is None else int(place.b)) for place in drawn]


def _next_places(phase: Phase, before: Round) -> list[tuple[int | None, int | None]]:
    turn = phase.rounds.filter(number__lte=before.number).count()
    size = pairing.bracket_size(len(phase.seeding)) >> (turn + 1)
    if size < 1:
        raise Refused("The final has been played; finish the event.", code="no_more_rounds")
    places: list[list[int | None]] = [[None, None] for _ in range(size)]
    for match in before.matches.filter(slot__isnull=False):
        place, side = pairing.next_place(match.slot or 0)
        places[place][side] = winner_id(match)
    return [(upper, lower) for upper, lower in places]


def winner_id(match: Match) -> int | None:
    """The entry that won the match, when it is final and somebody did."""
    if match.status != Match.Status.FINAL:
        return None
    return {Match.Outcome.A.value: match.a_id, Match.Outcome.B.value: match.b_id}.get(match.outcome)


def _against(round: Round, a: int, b: int, active: Collection[int], c: Change, why: str) -> Match:
    """A match of two; decided at once, without play, when one of them or both have left."""
    match = _match(round, a, b, why)
    if a not in active or b not in active:
        settle_default(match, a in active, b in active, c)
    return match


def settle_default(match: Match, a_here: bool, b_here: bool, c: Change) -> None:
    """The result of a match that a side left: a full win for who is here, a double loss for two who are not."""
    games = match.round.phase.games_to_win
    match.status = Match.Status.FINAL
    match.how = Match.How.DROP
    match.games_a, match.games_b, match.games_drawn = games * a_here, games * b_here, 0
    match.outcome = Match.Outcome.A if a_here else Match.Outcome.B if b_here else Match.Outcome.DOUBLE_LOSS
    match.finished_at = c.now


def _match(round: Round, a: int, b: int, why: str) -> Match:
    return Match(event_id=round.event_id, round=round, a_id=a, b_id=b, explanation=why[:300])


def _bye(round: Round, entry: int, why: str, kind: str = Match.Kind.BYE) -> Match:
    return Match(event_id=round.event_id, round=round, a_id=entry, kind=kind, explanation=why[:300])


def _fixed_tables(c: Change) -> dict[int, int]:
    fixed = c.event.entries.filter(fixed_table__gt=0).values_list("pk", "fixed_table")
    return {entry: table for entry, table in fixed if table}


def number_tables(matches: Iterable[Match], fixed: Mapping[int, int]) -> None:
    """Number the tables from 1 in the given order; fixed tables go to those who need them and to nobody else.

    When both players of a table have one, the lower number is used; when two tables want the same number,
    the first gets it.
    """
    waiting = list(matches)
    reserved: dict[int, Match] = {}
    if fixed:
        for match in waiting:
            wanted = [fixed[side] for side in (match.a_id, match.b_id) if side is not None and side in fixed]
            free = [number for number in sorted(wanted) if number not in reserved]
            if free:
                reserved[free[0]] = match
    placed = {id(match) for match in reserved.values()}
    for number, match in reserved.items():
        match.table = number
    number = 0
    for match in waiting:
        if id(match) in placed:
            continue
        number += 1
        while number in reserved:
            number += 1
        match.table = number


def store(matches: Sequence[Match]) -> None:
    """Insert matches with their seats; two seats of one entry in a round are an ``IntegrityError``."""
    Match.objects.bulk_create(matches, batch_size=BATCH)
    Seating.objects.bulk_create(
        [
            Seating(round_id=match.round_id, entry_id=entry, match=match)
            for match in matches
            for entry in (match.a_id, match.b_id)
            if entry is not None
        ],
        batch_size=BATCH * 5,
    )


def tables_of(matches: Iterable[Match]) -> list[list[int | None]]:
    """The pairing as it is kept on the round: [[a, b], ..., [bye, null]]."""
    return [[match.a_id, match.b_id] for match in matches]


def clear(round: Round) -> None:
    """Delete the round's matches, and the missed rounds of those who have never been seated otherwise."""
    round.matches.all().delete()
    seated = Seating.objects.filter(round__event=round.event_id).exclude(match__kind=Match.Kind.MISSED)
    Match.objects.filter(event=round.event_id, kind=Match.Kind.MISSED).exclude(
        a__in=seated.values("entry")
    ).delete()


def discard(c: Change, round: Round, reason: str = "") -> None:
    """Throw a draft away inside an open change; the round is committed to its seed as before."""
    clear(round)
    round.status = Round.Status.COMMITTED
    round.paired_at = None
    round.certificate = {}
    round.save()
    EnginePairing.objects.filter(round=round).delete()
    c.log("round.discarded", f"The draft of {round} was discarded.", reason=reason, round=round)


def settle_byes(c: Change, round: Round) -> None:
    """Byes are won at once: 2-0 in best of three (Magic Tournament Rules)."""
    round.matches.filter(kind__in=[Match.Kind.BYE, Match.Kind.AWARDED_BYE]).exclude(
        status=Match.Status.FINAL
    ).update(
        status=Match.Status.FINAL,
        outcome=Match.Outcome.A,
        games_a=round.phase.games_to_win,
        games_b=0,
        games_drawn=0,
        finished_at=c.now,
        version=F("version") + 1,
    )


def names_at(matches: Iterable[Match], most: int = 10) -> str:
    """ "Table 3 (Ada v Bo), table 7 (...) and 4 more", for messages."""
    shown = [f"table {match.table} ({match})" if match.table else str(match) for match in matches]
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


def entry_names(entries: Iterable[Entry | str], most: int = 10) -> str:
    """Names for messages, the first ten."""
    shown = [str(entry) for entry in entries]
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more
