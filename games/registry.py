"""Which titles there are: every folder of `games/titles`; being there is all it takes.

A title is looked up by its key, which is the name of its folder, and by what it offers: `rules`
(always), `board`, `bots`, `orders`. Nothing else on the site names a title. What cannot be
imported, or is not as its engine needs it, is left out, with the reason in `broken()`, and the
others go on: without `rules` there is no title, without the others generic ones take their place.
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
ROOMS = ("rules", "board", "bots", "orders")
PURE = ("rules", "bots")  # these are used without Django, too

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


def checked_by(name: str, check: Check) -> None:
    """Have an engine look at every room of this name when it is loaded.

    `check(key, room)` raises a `TitleError` where the room is not as the engine needs it.
    """
    _checks[name] = check


@functools.cache
def folders() -> dict[str, Path]:
    """The folder of every title, by key."""
    return {
        path.parent.name: path.parent
        for shelf in importlib.import_module(PACKAGE).__path__
        for path in sorted(Path(shelf).glob("*/rules"))
        if (path / "__init__.py").is_file()
    }


@functools.cache
def room(key: str, name: str) -> ModuleType | None:
    """A room of a title (one of `ROOMS`); None where it has none or cannot have it.

    What an import or its engine's check raises is logged and kept in `broken()`: a title that
    fails must not take the site down.
    """
    if key not in folders():
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


def fault(key: str, name: str) -> Exception | None:
    """What is wrong with a room of a title; None where it can be had, or is not there at all."""
    if key in folders():
        room(key, name)
    return _broken.get(f"{key}.{name}")


def broken() -> dict[str, Exception]:
    """What kept rooms of titles from being used: {"<key>.rules": ImportError(…)}.

    Where Django is not set up, only rooms that do without it are looked at.
    """
    django = sys.modules.get("django.apps")
    names = ROOMS if django is not None and django.apps.ready else PURE
    for key in folders():
        for name in names:
            room(key, name)
    return dict(_broken)
