"""``manage.py load_cards FILE...``: load card sets, each whole or not at all."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deckcheck.domain.base import Refused
from deckcheck.domain.sets import BadSet, SetPreview, load_set, load_shipped, preview_set


class Command(BaseCommand):
    help = "Load card set files, or those that come with the site; a file with a mistake loads nothing of itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="card sets as YAML")
        parser.add_argument("--shipped", action="store_true", help="the sets that come with the site")
        parser.add_argument(
            "--preview", action="store_true", help="say what would change, and change nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files = [Path(name) for name in options["files"]]
        if bool(files) == options["shipped"] or (options["shipped"] and options["preview"]):
            raise CommandError(
                "Name the files to load (with --preview if you like), or give --shipped alone."
            )
        if options["shipped"]:
            for version in load_shipped():
                self.stdout.write(f"{version}: {version.cards_total} cards, in use")
            return
        bad = [str(file) for file in files if not self._file(file, options["preview"])]
        if bad:
            raise CommandError(f"Not loaded: {', '.join(bad)}")

    def _file(self, file: Path, only_preview: bool) -> bool:
        try:
            content = file.read_bytes()
        except OSError as error:
            self.stderr.write(f"{file}: {error.strerror}")
            return False
        if only_preview:
            return self._preview(preview_set(content, str(file)))
        try:
            version = load_set(None, content, str(file))
        except BadSet as bad:
            return self._errors(bad.errors)
        except Refused as refused:
            return self._errors((refused.message,))
        self.stdout.write(f"{version}: {version.cards_total} cards, in use")
        return True

    def _preview(self, preview: SetPreview) -> bool:
        if preview.cards is None:
            return self._errors(preview.errors)
        diff = preview.diff
        self.stdout.write(
            f"{preview.file}: {preview.cards.name} ({preview.cards.code}), {len(preview.cards.cards)} cards; "
            f"{len(diff.added)} new, {len(diff.changed)} changed, {len(diff.removed)} gone"
        )
        for number, name in diff.removed:
            self.stdout.write(f"  gone     {number} {name}")
        for card in diff.changed:
            self.stdout.write(
                f"  changed  {card.number} {card.name}: {', '.join(key for key, *_ in card.keys)}"
            )
        return True

    def _errors(self, errors: tuple[object, ...]) -> bool:
        for error in errors:
            self.stderr.write(str(error))
        return False
