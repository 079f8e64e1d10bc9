"""From phase to phase: the cut, the bracket, and the end of the event."""

from __future__ import annotations

from dataclasses import dataclass

from organizer.models import Entry, Event, Match, Phase, Round
from organizer.standings import FinalPlace, KnockoutMatch, Standings, final_places

from . import drawing
from .base import Actor, Change, Refused, change
from .drawing import entry_names, names_at, winner_id
from .facts import PUBLIC, phase_table
from .rounds import DrawSeed, begin_phase, fresh_seed, open_matches, pair_in, require_running


def start_next_phase(event: Event, actor: Actor, *, draw_seed: DrawSeed = fresh_seed) -> Round:
    """Freeze the standings of the phase that ends, take the cut, and pair the first round of the next.

    The cut takes the best active entries; who left is passed over. Raises ``Refused`` while rounds or results
    are missing, or when no phase follows. Returns the new round, a draft.
    """
    with change(event, actor) as c:
        ending = require_running(c)
        following = c.event.phases.filter(number__gt=ending.number).order_by("number").first()
        if following is None:
            raise Refused("No phase follows; finish the event instead.", code="no_phase")
        _end_phase(c, ending)
        table = phase_standings(ending)
        active = set(c.event.entries.active().values_list("pk", flat=True))
        ranked = [int(row.id) for row in table.rows if row.id in active]
        round = begin_phase(c, following, ranked, draw_seed)
        pair_in(c, following, round)
        return round


def _end_phase(c: Change, phase: Phase) -> None:
    """Close the phase's rounds and keep its table as it is now, for good (T13)."""
    waiting = open_matches(c.event)
    if waiting:
        raise Refused(f"There is no final result at {names_at(waiting)}.", code="open_matches")
    draft = phase.rounds.filter(status=Round.Status.DRAFT).first()
    if draft is not None:
        raise Refused(f"{draft} is a draft: publish or discard it first.", code="draft")
    played = phase.rounds.filter(status__in=PUBLIC).count()
    if played < (phase.rounds_planned or 0):
        raise Refused(
            f"{played} of {phase.rounds_planned} planned rounds have been played. "
            "Play the others, or plan fewer rounds first.",
            code="rounds_left",
        )
    phase.rounds.filter(status=Round.Status.COMMITTED).delete()
    phase.rounds.filter(status=Round.Status.PUBLISHED).update(status=Round.Status.FINISHED, finished_at=c.now)
    phase.status = Phase.Status.FINISHED
    if phase.kind != Phase.Kind.ELIMINATION:
        phase.frozen_standings = phase_table(phase).to_json()
    phase.save()
    c.log(
        "phase.finished",
        f"{phase} is over after {played} rounds.",
        public=True,
        data={"phase": phase.number, "rounds": played},
    )


def undo_next_phase(event: Event, actor: Actor, reason: str = "") -> Phase:
    """Go back to the phase before, while no round of the running one is out. Its table is open again."""
    with change(event, actor) as c:
        phase = require_running(c)
        before = c.event.phases.filter(number__lt=phase.number).order_by("-number").first()
        if before is None:
            raise Refused("This is the first phase.", code="no_phase")
        if phase.rounds.filter(status__in=PUBLIC).exists():
            raise Refused(
                f"A round of this phase ({phase}) is published; take it back first.", code="published"
            )
        for round in phase.rounds.all():
            drawing.clear(round)
            round.delete()
        phase.status, phase.seeding = Phase.Status.PENDING, []
        phase.save()
        before.status, before.frozen_standings = Phase.Status.RUNNING, None
        before.save()
        c.log(
            "phase.undone",
            f"Back to {before}: its table is open again.",
            public=True,
            reason=reason,
            data={"phase": phase.number, "back_to": before.number},
        )
        return before


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a match in the bracket; ``match`` is None while it is not known who plays."""

    round: int
    slot: int
    match: Match | None
    seeds: tuple[int | None, int | None] = (None, None)


def bracket_slots(phase: Phase) -> list[list[Slot]]:
    """The whole bracket, round by round, with places for the matches that are still to come."""
    rounds = list(phase.rounds.filter(status__in=PUBLIC).order_by("number"))
    found = Match.objects.filter(round__in=rounds, slot__isnull=False).select_related("a", "b", "round")
    by_place = {(match.round_id, match.slot): match for match in found}
    seeds = {entry: number for number, entry in enumerate(phase.seeding, 1)}
    total = phase.rounds_planned or 0
    shown = []
    for turn in range(total):
        row = rounds[turn] if turn < len(rounds) else None
        places = []
        for slot in range(1 << (total - turn - 1)):
            match = by_place.get((row.pk, slot)) if row else None
            sides = (seeds.get(match.a_id), seeds.get(match.b_id or 0)) if match else (None, None)
            places.append(Slot(turn + 1, slot, match, sides))
        shown.append(places)
    return shown


def knockout_matches(event: Event) -> list[KnockoutMatch]:
    """All published bracket matches as facts for the final places. A match without winner loses both sides."""
    phases = event.phases.filter(kind=Phase.Kind.ELIMINATION)
    found = Match.objects.filter(round__phase__in=phases, round__status__in=PUBLIC)
    return [
        KnockoutMatch(match.round.number, match.a_id, match.b_id, winner_id(match))
        for match in found.select_related("round").order_by("round__number", "slot")
    ]


def places_now(event: Event) -> tuple[FinalPlace, ...]:
    """The places as they follow from the last table and the bracket, decided or not."""
    ranked = event.phases.exclude(kind=Phase.Kind.ELIMINATION).exclude(status=Phase.Status.PENDING)
    last = ranked.order_by("-number").first()
    gone = set(event.entries.filter(status=Entry.Status.DISQUALIFIED).values_list("pk", flat=True))
    if last is None:
        return final_places(_seeded(event), knockout_matches(event), disqualified=gone)
    table = phase_standings(last)
    return final_places(table.rows, knockout_matches(event), disqualified=gone)


def phase_standings(phase: Phase) -> Standings:
    """The frozen table of a phase that is over, or the table as its matches make it."""
    if phase.frozen_standings is None:
        return phase_table(phase)
    return Standings.from_json(phase.frozen_standings)


@dataclass(frozen=True, slots=True)
class _Seeded:
    id: int
    place: int


def _seeded(event: Event) -> list[_Seeded]:
    """An event that is a bracket from the start has its seeding for a table."""
    first = event.phases.order_by("number").first()
    return [_Seeded(pk, number) for number, pk in enumerate(first.seeding if first else [], 1)]


def finish_event(event: Event, actor: Actor) -> Event:
    """Close the last phase and write everybody's final place; losers of one bracket round share theirs."""
    with change(event, actor) as c:
        phase = require_running(c)
        following = c.event.phases.filter(number__gt=phase.number).order_by("number").first()
        if following is not None:
            raise Refused(f"{following} is still to be played: start it first.", code="phase_left")
        _end_phase(c, phase)
        places = {int(row.id): row.place for row in places_now(c.event)}
        entries = list(c.event.entries.all())
        for entry in entries:
            entry.final_place = places.get(entry.pk)
        Entry.objects.bulk_update(entries, ["final_place"], batch_size=500)
        winners = sorted(entry.name for entry in entries if entry.final_place == 1)
        c.event.status = Event.Status.FINISHED
        verb = "wins" if len(winners) == 1 else "share the first place in"
        c.log(
            "event.finished",
            f"{entry_names(winners) or 'Nobody'} {verb} the event.",
            public=True,
            data={"winners": winners, "entries": len(places)},
        )
        return c.event


def reopen_event(event: Event, actor: Actor, reason: str) -> Event:
    """Let a finished event run again, so that a result can be corrected; final places are worked out anew."""
    with change(event, actor) as c:
        if c.event.status != Event.Status.FINISHED:
            raise Refused("Only a finished event can be reopened.", code="wrong_status")
        if not reason.strip():
            raise Refused("Say why the event is reopened.", field="reason")
        phase = c.event.phases.order_by("number").last()
        if phase is None:
            raise Refused("The event has no phases.", code="wrong_status")
        phase.status, phase.frozen_standings = Phase.Status.RUNNING, None
        phase.save()
        last = phase.rounds.order_by("number").last()
        if last is not None:
            last.status, last.finished_at = Round.Status.PUBLISHED, None
            last.save(update_fields=["status", "finished_at"])
        c.event.entries.update(final_place=None)
        c.event.status = Event.Status.RUNNING
        c.log("event.reopened", "The event was reopened.", public=True, reason=reason)
        return c.event
