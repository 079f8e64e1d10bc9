"""The plan of an event's phases: what a plan may be, and how it is stored and changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from organizer.models import Event, Phase

from .base import Change, Refused
from .opening import set_planned_rounds

CUTS = (2, 4, 8, 16, 32)
MOST_ROUNDS = 50
MOST_MINUTES = 1440


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """One phase as it is planned; ``None`` is automatic (rounds), everybody (cut) or the event's own."""

    kind: str
    rounds_planned: int | None = None
    cut_size: int | None = None
    best_of: int | None = None
    round_minutes: int | None = None


def phase_plan(phase: Phase) -> PhasePlan:
    """The plan as its organizer made it: a number of rounds found at the start counts as automatic."""
    rounds = None if phase.rounds_automatic else phase.rounds_planned
    return PhasePlan(phase.kind, rounds, phase.cut_size, phase.best_of, phase.round_minutes)


def as_planned(event: Event, wanted: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """``wanted`` with the number of rounds automatic wherever it is the one that was found at the start."""
    found = {phase.number: phase.rounds_planned for phase in event.phases.all() if phase.rounds_automatic}
    return [
        {**phase, "rounds_planned": None}
        if number in found and phase.get("rounds_planned") == found[number]
        else phase
        for number, phase in enumerate(wanted, start=1)
    ]


def check_phases(wanted: Sequence[Mapping[str, Any]]) -> list[PhasePlan]:
    """The plan, or ``Refused`` at ``phases``: one phase of any kind, then perhaps an elimination cut."""
    plan = [PhasePlan(**phase) for phase in wanted]
    if not plan:
        raise _refused("An event has at least one phase.")
    for number, phase in enumerate(plan, start=1):
        _check(phase, number)
    if len(plan) > 2:
        raise _refused("After the cut there is no third phase.")
    if len(plan) == 2 and (plan[1].kind != Phase.Kind.ELIMINATION or plan[0].kind == Phase.Kind.ELIMINATION):
        raise _refused("A second phase is a single elimination after a Swiss or a round robin.")
    return plan


def _check(phase: PhasePlan, number: int) -> None:
    if phase.kind not in Phase.Kind.values:
        raise _refused(
            f"Phase {number}: there is no kind {phase.kind!r}; use {', '.join(Phase.Kind.values)}."
        )
    if number == 1 and phase.cut_size is not None:
        raise _refused("Phase 1 has no cut: everybody plays in it.")
    if number > 1 and phase.cut_size not in CUTS:
        raise _refused(f"Phase {number}: the cut is to {', '.join(map(str, CUTS[:-1]))} or {CUTS[-1]}.")
    if phase.rounds_planned is not None:
        if phase.kind != Phase.Kind.SWISS:
            raise _refused(f"Phase {number}: only Swiss rounds can be planned; here the entries decide.")
        if not 1 <= phase.rounds_planned <= MOST_ROUNDS:
            raise _refused(f"Phase {number}: plan from 1 to {MOST_ROUNDS} rounds.")
    if phase.best_of not in {None, 1, 3, 5}:
        raise _refused(f"Phase {number}: best of 1, 3 or 5.")
    if phase.round_minutes is not None and not 1 <= phase.round_minutes <= MOST_MINUTES:
        raise _refused(f"Phase {number}: rounds take from 1 to {MOST_MINUTES} minutes.")


def replace_phases(event: Event, plan: Sequence[PhasePlan]) -> None:
    """Store the plan of an event that has not started."""
    event.phases.all().delete()
    Phase.objects.bulk_create(
        Phase(
            event=event,
            number=number,
            kind=phase.kind,
            rounds_planned=phase.rounds_planned,
            cut_size=phase.cut_size,
            best_of=phase.best_of,
            round_minutes=phase.round_minutes,
        )
        for number, phase in enumerate(plan, start=1)
    )


def replan_phases(c: Change, plan: Sequence[PhasePlan]) -> None:
    """Change a running event's plan: the number of Swiss rounds, and minutes of rounds to come; no more."""
    phases = list(c.event.phases.all())
    if len(plan) != len(phases):
        raise _refused("The event has started: no phase can be added or taken away.", "locked")
    for phase, wanted in zip(phases, plan, strict=True):
        if wanted != phase_plan(phase):
            _replan(c, phase, wanted)


def _replan(c: Change, phase: Phase, wanted: PhasePlan) -> None:
    name, old = f"Phase {phase.number}", phase_plan(phase)
    if phase.status == Phase.Status.FINISHED:
        raise _refused(f"{name} is finished and cannot change any more.", "locked")
    for field in ("kind", "cut_size", "best_of"):
        if getattr(wanted, field) != getattr(old, field):
            label = field.replace("_", " ")
            raise _refused(f"{name}: the event has started, {label} cannot change any more.", "locked")
    if wanted.round_minutes != old.round_minutes:
        phase.round_minutes = wanted.round_minutes
        phase.save(update_fields=["round_minutes"])
    if wanted.rounds_planned == old.rounds_planned or wanted.rounds_planned == phase.rounds_planned:
        return
    if wanted.rounds_planned is None:
        raise _refused(f"{name} is running: say how many rounds it has.")
    set_planned_rounds(c, phase, wanted.rounds_planned)


def _refused(message: str, code: str = "invalid") -> Refused:
    return Refused(message, field="phases", code=code)
