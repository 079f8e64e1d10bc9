"""The deck box: one's decks, a page for each, the editor with its live verdict, and shared decks."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deckcheck.domain import decks
from deckcheck.domain.base import Refused, Stale
from deckcheck.domain.formats import formats_of, pool_of
from deckcheck.interfaces import editor
from deckcheck.interfaces.editor import GAMES
from deckcheck.lists import FORMATS, write_list
from deckcheck.models import DeckVersion, StoredDeck

from .base import carry_out, page_of, signed_in

PAGE = 60
FORMATS_OF = {
    "neuroscape": ("plain", "deckplanet", "deckscape", "decklab", "json", "csv"),
    "hope-cardgame": ("hope", "json", "csv"),
}
MEDIA = {"json": ("application/json", "json"), "csv": ("text/csv", "csv")}


@require_safe
def box(request: HttpRequest) -> HttpResponse:
    """My decks, the last changed first; ``?game=`` one game's, ``?archived=1`` those put aside."""
    user = signed_in(request)
    rows = StoredDeck.objects.filter(owner=user)
    game = request.GET.get("game", "")
    archived = request.GET.get("archived") == "1"
    shown = rows.filter(archived=archived)
    if game in GAMES:
        shown = shown.filter(game=game)
    last = DeckVersion.objects.filter(deck=OuterRef("pk")).order_by("-number")
    shown = shown.annotate(
        legal=Subquery(last.values("legal")[:1]),
        faults=Subquery(last.values("fault_count")[:1]),
        version=Subquery(last.values("number")[:1]),
    )
    counts = dict(rows.filter(archived=archived).order_by().values_list("game").annotate(Count("pk")))
    context = {
        "page": page_of(request, shown, PAGE),
        "game": game if game in GAMES else "",
        "games": [(code, name, counts.get(code, 0)) for code, name in GAMES.items()],
        "total": sum(counts.values()),
        "archived": archived,
        "has_archived": rows.filter(archived=True).exists(),
        "game_names": GAMES,
    }
    return render(request, "deckcheck/decks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """A new deck: paste or type a list and see what it is."""
    signed_in(request)
    game = request.POST.get("game") or request.GET.get("game", "")
    if game not in GAMES:
        game = next(iter(GAMES))
    return _edit(request, None, game)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a deck: its list (a new version), name, format and notes."""
    deck = own_deck(request, pk)
    return _edit(request, deck, deck.game)


def own_deck(request: HttpRequest, pk: int) -> StoredDeck:
    """A deck of the person; anybody else's is not there."""
    return get_object_or_404(StoredDeck, pk=pk, owner=signed_in(request))


def _edit(request: HttpRequest, deck: StoredDeck | None, game: str) -> HttpResponse:
    last = deck.versions.first() if deck else None
    given = {
        "name": deck.name if deck else "",
        "notes": deck.notes if deck else "",
        "text": last.text if last else "",
        "format": deck.format if deck else editor.default_format(game),
        "seen": str(last.number) if last else "",
    }
    error: Refused | None = None
    if request.method == "POST":
        given |= {name: request.POST.get(name, given[name]) for name in given}
        if (changed := editor.changed_text(request)) is not None:
            given["text"] = changed
        elif request.POST.get("do") == "save":
            try:
                saved = _save(request, deck, game, given)
            except Refused as refused:
                error = refused
                if isinstance(refused, Stale) and deck and (newest := deck.versions.first()):
                    given["seen"] = str(newest.number)
            else:
                messages.success(request, _saved(saved))
                return redirect("deck", saved.deck.pk)
    if given["format"] not in dict(formats_of(game)):
        given["format"] = editor.default_format(game)
    context = {
        "deck": deck,
        "game": game,
        "games": GAMES,
        "formats": formats_of(game),
        "given": given,
        "error": error,
        **editor.editor(given["text"], game, given["format"]),
    }
    return render(request, "deckcheck/deck_form.html", context, status=422 if error else 200)


def _save(request: HttpRequest, deck: StoredDeck | None, game: str, given: dict[str, str]) -> decks.Saved:
    return decks.save_deck(
        signed_in(request),
        given["text"],
        game=game,
        format=given["format"],
        name=given["name"],
        notes=given["notes"],
        deck=deck,
        seen=int(given["seen"]) if given["seen"].isdecimal() else None,
    )


def _saved(saved: decks.Saved) -> str:
    if not saved.new:
        return "Saved; the list itself did not change."
    return f"Saved as version {saved.version.number}."


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The verdict on what is in the editor, for its scripts: the verdict alone, or the editor with a changed text.

    Public: a list can be checked without an account. ``game``, ``format``, ``on`` and ``text`` are the form's.
    """
    game, code = request.POST.get("game", ""), request.POST.get("format", "")
    if game not in GAMES:
        raise Http404("There are no decks in this game.")
    changed = editor.changed_text(request)
    text = request.POST.get("text", "") if changed is None else changed
    day = editor.asked_day(request)
    context = editor.editor(text, game, code, day, fixed="fixed" in request.POST)
    part = "verdict" if changed is None else "editor"
    return render(request, f"deckcheck/parts/{part}.html", context | {"oob": changed is None})


def _share(deck: StoredDeck, user: Any) -> None:
    decks.share(deck)


ACTS: dict[str, tuple[Callable[[StoredDeck, Any], Any], str]] = {
    "share": (_share, "Whoever has the link below can read this deck."),
    "unshare": (lambda deck, user: decks.unshare(deck), "The link leads nowhere any more."),
    "archive": (lambda deck, user: decks.archive(deck), "Put aside."),
    "unarchive": (lambda deck, user: decks.archive(deck, False), "Back in the deck box."),
    "copy": (lambda deck, user: decks.copy_deck(deck, user), "Copied."),
    "delete": (lambda deck, user: decks.delete_deck(deck), "The deck is deleted."),
}
"""The buttons of a deck's page, by the value of ``do``."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck(request: HttpRequest, pk: int) -> HttpResponse:
    """One of my decks; ``?version=`` an earlier list of it."""
    shown = own_deck(request, pk)
    if request.method == "POST":
        return _act(request, shown)
    versions = list(shown.versions.defer("text", "zones"))
    version = _version(request, shown)
    context = {
        "deck": shown,
        "version": version,
        "versions": versions,
        "latest": bool(versions) and version.pk == versions[0].pk,
        "game_name": GAMES.get(shown.game, shown.game),
        "format_name": dict(formats_of(shown.game)).get(shown.format, shown.format),
        "downloads": _downloads(shown),
        "link": request.build_absolute_uri(reverse("deck_shared", args=[shown.share_token]))
        if shown.share_token
        else "",
        "verdict": editor.verdict_on(version.text, shown.game, shown.format, timezone.localdate()),
    }
    return render(request, "deckcheck/deck.html", context)


def _act(request: HttpRequest, shown: StoredDeck) -> HttpResponse:
    name = request.POST.get("do", "")
    if name not in ACTS:
        raise Http404("The deck has no such button.")
    work, said = ACTS[name]
    done, value = carry_out(request, lambda: work(shown, request.user), said=said)
    if done and name == "delete":
        return redirect("decks")
    if done and isinstance(value, decks.Saved):
        return redirect("deck", value.deck.pk)
    return redirect("deck", shown.pk)


def _version(request: HttpRequest, shown: StoredDeck) -> DeckVersion:
    asked = request.GET.get("version", "")
    versions = shown.versions.all()
    if asked:
        known = asked.isdecimal() and len(asked) < 7
        versions = versions.filter(number=int(asked)) if known else versions.none()
    version = versions.first()
    if version is None:
        raise Http404("This deck has no such version.")
    return version


def _downloads(shown: StoredDeck) -> list[tuple[str, str]]:
    return [(code, FORMATS[code]) for code in FORMATS_OF.get(shown.game, ())]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A deck as its link shows it: the newest list without its notes. A POST copies it into one's own box."""
    found = get_object_or_404(StoredDeck.objects.select_related("owner"), share_token=token)
    if request.method == "POST":
        user = signed_in(request)
        done, saved = carry_out(request, lambda: decks.copy_deck(found, user), said="Copied into your decks.")
        return redirect("deck", saved.deck.pk) if done and saved else redirect("deck_shared", token)
    version = found.versions.first()
    if version is None:
        raise Http404("This deck is empty.")
    context = {
        "deck": found,
        "version": version,
        "game_name": GAMES.get(found.game, found.game),
        "format_name": dict(formats_of(found.game)).get(found.format, found.format),
        "downloads": _downloads(found),
        "verdict": editor.verdict_on(version.text, found.game, found.format, timezone.localdate()),
    }
    return render(request, "deckcheck/deck_shared.html", context)


@require_safe
@never_cache
def download(request: HttpRequest, pk: int) -> HttpResponse:
    """A deck as a file: ``?format=`` a notation, or the text as it was saved. Mine, or with ``?token=`` a shared one."""
    token = request.GET.get("token", "")
    if token:
        found = get_object_or_404(StoredDeck, pk=pk, share_token=token)
        version = found.versions.first()
    else:
        found = own_deck(request, pk)
        version = _version(request, found)
    if version is None:
        raise Http404("This deck is empty.")
    return as_file(version, found.name, request.GET.get("format", ""))


def as_file(version: DeckVersion, name: str, code: str) -> HttpResponse:
    """The list as an attachment in the notation ``code``; empty is the text as it was saved."""
    if code and code not in FORMATS_OF.get(version.game, ()):
        raise Http404("A list of this game is not written in this notation.")
    text = version.text
    if code:
        text = write_list(version.as_deck(), pool_of(version.game, version.card_sets.values()), code)
    media, ending = MEDIA.get(code, ("text/plain", "txt"))
    answer = HttpResponse(text, content_type=f"{media}; charset=utf-8")
    file = f"{slugify(name) or 'deck'}{f'-{code}' if code and ending == 'txt' else ''}.{ending}"
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


urls = [
    path("decks/", box, name="decks"),
    path("decks/new/", new, name="deck_new"),
    path("decks/check/", check, name="deck_check_text"),
    path("decks/<int:pk>/", deck, name="deck"),
    path("decks/<int:pk>/edit/", edit, name="deck_edit"),
    path("decks/<int:pk>/download/", download, name="deck_download"),
    path("d/<str:token>/", shared, name="deck_shared"),
]
