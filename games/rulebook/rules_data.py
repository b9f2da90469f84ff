"""What a title's `board/rulebook.py` offers to its rules: the data that fill in the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType

from games import registry

from .examples import ContextRows
from .setup_picture import SetupPicture

MODULE = "board.rulebook"


@dataclass(frozen=True, kw_only=True)
class RulesData:
    """The data of a title for its rules.

    Attributes:
        context: functions and values for the text, by name: `{{ buildings() }}`, `{{ spaces }}`.
        anchors: the anchors that the rules must have.
        pictures: functions that return safe SVG, by the name of the picture.
        sprite: the file in `static/` with the symbols of the board; "" without any.
        example_context: what a worked example shows of its last position beside the thumbnail.
        setup_picture: the annotated picture of the set-up.
    """

    context: Mapping[str, object] = field(default_factory=dict)
    anchors: Sequence[str] = ()
    pictures: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    sprite: str = ""
    example_context: ContextRows | None = None
    setup_picture: Callable[[], SetupPicture] | None = None


def rules_data(key: str) -> RulesData:
    """The data of a title for its rules; empty where the title has none."""
    module = registry.title_module(key, MODULE) if registry.title_module(key, "board") else None
    found: RulesData = RulesData() if module is None else module.RULES_DATA
    return found


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
