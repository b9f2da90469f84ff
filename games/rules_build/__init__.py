"""Uses rules and bots compiled to machine code, if `compile_rules` has built them.

The Python sources are the reference. The site uses them unless there is a build of exactly these
sources for this Python. A build is in a separate folder, whose name is the fingerprint of the
sources.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import logging
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from games import registry

GAMES = Path(__file__).parents[1]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
ABOUT = "ABOUT"  # the file of a build that says what made it

OTHER_SOURCES_MESSAGE = (
    "what is compiled in {} is of other sources or for another Python; run manage.py compile_rules"
)
TOO_LATE_MESSAGE = "{} had been imported before the build was looked for; do that first"

logger = logging.getLogger(__name__)


class BuildStatus(NamedTuple):
    """Where builds lie, and what this process made of them at its start.

    Attributes:
        about: what made the build that is in use.
        missed: why none is, where there are some.
    """

    folder: Path
    about: str | None = None
    missed: str | None = None

    def __str__(self) -> str:
        if self.about is not None:
            return f"rules and bots are compiled ({self.about})"
        if self.missed is not None:
            return f"rules and bots are played in plain Python: {self.missed}"
        return "rules and bots are played in plain Python"


class BuildFinder:
    """Finds the modules of a build before those in plain Python are looked for."""

    def __init__(self, build: Path) -> None:
        self.files = {
            ".".join(path.relative_to(build).parts).removesuffix(SUFFIX): path
            for path in build.rglob(f"*{SUFFIX}")
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(name)
        if file is None:
            return None
        loader = ExtensionFileLoader(name, str(file))
        return importlib.util.spec_from_file_location(name, file, loader=loader)


#: Of this process; None before `activate`.
build_status: BuildStatus | None = None


def activate(folder: Path) -> BuildStatus:
    """Have this process import the build of its own sources, where `folder` has one.

    To be called before anything imports the rules: classes of a build and of plain Python do not
    mix, so afterwards the build is left alone.
    """
    global build_status
    build = folder / fingerprint() if folder.is_dir() else folder
    if not (build / ABOUT).is_file():
        others = any(folder.glob(f"*/{ABOUT}"))
        build_status = BuildStatus(
            folder, missed=OTHER_SOURCES_MESSAGE.format(folder) if others else None
        )
        return build_status
    finder = BuildFinder(build)
    if known := sorted(finder.files.keys() & sys.modules.keys()):
        build_status = BuildStatus(folder, missed=TOO_LATE_MESSAGE.format(known[0]))
    else:
        sys.meta_path.insert(0, finder)
        build_status = BuildStatus(folder, (build / ABOUT).read_text(encoding="utf-8").strip())
    return build_status


def is_active() -> bool:
    """Whether this process plays by a build."""
    return build_status is not None and build_status.about is not None


def log_status() -> None:
    """Say in the log that this process plays by a build, or why not by one that is there."""
    if build_status is not None and (build_status.about or build_status.missed):
        logger.log(logging.WARNING if build_status.missed else logging.INFO, "%s", build_status)


def source_files() -> Iterator[tuple[str, Path]]:
    """Whatever a build is made from: files by their place in it."""
    yield "games/__init__.py", GAMES / "__init__.py"
    yield "games/registry.py", GAMES / "registry.py"
    yield "games/titles/__init__.py", registry.FOLDER / "__init__.py"
    folders = [(f"games/{name}", GAMES / name) for name in ("rules", "bots", "rules_build")]
    for key, folder in sorted(registry.title_folders().items()):
        yield f"games/titles/{key}/__init__.py", folder / "__init__.py"
        folders += [
            (f"games/titles/{key}/{name}", folder / name) for name in registry.DJANGO_FREE_MODULES
        ]
    for place, folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".json") and path.is_file():
                yield f"{place}/{path.relative_to(folder).as_posix()}", path


def fingerprint() -> str:
    """A name for these sources and this Python."""
    found = hashlib.sha256(SUFFIX.encode())
    for place, path in source_files():
        found.update(f"\n{place} ".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]
