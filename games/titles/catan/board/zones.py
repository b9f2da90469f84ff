"""The parts of the board of Catan, in the order of the page."""

from __future__ import annotations

import functools

from games.boards import Scene
from games.boards.hud import Zone
from portal.performance.translation_cache import get_language

from .translations import gettext as _


def zones(scene: Scene) -> tuple[Zone, ...]:
    """Return the targets of the jump row on a phone; its dock has hand, build list and trade."""
    return _zones(get_language())


@functools.cache
def _zones(language: str | None) -> tuple[Zone, ...]:
    return (
        Zone("ct-island", _("The island"), _("Island")),
        Zone("ct-chance", _("Dice"), _("Dice")),
        Zone("ct-words", _("The position in words"), _("In words")),
    )
