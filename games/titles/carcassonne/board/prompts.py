"""Prompts, and the moves in words: tiles by cell, pieces by segment."""

from __future__ import annotations

from games.boards.base import Prompt, Scene
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice, MoveGroup
from portal.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.translation_cache import cache_per_language

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
    verb, where, *rest = move.split(" ")
    if verb == "place":
        values = {"cell": vocabulary.cell(*map(int, where.split(","))), "turn": rest[0]}
        if rest[1:]:
            values["tile"] = vocabulary.tile(rest[1], int(rest[0]))
            return gettext("Place a tile at %(cell)s: %(tile)s") % values
        return gettext("Place the tile at %(cell)s, turned %(turn)s°") % values
    if where == "none":
        return gettext("No follower")
    return gettext("%(piece)s on the %(segment)s") % {
        "piece": capitalize_first(vocabulary.PIECES[verb]),
        "segment": vocabulary.segment(where),
    }


def move_groups(scene: Scene) -> list[MoveGroup]:
    """Return the legal moves as buttons: placements by cell, pieces by kind."""
    hand = open_hand(view_of(scene), scene.seat) if scene.seat is not None else []
    rows: dict[tuple[int, int], list[MoveChoice]] = {}
    found: dict[str, list[MoveChoice]] = {}
    for move in scene.legal:
        verb, where, *more = move.split(" ")
        if verb == "place":
            x, y = coordinates(CELLS[where])
            text = _turned_tile_text((more[1:] or hand)[0], int(more[0]))
            rows.setdefault((-y, x), []).append(MoveChoice(move, text))
            continue
        title, text = gettext("Place no follower"), gettext("No follower")
        if where != "none":
            title = gettext("Place your %(piece)s on") % {"piece": vocabulary.PIECES[verb]}
            text = capitalize_first(vocabulary.segment(where))
        found.setdefault(title, []).append(MoveChoice(move, text))
    found |= {_heading(x, -y): choices for (y, x), choices in sorted(rows.items())}
    return [MoveGroup(title, choices) for title, choices in found.items()]


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(300)))
def _turned_tile_text(tile: str, rotation: int) -> str:
    return gettext("%(tile)s (turned %(turn)s°)") % {
        "tile": capitalize_first(vocabulary.tile(tile, rotation)),
        "turn": rotation,
    }


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(300)))
def _heading(x: int, y: int) -> str:
    return gettext("Cell %(cell)s") % {"cell": vocabulary.cell(x, y)}
