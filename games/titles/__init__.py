"""The titles: every game is one folder here, and being here is all it takes to be played.

A title is looked up by its key, which is the name of its folder, and by what it offers: `rules`
(always), `board`, `bots`. Nothing else on the site names a title. One that cannot be imported is
left out, with the reason in `broken()`, and the others go on.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import logging
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent
ROOMS = ("rules", "board", "bots")

logger = logging.getLogger(__name__)
_broken: dict[str, Exception] = {}


@functools.cache
def folders() -> dict[str, Path]:
    """The folder of every title, by key."""
    return {
        path.parent.name: path.parent
        for path in sorted(FOLDER.glob("*/rules"))
        if (path / "__init__.py").is_file()
    }


@functools.cache
def room(key: str, name: str) -> ModuleType | None:
    """A room of a title ("rules", "board", "bots"); None where it has none or cannot have it.

    What an import raises is logged and kept in `broken()`: a title that fails must not take the
    site down.
    """
    if key not in folders():
        return None
    path = f"{__name__}.{key}.{name}"
    try:
        return importlib.import_module(path) if importlib.util.find_spec(path) else None
    except Exception as error:
        logger.exception("title %s: its %s cannot be imported", key, name)
        _broken[f"{key}.{name}"] = error
        return None


@functools.cache
def offered(key: str, name: str, what: str) -> Any:
    """What a room of a title offers under a name (its `GAME`, its `BOTS`); None without the room.

    A room that does not have it is as broken as one that cannot be imported.
    """
    found = room(key, name)
    if found is None:
        return None
    try:
        return getattr(found, what)
    except AttributeError as error:
        logger.error("title %s: its %s has no %s", key, name, what)
        _broken[f"{key}.{name}"] = error
        return None


def fault(key: str, name: str) -> Exception | None:
    """What is wrong with a room of a title; None where it can be had, or is not there at all."""
    if key in folders():
        room(key, name)
    return _broken.get(f"{key}.{name}")


def broken() -> dict[str, Exception]:
    """What kept rooms of titles from being used: {"chess.rules": ImportError(…)}."""
    for key in folders():
        for name in ROOMS:
            room(key, name)
    return dict(_broken)
