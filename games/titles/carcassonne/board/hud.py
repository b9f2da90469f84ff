"""The surroundings of the board: statistics of each seat, and the zones of the page."""

from __future__ import annotations

from games.boards import Scene
from games.boards.hud import Stat, Zone
from games.boards.translations import capitalize_first

from . import vocabulary
from .picture import sprite
from .rule_links import carcassonne_rules_url
from .scene_access import goods, supply, view_of
from .translations import gettext_lazy as _

ZONES = (
    Zone("carc-land", _("The landscape"), _("Map")),
    Zone("carc-features", _("Roads, cities, monasteries and farms"), _("Features")),
    Zone("carc-left", _("Tiles not seen yet"), _("Tiles")),
    Zone("carc-words", _("The position in words"), _("In words")),
)


def stats(scene: Scene, seat: int) -> list[Stat]:
    """Return the pieces left by kind, the goods, and the hand as far as it is open."""
    view = view_of(scene)
    found = [
        _stat(kind, vocabulary.PIECES[kind], n, f"{kind}-{seat}", kind)._replace(seat=seat)
        for kind, n in supply(view, seat, scene.options)
    ]
    found += [
        _stat(good, vocabulary.GOODS[good], n, good, good)
        for good, n in goods(view, seat, scene.options)
        if n
    ]
    # The dock shows the viewer's own hand.
    return found if seat == scene.seat else [*found, *_hand(view["hands"][seat])]


def _hand(hand: list[str] | int) -> list[Stat]:
    if isinstance(hand, int):
        return [_stat("hand", _("Tiles in hand"), hand, "back", "option:hand")]
    return [_stat("hand", vocabulary.tile(id), "", id, f"tile:{id}") for id in hand]


def _stat(key: str, label: object, value: object, art: str, anchor: str) -> Stat:
    note = carcassonne_rules_url(anchor)
    return Stat(key, capitalize_first(label), str(value), f"{sprite()}#as-{art}", note)
