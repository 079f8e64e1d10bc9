"""The life of a round: its seed is committed, it is drawn up, published, and taken back."""

from __future__ import annotations

from django.db.models import F

from organizer.models import EnginePairing, Entry, Event, Match, Penalty, Phase, Report, Round

from . import drawing
from .base import Actor, Change, Refused, Stale, change
from .drawing import entry_names, names_at
from .facts import PUBLIC, current_phase
from .opening import (
    DrawSeed,
    begin_phase,
    commit_next_round,
    commit_round,
    fresh_seed,
    plan_rounds,
    planned_rounds,
    set_planned_rounds,
    start_event,
)
from .penalties import apply_waiting_penalties

__all__ = [
    "DrawSeed",
    "begin_phase",
    "commit_next_round",
    "commit_round",
    "discard_draft",
    "fresh_seed",
    "open_matches",
    "pair_in",
    "pair_round",
    "plan_rounds",
    "planned_rounds",
    "publish_round",
    "require_round",
    "require_running",
    "reset_clock",
    "set_planned_rounds",
    "start_event",
    "take_back_round",
    "undo_results",
    "unseated",
]


def require_running(c: Change) -> Phase:
    """The phase that is being played; refused unless the event is running."""
    if c.event.status != Event.Status.RUNNING:
        raise Refused(
            f"The event is not running ({c.event.get_status_display().lower()}).", code="wrong_status"
        )
    phase = current_phase(c.event)
    if phase is None:
        raise Refused("No phase of the event is running.", code="wrong_status")
    phase.event = c.event
    return phase


def require_round(c: Change, round: Round, *allowed: str) -> Round:
    """The round as it is now; refused when its status is none of the allowed."""
    fresh = Round.objects.select_related("phase").get(pk=round.pk, event=c.event)
    fresh.event = fresh.phase.event = c.event
    require_running(c)
    if fresh.status not in allowed:
        wanted = " or ".join(str(Round.Status(status).label).lower() for status in allowed)
        raise Refused(
            f"{fresh} is {fresh.get_status_display().lower()}; this is possible only while it is {wanted}.",
            code="wrong_status",
        )
    return fresh


def pair_round(
    event: Event,
    actor: Actor,
    *,
    number: int | None = None,
    override_open: bool = False,
    reason: str = "",
    draw_seed: DrawSeed = fresh_seed,
) -> Round:
    """Pair the committed round and keep it as a draft for the staff to look at.

    ``number`` is the round the person at the desk means: ``Stale`` when that one has been paired in
    between. Raises ``Refused``, naming the tables, while a match has no final result; with
    ``override_open`` such a match counts as having met and as no points.
    """
    with change(event, actor) as c:
        phase = require_running(c)
        round = _round_to_pair(c, phase, number, draw_seed)
        _close_earlier_rounds(c, round, override_open, reason)
        pair_in(c, phase, round)
        return round


def pair_in(c: Change, phase: Phase, round: Round) -> None:
    """Draw up the committed round inside an open change."""
    drawn = drawing.draw(c, phase, round)
    drawing.store(drawn.matches)
    round.status = Round.Status.DRAFT
    round.paired_at = c.now
    round.certificate = drawn.certificate
    round.save()
    EnginePairing.objects.create(round=round, tables=drawing.tables_of(drawn.matches))
    tables = sum(match.b_id is not None for match in drawn.matches)
    c.log(
        "round.paired",
        f"{round} paired: {tables} tables.",
        round=round,
        data={"tables": tables, "certificate": drawn.certificate},
    )


def _round_to_pair(c: Change, phase: Phase, number: int | None, draw_seed: DrawSeed) -> Round:
    draft = c.event.rounds.filter(status=Round.Status.DRAFT).first()
    if draft is not None:
        raise Stale(f"{draft} has been paired already. Publish it, or discard the draft to pair it again.")
    round = phase.rounds.filter(status=Round.Status.COMMITTED).order_by("number").first()
    if round is None:
        round = commit_next_round(c, phase, draw_seed)
    if round is None:
        raise Refused(
            f"All {phase.rounds_planned} rounds of this phase have been paired. "
            "Go on to the next phase or finish the event.",
            code="no_more_rounds",
        )
    if number is not None and number != round.number:
        raise Stale(f"Round {number} has been paired already; the next one is round {round.number}.")
    round.phase, round.event = phase, c.event
    return round


def open_matches(event: Event) -> list[Match]:
    """Matches of published rounds without a final result, by round and table."""
    found = event.matches.filter(round__status__in=PUBLIC).exclude(status=Match.Status.FINAL)
    return list(found.select_related("a", "b", "round").order_by("round__number", "table", "pk"))


def _close_earlier_rounds(c: Change, round: Round, override: bool, reason: str) -> None:
    waiting = open_matches(c.event)
    if waiting and not override:
        raise Refused(
            f"{round} cannot be paired: there is no final result at {names_at(waiting)}.",
            code="open_matches",
        )
    if waiting:
        c.log(
            "round.paired_over_open",
            f"{round} is paired without a result at {names_at(waiting)}.",
            reason=reason,
            round=round,
            data={"open": [match.pk for match in waiting]},
        )
    still_open = {match.round_id for match in waiting}
    c.event.rounds.filter(status=Round.Status.PUBLISHED).exclude(pk__in=still_open).update(
        status=Round.Status.FINISHED, finished_at=c.now
    )


def discard_draft(round: Round, actor: Actor, reason: str = "") -> Round:
    """Throw the draft away. The seed stays, so the same field gets the same pairing again."""
    with change(round.event, actor) as c:
        round = require_round(c, round, Round.Status.DRAFT)
        drawing.discard(c, round, reason)
        return round


def publish_round(
    round: Round,
    actor: Actor,
    *,
    start_clock: bool = False,
    force: bool = False,
    draw_seed: DrawSeed = fresh_seed,
) -> Round:
    """Show the round to the players: byes are won, the seed is revealed, the next one committed.

    Raises ``Refused`` when somebody at a table has left since, or an active player sits nowhere; with
    ``force`` who has left loses by default.
    """
    with change(round.event, actor) as c:
        round = require_round(c, round, Round.Status.DRAFT)
        _check_field(round)
        _settle_leavers(c, round, force)
        drawing.settle_byes(c, round)
        minutes = round.phase.round_minutes or c.event.round_minutes
        round.status = Round.Status.PUBLISHED
        round.published_at = c.now
        round.length_ms = minutes * 60_000
        round.clock_started_at = c.now if start_clock else None
        round.save()
        c.log(
            "round.published",
            f"{round} published; its seed is {round.seed}.",
            public=True,
            round=round,
            data={
                "seed": round.seed,
                "seed_hash": round.seed_hash,
                "certificate": round.certificate,
                "clock_started": start_clock,
            },
        )
        apply_waiting_penalties(c, round)
        commit_next_round(c, round.phase, draw_seed)
        return round


def unseated(round: Round) -> list[Entry]:
    """Active entries of the phase without a seat in the round: broken tables, and who came back since."""
    entries = round.event.entries.active().filter(first_round__lte=round.number)
    if round.phase.seeding:
        entries = entries.filter(pk__in=round.phase.seeding)
    return list(entries.exclude(pk__in=round.seatings.values("entry")))


def _check_field(round: Round) -> None:
    """Whoever was paired has a seat. Who came back since plays from the next round, unless staff seat them."""
    if round.phase.kind != Phase.Kind.SWISS:
        return
    without = unseated(round)
    if not without:
        return
    paired = {entry for pair in round.engine_tables for entry in pair}
    if missing := [entry for entry in without if entry.pk in paired]:
        raise Refused(
            f"{round} has no place for {entry_names(missing)}. "
            "Seat them by hand, or discard the draft and pair again.",
            code="unseated",
        )


def _settle_leavers(c: Change, round: Round, force: bool) -> None:
    """In a bracket who left has lost already; in other rounds the draft was made before they left."""
    gone = Entry.objects.filter(seatings__round=round).exclude(status=Entry.Status.ACTIVE)
    left = {entry.pk: entry.name for entry in gone}
    if not left:
        return
    if not force and round.phase.kind == Phase.Kind.SWISS:
        raise Refused(
            f"{entry_names(left.values())} left after {round} was paired. Discard the draft and pair again, "
            "or publish anyway and they lose by default.",
            code="field_changed",
        )
    for match in round.matches.exclude(status=Match.Status.FINAL).filter(kind=Match.Kind.PLAYED):
        if match.a_id in left or match.b_id in left:
            match.round = round
            drawing.settle_default(match, match.a_id not in left, match.b_id not in left, c)
            match.version += 1
            match.save()


def take_back_round(round: Round, actor: Actor, reason: str = "") -> Round:
    """Make the published round a draft again, while nothing has been reported. Its clock is reset.

    The seed is known by now: paired again, the round comes out the same unless the players changed.
    """
    with change(round.event, actor) as c:
        round = require_round(c, round, Round.Status.PUBLISHED)
        later = c.event.rounds.filter(number__gt=round.number).exclude(status=Round.Status.COMMITTED)
        if later.exists():
            raise Refused(f"{later[0]} has been paired since; {round} cannot be taken back.", code="too_late")
        reported = _reported(round)
        if reported:
            raise Refused(
                f"{round} cannot be taken back: there are results at {names_at(reported)}.", code="reported"
            )
        undo_results(round)
        round.status = Round.Status.DRAFT
        round.published_at = None
        reset_clock(round)
        round.save()
        c.log(
            "round.taken_back",
            f"{round} was taken back.",
            public=True,
            reason=reason,
            round=round,
        )
        return round


def _reported(round: Round) -> list[Match]:
    """Tables with a report or a result that play or staff made; defaults and penalties by themselves do not count."""
    begun = round.matches.filter(kind=Match.Kind.PLAYED).exclude(status=Match.Status.OPEN)
    reported = set(Report.objects.filter(match__round=round).values_list("match", flat=True))
    penalized = set(Penalty.objects.filter(match__round=round).values_list("match", flat=True))
    return [
        match
        for match in begun.select_related("a", "b").order_by("table")
        if match.pk in reported
        or not (match.how == Match.How.DROP or (match.how == Match.How.PENALTY and match.pk in penalized))
    ]


def undo_results(round: Round) -> None:
    """Byes, defaults and penalties take effect anew when the round is published again."""
    Penalty.objects.filter(match__round=round).update(match=None)
    round.matches.exclude(kind=Match.Kind.MISSED).update(
        status=Match.Status.OPEN,
        outcome=Match.Outcome.NONE,
        how=Match.How.PLAYED,
        games_a=0,
        games_b=0,
        games_drawn=0,
        game_losses_a=0,
        game_losses_b=0,
        finished_at=None,
        version=F("version") + 1,
    )


def reset_clock(round: Round) -> None:
    """The clock as it is before a round starts."""
    round.clock_started_at = round.clock_paused_at = None
    round.clock_paused_ms = 0
    round.length_ms = 0
