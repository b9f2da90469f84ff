"""The move that the rules make for a seat whose time ran out (rules 12)."""

from __future__ import annotations

from .components import STARTING_TILES, UNIT_ID
from .expansion import total_cost
from .maps import SPACE_ID
from .player import Player
from .production import BUTTER, PRODUCE, production_limits
from .state import State, Swap


def auto_move(match: State, seat: int) -> str:
    """Return the auto-play move of an actor; it is always legal."""
    listed = match.legal_moves(seat)
    p = match.players[seat]
    if match.phase == "clans":
        return _auto_set_or_bid(match, listed)
    if match.phase == "place":
        return min(listed, key=lambda move: _placement_price(match, p, move))
    if match.phase == "production":
        return _auto_production(match, p, seat)
    if match.frames:
        if isinstance(match.frames[-1], Swap) and "done" not in listed:
            return listed[0]
        return next((move for move in ("done", "keep none") if move in listed), listed[0])
    if match.trade >= 0:
        return listed[0]
    if match.stage == "after":
        return "end"
    return next((move for move in listed if move.startswith("fulfil")), "pass")


def _auto_set_or_bid(match: State, listed: list[str]) -> str:
    if "fold" in listed:
        return "fold"
    if "bid 0" in listed:
        return "bid 0"
    money = [STARTING_TILES[tile].money for _, tile in match.sets]
    return listed[money.index(max(money))]


def _placement_price(match: State, p: Player, move: str) -> int:
    _, unit, at = move.split(" ")
    return total_cost(match, p, UNIT_ID[unit], SPACE_ID[at])


def _auto_production(match: State, p: Player, seat: int) -> str:
    """Make as much cheese, then whisky, then bread as possible; no cellar; sell all milk."""
    step = match.steps[seat]
    if step == PRODUCE:
        cheese, bread, whisky, grain = production_limits(p)
        return f"produce {cheese} {min(bread, grain - whisky)} {whisky}"
    return f"butter {p.goods[1]}" if step == BUTTER else "cellar no"
