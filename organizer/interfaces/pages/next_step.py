"""What the organizer does next: one thing, told from the state of the event alone."""

from dataclasses import dataclass

from django.urls import reverse

from organizer.domain.submissions import without_legal_list
from organizer.models import Entry, Event, Match, Phase, Round


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the running round is; byes are not counted."""

    tables: int = 0
    final: int = 0
    reported: int = 0
    disputed: int = 0

    @property
    def open(self) -> int:
        return self.tables - self.final

    @property
    def percent(self) -> int:
        return 100 * self.final // self.tables if self.tables else 100


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing: a button that posts ``action``, a link to ``url``, or neither where one has to wait.

    ``needs`` is the permission that the button asks for.
    """

    title: str
    text: str = ""
    label: str = ""
    action: str = ""
    url: str = ""
    needs: str = "rounds.manage"
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rounds that matter now."""

    current: Round | None
    committed: Round | None
    progress: Progress

    @property
    def draft(self) -> bool:
        return self.current is not None and self.current.status == Round.Status.DRAFT


def standing(event: Event) -> Standing:
    """The last round that is paired, the one that comes after it, and how far it is."""
    rounds = list(event.rounds.select_related("phase").order_by("number"))
    paired = [r for r in rounds if r.status != Round.Status.COMMITTED]
    committed = [r for r in rounds if r.status == Round.Status.COMMITTED]
    current = paired[-1] if paired else None
    if current:
        current.event = current.phase.event = event
    return Standing(
        current, committed[0] if committed else None, progress(current) if current else Progress()
    )


def progress(shown: Round) -> Progress:
    statuses = list(shown.matches.filter(kind=Match.Kind.PLAYED).values_list("status", flat=True))
    return Progress(
        tables=len(statuses),
        final=statuses.count(Match.Status.FINAL),
        reported=statuses.count(Match.Status.REPORTED),
        disputed=statuses.count(Match.Status.DISPUTED),
    )


def next_step(event: Event, now: Standing) -> Step:
    """The one thing to do next."""
    if event.status == Event.Status.DRAFT:
        return Step(
            "The event is a draft",
            "Nobody but its staff can see it. Publish it to open the registration.",
            "Publish the event",
            "publish_event",
            needs="event.publish",
        )
    if event.status == Event.Status.PUBLISHED:
        return _before_the_start(event)
    if event.status == Event.Status.CANCELLED:
        return Step("The event is cancelled", "There is nothing left to do.")
    if event.status == Event.Status.FINISHED:
        return Step(
            "The event is finished",
            "The places are final.",
            "See the final standings",
            url=reverse("standings", args=[event.slug]),
            needs="event.dashboard",
        )
    return _while_running(event, now)


def _before_the_start(event: Event) -> Step:
    entries = event.entries.filter(status=Entry.Status.REGISTERED)
    count = entries.count()
    if count < 2:
        return Step(
            f"{count} registered",
            "An event starts with at least two players.",
            "Add players",
            url=reverse("entries_manage", args=[event.slug]),
            needs="entries.manage",
        )
    text = f"{count} are registered."
    confirm = f"Start with {count} players?"
    if event.check_in:
        here = entries.filter(checked_in_at__isnull=False).count()
        text = f"{here} of {count} are checked in; the others will be withdrawn at the start."
        confirm = f"Start with the {here} who are checked in?"
    if missing := without_legal_list(event):
        text += f" {missing} of them {'has' if missing == 1 else 'have'} no legal decklist."
        confirm += f" {missing} without a legal decklist."
    return Step("Ready to start?", text, "Start the event", "start", needs="event.start", confirm=confirm)


def _while_running(event: Event, now: Standing) -> Step:
    shown = now.current
    if shown is None or (shown.status == Round.Status.FINISHED and now.committed):
        return _pair(event, now)
    desk = reverse("round_desk", args=[event.slug, shown.number])
    if shown.status == Round.Status.DRAFT:
        return Step(
            f"{shown} is a draft",
            "Only the staff see it. Look it over, then publish it.",
            "Review the draft",
            url=desk,
            needs="rounds.preview",
        )
    if now.progress.disputed:
        count = now.progress.disputed
        return Step(
            f"{count} disputed result{'s' if count > 1 else ''}",
            "Two players disagree: talk to both, then enter the result below.",
            needs="results.enter",
        )
    if now.progress.open and shown.clock_started_at is None and shown.status == Round.Status.PUBLISHED:
        return Step(
            f"{shown} is published",
            "Start the clock when everybody is seated.",
            "Start the clock",
            "start_clock",
            needs="clock.manage",
        )
    if now.progress.open:
        count = now.progress.open
        return Step(
            f"{count} result{'s' if count > 1 else ''} missing",
            "The next round can be paired when all tables are final.",
            needs="results.enter",
        )
    return _pair(event, now)


def _pair(event: Event, now: Standing) -> Step:
    if now.committed:
        return Step(
            f"Pair round {now.committed.number}",
            "All results are in. The pairing is a draft until you publish it." if now.current else "",
            f"Pair round {now.committed.number}",
            "pair",
        )
    following = event.phases.filter(status=Phase.Status.PENDING).order_by("number").first()
    if following:
        size = f"top {following.cut_size}" if following.cut_size else str(following).lower()
        return Step(
            f"Start the {size}",
            "The standings are frozen, and the best go on by seed.",
            f"Start the {size}",
            "next_phase",
            confirm="The standings become final for the cut. Go on?",
        )
    return Step(
        "All rounds are played",
        "Finish the event to settle the final places.",
        "Finish the event",
        "finish",
        needs="event.finish",
        confirm="Finish the event? Results can then no longer be entered.",
    )
