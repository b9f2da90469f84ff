"""Compile the rules and bots to machine code: `games/rules_build` says when a process uses that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry


class Command(BaseCommand):
    help = "Compile the rules and bots to machine code, for this Python and these sources."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "titles",
            nargs="*",
            metavar="TITLE",
            help="only of these games; the others stay plain Python",
        )
        parser.add_argument(
            "--level",
            default="2",
            choices=("0", "1", "2", "3"),
            help="how hard the C compiler tries; what 0 builds is slower than plain Python",
        )

    def handle(self, *args: Any, titles: list[str], level: str, **options: Any) -> None:
        if not settings.COMPILED_RULES:
            raise CommandError("COMPILED_RULES is empty: it names the folder for what is compiled")
        known = registry.title_folders()
        if unknown := sorted({*titles} - {*known}):
            raise CommandError(f"there is no game {unknown[0]!r}; there are: {', '.join(known)}")
        if lacking := list(missing_tools()):
            raise CommandError("\n".join(lacking))
        self.stdout.write("Compiling, which takes some minutes …")
        command = [sys.executable, "-m", "games.rules_build.build", settings.COMPILED_RULES]
        done = subprocess.run(
            [*command, *(titles or known), "--level", level],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise CommandError(f"{done.stdout}{done.stderr}")
        self.stdout.write(
            f"{done.stdout.strip()}\nWhatever starts from now on plays by it, as long as the "
            "sources stay the same."
        )


def missing_tools() -> Iterator[str]:
    """What this machine lacks, and where it comes from."""
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        yield f"mypy is missing: {sys.executable} -m pip install -r requirements-dev.txt"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        yield f"the C compiler {compiler} is missing; on Debian and Ubuntu: apt install gcc"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        yield "Python.h is missing; on Debian and Ubuntu: apt install python3-dev"
