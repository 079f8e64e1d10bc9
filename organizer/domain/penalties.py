"""Penalties, and what they do to a match.

What a match owes to penalties is always worked out from the penalties that name it (``_work_out``), so giving,
revoking and giving two at once need no rules of their own. Magic Infraction Procedure Guide: a game loss is a
game for the opponent, a match loss is 0-2 (0-1, 0-3), a disqualified player loses the match and leaves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from organizer.models import Entry, Event, Match, Penalty, Report, Round

from .base import Actor, Change, Refused, change
from .leaving import disqualify_entry, load_entry
from .scores import (
    How,
    Result,
    at_table,
    describe,
    double_loss,
    games_to_win,
    result_of,
    walkover,
)
from .settling import is_elimination, load, reopen, require_round_open, require_side, settle, supersede

Kind = Penalty.Kind
Status = Match.Status
ON_MATCHES = (Kind.GAME_LOSS, Kind.MATCH_LOSS)


def give_penalty(
    event: Event,
    actor: Actor,
    entry: Entry,
    kind: str,
    *,
    infraction: str = "",
    reason: str,
    match: Match | None = None,
) -> Penalty:
    """Record a penalty and let it work: a game loss counts in ``match``, or in the match that the entry is
    playing, or in the next one it plays; a match loss decides that match; a disqualification ends the event
    for the entry. Raises ``Refused`` for a match that is over and counted, or is not the entry's.
    """
    with change(event, actor) as c:
        return give_penalty_in(c, entry, kind, infraction=infraction, reason=reason, match=match)


def give_penalty_in(
    c: Change, entry: Entry, kind: str, *, infraction: str = "", reason: str, match: Match | None = None
) -> Penalty:
    """``give_penalty`` inside an open change, for what ends in a penalty, such as a deck check."""
    if kind not in Kind.values:
        raise Refused(f"There is no penalty {kind!r}.", field="kind")
    if not reason.strip():
        raise Refused("Say what happened: the entry sees it, and an appeal needs it.", field="reason")
    _require_taking_place(c.event)
    entry = load_entry(c, entry)
    if match is not None:
        match = load(c, match)
        require_side(match, entry)
    elif kind in ON_MATCHES:
        match = _current_match(c, entry)
    penalty = Penalty(
        event=c.event,
        entry=entry,
        match=match,
        kind=kind,
        infraction=infraction.strip()[:80],
        reason=reason.strip(),
        issued_by=c.actor.user,
    )
    if match is not None and kind in ON_MATCHES:
        _require_can_work(match, penalty)
    penalty.save()
    c.log(
        "penalty.given",
        f"{penalty.get_kind_display()} for {entry}{_about(penalty)}",
        reason=penalty.reason,
        round=match.round if match else None,
        match=match,
        entry=entry,
        data={
            "penalty": penalty.pk,
            "kind": kind,
            "infraction": penalty.infraction,
            "waits": _waits(penalty),
        },
    )
    if kind == Kind.DISQUALIFICATION:
        disqualify_entry(c, entry, reason=penalty.reason)
    elif match is not None and kind in ON_MATCHES:
        _work_out(c, match)
    return penalty


def revoke_penalty(penalty: Penalty, actor: Actor, reason: str) -> None:
    """Take a penalty back with what it did, as long as its round runs and the match was not played on.

    Raises ``Refused`` when the match was finished by play: its result is corrected instead.
    """
    if not reason.strip():
        raise Refused("Say why the penalty is taken back.", field="reason")
    with change(penalty.event_id, actor) as c:
        found = Penalty.objects.filter(pk=penalty.pk).select_related("entry", "match").first()
        if found is None:
            raise Refused("This penalty was taken back already.", code="gone")
        if found.kind == Kind.DISQUALIFICATION:
            raise Refused("Bring the entry back into the event instead, and correct the match if needed.")
        works = found.match is not None and found.kind in ON_MATCHES
        match = load(c, found.match) if found.match is not None and works else None
        if match is not None:
            _require_can_be_undone(match)
        c.log(
            "penalty.revoked",
            f"{found.get_kind_display()} for {found.entry} taken back{_about(found)}",
            reason=reason,
            round=match.round if match else None,
            match=match,
            entry=found.entry,
            data={
                "kind": found.kind,
                "infraction": found.infraction,
                "given_for": found.reason,
                "given_at": found.issued_at,
            },
        )
        found.delete()
        if match is not None:
            _work_out(c, match)


def apply_waiting_penalties(c: Change, round: Round) -> int:
    """Let game and match losses that waited work in this round's matches; returns how many. When it is published.

    A penalty waits when its entry was not playing, or when the table it was given at was broken.
    """
    waiting = Penalty.objects.filter(event=c.event, match__isnull=True, kind__in=ON_MATCHES)
    found = list(waiting.select_related("entry").order_by("pk"))
    if not found:
        return 0
    matches: dict[int, Match] = {}
    entries = {penalty.entry_id for penalty in found}
    rows = Match.objects.filter(round=round, kind=Match.Kind.PLAYED).exclude(status=Status.FINAL)
    for match in rows.select_related("round__phase", "a", "b"):
        match.event = match.round.event = match.round.phase.event = c.event
        for side in (match.a_id, match.b_id):
            if side in entries:
                matches[side] = match
    work = [penalty for penalty in found if penalty.entry_id in matches]
    for penalty in work:
        penalty.match = matches[penalty.entry_id]
        penalty.save(update_fields=["match"])
    for match in {match.pk: match for match in (matches[p.entry_id] for p in work)}.values():
        _work_out(c, match)
    return len(work)


@dataclass(frozen=True, slots=True)
class Category:
    """How often an entry was penalized for one infraction, and what for last."""

    infraction: str
    today: int
    in_all: int
    last: str


def history(event: Event, entry: Entry, now: datetime | None = None) -> list[Category]:
    """The entry's penalties by infraction, for the judge who considers an upgrade.

    Counts start anew each day, on the venue's calendar (Magic Infraction Procedure Guide).
    """
    day = (now or timezone.now()).astimezone(event.zone).date()
    today: Counter[str] = Counter()
    in_all: Counter[str] = Counter()
    last: dict[str, str] = {}
    for penalty in Penalty.objects.filter(event=event, entry=entry).order_by("issued_at", "pk"):
        in_all[penalty.infraction] += 1
        today[penalty.infraction] += penalty.issued_at.astimezone(event.zone).date() == day
        last[penalty.infraction] = penalty.get_kind_display()
    return [Category(name, today[name], count, last[name]) for name, count in in_all.most_common()]


def _require_taking_place(event: Event) -> None:
    """Before the start too: a deck check may find something."""
    if event.status not in {Event.Status.PUBLISHED, Event.Status.RUNNING}:
        raise Refused(f"The event is not running ({event.get_status_display().lower()}).", code="not_running")


def _current_match(c: Change, entry: Entry) -> Match | None:
    """The match that the entry is playing, if any."""
    rounds = c.event.rounds.filter(status=Round.Status.PUBLISHED)
    open_matches = Match.objects.filter(round__in=rounds, kind=Match.Kind.PLAYED, seatings__entry=entry)
    found = open_matches.exclude(status=Status.FINAL).order_by("-round__number").first()
    return load(c, found) if found else None


def _waits(penalty: Penalty) -> bool:
    return penalty.match is None and penalty.kind in ON_MATCHES


def _about(penalty: Penalty) -> str:
    what = f": {penalty.infraction}" if penalty.infraction else ""
    return f"{what}; it counts in the next match" if _waits(penalty) else what


def _require_can_work(match: Match, penalty: Penalty) -> None:
    require_round_open(match)
    if match.status == Status.FINAL and penalty.kind == Kind.GAME_LOSS:
        raise Refused(
            f"{at_table(match)} is final: {describe(match, result_of(match))}. "
            "Leave the match empty and the game loss counts in the next one.",
            field="match",
        )
    opponent = match.b if penalty.entry_id == match.a_id else match.a
    also = match.penalties.filter(entry=opponent, kind=Kind.MATCH_LOSS).exists()
    if also and is_elimination(match):
        raise Refused("Both cannot lose an elimination match: somebody goes on.", field="kind")


def _require_can_be_undone(match: Match) -> None:
    if match.status != Status.FINAL:
        return
    require_round_open(match)
    if match.how != How.PENALTY:
        raise Refused(
            f"{at_table(match)} was played with it: {describe(match, result_of(match))}. "
            "Correct the result instead.",
            code="played",
        )


def _work_out(c: Change, match: Match) -> None:
    """Bring a match in line with its penalties: games lost, and the result if they decide it."""
    losses = Counter[tuple[int, str]]()
    for entry, kind in match.penalties.filter(kind__in=ON_MATCHES).values_list("entry_id", "kind"):
        losses[entry, kind] += 1
    need = games_to_win(match)
    match.game_losses_a = min(losses[match.a_id, Kind.GAME_LOSS], need)
    match.game_losses_b = min(losses[match.b_id, Kind.GAME_LOSS], need) if match.b_id else 0
    lost_a = bool(losses[match.a_id, Kind.MATCH_LOSS]) or match.game_losses_a == need
    lost_b = bool(match.b_id and losses[match.b_id, Kind.MATCH_LOSS]) or match.game_losses_b == need
    match.save(update_fields=["game_losses_a", "game_losses_b"])
    if lost_a and lost_b:
        _decide(c, match, double_loss(match, How.PENALTY))
    elif lost_a or lost_b:
        winner, kept = ("b", match.game_losses_b) if lost_a else ("a", match.game_losses_a)
        _decide(c, match, walkover(match, winner, How.PENALTY, kept))
    else:
        _leave_open(c, match)


def _decide(c: Change, match: Match, result: Result) -> None:
    if match.status == Status.FINAL and result_of(match) == result:
        return
    settle(c, match, result, kind="result.penalty", by="penalty")


def _leave_open(c: Change, match: Match) -> None:
    """No penalty decides the match: take back what one decided, and reports that forget a game loss."""
    if match.status == Status.FINAL:
        reopen(c, match)
        c.log(
            "result.cleared",
            f"{at_table(match)}: the penalty that decided it was taken back; {match.a} and {match.b} play on",
            public=True,
            round=match.round,
            match=match,
        )
        return
    standing = match.reports.filter(status__in=[Report.Status.PENDING, Report.Status.DISPUTED])
    short: Any = standing.filter(games_b__lt=match.game_losses_a) | standing.filter(
        games_a__lt=match.game_losses_b
    )
    if short.exists():
        supersede(match)
        match.status = Status.OPEN
    match.version += 1
    match.save()
