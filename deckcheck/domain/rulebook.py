"""Changing formats: dated rules, added, changed and taken away, each in one transaction with its log entry."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from deckcheck.models import FormatRow, FormatRule, Game, LibraryLog

from .base import Person, Refused, Stale
from .formats import SHIPPED, Shipped
from .options import Limits, construction
from .sets import name_of
from .versions import in_use, in_use_of, pool

ALWAYS = date(2000, 1, 1)
"""From when a shipped format has its rules: before every event there is."""


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """What a rule is to say: see ``FormatRule``."""

    valid_from: date
    valid_until: date | None = None
    sets: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    limited: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def add_format(by: Person, game: str, title: str, code: str = "") -> FormatRow:
    """A new format without rules. Raises ``Refused`` when the game has one of that code."""
    code = code or slugify(title)[:40]
    if game not in Game.values:
        raise Refused("There is no such game.", field="game")
    if not code:
        raise Refused("Give the format a title with letters or digits.", field="title")
    with transaction.atomic():
        row, made = FormatRow.objects.get_or_create(game=game, code=code, defaults={"title": title})
        if not made or (game, code) in SHIPPED:
            raise Refused(f"There is a format {code!r} of this game already.", field="title")
        _log(by, row, "format.added", f"{row} added")
    return row


def shipped_rule(game: str, code: str) -> FormatRule:
    """The one rule of a shipped format, not stored; without cards when no such format is shipped."""
    shipped = SHIPPED.get((game, code), Shipped(code))
    return FormatRule(valid_from=ALWAYS, sets=list(shipped.sets), options=dict(shipped.options))


def stored_format(by: Person, game: str, code: str) -> FormatRow:
    """The format's row. A shipped format is stored with the rule that it always had."""
    with transaction.atomic():
        row = FormatRow.objects.filter(game=game, code=code).first()
        if row is None:
            title = SHIPPED[game, code].title
            row, made = FormatRow.objects.get_or_create(game=game, code=code, defaults={"title": title})
            if made:
                rule = shipped_rule(game, code)
                rule.format = row
                rule.save(force_insert=True)
                _log(by, row, "format.stored", f"{row} stored as it came with the site", rule)
    return row


def add_rule(by: Person, format: FormatRow, draft: RuleDraft) -> FormatRule:
    """A rule for days that have none. An open rule before it ends on the day before."""
    with _changing(format) as (row, rules):
        _check(row, draft)
        for rule in rules:
            if rule.valid_until is None and rule.valid_from < draft.valid_from:
                rule.valid_until = draft.valid_from - timedelta(days=1)
                rule.version += 1
                rule.save(update_fields=["valid_until", "version"])
        _refuse_overlap(rules, draft)
        made: FormatRule = row.rules.create(**_columns(draft))
        _log(by, row, "rule.added", f"{made} added", made)
    return made


def change_rule(by: Person, rule: FormatRule, draft: RuleDraft) -> FormatRule:
    """The rule says something else. Raises ``Stale`` when it was changed since ``rule`` was read."""
    with _changing(rule.format) as (row, rules):
        now = next((one for one in rules if one.pk == rule.pk), None)
        if now is None or now.version != rule.version:
            raise Stale("Somebody else changed this rule in the meantime. Look at it as it is now.")
        _check(row, draft)
        _refuse_overlap([one for one in rules if one.pk != rule.pk], draft)
        before = _said(now)
        for name, value in _columns(draft).items():
            setattr(now, name, value)
        now.version += 1
        now.save()
        _log(by, row, "rule.changed", f"{now} changed", now, before)
    return now


def remove_rule(by: Person, rule: FormatRule) -> None:
    """Take a rule away; its days have none then."""
    with _changing(rule.format) as (row, _):
        found = row.rules.filter(pk=rule.pk).first()
        if found is None:
            raise Stale("Somebody else removed this rule in the meantime.")
        _log(by, row, "rule.removed", f"{found} removed", found)
        found.delete()


@contextmanager
def _changing(format: FormatRow) -> Iterator[tuple[FormatRow, list[FormatRule]]]:
    with transaction.atomic():
        row = FormatRow.objects.select_for_update().get(pk=format.pk)
        yield row, list(row.rules.select_related("format"))


def _check(row: FormatRow, draft: RuleDraft) -> None:
    """Refuse what no deck could be judged by; the text names what there is."""
    if draft.valid_until and draft.valid_until < draft.valid_from:
        raise Refused("The last day is before the first one.", field="valid_until")
    there = [version.code for version in in_use(row.game)]
    if unknown := [code for code in draft.sets if code not in there]:
        known = ", ".join(there) or "none"
        raise Refused(f"No set {', '.join(unknown)} is loaded. There are: {known}.", field="sets")
    cards = pool(row.game, in_use_of(row.game, draft.sets))
    for name, named in (("banned", draft.banned), ("limited", draft.limited)):
        if missing := [number for number in named if cards.get(number) is None]:
            raise Refused(f"Not in the legal sets: {', '.join(missing)}.", field=name)
    if twice := set(draft.banned) & set(draft.limited):
        raise Refused(f"Banned and limited at once: {', '.join(sorted(twice))}.", field="limited")
    limits = Limits.of(draft.banned, draft.limited, draft.options)
    construction(row.game, limits, cards)


def _refuse_overlap(rules: list[FormatRule], draft: RuleDraft) -> None:
    last = draft.valid_until or date.max
    for rule in rules:
        if rule.valid_from <= last and draft.valid_from <= (rule.valid_until or date.max):
            raise Refused(f"There is a rule for some of these days: {rule}.", field="valid_from")


def _columns(draft: RuleDraft) -> dict[str, Any]:
    return {
        "valid_from": draft.valid_from,
        "valid_until": draft.valid_until,
        "sets": list(draft.sets),
        "banned": list(draft.banned),
        "limited": dict(draft.limited),
        "options": dict(draft.options),
    }


def _said(rule: FormatRule) -> dict[str, Any]:
    until = rule.valid_until and rule.valid_until.isoformat()
    said = {"valid_from": rule.valid_from.isoformat(), "valid_until": until}
    return said | {name: getattr(rule, name) for name in ("sets", "banned", "limited", "options")}


def _log(
    by: Person,
    row: FormatRow,
    kind: str,
    summary: str,
    rule: FormatRule | None = None,
    before: dict[str, Any] | None = None,
) -> None:
    LibraryLog.objects.create(
        at=timezone.now(),
        actor=by,
        actor_name=name_of(by),
        kind=kind,
        summary=summary[:300],
        data={"rule": _said(rule) if rule else None, "before": before},
        format=row,
    )
