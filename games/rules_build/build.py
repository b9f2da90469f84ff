"""The build itself, in a process of its own: `python -m games.rules_build.build FOLDER
[TITLE…]`.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from games import rules_build

from .mypyc_source import has_only_compiled_bases, prepare_source

#: Of the engine only this is worth it: the rest is run once, or where something went wrong.
ENGINE = (
    "chance",
    "fields",
    "match",
    "primitives/bag",
    "primitives/turn_order",
    "primitives/bitsets",
)


def files_by_library(titles: Iterable[str]) -> dict[str, list[str]]:
    """The files to be compiled, by the library that they share.

    Packages stay as they are, since data lies beside them, and so do modules whose classes stand on
    some that are not compiled.
    """
    found = {"engine": [f"games/rules/{name}.py" for name in ENGINE]}
    for place, path in rules_build.source_files():
        _games, shelf, key, *_more = [*place.split("/"), ""]
        if shelf == "titles" and key in titles and path.suffix == ".py":
            found.setdefault(key, []).append(place)
    names = {module_name(place) for places in found.values() for place in places}
    names = {name for name in names if not name.endswith("__init__")}
    while others := {name for name in names if not has_only_compiled_bases(name, names)}:
        names -= others
    return {
        part: [place for place in places if module_name(place) in names]
        for part, places in found.items()
    }


def module_name(place: str) -> str:
    return place.removesuffix(".py").replace("/", ".")


def build(folder: Path, titles: Iterable[str], level: str) -> Path:
    """Compile into `folder`; what else lay there is gone."""
    from mypy.version import __version__ as version

    folder.mkdir(parents=True, exist_ok=True)
    name = rules_build.fingerprint()
    with tempfile.TemporaryDirectory(dir=folder, prefix=".building-") as work:
        made = Path(work, name)
        _compile(Path(work, "sources"), made, files_by_library(titles), level)
        if rules_build.fingerprint() != name:
            raise RuntimeError("the sources were changed while they were compiled")
        about = f"mypy {version}, Python {platform.python_version()}"
        (made / rules_build.ABOUT).write_text(f"{about}\n", encoding="utf-8")
        for old in folder.glob(f"*/{rules_build.ABOUT}"):
            shutil.rmtree(old.parent)
        return made.rename(folder / name)


def _compile(sources: Path, into: Path, files: dict[str, list[str]], level: str) -> None:
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    every = [place for places in files.values() for place in places]
    for place, path in rules_build.source_files():
        (sources / place).parent.mkdir(parents=True, exist_ok=True)
        if place in every:
            (sources / place).write_text(prepare_source(module_name(place), path), encoding="utf-8")
        else:
            shutil.copyfile(path, sources / place)
        if path.suffix == ".json":  # read from beside the module
            (into / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, into / place)
    os.chdir(sources)
    extensions = mypycify(
        ["--config-file=", *every],  # no checkout around it says how strict to be
        opt_level=level,
        debug_level="0",
        separate=[(places, f"longtable_{part}") for part, places in files.items()],
        target_dir=str(sources / "c"),
    )
    command = build_ext(Distribution({"name": "longtable", "ext_modules": extensions}))
    command.build_lib = str(into)
    command.build_temp = str(sources / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--level", default="2")
    given = parser.parse_args()
    made = build(given.folder.resolve(), given.titles, given.level)
    print(made, flush=True)
