"""Conditional moves of Clans of Caledonia: actions, production, first workers, and clans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.conditional_moves import DecisionContext, DecisionKind, DecisionKinds, Guard

from .board.translations import gettext_lazy as _
from .rules.components import CLANS, CORNERS, GOODS, UNITS

TRADES = ("buy", "sell", "nbuy")


def _is_phase(phase: str) -> Callable[[DecisionContext], bool]:
    return lambda context: context.view["phase"] == phase


def _move_price(context: DecisionContext, move: str) -> int | None:
    """Return the current price of a move, per good if it trades; None if it has no price."""
    verb, *arguments = move.split(" ")
    view = context.view
    if verb in TRADES:
        if verb == "nbuy":
            offers = [one for frame in view["turn"]["frames"] for one in frame.get("goods", ())]
            return next((one["price"] for one in offers if one["good"] == arguments[0]), None)
        return next(one["price"] for one in view["market"] if one["good"] == arguments[0])
    if verb == "take":
        cost: int = view["contracts"]["cost"]
        return cost
    costs: Mapping[str, int] = view["costs"]
    return costs.get(move)


def _is_price_at_most(context: DecisionContext, move: str, most: int) -> bool:
    price = None if move.startswith("sell ") else _move_price(context, move)
    return price is None or price <= most


def _is_price_at_least(context: DecisionContext, move: str, least: int) -> bool:
    price = _move_price(context, move) if move.startswith("sell ") else None
    return price is None or price >= least


def _has_money_left(context: DecisionContext, move: str, least: int) -> bool:
    """Return whether at least this many pounds are left after paying for the move."""
    verb, *arguments = move.split(" ")
    if verb == "sell":
        return True
    price = _move_price(context, move) or 0
    count = int(arguments[1]) if verb in TRADES else 1
    money: int = context.view["players"][context.seat]["money"]
    return money - price * count >= least


def _highest_move(context: DecisionContext, fitting: Sequence[str]) -> str:
    """Return the last listed move, which has the highest number if several fit."""
    return fitting[-1]


def _sort_by_turn_order(view: Mapping[str, Any], actors: Sequence[int]) -> Sequence[int]:
    order: list[int] = view["order"]
    return sorted(actors, key=lambda seat: order.index(seat) if seat in order else seat)


GUARDS = (
    Guard("price_at_most", _("Maximum cost or price"), _is_price_at_most),
    Guard("price_at_least", _("Minimum price"), _is_price_at_least),
    Guard("money_left_at_least", _("Minimum pounds left"), _has_money_left),
)

KINDS = DecisionKinds(
    kinds=(
        DecisionKind(
            "action",
            _("my next actions"),
            _is_phase("action"),
            (
                *("buy <good> <n>", "sell <good> <n>", "nbuy <good> <n>", "expand <unit> <at>"),
                *("take <n>", "take <n> <n>", "fulfil <n>", "ship", "hire"),
                *("tech <tech>", "pass", "slaughter <at>", "upgrade <upgrade>", "brew <n>"),
                *("draw", "keep none", "keep <n>", "keep <n> <n>", "swap <at> <unit>", "done"),
                *("row <at> <at>", "withdraw <n>", "end", "port <corner>"),
                *("port <corner> <arg>", "port <corner> <arg> <arg>"),
                *("port <corner> <arg> <arg> <arg>", "port <corner> <arg> <arg> <arg> <arg>"),
                "port <corner> <arg> <arg> <arg> <arg> <arg>",
                "port <corner> <arg> <arg> <arg> <arg> <arg> <arg>",
            ),
            guards=GUARDS,
            best=_highest_move,
            is_sequence=True,
            skipped=("done", "end"),
            closing=("end",),
        ),
        DecisionKind(
            "production",
            _("what to produce"),
            _is_phase("production"),
            ("produce <n> <n> <n>", "cellar yes", "cellar no", "butter <n>"),
            passing=("produce 0 0 0", "cellar no", "butter 0"),
            best=_highest_move,
        ),
        DecisionKind(
            "place",
            _("my first workers"),
            _is_phase("place"),
            ("place <unit> <at>",),
            passing=(),
            is_sequence=True,
        ),
        DecisionKind(
            "clan",
            _("a clan to choose or to bid for"),
            _is_phase("clans"),
            ("choose <clan>", "bid <n>", "fold"),
            passing=("fold",),
        ),
    ),
    words={
        "good": GOODS,
        "unit": UNITS,
        "tech": ("woodcutter", "miner"),
        "upgrade": (
            *("ship", "tech_woodcutter", "tech_miner", "hire", "none"),
            *(f"recall:{good}" for good in GOODS),
        ),
        "corner": CORNERS,
        "arg": (
            *("ship", "tech_woodcutter", "tech_miner", "hire", "none", "as", "up", "down"),
            *("cow", "sheep", *GOODS, *CORNERS, *map(str, range(10))),
            *(f"recall:{good}" for good in GOODS),
        ),
        "clan": (*CLANS, "macewen", *(f"tile:{n}" for n in range(1, 10))),
    },
    sequence=_sort_by_turn_order,
)
