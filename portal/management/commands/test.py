"""`manage.py test`: lint, types and every test. With arguments: only pytest, with those."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from tests.run import run


class Command(BaseCommand):
    help = (
        "Run the checks and all tests, with one summary line. --quick: what to run before a "
        "commit, in a minute or so. Other arguments go to pytest: "
        "manage.py test tests/rules -k wharf"
    )
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        if argv[2:] in (["-h"], ["--help"]):
            self.print_help(argv[0], argv[1])
            return
        sys.exit(run(argv[2:]))
