"""What the board of Puerto Rico shows: keys, numbers and spots by zone; templates have the words.

What changed since the viewer's last look is not part of a piece: things have keys, and the page
lists the keys that changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.widgets import Amount, MoveButton, Stock
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes

from ..rules.components import (
    BUILDINGS,
    CITY_SPACES,
    GOODS,
    HOUSE_SPACES,
    SETUPS,
    TILES,
    Building,
)
from ..rules.view import BoardView, View
from . import change_marks, forecast, role_gains, vocabulary
from .scene_access import view_of
from .spots import Spots

COLUMNS = (1, 2, 3, 4)
FACTS = {building.key: building for building in BUILDINGS}

# Numbers by key; hashable, because the market and islands are cached by them.
Numbers = tuple[tuple[str, int], ...]
Tiles = tuple[tuple[str, int, int], ...]  # kind, number, workers on them

# Where each kind of decision is made; the ids of these sections are "pr-" and the part.
PARTS = {
    "pick": "roles",
    "settle": "fields",
    "placement": "mine",
    "craftsman_privilege": "supplies",
    "trade": "house",
    "build": "market",
    "load": "harbor",
    "store": "mine",
}


class Turn(NamedTuple):
    """A seat in the order of play. Only the sole actor has a name; others have just their mark."""

    seat: int
    name: str
    is_actor: bool
    is_named: bool
    is_governor: bool


class Limit(NamedTuple):
    """How near one of the three conditions for the end of the match is: `left` of `most`."""

    key: str
    left: int
    most: int
    is_met: bool


class Status(NamedTuple):
    """The state of the match; `role` is that of the phase, "" while one is picked."""

    round: int
    role: str
    order: tuple[Turn, ...]
    limits: tuple[Limit, ...]
    endings: tuple[str, ...]
    is_over: bool


class Role(NamedTuple):
    """A role card; `gain` is what it brings the viewer who picks it now, empty if they cannot."""

    key: str
    doubloons: int
    taken_by: int | None
    taker: str
    is_now: bool
    gain: tuple[Amount, ...]
    spot: Spot | None
    ghost: Spot | None


class Tile(NamedTuple):
    """A tile on offer (`left` of them); `with_worker` takes it together with a worker."""

    kind: str
    spot: Spot | None
    with_worker: Spot | None
    left: int | None = None


class Plantations(NamedTuple):
    """The tiles on offer, then the piles; `asks_worker`: a tile may come with a worker."""

    is_asked: bool
    row: tuple[Tile, ...]
    gaps: int
    quarry: Tile
    stack: tuple[int, Spot | None]
    discard: Numbers
    asks_worker: bool


class Ship(NamedTuple):
    """A cargo ship with `n` barrels of a good ("" while it is empty)."""

    capacity: int
    good: str
    n: int
    loads: tuple[MoveButton, ...]
    ghost: Spot | None


class Wharf(NamedTuple):
    """The viewer's own wharf in a captain phase."""

    is_used: bool
    loads: tuple[MoveButton, ...]
    ghost: Spot | None


class Harbor(NamedTuple):
    is_asked: bool
    ships: tuple[Ship, ...]
    wharf: Wharf | None


class TradingHouse(NamedTuple):
    """The goods in the house; `ghost` is the drafted sale of the last one."""

    is_asked: bool
    sold: tuple[str, ...]
    ghost: Spot | None
    free: int
    prices: Numbers
    sales: tuple[MoveButton, ...]


class SupplyNumbers(NamedTuple):
    """Workers and points that are left."""

    worker_ship: int
    worker_need: int
    worker_supply: int
    chips: int


class Supplies(NamedTuple):
    is_asked: bool
    goods: tuple[Stock, ...]
    numbers: SupplyNumbers


class Field(NamedTuple):
    """A tile on an island: `number` of its kind; the last one is the newest."""

    kind: str
    has_worker: bool
    number: int
    is_last: bool
    ghost: Spot | None = None


class House(NamedTuple):
    """A building in a city; `circles` says which circles have a worker."""

    key: str
    kind: str
    circles: tuple[bool, ...]
    is_large: bool
    ghost: Spot | None = None


class Island(NamedTuple):
    """The tiles of a seat; `is_open` while the viewer can place its workers."""

    seat: int
    fields: tuple[Field, ...]
    free: int
    is_open: bool


class Town(NamedTuple):
    """The buildings of a seat, and San Juan; `is_open` while the viewer can place its workers."""

    seat: int
    houses: tuple[House, ...]
    free: int
    san_juan: int
    is_open: bool


class OwnZone(NamedTuple):
    """What the viewer owns."""

    is_asked: bool
    seat: int
    goods: tuple[Stock, ...]
    island: Island
    town: Town


class Placement(NamedTuple):
    """The viewer's current placement, from which the script lets them move workers.

    `start` identifies the position. `makers` are the viewer's production buildings by good, as
    JSON. `is_final`: all others are done, so finishing reveals all placements.
    """

    pool: int
    fixed: tuple[str, ...]
    start: str
    makers: str
    is_final: bool


class Hand(NamedTuple):
    """What the dock shows besides the purse: a few choices, or the viewer's placement."""

    choices: tuple[MoveButton, ...]
    placement: Placement | None
    goods: tuple[Stock, ...]


class Lot(NamedTuple):
    """A building on the market.

    `state` is "within" if the viewer could pay for it now, "near" if one doubloon is missing (or
    the builder's privilege), "blocked", or "" for spectators. `why` is the reason, `short` what
    is missing.
    """

    key: str
    kind: str
    cost: int
    price: int
    points: int
    circles: int
    copies: int
    state: str
    why: str
    short: int
    spot: Spot | None
    with_worker: Spot | None


class Market(NamedTuple):
    """The buildings by column."""

    is_asked: bool
    columns: tuple[tuple[Lot, ...], ...]
    for_me: bool
    asks_worker: bool


def board(scene: Scene) -> dict[str, object]:
    """The values of the board's templates, by zone."""
    view, spots = view_of(scene), Spots(scene)
    asked = PARTS.get(view["step"], "") if spots.is_asked else ""
    harbor, house = _harbor(scene, spots, asked), _house(scene, spots, asked)
    supplies, market = _supplies(view, spots, asked), _market(scene, spots, asked)
    plantations, mine = _plantations(view, spots, asked), _mine(scene, spots, asked)
    offers = _offers(harbor, house, plantations, market)
    return {
        "status": _status(scene),
        "roles": (asked == "roles", tuple(_roles(scene, spots))),
        "plantations": plantations,
        "harbor": harbor,
        "house": house,
        "supplies": supplies,
        "mine": mine,
        "hand": _hand(scene, mine, supplies, offers) if mine else None,
        "market": market,
        "seats": {
            seat: _lands(seat, data)
            for seat, data in enumerate(view["seats"])
            if seat != scene.seat
        },
        "news": change_marks.change_marks(scene.news),
    }


# the status line


def _status(scene: Scene) -> Status:
    view, actors = view_of(scene), list(scene.actors)
    order = (
        Turn(seat, scene.names[seat], seat in actors, actors == [seat], seat == view["governor"])
        for seat in view["order"]
    )
    return Status(
        view["round"],
        view["role"] or "",
        tuple(order),
        tuple(_limits(view)),
        tuple(view["ending"]),
        scene.over,
    )


def _limits(view: View) -> Iterator[Limit]:
    """The three conditions for the end of the match, and how near they are."""
    setup, met = SETUPS[len(view["seats"])], view["ending"]
    city = min(seat["city_free"] for seat in view["seats"])
    yield Limit("chip", view["chips_left"], setup.chips, "chips" in met)
    yield Limit("worker", view["worker_supply"], setup.worker_supply, "workers" in met)
    yield Limit("city", city, CITY_SPACES, "city" in met)


# the middle


def _roles(scene: Scene, spots: Spots) -> Iterator[Role]:
    brings = scene.compute_once(role_gains.gains_by_role)
    for key, card in view_of(scene)["roles"].items():
        taken_by = card["taken_by"]
        yield Role(
            key=key,
            doubloons=card["doubloons"],
            taken_by=taken_by,
            taker=scene.names[taken_by] if taken_by is not None else "",
            is_now=view_of(scene)["role"] == key,
            gain=brings[key],
            spot=spots(f"pick {key}"),
            ghost=spots.ghost(f"pick {key} ") if taken_by == scene.seat else None,
        )


def _plantations(view: View, spots: Spots, asked: str) -> Plantations:
    return Plantations(
        is_asked=asked == "fields",
        row=tuple(_tile(spots, kind) for kind in view["row"]),
        gaps=SETUPS[len(view["seats"])].row - len(view["row"]),
        quarry=_tile(spots, "quarry", view["quarries"]),
        stack=(view["stack"], spots("draw")),
        discard=tuple((good, n) for good, n in view["discard"].items() if n),
        asks_worker=_offers_worker(spots, "take"),
    )


def _offers_worker(spots: Spots, verb: str) -> bool:
    return any(one.endswith(" worker") for one in spots.of(verb))


def _tile(spots: Spots, kind: str, left: int | None = None) -> Tile:
    return Tile(kind, spots(f"take {kind}"), spots(f"take {kind} worker"), left)


def _harbor(scene: Scene, spots: Spots, asked: str) -> Harbor:
    ships = (
        Ship(int(key), ship["good"] or "", ship["n"], *_loads(scene, spots, key))
        for key, ship in view_of(scene)["ships"].items()
    )
    return Harbor(asked == "harbor", tuple(ships), _wharf(scene, spots))


def _loads(scene: Scene, spots: Spots, ship: str) -> tuple[tuple[MoveButton, ...], Spot | None]:
    """The loads that a ship could take, with their points, and the drafted one."""
    moves = [move for move in spots.of("load") if move.endswith(f" {ship}")]
    loads = _buttons(spots, moves, lambda move: f"+{_first_event(scene, move, 'score')['amount']}")
    return loads, spots.ghost(*(f"load {good} {ship} " for good in GOODS))


def _first_event(scene: Scene, move: str, kind: str) -> dict[str, int]:
    """The first event of a kind that the move would bring."""
    return forecast.PuertoRicoPreview(scene, move).first_event(kind)


def _buttons(
    spots: Spots, moves: Iterable[str], text: Callable[[str], str]
) -> tuple[MoveButton, ...]:
    """Buttons with the good of each move; an alternative has no text, as its barrels are gone."""
    return tuple(
        MoveButton(spot, move.split(" ")[1], "" if spot.keep >= 0 else text(move))
        for move in moves
        if (spot := spots(move))
    )


def _wharf(scene: Scene, spots: Spots) -> Wharf | None:
    """The viewer's own wharf, if it matters now."""
    if scene.seat is None or not (view_of(scene)["step"] == "load" or spots.of("load")):
        return None
    mine = view_of(scene)["seats"][scene.seat]
    if not mine["city"].get("wharf"):
        return None
    return Wharf(mine["wharf_used"], *_loads(scene, spots, "wharf"))


def _house(scene: Scene, spots: Spots, asked: str) -> TradingHouse:
    view = view_of(scene)
    return TradingHouse(
        is_asked=asked == "house",
        sold=tuple(view["house"]),
        ghost=spots.ghost(*(f"sell {good} " for good in GOODS)),
        free=HOUSE_SPACES - len(view["house"]),
        prices=tuple(view["goods_prices"].items()),
        sales=_buttons(
            spots,
            spots.of("sell"),
            lambda move: str(_first_event(scene, move, "sale")["doubloons"]),
        ),
    )


def _supplies(view: View, spots: Spots, asked: str) -> Supplies:
    goods = (Stock(good, n, spot=spots(f"privilege {good}")) for good, n in view["goods"].items())
    numbers = SupplyNumbers(
        view["worker_ship"], view["worker_need"], view["worker_supply"], view["chips_left"]
    )
    return Supplies(asked == "supplies", tuple(goods), numbers)


# the market


def _market(scene: Scene, spots: Spots, asked: str) -> Market:
    view = view_of(scene)
    builds = frozenset(spot for move in spots.of("build") if (spot := spots(move)))
    columns = _columns(
        tuple(view["costs"].items()),
        tuple((view["prices"] or view["costs"]).items()),
        tuple(view["display"].items()),
        _buyer(scene),
        builds,
    )
    asks_worker = _offers_worker(spots, "build")
    return Market(asked == "market", columns, scene.seat is not None, asks_worker)


class Buyer(NamedTuple):
    """What decides which buildings a seat could buy now."""

    city: frozenset[str]
    doubloons: int
    spaces: int


def _buyer(scene: Scene) -> Buyer | None:
    if scene.seat is None or scene.over:
        return None
    mine = view_of(scene)["seats"][scene.seat]
    return Buyer(frozenset(mine["city"]), mine["doubloons"], mine["city_free"])


@byte_lru_cache(3 * MIB, fixed_bytes(30_000))
def _columns(
    costs: Numbers,
    prices: Numbers,
    copies: Numbers,
    buyer: Buyer | None,
    builds: frozenset[Spot],
) -> tuple[tuple[Lot, ...], ...]:
    """The buildings on the market; cached, because most moves do not change them."""
    cost, price, left = dict(costs), dict(prices), dict(copies)
    columns: dict[int, list[Lot]] = {column: [] for column in COLUMNS}
    spots = {spot.move: spot for spot in builds}
    for building in BUILDINGS:
        key = building.key
        spot = spots.get(f"build {key}")
        found = _affordability(building, buyer, price[key], left[key])
        columns[building.column].append(
            Lot(
                key,
                building.good or building.kind,
                cost[key],
                price[key],
                building.column,
                building.circles,
                left[key],
                # also if it would replace the drafted building
                *(("within", "", 0) if spot else found),
                spot,
                spots.get(f"build {key} worker"),
            )
        )
    return tuple(tuple(lots) for lots in columns.values())


def _affordability(
    building: Building, buyer: Buyer | None, price: int, copies: int
) -> tuple[str, str, int]:
    """Whether the buyer could pay for a building, and why not: (state, why, missing doubloons)."""
    if buyer is None:
        return "", "" if copies else "gone", 0
    if building.key in buyer.city:
        return "blocked", "owned", 0
    if not copies:
        return "blocked", "gone", 0
    if building.spaces > buyer.spaces:
        return "blocked", "full", 0
    short = price - buyer.doubloons
    if short <= 0:
        return "within", "", 0
    return "near" if short == 1 else "blocked", "short", short


# the seats


def _hand(
    scene: Scene, mine: OwnZone, supplies: Supplies, offers: Iterable[MoveButton]
) -> Hand | None:
    """What the viewer chooses from the dock: goods, tiles or buildings, or where workers go."""
    placement = _placement(scene)
    if placement:
        return Hand((), placement, mine.goods)
    choices = tuple(offers) or tuple(
        MoveButton(good.spot, good.key, HAND_TEXTS[good.spot.move.split(" ")[0]](good.n))
        for good in (*supplies.goods, *mine.goods)
        if good.spot
    )
    return Hand(choices, None, ()) if choices else None


def _offers(
    harbor: Harbor, house: TradingHouse, plantations: Plantations, market: Market
) -> Iterator[MoveButton]:
    """What may be loaded, sold, taken or built now; the most expensive building first."""
    for ship in (*harbor.ships, *([harbor.wharf] if harbor.wharf else ())):
        yield from ship.loads
    yield from house.sales
    for tile in (*plantations.row, plantations.quarry):
        if tile.spot:
            yield MoveButton(tile.spot, f"tile-{tile.kind}")
    names = vocabulary.lexicon().buildings
    lots = [lot for column in market.columns for lot in column]
    for lot in sorted(lots, key=lambda lot: (-lot.price, lot.key)):
        if lot.spot:
            yield MoveButton(lot.spot, "doubloon", f"{names[lot.key]} {lot.price}")


# The short text of a good in the dock, by the number of its barrels.
HAND_TEXTS: dict[str, Callable[[int], str]] = {
    "privilege": lambda n: "+1",
    "store": str,
    "keep": lambda n: "1",
}


def _placement(scene: Scene) -> Placement | None:
    view, mine = view_of(scene), view_of(scene)["mine"]
    if scene.seat is None or mine is None or mine["done"] or not scene.legal:
        return None
    start = [view["round"], view["picker"], mine["pool"], mine["at"], mine["fixed"]]
    return Placement(
        pool=mine["pool"],
        fixed=tuple(mine["fixed"]),
        start=str(start),
        makers=json.dumps(forecast.producers(view["seats"][scene.seat])),
        is_final=list(scene.actors) == [scene.seat],
    )


def _lands(seat: int, data: BoardView) -> tuple[Island, Town]:
    """The whole board of another seat; during the placement, as it was before."""
    free = (data["island_free"], data["city_free"], data["san_juan"])
    return _cached_lands(seat, _tiles(data), tuple(data["city"].items()), free)


def _tiles(data: BoardView) -> Tiles:
    return tuple((kind, one["n"], one["occupied"]) for kind, one in data["tiles"].items())


@byte_lru_cache(3 * MIB, fixed_bytes(12_000))
def _cached_lands(
    seat: int, tiles: Tiles, city: Numbers, free: tuple[int, int, int]
) -> tuple[Island, Town]:
    """Islands and cities; cached, because most moves do not change them."""
    island_free, city_free, san_juan = free
    return (
        Island(seat, tuple(_fields(tiles, {}, None)), island_free, False),
        Town(seat, tuple(_houses(city, {}, None)), city_free, san_juan, False),
    )


def _mine(scene: Scene, spots: Spots, asked: str) -> OwnZone | None:
    """What the viewer owns, with their workers as they are being placed."""
    seat = scene.seat
    if seat is None:
        return None
    view, data = view_of(scene), view_of(scene)["seats"][seat]
    placing = view["mine"]
    is_open = placing is not None and not placing["done"] and bool(scene.legal)
    at = placing["at"] if placing else {}
    makes = production(scene, seat)
    return OwnZone(
        asked == "mine",
        seat,
        tuple(_barrels(spots, good, n, makes[good]) for good, n in data["goods"].items()),
        Island(seat, tuple(_fields(_tiles(data), at, spots)), data["island_free"], is_open),
        Town(
            seat,
            tuple(_houses(tuple(data["city"].items()), at, spots)),
            data["city_free"],
            placing["pool"] if placing else data["san_juan"],
            is_open,
        ),
    )


def production(scene: Scene, seat: int) -> dict[str, int]:
    """What a seat makes in a craftsman phase; the viewer with workers as they are being placed."""
    view = view_of(scene)
    if seat != scene.seat or view["mine"] is None:
        return view["seats"][seat]["production"]
    board = forecast.board_with_placement(scene.redealt, seat)
    return {good: board.capacity(number) for number, good in enumerate(GOODS)}


def _barrels(spots: Spots, good: str, n: int, makes: int) -> Stock:
    """My barrels, which can be sold, loaded (if one place takes them), stored or kept."""
    loads = [one for one in spots.of("load") if one.startswith(f"load {good} ")]
    moves = [f"{verb} {good}" for verb in ("sell", "store", "keep")]
    if len(loads) == 1:
        moves += loads
    spot = next((one for move in moves if (one := spots(move))), None)
    ghost = spots.ghost(f"store {good} ") or spots.ghost(f"keep {good} ")
    return Stock(good, n, makes, spot, ghost)


def _fields(tiles: Tiles, at: Mapping[str, int], spots: Spots | None) -> Iterator[Field]:
    """The tiles of an island; `at` is the viewer's own placement."""
    for kind, n, occupied in sorted(tiles, key=lambda tile: TILES.index(tile[0])):
        workers = at.get(kind, occupied)
        ghost = spots.ghost(f"take {kind} ") if spots else None
        for number in range(1, n + 1):
            is_last = number == n
            yield Field(kind, number <= workers, number, is_last, ghost if is_last else None)


def _houses(city: Numbers, at: Mapping[str, int], spots: Spots | None) -> Iterator[House]:
    """The buildings of a city with their workers; `at` is the viewer's own placement."""
    for key, workers in city:
        facts = FACTS[key]
        full = at.get(key, workers)
        yield House(
            key=key,
            kind=facts.good or facts.kind,
            circles=tuple(number < full for number in range(facts.circles)),
            is_large=facts.spaces == 2,
            ghost=spots.ghost(f"build {key} ") if spots else None,
        )
