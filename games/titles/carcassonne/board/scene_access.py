"""The view of a scene, and the match as its viewer knows it, with their types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.boards import Scene

from ..rules import Carcassonne
from ..rules.components import PIECES
from ..rules.setup import pieces_of_a_seat
from ..rules.view import View

TileRow = tuple[int, int, str, int]  # x, y, tile, rotation
PieceRow = tuple[int, int, str, int, str]  # x, y, segment, seat, kind


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def tiles_of(view: View) -> list[TileRow]:
    """Return the tiles on the board, in the order of placing."""
    return cast(list[TileRow], view["board"])


def pieces_of(view: View) -> list[PieceRow]:
    return cast(list[PieceRow], view["pieces"])


def open_hand(view: View, seat: int) -> list[str]:
    """Return the tiles in a hand; [] if it is hidden."""
    hand = view["hands"][seat]
    return hand if isinstance(hand, list) else []


def supply(view: View, seat: int, options: Mapping[str, str]) -> list[tuple[str, int]]:
    """Return the pieces in a seat's supply, for each kind that is in play."""
    own = view["supply"][seat]
    owned = zip(PIECES, pieces_of_a_seat(options), strict=True)
    return [(kind, own[kind]) for kind, n in owned if n]


def goods(view: View, seat: int, options: Mapping[str, str]) -> list[tuple[str, int]]:
    """Return the goods of a seat; [] without goods in play."""
    return list(view["goods"][seat].items()) if options["traders"] != "off" else []


def match_of(scene: Scene) -> Carcassonne:
    """Return the match as the viewer knows it; read it only. Its board is the real one."""
    return cast(Carcassonne, scene.redealt)
