"""A running event for tests of results: staff, players, and rounds put together by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from organizer.domain.base import Actor
from organizer.models import Entry, Event, Match, Member, Phase, Role, Round, Seating
from tests.organizer import factories

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
START = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)


@dataclass
class Desk:
    """An event that runs. Players are reached by name: ``desk["Ada"]`` is an entry, ``desk.as_("Ada")`` acts."""

    event: Event
    phase: Phase
    judge: Actor
    entries: dict[str, Entry] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Entry:
        return self.entries[name]

    def as_(self, name: str, key: str = "") -> Actor:
        member = self.entries[name].members.get()
        assert member.user
        return Actor(member.user, key)

    def staff(self, name: str, role: str = Role.SCOREKEEPER) -> Actor:
        """Somebody new on the staff."""
        return Actor(factories.make_staff(self.event, role, factories.make_user(display_name=name)))

    def round(
        self, *pairs: tuple[str, str | None], phase: Phase | None = None, status: str = "published"
    ) -> list[Match]:
        """The next round with these tables; a player against None has the bye. Earlier rounds are finished."""
        self.event.rounds.filter(status=Round.Status.PUBLISHED).update(status=Round.Status.FINISHED)
        number = self.event.rounds.count() + 1
        digits = f"{number:02x}"
        row = Round.objects.create(
            event=self.event,
            phase=phase or self.phase,
            number=number,
            status=status,
            seed=digits * 16,
            seed_hash=digits * 32,
            length_ms=50 * 60_000,
        )
        matches = []
        for slot, (a, b) in enumerate(pairs):
            match = Match(event=self.event, round=row, a=self[a], b=self[b] if b else None, table=slot + 1)
            if phase and phase.kind == Phase.Kind.ELIMINATION:
                match.slot = slot
            if b is None:
                match.kind, match.table, match.games_a = Match.Kind.BYE, None, match.round.phase.games_to_win
                match.status, match.outcome = Match.Status.FINAL, Match.Outcome.A
            match.save()
            for name in (a, b):
                if name:
                    Seating.objects.create(round=row, entry=self[name], match=match)
            matches.append(match)
        return matches

    def cut(self, *names: str) -> Phase:
        """An elimination phase that has started with these players, best seed first."""
        Phase.objects.filter(pk=self.phase.pk).update(status=Phase.Status.FINISHED)
        return Phase.objects.create(
            event=self.event,
            number=2,
            kind=Phase.Kind.ELIMINATION,
            status=Phase.Status.RUNNING,
            cut_size=len(names),
            rounds_planned=len(names).bit_length() - 1,
            seeding=[self[name].pk for name in names],
        )


def open_desk(players: int = 4, **fields: Any) -> Desk:
    """An event in its Swiss phase with the first ``players`` of ``NAMES``, each with an account."""
    event = factories.make_event(**{"status": Event.Status.RUNNING, "starts_at": START, **fields})
    phase = event.phases.get()
    phase.status, phase.rounds_planned = Phase.Status.RUNNING, 5
    phase.save()
    desk = Desk(event, phase, Actor())
    desk.judge = desk.staff("Jules", Role.HEAD_JUDGE)
    for name in NAMES[:players]:
        entry = Entry.objects.create(event=event, name=name, status=Entry.Status.ACTIVE)
        user = factories.make_user(display_name=name)
        Member.objects.create(event=event, entry=entry, user=user, name=name)
        desk.entries[name] = entry
    return desk
