"""What a title's `board/rulebook.py` offers to its rules: the data that fill in the text."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from games import registry

from .examples import ContextRows
from .setup_picture import SetupPicture

MODULE = "board.rulebook"
DRAWINGS_FOLDER = "drawings"
SPRITE_REFERENCE = 'href="sprite#'


@dataclass(frozen=True, kw_only=True)
class RulesData:
    """The data of a title for its rules.

    Attributes:
        modules: modules of the rules; the text uses their constants by name: `{{ CITY_SPACES }}`.
        context: functions and other values for the text, by name: `{{ buildings() }}`.
        anchors: the anchors that the rules must have.
        pictures: functions that return safe SVG, by the name of the picture; the title's
            `drawings/<name>.svg` are pictures, too.
        sprite: the file in `static/` with the symbols of the board; "" without any.
        example_context: what a worked example shows of its last position beside the thumbnail.
        setup_picture: the marks of the annotated picture of the set-up, from a match that has just
            begun.
        setup_options: the options of that match.
    """

    modules: Sequence[ModuleType] = ()
    context: Mapping[str, object] = field(default_factory=dict)
    anchors: Sequence[str] = ()
    pictures: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    sprite: str = ""
    example_context: ContextRows | None = None
    setup_picture: Callable[[Any], SetupPicture] | None = None
    setup_options: Mapping[str, str] = field(default_factory=dict)

    @functools.cached_property
    def constants(self) -> dict[str, object]:
        """The constants of `modules`, by name.

        Raises:
            ValueError: two modules have different constants of one name.
        """
        found: dict[str, object] = {}
        for module in self.modules:
            for name, value in vars(module).items():
                if name.isupper() and found.setdefault(name, value) != value:
                    raise ValueError(f"{name} of {module.__name__} has another value elsewhere")
        return found


def rules_data(key: str) -> RulesData:
    """The data of a title for its rules; empty where the title has none."""
    module = registry.title_module(key, MODULE) if registry.title_module(key, "board") else None
    found: RulesData = RulesData() if module is None else module.RULES_DATA
    return found


@functools.cache
def drawing_files(key: str) -> dict[str, str]:
    """The SVG of a title's `drawings/<name>.svg`, by name.

    They are filled in like the text, and line breaks and indents are left out.
    `href="sprite#ship"` is the symbol `ship` of the title's sprite.
    """
    folder = registry.title_folders()[key] / DRAWINGS_FOLDER
    return {
        path.stem: "".join(map(str.strip, path.read_text("utf-8").splitlines()))
        for path in sorted(folder.glob("*.svg"))
    }


def check(key: str, module: ModuleType) -> None:
    """Check that a title's `board/rulebook.py` is as the site expects.

    Raises:
        TitleError: it is not.
    """
    found = getattr(module, "RULES_DATA", None)
    if not isinstance(found, RulesData):
        wrong = f"RULES_DATA is {'missing' if found is None else repr(found)}"
        raise registry.TitleError(module, wrong, "RulesData(context=…, anchors=…, pictures=…)")


registry.register_check(MODULE, check)
