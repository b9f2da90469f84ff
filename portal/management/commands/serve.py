"""`manage.py serve` among Django's commands; `manage.py` calls `portal.server.serve` directly."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.server import serve
from portal.server.launcher import ServeError


class Command(BaseCommand):
    help = serve.HELP
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        serve.add_arguments(parser)

    def handle(self, *args: Any, host: str, port: int, demo: bool, **options: Any) -> None:
        try:
            serve.serve(host, port, demo)
        except ServeError as error:
            raise CommandError(str(error)) from error
