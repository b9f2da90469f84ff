"""Prompts, and the moves in words: tiles by cell, pieces by segment."""

from __future__ import annotations

from games.boards.base import Prompt, Scene
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice, MoveGroup
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules.cells import CELLS, coordinates
from . import vocabulary
from .scene_access import open_hand, view_of
from .translations import gettext
from .translations import gettext_lazy as _


def _ask_place(scene: Scene) -> str:
    if scene.options["hand"] == "3":
        return gettext("Choose one of your tiles, turn it and place it.")
    return gettext("Turn your tile and place it.")


PROMPTS: dict[str, Prompt] = {
    "place": _ask_place,
    "extra": _("Your builder gives you a second tile: turn it and place it."),
    "piece": _("Your tile is down: place a follower on it, or none."),
}
WAITING: dict[str, Prompt] = {
    "extra": _("Waiting for %(names)s to place the builder's second tile."),
}


def decision_kind(scene: Scene) -> str:
    """Return the kind of the current decision."""
    view = view_of(scene)
    return "extra" if view["extra"] and view["phase"] == "place" else view["phase"]


def waiting_kind(scene: Scene) -> str:
    """Return "extra" during the whole second part of a turn."""
    view = view_of(scene)
    return "extra" if view["extra"] else view["phase"]


def move_label(move: str, scene: Scene | None = None) -> str:
    """Return a move as a phrase of its own."""
    verb, *rest = move.split(" ")
    if verb == "place":
        x, y = map(int, rest[0].split(","))
        values = {"cell": vocabulary.cell(x, y), "turn": rest[1]}
        if len(rest) > 2:
            values["tile"] = vocabulary.tile(rest[2], int(rest[1]))
            return gettext("Place a tile at %(cell)s: %(tile)s") % values
        return gettext("Place the tile at %(cell)s, turned %(turn)s°") % values
    if rest == ["none"]:
        return gettext("No follower")
    return gettext("%(piece)s on the %(segment)s") % {
        "piece": capitalize_first(vocabulary.PIECES[verb]),
        "segment": vocabulary.segment(rest[0]),
    }


def move_groups(scene: Scene) -> list[MoveGroup]:
    """Return the legal moves as buttons: placements by cell, pieces by kind."""
    if not scene.legal:
        return []
    if scene.legal[0].startswith("place"):
        return _placements(scene)
    found: dict[str, list[MoveChoice]] = {}
    for move in scene.legal:
        verb, where = move.split(" ")
        if where == "none":
            choice = MoveChoice(move, gettext("No follower"))
            found.setdefault(gettext("Place no follower"), []).append(choice)
        else:
            title = gettext("Place your %(piece)s on") % {"piece": vocabulary.PIECES[verb]}
            found.setdefault(title, []).append(
                MoveChoice(move, capitalize_first(vocabulary.segment(where)))
            )
    return [MoveGroup(title, choices) for title, choices in found.items()]


def _placements(scene: Scene) -> list[MoveGroup]:
    assert scene.seat is not None
    hand = open_hand(view_of(scene), scene.seat)
    by_cell: dict[str, list[MoveChoice]] = {}
    for move in scene.legal:
        _verb, where, rotation, *named = move.split(" ")
        text = _turned_tile_text((named or hand)[0], int(rotation))
        by_cell.setdefault(where, []).append(MoveChoice(move, text))
    cells = sorted(
        by_cell, key=lambda where: (-coordinates(CELLS[where])[1], coordinates(CELLS[where])[0])
    )
    return [MoveGroup(_heading(where), by_cell[where]) for where in cells]


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(300)))
def _turned_tile_text(tile: str, rotation: int) -> str:
    return gettext("%(tile)s (turned %(turn)s°)") % {
        "tile": capitalize_first(vocabulary.tile(tile, rotation)),
        "turn": rotation,
    }


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(300)))
def _heading(where: str) -> str:
    return gettext("Cell %(cell)s") % {"cell": vocabulary.cell(*coordinates(CELLS[where]))}
