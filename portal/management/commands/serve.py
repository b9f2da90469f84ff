"""`manage.py serve`: the whole site on this machine, from one command."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from portal import private
from portal.launcher import CannotServe, Launcher


class Command(BaseCommand):
    help = "Run the whole site: web server, worker, beat and, without REDIS_URL, its own Redis."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument(
            "--demo", action="store_true", help="fill an empty site with people, tables and matches"
        )

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        def say(line: str) -> None:
            self.stdout.write(line)
            self.stdout.flush()

        os.umask(private.UMASK)  # every part inherits it
        private.close_files(settings.DATA_DIR, but=Path(settings.STATIC_ROOT))
        launcher = Launcher(settings.DATA_DIR, host, port, os.environ, say)
        try:
            launcher.run(("--demo",) if demo else ())
        except CannotServe as error:
            raise CommandError(str(error)) from error
