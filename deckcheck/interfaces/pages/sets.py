"""Card sets: the list, a set's versions, and for the site's staff loading a file after a preview."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.views.decorators.http import require_POST

from deckcheck.domain.packing import stored_set
from deckcheck.domain.sets import activate_version, difference, keep_upload, load_upload, preview_set
from deckcheck.domain.versions import in_use
from deckcheck.models import Game, SetUpload, SetVersion, StoredSet

from .base import carry_out, game_or_404, page_of, site_staff

CHANGES_PER_PAGE = 50


class UploadForm(forms.Form):
    file = forms.FileField(label="Set file", help_text="A card set in the format of docs/cards.md, as YAML.")


def card_sets(request: HttpRequest) -> HttpResponse:
    """Every set in use, by game; sets that were never stored are the ones that come with the site."""
    stored = {(row.game, row.code): row for row in StoredSet.objects.all()}
    sets = [
        {"game": game, "cards": version.load(), "stored": stored.get((game.value, version.code))}
        for game in Game
        for version in in_use(game.value)
    ]
    return render(request, "deckcheck/card_sets.html", {"sets": sets})


def card_set(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """A set with all its versions and who loaded them."""
    of = game_or_404(game)
    stored = StoredSet.objects.filter(game=of.value, code=code).first()
    used = next((version for version in in_use(of.value) if version.code == code), None)
    if used is None:
        raise Http404("There is no such set.")
    versions = stored.versions.select_related("loaded_by").defer("source", "compiled") if stored else []
    context = {"game": of, "code": code, "cards": used.load(), "stored": stored, "versions": versions}
    context["log"] = stored.log.all()[:20] if stored else []
    return render(request, "deckcheck/card_set.html", context)


def card_set_version(request: HttpRequest, game: str, code: str, number: int) -> HttpResponse:
    """What one version changed against the one before it."""
    versions = SetVersion.objects.filter(set__game=game_or_404(game).value, set__code=code)
    version = get_object_or_404(versions.select_related("set").defer("source", "compiled"), number=number)
    earlier = (
        versions.filter(number__lt=number).order_by("-number").values_list("content_hash", flat=True).first()
    )
    diff = difference(stored_set(earlier) if earlier else None, stored_set(version.content_hash))
    context = {"game": Game(game), "version": version, "first": earlier is None, "diff": diff}
    context["changed"] = page_of(request, diff.changed, CHANGES_PER_PAGE)
    return render(request, "deckcheck/card_set_version.html", context)


@require_POST
def card_set_activate(request: HttpRequest, game: str, code: str, number: int) -> HttpResponse:
    """Put an older version into use again."""
    by = site_staff(request)
    versions = SetVersion.objects.filter(set__game=game_or_404(game).value, set__code=code)
    version = get_object_or_404(versions.select_related("set"), number=number)
    carry_out(request, lambda: activate_version(by, version), said=f"{version} is in use.")
    return redirect("card_set", game=game, code=code)


def card_set_upload(request: HttpRequest) -> HttpResponse:
    """Choose a file; it is kept until its preview is confirmed."""
    by = site_staff(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        done, upload = carry_out(request, lambda: keep_upload(by, file.read(), file.name), form=form)
        if done and upload:
            return redirect("card_set_preview", pk=upload.pk)
    return render(request, "deckcheck/card_set_upload.html", {"form": form})


def card_set_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What the file would change, or everything that is wrong with it; pressing the button loads it."""
    by = site_staff(request)
    upload = get_object_or_404(SetUpload, pk=pk, by=by)
    if request.method == "POST":
        seen = request.POST.get("content_hash", "")
        done, version = carry_out(request, lambda: load_upload(by, upload, seen))
        if done and version:
            return redirect("card_set", game=version.set.game, code=version.set.code)
    preview = preview_set(bytes(upload.content), upload.file)
    context: dict[str, Any] = {"upload": upload, "preview": preview, "diff": preview.diff}
    context["changed"] = page_of(request, preview.diff.changed, CHANGES_PER_PAGE)
    return render(request, "deckcheck/card_set_preview.html", context)


urls = [
    path("cards/sets/", card_sets, name="card_sets"),
    path("cards/sets/upload/", card_set_upload, name="card_set_upload"),
    path("cards/sets/upload/<int:pk>/", card_set_preview, name="card_set_preview"),
    path("cards/sets/<str:game>/<str:code>/", card_set, name="card_set"),
    path("cards/sets/<str:game>/<str:code>/<int:number>/", card_set_version, name="card_set_version"),
    path("cards/sets/<str:game>/<str:code>/<int:number>/use/", card_set_activate, name="card_set_activate"),
]
