"""Staff at a match: enter a result, clear it, give more time, correct it after the fact."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from organizer.domain import clock, corrections, results, standings
from organizer.domain.base import Actor
from organizer.domain.corrections import Correction
from organizer.domain.scores import describe, result_of
from organizer.interfaces.forms.results import (
    DOUBLE_LOSS,
    INTENTIONAL_DRAW,
    CorrectionForm,
    NewResult,
    ReasonForm,
    StaffResultForm,
    code,
)
from organizer.interfaces.forms.rounds import ExtendForm
from organizer.models import Match, Round
from organizer.standings import Change as Moved

from .base import actor, carry_out, event_or_404, require
from .play import match_or_404


def arguments(match: Match, given: NewResult) -> dict[str, Any]:
    """A staff result as the arguments of ``check_result``: what was won without play is a full win."""
    if given.special == INTENTIONAL_DRAW:
        return {"intentional_draw": True}
    if given.special == DOUBLE_LOSS:
        return {"outcome": Match.Outcome.DOUBLE_LOSS}
    if given.special == "no_show_both":
        return {"outcome": Match.Outcome.DOUBLE_LOSS, "how": Match.How.NO_SHOW}
    if given.special:
        how = Match.How.CONCESSION if given.special.startswith("concede") else Match.How.NO_SHOW
        loser = given.special[-1]
        winner = "b" if loser == "a" else "a"
        return {f"games_{winner}": match.round.phase.games_to_win, "outcome": winner, "how": how}
    return {**given.scores, "endings": list(given.endings)}


def send_staff_result(
    match: Match,
    by: Actor,
    given: NewResult,
    *,
    version: int | None = None,
    drop: bool = False,
    reason: str = "",
) -> Match:
    """Hand the staff's result to the domain: a no-show has its own function while the table is open."""
    if given.special.startswith("no_show") and match.status != Match.Status.FINAL:
        return results.no_show(match, by, given.special.removeprefix("no_show_"), drop=drop)
    return results.enter_result(match, by, expected_version=version, reason=reason, **arguments(match, given))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def result_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter a result (button ``action``: ``enter``, ``clear`` or ``extend``)."""
    event = event_or_404(request, slug)
    match = match_or_404(request, event, pk)
    require(request, "results.enter", event)
    if match.kind != Match.Kind.PLAYED:
        raise Http404("A bye has no result to enter.")
    form = StaffResultForm(match, initial=_initial(match))
    if request.method == "POST":
        action = request.POST.get("action", "enter")
        if action == "clear":
            return _clear(request, match)
        if action == "extend":
            return _extend(request, match)
        sent = request.POST.copy()
        form = StaffResultForm(match, sent)
        if form.is_valid() and _enter(request, match, form):
            return redirect("dashboard", event.slug)
        match = match_or_404(request, event, pk)
        sent["version"] = str(match.version)
    return _entry_page(request, match, form)


def _initial(match: Match) -> dict[str, Any]:
    """The form as it stands: a final result, or what the players reported last."""
    shown: Any = match if match.status == Match.Status.FINAL else match.reports.order_by("-pk").first()
    initial: dict[str, Any] = {"version": match.version, "games_drawn": 0}
    if shown is None:
        return initial
    games = (shown.games_a, shown.games_b, shown.games_drawn)
    initial |= {
        "games_1": games[0],
        "games_2": games[1],
        "games_drawn": games[2],
        "result": _choice(shown, games),
    }
    return initial | {f"ending_{n}": ending for n, ending in enumerate(shown.endings, start=1)}


def _choice(shown: Any, games: tuple[int, int, int]) -> str:
    """The value of the radio button that stands for a result."""
    if shown.outcome in {Match.Outcome.INTENTIONAL_DRAW, Match.Outcome.DOUBLE_LOSS}:
        both_away = shown.how == Match.How.NO_SHOW
        return "no_show_both" if both_away else str(shown.outcome)
    loser = "b" if shown.outcome == "a" else "a"
    prefix = {Match.How.CONCESSION.value: "concede", Match.How.NO_SHOW.value: "no_show"}.get(shown.how)
    return f"{prefix}_{loser}" if prefix else code(games)


def _enter(request: HttpRequest, match: Match, form: StaffResultForm) -> bool:
    given = form.cleaned_data
    work = form.asking(
        lambda: send_staff_result(
            match,
            actor(request),
            given["result"],
            version=given["version"],
            drop=given["drop"],
            reason=given["reason"],
        )
    )
    done = carry_out(request, work, form=form)
    if done:
        match.refresh_from_db()
        messages.success(request, f"Saved. {describe(match, result_of(match))}.")
    return bool(done)


def _clear(request: HttpRequest, match: Match) -> HttpResponse:
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Say why the result is cleared; it is kept in the log.")
        return redirect("result_entry", match.event.slug, match.pk)
    reason = form.cleaned_data["reason"]
    said = "The result is cleared; the table is open again."
    carry_out(request, lambda: results.clear_result(match, actor(request), reason), said=said)
    return redirect("result_entry", match.event.slug, match.pk)


def _extend(request: HttpRequest, match: Match) -> HttpResponse:
    require(request, "tables.extend", match.event)
    form = ExtendForm(request.POST)
    if form.is_valid():
        minutes = form.cleaned_data["minutes"]
        said = f"Table {match.table} has {minutes} more minute{'s' if minutes != 1 else ''}."
        carry_out(request, lambda: clock.extend_table(match, actor(request), minutes), said=said)
    else:
        messages.error(request, "Give the extra time in whole minutes.")
    return redirect("result_entry", match.event.slug, match.pk)


def _entry_page(request: HttpRequest, match: Match, form: StaffResultForm) -> HttpResponse:
    context = {
        "event": match.event,
        "round": match.round,
        "match": match,
        "form": form,
        "reports": list(match.reports.select_related("entry", "by").order_by("-pk")),
        "penalties": list(match.penalties.select_related("entry")),
        "running": match.round.status == Round.Status.PUBLISHED,
        "log": list(match.log.order_by("-seq")[:20]),
        "extend": ExtendForm(),
    }
    return render(request, "organizer/result_entry.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def correction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a final result: see what it changes (``action`` ``preview``), then save it (``save``)."""
    event = event_or_404(request, slug)
    match = match_or_404(request, event, pk)
    require(request, "results.correct", event)
    if match.kind != Match.Kind.PLAYED or match.status != Match.Status.FINAL:
        messages.info(request, "This match has no final result yet: enter it.")
        return redirect("result_entry", event.slug, pk)
    form = CorrectionForm(match, initial=_initial(match))
    effects: Correction | None = None
    if request.method == "POST":
        sent = request.POST.copy()
        form = CorrectionForm(match, sent)
        if form.is_valid():
            saving = request.POST.get("action") == "save" and _may_save(request, form)
            if saving and _correct(request, match, form):
                return redirect("match", event.slug, pk)
            effects = _preview(request, match, form, sent)
    return _correction_page(request, match, form, effects)


def _may_save(request: HttpRequest, form: CorrectionForm) -> bool:
    """Only what was previewed is saved, and with a reason."""
    given = form.cleaned_data
    if given["result"].code != given["previewed"]:
        messages.info(request, "The result was changed after the preview: look at its consequences first.")
        return False
    if not given["reason"].strip():
        form.add_error("reason", "Say why the result is corrected; it is kept in the log.")
        return False
    return True


def _correct(request: HttpRequest, match: Match, form: CorrectionForm) -> bool:
    given = form.cleaned_data
    work = form.asking(
        lambda: corrections.correct_result(
            match,
            actor(request),
            reason=given["reason"],
            apply_repair=given["apply_repair"],
            repair_key=given["repair_key"],
            expected_version=given["version"],
            **arguments(match, given["result"]),
        )
    )
    return bool(
        carry_out(request, work, form=form, said="The result is corrected; the log keeps the old one.")
    )


def _preview(request: HttpRequest, match: Match, form: CorrectionForm, sent: QueryDict) -> Correction | None:
    """What the form's result would change; the form is told of a result that cannot be.

    ``sent`` is the form's data, which goes back with the preview's own marks.
    """
    match.refresh_from_db(fields=["version", "status"])
    given: NewResult | None = form.cleaned_data.get("result")
    if given is None:
        return None
    found = carry_out(
        request,
        form.asking(lambda: corrections.preview_correction(match, **arguments(match, given))),
        form=form,
    )
    sent["previewed"], sent["version"] = given.code, str(match.version)
    if found.value is not None:
        sent["repair_key"] = found.value.repair.key if found.value.repair else ""
    return found.value


def _moved(effects: Correction, row: Moved) -> dict[str, Any]:
    """One line of the standings' changes, its values as text."""
    values = [
        {
            "title": value.key.upper() if len(value.key) < 5 else value.key,
            "before": standings.cell(value.before) or "–",
            "after": standings.cell(value.after) or "–",
        }
        for value in row.values
    ]
    return {"entry": effects.entries.get(int(row.id)), "row": row, "values": values}


def _correction_page(
    request: HttpRequest, match: Match, form: CorrectionForm, effects: Correction | None
) -> HttpResponse:
    context = {
        "event": match.event,
        "round": match.round,
        "match": match,
        "form": form,
        "effects": effects,
        "moved": [_moved(effects, row) for row in effects.standings] if effects else [],
        "unchanged": effects is not None and effects.before == effects.after,
    }
    return render(request, "organizer/correction.html", context, status=422 if form.errors else 200)


urls = [
    path("events/<slug:slug>/desk/matches/<int:pk>/", result_entry, name="result_entry"),
    path("events/<slug:slug>/desk/matches/<int:pk>/correct/", correction, name="correction"),
]
