"""The registry of titles: every folder of `games/titles` with a `rules` package is one.

A title is looked up by its key, the name of its folder, and by module: `rules` (required),
`board`, `bots`, `conditional_moves`. Nothing else on the site names a title. A module that cannot
be imported or fails its check is left out, with the reason in `broken_modules()`, and the site goes
on. Without `rules` the title is missing; generic versions replace the other modules.
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
DJANGO_FREE_MODULES = ("rules", "bots")  # these work without Django as well

logger = logging.getLogger(__name__)
_broken: dict[str, Exception] = {}

Check = Callable[[str, ModuleType], None]
_checks: dict[str, Check] = {}


class TitleError(Exception):
    """A file of a title is invalid; the message says which, what is wrong and what is right."""

    def __init__(self, module: ModuleType, wrong: str, right: str) -> None:
        path = Path(module.__file__ or module.__name__)
        if FOLDER in path.parents:
            path = path.relative_to(FOLDER.parents[1])
        super().__init__(f"{path}: {wrong}; {right}")


def register_check(name: str, check: Check) -> None:
    """Register a check that runs on every module of this name when it is loaded.

    `check(key, module)` raises `TitleError` if the module does not meet the engine's needs.
    """
    _checks[name] = check


@functools.cache
def title_folders() -> dict[str, Path]:
    """Return the folder of every title, by key."""
    return {
        path.parent.name: path.parent
        for shelf in importlib.import_module(PACKAGE).__path__
        for path in sorted(Path(shelf).glob("*/rules"))
        if (path / "__init__.py").is_file()
    }


@functools.cache
def title_module(key: str, name: str) -> ModuleType | None:
    """Return a module of a title (one of `TITLE_MODULES`), or None if it is missing or broken.

    An error of the import or of a check is logged and stored for `broken_modules()`, because a
    broken title must not take the site down.
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
        logger.exception("title %s: cannot use its %s", key, name)
        _broken[f"{key}.{name}"] = error
        return None


def module_error(key: str, name: str) -> Exception | None:
    """Return why a module of a title cannot be used, or None if it can or does not exist."""
    if key in title_folders():
        title_module(key, name)
    return _broken.get(f"{key}.{name}")


def broken_modules() -> dict[str, Exception]:
    """Return the errors of modules that cannot be used, such as {"<key>.rules": ImportError(…)}.

    If Django is not set up, only the modules that work without it are loaded.
    """
    django = sys.modules.get("django.apps")
    names = TITLE_MODULES if django is not None and django.apps.ready else DJANGO_FREE_MODULES
    for key in title_folders():
        for name in names:
            title_module(key, name)
    return dict(_broken)
