"""Template tags of rounds and matches: results in words, and the round clock."""

from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from organizer.interfaces.pages.round_clock import Face, face
from organizer.models import Event, Match, Report, Round
from organizer.rules import can

register = template.Library()

DASH = "–"
OPEN = mark_safe('<span class="muted">–</span>')


@register.filter
def score(row: Match | Report) -> str:
    """The games as ``2–1``, or ``1–1–1`` with drawn games; a word where there are none."""
    if row.outcome == Match.Outcome.INTENTIONAL_DRAW:
        return "Agreed draw"
    if row.outcome == Match.Outcome.DOUBLE_LOSS:
        return "Double loss"
    games = [row.games_a, row.games_b, *([row.games_drawn] if row.games_drawn else [])]
    return DASH.join(map(str, games))


@register.filter
def score_for(row: Match | Report, side: str) -> str:
    """The same, with the games of ``side`` ("a" or "b") first."""
    if side == "a" or row.outcome in {Match.Outcome.INTENTIONAL_DRAW, Match.Outcome.DOUBLE_LOSS}:
        return score(row)
    games = [row.games_b, row.games_a, *([row.games_drawn] if row.games_drawn else [])]
    return DASH.join(map(str, games))


@register.filter
def how_decided(match: Match) -> str:
    """What decided a match beside its games, in a word or two; empty when it was played."""
    return "" if match.how == Match.How.PLAYED else match.get_how_display().lower()


@register.filter
def result_cell(match: Match) -> SafeString:
    """The result in a long list: quicker than a template, for rounds of thousands of tables."""
    if match.kind != Match.Kind.PLAYED:
        return format_html('<span class="muted">{}</span>', match.get_kind_display())
    if match.status == Match.Status.FINAL:
        how = how_decided(match)
        shown = format_html('<span class="score">{}</span>', score(match))
        return format_html('{} <span class="note">{}</span>', shown, how) if how else shown
    if match.status == Match.Status.OPEN:
        return OPEN
    tone, word = ("bad", "Disputed") if match.status == Match.Status.DISPUTED else ("warn", "Reported")
    return format_html('<span class="chip" data-tone="{}">{}</span>', tone, word)


@register.filter
def won_by(match: Match, side: str) -> bool:
    """Whether ``side`` ("a" or "b") has won a match whose result is final."""
    return match.status == Match.Status.FINAL and match.outcome == side


@register.filter
def verdict_for(row: Match | Report, side: str) -> str:
    """Won, Lost, Draw or Double loss, as ``side`` sees it."""
    if row.outcome in {"a", "b"}:
        return "Won" if row.outcome == side else "Lost"
    return "Double loss" if row.outcome == Match.Outcome.DOUBLE_LOSS else "Draw"


@register.filter
def ending_labels(match: Match) -> list[str]:
    """How each game ended, in words."""
    known = dict(match.event.game_title.endings)
    return [known.get(code, "–") for code in match.endings]


@register.inclusion_tag("organizer/parts/clock.html")
def clock(shown: Round, match: Match | None = None, size: str = "") -> dict[str, Any]:
    """The clock of a round, or of one table with its extension; ``size`` is empty, ``large`` or ``hall``."""
    drawn: Face = face(shown, match)
    return {"face": drawn, "round": shown, "size": size}


@register.inclusion_tag("organizer/parts/desk_nav.html", takes_context=True)
def desk_nav(context: Context, event: Event, here: str) -> dict[str, Any]:
    """The desk's own row of tabs; ``here`` is the code of the open one."""
    paired = event.rounds.exclude(status=Round.Status.COMMITTED).order_by("-number").first()
    user = context["request"].user
    lists = event.decklists != Event.Decklists.NONE
    return {
        "event": event,
        "here": here,
        "round": paired,
        "lists": lists,
        "checks": lists and can(user, "deckchecks.run", event),
    }
