"""The parts of the board of Catan, in the order of the page."""

from __future__ import annotations

from games.boards import Scene
from games.boards.hud import Zone
from portal.performance.translation_cache import cache_per_language

from .translations import gettext as _


def zones(scene: Scene) -> tuple[Zone, ...]:
    """Return the targets of the jump row on a phone; its dock has hand, build list and trade."""
    return _zones()


@cache_per_language()
def _zones() -> tuple[Zone, ...]:
    return (
        Zone("ct-island", _("The island"), _("Island")),
        Zone("ct-chance", _("Dice"), _("Dice")),
        Zone("ct-words", _("The position in words"), _("In words")),
    )
