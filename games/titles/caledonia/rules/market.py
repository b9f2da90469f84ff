"""The market: buying and selling with merchants, and the neighbourhood bonus.

Rules 2.2, 5.3.3, 5.3.5, 6 (`buy`, `sell`, `nbuy`), rulings 3, 4, 5, 31.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Reason
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import (
    GOOD_ID,
    GOODS,
    NEIGHBOUR_DISCOUNT,
    NEIGHBOUR_LIMIT,
    STEWART_POUND,
    TOP,
    TRACKS,
)
from .conditions import Bound, GoodObstacle, list_or_nothing, too_dear_refusal
from .notation import NBUY, TRADES
from .player import Player
from .state import Bonus, State

EVERY_GOOD = range(len(GOODS))


def spendable_money(p: Player) -> int:
    """Return the money for a trade; Stewart's £1 comes before the payment (ruling 31)."""
    return p.money + STEWART_POUND if p.clan == "stewart" else p.money


def price(match: State, good: int) -> int:
    return TRACKS[good][match.market[good]]


def neighbour_price(match: State, good: int) -> int:
    return price(match, good) - NEIGHBOUR_DISCOUNT[good]


# How many of a good can be traded, and the obstacle to more.


def trade_bounds(
    area: int, merchants: int, stock: int, affordable: int
) -> tuple[int, GoodObstacle, int, GoodObstacle]:
    """Return how many of a good can be bought and sold, each with the obstacle to more.

    Args:
        area: own merchants on the good's areas: above 0 in its buy area, below 0 in its sell area.
        merchants: own merchants in stock.
        stock: own units of the good.
        affordable: how many the own money pays for.
    """
    buying, no_buying = merchants, _few_merchants_refusal
    if area < 0:
        buying, no_buying = 0, _in_sell_area_refusal
    elif affordable < merchants:
        buying, no_buying = affordable, _unpaid_refusal
    selling, no_selling = merchants, _few_merchants_refusal
    if area > 0:
        selling, no_selling = 0, _in_buy_area_refusal
    elif stock < merchants:
        selling, no_selling = stock, _few_goods_refusal
    return buying, no_buying, selling, no_selling


def neighbour_bound(match: State, p: Player, good: int) -> Bound:
    """Return how many of an offered good can be bought, with the obstacle to more."""
    if p.areas[good] < 0:
        return 0, _in_sell_area_refusal
    left = NEIGHBOUR_LIMIT[match.seats] - match.bought[good]
    affordable = spendable_money(p) // neighbour_price(match, good)
    most = min(left, p.merchants, affordable)
    if most == left:
        return left, _limit_refusal
    return (
        (affordable, _unpaid_neighbour_refusal)
        if most == affordable
        else (most, _few_merchants_refusal)
    )


def max_neighbour_bought(match: State, p: Player, good: int) -> int:
    """Return how many of an offered good this seat can buy at the lower price now."""
    return neighbour_bound(match, p, good)[0]


def _in_sell_area_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    message = _(
        "with %(count)s of your merchants in the sell area of %(good)s you cannot buy it this round"
    )
    return illegal_move("other_area", message, "5.3.3", count=-p.areas[good], good=GOODS[good])


def _in_buy_area_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    message = _(
        "with %(count)s of your merchants in the buy area of %(good)s you cannot sell it this round"
    )
    return illegal_move("other_area", message, "5.3.3", count=p.areas[good], good=GOODS[good])


def _few_merchants_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    message = _("too few merchants for %(count)s %(good)s: you have %(merchants)s in stock")
    params = {"count": count, "good": GOODS[good], "merchants": p.merchants}
    return illegal_move("no_merchant", message, "5.3.3", **params)


def _few_goods_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    message = _("you have %(owned)s %(good)s to sell, not %(count)s")
    params = {"owned": p.goods[good], "good": GOODS[good], "count": count}
    return illegal_move("no_good", message, "5.3.3", **params)


def _limit_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    message = _("you can buy %(left)s more %(good)s from neighbours this turn, not %(count)s")
    left = NEIGHBOUR_LIMIT[match.seats] - match.bought[good]
    return illegal_move("too_many", message, "10.5", left=left, good=GOODS[good], count=count)


def _unpaid_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    return _too_dear_refusal("5.3.3", p, count, price(match, good))


def _unpaid_neighbour_refusal(match: State, p: Player, good: int, count: int) -> IllegalMove:
    return _too_dear_refusal("5.3.5", p, count, neighbour_price(match, good))


def _too_dear_refusal(section: str, p: Player, count: int, each: int) -> IllegalMove:
    what = Reason("count_and_price", _("%(count)s at £%(each)s"), count=count, each=each)
    return too_dear_refusal(section, spendable_money(p), count * each, what)


def _bound_refusal(
    match: State, p: Player, good: int, count: int, bound: Bound
) -> IllegalMove | None:
    """Return why this count cannot be traded, None if it can."""
    most, obstacle = bound
    if 1 <= count <= most:
        return None
    if most and not count:
        return illegal_move("bad_number", _("trade at least 1"), "5.3.3")
    return obstacle(match, p, good, max(1, count))


# Trading.


def _trades(match: State, p: Player, seat: int) -> Sequence[str]:
    """Every `buy` and `sell`; after port 6 only of the good whose price moved."""
    merchants = p.merchants
    if not merchants:
        return ()
    moves: list[str] = []
    money, market, areas, goods = spendable_money(p), match.market, p.areas, p.goods
    for good in EVERY_GOOD if match.trade < 0 else (match.trade,):
        affordable = money // TRACKS[good][market[good]]
        buying, _no, selling, _no = trade_bounds(areas[good], merchants, goods[good], affordable)
        moves += TRADES[good][buying][selling]
    return moves


def _trade_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    if match.trade not in (-1, good):
        message = _("you moved the price of %(moved)s: trade that, not %(good)s")
        return illegal_move("trade_first", message, "2.6", moved=GOODS[match.trade], good=tokens[1])
    affordable = spendable_money(p) // price(match, good)
    found = trade_bounds(p.areas[good], p.merchants, p.goods[good], affordable)
    return _bound_refusal(match, p, good, count, found[:2] if tokens[0] == "buy" else found[2:])


def _neighbour_trades(match: State, p: Player, seat: int) -> Sequence[str]:
    moves: list[str] = []
    for good in _bonus_frame(match).goods:
        moves += NBUY[good][max_neighbour_bought(match, p, good)]
    return moves


def _neighbour_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    offered = _bonus_frame(match).goods
    if good not in offered:
        message = _("the neighbours offer %(offered)s, not %(good)s")
        there = list_or_nothing(GOODS[other] for other in offered)
        return illegal_move("not_offered", message, "5.3.5", offered=there, good=tokens[1])
    return _bound_refusal(match, p, good, count, neighbour_bound(match, p, good))


def _bonus_frame(match: State) -> Bonus:
    frame = match.frames[-1]
    assert isinstance(frame, Bonus)
    return frame


# Carrying out.


def move_price(match: State, good: int, steps: int) -> None:
    """Move a price marker; steps beyond an end of the track are lost."""
    match.market[good] = max(0, min(TOP, match.market[good] + steps))


def _play_trade(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    if tokens[0] == "buy":
        _buy(match, p, seat, "buy", good, count, price(match, good))
    else:
        _sell(match, p, seat, good, count)
    match.stage, match.trade = "after", -1


def _sell(match: State, p: Player, seat: int, good: int, count: int) -> None:
    each = price(match, good)
    extra = _stewart_bonus(p)
    p.merchants -= count
    p.areas[good] -= count
    p.money += count * each
    p.goods[good] -= count
    move_price(match, good, -count)
    _emit_trade(match, p, seat, "sell", good, count, each, extra)


def _play_neighbour(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    good, count = GOOD_ID[tokens[1]], int(tokens[2])
    _buy(match, p, seat, "nbuy", good, count, neighbour_price(match, good))
    match.bought[good] += count
    frame = _bonus_frame(match)
    left = tuple(other for other in frame.goods if other != good)
    match.frames[-1] = Bonus(left, frame.draws)


def _buy(match: State, p: Player, seat: int, kind: str, good: int, count: int, each: int) -> None:
    extra = _stewart_bonus(p)
    p.merchants -= count
    p.areas[good] += count
    p.money -= count * each
    p.goods[good] += count
    move_price(match, good, count)
    _emit_trade(match, p, seat, kind, good, count, each, extra)


def _stewart_bonus(p: Player) -> int:
    if p.clan != "stewart":
        return 0
    p.money += STEWART_POUND
    return STEWART_POUND


def _emit_trade(
    match: State, p: Player, seat: int, kind: str, good: int, count: int, each: int, extra: int
) -> None:
    match.emit(
        kind,
        seat,
        {
            "good": GOODS[good],
            "count": count,
            "price": each,
            "money": count * each,
            "stewart": extra,
            "new_price": price(match, good),
        },
    )


SHAPES = {"buy": "good number", "sell": "good number"}
TRADE_ACTION = ActionType(SHAPES, "5.3.3", _trades, _trade_refusal, _play_trade)
NEIGHBOUR_ACTION = ActionType(
    {"nbuy": "good number"}, "5.3.5", _neighbour_trades, _neighbour_refusal, _play_neighbour
)
