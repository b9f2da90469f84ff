"""The market: six price tracks, merchants, the viewer's possible trades, the uses of ports."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot

from ..rules.components import GOOD_ID, STEWART_POUND, TOP, contract
from ..rules.view_types import MerchantCountView, TrackView
from .board_context import BoardContext
from .move_labels import exchange_kinds

Traded = dict[tuple[str, str], tuple[int, int]]
Merchants = tuple[tuple[int, str, int], ...]  # seat, its name, number of merchants


class Trade(NamedTuple):
    """The viewer's possible trades of a good.

    Attributes:
        buy, sell: the most of each; 0 with the reason in `no_buy`, `no_sell`.
        extra: pounds gained before the trade.
        keep: drafted moves that stay if the trade replaces the last drafted one; else -1.
        base: position of the marker before the trade.
    """

    buy: int
    sell: int
    no_buy: str
    no_sell: str
    extra: int
    keep: int
    base: int


class Track(NamedTuple):
    """A row of the market.

    Attributes:
        stock: number in the viewer's stock; None for spectators.
        wanted: number that the viewer's contracts still need.
        changed: seat whose trade moved the price since the viewer's last look; else None.
        start: position of the marker before that trade.
        has_arrows: whether a port tile can move the marker now.
    """

    good: str
    prices: tuple[int, ...]
    position: int
    buyers: Merchants
    sellers: Merchants
    stock: int | None
    wanted: int
    changed: int | None
    start: int
    trade: Trade | None
    ghost: Spot | None
    has_arrows: bool


def market(look: BoardContext) -> tuple[Track, ...]:
    most, moved = _max_trades(look), _last_price_moves(look.scene)
    arrows = {move.split(" ")[-3] for move in look.legal if " up " in move or " down " in move}
    return tuple(
        _track(look, track, most, moved.get(track["good"], (None, 0)), track["good"] in arrows)
        for track in look.view["market"]
    )


def _max_trades(look: BoardContext) -> Traded:
    """Per verb and good: the most that can be traded, and how many drafted moves then stay."""
    found: Traded = {}
    for moves, keep in ((look.others, look.keep), (look.legal, -1)):
        for move in moves:
            if move.startswith(("buy ", "sell ")):
                verb, good, n = move.split(" ")
                had, kept = found.get((verb, good), (0, keep))
                found[verb, good] = max(int(n), had if kept == keep else 0), keep
    return found


def _last_price_moves(scene: Scene) -> dict[str, tuple[int | None, int]]:
    """Per good: the last seat that traded since the viewer's last look, and the steps moved."""
    found: dict[str, tuple[int | None, int]] = {}
    for event in scene.news:
        if event.kind in ("buy", "sell", "nbuy") and event.seat is not None:
            good, n = event.data["good"], event.data["count"]
            steps = -n if event.kind == "sell" else n
            found[good] = (event.seat, found.get(good, (0, 0))[1] + steps)
        elif event.kind == "round":
            found.clear()
    return found


def _track(
    look: BoardContext,
    track: TrackView,
    most: Traded,
    moved: tuple[int | None, int],
    has_arrows: bool,
) -> Track:
    good, prices, position = track["good"], track["track"], track["position"]
    ghost = look.ghost(f"buy {good} ") or look.ghost(f"sell {good} ")
    seat, steps = moved
    return Track(
        *(good, tuple(prices), position),
        _merchants(look, track["buyers"]),
        _merchants(look, track["sellers"]),
        look.mine["goods"][good] if look.mine else None,
        _wanted_count(look, GOOD_ID[good]),
        seat,
        max(0, min(len(prices) - 1, position - steps)),
        _trade(look, good, position, most, ghost),
        ghost,
        has_arrows,
    )


def _merchants(look: BoardContext, area: list[MerchantCountView]) -> Merchants:
    return tuple((one["seat"], look.scene.names[one["seat"]], one["merchants"]) for one in area)


def _wanted_count(look: BoardContext, good: int) -> int:
    """How many of a good the viewer's contracts still need."""
    if look.me is None:
        return 0
    return max(0, sum(contract(box).goods[good] for box in look.me.boxes) - look.me.goods[good])


def _trade(
    look: BoardContext, good: str, base: int, most: Traded, ghost: Spot | None
) -> Trade | None:
    buy, keep_buy = most.get(("buy", good), (0, -1))
    sell, keep_sell = most.get(("sell", good), (0, -1))
    turn = look.view["turn"]
    can_act = look.acts or (look.legal and turn is not None and turn["must_trade"] is not None)
    if look.me is None or not (buy or sell or can_act):
        return None
    keep = keep_buy if buy else keep_sell
    if ghost and keep >= 0:
        if base in (0, TOP):  # at an end of the track steps may have been lost: the base is unknown
            return None
        verb, _good, n = ghost.move.split(" ")
        base += int(n) if verb == "sell" else -int(n)
    no_buy = no_sell = ""
    if can_act and keep < 0:
        no_buy = look.obstacle_text(f"buy {good} 1")
        no_sell = look.obstacle_text(f"sell {good} 1")
    extra = STEWART_POUND if look.me.clan == "stewart" else 0
    return Trade(buy, sell, no_buy, no_sell, extra, keep, base)


# Ports.


class Exchange(NamedTuple):
    """An exchange of one good: the goods to give with their stock, those to take, how many."""

    given: tuple[tuple[str, int], ...]
    taken: tuple[str, ...]
    gain: int


class PortUse(NamedTuple):
    """A use of a port tile as `tile` of a corner: `prefix` begins its moves.

    It has spots, or an exchange, or arrows: goods with the spots that move their prices.
    """

    prefix: str
    corner: str
    tile: int
    spots: tuple[Spot, ...] = ()
    exchange: Exchange | None = None
    arrows: tuple[tuple[str, tuple[Spot, ...]], ...] = ()


class PortSheet(NamedTuple):
    """The choices of a port tile."""

    corner: str
    tile: int
    uses: tuple[PortUse, ...]


def port_sheets(look: BoardContext) -> tuple[PortSheet, ...]:
    """The ports that the viewer can use, with every way to use them."""
    by_corner: dict[str, dict[str, list[str]]] = {}
    for move in look.scene.legal:
        if move.startswith("port "):
            tokens = move.split(" ")
            prefix = " ".join(tokens[: 4 if tokens[2:3] == ["as"] else 2])
            by_corner.setdefault(tokens[1], {}).setdefault(prefix, []).append(move)
    tiles = {port["corner"]: port["tile"] for port in look.view["ports"]}
    return tuple(
        PortSheet(
            corner,
            tiles[corner],
            tuple(
                _use(look, PortUse(prefix, prefix[-1], tiles[prefix[-1]]), moves)
                for prefix, moves in uses.items()
            ),
        )
        for corner, uses in by_corner.items()
    )


def _use(look: BoardContext, use: PortUse, moves: list[str]) -> PortUse:
    rests = [move.removeprefix(use.prefix).split() for move in moves]
    spots = list(filter(None, map(look, moves)))
    if len(rests[0]) == 4:
        goods = look.mine["goods"] if look.mine else {}
        given = tuple((good, goods[good]) for good in dict.fromkeys(rest[0] for rest in rests))
        gain = sum(map(int, rests[0][1:]))
        return use._replace(exchange=Exchange(given, exchange_kinds(given[0][0]), gain))
    if len(rests[0]) == 3:
        by_good: dict[str, list[Spot]] = {}
        for spot in sorted(spots, key=_steps):
            by_good.setdefault(spot.move.split(" ")[-3], []).append(spot)
        order = dict.fromkeys(rest[0] for rest in rests)
        return use._replace(arrows=tuple((good, tuple(by_good[good])) for good in order))
    return use._replace(spots=tuple(spots))


def _steps(spot: Spot) -> int:
    way, n = spot.move.split(" ")[-2:]
    return int(n) if way == "up" else -int(n)
