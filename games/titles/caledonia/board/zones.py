"""The parts of the board in page order, for the row of jump links."""

from __future__ import annotations

from games.boards import Scene
from games.boards.hud import Zone
from portal.performance.translation_cache import cache_per_language

from .translations import gettext as _


def zones(scene: Scene) -> tuple[Zone, ...]:
    return _zones(scene.seat is not None)


@cache_per_language()
def _zones(is_mine: bool) -> tuple[Zone, ...]:
    found = (
        Zone("cal-rounds", _("Rounds")),
        Zone("cal-map-zone", _("The Highlands"), _("Map")),
        Zone("cal-market", _("Market")),
        Zone("cal-contracts", _("Export contracts"), _("Exports")),
        Zone("cal-mat", _("My board"), _("My board")),
        Zone("cal-words", _("The position in words"), _("In words")),
    )
    return tuple(zone for zone in found if is_mine or zone.id != "cal-mat")
