"""Build the drawings that no position of a match changes (`games/boards/art.py`)."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry
from games.boards import art


class Command(BaseCommand):
    help = "Write the drawings that the art/ packages of the games build, where they differ."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("titles", nargs="*", metavar="TITLE", help="only of these games")
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if a file is out of date"
        )

    def handle(self, *args: Any, titles: list[str], check: bool, **options: Any) -> None:
        known = art.titles_with_art()
        if unknown := sorted({*titles} - {*known}):
            raise CommandError(f"{unknown[0]!r} has no art; these have: {', '.join(known)}")
        stale = {
            path: text for key in titles or known for path, text in art.stale_files(key).items()
        }
        names = [str(path.relative_to(registry.FOLDER.parents[1])) for path in stale]
        if check and stale:
            raise CommandError(f"out of date: {', '.join(names)}; run manage.py build_art")
        for path, text in stale.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.stdout.write("\n".join(names) or "All drawings are up to date.")
