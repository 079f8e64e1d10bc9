"""Deck checks: drawing tables fairly, counting a deck against its list, and what follows from it.

What follows (penalty, extra time) is written together with the outcome, or not at all. Magic Tournament Rules: a
checked table gets the time that the check took and three minutes more.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from deckcheck.cards.card import Pool
from deckcheck.domain.formats import pool_of
from deckcheck.domain.overview import Zone, counting_rows
from deckcheck.lists import ListError, read_list
from deckcheck.lists.deck import ZONES, Deck
from organizer.models import DeckCheck, Entry, Event, Match, Penalty, Round, Submission

from .base import Actor, Change, Refused, change
from .clock import extend_table_in
from .drawing import names_at
from .opening import DrawSeed, fresh_seed
from .penalties import give_penalty_in
from .rounds import require_round
from .submissions import event_format, has_lists

Status, How, Decision = DeckCheck.Status, DeckCheck.How, DeckCheck.Decision

EXTRA_MINUTES = 3
MOST_TABLES = 50
MOST_COUNTED = 999
UNEXPECTED = "unexpected"
"""The zone of counted cards that the list does not name."""


@dataclass(frozen=True, slots=True)
class Seats:
    """A table that may be drawn: its match and the entries at it."""

    match: int
    entries: tuple[int, ...]


def choose(tables: Sequence[Seats], checked: Mapping[int, int], seed: str, number: int) -> list[Seats]:
    """``number`` tables by lot, each with the entries whose decks are checked there.

    Whoever was checked less often comes first, so nobody is checked twice while somebody here was not checked
    once; of equals the lot of the seed decides (SHA-256 of seed and entry). At a table both decks are checked
    unless one player was checked more often than the other. The same seed and counts give the same tables.
    """
    table_of = {entry: table for table in tables for entry in table.entries}
    order = sorted(table_of, key=lambda entry: (checked.get(entry, 0), lot(seed, entry)))
    drawn: dict[int, Seats] = {}
    for entry in order:
        table = table_of[entry]
        if len(drawn) == number:
            break
        if table.match not in drawn:
            least = checked.get(entry, 0)
            who = tuple(one for one in table.entries if checked.get(one, 0) <= least)
            drawn[table.match] = Seats(table.match, who)
    return list(drawn.values())


def lot(seed: str, entry: int) -> str:
    """The entry's lot in a draw with this seed: SHA-256, hexadecimal; the smallest is drawn first."""
    return hashlib.sha256(f"{seed}:{entry}".encode()).hexdigest()


def draw(round: Round, actor: Actor, number: int, *, draw_seed: DrawSeed = fresh_seed) -> list[DeckCheck]:
    """Draw tables of a published round for deck checks and open the checks, in the order drawn.

    Tables that have finished, or were checked in this round, are not drawn. The seed is logged with what it was
    applied to, so that anybody can draw again. Refused when no table is left.
    """
    if not 1 <= number <= MOST_TABLES:
        raise Refused(f"Draw between 1 and {MOST_TABLES} tables.", field="number")
    with change(round.event_id, actor) as c:
        round = _require_checks(c, round)
        tables = _tables(round)
        if not tables:
            raise Refused(f"{round} has no table left to check: all have finished or were checked.")
        seed, counts = draw_seed(), _counts(c.event)
        drawn = choose(tables, counts, seed, number)
        matches = {match.pk: match for match in round.matches.select_related("a", "b")}
        checks = [
            _open(c, round, matches[seats.match], entry, How.RANDOM, seed)
            for seats in drawn
            for entry in seats.entries
        ]
        c.log(
            "deckcheck.drawn",
            f"Deck checks drawn for {round}: {names_at([matches[seats.match] for seats in drawn])}.",
            round=round,
            data={
                "seed": seed,
                "drawn": [[seats.match, list(seats.entries)] for seats in drawn],
                "from": [[seats.match, list(seats.entries)] for seats in tables],
                "checked_before": {str(entry): count for entry, count in counts.items()},
            },
        )
        return checks


def check_table(match: Match, actor: Actor, entry: Entry | None = None) -> list[DeckCheck]:
    """Open a check of a table that a judge chose: of one entry's deck, or of both."""
    with change(match.event_id, actor) as c:
        round = _require_checks(c, match.round)
        match = round.matches.select_related("a", "b").get(pk=match.pk)
        if match.kind != Match.Kind.PLAYED or match.b is None:
            raise Refused("Nobody plays at this table.", field="table")
        sides = [match.a, match.b] if entry is None else [one for one in (match.a, match.b) if one == entry]
        if not sides:
            raise Refused(f"{entry} does not play at this table.", field="entry")
        running = DeckCheck.objects.filter(match=match, entry__in=sides, status=Status.OPEN)
        if found := running.select_related("entry").first():
            raise Refused(f"The deck of {found.entry} is being checked already.", field="table")
        checks = [_open(c, round, match, side.pk, How.CHOSEN, "") for side in sides]
        who = " and ".join(str(side) for side in sides)
        c.log(
            "deckcheck.chosen",
            f"Deck check at {names_at([match])}: {who}.",
            round=round,
            match=match,
            data={"entries": [side.pk for side in sides]},
        )
        return checks


def _require_checks(c: Change, round: Round) -> Round:
    if not has_lists(c.event):
        raise Refused("This event has no decklists to check decks against.", code="no_lists")
    return require_round(c, round, Round.Status.PUBLISHED)


def _tables(round: Round) -> list[Seats]:
    rows = round.matches.filter(kind=Match.Kind.PLAYED).exclude(status=Match.Status.FINAL)
    done = DeckCheck.objects.filter(round=round).exclude(status=Status.CANCELLED)
    rows = rows.exclude(pk__in=done.values("match"))
    return [Seats(pk, (a, b)) for pk, a, b in rows.order_by("pk").values_list("pk", "a", "b")]


def _counts(event: Event) -> Counter[int]:
    """How often each entry's deck was checked in the event, whether drawn or chosen."""
    rows = DeckCheck.objects.filter(event=event).exclude(status=Status.CANCELLED)
    return Counter(rows.values_list("entry", flat=True))


def _open(c: Change, round: Round, match: Match, entry_id: int, how: str, seed: str) -> DeckCheck:
    version = Submission.objects.filter(entry=entry_id).values_list("version", flat=True).first()
    return DeckCheck.objects.create(
        event=c.event,
        round=round,
        match=match,
        entry_id=entry_id,
        version_id=version,
        by=c.actor.user,
        how=how,
        seed=seed,
        started_at=c.now,
    )


def proposed_minutes(check: DeckCheck, now: datetime) -> int:
    """Extra time for the table: the minutes begun since the check was opened and three more (Magic Tournament
    Rules), less what other checks of the same table gave already.
    """
    taken = -(-(now - check.started_at) // timedelta(minutes=1))
    others = DeckCheck.objects.filter(match=check.match_id).exclude(pk=check.pk)
    given = sum(others.values_list("minutes", flat=True))
    return max(0, taken + EXTRA_MINUTES - given)


def list_of(check: DeckCheck) -> tuple[Deck, Pool]:
    """The list that the deck is counted against, with its cards; an empty one when none was handed in."""
    pool = event_format(check.event).pool
    if check.version is None:
        return Deck(check.event.game, {}), pool
    if kept := check.version.card_sets.values():
        pool = pool_of(check.event.game, kept)
    return check.version.as_deck(), pool


def counting_form(check: DeckCheck) -> tuple[Zone, ...]:
    """The zones of the list, each card in the order in which a judge sorts a deck."""
    deck, pool = list_of(check)
    return counting_rows(deck, pool)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a judge found and decides. ``counted`` are copies by zone and number; a card left out agrees.

    ``unexpected`` are cards that the list does not name, one a line ("2 Black Hat"). ``penalty`` is a kind of
    penalty or empty. ``minutes`` is extra time for the table, 0 for none.
    """

    counted: Mapping[str, Mapping[str, int]]
    decision: str
    unexpected: str = ""
    note: str = ""
    penalty: str = ""
    infraction: str = ""
    reason: str = ""
    minutes: int = 0


def finish_check(check: DeckCheck, actor: Actor, outcome: Outcome) -> DeckCheck:
    """Record what was counted with its difference to the list, give the penalty and the extra time. All or nothing.

    Refused at its field: counts that are none, unexpected cards that cannot be read, "agrees" with a difference,
    a table that has finished and needs no time.
    """
    with change(check.event_id, actor) as c:
        check = _load(c, check)
        deck, pool = list_of(check)
        counted = _counted(deck, outcome.counted)
        unexpected = _unexpected(outcome.unexpected, pool)
        check.counted = counted | ({UNEXPECTED: unexpected} if unexpected else {})
        check.diff = compare(deck, check.counted, pool)
        if outcome.decision not in Decision.values:
            raise Refused("Say what you decide.", field="decision")
        differs = bool(check.diff["missing"] or check.diff["extra"])
        if differs and outcome.decision == Decision.MATCHES:
            raise Refused("Deck and list differ: decide what happens.", field="decision")
        check.decision, check.note = outcome.decision, outcome.note.strip()[:500]
        check.status, check.finished_at, check.by = Status.DONE, c.now, actor.user
        check.minutes = max(0, outcome.minutes)
        # The time before the penalty: a match loss ends the match, and a finished table gets none.
        if check.minutes:
            extend_table_in(c, check.match, check.minutes, "deck check")
        if outcome.penalty:
            check.penalty = _penalize(c, check, outcome)
        check.save()
        _log_outcome(c, check, differs)
        return check


def _penalize(c: Change, check: DeckCheck, outcome: Outcome) -> Penalty:
    if outcome.penalty == Penalty.Kind.DISQUALIFICATION:
        raise Refused("A disqualification is not given from here: use the penalties page.", field="penalty")
    try:
        return give_penalty_in(
            c,
            check.entry,
            outcome.penalty,
            infraction=outcome.infraction,
            reason=outcome.reason,
            match=check.match,
        )
    except Refused as refused:
        refused.field = {"kind": "penalty", "match": "penalty"}.get(refused.field or "", refused.field)
        raise


def _log_outcome(c: Change, check: DeckCheck, differs: bool) -> None:
    found = "deck and list differ" if differs else "deck and list agree"
    c.log(
        "deckcheck.done",
        f"Deck check of {check.entry}: {found}; {check.get_decision_display().lower()}.",
        reason=check.note[:300],
        round=check.round,
        match=check.match,
        entry=check.entry,
        data={
            "check": check.pk,
            "diff": check.diff,
            "decision": check.decision,
            "minutes": check.minutes,
            "penalty": check.penalty_id,
        },
    )


def cancel_check(check: DeckCheck, actor: Actor, reason: str = "") -> DeckCheck:
    """Call a running check off; it does not count as a check."""
    with change(check.event_id, actor) as c:
        check = _load(c, check)
        check.status, check.finished_at = Status.CANCELLED, c.now
        check.save(update_fields=["status", "finished_at"])
        c.log(
            "deckcheck.cancelled",
            f"Deck check of {check.entry} called off.",
            reason=reason,
            round=check.round,
            match=check.match,
            entry=check.entry,
        )
        return check


def _load(c: Change, check: DeckCheck) -> DeckCheck:
    found = (
        DeckCheck.objects.filter(pk=check.pk, event=c.event)
        .select_related("round__phase", "match__a", "match__b", "entry", "version")
        .first()
    )
    if found is None:
        raise Refused("This deck check does not exist any more.", code="gone")
    if found.status != Status.OPEN:
        raise Refused(f"This deck check is over: {found.get_status_display().lower()}.", code="over")
    found.event = found.round.event = found.match.event = found.entry.event = c.event
    found.match.round = found.round
    return found


def _counted(deck: Deck, counted: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """The counts of every card of the list; a card that was left out is as registered."""
    found = {}
    for zone, cards in deck.zones.items():
        given = counted.get(zone, {})
        found[zone] = {number: given.get(number, count) for number, count in cards.items()}
        for number, count in found[zone].items():
            if not 0 <= count <= MOST_COUNTED:
                raise Refused(f"Count between 0 and {MOST_COUNTED}.", field=f"n.{zone}.{number}")
    return found


def _unexpected(text: str, pool: Pool) -> dict[str, int]:
    """Cards by number from lines such as "2 Black Hat"."""
    if not text.strip():
        return {}
    try:
        reading = read_list(text, pool, format="plain")
    except ListError as error:
        raise Refused(str(error), field="unexpected") from None
    if reading.problems:
        problem = reading.problems[0]
        raise Refused(f"Line {problem.line}: {problem.message}", field="unexpected")
    found: Counter[str] = Counter()
    for zone in reading.deck.zones.values():
        found.update(zone)
    return dict(found)


def compare(
    deck: Deck, counted: Mapping[str, Mapping[str, int]], pool: Pool
) -> dict[str, list[dict[str, Any]]]:
    """What a counted deck lacks and has too much, zone by zone, in the order of zones and names.

    A card in the wrong zone is missing in one and extra in the other.
    """
    missing, extra = [], []
    order = [*ZONES.get(deck.game, ()), *(zone for zone in counted if zone not in ZONES.get(deck.game, ()))]
    for zone in order:
        listed, found = deck.zones.get(zone, {}), counted.get(zone, {})
        for number in sorted({*listed, *found}, key=lambda one: _name(pool, one)):
            more = found.get(number, 0) - listed.get(number, 0)
            row = {"zone": zone, "number": number, "name": _name(pool, number), "count": abs(more)}
            if more < 0:
                missing.append(row)
            elif more > 0:
                extra.append(row)
    return {"missing": missing, "extra": extra}


def _name(pool: Pool, number: str) -> str:
    card = pool.get(number)
    return card.name if card else number
