"""The market: six price tracks, the merchants beside them, and the viewer's possible trades."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules.components import GOOD_ID, STEWART_POUND, TOP
from ..rules.components import contract as contract_of
from ..rules.view_types import MerchantCountView, TrackView
from . import vocabulary
from .board_context import BoardContext, caledonia_rules_url
from .translations import gettext as _


class MerchantCount(NamedTuple):
    """The merchants of a seat on one side of a track."""

    seat: int
    n: int


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
        arrows: whether a port tile can move the marker now.
    """

    good: str
    name: str
    note: str
    prices: tuple[int, ...]
    position: int
    price: int
    buyers: tuple[MerchantCount, ...]
    sellers: tuple[MerchantCount, ...]
    words: str
    stock: int | None
    wanted: int
    changed: int | None
    start: int
    trade: Trade | None
    ghost: Spot | None
    arrows: bool


class Market(NamedTuple):
    """The six rows, and the viewer's money and merchants."""

    rows: tuple[Track, ...]
    asked: bool
    money: int
    merchants: int


def market(look: BoardContext) -> Market:
    may = _max_trades(look)
    moved = _last_price_moves(look.scene)
    rows = tuple(_track(look, track, may, moved) for track in look.view["market"])
    mine = look.mine
    return Market(
        rows,
        any(row.trade and row.trade.keep < 0 for row in rows),
        mine["money"] if mine else 0,
        mine["merchants"] if mine else 0,
    )


def _max_trades(look: BoardContext) -> dict[tuple[str, str], tuple[int, int]]:
    """Per verb and good: the most that can be traded, and how many drafted moves then stay."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for moves, keep in ((look.others, look.keep), (look.legal, -1)):
        for move in moves:
            verb, *rest = move.split(" ")
            if verb in ("buy", "sell"):
                key, n = (verb, rest[0]), int(rest[1])
                had = found.get(key)
                if had is None or had[1] != keep or had[0] < n:
                    found[key] = (n, keep)
    return found


def _last_price_moves(scene: Scene) -> dict[str, tuple[int, int]]:
    """Per good: the last seat that traded since the viewer's last look, and the steps moved."""
    found: dict[str, tuple[int, int]] = {}
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
    may: dict[tuple[str, str], tuple[int, int]],
    moved: dict[str, tuple[int, int]],
) -> Track:
    good, position = track["good"], track["position"]
    seat, steps = moved.get(good, (None, 0))
    ghost = look.ghost(f"buy {good} ") or look.ghost(f"sell {good} ")
    return Track(
        good,
        capitalize_first(vocabulary.GOODS[good]),
        caledonia_rules_url(good),
        tuple(track["track"]),
        position,
        track["price"],
        tuple(MerchantCount(one["seat"], one["merchants"]) for one in track["buyers"]),
        tuple(MerchantCount(one["seat"], one["merchants"]) for one in track["sellers"]),
        _words(
            good,
            (track["price"], position, len(track["track"]) - 1),
            _merchants_by_name(look, track["buyers"]),
            _merchants_by_name(look, track["sellers"]),
        ),
        look.mine["goods"][good] if look.mine else None,
        _wanted_count(look, good),
        seat,
        max(0, min(len(track["track"]) - 1, position - steps)),
        _trade(look, track, may, ghost),
        ghost,
        any(
            f" {good} up " in move or f" {good} down " in move
            for move in look.legal
            if move.startswith("port ")
        ),
    )


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(1_000)))
def _words(
    good: str,
    numbers: tuple[int, int, int],
    buyers: tuple[tuple[str, int], ...],
    sellers: tuple[tuple[str, int], ...],
) -> str:
    """A row in words: "whisky £12, position 4 of 9; Chika bought 2".

    `numbers` are price, position and last position.
    """
    now, position, last = numbers
    form, bought, sold = _("%(name)s: %(n)s"), _("bought by %(who)s"), _("sold by %(who)s")
    params = {
        "good": capitalize_first(vocabulary.GOODS[good]),
        "pounds": vocabulary.pounds(now),
        "n": position,
        "last": last,
    }
    found = [_("%(good)s %(pounds)s, position %(n)s of %(last)s") % params]
    for standing, says in ((buyers, bought), (sellers, sold)):
        if standing:
            who = vocabulary.join_or_dash(form % {"name": name, "n": n} for name, n in standing)
            found.append(says % {"who": who})
    return "; ".join(found)


def _merchants_by_name(
    look: BoardContext, merchants: list[MerchantCountView]
) -> tuple[tuple[str, int], ...]:
    return tuple((look.scene.names[one["seat"]], one["merchants"]) for one in merchants)


def _wanted_count(look: BoardContext, good: str) -> int:
    """How many of a good the viewer's contracts still need."""
    if look.me is None:
        return 0
    number = GOOD_ID[good]
    needed = sum(contract_of(box).goods[number] for box in look.me.boxes)
    return max(0, needed - look.me.goods[number])


def _trade(
    look: BoardContext,
    track: TrackView,
    may: dict[tuple[str, str], tuple[int, int]],
    ghost: Spot | None,
) -> Trade | None:
    me, good, base = look.me, track["good"], track["position"]
    buy, keep_buy = may.get(("buy", good), (0, -1))
    sell, keep_sell = may.get(("sell", good), (0, -1))
    turn = look.view["turn"]
    open_ = look.acts or (look.legal and turn is not None and turn["must_trade"] is not None)
    if me is None or not (buy or sell or open_):
        return None
    keep = keep_buy if buy else keep_sell
    if ghost and keep >= 0:
        if base in (0, TOP):  # at an end of the track steps may have been lost: the base is unknown
            return None
        verb, _good, n = ghost.move.split(" ")
        base += int(n) if verb == "sell" else -int(n)
    no_buy = no_sell = ""
    if open_ and keep < 0:
        no_buy = look.obstacle_text(f"buy {good} 1")
        no_sell = look.obstacle_text(f"sell {good} 1")
    extra = STEWART_POUND if me.clan == "stewart" else 0
    return Trade(buy, sell, no_buy, no_sell, extra, keep, base)


# Ports.


class Exchange(NamedTuple):
    """An exchange of one good: the start of the move, the goods to give, the goods to take."""

    prefix: str
    given: tuple[tuple[str, str, int], ...]
    taken: tuple[tuple[str, str, int], ...]
    gain: int


class Arrow(NamedTuple):
    """A good whose price a port tile can move."""

    good: str
    name: str
    spots: tuple[Spot, ...]


class PortUse(NamedTuple):
    """A way to use a port tile: its title and its choices."""

    title: str
    spots: tuple[Spot, ...]
    exchange: Exchange | None
    arrows: tuple[Arrow, ...]


class PortSheet(NamedTuple):
    """The choices of a port tile."""

    corner: str
    title: str
    uses: tuple[PortUse, ...]


def port_sheets(look: BoardContext) -> tuple[PortSheet, ...]:
    """Return the ports that the viewer can use in more than one way."""
    by_corner: dict[str, dict[str, list[str]]] = {}
    for move in look.scene.legal:
        if move.startswith("port "):
            tokens = move.split(" ")
            length = 4 if tokens[2:3] == ["as"] else 2
            prefix = " ".join(tokens[:length])
            by_corner.setdefault(tokens[1], {}).setdefault(prefix, []).append(move)
    tiles = {port["corner"]: port["tile"] for port in look.view["ports"]}
    found = []
    for corner, uses in by_corner.items():
        params = {"corner": vocabulary.corner(corner), "effect": vocabulary.PORTS[tiles[corner]]}
        title = _("Port %(corner)s: %(effect)s") % params
        found.append(
            PortSheet(
                corner,
                title,
                tuple(_use(look, prefix, moves, tiles) for prefix, moves in uses.items()),
            )
        )
    return tuple(found)


def _use(look: BoardContext, prefix: str, moves: list[str], tiles: dict[str, int]) -> PortUse:
    corner = prefix.split(" ")[-1]
    params = {"corner": vocabulary.corner(corner), "effect": vocabulary.PORTS[tiles[corner]]}
    title = _("as port %(corner)s: %(effect)s") % params if " as " in prefix else ""
    rests = [move[len(prefix) + 1 :].split(" ") for move in moves]
    if len(rests[0]) == 4:
        return PortUse(title, (), _exchange(look, prefix, rests), ())
    if len(rests[0]) == 3:
        return PortUse(title, (), None, _arrows(look, prefix, moves))
    return PortUse(title, tuple(filter(None, map(look, moves))), None, ())


def _exchange(look: BoardContext, prefix: str, rests: list[list[str]]) -> Exchange:
    given = dict.fromkeys(rest[0] for rest in rests)
    kinds = ("wool", "milk", "grain") if rests[0][0] in _BASIC else ("cheese", "bread", "whisky")
    goods = look.mine["goods"] if look.mine else {}
    return Exchange(
        prefix,
        tuple((good, str(vocabulary.GOODS[good]), goods[good]) for good in given),
        tuple((good, str(vocabulary.GOODS[good]), goods[good]) for good in kinds),
        sum(map(int, rests[0][1:])),
    )


_BASIC = frozenset({"wool", "milk", "grain"})


def _arrows(look: BoardContext, prefix: str, moves: list[str]) -> tuple[Arrow, ...]:
    by_good: dict[str, list[str]] = {}
    for move in moves:
        by_good.setdefault(move[len(prefix) + 1 :].split(" ")[0], []).append(move)
    return tuple(
        Arrow(
            good,
            capitalize_first(vocabulary.GOODS[good]),
            tuple(filter(None, map(look, sorted(found, key=_steps)))),
        )
        for good, found in by_good.items()
    )


def _steps(move: str) -> int:
    way, n = move.split(" ")[-2:]
    return int(n) if way == "up" else -int(n)
