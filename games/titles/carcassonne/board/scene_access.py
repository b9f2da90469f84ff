"""What a scene of Carcassonne shows, with its type and with that of its rows."""

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
    """The tiles on the board, in the order of placing."""
    return cast(list[TileRow], view["board"])


def pieces_of(view: View) -> list[PieceRow]:
    return cast(list[PieceRow], view["pieces"])


def open_hand(view: View, seat: int) -> list[str]:
    """The tiles in a hand; [] where it is hidden."""
    hand = view["hands"][seat]
    return hand if isinstance(hand, list) else []


def supply(view: View, seat: int, options: Mapping[str, str]) -> list[tuple[str, int]]:
    """The pieces a seat has, by each kind that is in play."""
    own = view["supply"][seat]
    owned = zip(PIECES, pieces_of_a_seat(options), strict=True)
    return [(kind, own[kind]) for kind, n in owned if n]


def goods(view: View, seat: int, options: Mapping[str, str]) -> list[tuple[str, int]]:
    """The goods a seat has, where goods are in play."""
    return list(view["goods"][seat].items()) if options["traders"] != "off" else []


def match_of(scene: Scene) -> Carcassonne:
    """The match as who looks knows it, to be read; its board is the one that all see."""
    return cast(Carcassonne, scene.redealt)
