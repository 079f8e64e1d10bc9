"""The one way in which stored tables change their players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Q

from organizer.models import Match, Penalty, Report, Round, Seating

from .base import Change, Refused
from .drawing import entry_names
from .penalties import apply_waiting_penalties

Pair = tuple[int, int | None]
HAND = "Made by hand."


def rearrange(c: Change, round: Round, pairs: Sequence[Pair]) -> list[Match]:
    """Make these tables out of those at which their entries sit now; returns them in the given order.

    Nobody may lose a seat by it, and no table with a result may be touched. Rows keep their table numbers;
    a table that stays the same is not touched at all. Penalties go with the entry they were given to.
    """
    ids = [entry for pair in pairs for entry in pair if entry is not None]
    if len(set(ids)) < len(ids):
        raise Refused("An entry cannot sit at two tables of a round.", code="seated_twice")
    found = list(round.matches.filter(Q(a__in=ids) | Q(b__in=ids)).select_related("a", "b"))
    by_pair = {frozenset((match.a_id, match.b_id)): match for match in found}
    same = {pair: by_pair[frozenset(pair)] for pair in pairs if frozenset(pair) in by_pair}
    free = [match for match in found if match not in same.values()]
    require_unstarted(round, free)
    stranded = [
        side for match in free for side in (match.a, match.b) if side is not None and side.pk not in ids
    ]
    if stranded:
        raise Refused(f"{entry_names(stranded)} would be left without a seat.", code="unseated")
    Seating.objects.filter(match__in=free).delete()
    moved = Penalty.objects.filter(match__in=free).update(match=None)
    matches = [same.get(pair) or _seat(c, round, pair, free) for pair in pairs]
    for match in free:
        match.delete()
    if moved and round.public:
        apply_waiting_penalties(c, round)
    return matches


def _seat(c: Change, round: Round, pair: Pair, free: list[Match]) -> Match:
    """Put a pair at one of the free rows (that of its first entry by preference), or at a new one."""
    a, b = pair
    row = next((match for match in free if a in (match.a_id, match.b_id)), None)
    row = row or next((match for match in free if (match.b_id is None) == (b is None)), None)
    if row is not None:
        free.remove(row)
        row.version += 1
    match = row or Match(event_id=round.event_id, round=round)
    match.round = round
    match.a_id, match.b_id = a, b
    match.kind = Match.Kind.PLAYED if b else Match.Kind.BYE
    match.by_hand, match.explanation, match.extension_ms = True, HAND, 0
    match.status, match.outcome, match.how = Match.Status.OPEN, Match.Outcome.NONE, Match.How.PLAYED
    match.games_a = match.games_b = match.games_drawn = 0
    match.game_losses_a = match.game_losses_b = 0
    match.finished_at = None
    if b is None:
        match.table = None
        if round.public:
            match.status, match.outcome = Match.Status.FINAL, Match.Outcome.A
            match.games_a, match.finished_at = round.phase.games_to_win, c.now
    elif match.table is None:
        match.table = free_table(round, a, b)
    match.save()
    Seating.objects.bulk_create(
        [Seating(round=round, entry_id=entry, match=match) for entry in pair if entry is not None]
    )
    return match


def free_table(round: Round, *entries: int) -> int:
    """The fixed table of one of the entries if nobody sits there, else the lowest number that is free."""
    taken = set(round.matches.filter(table__isnull=False).values_list("table", flat=True))
    fixed = round.event.entries.filter(fixed_table__gt=0).values_list("pk", "fixed_table")
    own = [table for entry, table in fixed if entry in entries and table not in taken]
    if own:
        return min(table for table in own if table)
    kept = {table for entry, table in fixed if entry not in entries}
    number = 1
    while number in taken or number in kept:
        number += 1
    return number


def require_unstarted(round: Round, matches: Iterable[Match]) -> None:
    """Tables with a result or a report are never taken apart."""
    played = [match for match in matches if match.kind == Match.Kind.PLAYED]
    reported = set(Report.objects.filter(match__in=played).values_list("match", flat=True))
    for match in played:
        if match.status != Match.Status.OPEN or match.pk in reported:
            raise Refused(
                f"Table {match.table} ({match}) has a result or a report already; it cannot be taken apart.",
                code="started",
            )
