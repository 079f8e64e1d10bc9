"""A list of players as CSV: look at it first, put it right, then enter everybody or nobody."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse

from organizer.domain import imports
from organizer.interfaces.forms.registration import ImportForm
from organizer.models import Entry, Event

from .base import actor, carry_out, event_or_404, require
from .registration import show_codes

ROWS_SHOWN = 200


def entries_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the rows would do, with the errors of each; on ``do=import`` enter them and show their codes."""
    event = event_or_404(request, slug)
    require(request, "entries.manage", event)
    then = reverse("entries_manage", args=[slug])
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"event": event, "form": form, "then": then}
    if request.method == "POST" and form.is_valid():
        rows = form.rows()
        if request.POST.get("do") == "import":
            result = carry_out(
                request,
                lambda: imports.import_entries(event, actor(request), rows),
                form=form,
                said="Everybody in the list is in the event now.",
            )
            if result.value:
                return _imported(request, event, result.value, then)
            if result:
                return redirect(then)
        context |= _preview(event, rows)
    return render(
        request, "organizer/import.html", context, status=422 if form.is_bound and form.errors else 200
    )


def _preview(event: Event, rows: bytes | str) -> dict[str, Any]:
    preview = imports.parse_entries_csv(event, rows)
    text = "" if preview.errors and isinstance(rows, bytes) else imports.decoded(rows)
    faulty_first = [*preview.faulty, *preview.new, *preview.same]
    return {
        "preview": preview,
        "shown": faulty_first[:ROWS_SHOWN],
        "hidden": max(0, len(faulty_first) - ROWS_SHOWN),
        "again": ImportForm(initial={"text": text}),
    }


def _imported(request: HttpRequest, event: Event, entries: list[Entry], then: str) -> HttpResponse:
    """The claim codes of everybody imported, shown this once."""
    made = {entry.pk: entry for entry in entries}
    stored = event.entries.filter(pk__in=made).prefetch_related("members")
    codes = [
        (member.name, code)
        for entry in stored
        for member, code in zip(entry.members.all(), made[entry.pk].fresh_codes, strict=True)
    ]
    return show_codes(request, event, codes, then)


urls = [
    path("events/<slug:slug>/desk/players/import/", entries_import, name="entries_import"),
]
