"""Conditional moves of Puerto Rico: roles to pick, and the decisions in each role."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.conditional_moves import DecisionContext, DecisionKind, DecisionKinds, Guard

from .board.translations import gettext_lazy as _
from .rules.boards import Board
from .rules.components import GOODS, ROLES, SETUPS, SLOT_OF, SLOTS, TILES
from .rules.phases.trader import proceeds

SHIPS = tuple(sorted({str(ship) for setup in SETUPS.values() for ship in setup.ships}))


def _is_step(step: str) -> Callable[[DecisionContext], bool]:
    """Return a function that tests whether a decision belongs to this step."""
    return lambda context: context.view["step"] == step


def _is_price_at_most(context: DecisionContext, move: str, most: int) -> bool:
    prices = context.view["prices"]
    verb, *arguments = move.split(" ")
    return verb != "build" or (prices is not None and prices[arguments[0]] <= most)


def _are_proceeds_at_least(context: DecisionContext, move: str, least: int) -> bool:
    verb, *arguments = move.split(" ")
    if verb != "sell":
        return True
    board = Board(0)
    for key, workers in context.view["seats"][context.seat]["city"].items():
        board.workers[SLOT_OF[key]] = workers
    is_trader = context.seat == context.view["picker"]
    return sum(proceeds(board, SLOT_OF[arguments[0]], is_trader).values()) >= least


def _has_coins_at_least(context: DecisionContext, move: str, least: int) -> bool:
    card = context.view["roles"].get(move.split(" ")[-1])
    return card is not None and card["doubloons"] >= least


def _has_barrels_at_least(context: DecisionContext, move: str, least: int) -> bool:
    verb, *arguments = move.split(" ")
    if verb != "load":
        return True
    good, ship = arguments
    mine: int = context.view["seats"][context.seat]["goods"][good]
    if ship == "wharf":
        return mine >= least
    return min(mine, int(ship) - context.view["ships"][ship]["n"]) >= least


def _max_workers_move(context: DecisionContext, fitting: Sequence[str]) -> str:
    """Return the move that places the most workers; for other moves, the first one."""
    return max(fitting, key=lambda move: int(move.split(" ")[2]) if move[:5] == "staff" else 0)


def _sort_from_picker(view: Mapping[str, Any], actors: Sequence[int]) -> Sequence[int]:
    return [seat for seat in view["order"] if seat in actors]


KINDS = DecisionKinds(
    kinds=(
        DecisionKind(
            "settler",
            _("settler: a plantation or quarry"),
            _is_step("settle"),
            ("take <tile>", "take <tile> worker", "draw", "pass"),
        ),
        DecisionKind(
            "mayor",
            _("mayor: the worker of the privilege"),
            _is_step("mayor_privilege"),
            ("privilege worker", "privilege none"),
            passing=("privilege none",),
        ),
        DecisionKind(
            "placement",
            _("mayor: placing my workers"),
            _is_step("placement"),
            ("staff <slot> <n>", "done"),
            passing=("done",),
            best=_max_workers_move,
        ),
        DecisionKind(
            "builder",
            _("builder: a building"),
            _is_step("build"),
            ("build <slot>", "build <slot> worker", "pass"),
            guards=(Guard("price_at_most", _("Maximum price"), _is_price_at_most),),
        ),
        DecisionKind(
            "craftsman",
            _("craftsman: the barrel of the privilege"),
            _is_step("craftsman_privilege"),
            ("privilege <good>", "privilege none"),
            passing=("privilege none",),
        ),
        DecisionKind(
            "trader",
            _("trader: a good to sell"),
            _is_step("trade"),
            ("sell <good>", "pass"),
            guards=(Guard("proceeds_at_least", _("Minimum proceeds"), _are_proceeds_at_least),),
        ),
        DecisionKind(
            "captain",
            _("captain: goods and ships"),
            _is_step("load"),
            ("load <good> <ship>", "pass"),
            guards=(Guard("barrels_at_least", _("Minimum barrels"), _has_barrels_at_least),),
        ),
        DecisionKind(
            "store",
            _("captain: goods to store"),
            _is_step("store"),
            ("store <good>", "keep <good>"),
            passing=(),
        ),
        DecisionKind(
            "pick",
            _("a role to pick"),
            _is_step("pick"),
            ("pick <role>",),
            passing=(),
            guards=(Guard("coins_at_least", _("Minimum doubloons on it"), _has_coins_at_least),),
        ),
    ),
    words={
        "tile": TILES,
        "slot": SLOTS,
        "good": GOODS,
        "ship": (*SHIPS, "wharf"),
        "role": ROLES,
    },
    sequence=_sort_from_picker,
)
