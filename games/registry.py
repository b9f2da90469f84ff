"""Which titles there are: every folder of `games/titles`; being there is all it takes.

A title is looked up by its key, which is the name of its folder, and by what it offers: `rules`
(always), `board`, `bots`, `conditional_moves`. Nothing else on the site names a title. What cannot
be imported, or is not as its engine needs it, is left out, with the reason in `broken_modules()`,
and the others go on: without `rules` there is no title, without the others generic ones take their
place.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

PACKAGE = "games.titles"
FOLDER = Path(__file__).parent / "titles"
TITLE_MODULES = ("rules", "board", "bots", "conditional_moves")
DJANGO_FREE_MODULES = ("rules", "bots")  # these are used without Django, too

logger = logging.getLogger(__name__)
_broken: dict[str, Exception] = {}

Check = Callable[[str, ModuleType], None]
_checks: dict[str, Check] = {}


class TitleError(Exception):
    """A file of a title is not as it must be: which file, what is wrong, what would be right."""

    def __init__(self, room: ModuleType, wrong: str, right: str) -> None:
        path = Path(room.__file__ or room.__name__)
        if FOLDER in path.parents:
            path = path.relative_to(FOLDER.parents[1])
        super().__init__(f"{path}: {wrong}; {right}")


def register_check(name: str, check: Check) -> None:
    """Have an engine look at every room of this name when it is loaded.

    `check(key, room)` raises a `TitleError` where the room is not as the engine needs it.
    """
    _checks[name] = check


@functools.cache
def title_folders() -> dict[str, Path]:
    """The folder of every title, by key."""
    return {
        path.parent.name: path.parent
        for shelf in importlib.import_module(PACKAGE).__path__
        for path in sorted(Path(shelf).glob("*/rules"))
        if (path / "__init__.py").is_file()
    }


@functools.cache
def title_module(key: str, name: str) -> ModuleType | None:
    """A room of a title (one of `TITLE_MODULES`); None where it has none or cannot have it.

    What an import or its engine's check raises is logged and kept in `broken_modules()`: a title
    that fails must not take the site down.
    """
    if key not in title_folders():
        return None
    path = f"{PACKAGE}.{key}.{name}"
    try:
        if importlib.util.find_spec(path) is None:
            return None
        found = importlib.import_module(path)
        if name in _checks:
            _checks[name](key, found)
        return found
    except Exception as error:
        logger.exception("title %s: its %s cannot be used", key, name)
        _broken[f"{key}.{name}"] = error
        return None


def module_error(key: str, name: str) -> Exception | None:
    """What is wrong with a room of a title; None where it can be had, or is not there at all."""
    if key in title_folders():
        title_module(key, name)
    return _broken.get(f"{key}.{name}")


def broken_modules() -> dict[str, Exception]:
    """What kept rooms of titles from being used: {"<key>.rules": ImportError(…)}.

    Where Django is not set up, only rooms that do without it are looked at.
    """
    django = sys.modules.get("django.apps")
    names = TITLE_MODULES if django is not None and django.apps.ready else DJANGO_FREE_MODULES
    for key in title_folders():
        for name in names:
            title_module(key, name)
    return dict(_broken)
