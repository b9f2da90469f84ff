"""The dock: the viewer's market, and decisions that are not made on the board."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules.components import PLACES, TOWER
from ..rules.view import Seat
from . import move_labels, player_boards, scene_access, vocabulary
from .spots import Spots
from .translations import gettext as _


class Chip(NamedTuple):
    """A good or coins to hand in."""

    art: str
    spot: Spot


class TortureChoice(NamedTuple):
    """A kind of thing to lose by torture: how many the viewer has and may send in one turn."""

    move: str
    art: str
    name: str
    have: int
    most: int


class TortureChoices(NamedTuple):
    """Things to lose by torture, as numbers that are sent together.

    Attributes:
        says: the texts of the button, by the number of chosen things.
        is_more_lit: whether the board and the map mark more things to give up.
    """

    rows: tuple[TortureChoice, ...]
    limit: int
    says: tuple[str, ...]
    is_more_lit: bool


class PlanSeed(NamedTuple):
    """The start data of the composer of a plan (static/lazy/plan-composer.js)."""

    key: str
    suggest: str
    is_final: bool
    may_lay: bool
    tower: int


class Dock(NamedTuple):
    market: player_boards.Market
    draws: tuple[Spot, ...]  # the largest number first
    plan: PlanSeed | None
    chips: tuple[Chip, ...]
    losses: TortureChoices | None
    at_once: str  # several moves in one send, as JSON
    suggested_text: str


ARTS = {
    "torture follower": "bag",
    "torture development": "star",
    "torture technology held": "gear",
    "torture station supply": "house",
    "torture station country_road": "house",
}
RANDOM = "torture follower"  # chance draws the follower, so this move comes last


def dock(scene: Scene, spots: Spots, mine: player_boards.PlayerBoard | None) -> Dock | None:
    if mine is None or scene.over:
        return None
    draws = [move for move in spots.of("draw ") if move in scene.legal]
    chips = tuple(
        Chip("coin" if move == "pay" else move.split(" ")[-1], spot)
        for move in spots.of("feed ", "pay")
        if (spot := spots(move))
    )
    lost = torture_choices(scene)
    once = player_boards.suggested_moves(scene, "feed", "pay", "torture") if chips or lost else []
    return Dock(
        mine.market,
        tuple(spot for move in reversed(draws) if (spot := spots(move))),
        plan_seed(scene) if mine.market.may_plan else None,
        chips,
        lost,
        json.dumps(once) if len(once) > 1 else "",
        at_once_text(once),
    )


def plan_seed(scene: Scene) -> PlanSeed:
    view = scene_access.view_of(scene)
    return PlanSeed(
        f"{view['round']}",
        json.dumps(
            [move.split(" ")[1:] for move in player_boards.suggested_moves(scene, "place ")]
        ),
        "done" in scene.legal and scene.is_revealing("done"),
        any(move.startswith("tech ") for move in scene.legal),
        view.get("tower", len(PLACES[TOWER].slots)),
    )


def torture_choices(scene: Scene) -> TortureChoices | None:
    """Return what the viewer can lose by torture; None without a debt."""
    mine = scene_access.own_seat(scene)
    debt = scene_access.view_of(scene).get("debt", 0)
    if mine is None or not debt:
        return None
    taken = [move for move in scene.legal if move.startswith("torture ")]
    listed = sorted((move for move in taken if not is_on_board(move)), key=RANDOM.__eq__)
    rows = [torture_choice(move, mine, debt) for move in listed]
    before = sum(move.startswith("torture ") for move in scene.draft)
    button_texts = [
        _("Give up: %(n)s of %(all)s coins") % {"n": before + n, "all": before + debt}
        for n in range(debt + 1)
    ]
    return (
        TortureChoices(tuple(rows), debt, tuple(button_texts), len(taken) > len(listed))
        if rows
        else None
    )


def torture_choice(move: str, mine: Seat, debt: int) -> TortureChoice:
    """Return one kind of loss; random losses go one by one."""
    _verb, what, *which = move.split(" ")
    name = vocabulary.GOODS[which[0]] if what == "good" else move_labels.loss_text(what, *which)
    have = owned_count(mine, what, *which)
    most = 1 if move == RANDOM else min(have, debt)
    return TortureChoice(
        move, ARTS.get(move, which[-1] if which else ""), capitalize_first(name), have, most
    )


def owned_count(mine: Seat, what: str, which: str = "") -> int:
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


def is_on_board(move: str) -> bool:
    """Return whether a torture takes something that the board or the map marks."""
    match move.split(" "):
        case ["torture", "place", _key]:
            return True
        case ["torture", "technology", where]:
            return where != "held"
        case ["torture", "station", where]:
            return where not in ("supply", "country_road")
    return False


def at_once_text(once: Sequence[str]) -> str:
    """Name the moves that are sent together: "Grain, wine ×2"; "" for a single one."""
    if len(once) < 2:
        return ""
    counts = vocabulary.count_words(move_labels.move_label(move, None) for move in once)
    return _("At once: %(what)s") % {
        "what": vocabulary.amounts(counts, {one: one for one in counts})
    }
