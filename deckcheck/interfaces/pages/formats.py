"""Formats: what each allows today and on other days, and changing that, for the site's staff."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from deckcheck.cards.card import Pool
from deckcheck.domain.formats import Format, NoFormat, format_for, formats_of
from deckcheck.domain.options import OPTIONS
from deckcheck.domain.rulebook import (
    ALWAYS,
    add_format,
    add_rule,
    change_rule,
    remove_rule,
    shipped_rule,
    stored_format,
)
from deckcheck.domain.versions import in_use_of, pool
from deckcheck.interfaces.forms import FormatForm, RuleForm
from deckcheck.models import FormatRow, FormatRule, Game

from .base import carry_out, game_or_404, site_staff


def formats(request: HttpRequest) -> HttpResponse:
    """Every format of every game, with what it is today."""
    today = timezone.localdate()
    rows = []
    for game in Game:
        for code, title in formats_of(game.value):
            now = _on(game, code, today)
            sets = [found.name for found in now.pool.sets] if now else []
            rows.append({"game": game, "code": code, "title": title, "today": now, "sets": sets})
    return render(request, "deckcheck/formats.html", {"formats": rows})


def format(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """One format with all its dated rules, the newest first."""
    of = game_or_404(game)
    title = _title(of, code)
    row = FormatRow.objects.filter(game=of.value, code=code).first()
    today = timezone.localdate()
    if row:
        rules = [_rule(of, rule, today) for rule in row.rules.order_by("-valid_from")]
    else:
        rules = [_rule(of, shipped_rule(of.value, code), today)]
    context: dict[str, Any] = {"game": of, "code": code, "title": title, "rules": rules}
    context["log"] = row.log.all()[:20] if row else []
    return render(request, "deckcheck/format.html", context)


def format_new(request: HttpRequest) -> HttpResponse:
    by = site_staff(request)
    form = FormatForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data
        done, row = carry_out(request, lambda: add_format(by, wanted["game"], wanted["title"]), form=form)
        if done and row:
            return redirect("format_rule_new", game=row.game, code=row.code)
    return render(request, "deckcheck/format_new.html", {"form": form})


def format_rule_new(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """A further rule; it starts as the latest one says."""
    by = site_staff(request)
    of = game_or_404(game)
    _title(of, code)
    rules = FormatRule.objects.filter(format__game=of.value, format__code=code)
    latest = rules.order_by("-valid_from").first() or shipped_rule(of.value, code)
    form = RuleForm(request.POST or None, game=of, rule=latest, new=True)
    return _save(request, of, code, form, lambda: add_rule(by, stored_format(by, game, code), form.draft()))


def format_rule_edit(request: HttpRequest, game: str, code: str, pk: int) -> HttpResponse:
    by = site_staff(request)
    of = game_or_404(game)
    rule = _rule_or_404(of, code, pk)
    form = RuleForm(request.POST or None, game=of, rule=rule)

    def save() -> FormatRule:
        rule.version = form.cleaned_data["version"]
        return change_rule(by, rule, form.draft())

    return _save(request, of, code, form, save, rule)


@require_POST
def format_rule_remove(request: HttpRequest, game: str, code: str, pk: int) -> HttpResponse:
    by = site_staff(request)
    rule = _rule_or_404(game_or_404(game), code, pk)
    carry_out(request, lambda: remove_rule(by, rule), said="The rule is removed.")
    return redirect("format", game=game, code=code)


def _save(
    request: HttpRequest,
    game: Game,
    code: str,
    form: RuleForm,
    work: Callable[[], FormatRule],
    rule: FormatRule | None = None,
) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        done, _ = carry_out(request, work, form=form, said="The rule is saved.")
        if done:
            return redirect("format", game=game.value, code=code)
    context = {"game": game, "code": code, "title": _title(game, code), "form": form, "rule": rule}
    return render(request, "deckcheck/format_rule.html", context)


def _rule_or_404(game: Game, code: str, pk: int) -> FormatRule:
    rules = FormatRule.objects.select_related("format")
    return get_object_or_404(rules, format__game=game.value, format__code=code, pk=pk)


def _title(game: Game, code: str) -> str:
    found = dict(formats_of(game.value)).get(code)
    if found is None:
        raise Http404("There is no such format.")
    return found


def _on(game: Game, code: str, day: date) -> Format | None:
    try:
        return format_for(game.value, code, day)
    except NoFormat:
        return None


def _rule(game: Game, rule: FormatRule, today: date) -> dict[str, Any]:
    cards = pool(game.value, in_use_of(game.value, rule.sets))
    names = {found.code: found.name for found in cards.sets}
    return {
        "row": rule if rule.pk else None,
        "now": rule.covers(today),
        "span": _span(rule),
        "sets": [(code, names.get(code, "")) for code in rule.sets],
        "banned": list(_named(cards, rule.banned)),
        "limited": [(number, name, rule.limited[number]) for number, name in _named(cards, rule.limited)],
        "options": list(_options(game, rule.options)),
    }


def _span(rule: FormatRule) -> str:
    if rule.valid_until:
        return f"From {rule.valid_from:%-d %B %Y} to {rule.valid_until:%-d %B %Y}"
    return "On every day" if rule.valid_from == ALWAYS else f"From {rule.valid_from:%-d %B %Y} on"


def _named(cards: Pool, numbers: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number in numbers:
        card = cards.get(number)
        yield number, card.name if card else number


def _options(game: Game, chosen: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """(label, value in words, whether it differs from the rulebook) of each construction option."""
    for option in OPTIONS.get(game.value, ()):
        value = chosen.get(option.name, option.default)
        yield option.label, option.shown(value), value != option.default


urls = [
    path("formats/", formats, name="formats"),
    path("formats/new/", format_new, name="format_new"),
    path("formats/<str:game>/<slug:code>/", format, name="format"),
    path("formats/<str:game>/<slug:code>/rules/new/", format_rule_new, name="format_rule_new"),
    path("formats/<str:game>/<slug:code>/rules/<int:pk>/", format_rule_edit, name="format_rule_edit"),
    path(
        "formats/<str:game>/<slug:code>/rules/<int:pk>/remove/", format_rule_remove, name="format_rule_remove"
    ),
]
