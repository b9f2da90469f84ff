"""What can be ordered ahead in Puerto Rico: an answer to every role that another may pick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.conditional_moves import Asked, Guard, Kind, Kinds

from .board.translations import gettext_lazy as _
from .rules.boards import Board
from .rules.components import GOODS, ROLES, SETUPS, SLOT_OF, SLOTS, TILES
from .rules.phases.trader import proceeds

SHIPS = tuple(sorted({str(ship) for setup in SETUPS.values() for ship in setup.ships}))


def _step(step: str) -> Callable[[Asked], bool]:
    """Whether this is the kind of decision that is owed."""
    return lambda asked: asked.view["step"] == step


def _price_at_most(asked: Asked, move: str, most: int) -> bool:
    prices = asked.view["prices"]
    verb, *arguments = move.split(" ")
    return verb != "build" or (prices is not None and prices[arguments[0]] <= most)


def _proceeds_at_least(asked: Asked, move: str, least: int) -> bool:
    verb, *arguments = move.split(" ")
    if verb != "sell":
        return True
    board = Board(0)
    for key, workers in asked.view["seats"][asked.seat]["city"].items():
        board.workers[SLOT_OF[key]] = workers
    is_trader = asked.seat == asked.view["picker"]
    return sum(proceeds(board, SLOT_OF[arguments[0]], is_trader).values()) >= least


def _coins_at_least(asked: Asked, move: str, least: int) -> bool:
    card = asked.view["roles"].get(move.split(" ")[-1])
    return card is not None and card["doubloons"] >= least


def _barrels_at_least(asked: Asked, move: str, least: int) -> bool:
    verb, *arguments = move.split(" ")
    if verb != "load":
        return True
    good, ship = arguments
    mine: int = asked.view["seats"][asked.seat]["goods"][good]
    if ship == "wharf":
        return mine >= least
    return min(mine, int(ship) - asked.view["ships"][ship]["n"]) >= least


def _most(asked: Asked, fitting: Sequence[str]) -> str:
    """As many workers as the slot takes."""
    return max(fitting, key=lambda move: int(move.split(" ")[2]) if move[:5] == "staff" else 0)


def _from_picker(view: Mapping[str, Any], actors: Sequence[int]) -> Sequence[int]:
    return [seat for seat in view["order"] if seat in actors]


KINDS = Kinds(
    kinds=(
        Kind(
            "settler",
            _("settler: a plantation or quarry"),
            _step("settle"),
            ("take <tile>", "take <tile> worker", "draw", "pass"),
        ),
        Kind(
            "mayor",
            _("mayor: the worker of the privilege"),
            _step("mayor_privilege"),
            ("privilege worker", "privilege none"),
            passing=("privilege none",),
        ),
        Kind(
            "placement",
            _("mayor: placing my workers"),
            _step("placement"),
            ("staff <slot> <n>", "done"),
            passing=("done",),
            best=_most,
        ),
        Kind(
            "builder",
            _("builder: a building"),
            _step("build"),
            ("build <slot>", "build <slot> worker", "pass"),
            guards=(Guard("price_at_most", _("Price at most"), _price_at_most),),
        ),
        Kind(
            "craftsman",
            _("craftsman: the barrel of the privilege"),
            _step("craftsman_privilege"),
            ("privilege <good>", "privilege none"),
            passing=("privilege none",),
        ),
        Kind(
            "trader",
            _("trader: a good to sell"),
            _step("trade"),
            ("sell <good>", "pass"),
            guards=(Guard("proceeds_at_least", _("Proceeds at least"), _proceeds_at_least),),
        ),
        Kind(
            "captain",
            _("captain: goods and ships"),
            _step("load"),
            ("load <good> <ship>", "pass"),
            guards=(Guard("barrels_at_least", _("Barrels at least"), _barrels_at_least),),
        ),
        Kind(
            "store",
            _("captain: goods to store"),
            _step("store"),
            ("store <good>", "keep <good>"),
            passing=(),
        ),
        Kind(
            "pick",
            _("a role to pick"),
            _step("pick"),
            ("pick <role>",),
            passing=(),
            guards=(Guard("coins_at_least", _("Doubloons on it at least"), _coins_at_least),),
        ),
    ),
    words={
        "tile": TILES,
        "slot": SLOTS,
        "good": GOODS,
        "ship": (*SHIPS, "wharf"),
        "role": ROLES,
    },
    sequence=_from_picker,
)
