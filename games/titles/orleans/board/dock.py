"""The dock: the viewer's market, and decisions that are not made on the board."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules.components import PLACES, TOWER
from ..rules.view import Seat
from . import move_labels, vocabulary
from .player_boards import Market, PlayerBoard
from .scene_access import match_of, own_seat, view_of
from .spots import Spots
from .translations import gettext as _


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

    round: int
    suggest: str
    is_final: bool
    may_lay: bool
    tower: int


class Dock(NamedTuple):
    """`chips` hand in a good or coins."""

    market: Market
    draws: tuple[Spot, ...]  # the largest number first
    plan: PlanSeed | None
    chips: tuple[Spot, ...]
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


def dock(scene: Scene, spots: Spots, mine: PlayerBoard | None) -> Dock | None:
    if mine is None or scene.over:
        return None
    draws = [move for move in spots.of("draw ") if move in scene.legal]
    chips, lost = spots.all(spots.of("feed ", "pay")), torture_choices(scene)
    once = suggested_moves(scene, "feed", "pay", "torture") if chips or lost else []
    is_several = len(once) > 1
    return Dock(
        mine.market,
        spots.all(reversed(draws)),
        plan_seed(scene) if mine.market.may_plan else None,
        chips,
        lost,
        json.dumps(once) if is_several else "",
        at_once_text(once) if is_several else "",
    )


def plan_seed(scene: Scene) -> PlanSeed:
    view = view_of(scene)
    return PlanSeed(
        view["round"],
        json.dumps([move.split(" ")[1:] for move in suggested_moves(scene, "place ")]),
        "done" in scene.legal and scene.is_revealing("done"),
        any(move.startswith("tech ") for move in scene.legal),
        view.get("tower", len(PLACES[TOWER].slots)),
    )


def torture_choices(scene: Scene) -> TortureChoices | None:
    """Return what the viewer can lose by torture; None without a debt."""
    mine, debt = own_seat(scene), view_of(scene).get("debt", 0)
    taken = [move for move in scene.legal if move.startswith("torture ")]
    listed = sorted((move for move in taken if not is_on_board(move)), key=RANDOM.__eq__)
    if mine is None or not debt or not listed:
        return None
    before = sum(move.startswith("torture ") for move in scene.draft)
    return TortureChoices(
        tuple(torture_choice(move, mine, debt) for move in listed),
        debt,
        tuple(
            _("Give up: %(n)s of %(all)s coins") % {"n": before + n, "all": before + debt}
            for n in range(debt + 1)
        ),
        len(taken) > len(listed),
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
        case ["torture", "technology" | "station", where]:
            return where not in ("held", "supply", "country_road")
    return False


def at_once_text(once: Sequence[str]) -> str:
    """Name the moves that are sent together: "Grain, wine ×2"."""
    counts = Counter(move_labels.move_label(move, None) for move in once)
    return _("At once: %(what)s") % {
        "what": vocabulary.amounts(counts, {one: one for one in counts})
    }


def suggested_moves(scene: Scene, *verbs: str) -> list[str]:
    """Return the moves with these verbs that the automatic player would make now, in order.

    The list ends before a move that depends on chance, and after one that reveals something.
    """
    match, seat = match_of(scene), scene.seat
    if match is None:
        return []
    match, found, phase, reveals = match.copy(), [], match.phase, match.reveals
    while seat in match.actors and match.phase == phase and match.reveals == reveals:
        move = match.auto_move(seat)
        if not move.startswith(verbs) or move == RANDOM:
            break
        found.append(move)
        match.play(seat, move)
    return found
