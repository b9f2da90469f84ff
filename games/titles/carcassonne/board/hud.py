"""The surroundings of the board: statistics of each seat, and the zones of the page."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards import Scene
from games.boards.hud import Stat, Zone
from games.boards.translations import capitalize_first

from . import vocabulary
from .picture import sprite
from .rule_links import carcassonne_rules_url
from .scene_access import goods, supply, view_of
from .translations import gettext as _


def stats(scene: Scene, seat: int) -> list[Stat]:
    """Return the pieces left by kind, the goods, and the hand as far as it is open."""
    view = view_of(scene)
    art = sprite()
    found = [
        Stat(
            kind,
            capitalize_first(vocabulary.PIECES[kind]),
            str(n),
            art=f"{art}#as-{kind}-{seat}",
            note=carcassonne_rules_url(kind),
            seat=seat,
        )
        for kind, n in supply(view, seat, scene.options)
    ]
    found += [
        Stat(
            good,
            capitalize_first(vocabulary.GOODS[good]),
            str(n),
            art=f"{art}#as-{good}",
            note=carcassonne_rules_url(good),
        )
        for good, n in goods(view, seat, scene.options)
        if n
    ]
    # The dock shows the viewer's own hand.
    return found if seat == scene.seat else [*found, *_hand(view["hands"][seat], art)]


def _hand(hand: list[str] | int, art: str) -> Sequence[Stat]:
    if isinstance(hand, int):
        back = f"{art}#as-back"
        return [
            Stat(
                "hand",
                _("Tiles in hand"),
                str(hand),
                art=back,
                note=carcassonne_rules_url("option:hand"),
            )
        ]
    return [
        Stat(
            "hand", capitalize_first(vocabulary.tile(id)), "", art=f"{art}#as-{id}", note=_note(id)
        )
        for id in hand
    ]


def _note(tile: str) -> str:
    return carcassonne_rules_url(f"tile:{tile}")


def zones(scene: Scene) -> list[Zone]:
    return [
        Zone("carc-land", _("The landscape"), _("Map")),
        Zone("carc-features", _("Roads, cities, monasteries and farms"), _("Features")),
        Zone("carc-left", _("Tiles not seen yet"), _("Tiles")),
        Zone("carc-words", _("The position in words"), _("In words")),
    ]
