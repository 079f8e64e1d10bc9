"""Clocks are arithmetic: what a seat has left depends on moments alone, and every millisecond is somebody's."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.engine.clock import Clock, ClockError, Settings, Spent, TimeIsUp

MINUTE = 60_000
NOON = 1_796_472_000_000
BANK = Settings("bank", bank_ms=25 * MINUTE, increment_ms=5_000)
LIMIT = Settings("decision", decision_ms=30_000)
GRACE = Settings("bank", bank_ms=MINUTE, increment_ms=1_000, grace_ms=2_000, grace_refill_ms=500)
NONE = Settings("none")


def opened(agreed: Settings = BANK, seat: int = 0, seats: int = 2) -> Clock:
    """The first decision of a table, opened at noon."""
    return Clock.new(agreed, seats).start(seat, NOON)


def due(clock: Clock) -> int:
    deadline = clock.deadline()
    assert deadline is not None
    return deadline


# -- answers ----------------------------------------------------------------------------------------------------


def test_an_answer_costs_its_time_and_earns_the_increment() -> None:
    clock = opened().answer(NOON + 12_345)
    assert clock.banks == (25 * MINUTE - 12_345 + 5_000, 25 * MINUTE)


def test_a_limit_per_decision_is_whole_for_each_decision_and_carries_nothing_over() -> None:
    clock = opened(LIMIT).answer(NOON + 1_000).start(0, NOON + 2_000)
    assert clock.deadline() == NOON + 2_000 + 30_000
    clock = clock.answer(NOON + 31_000).start(0, NOON + 40_000)
    assert clock.deadline() == NOON + 40_000 + 30_000


def test_nothing_runs_out_at_a_table_without_a_clock() -> None:
    clock = opened(NONE)
    assert clock.deadline() is None
    assert not clock.expired(NOON + 10**12)
    assert clock.remaining(0, NOON + 10**12) is None
    assert clock.answer(NOON + 10**12).banks == (0, 0)


def test_the_deadline_itself_is_too_late_and_the_millisecond_before_is_not() -> None:
    clock = opened()
    deadline = due(clock)
    assert clock.answer(deadline - 1).banks[0] == 1 + 5_000
    with pytest.raises(TimeIsUp, match="the time of seat 1 was up 0 ms ago"):
        clock.answer(deadline)


def test_a_late_answer_is_told_by_how_much() -> None:
    clock = opened(seat=1)
    with pytest.raises(
        TimeIsUp, match="the time of seat 2 was up 1234 ms ago: its time-out comes first"
    ) as late:
        clock.answer(due(clock) + 1_234)
    assert late.value.late_ms == 1_234


def test_a_withdrawn_decision_costs_its_time_and_earns_nothing() -> None:
    clock = opened(GRACE).withdraw(NOON + 3_000)
    assert (clock.banks[0], clock.grace[0], clock.to_act) == (MINUTE - 1_000, 0, None)


# -- grace ------------------------------------------------------------------------------------------------------


def test_grace_is_used_before_the_bank() -> None:
    clock = opened(GRACE)
    assert clock.spent(NOON + 1_500) == Spent(grace=1_500, limit=0, bank=0)
    assert clock.spent(NOON + 2_100) == Spent(grace=2_000, limit=0, bank=100)


def test_grace_is_used_before_the_limit_of_a_decision_and_the_limit_before_what_a_judge_gave() -> None:
    clock = opened(Settings("decision", decision_ms=10_000, grace_ms=2_000)).extend(0, 3_000)
    assert clock.spent(NOON + 13_500) == Spent(grace=2_000, limit=10_000, bank=1_500)
    assert clock.deadline() == NOON + 15_000


def test_grace_refills_slowly_with_each_answer() -> None:
    clock = opened(GRACE).answer(NOON + 10_000)
    assert clock.grace == (500, 2_000)


def test_grace_refills_to_its_quota_and_no_further() -> None:
    assert opened(GRACE).answer(NOON + 200).grace == (2_000, 2_000)
    assert opened(GRACE).answer(NOON + 501).grace == (1_999, 2_000)


# -- time-outs --------------------------------------------------------------------------------------------------


def test_a_time_out_takes_all_that_was_left_and_its_lateness_is_nobodys() -> None:
    clock = opened(GRACE)
    settled = clock.time_out(due(clock) + 9_000)
    assert (settled.banks, settled.grace, settled.to_act) == ((1_000, MINUTE), (0, 2_000), None)


def test_a_time_out_is_not_settled_before_the_deadline() -> None:
    clock = opened()
    with pytest.raises(ClockError, match="no time is up"):
        clock.time_out(due(clock) - 1)


def test_a_seat_without_bank_and_increment_is_timed_out_at_once_at_its_next_decision() -> None:
    clock = opened(Settings("bank", bank_ms=MINUTE))
    clock = clock.time_out(NOON + MINUTE).start(0, NOON + MINUTE)
    assert clock.deadline() == NOON + MINUTE
    assert clock.expired(NOON + MINUTE)


# -- pauses -----------------------------------------------------------------------------------------------------


def test_nobody_answers_in_a_pause() -> None:
    clock = opened().pause(NOON + 1_000)
    with pytest.raises(ClockError, match="the clock is paused: nobody answers"):
        clock.answer(NOON + 2_000)


def test_a_paused_clock_has_no_deadline_and_never_expires() -> None:
    clock = opened().pause(NOON + 1_000)
    assert clock.deadline() is None
    assert not clock.expired(NOON + 10**12)


def test_a_decision_opened_in_a_pause_runs_from_its_end() -> None:
    clock = Clock.new(BANK, 2).pause(NOON).start(1, NOON + 50_000)
    assert clock.remaining(1, NOON + 80_000) == 25 * MINUTE
    assert clock.resume(NOON + 90_000).deadline() == NOON + 90_000 + 25 * MINUTE


def test_a_ruling_in_a_pause_may_open_another_decision() -> None:
    clock = opened().pause(NOON + 1_000).withdraw(NOON + 60_000).start(1, NOON + 70_000).resume(NOON + 80_000)
    assert clock.banks == (25 * MINUTE - 1_000, 25 * MINUTE)
    assert clock.deadline() == NOON + 80_000 + 25 * MINUTE


def test_an_extension_in_a_pause_counts_when_the_clock_runs_again() -> None:
    paused = opened().pause(NOON + 1_000)
    assert paused.extend(0, MINUTE).version == paused.version
    assert paused.extend(0, MINUTE).resume(NOON + 2_000).deadline() == NOON + 1_000 + 26 * MINUTE


def test_a_time_out_is_settled_before_a_pause() -> None:
    clock = opened()
    with pytest.raises(TimeIsUp):
        clock.pause(due(clock))


# -- extensions and outages -------------------------------------------------------------------------------------


def test_an_extension_moves_the_deadline_of_the_seat_to_act() -> None:
    clock = opened()
    extended = clock.extend(0, 3 * MINUTE)
    assert due(extended) == due(clock) + 3 * MINUTE
    assert extended.version == clock.version + 1


def test_an_extension_of_another_seat_moves_no_deadline() -> None:
    clock = opened()
    extended = clock.extend(1, 3 * MINUTE)
    assert (extended.deadline(), extended.version) == (clock.deadline(), clock.version)
    assert extended.banks == (25 * MINUTE, 28 * MINUTE)


def test_an_extension_of_a_limit_per_decision_is_kept_until_it_is_needed() -> None:
    clock = opened(LIMIT).extend(0, 10_000).answer(NOON + 29_000).start(0, NOON + 29_000)
    assert clock.remaining(0, NOON + 29_000) == 40_000
    clock = clock.answer(NOON + 29_000 + 36_000).start(0, NOON + 70_000)
    assert clock.remaining(0, NOON + 70_000) == 34_000


def test_an_outage_between_decisions_moves_nothing() -> None:
    idle = Clock.new(BANK, 2)
    assert idle.shift(MINUTE) is idle


def test_an_outage_in_a_pause_is_not_given_back_twice() -> None:
    paused = opened().pause(NOON + 1_000)
    assert paused.shift(MINUTE).resume(NOON + 61_000) == paused.resume(NOON + 61_000)


def test_a_decision_that_expired_in_an_outage_runs_on() -> None:
    clock = opened(LIMIT)
    back = NOON + 10_000 + 5 * MINUTE
    assert clock.expired(back)
    assert clock.shift(5 * MINUTE).remaining(0, back) == 20_000


def test_an_outage_longer_than_the_decision_is_old_charges_nothing_and_pays_nothing() -> None:
    clock = opened(LIMIT).shift(MINUTE)
    assert clock.remaining(0, NOON + 5_000) == 30_000
    assert clock.answer(NOON + 5_000).banks == (0, 0)


def test_a_clock_that_was_set_back_charges_nothing_and_pays_nothing() -> None:
    clock = opened(GRACE)
    assert clock.remaining(0, NOON - 500) == MINUTE + 2_000
    assert clock.answer(NOON - 500).banks == (MINUTE + 1_000, MINUTE)
    assert clock.pause(NOON - 500).resume(NOON - 700).deadline() == clock.deadline()


# -- what went wrong elsewhere ----------------------------------------------------------------------------------


def test_after_the_end_no_old_timer_finds_anything() -> None:
    """The clock that ran on after the end and announced a second result."""
    clock = opened()
    deadline, version = due(clock), clock.version
    ended = clock.finish()
    assert ended.deadline() is None
    assert ended.version > version
    for fired in (deadline - 1, deadline, deadline, deadline + 10**9):
        assert not ended.expired(fired)
        with pytest.raises(ClockError, match="no time is up"):
            ended.time_out(fired)


def test_finishing_in_a_pause_or_between_decisions_moves_the_version_too() -> None:
    for clock in (opened().pause(NOON), Clock.new(BANK, 2), opened(NONE)):
        assert clock.finish().version == clock.version + 1


def test_finishing_twice_is_finishing_once() -> None:
    ended = opened().finish()
    assert ended.finish() is ended


def test_two_timers_at_the_same_deadline_time_out_one_seat_once() -> None:
    """Both players timed out and both lost."""
    clock = opened()
    deadline = due(clock)
    first = clock.time_out(deadline)
    with pytest.raises(ClockError, match="no time is up"):
        first.time_out(deadline)
    then = first.start(1, deadline)
    assert not then.expired(deadline)
    assert then.version != clock.version


def test_a_new_match_begins_with_full_clocks_whatever_the_last_one_left() -> None:
    """Time left carried over from the match before."""
    opened().answer(NOON + 20 * MINUTE).finish()
    assert Clock.new(BANK, 2).banks == (25 * MINUTE, 25 * MINUTE)


def test_only_the_seat_that_was_asked_is_charged() -> None:
    """The wrong side's clock ran during a choice."""
    clock = opened(GRACE, seat=2, seats=4).answer(NOON + 30_000)
    assert clock.banks == (MINUTE, MINUTE, MINUTE - 28_000 + 1_000, MINUTE)
    assert clock.grace == (2_000, 2_000, 500, 2_000)


def test_a_seat_that_is_gone_is_timed_out_decision_after_decision() -> None:
    """Nobody moved on when the player to act had left."""
    clock, now = Clock.new(LIMIT, 2), NOON
    for decision in range(1, 4):
        clock = clock.start(0, now)
        now = due(clock)
        clock = clock.time_out(now)
        assert now == NOON + decision * 30_000


def test_a_time_out_needs_no_client_and_no_timer() -> None:
    """Who closed the page never ran out of time."""
    saved = json.dumps(opened().state())
    assert Clock.from_state(json.loads(saved)).expired(NOON + 25 * MINUTE)


@pytest.mark.parametrize("stopped_for", [0, 1, 10_000, 10**9])
def test_whenever_the_sweep_comes_after_the_deadline_the_outcome_is_the_same(stopped_for: int) -> None:
    """Both pages showed different results around a restart."""
    clock = opened(GRACE)
    revived = Clock.from_state(json.loads(json.dumps(clock.state())))
    assert revived.time_out(due(clock) + stopped_for) == clock.time_out(due(clock))


def test_a_pause_keeps_the_time_that_was_left_and_not_full_time() -> None:
    """A weekend's pause handed back full time."""
    weekend = 2 * 24 * 60 * MINUTE
    clock = opened().pause(NOON + 20 * MINUTE).resume(NOON + 20 * MINUTE + weekend)
    assert clock.remaining(0, NOON + 20 * MINUTE + weekend) == 5 * MINUTE
    assert clock.answer(NOON + 21 * MINUTE + weekend).banks[0] == 4 * MINUTE + 5_000


@pytest.mark.parametrize("agreed", [BANK, LIMIT, GRACE])
def test_the_time_that_is_shown_is_the_time_that_ends_the_game(agreed: Settings) -> None:
    """The number on the button was not the one that ended the game, and some ran below zero."""
    clock = opened(agreed)
    deadline = due(clock)
    for now in (NOON, NOON + 1, deadline - 1, deadline, deadline + 1, deadline + 10**9):
        assert clock.remaining(0, now) == max(0, deadline - now)
        assert clock.expired(now) == (clock.remaining(0, now) == 0)


def test_after_an_outage_a_decision_goes_on_by_itself_with_what_it_had() -> None:
    """The guard held every game for more than a day."""
    clock = opened().shift(24 * 60 * MINUTE)
    assert clock.paused_since is None
    assert clock.remaining(0, NOON + 24 * 60 * MINUTE + 7_000) == 25 * MINUTE - 7_000


def test_fast_moves_are_not_free() -> None:
    """Elapsed time rounded to whole seconds made quick answers cost nothing."""
    clock, now = Clock.new(Settings("bank", bank_ms=MINUTE), 2), NOON
    for _answer in range(1_000):
        clock = clock.start(0, now).answer(now + 7)
        now += 7
    assert clock.banks == (MINUTE - 7_000, MINUTE)


# -- what cannot be done ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act, why",
    [
        (lambda: opened().start(1, NOON), "the time of seat 1 runs"),
        (lambda: Clock.new(BANK, 2).answer(NOON), "nobody is to act"),
        (lambda: Clock.new(BANK, 2).withdraw(NOON), "nobody is to act"),
        (lambda: Clock.new(BANK, 2).time_out(NOON), "no time is up"),
        (lambda: opened().pause(NOON).pause(NOON), "paused already"),
        (lambda: opened().resume(NOON), "not paused"),
        (lambda: opened(NONE).extend(0, 1), "nothing to extend"),
        (lambda: opened().finish().start(0, NOON), "the game is over"),
        (lambda: opened().finish().answer(NOON), "the game is over"),
        (lambda: opened().finish().pause(NOON), "the game is over"),
        (lambda: opened().finish().extend(0, 1), "the game is over"),
        (lambda: opened().finish().withdraw(NOON), "the game is over"),
    ],
)
def test_what_a_clock_cannot_do_now_is_refused_with_the_reason(act: Callable[[], Clock], why: str) -> None:
    with pytest.raises(ClockError, match=why):
        act()


@pytest.mark.parametrize(
    "act, why",
    [
        (lambda: Clock.new(BANK, 0), "one seat or more"),
        (lambda: Clock(BANK, (1, 1), (0,)), "for each seat"),
        (lambda: Clock(BANK, (1, -1), (0, 0)), "banks are 0 or more"),
        (lambda: Clock(GRACE, (1, 1), (0, -1)), "grace is from 0 to grace_ms"),
        (lambda: Clock(GRACE, (1, 1), (0, 2_001)), "grace is from 0 to grace_ms"),
        (lambda: Clock.new(BANK, 2).start(2, NOON), "seats are 0 to 1, not 2"),
        (lambda: Clock.new(BANK, 2).start(-1, NOON), "seats are 0 to 1, not -1"),
        (lambda: Clock(BANK, (1, 1), (0, 0), to_act=0), "since some moment"),
        (lambda: Clock(BANK, (1, 1), (0, 0), started_at=NOON), "nobody's since none"),
        (lambda: Clock(BANK, (1, 1), (0, 0), 0, NOON, finished=True), "on a finished clock"),
        (lambda: Clock(BANK, (1, 1), (0, 0), paused_since=NOON, finished=True), "on a finished clock"),
        (lambda: opened().extend(2, 1), "seats are 0 to 1, not 2"),
        (lambda: opened().extend(-1, 1), "seats are 0 to 1, not -1"),
        (lambda: opened().extend(0, 0), "1 ms or more, not 0"),
        (lambda: opened().shift(-1), "0 ms or more, not -1"),
    ],
)
def test_values_that_cannot_be_are_refused_with_the_right_ones(act: Callable[[], Clock], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        act()


@pytest.mark.parametrize(
    "kind, times, why",
    [
        ("hourglass", {}, "one of bank, decision, none, not 'hourglass'"),
        ("bank", {}, "needs bank_ms"),
        ("decision", {}, "needs decision_ms"),
        ("bank", {"bank_ms": -1}, "bank_ms is 0 or more, not -1"),
        ("bank", {"bank_ms": 1, "decision_ms": 1}, "'bank' has no decision_ms"),
        ("decision", {"decision_ms": 1, "bank_ms": 1}, "'decision' has no bank_ms"),
        ("decision", {"decision_ms": 1, "increment_ms": 1}, "'decision' has no increment_ms"),
        ("none", {"grace_ms": 1}, "'none' has no grace_ms"),
        ("bank", {"bank_ms": 1, "grace_ms": 1, "grace_refill_ms": 2}, "at most grace_ms, 1, not 2"),
    ],
)
def test_settings_that_mean_nothing_are_refused(kind: str, times: dict[str, int], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Settings(kind, **times)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda state: state.pop("version"),
        lambda state: state.update(colour="red"),
        lambda state: state.update(banks=5),
        lambda state: state.update(banks=["5", "5"]),
        lambda state: state["settings"].update(hours=2),
        lambda state: state.update(banks=[-1, 5]),
    ],
    ids=["missing", "unknown", "no list", "text", "unknown setting", "impossible"],
)
def test_data_that_is_no_clock_is_refused(spoil: Callable[[dict[str, object]], object]) -> None:
    state = opened().state()
    spoil(state)
    with pytest.raises(ValueError):
        Clock.from_state(state)


def test_a_clock_cannot_be_changed_in_place() -> None:
    clock = opened()
    with pytest.raises(FrozenInstanceError):
        clock.version = 9  # type: ignore[misc]


# -- any schedule -----------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """After ``wait`` milliseconds somebody does this, or tries to."""

    wait: int
    act: str
    seat: int
    ms: int


class Moment(NamedTuple):
    """What a step did. ``refused``: the clock would not."""

    now: int
    step: Step
    before: Clock
    after: Clock
    refused: bool


ACTS = [
    "start",
    "start",
    "answer",
    "answer",
    "answer",
    "withdraw",
    "time_out",
    "pause",
    "resume",
    "extend",
    "shift",
]
short = st.integers(0, 30)
bank_clocks = st.builds(
    lambda bank, increment, grace, refill: Settings("bank", bank, increment, 0, grace, min(grace, refill)),
    st.integers(1, 60), st.integers(0, 9), st.integers(0, 9), st.integers(0, 5),
)  # fmt: skip
decision_clocks = st.builds(
    lambda limit, grace, refill: Settings("decision", 0, 0, limit, grace, min(grace, refill)),
    st.integers(1, 30), st.integers(0, 9), st.integers(0, 5),
)  # fmt: skip
running = st.one_of(bank_clocks, decision_clocks)
steps = st.builds(Step, short, st.sampled_from(ACTS), st.integers(0, 2), st.integers(1, 20))
schedules = st.lists(steps, max_size=40)
any_schedule = settings(max_examples=150, deadline=None)


def act(clock: Clock, step: Step, now: int) -> Clock:
    match step.act:
        case "start":
            return clock.start(step.seat, now)
        case "extend":
            return clock.extend(step.seat, step.ms)
        case "shift":
            return clock.shift(min(step.ms, now - (now if clock.started_at is None else clock.started_at)))
        case operation:
            done: Clock = getattr(clock, operation)(now)
            return done


def moments(agreed: Settings, schedule: list[Step]) -> Iterator[Moment]:
    """What comes of a schedule at a table of three. An extension of an expired clock waits, as its caller does."""
    clock, now = Clock.new(agreed, 3), NOON
    for step in schedule:
        now += step.wait
        before, refused = clock, False
        if step.act == "extend" and clock.expired(now):
            continue
        try:
            clock = act(clock, step, now)
        except ClockError:
            refused = True
        yield Moment(now, step, before, clock, refused)


class Stopwatch:
    """The same clocks, counted millisecond by millisecond by somebody with three jars for each seat."""

    def __init__(self, agreed: Settings) -> None:
        self.agreed = agreed
        self.bank, self.grace = [agreed.bank_ms] * 3, [agreed.grace_ms] * 3
        self.to_act: int | None = None
        self.paused = False
        self.taken: list[str] = []

    def jars(self, seat: int) -> dict[str, int]:
        taken = Counter(self.taken if seat == self.to_act else [])
        full = {"grace": self.grace[seat], "limit": self.agreed.decision_ms, "bank": self.bank[seat]}
        return {jar: held - taken[jar] for jar, held in full.items()}

    def tick(self) -> None:
        if self.to_act is not None and not self.paused:
            filled = [jar for jar, left in self.jars(self.to_act).items() if left]
            self.taken.append(filled[0] if filled else "late")

    def refuses(self, name: str) -> bool:
        expired = self.to_act is not None and not self.paused and not any(self.jars(self.to_act).values())
        return {
            "start": self.to_act is not None,
            "answer": self.to_act is None or self.paused or expired,
            "withdraw": self.to_act is None or expired,
            "time_out": not expired,
            "pause": self.paused or expired,
            "resume": not self.paused,
        }.get(name, False)

    def act(self, step: Step) -> None:
        if step.act == "start":
            self.to_act = step.seat
        elif step.act in ("answer", "withdraw", "time_out"):
            self.close(step.act)
        elif step.act in ("pause", "resume"):
            self.paused = step.act == "pause"
        elif step.act == "extend":
            self.bank[step.seat] += step.ms
        elif self.to_act is not None and not self.paused:
            del self.taken[max(0, len(self.taken) - step.ms) :]

    def close(self, how: str) -> None:
        assert self.to_act is not None
        seat, left = self.to_act, self.jars(self.to_act)
        self.bank[seat] = left["bank"] + (self.agreed.increment_ms if how != "withdraw" else 0)
        refill = self.agreed.grace_refill_ms if how == "answer" else 0
        self.grace[seat] = min(self.agreed.grace_ms, left["grace"] + refill)
        self.to_act, self.taken = None, []


@any_schedule
@given(running, schedules)
def test_a_clock_is_a_stopwatch_that_counts_every_millisecond(agreed: Settings, schedule: list[Step]) -> None:
    watch, counted = Stopwatch(agreed), NOON
    for now, step, _before, after, refused in moments(agreed, schedule):
        for _millisecond in range(now - counted):
            watch.tick()
        counted = now
        assert refused == watch.refuses(step.act)
        if not refused:
            watch.act(step)
        for seat in range(3):
            assert after.remaining(seat, now) == sum(watch.jars(seat).values())
        if watch.to_act is not None:
            assert after.spent(now) == tuple(watch.taken.count(jar) for jar in ("grace", "limit", "bank"))


@any_schedule
@given(running, schedules)
def test_charged_and_grace_and_paused_and_shifted_are_the_time_that_passed(
    agreed: Settings, schedule: list[Step]
) -> None:
    """For each decision from its opening to its end, with what passed after its deadline as a part of its own."""
    opened_at = paused_at = standing = shifted = 0
    for now, step, before, after, refused in moments(agreed, schedule):
        if refused:
            continue
        match step.act:
            case "start":
                opened_at, standing, shifted = now, 0, 0
                paused_at = now
            case "pause":
                paused_at = now
            case "resume":
                standing += now - paused_at
            case "shift":
                shifted += (after.started_at or 0) - (before.started_at or 0)
            case "answer" | "withdraw" | "time_out":
                if before.paused_since is not None:
                    standing += now - paused_at
                late = now - due(before) if step.act == "time_out" else 0
                assert sum(before.spent(now)) + standing + shifted + late == now - opened_at


@any_schedule
@given(running, schedules)
def test_what_was_spent_is_what_the_seat_pays(agreed: Settings, schedule: list[Step]) -> None:
    for now, step, before, after, refused in moments(agreed, schedule):
        if step.act in ("answer", "withdraw", "time_out") and not refused:
            seat, spent = before.to_act, before.spent(now)
            assert seat is not None
            earned = 0 if step.act == "withdraw" else agreed.increment_ms
            refill = agreed.grace_refill_ms if step.act == "answer" else 0
            assert after.banks[seat] == before.banks[seat] - spent.bank + earned
            assert after.grace[seat] == min(agreed.grace_ms, before.grace[seat] - spent.grace + refill)


@any_schedule
@given(running, schedules)
def test_nothing_expires_before_its_deadline_and_everything_at_it(
    agreed: Settings, schedule: list[Step]
) -> None:
    for moment in moments(agreed, schedule):
        clock, deadline = moment.after, moment.after.deadline()
        if deadline is None:
            assert not clock.expired(NOON + 10**12)
            continue
        assert not clock.expired(deadline - 1)
        assert clock.expired(deadline)
        assert clock.answer(deadline - 1).to_act is None
        with pytest.raises(TimeIsUp):
            clock.answer(deadline)


@any_schedule
@given(running, schedules, short)
def test_a_finished_clock_never_expires_and_does_nothing_more(
    agreed: Settings, schedule: list[Step], later: int
) -> None:
    for moment in moments(agreed, schedule):
        ended = moment.after.finish()
        assert (ended.banks, ended.grace) == (moment.after.banks, moment.after.grace)
        assert not ended.expired(moment.now + later)
        assert not ended.expired(NOON + 10**12)
        for name in sorted({*ACTS} - {"shift"}):
            with pytest.raises(ClockError):
                act(ended, Step(0, name, 0, 1), moment.now + later)
        assert ended.shift(1) is ended


def gift(moment: Moment, agreed: Settings, seat: int) -> int:
    """By how much the time of a seat may grow in a step."""
    if seat == moment.before.to_act:
        limit = moment.before.spent(moment.now).limit
        match moment.step.act:
            case "answer":
                return limit + agreed.increment_ms + agreed.grace_refill_ms
            case "time_out":
                return limit + agreed.increment_ms
            case "withdraw":
                return limit
            case "shift":
                return moment.step.ms
    return moment.step.ms if moment.step.act == "extend" and seat == moment.step.seat else 0


@any_schedule
@given(running, schedules)
def test_time_never_falls_below_zero_and_grows_only_where_it_is_given(
    agreed: Settings, schedule: list[Step]
) -> None:
    left = [agreed.bank_ms + agreed.decision_ms + agreed.grace_ms] * 3
    for moment in moments(agreed, schedule):
        for seat in range(3):
            remaining = moment.after.remaining(seat, moment.now)
            assert remaining is not None
            assert 0 <= remaining <= left[seat] + gift(moment, agreed, seat)
            left[seat] = remaining


@any_schedule
@given(running, schedules)
def test_who_is_not_to_act_pays_nothing(agreed: Settings, schedule: list[Step]) -> None:
    for moment in moments(agreed, schedule):
        for seat in {0, 1, 2} - {moment.before.to_act}:
            given_time = moment.step.ms if moment.step.act == "extend" and moment.step.seat == seat else 0
            assert moment.after.banks[seat] == moment.before.banks[seat] + given_time
            assert moment.after.grace[seat] == moment.before.grace[seat]


@any_schedule
@given(running, schedules)
def test_the_version_rises_by_one_when_the_deadline_moves_and_only_then(
    agreed: Settings, schedule: list[Step]
) -> None:
    for moment in moments(agreed, schedule):
        before, after = moment.before, moment.after
        assert after.version == before.version + (before.deadline() != after.deadline())
        assert after.finish().version == after.version + 1


@any_schedule
@given(running, schedules)
def test_a_version_stands_for_one_deadline_for_ever(agreed: Settings, schedule: list[Step]) -> None:
    """So a timer that is late, early or doubled is told from the one that counts."""
    known: dict[int, int | None] = {}
    for moment in moments(agreed, schedule):
        assert known.setdefault(moment.after.version, moment.after.deadline()) == moment.after.deadline()


@any_schedule
@given(running, schedules)
def test_what_is_refused_and_what_is_done_leave_the_clock_they_began_with_alone(
    agreed: Settings, schedule: list[Step]
) -> None:
    kept = [(Clock.new(agreed, 3), Clock.new(agreed, 3).state())]
    for moment in moments(agreed, schedule):
        assert not moment.refused or moment.after is moment.before
        kept.append((moment.after, moment.after.state()))
    assert all(clock.state() == state for clock, state in kept)


@any_schedule
@given(running, schedules, running, schedules)
def test_two_tables_share_nothing(
    agreed: Settings, schedule: list[Step], other: Settings, others: list[Step]
) -> None:
    alone = list(moments(agreed, schedule))
    beside = []
    neighbour = moments(other, others)
    for moment in moments(agreed, schedule):
        beside.append(moment)
        next(neighbour, None)
    assert beside == alone


@any_schedule
@given(st.one_of(running, st.just(NONE)), schedules)
def test_every_clock_comes_back_from_its_state_as_json(agreed: Settings, schedule: list[Step]) -> None:
    for moment in moments(agreed, schedule):
        assert Clock.from_state(json.loads(json.dumps(moment.after.state()))) == moment.after


@any_schedule
@given(schedules)
def test_without_a_clock_no_schedule_takes_time_from_anybody(schedule: list[Step]) -> None:
    for moment in moments(NONE, schedule):
        assert moment.after.deadline() is None
        assert moment.after.banks == moment.after.grace == (0, 0, 0)
        assert moment.after.version == 0
