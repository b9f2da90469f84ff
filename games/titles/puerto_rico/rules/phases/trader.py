"""The trader phase: in turn, each seat may sell one barrel to the trading house (rules 5.7)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move, malformed_move
from games.rules.reasons import gettext_noop as _

from ..boards import Board
from ..components import (
    GOODS,
    HOUSE_SPACES,
    LARGE_MARKET,
    MARKET_INCOME,
    OFFICE,
    PRICES,
    SLOT_OF,
    SMALL_MARKET,
)
from ..notation import PASS, SELL
from ..state import State
from .rounds import end_phase, no_such_good


def begin(match: State) -> None:
    match.step = "trade"
    match.actors = (match.picker,)


def moves(match: State, seat: int) -> list[str]:
    return [*(SELL[good] for good in sellable(match.boards[seat], match.house)), PASS]


def sellable(board: Board, house: list[int]) -> list[int]:
    """The goods that the owner of a board could sell to a trading house with these goods."""
    office = board.workers[OFFICE]
    return [good for good, n in enumerate(board.goods) if n and (office or good not in house)]


def proceeds(board: Board, good: int, is_trader: bool) -> dict[str, int]:
    """The doubloons that a sale brings the owner of a board, by reason."""
    workers = board.workers
    parts = {"price": PRICES[good]}
    if is_trader:
        parts["trader"] = 1
    if workers[SMALL_MARKET]:
        parts["small_market"] = MARKET_INCOME["small_market"]
    if workers[LARGE_MARKET]:
        parts["large_market"] = MARKET_INCOME["large_market"]
    return parts


def play(match: State, seat: int, tokens: list[str]) -> None:
    if tokens[0] == PASS:
        match.emit_pass(seat)
    else:
        good = SLOT_OF[tokens[1]]
        board = match.boards[seat]
        parts = proceeds(board, good, seat == match.picker)
        board.goods[good] -= 1
        board.doubloons += sum(parts.values())
        match.house.append(good)
        match.emit_move(
            "sale", seat, {"good": tokens[1], "doubloons": sum(parts.values()), "parts": parts}
        )
    full = len(match.house) == HOUSE_SPACES
    if full:
        _empty_house(match)
    if full or not match.start_next_turn():
        end_phase(match)


def _empty_house(match: State) -> None:
    sold = match.house
    match.house = []
    for good in sold:
        match.supply[good] += 1
    match.emit("house_emptied", None, {"goods": [GOODS[good] for good in sold]})


def refusal(match: State, seat: int, tokens: list[str]) -> IllegalMove | None:
    if tokens[0] != "sell":
        return None
    if len(tokens) != 2:
        return malformed_move("5.7", tokens, "sell good")
    if tokens[1] not in GOODS:
        return no_such_good(tokens[1])
    if not match.boards[seat].goods[SLOT_OF[tokens[1]]]:
        return illegal_move("have_none", _("you have no %(good)s to sell"), "5.7", good=tokens[1])
    return illegal_move(
        "sold_already",
        _(
            "%(good)s is already in the trading house (%(house)s); selling it again "
            "needs an occupied office"
        ),
        "5.7",
        good=tokens[1],
        house=tuple(GOODS[good] for good in match.house),
    )
