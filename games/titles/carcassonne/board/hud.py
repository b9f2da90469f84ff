"""The surroundings of the board: statistics of each seat, and the zones of the page."""

from __future__ import annotations

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.hud import Stat, Zone, sprite_symbol
from games.boards.translations import capitalize_first

from ..rules import GAME
from . import vocabulary
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
        _stat(kind, vocabulary.PIECES[kind], n, f"{kind}-{seat}", kind, seat)
        for kind, n in supply(view, seat, scene.options)
    ]
    found += [
        _stat(good, vocabulary.GOODS[good], n, good, good)
        for good, n in goods(view, seat, scene.options)
        if n
    ]
    hand = view["hands"][seat]
    if seat == scene.seat:  # the dock shows it
        return found
    if isinstance(hand, int):
        return [*found, _stat("hand", _("Tiles in hand"), hand, "back", "option:hand")]
    return [*found, *(_stat("hand", vocabulary.tile(id), "", id, f"tile:{id}") for id in hand)]


def _stat(
    key: str, label: object, value: object, art: str, anchor: str, seat: int | None = None
) -> Stat:
    picture, note = sprite_symbol(GAME.key, "tiles.svg", f"as-{art}"), rules_url(GAME.key, anchor)
    return Stat(key, capitalize_first(label), str(value), picture, note, seat)
