"""What the board of Puerto Rico shows: keys, numbers and spots by zone; templates have the words.

Pieces are tuples, whose parts the template of the piece names. What changed since the viewer's last
look is not part of a piece: things have keys, and the page lists the keys that changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.boards import Scene, spots
from games.boards.spots import Spot
from games.boards.widgets import Amount, MoveButton, Stock

from ..rules.components import (
    BUILDINGS,
    CITY_SPACES,
    GOODS,
    HOUSE_SPACES,
    PRODUCTION_BUILDINGS,
    SETUPS,
    Building,
)
from ..rules.view import BoardView, View
from . import changes, preview, prompts, role_gains, vocabulary
from .forecast import PuertoRicoPreview, board_with_placement
from .scene_access import view_of

Numbers = tuple[tuple[str, int], ...]
# by kind: its number, the workers there, and the drafted move that brought the last one
Tiles = tuple[tuple[str, int, int, Spot | None], ...]
# by building: its workers, its circles, and the drafted move that built it
Houses = tuple[tuple[str, int, int, Spot | None], ...]
Island = tuple[int, Tiles, int, bool]  # seat, tiles, free spaces, whether the viewer moves workers
Town = tuple[int, Houses, int, int, bool]  # seat, buildings, free spaces, workers in San Juan, …
Loads = tuple[tuple[MoveButton, ...], Spot | None]  # what a ship could take, the drafted load
Tile = tuple[str, int | None, Spot | None, Spot | None]  # kind, how many, spot, spot with worker

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

# The short text of a good in the dock, where it is not the number of its barrels.
HAND_TEXTS = {"privilege": "+1", "keep": "1"}


class Spots(spots.Spots):
    """The spots of a scene: `spots("build office")` is the spot of that move; None without one."""

    def label(self, move: str) -> str:
        return prompts.move_label(move, self.scene)

    def plain_label(self, move: str) -> str:
        return prompts.label_with_fact(move, None)

    def preview(self, move: str) -> str:
        return preview.preview_text(move, self.scene)

    def of(self, verb: str) -> list[str]:
        """The moves with this verb, in order: legal ones, or alternatives if none is legal."""
        words = f"{verb} "
        listed = [one for one in self.legal if one.startswith(words)]
        return listed or [one for one in self.scene.alternatives if one.startswith(words)]

    def offers_worker(self, verb: str) -> bool:
        """Whether a worker may come with what this verb takes or builds."""
        return any(move.endswith(" worker") for move in self.of(verb))


class Lot(NamedTuple):
    """A building on the market.

    `state` is "within" if the viewer could pay for it now, "near" if one doubloon is missing (or
    the builder's privilege), "blocked", or "" for spectators. `why` is the reason, `short` what
    is missing.
    """

    key: str
    cost: int
    price: int
    copies: int
    state: str
    why: str
    short: int
    spot: Spot | None
    with_worker: Spot | None


def board(scene: Scene) -> dict[str, object]:
    """The values of the board's templates, by zone."""
    view, spots = view_of(scene), Spots(scene)
    asked = PARTS.get(view["step"], "") if scene.seat in scene.actors else ""
    loads = {ship: _loads(scene, spots, ship) for ship in (*view["ships"], "wharf")}
    sales = _buttons(spots, spots.of("sell"), lambda move: str(prompts.move_fact(move, scene)))
    supply = tuple(
        Stock(good, n, spot=spots(f"privilege {good}")) for good, n in view["goods"].items()
    )
    mine = None if scene.seat is None else _mine(scene, spots, scene.seat, asked == "mine")
    goods = mine[2] if mine else ()
    return {
        "status": _status(scene),
        "roles": (asked == "roles", tuple(_roles(scene, spots))),
        "plantations": (asked == "fields", *_plantations(view, spots)),
        "harbor": (
            asked == "harbor",
            tuple(
                (int(key), ship["good"], ship["n"], *loads[key])
                for key, ship in view["ships"].items()
            ),
            _wharf(scene, spots, loads["wharf"]),
        ),
        "house": (
            asked == "house",
            tuple(view["house"]),
            spots.ghost(*(f"sell {good} " for good in GOODS)),
            HOUSE_SPACES - len(view["house"]),
            tuple(view["goods_prices"].items()),
            sales,
        ),
        "supplies": (
            asked == "supplies",
            supply,
            (view["worker_ship"], view["worker_need"], view["worker_supply"], view["chips_left"]),
        ),
        "mine": mine,
        "placing": _placement(scene, goods),
        "hand": tuple(_offers(view, spots, loads, sales)) or tuple(_choices((*supply, *goods))),
        "market": (
            asked == "market",
            _lots(scene, spots),
            scene.seat is not None,
            spots.offers_worker("build"),
        ),
        "seats": {
            seat: _lands(scene, seat, spots)
            for seat in range(len(view["seats"]))
            if seat != scene.seat
        },
        "news": changes.change_marks(scene.news),
    }


def _status(scene: Scene) -> tuple[object, ...]:
    """Round, role, order of play, governor, the only actor, limits, conditions met for the end."""
    view, setup = view_of(scene), SETUPS[len(scene.names)]
    city = min(seat["city_free"] for seat in view["seats"])
    return (
        view["round"],
        view["role"],
        tuple((seat, scene.names[seat], seat in scene.actors) for seat in view["order"]),
        view["governor"],
        view["acting"],
        (
            ("chip", view["chips_left"], setup.chips, "chips" in view["ending"]),
            ("worker", view["worker_supply"], setup.worker_supply, "workers" in view["ending"]),
            ("city", city, CITY_SPACES, "city" in view["ending"]),
        ),
        tuple(view["ending"]),
        scene.over,
    )


def _roles(
    scene: Scene, spots: Spots
) -> Iterator[tuple[str, int, int | None, str, bool, tuple[Amount, ...], Spot | None, Spot | None]]:
    """Role cards, with what each brings the viewer who picks it now, or who has taken it."""
    gains = scene.compute_once(role_gains.gains_by_role)
    for key, card in view_of(scene)["roles"].items():
        seat, move = card["taken_by"], f"pick {key}"
        taker = "" if seat is None else scene.names[seat]
        ghost = spots.ghost(f"{move} ") if seat == scene.seat else None
        is_now = view_of(scene)["role"] == key
        yield key, card["doubloons"], seat, taker, is_now, gains[key], spots(move), ghost


def _plantations(
    view: View, spots: Spots
) -> tuple[tuple[Tile, ...], int, Tile, tuple[int, Spot | None], Numbers, bool]:
    """The tiles on offer, gaps among them, the piles, and whether a tile may come with a worker."""

    def tile(kind: str, left: int | None = None) -> Tile:
        return kind, left, spots(f"take {kind}"), spots(f"take {kind} worker")

    return (
        tuple(tile(kind) for kind in view["row"]),
        SETUPS[len(view["seats"])].row - len(view["row"]),
        tile("quarry", view["quarries"]),
        (view["stack"], spots("draw")),
        tuple((good, n) for good, n in view["discard"].items() if n),
        spots.offers_worker("take"),
    )


def _buttons(
    spots: Spots, moves: Iterable[str], text: Callable[[str], str]
) -> tuple[MoveButton, ...]:
    """Buttons with the good of each move; an alternative has no text, as its barrels are gone."""
    return tuple(
        MoveButton(spot, move.split(" ")[1], "" if spot.keep >= 0 else text(move))
        for move in moves
        if (spot := spots(move))
    )


def _loads(scene: Scene, spots: Spots, ship: str) -> Loads:
    """The loads that a ship could take, with their points, and the drafted one."""
    loads = _buttons(
        spots,
        [move for move in spots.of("load") if move.endswith(f" {ship}")],
        lambda move: f"+{PuertoRicoPreview(scene, move).first_event('score')['amount']}",
    )
    return loads, spots.ghost(*(f"load {good} {ship} " for good in GOODS))


def _wharf(scene: Scene, spots: Spots, loads: Loads) -> tuple[bool, *Loads] | None:
    """The viewer's own wharf if it matters now: whether it is used, and what it could take."""
    view = view_of(scene)
    if scene.seat is None or not (view["step"] == "load" or spots.of("load")):
        return None
    mine = view["seats"][scene.seat]
    return (mine["wharf_used"], *loads) if mine["city"].get("wharf") else None


def _lots(scene: Scene, spots: Spots) -> tuple[tuple[Lot, ...], ...]:
    """The buildings on the market, by column."""
    view = view_of(scene)
    buyer = None if scene.seat is None or scene.over else view["seats"][scene.seat]
    prices = view["prices"] or view["costs"]
    columns: dict[int, list[Lot]] = {1: [], 2: [], 3: [], 4: []}
    for building in BUILDINGS:
        key, price, copies = building.key, prices[building.key], view["display"][building.key]
        spot, with_worker = spots(f"build {key}"), spots(f"build {key} worker")
        # within reach, too, if it would replace the drafted building
        found = ("within", "", 0) if spot else _affordability(building, buyer, price, copies)
        lot = Lot(key, view["costs"][key], price, copies, *found, spot, with_worker)
        columns[building.column].append(lot)
    return tuple(map(tuple, columns.values()))


def _affordability(
    building: Building, buyer: BoardView | None, price: int, copies: int
) -> tuple[str, str, int]:
    """Whether the buyer could pay for a building, and why not: (state, why, missing doubloons)."""
    if buyer is None:
        return "", "" if copies else "gone", 0
    if building.key in buyer["city"]:
        return "blocked", "owned", 0
    if not copies:
        return "blocked", "gone", 0
    if building.spaces > buyer["city_free"]:
        return "blocked", "full", 0
    short = price - buyer["doubloons"]
    if short <= 0:
        return "within", "", 0
    return "near" if short == 1 else "blocked", "short", short


def _offers(
    view: View, spots: Spots, loads: dict[str, Loads], sales: Iterable[MoveButton]
) -> Iterator[MoveButton]:
    """What may be loaded, sold, taken or built now; the most expensive building first."""
    for buttons, _ghost in loads.values():
        yield from buttons
    yield from sales
    for kind in (*view["row"], "quarry"):
        if spot := spots(f"take {kind}"):
            yield MoveButton(spot, f"tile-{kind}")
    names, prices = vocabulary.capital_names(), view["prices"] or view["costs"]
    builds = {move.split(" ")[1] for move in spots.of("build")}
    for key in sorted(builds, key=lambda key: (-prices[key], key)):
        if spot := spots(f"build {key}"):
            yield MoveButton(spot, "doubloon", f"{names[key]} {prices[key]}")


def _choices(goods: Iterable[Stock]) -> Iterator[MoveButton]:
    """The goods that may be chosen now."""
    for good in goods:
        if good.spot:
            text = HAND_TEXTS.get(good.spot.move.split(" ")[0], str(good.n))
            yield MoveButton(good.spot, good.key, text)


def _placement(scene: Scene, goods: tuple[Stock, ...]) -> tuple[object, ...] | None:
    """The viewer's current placement, from which the script lets them move workers.

    A text that identifies the position, the pool, the fixed slots, the viewer's production
    buildings by good as JSON, whether finishing reveals all placements, and what they produce.
    """
    view, mine = view_of(scene), view_of(scene)["mine"]
    if scene.seat is None or mine is None or mine["done"] or not scene.legal:
        return None
    city = view["seats"][scene.seat]["city"]
    makers = {
        good: keys
        for good, buildings in PRODUCTION_BUILDINGS.items()
        if (keys := [key for key in buildings if key in city])
    }
    return (
        str([view["round"], view["picker"], mine["pool"], mine["at"], mine["fixed"]]),
        mine["pool"],
        tuple(mine["fixed"]),
        json.dumps(makers),
        list(scene.actors) == [scene.seat],
        goods,
    )


def _lands(scene: Scene, seat: int, spots: Spots) -> tuple[Island, Town]:
    """Island and city of a seat; of the viewer with their workers as they are being placed."""
    view, is_mine = view_of(scene), seat == scene.seat
    data, placing = view["seats"][seat], view["mine"] if is_mine else None
    is_open = bool(placing and not placing["done"] and scene.legal)
    at = placing["at"] if placing else {}
    ghost = spots.ghost if is_mine else lambda move: None
    tiles = tuple(
        (kind, one["n"], at.get(kind, one["occupied"]), ghost(f"take {kind} "))
        for kind, one in data["tiles"].items()
    )
    houses = tuple(
        (key, at.get(key, n), data["circles"][key], ghost(f"build {key} "))
        for key, n in data["city"].items()
    )
    waiting = placing["pool"] if placing else data["san_juan"]
    island = (seat, tiles, data["island_free"], is_open)
    return island, (seat, houses, data["city_free"], waiting, is_open)


def _mine(
    scene: Scene, spots: Spots, seat: int, is_asked: bool
) -> tuple[bool, int, tuple[Stock, ...], Island, Town]:
    """What the viewer owns."""
    data, makes = view_of(scene)["seats"][seat], production(scene, seat)
    goods = tuple(_barrels(spots, good, n, makes[good]) for good, n in data["goods"].items())
    return (is_asked, seat, goods, *_lands(scene, seat, spots))


def production(scene: Scene, seat: int) -> dict[str, int]:
    """What a seat makes in a craftsman phase; the viewer with workers as they are being placed."""
    view = view_of(scene)
    if seat != scene.seat or view["mine"] is None:
        return view["seats"][seat]["production"]
    board = board_with_placement(scene.redealt, seat)
    return {good: board.capacity(number) for number, good in enumerate(GOODS)}


def _barrels(spots: Spots, good: str, n: int, makes: int) -> Stock:
    """My barrels, which can be sold, loaded (if one place takes them), stored or kept."""
    loads = [one for one in spots.of("load") if one.startswith(f"load {good} ")]
    moves = [f"{verb} {good}" for verb in ("sell", "store", "keep")]
    if len(loads) == 1:
        moves += loads
    spot = next((one for move in moves if (one := spots(move))), None)
    return Stock(good, n, makes, spot, spots.ghost(f"store {good} ", f"keep {good} "))
