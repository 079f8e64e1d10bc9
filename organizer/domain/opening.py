"""Opening what is played: the event, its phases, and the committed seed of each round."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from organizer import pairing
from organizer.models import Entry, Event, Phase, Round
from organizer.standings.tiebreaks import lot_number

from .base import Actor, Change, Refused, change
from .facts import PUBLIC

DrawSeed = Callable[[], str]
"""Makes the secret seed of a round. Only simulations and tests pass another than ``fresh_seed``."""


def fresh_seed() -> str:
    """128 random bits in hexadecimal from the operating system."""
    return secrets.token_hex(16)


def start_event(event: Event, actor: Actor, *, draw_seed: DrawSeed = fresh_seed) -> Event:
    """Close registration and begin the first phase: registered entries become active, the others withdrawn.

    With a check-in only those who took part in it play. Raises ``Refused`` for fewer than two players, an
    event that is not open for registration, or one without phases.
    """
    with change(event, actor) as c:
        if c.event.status != Event.Status.PUBLISHED:
            raise Refused(
                f"Only an event in registration can start; this one is {c.event.get_status_display().lower()}.",
                code="wrong_status",
            )
        phase = c.event.phases.order_by("number").first()
        if phase is None:
            raise Refused("The event has no phases yet: add one, such as Swiss rounds.", field="phases")
        starters = c.event.entries.filter(status=Entry.Status.REGISTERED)
        if c.event.check_in:
            starters = starters.filter(checked_in_at__isnull=False)
        ids = list(starters.values_list("pk", flat=True))
        if len(ids) < 2:
            who = "checked-in players" if c.event.check_in else "registered players"
            raise Refused(f"An event needs at least two {who}; there are {len(ids)}.", code="too_few")
        starters.update(status=Entry.Status.ACTIVE)
        absent = c.event.entries.filter(status__in=[Entry.Status.REGISTERED, Entry.Status.WAITLISTED])
        left_out = absent.update(status=Entry.Status.WITHDRAWN)
        c.event.status = Event.Status.RUNNING
        c.log(
            "event.started",
            f"The event started with {len(ids)} entries.",
            public=True,
            data={"entries": len(ids), "withdrawn": left_out},
        )
        begin_phase(c, phase, _by_seed(c, ids, phase), draw_seed)
        return c.event


def _by_seed(c: Change, ids: Sequence[int], phase: Phase) -> list[int]:
    """Entries in the order of their seeding, the unseeded after them by lot."""
    seeds = dict(c.event.entries.filter(seed__isnull=False).values_list("pk", "seed"))
    return sorted(ids, key=lambda pk: (seeds.get(pk) or len(ids) + 10**6, lot_number(c.event.log_hash, pk)))


def begin_phase(c: Change, phase: Phase, ranked: Sequence[int], draw_seed: DrawSeed) -> Round:
    """Open the phase for the best of ``ranked`` (all of them without a cut) and commit its first seed."""
    going_on = list(ranked[: phase.cut_size] if phase.cut_size else ranked)
    if len(going_on) < 2:
        raise Refused("There is nobody left to pair: the next phase needs two active players.")
    first = not c.event.rounds.exists()
    phase.event = c.event
    phase.seeding = [] if phase.kind == Phase.Kind.SWISS and first else going_on
    phase.rounds_automatic = phase.rounds_planned is None
    phase.rounds_planned = planned_rounds(phase, len(going_on))
    phase.status = Phase.Status.RUNNING
    phase.save()
    c.log(
        "phase.started",
        f"{phase}: {len(going_on)} entries, {phase.rounds_planned} rounds.",
        public=True,
        data={"phase": phase.number, "rounds": phase.rounds_planned, "seeding": phase.seeding},
    )
    return commit_round(c, phase, draw_seed)


def planned_rounds(phase: Phase, entries: int) -> int:
    """The number of rounds: the organizer's, or what fits the number of entries."""
    if phase.kind == Phase.Kind.ELIMINATION:
        return (pairing.bracket_size(entries)).bit_length() - 1
    if phase.rounds_planned:
        return phase.rounds_planned
    if phase.kind == Phase.Kind.ROUND_ROBIN:
        return pairing.rounds_possible(entries)
    return pairing.recommended_rounds(entries)


def commit_round(c: Change, phase: Phase, draw_seed: DrawSeed = fresh_seed) -> Round:
    """Draw the seed of the next round and show its hash: from now on nobody can choose another."""
    last = c.event.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    seed = draw_seed()
    round = Round.objects.create(
        event=c.event, phase=phase, number=last + 1, seed=seed, seed_hash=pairing.seed_hash(seed)
    )
    c.log(
        "round.committed",
        f"{round}: seed committed, SHA-256 {round.seed_hash}.",
        public=True,
        round=round,
        data={"seed_hash": round.seed_hash},
    )
    return round


def commit_next_round(c: Change, phase: Phase, draw_seed: DrawSeed = fresh_seed) -> Round | None:
    """Commit the phase's next round unless one waits already or all planned rounds are there."""
    rounds = list(phase.rounds.order_by("number"))
    if any(row.status not in PUBLIC for row in rounds) or len(rounds) >= (phase.rounds_planned or 0):
        return None
    return commit_round(c, phase, draw_seed)


def plan_rounds(event: Event, actor: Actor, phase: Phase, count: int) -> Phase:
    """Change how many rounds a running Swiss or round-robin phase has; never below those already drawn up."""
    with change(event, actor) as c:
        set_planned_rounds(c, phase, count)
    return phase


def set_planned_rounds(c: Change, phase: Phase, count: int) -> None:
    """``plan_rounds`` inside an open change. The seed of a round that is no longer planned is thrown away."""
    phase.refresh_from_db()
    phase.event = c.event
    drawn = phase.rounds.exclude(status=Round.Status.COMMITTED).count()
    if phase.kind == Phase.Kind.ELIMINATION or phase.status == Phase.Status.FINISHED:
        raise Refused("The number of rounds of this phase cannot be changed.", field="rounds_planned")
    if count < max(1, drawn):
        raise Refused(
            f"{drawn} rounds have been paired already; plan at least {max(1, drawn)}.",
            field="rounds_planned",
        )
    before, phase.rounds_planned = phase.rounds_planned, count
    phase.save(update_fields=["rounds_planned"])
    c.log(
        "phase.rounds_planned",
        f"{phase}: {count} rounds planned instead of {before}.",
        public=True,
        data={"phase": phase.number, "before": before, "after": count},
    )
    if phase.status == Phase.Status.RUNNING:
        if drawn >= count:
            phase.rounds.filter(status=Round.Status.COMMITTED).delete()
        commit_next_round(c, phase)
