"""What lies in the dock: my market, and what is asked of me besides the board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import first_upper

from ..rules.components import PLACES, TOWER
from ..rules.view import Seat
from . import move_labels, player_boards, scene_access, vocabulary
from .spots import Spots
from .translations import gettext as _


class Chip(NamedTuple):
    """A thing to hand in."""

    art: str
    spot: Spot


class Loss(NamedTuple):
    """A kind of thing that torture may take: how many I have, and how many may go at once."""

    move: str
    art: str
    name: str
    have: int
    most: int


class Losses(NamedTuple):
    """What torture may take, as numbers that are sent together.

    Attributes:
        says: what the button says, by how many things are chosen.
        is_more_lit: whether more can be given up where it lies on the board.
    """

    rows: tuple[Loss, ...]
    limit: int
    says: tuple[str, ...]
    is_more_lit: bool


class Plan(NamedTuple):
    """What the composer of a plan starts from (static/later/compose.js)."""

    key: str
    suggest: str
    is_final: bool
    may_lay: bool
    tower: int


class Dock(NamedTuple):
    market: player_boards.Market
    draws: tuple[Spot, ...]  # all of them first
    plan: Plan | None
    chips: tuple[Chip, ...]
    losses: Losses | None
    at_once: str  # several moves in one send, as JSON
    at_once_says: str


ARTS = {
    "torture follower": "bag",
    "torture development": "star",
    "torture technology held": "gear",
    "torture station supply": "house",
    "torture station country_road": "house",
}
RANDOM = "torture follower"  # which one is drawn, so it ends what is sent


def dock(scene: Scene, spots: Spots, mine: player_boards.Own | None) -> Dock | None:
    if mine is None or scene.over:
        return None
    draws = [move for move in spots.of("draw ") if move in scene.legal]
    chips = tuple(
        Chip("coin" if move == "pay" else move.split(" ")[-1], spot)
        for move in spots.of("feed ", "pay")
        if (spot := spots(move))
    )
    lost = losses(scene)
    once = player_boards.at_once(scene, "feed", "pay", "torture") if chips or lost else []
    return Dock(
        mine.market,
        tuple(spot for move in reversed(draws) if (spot := spots(move))),
        plan(scene) if mine.market.may_plan else None,
        chips,
        lost,
        json.dumps(once) if len(once) > 1 else "",
        told(once),
    )


def plan(scene: Scene) -> Plan:
    view = scene_access.view(scene)
    return Plan(
        f"{view['round']}",
        json.dumps([move.split(" ")[1:] for move in player_boards.at_once(scene, "place ")]),
        "done" in scene.legal and scene.reveals("done"),
        any(move.startswith("tech ") for move in scene.legal),
        view.get("tower", len(PLACES[TOWER].slots)),
    )


def losses(scene: Scene) -> Losses | None:
    """What torture may take of me; None where I owe nothing."""
    mine = scene_access.mine(scene)
    debt = scene_access.view(scene).get("debt", 0)
    if mine is None or not debt:
        return None
    taken = [move for move in scene.legal if move.startswith("torture ")]
    listed = sorted((move for move in taken if not on_the_board(move)), key=RANDOM.__eq__)
    rows = [loss(move, mine, debt) for move in listed]
    before = sum(move.startswith("torture ") for move in scene.drafted)
    told = [
        _("Give up: %(n)s of %(all)s coins") % {"n": before + n, "all": before + debt}
        for n in range(debt + 1)
    ]
    return Losses(tuple(rows), debt, tuple(told), len(taken) > len(listed)) if rows else None


def loss(move: str, mine: Seat, debt: int) -> Loss:
    """How many of this I have; what chance takes goes one by one."""
    _verb, what, *which = move.split(" ")
    name = vocabulary.GOODS[which[0]] if what == "good" else move_labels.given_up(what, *which)
    have = count_owned(mine, what, *which)
    most = 1 if move == RANDOM else min(have, debt)
    return Loss(move, ARTS.get(move, which[-1] if which else ""), first_upper(name), have, most)


def count_owned(mine: Seat, what: str, which: str = "") -> int:
    match what:
        case "good":
            return mine["bread"] if which == "bread" else mine["goods"][which]
        case "station":
            return mine["stock" if which == "supply" else "road_stations"]
        case "follower":
            return sum(n for tile, n in mine["bag"].items() if not tile.startswith("own_"))
        case "development":
            return mine["development"]
    return len(mine["held"])


def on_the_board(move: str) -> bool:
    """Whether a torture takes what lies on a board or the map, where it is lit."""
    match move.split(" "):
        case ["torture", "place", _key]:
            return True
        case ["torture", "technology", where]:
            return where != "held"
        case ["torture", "station", where]:
            return where not in ("supply", "country_road")
    return False


def told(once: Sequence[str]) -> str:
    """ "Grain, wine ×2": what goes at once."""
    if len(once) < 2:
        return ""
    counts = vocabulary.tally(move_labels.label(move, None) for move in once)
    return _("At once: %(what)s") % {
        "what": vocabulary.amounts(counts, {one: one for one in counts})
    }
