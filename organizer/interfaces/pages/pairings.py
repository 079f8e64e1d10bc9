"""Pairings of a round, their proof, and the clock for the hall screen."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from organizer.domain.bracket import Slot, bracket_slots
from organizer.domain.tables import shown_difference
from organizer.interfaces.streams import live, seen
from organizer.models import Entry, Event, Match, Phase, Round
from organizer.rules import can

from .base import event_or_404
from .round_clock import with_extension


@dataclass(frozen=True, slots=True)
class Place:
    """Where one entry sits, as the list by name shows it."""

    entry: Entry
    opponent: Entry | None
    match: Match


@dataclass(frozen=True, slots=True)
class Proof:
    """The certificate in words: a badge, and sentences for the panel."""

    tone: str
    badge: str
    lines: tuple[str, ...]


@require_safe
@never_cache
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round by table, or by name with ``?by=name``."""
    event = event_or_404(request, slug)
    now = live(event)
    if seen(request, now):
        return HttpResponse(status=204)
    shown = public_round(request, event, number)
    shown.event = event
    by_name = request.GET.get("by") == "name"
    own = own_entry(request, event)
    context = {
        "event": event,
        "live": now,
        "round": shown,
        "rounds": public_rounds(event),
        "by_name": by_name,
        # Read only when the list is not in the cache: a crowd looks at the same one.
        "matches": lambda: matches_of(shown),
        "places": lambda: places(matches_of(shown)),
        "matches_at": reverse("event", args=[slug]) + "matches/",
        "own": own and _own_match(shown, own),
        "own_entry": own,
        "missing": shown.matches.exclude(status=Match.Status.FINAL).count(),
        "proof": proof(shown),
        "changes": changes_by_hand(shown),
        "next": event.rounds.filter(number=number + 1).first(),
    }
    return render(request, "organizer/pairings.html", context)


def public_round(request: HttpRequest, event: Event, number: int) -> Round:
    """The round, if everybody may see it or the person may preview it; otherwise there is none."""
    found = event.rounds.select_related("phase").filter(number=number).first()
    if found is None or found.status == Round.Status.COMMITTED:
        raise Http404(f"Round {number} has not been paired yet.")
    if not found.public and not can(request.user, "rounds.preview", event):
        raise Http404(f"Round {number} has not been published yet.")
    return found


def public_rounds(event: Event) -> list[Round]:
    return list(event.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED]))


def latest_round(event: Event) -> Round | None:
    """The round that everybody looks at: the last one that is published."""
    public = [Round.Status.PUBLISHED, Round.Status.FINISHED]
    return event.rounds.select_related("phase").filter(status__in=public).order_by("-number").first()


def matches_of(shown: Round) -> list[Match]:
    """Tables in order, byes last: one query, whatever the size of the round."""
    found = list(shown.matches.exclude(kind=Match.Kind.MISSED).select_related("a", "b"))
    found.sort(key=lambda m: (m.kind != Match.Kind.PLAYED, m.table is None, m.table or 0, m.pk))
    for match in found:
        match.round = shown
        match.event = shown.event
    return found


def places(matches: list[Match]) -> list[Place]:
    """Every entry of the round in the order of names."""
    found = [Place(m.a, m.b, m) for m in matches]
    found += [Place(m.b, m.a, m) for m in matches if m.b]
    found.sort(key=lambda place: place.entry.name.casefold())
    return found


def own_entry(request: HttpRequest, event: Event) -> Entry | None:
    """The entry that the person is a member of."""
    if not request.user.is_authenticated:
        return None
    return event.entries.filter(members__user=request.user).prefetch_related("members").first()


def _own_match(shown: Round, entry: Entry) -> Match | None:
    seat = shown.seatings.filter(entry=entry).select_related("match__a", "match__b").first()
    return seat.match if seat else None


def proof(shown: Round) -> Proof | None:
    """What the round's certificate says; ``None`` for a round that is not drawn (bracket, round robin)."""
    facts = shown.certificate
    if not facts or "kind" not in facts:
        return None
    rematches, gap, least = facts.get("rematches", 0), facts.get("gap", 0), facts.get("least_gap", 0)
    proved = facts["kind"] != "none" and gap == least
    meets = "no rematch" if not rematches else f"{rematches} rematch{'es' if rematches > 1 else ''}"
    if not proved:
        return Proof("warn", f"{meets}, pair-down {gap}, lower bound {least}", _proof_lines(facts))
    tone = "warn" if rematches else "ok"
    return Proof(tone, f"Proved: {meets}, pair-down {gap} = lower bound {least}", _proof_lines(facts))


HOW_PROVED = {
    "parity": "The total pair-down equals what odd numbers in the score groups alone demand: anybody can add it up.",
    "exact": "The whole field was solved exactly: no pairing has a smaller total pair-down.",
    "window": "Where odd numbers alone do not explain the pair-down, those score groups were solved exactly.",
    "none": "No proof was found that a smaller pair-down is impossible.",
}


def _proof_lines(facts: dict[str, Any]) -> tuple[str, ...]:
    lines = [
        "Nobody meets an opponent again."
        if not facts.get("rematches")
        else f"Rematches: {facts['rematches']}. Without them not everybody could be seated.",
        HOW_PROVED.get(facts["kind"], ""),
    ]
    if facts.get("together"):
        lines.append(
            f"Tables inside one club or team: {facts['together']}; they could not all be kept apart."
        )
    lines += [
        f"From {one['top']} to {one['bottom']} points the pair-down is {one['gap']}; at least {one['least']} is needed."
        for one in facts.get("stretches", ())
    ]
    return tuple(line for line in lines if line)


def changes_by_hand(shown: Round) -> dict[str, list[str]]:
    """How the tables differ from the engine's own pairing: who would have met, and who meets instead."""
    if not shown.engine_tables:
        return {}
    found = shown_difference(shown)
    parts = {"undone": found.engine, "made": found.instead}
    ids = {pk for pairs in parts.values() for pair in pairs for pk in pair if pk}
    names = dict(shown.event.entries.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
    return {key: [_meeting(pair, names) for pair in pairs] for key, pairs in parts.items() if pairs}


def _meeting(pair: tuple[int, int | None], names: dict[int, str]) -> str:
    a, b = pair
    return f"{names.get(a, '?')}: bye" if b is None else f"{names.get(a, '?')} v {names.get(b, '?')}"


@require_safe
@never_cache
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """The round clock for a screen in the hall."""
    event = event_or_404(request, slug)
    now = live(event)
    if seen(request, now):
        return HttpResponse(status=204)
    shown = latest_round(event)
    context: dict[str, Any] = {"event": event, "live": now, "round": shown}
    if shown:
        shown.event = event
        played = shown.matches.filter(kind=Match.Kind.PLAYED)
        context |= {
            "open": played.exclude(status=Match.Status.FINAL).count(),
            "tables": played.count(),
            "extended": with_extension(shown),
        }
    return render(request, "organizer/clock.html", context)


@require_safe
def round_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The round as the offline tools read it, so that anybody can pair it again."""
    event = event_or_404(request, slug)
    shown = public_round(request, event, number)
    if not shown.public or shown.phase.kind != Phase.Kind.SWISS:
        raise Http404("Only published Swiss rounds can be paired again.")
    answer = JsonResponse(offline_round(event, shown), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-round-{number}.json"'
    return answer


def offline_round(event: Event, shown: Round) -> dict[str, Any]:
    """Facts before the round was paired: who took part, what they had played, and the seed."""
    before = list(event.rounds.filter(phase=shown.phase, number__lt=shown.number))
    seated = set(shown.seatings.values_list("entry_id", flat=True))
    played = list(
        Match.objects.filter(round__in=before, status=Match.Status.FINAL)
        .select_related("round")
        .order_by("pk")
    )
    known = seated | {pk for match in played for pk in (match.a_id, match.b_id) if pk}
    awarded = set(shown.matches.filter(kind=Match.Kind.AWARDED_BYE).values_list("a_id", flat=True))
    entries = event.entries.filter(pk__in=known).order_by("pk")
    return {
        "seed": shown.seed,
        "options": _options(event),
        "entries": [_offline_entry(entry, seated, awarded, len(before)) for entry in entries],
        "rounds": [[_offline_match(m) for m in played if m.round_id == one.pk] for one in before],
    }


def _options(event: Event) -> dict[str, Any]:
    return {
        "points": {"win": event.points_win, "draw": event.points_draw, "loss": event.points_loss},
        "first_round": event.first_round,
        "keep_apart": event.keep_clubs_apart,
    }


def _offline_entry(entry: Entry, seated: set[int], awarded: set[int], rounds: int) -> dict[str, Any]:
    facts: dict[str, Any] = {"id": str(entry.pk), "name": entry.name}
    if entry.seed is not None:
        facts["seed"] = entry.seed
    if entry.club:
        facts["club"] = entry.club
    if entry.pk in awarded:
        facts["awarded_bye"] = True
    if entry.pk not in seated:
        left = entry.dropped_after
        facts["dropped_after"] = rounds if left is None else min(left, rounds)
    return facts


def _offline_match(match: Match) -> dict[str, Any]:
    facts: dict[str, Any] = {"a": str(match.a_id), "score": list(match.score())}
    if match.b_id is None:
        missed = match.kind == Match.Kind.MISSED and match.outcome != Match.Outcome.A
        return {"a": facts["a"], **({"result": "absent"} if missed else {"bye": True})}
    drawn = match.outcome in {Match.Outcome.DRAW, Match.Outcome.INTENTIONAL_DRAW}
    facts |= {"b": str(match.b_id), "result": "draw" if drawn else match.outcome}
    if match.how in {Match.How.NO_SHOW, Match.How.DROP}:
        facts["played"] = False
    return facts


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The elimination phases of the event as a tree."""
    event = event_or_404(request, slug)
    now = live(event)
    if seen(request, now):
        return HttpResponse(status=204)
    phase = (
        event.phases.filter(kind=Phase.Kind.ELIMINATION)
        .exclude(status=Phase.Status.PENDING)
        .order_by("-number")
        .first()
    )
    if phase is None:
        return redirect(reverse("event", args=[slug]))
    phase.event = event
    columns = [_column(slots) for slots in bracket_slots(phase)]
    context = {"event": event, "live": now, "phase": phase, "columns": columns, "podium": _podium(event)}
    return render(request, "organizer/bracket.html", context)


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a pairing in the bracket. ``entry`` is empty for a bye and while it is not known."""

    entry: Entry | None
    seed: int | None
    games: int | None
    won: bool
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One round of the bracket: pairings of two sides each, with their match once there is one."""

    title: str
    nodes: tuple[tuple[Match | None, tuple[Side, Side]], ...]


UNKNOWN = Side(None, None, None, False)


def _column(slots: list[Slot]) -> Column:
    names = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
    title = names.get(len(slots), f"Round of {len(slots) * 2}")
    return Column(title, tuple((slot.match, _sides(slot)) for slot in slots))


def _sides(slot: Slot) -> tuple[Side, Side]:
    match = slot.match
    if match is None:
        return UNKNOWN, UNKNOWN
    final = match.status == Match.Status.FINAL
    played = final and match.b is not None
    a = Side(match.a, slot.seeds[0], match.games_a if played else None, final and match.outcome == "a")
    if match.b is None:
        return a, Side(None, None, None, False, bye=True)
    return a, Side(match.b, slot.seeds[1], match.games_b if played else None, final and match.outcome == "b")


def _podium(event: Event) -> list[Entry]:
    placed = event.entries.filter(final_place__isnull=False, final_place__lte=8)
    return list(placed.order_by("final_place", "name")) if event.status == Event.Status.FINISHED else []


urls = [
    path("events/<slug:slug>/rounds/<int:number>/", pairings, name="pairings"),
    path("events/<slug:slug>/rounds/<int:number>/pairing.json", round_file, name="round_file"),
    path("events/<slug:slug>/clock/", clock, name="round_clock"),
    path("events/<slug:slug>/bracket/", bracket, name="bracket"),
]
