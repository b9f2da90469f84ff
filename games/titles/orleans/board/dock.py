"""What lies in the dock: my market, and what is asked of me besides the board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot

from ..rules.components import PLACES, TOWER
from . import moves, own, seen, words
from .spots import Spots
from .wording import gettext as _


class Chip(NamedTuple):
    """A thing to hand in or give up."""

    art: str
    spot: Spot


class Plan(NamedTuple):
    """What the composer of a plan starts from (static/later/compose.js)."""

    key: str
    suggest: str
    is_final: bool
    may_lay: bool
    tower: int


class Dock(NamedTuple):
    market: own.Market
    draws: tuple[Spot, ...]  # all of them first
    plan: Plan | None
    chips: tuple[Chip, ...]
    at_once: str  # several moves in one send, as JSON
    at_once_says: str


ARTS = {
    "pay": "coin",
    "torture follower": "bag",
    "torture development": "star",
    "torture technology held": "gear",
}


def dock(scene: Scene, spots: Spots, mine: own.Own | None) -> Dock | None:
    if mine is None or scene.over:
        return None
    draws = [move for move in spots.of("draw ") if move in scene.legal]
    chips = tuple(
        Chip(art(move), spot)
        for move in spots.of("feed ", "pay", "torture ")
        if (spot := spots(move)) and not on_the_board(move)
    )
    once = own.at_once(scene, "feed", "pay", "torture") if chips else []
    return Dock(
        mine.market,
        tuple(spot for move in reversed(draws) if (spot := spots(move))),
        plan(scene) if mine.market.may_plan else None,
        chips,
        json.dumps(once) if len(once) > 1 else "",
        told(once),
    )


def plan(scene: Scene) -> Plan:
    view = seen.view(scene)
    return Plan(
        f"{view['round']}",
        json.dumps([move.split(" ")[1:] for move in own.at_once(scene, "place ")]),
        "done" in scene.legal and scene.reveals("done"),
        any(move.startswith("tech ") for move in scene.legal),
        view.get("tower", len(PLACES[TOWER].slots)),
    )


def art(move: str) -> str:
    """The picture of what is handed in or given up."""
    if move in ARTS:
        return ARTS[move]
    _verb, *rest = move.split(" ")
    return "house" if rest[0] == "station" else rest[-1]


def on_the_board(move: str) -> bool:
    """Whether a torture takes what lies on a board or the map, where it is lit."""
    match move.split(" "):
        case ["torture", "place", _key]:
            return True
        case ["torture", "technology", where]:
            return where != "held"
        case ["torture", "station", where]:
            return where not in ("supply", "country_road")
        case ["torture", "development"]:
            return False
    return False


def told(once: Sequence[str]) -> str:
    """ "Grain, wine ×2": what goes at once."""
    if len(once) < 2:
        return ""
    counts = words.tally(moves.label(move, None) for move in once)
    return _("At once: %(what)s") % {"what": words.amounts(counts, {one: one for one in counts})}
