"""A lively site to look around in, made by the same functions that people use: four accounts, four events.

Names, results and pairings follow from fixed seeds, so every demo looks the same; only its dates are counted
from the day it is made.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from organizer.models import Entry, Event, Match, Phase, Role, Round, User

from . import bracket, demo_decks, events, penalties, registration, results, rounds, submissions, tables
from .base import Actor, Refused

PASSWORD = "hourglass-demo"
ZONE = "Europe/Prague"
ORGANIZER, JUDGE, ADA, BO = "Olive", "Jules", "Ada", "Bo"
NAMES = (
    *(ADA, BO, "Cleo", "Dario", "Edda", "Farid", "Greta", "Hugo", "Ines", "Jaro", "Kira", "Leon", "Mina"),
    *("Noor", "Otis", "Petra", "Quirin", "Rosa", "Samir", "Tilda", "Ugo", "Vera", "Wim", "Xenia", "Yara"),
    *("Zoran", "Alma", "Boris", "Clara", "Dmitri", "Elsa", "Felix", "Gwen", "Henrik", "Iris", "Jonas"),
)
CLUBS = ("Harbour Guild", "Old Mill", "Northside", "")


@dataclass(frozen=True, slots=True)
class Login:
    """An account that can sign in with ``PASSWORD``, and what it is there to show."""

    email: str
    shows: str


@dataclass(slots=True)
class Cast:
    """Everybody on the demo site, by name."""

    people: dict[str, User]

    def __getitem__(self, name: str) -> Actor:
        return Actor(self.people[name])

    @property
    def organizer(self) -> Actor:
        return self[ORGANIZER]


def has_demo() -> bool:
    """Whether the demo was made here before."""
    return User.objects.filter(email=_email("organizer")).exists()


@transaction.atomic
def make_demo(now: datetime | None = None) -> list[Login]:
    """Make accounts and events, all or nothing; refused where the demo is already. Returns who can sign in."""
    if has_demo():
        raise Refused("The demo is here already.", code="demo_exists")
    now = now or timezone.now()
    cast = _make_people()
    demo_decks.fill_deck_box(cast.people[ADA])
    running = _running_event(cast, now)
    _finished_event(cast, now)
    _event_in_registration(cast, now)
    _draft(cast, now)
    table = _table_of(running, ADA).table
    return [
        Login(_email("organizer"), f"runs every event, the desk of “{running}” first"),
        Login(_email("judge"), f"is head judge of “{running}”"),
        Login(_email("ada"), f"plays {BO} at table {table}: report a result"),
        Login(_email("bo"), "confirms or disputes what Ada reports"),
    ]


def _email(username: str) -> str:
    return f"{username}@example.org"


def _make_people() -> Cast:
    """The four who can sign in, with their address verified, and players who cannot."""
    logins = {ORGANIZER: "organizer", JUDGE: "judge", ADA: "ada", BO: "bo"}
    people = {}
    for name in (ORGANIZER, JUDGE, *NAMES):
        username = logins.get(name, name.lower())
        user = User(username=username, email=_email(username), display_name=name)
        if name in logins:
            user.set_password(PASSWORD)
        else:
            user.set_unusable_password()
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        people[name] = user
    return Cast(people)


def _running_event(cast: Cast, now: datetime) -> Event:
    """Round 3 of 5: most tables have finished, others play, wait for an answer or disagree."""
    event = _event(
        cast,
        title="Neuroscape City Open",
        description="Five rounds of Swiss, then the best four play for the title.",
        game="neuroscape",
        format="genesis",
        starts_at=now - timedelta(hours=2),
        venue="Town hall, great room",
        confirm_minutes=720,
        decklists=Event.Decklists.REQUIRED,
        phases=[
            {"kind": Phase.Kind.SWISS, "rounds_planned": 5},
            {"kind": Phase.Kind.ELIMINATION, "cut_size": 4},
        ],
    )
    _register(cast, event, NAMES[:24])
    _hand_in(cast, event, missing=1, illegal=1)
    seeds = _seeds("city open 3")
    chance = random.Random("city open")
    event = rounds.start_event(event, cast.organizer, draw_seed=seeds.__next__)
    for _ in range(2):
        _play(cast, _next_round(cast, event, seeds), chance, winners=(ADA, BO))
    third = _seat_together(cast, rounds.pair_round(event, cast.organizer, draw_seed=seeds.__next__))
    third = rounds.publish_round(third, cast.organizer, start_clock=True, draw_seed=seeds.__next__)
    _leave_unfinished(cast, third, chance)
    demo_decks.check_decks(third, cast[JUDGE], seeds.__next__)
    return event


def _hand_in(cast: Cast, event: Event, *, missing: int = 0, illegal: int = 0) -> None:
    """Decklists of everybody but the last of the alphabet."""
    entries = list(event.entries.select_related("event").order_by("name"))
    demo_decks.hand_in(entries, cast.__getitem__, missing=missing, illegal=illegal)


def _seat_together(cast: Cast, draft: Round) -> Round:
    """Ada plays Bo in this round: where the draw did not say so, by a swap."""
    table = _table_of(draft.event, ADA, draft)
    if BO not in (str(table.a), str(table.b)):
        other = table.b if str(table.a) == ADA else table.a
        bo = draft.event.entries.get(name=BO)
        assert other is not None
        tables.swap(draft, cast.organizer, other, bo, force=True, reason="so that the two can report")
    return draft


def _leave_unfinished(cast: Cast, shown: Round, chance: random.Random) -> None:
    """Some results are in, one waits for its answer, one is disputed; Ada, Bo and others play on."""
    played = list(shown.matches.filter(kind=Match.Kind.PLAYED).select_related("a", "b").order_by("table"))
    others = [match for match in played if ADA not in (str(match.a), str(match.b))]
    waiting, disputed, penalized, *rest = others
    _report(cast, waiting, "a", (2, 1, 0))
    _report(cast, disputed, "a", (2, 1, 0))
    _report(cast, disputed, "b", (1, 2, 0))
    penalties.give_penalty(
        shown.event,
        cast[JUDGE],
        penalized.a,
        "warning",
        infraction="Tardiness",
        reason="Three minutes late to the table; the round had begun.",
        match=penalized,
    )
    given = [(match.pk, _result(match, chance)) for match in rest[: len(rest) * 2 // 3]]
    results.enter_results(shown, cast.organizer, given)


def _report(cast: Cast, match: Match, side: str, games: tuple[int, int, int]) -> None:
    entry: Entry = getattr(match, side)
    games_a, games_b, games_drawn = games
    results.report_result(
        match, cast[entry.name], entry, games_a=games_a, games_b=games_b, games_drawn=games_drawn
    )


def _finished_event(cast: Cast, now: datetime) -> Event:
    """Played to the end: five rounds, a cut to eight, a champion."""
    event = _event(
        cast,
        title="HOPE Cardgame Autumn Cup",
        description="Swiss rounds and a top eight.",
        game="hope-cardgame",
        format="open",
        starts_at=_at(now, days=-6, hour=10),
        venue="Library, reading room",
        round_minutes=60,
        decklists=Event.Decklists.REQUIRED,
        phases=[
            {"kind": Phase.Kind.SWISS, "rounds_planned": 5},
            {"kind": Phase.Kind.ELIMINATION, "cut_size": 8},
        ],
    )
    _register(cast, event, NAMES[:20])
    _hand_in(cast, event)
    seeds = _seeds("autumn cup")
    chance = random.Random("autumn cup")
    event = rounds.start_event(event, cast.organizer, draw_seed=seeds.__next__)
    for _ in range(5):
        _play(cast, _next_round(cast, event, seeds), chance)
    draft = bracket.start_next_phase(event, cast.organizer, draw_seed=seeds.__next__)
    for number in range(3):
        if number:
            draft = rounds.pair_round(event, cast.organizer, draw_seed=seeds.__next__)
        shown = rounds.publish_round(draft, cast.organizer, draw_seed=seeds.__next__)
        _play(cast, shown, chance)
    event = bracket.finish_event(event, cast.organizer)
    return submissions.publish_lists(event, cast.organizer)


def _event_in_registration(cast: Cast, now: datetime) -> Event:
    """Full up to the last place but for the waitlist: whoever registers now waits."""
    event = _event(
        cast,
        title="HOPE Cardgame Friday League",
        description="Bring your own deck. Doors open an hour before the start.",
        game="hope-cardgame",
        format="open",
        starts_at=_at(now, days=5, hour=18),
        venue="Old Mill café",
        capacity=30,
        check_in=True,
        check_in_opens_at=_at(now, days=5, hour=17),
        decklists=Event.Decklists.OPTIONAL,
        decklists_lock_at=_at(now, days=5, hour=16),
        phases=[{"kind": Phase.Kind.SWISS}],
    )
    _register(cast, event, [name for name in NAMES if name != BO][:32])
    return event


def _draft(cast: Cast, now: datetime) -> Event:
    """Not published yet: its organizer goes on with it."""
    return events.create_event(
        cast.organizer,
        title="Neuroscape Winter Doubles",
        description="Teams of two.",
        game="neuroscape",
        format="genesis",
        starts_at=_at(now, days=24, hour=11),
        time_zone=ZONE,
        team_size=2,
        capacity=16,
        phases=[{"kind": Phase.Kind.SWISS}],
    )


def _event(cast: Cast, *, phases: Sequence[Mapping[str, Any]], **fields: Any) -> Event:
    """A published event of the organizer with the judge on its staff."""
    event = events.create_event(cast.organizer, phases=phases, time_zone=ZONE, **fields)
    events.add_staff(event, cast.organizer, cast.people[JUDGE], Role.HEAD_JUDGE)
    return events.publish_event(event, cast.organizer)


def _register(cast: Cast, event: Event, names: Sequence[str]) -> None:
    for number, name in enumerate(names):
        club = CLUBS[number % len(CLUBS)]
        registration.register(event, cast[name], cast.people[name], club=club)


def _next_round(cast: Cast, event: Event, seeds: Iterator[str]) -> Round:
    draft = rounds.pair_round(event, cast.organizer, draw_seed=seeds.__next__)
    return rounds.publish_round(draft, cast.organizer, draw_seed=seeds.__next__)


def _play(cast: Cast, shown: Round, chance: random.Random, *, winners: Sequence[str] = ()) -> None:
    """Enter a result at every table; ``winners`` win theirs, the first named if they meet."""
    played = shown.matches.filter(kind=Match.Kind.PLAYED).select_related("a", "b", "event", "round__phase")
    given = [(match.pk, _result(match, chance, winners)) for match in played.order_by("table")]
    results.enter_results(shown, cast.organizer, given)


def _result(match: Match, chance: random.Random, winners: Sequence[str] = ()) -> dict[str, Any]:
    """The arguments of a result by chance: who wins 2-0 or 2-1 by a way their game ends, now and then a draw."""
    fixed = next((name for name in winners if name in (str(match.a), str(match.b))), None)
    endings = [code for code, _ in match.event.game_title.endings[:2]]
    swiss = match.round.phase.kind == Phase.Kind.SWISS
    if fixed is None and swiss and chance.random() < 0.08:
        return {
            "games_a": 1,
            "games_b": 1,
            "games_drawn": 1,
            "endings": [*chance.choices(endings, k=2), "time"],
        }
    a_wins = chance.random() < 0.5 if fixed is None else fixed == str(match.a)
    lost = int(chance.random() < 0.4)
    games_a, games_b = (2, lost) if a_wins else (lost, 2)
    return {"games_a": games_a, "games_b": games_b, "endings": chance.choices(endings, k=2 + lost)}


def _table_of(event: Event, name: str, shown: Round | None = None) -> Match:
    """Where ``name`` sits in the round, or in the newest one."""
    seats = Match.objects.filter(event=event, seatings__entry__name=name).select_related("a", "b")
    if shown is not None:
        seats = seats.filter(round=shown)
    return seats.order_by("-round__number")[0]


def _seeds(salt: str) -> Iterator[str]:
    """Round seeds that are the same in every demo."""
    return (hashlib.sha256(f"demo, {salt}, {n}".encode()).hexdigest()[:32] for n in count(1))


def _at(now: datetime, *, days: int, hour: int) -> datetime:
    """The full hour on the venue's clock that many days from ``now``."""
    there = now.astimezone(ZoneInfo(ZONE)) + timedelta(days=days)
    return there.replace(hour=hour, minute=0, second=0, microsecond=0)
