"""Discovery of a title's templates, static files and hooks: a file is used because it exists."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from games import registry
from games.registry import TitleError

from .base import Presenter

# attributes of a presenter for templates, and the file names
TEMPLATE_FILES = {
    "template": "board.html",
    "cover": "cover.html",
    "dock": "dock.html",
    "seat": "seat.html",
    "thumbnail": "thumbnail.html",
}
#: Presenter hooks that may be functions of the same name, with the files of `board/` to look in.
HOOK_FILES = {
    "prompt": ("prompts",),
    "decision_kind": ("prompts",),
    "move_label": ("move_labels", "prompts"),
    "move_groups": ("move_labels", "prompts"),
    "auto_answer_label": ("move_labels",),
    "rule_anchors": ("rule_links", "prompts"),
    "preview_text": ("preview",),
    "closing_moves": ("hud",),
    "unfinished_warning": ("hud",),
    "stats": ("hud",),
    "zones": ("zones", "hud"),
    "verdict": ("hud",),
    "title_changes": ("changes",),
    "thumbnail_data": ("thumbnail",),
    "panels": ("position",),
    "points": ("position",),
    "merge_events": ("log",),
    "log_line": ("log",),
    "highlight": ("log",),
    "is_automatic": ("log",),
    "figures": ("figures",),
    "luck": ("luck",),
}
HOOK_MODULES = sorted({file for files in HOOK_FILES.values() for file in files})

Hook = Callable[..., Any]


def attach_hooks(show: Presenter, board: ModuleType | None = None) -> None:
    """Give a presenter the functions, templates, stylesheets and scripts of its title's folder."""
    if board is not None:
        for hook, function in find_hooks(board, type(show)):
            setattr(show, hook, function)
            show.has_figures = show.has_figures or hook == "figures"
    key = show.game.key
    folder = registry.title_folders().get(key)
    if folder is None:
        return
    for part, name in TEMPLATE_FILES.items():
        if (folder / "templates" / name).is_file():
            setattr(show, part, f"{key}/templates/{name}")
    static, kind = folder / "static", type(show)
    show.stylesheets = (
        *kind.stylesheets,
        *(f"titles/{key}/{path.name}" for path in sorted(static.glob("*.css"))),
    )
    show.scripts = (
        *kind.scripts,
        *(f"titles/{key}/{path.name}" for path in sorted(static.glob("*.js"))),
    )


def find_hooks(board: ModuleType, kind: type[Presenter]) -> Iterator[tuple[str, Hook]]:
    """The hooks in a board's files, except those that its presenter class overrides itself.

    Raises:
        TitleError: two functions are the same hook, or the parameters of one do not fit.
    """
    modules = {name: _hook_module(board, name) for name in HOOK_MODULES}
    for hook, files in HOOK_FILES.items():
        if getattr(kind, hook) is not getattr(Presenter, hook):
            continue
        found = [
            (module, getattr(module, hook))
            for module in map(modules.get, files)
            if module is not None and hasattr(module, hook)
        ]
        if len(found) > 1:
            raise TitleError(
                found[1][0], f"{hook} is also in {files[0]}.py", "only one of the two functions"
            )
        for module, function in found:
            _check_signature(hook, module, function)
            yield hook, function


def _hook_module(board: ModuleType, name: str) -> ModuleType | None:
    path = f"{board.__name__}.{name}"
    found = hasattr(board, "__path__") and importlib.util.find_spec(path) is not None
    return importlib.import_module(path) if found else None


def _check_signature(hook: str, module: ModuleType, function: Hook) -> None:
    """Check the parameters of a function against those of the presenter's method.

    Raises:
        TitleError: they differ.
    """
    _self, *wanted = inspect.signature(getattr(Presenter, hook)).parameters.values()
    given = list(inspect.signature(function).parameters.values())
    left_out = [one.default is not one.empty for one in given]
    fits = [one.name for one in given[: len(wanted)]] == [one.name for one in wanted]
    fits = fits and all(left_out[len(wanted) :])
    for one, may in zip(wanted, left_out, strict=False):
        fits = fits and (may or one.default is one.empty)
    if not fits:
        right = ", ".join(
            one.name if one.default is one.empty else f"{one.name}={one.default}" for one in wanted
        )
        wrong = f"{hook}{inspect.signature(function)} does not match its hook"
        raise TitleError(module, wrong, f"its parameters must be ({right})")
