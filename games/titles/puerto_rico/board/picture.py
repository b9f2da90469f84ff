"""Arranges the view of Puerto Rico into the pieces of the board."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules.components import (
    BUILDINGS,
    CITY_SPACES,
    GOODS,
    HOUSE_SPACES,
    SETUPS,
    TILES,
    Building,
)
from ..rules.view import RoleView, ShipView, View
from . import change_marks, forecast, role_gains, view_models, vocabulary
from .scene_access import view_of
from .spots import Spots
from .translations import gettext as _

COLUMNS = (1, 2, 3, 4)
FACTS = {building.key: building for building in BUILDINGS}

# Numbers by building; hashable, because the market is cached by them.
Numbers = tuple[tuple[str, int], ...]

# The drawing of a cargo ship: each barrel has a place SPACE wide; bow and stern are BOW wide.
SPACE = 22
BOW = 22

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


def board(scene: Scene) -> view_models.BoardModel:
    """All pieces of the board."""
    view, say, spots = view_of(scene), vocabulary.lexicon(), Spots(scene)
    seats = range(len(view["seats"]))
    drawn_seats = {seat for seat in seats if scene.is_in_words or seat == scene.seat}
    players = {seat: _player(scene, say, spots, seat) for seat in drawn_seats}
    active_zone = PARTS.get(view["step"], "") if spots.is_asked else ""
    harbor, house = _harbor(scene, say, spots, active_zone), _house(scene, say, spots, active_zone)
    supplies, market = _supplies(scene, say, spots, active_zone), _market(scene, spots, active_zone)
    plantations = _plantations(scene, say, spots, active_zone)
    offered = DockOffers(harbor, house, supplies, plantations, market)
    mine = players[scene.seat] if scene.seat is not None else None
    return view_models.BoardModel(
        status=_status(scene),
        roles=view_models.Roles(
            active_zone == "roles",
            tuple(_roles(scene, say, spots)),
        ),
        plantations=plantations,
        harbor=harbor,
        house=house,
        supplies=supplies,
        mine=view_models.OwnZone(active_zone == "mine", mine) if mine else None,
        hand=_hand_model(scene, mine, offered) if mine else None,
        market=market,
        players=tuple(players.values()),
        others=tuple((seat, _seat_lands(view, seat)) for seat in seats if seat != scene.seat),
        news=change_marks.change_marks(scene.news),
    )


# the status line


def _status(scene: Scene) -> view_models.Status:
    view = view_of(scene)
    return view_models.Status(
        round=view["round"],
        phase=_phase(scene),
        picker="" if view["picker"] is None else scene.names[view["picker"]],
        governor=scene.names[view["governor"]],
        order=tuple(
            view_models.Turn(
                seat,
                scene.names[seat],
                seat in scene.actors,
                list(scene.actors) == [seat],
                seat == view["governor"],
            )
            for seat in view["order"]
        ),
        limits=tuple(_limits(view)),
        endings=tuple(capitalize_first(vocabulary.ENDINGS[one]) for one in view["ending"]),
        over=scene.over,
    )


def _phase(scene: Scene) -> str:
    role = view_of(scene)["role"]
    if scene.over:
        return _("The match is over")
    if role is None:
        return _("Picking a role")
    return str(vocabulary.PHASES[role])


def _limits(view: View) -> Iterator[view_models.Limit]:
    """The three conditions for the end of the match, and how near they are."""
    setup, met = SETUPS[len(view["seats"])], view["ending"]
    city = min(seat["city_free"] for seat in view["seats"])
    yield view_models.Limit("chip", view["chips_left"], setup.chips, "chips" in met)
    yield view_models.Limit("worker", view["worker_supply"], setup.worker_supply, "workers" in met)
    yield view_models.Limit("city", city, CITY_SPACES, "city" in met)


# the middle


def _roles(scene: Scene, say: vocabulary.Lexicon, spots: Spots) -> Iterator[view_models.Role]:
    brings = scene.compute_once(role_gains.gains_by_role)
    for key, card in view_of(scene)["roles"].items():
        yield _role(scene, say, spots, key, card, brings[key])


def _role(
    scene: Scene,
    say: vocabulary.Lexicon,
    spots: Spots,
    key: str,
    card: RoleView,
    gain: tuple[view_models.AmountWithIcon, ...],
) -> view_models.Role:
    taken_by = card["taken_by"]
    return view_models.Role(
        key=key,
        art=key.removesuffix("_2"),
        title=say.role_cards[key],
        action=say.role_actions[key],
        privilege=say.privileges[key],
        doubloons=card["doubloons"],
        taken_by=taken_by,
        taker=scene.names[taken_by] if taken_by is not None else "",
        is_now=view_of(scene)["role"] == key,
        gain=gain,
        spot=spots(f"pick {key}"),
        ghost=spots.ghost(f"pick {key} ") if taken_by == scene.seat else None,
    )


def _good_model(say: vocabulary.Lexicon, key: str, n: int, **more: Any) -> view_models.Good:
    return view_models.Good(key, say.goods[key], say.letters[key], n, **more)


def _plantations(
    scene: Scene, say: vocabulary.Lexicon, spots: Spots, active_zone: str
) -> view_models.Plantations:
    view = view_of(scene)
    return view_models.Plantations(
        is_asked=active_zone == "fields",
        row=tuple(_tile(say, spots, kind) for kind in view["row"]),
        gaps=range(SETUPS[len(view["seats"])].row - len(view["row"])),
        quarry=_tile(say, spots, "quarry")._replace(left=view["quarries"]),
        stack=view_models.Stack(view["stack"], spots("draw")),
        discard=tuple(_good_model(say, good, n) for good, n in view["discard"].items() if n),
        ask_worker=_offers_worker(spots, "take"),
    )


def _offers_worker(spots: Spots, verb: str) -> bool:
    return any(one.endswith(" worker") for one in spots.of(verb))


def _tile(say: vocabulary.Lexicon, spots: Spots, kind: str) -> view_models.Tile:
    return view_models.Tile(
        kind, say.tiles[kind], spots(f"take {kind}"), spots(f"take {kind} worker")
    )


def _harbor(
    scene: Scene, say: vocabulary.Lexicon, spots: Spots, active_zone: str
) -> view_models.Harbor:
    return view_models.Harbor(
        active_zone == "harbor",
        tuple(_ship(scene, say, spots, key, ship) for key, ship in view_of(scene)["ships"].items()),
        _wharf(scene, spots),
    )


def _ship(
    scene: Scene, say: vocabulary.Lexicon, spots: Spots, key: str, ship: ShipView
) -> view_models.Ship:
    capacity, n, good = int(key), ship["n"], ship["good"] or ""
    width = 2 * BOW + SPACE * capacity
    return view_models.Ship(
        key=key,
        good=good,
        good_name=say.goods[good] if good else "",
        letter=say.letters[good] if good else "",
        n=n,
        capacity=capacity,
        spaces=tuple(
            view_models.Space(BOW + SPACE * place, good if place < n else "")
            for place in range(capacity)
        ),
        width=width,
        hull=_hull(width),
        mast=width // 2,
        deeds=_loads(scene, spots, key),
        ghost=_drafted_load(spots, key),
    )


@functools.cache
def _hull(width: int) -> str:
    """The outline of a hull: stern on the left, raised bow on the right."""
    deck, keel = width - 34, width - 50
    return f"M5 40 l6 4 h{deck} q14 0 22 -10 l0 6 q-4 26 -22 32 h-{keel} q-16 0 -22 -16 z"


def _loads(scene: Scene, spots: Spots, ship: str) -> tuple[view_models.GoodButton, ...]:
    return tuple(
        view_models.GoodButton(spot, _load_text(scene, spot), spot.move.split(" ")[1])
        for move in spots.of("load")
        if move.endswith(f" {ship}") and (spot := spots(move))
    )


def _load_text(scene: Scene, spot: Spot) -> str:
    """The points of a load; "" for an alternative, because its barrels are already on board."""
    if spot.keep >= 0:
        return ""
    return f"+{forecast.forecast(spot.move, scene).first_event('score')['amount']}"


def _drafted_load(spots: Spots, ship: str) -> Spot | None:
    """The drafted load on this ship."""
    return next((one for good in GOODS if (one := spots.ghost(f"load {good} {ship} "))), None)


def _wharf(scene: Scene, spots: Spots) -> view_models.Wharf | None:
    """The viewer's own wharf, if it matters now."""
    if scene.seat is None or not (view_of(scene)["step"] == "load" or spots.of("load")):
        return None
    mine = view_of(scene)["seats"][scene.seat]
    if not mine["city"].get("wharf"):
        return None
    return view_models.Wharf(
        mine["wharf_used"], _loads(scene, spots, "wharf"), _drafted_load(spots, "wharf")
    )


def _house(
    scene: Scene, say: vocabulary.Lexicon, spots: Spots, active_zone: str
) -> view_models.TradingHouse:
    view = view_of(scene)
    sold = [_good_model(say, good, 1) for good in view["house"]]
    ghost = next((one for good in GOODS if (one := spots.ghost(f"sell {good} "))), None)
    if ghost and sold:
        sold[-1] = sold[-1]._replace(ghost=ghost)
    return view_models.TradingHouse(
        is_asked=active_zone == "house",
        sold=tuple(sold),
        free=range(HOUSE_SPACES - len(view["house"])),
        prices=tuple(_good_model(say, good, price) for good, price in view["goods_prices"].items()),
        deeds=tuple(
            view_models.GoodButton(spot, _price_text(scene, spot), spot.move.split(" ")[1])
            for move in spots.of("sell")
            if (spot := spots(move))
        ),
    )


def _price_text(scene: Scene, spot: Spot) -> str:
    if spot.keep >= 0:
        return ""
    return str(forecast.forecast(spot.move, scene).first_event("sale")["doubloons"])


def _supplies(
    scene: Scene, say: vocabulary.Lexicon, spots: Spots, active_zone: str
) -> view_models.Supplies:
    view = view_of(scene)
    return view_models.Supplies(
        is_asked=active_zone == "supplies",
        goods=tuple(
            _good_model(say, good, n, spot=spots(f"privilege {good}"))
            for good, n in view["goods"].items()
        ),
        worker_ship=view["worker_ship"],
        worker_need=view["worker_need"],
        worker_supply=view["worker_supply"],
        chips=view["chips_left"],
    )


# the market


def _market(scene: Scene, spots: Spots, active_zone: str) -> view_models.Market:
    view = view_of(scene)
    builds = frozenset(spot for move in spots.of("build") if (spot := spots(move)))
    return view_models.Market(
        is_asked=active_zone == "market",
        columns=_columns(
            tuple(view["costs"].items()),
            tuple((view["prices"] or view["costs"]).items()),
            tuple(view["display"].items()),
            _buyer(scene),
            builds,
        ),
        for_me=scene.seat is not None,
        ask_worker=_offers_worker(spots, "build"),
    )


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


@cache_per_language(byte_lru_cache(3 * MIB, fixed_bytes(30_000)))
def _columns(
    costs: Numbers,
    prices: Numbers,
    copies: Numbers,
    buyer: Buyer | None,
    builds: frozenset[Spot],
) -> tuple[view_models.Column, ...]:
    """The buildings on the market; cached, because most moves do not change them."""
    say, cost, price, left = vocabulary.lexicon(), dict(costs), dict(prices), dict(copies)
    columns: dict[int, list[view_models.MarketBuilding]] = {column: [] for column in COLUMNS}
    spots = {spot.move: spot for spot in builds}
    for building in BUILDINGS:
        key = building.key
        spot = spots.get(f"build {key}")
        state, reason = _affordability(building, buyer, price[key], left[key])
        if spot:  # also if it would replace the drafted building
            state, reason = "within", ""
        columns[building.column].append(
            view_models.MarketBuilding(
                key=key,
                name=say.buildings[key],
                kind=building.good or building.kind,
                cost=cost[key],
                price=price[key],
                points=building.column,
                circles=range(building.circles),
                copies=left[key],
                state=state,
                reason=reason,
                spot=spot,
                with_worker=spots.get(f"build {key} worker"),
            )
        )
    return tuple(view_models.Column(column, tuple(lots)) for column, lots in columns.items())


def _affordability(
    building: Building, buyer: Buyer | None, price: int, copies: int
) -> tuple[str, str]:
    """Whether the buyer could pay for a building, and why not: (state, reason)."""
    if buyer is None:
        return "", "" if copies else _("none left")
    if building.key in buyer.city:
        return "blocked", _("yours")
    if not copies:
        return "blocked", _("none left")
    if building.spaces > buyer.spaces:
        return "blocked", _("no space")
    short = price - buyer.doubloons
    if short <= 0:
        return "within", ""
    return "near" if short == 1 else "blocked", _("%(n)s short") % {"n": short}


# the seats


def _hand_model(
    scene: Scene, mine: view_models.Player, offers: DockOffers
) -> view_models.Hand | None:
    """What the viewer chooses from the dock: goods, tiles or buildings, or where workers go."""
    placement = _placement(scene)
    if placement:
        return view_models.Hand((), placement, mine.goods)
    deeds = tuple(offers.deeds()) or tuple(
        view_models.GoodButton(
            good.spot, HAND_TEXTS[good.spot.move.split(" ")[0]](good.n), good.key
        )
        for good in (*offers.supplies.goods, *mine.goods)
        if good.spot
    )
    return view_models.Hand(deeds, None, ()) if deeds else None


class DockOffers(NamedTuple):
    """The parts of the board with choices that the dock offers, too."""

    harbor: view_models.Harbor
    house: view_models.TradingHouse
    supplies: view_models.Supplies
    plantations: view_models.Plantations
    market: view_models.Market

    def deeds(self) -> Iterator[view_models.GoodButton]:
        """What may be loaded, sold, taken or built now; the most expensive building first."""
        for ship in self.harbor.ships:
            yield from ship.deeds
        if self.harbor.wharf:
            yield from self.harbor.wharf.deeds
        yield from self.house.deeds
        for tile in (*self.plantations.row, self.plantations.quarry):
            if tile.spot:
                yield view_models.GoodButton(tile.spot, "", f"tile-{tile.kind}")
        lots = [lot for column in self.market.columns for lot in column.lots]
        for lot in sorted(lots, key=lambda lot: (-lot.price, lot.key)):
            if lot.spot:
                yield view_models.GoodButton(lot.spot, f"{lot.name} {lot.price}", "doubloon")


# The short text of a good in the dock, by the number of its barrels.
HAND_TEXTS: dict[str, Callable[[int], str]] = {
    "privilege": lambda n: "+1",
    "store": str,
    "keep": lambda n: "1",
}


def _placement(scene: Scene) -> view_models.Placement | None:
    view, mine = view_of(scene), view_of(scene)["mine"]
    if scene.seat is None or mine is None or mine["done"] or not scene.legal:
        return None
    start = [view["round"], view["picker"], mine["pool"], mine["at"], mine["fixed"]]
    return view_models.Placement(
        pool=mine["pool"],
        fixed=tuple(mine["fixed"]),
        start=str(start),
        makers=json.dumps(forecast.producers(view["seats"][scene.seat])),
        is_final=list(scene.actors) == [scene.seat],
    )


def _seat_lands(view: View, seat: int) -> view_models.IslandAndTown:
    """The whole board of another seat; during the placement, as it was before."""
    data = view["seats"][seat]
    tiles = tuple((kind, one["n"], one["occupied"]) for kind, one in data["tiles"].items())
    free = (data["island_free"], data["city_free"], data["san_juan"])
    return _cached_lands(seat, tiles, tuple(data["city"].items()), free)


@cache_per_language(byte_lru_cache(3 * MIB, fixed_bytes(12_000)))
def _cached_lands(
    seat: int,
    tiles: tuple[tuple[str, int, int], ...],
    city: Numbers,
    free: tuple[int, int, int],
) -> view_models.IslandAndTown:
    """Islands and cities; cached, because most moves do not change them."""
    say = vocabulary.lexicon()
    island_free, city_free, san_juan = free
    return view_models.IslandAndTown(
        view_models.Island(seat, tuple(_fields(say, tiles, {}, None)), range(island_free), False),
        view_models.Town(
            seat, tuple(_houses(say, city, {}, None)), range(city_free), san_juan, False
        ),
    )


def _player(scene: Scene, say: vocabulary.Lexicon, spots: Spots, seat: int) -> view_models.Player:
    view, data = view_of(scene), view_of(scene)["seats"][seat]
    is_me = seat == scene.seat
    # The viewer's own workers as they are being placed; those of others as they were.
    placing = view["mine"] if is_me else None
    is_open = placing is not None and not placing["done"] and bool(scene.legal)
    circles = sum(tile["n"] for tile in data["tiles"].values()) + sum(data["circles"].values())
    makes = data["production"]
    if placing is not None:
        board = forecast.board_with_placement(scene.redealt, seat)
        makes = {good: board.capacity(number) for number, good in enumerate(GOODS)}
    mine = spots if is_me else None
    at = placing["at"] if placing else {}
    tiles = tuple((kind, one["n"], one["occupied"]) for kind, one in data["tiles"].items())
    return view_models.Player(
        seat=seat,
        name=scene.names[seat],
        is_actor=seat in scene.actors,
        is_governor=seat == view["governor"],
        placing=data["placing"] or "",
        doubloons=data["doubloons"],
        goods=tuple(_barrels(say, mine, good, n, makes[good]) for good, n in data["goods"].items()),
        island=view_models.Island(
            seat, tuple(_fields(say, tiles, at, mine)), range(data["island_free"]), is_open
        ),
        town=view_models.Town(
            seat,
            tuple(_houses(say, tuple(data["city"].items()), at, mine)),
            range(data["city_free"]),
            placing["pool"] if placing else data["san_juan"],
            is_open,
        ),
        workers=data["workers"],
        circles=circles,
        building_points=data["building_points"],
        chips=data["chips"],
        total=view["scores"][seat]["total"],
    )


def _barrels(
    say: vocabulary.Lexicon, spots: Spots | None, good: str, n: int, makes: int
) -> view_models.Good:
    """Barrels of a seat; mine can be sold, loaded (if one place takes them), stored or kept."""
    spot = ghost = None
    if spots:
        loads = [one for one in spots.of("load") if one.startswith(f"load {good} ")]
        moves = [f"{verb} {good}" for verb in ("sell", "store", "keep")]
        if len(loads) == 1:
            moves += loads
        spot = next((one for move in moves if (one := spots(move))), None)
        ghost = spots.ghost(f"store {good} ") or spots.ghost(f"keep {good} ")
    return _good_model(say, good, n, produces=makes, spot=spot, ghost=ghost)


def _fields(
    say: vocabulary.Lexicon,
    tiles: tuple[tuple[str, int, int], ...],
    at: Mapping[str, int],
    spots: Spots | None,
) -> Iterator[view_models.Field]:
    """The tiles of an island: (kind, number, occupied); `at` is the viewer's own placement."""
    for kind, n, occupied in sorted(tiles, key=lambda tile: TILES.index(tile[0])):
        name, letter = say.plantations[kind], say.letters[kind]
        workers = at.get(kind, occupied)
        ghost = spots.ghost(f"take {kind} ") if spots else None
        for number in range(1, n + 1):
            is_last = number == n
            yield view_models.Field(
                *(kind, name, letter, number <= workers, number, is_last),
                ghost=ghost if is_last else None,
            )


def _houses(
    say: vocabulary.Lexicon, city: Numbers, at: Mapping[str, int], spots: Spots | None
) -> Iterator[view_models.House]:
    """The buildings of a city with their workers; `at` is the viewer's own placement."""
    for key, workers in city:
        facts = FACTS[key]
        full = at.get(key, workers)
        yield view_models.House(
            key=key,
            name=say.buildings[key],
            kind=facts.good or facts.kind,
            circles=tuple(number < full for number in range(facts.circles)),
            is_large=facts.spaces == 2,
            ghost=spots.ghost(f"build {key} ") if spots else None,
        )
