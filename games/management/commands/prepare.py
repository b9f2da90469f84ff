"""`manage.py prepare`: what must be done before a new version of the site may run."""

from __future__ import annotations

import hashlib
import inspect
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string

from accounts.site import owner
from games.lobby.home import demo as demonstration
from games.table.session import holds


class Command(BaseCommand):
    help = "Bring the database up to date and collect static files when they changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="fill an empty site")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:
            self.collect_static()
        self.hold_unloadable_tables()
        if demo:
            self.fill()
        owner.sync_owner_key()

    def hold_unloadable_tables(self) -> None:
        """Before the first deadline: which matches cannot be played on with what is here now?"""
        changed = holds.recheck_all()
        if changed:
            self.stdout.write(f"{changed} tables were put on hold or go on: see held_tables.")

    def collect_static(self) -> None:
        stamp = Path(settings.STATIC_ROOT) / ".collected"
        fingerprint = static_fingerprint()
        if stamp.exists() and stamp.read_text() == fingerprint:
            return
        stamp.unlink(missing_ok=True)  # one that was killed is done again
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(fingerprint)

    def fill(self) -> None:
        if get_user_model().objects.exists():
            self.stdout.write("The site is not empty: --demo changes nothing.")
            return
        demonstration.fill_site()
        self.stdout.write("The site is filled with demonstration people and tables.")


def static_fingerprint() -> str:
    """Changes when any static file, or how they are stored, does."""
    storing = import_string(settings.STORAGES["staticfiles"]["BACKEND"])
    digest = hashlib.sha256(Path(inspect.getfile(storing)).read_bytes())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            found = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
