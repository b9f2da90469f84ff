"""The boards of the viewer and of others in pieces: market, bag, places with their gains."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.translation_cache import cache_per_language

from ..rules.autoplay import tiles_by_preference
from ..rules.board import GROUP_OF, Board
from ..rules.components import MARKET_SIZE, TILES
from ..rules.view import Seat
from . import (
    action_labels,
    component_data,
    gains,
    scene_access,
    vocabulary,
)
from .gains import Gain
from .spots import Spots, opened_layer
from .translations import gettext as _

SLOT_VERBS = frozenset({"place", "tech", "settle", "recall", "torture"})
STEPPER_PLACES = ("pharmacy", "bakery")
SHARED_AREA_PLACES = ("ship", "wagon", "horse_wagon", "town_hall", "gunpowder_tower", "ballroom")


class Slot(NamedTuple):
    """A slot of a place.

    Attributes:
        tile: the tile on it, "technology", or "" for none.
        fits: the tiles of the viewer's market that can go there, the best first.
        spots: the moves of this slot now, apart from planning.
        ghost: takes back what the viewer has drafted for it.
    """

    kind: str
    name: str
    tile: str
    fits: str
    spots: tuple[Spot, ...]
    ghost: Spot | None
    is_stand_in: bool = False


class PlaceButton(NamedTuple):
    """A way to use a place: moves, a layer of the board to open, or a number."""

    gains: tuple[Gain, ...]
    label: str
    spots: tuple[Spot, ...] = ()
    show: str = ""
    number: tuple[str, int] | None = None  # the move with %n for the number, and the largest number


class PlaceCard(NamedTuple):
    """A place; `state` is empty, some, ready or useless."""

    id: str
    key: str
    name: str
    level: int
    slots: tuple[Slot, ...]
    state: str
    gains: tuple[Gain, ...]
    why: str
    scarce: str
    effect: str
    said: str
    faces: tuple[PlaceButton, ...]
    ghost: Spot | None
    needs_one_tile: bool
    is_closed: bool
    stations: int = -1
    torture: Spot | None = None
    brings: str = ""


class PassiveTile(NamedTuple):
    """A place tile without slots, which always works."""

    key: str
    name: str
    effect: str
    torture: Spot | None


class Tile(NamedTuple):
    """A follower tile: its word in moves, and its name."""

    key: str
    name: str


class Bag(NamedTuple):
    n: int
    said: str


class Market(NamedTuple):
    """Followers in the order of their types, then free spaces; `drawn` are in the bathhouse."""

    tiles: tuple[Tile, ...]
    free: tuple[str, ...]  # "" or "tower" for each free space
    held: tuple[str, ...]
    drawn: tuple[Tile, ...]
    bag: Bag
    may_plan: bool


class PlayerBoard(NamedTuple):
    """A seat's whole board; `id` is the prefix of the ids of its parts."""

    id: str
    market: Market
    places: tuple[PlaceCard, ...]
    tiles: tuple[PlaceCard, ...]
    ribbons: tuple[PassiveTile, ...]


def my_board(scene: Scene, spots: Spots) -> PlayerBoard | None:
    me = scene_access.own_seat(scene)
    if me is None or scene.seat is None:
        return None
    asked = scene.seat in scene.actors
    may_plan = asked and scene_access.view_of(scene)["phase"] == "planning"
    match = scene_access.match_of(scene)
    board = match.boards[scene.seat] if match is not None and may_plan else None
    ways = use_moves(spots)
    lit = {move.split(" ")[0] for move in (*spots.legal, *spots.others, *scene.draft)}
    cards = [
        card(scene, spots, key, me, board, ways.get(key, []), bool(lit & SLOT_VERBS))
        for key in me["places"]
        if is_card(key)
    ]
    return PlayerBoard(
        "or-own",
        market(scene, me, may_plan),
        tuple(one for one in cards if not one.level),
        tuple(one for one in cards if one.level),
        tuple(passive_tiles(me["places"], spots)),
    )


def other_board(scene: Scene, seat: int) -> PlayerBoard:
    """The board of another seat; during planning its empty places are closed."""
    one = scene_access.view_of(scene)["seats"][seat]
    return _other_board(
        f"or-s{seat}",
        tuple((key, tuple(filled)) for key, filled in one["places"].items()),
        one["road_stations"],
        scene_access.view_of(scene)["phase"] == "planning",
        market(scene, one, False),
    )


@cache_per_language(functools.lru_cache(1024))
def _other_board(
    id: str,
    places: tuple[tuple[str, tuple[str | None, ...]], ...],
    roads: int,
    is_shut: bool,
    on_market: Market,
) -> PlayerBoard:
    cards = [
        _closed_card(key, filled, id, is_shut, roads if key == "country_road" else -1)
        for key, filled in places
        if is_card(key)
    ]
    return PlayerBoard(
        id,
        on_market,
        tuple(card for card in cards if not card.level),
        tuple(card for card in cards if card.level),
        tuple(passive_tiles([key for key, _filled in places], None)),
    )


def is_card(key: str) -> bool:
    return bool(component_data.SLOTS[key])


# market and bag


def market(scene: Scene, seat: Seat, may_plan: bool) -> Market:
    view = scene_access.view_of(scene)
    is_mine = scene.seat is not None and seat is view["seats"][scene.seat]
    return _market(
        tuple(seat["market"]),
        seat["market_size"],
        tuple(seat["held"]),
        tuple(view["drawn"]) if is_mine and view["step"] == "settle" else (),
        tuple(seat["bag"].values()),
        may_plan,
    )


@cache_per_language(functools.lru_cache(2048))
def _market(
    tiles: tuple[str, ...],
    size: int,
    held: tuple[str, ...],
    drawn: tuple[str, ...],
    bag: tuple[int, ...],
    may_plan: bool,
) -> Market:
    kinds = {tile: n for tile, n in zip(TILES, bag, strict=True) if n}
    return Market(
        tuple(map(tile_of, sorted(tiles, key=TILES.index))),
        tuple("tower" if space >= MARKET_SIZE else "" for space in range(len(tiles), size)),
        held,
        tuple(map(tile_of, drawn)),
        Bag(sum(bag), vocabulary.amounts(kinds, vocabulary.TILES)),
        may_plan,
    )


def tile_of(key: str) -> Tile:
    return Tile(key, capitalize_first(vocabulary.TILES[key]))


def passive_tiles(places: Iterable[str], spots: Spots | None) -> Iterator[PassiveTile]:
    for key in places:
        if not is_card(key):
            torture = spots(f"torture place {key}") if spots else None
            yield PassiveTile(
                key, str(vocabulary.PLACES[key]), str(vocabulary.EFFECTS[key]), torture
            )


# places


def state(key: str, filled: Sequence[str | None], why: str) -> str:
    if component_data.is_ready(key, list(filled)):
        return "useless" if why else "ready"
    return "some" if any(filled) else "empty"


def closed_card(key: str, seat: Seat, id: str, is_shut: bool) -> PlaceCard:
    """A place without any moves."""
    stations = seat["road_stations"] if key == "country_road" else -1
    return _closed_card(key, tuple(seat["places"][key]), id, is_shut, stations)


@cache_per_language(functools.lru_cache(8192))
def _closed_card(
    key: str,
    filled: tuple[str | None, ...],
    id: str,
    is_shut: bool,
    stations: int,
) -> PlaceCard:
    slots = tuple(
        Slot(kind, slot_name(kind, tile), tile or "", "", (), None, is_substitute(tile, kind))
        for kind, tile in zip(component_data.SLOTS[key], filled, strict=True)
    )
    return PlaceCard(
        f"{id}-{key}",
        key,
        str(vocabulary.PLACES[key]),
        component_data.LEVEL[key],
        slots,
        state(key, filled, ""),
        (),
        "",
        "",
        str(vocabulary.EFFECTS[key]),
        vocabulary.place_slots(filled, component_data.SLOTS[key]),
        (),
        None,
        key in component_data.ONE_TILE_PLACES,
        is_shut and not any(filled),
        stations,
    )


@cache_per_language()
def slot_name(kind: str, tile: str | None) -> str:
    """Name a slot and its content: "boatman: own boatman"."""
    values = {"slot": vocabulary.SLOTS[kind], "content": vocabulary.content(tile)}
    return capitalize_first(_("%(slot)s: %(content)s") % values)


def is_substitute(tile: str | None, kind: str) -> bool:
    """Return whether a follower stands on a slot of another type."""
    return (
        bool(tile)
        and tile != "technology"
        and kind not in ("any", component_data.TYPE_OF[str(tile)])
    )


def use_moves(spots: Spots) -> dict[str, list[str]]:
    """The `act` moves of each place."""
    found: dict[str, list[str]] = {}
    for move in spots.of("act "):
        found.setdefault(move.split(" ")[1], []).append(move)
    return found


def card(
    scene: Scene,
    spots: Spots,
    key: str,
    seat: Seat,
    board: Board | None,
    ways: list[str],
    may_touch: bool,
) -> PlaceCard:
    """A place of the viewer.

    Args:
        scene: The scene.
        spots: The spots of the viewer.
        key: The key of the place.
        seat: What the viewer owns.
        board: The same as a board of the rules while the viewer plans, else None.
        ways: The moves that use the place.
        may_touch: Whether some move or drafted move concerns slots.
    """
    one = closed_card(key, seat, "or-own", False)
    look = gains.place_forecast(scene, key)
    return one._replace(
        slots=tuple(slots(scene, spots, key, seat, board)) if may_touch else one.slots,
        state=state(key, seat["places"][key], look.why),
        gains=look.gains,
        why=look.why,
        scarce=look.scarce,
        faces=tuple(place_buttons(scene, spots, key, ways, look.gains)) if ways else (),
        ghost=spots.ghost(f"act {key} ") if scene.draft else None,
        torture=spots(f"torture place {key}"),
        brings=gains_text(scene, key, look),
    )


def gains_text(scene: Scene, key: str, look: gains.PlaceForecast) -> str:
    """Describe what a place would give now; "" for nothing."""
    if not look.gains:
        return ""
    if key in gains.ALONE:
        return capitalize_first(action_labels.action_text(key, [], scene))
    return str(vocabulary.EFFECTS[key])


def slots(scene: Scene, spots: Spots, key: str, seat: Seat, board: Board | None) -> Iterator[Slot]:
    filled = seat["places"][key]
    ghosts = list(spots.ghosts("place ", "tech ", "settle "))
    for number, (kind, tile) in enumerate(zip(component_data.SLOTS[key], filled, strict=True)):
        ghost = None
        if tile:
            ghost = next(
                (one for one in ghosts if _is_move_of_slot(one.move, tile, key, kind)), None
            )
            if ghost:
                ghosts.remove(ghost)
        names = slot_moves(spots, key, kind, tile)
        found = tuple(spot for name in names if (spot := spots(name)))
        fits = "" if tile or board is None else fitting_tiles(board, spots, key, kind)
        first_free = tile or kind not in _free_types_before(key, filled, number)
        yield Slot(
            kind,
            slot_name(kind, tile),
            tile or "",
            fits,
            found if first_free else (),
            ghost,
            is_substitute(tile, kind),
        )


def _free_types_before(key: str, filled: Sequence[str | None], before: int) -> list[str]:
    """The types of the free slots before this one."""
    return [
        kind
        for kind, tile in zip(component_data.SLOTS[key][:before], filled, strict=False)
        if not tile
    ]


def _is_move_of_slot(move: str, tile: str, key: str, kind: str) -> bool:
    verb, *words_ = move.split(" ")
    what = words_ if verb != "tech" else ["technology", *words_]
    return what == [tile, key, kind]


def slot_moves(spots: Spots, key: str, kind: str, tile: str | None) -> list[str]:
    """The moves that a slot can have, apart from planning."""
    if tile == "technology":
        return [f"torture technology {key}"]
    if tile:
        return [f"recall {tile} {key} {kind}"]
    return [f"tech {key} {kind}", *(f"settle {one} {key} {kind}" for one in TILES)]


def fitting_tiles(board: Board, spots: Spots, key: str, kind: str) -> str:
    """The market's tiles for a free slot, in the order in which they are tried."""
    group = GROUP_OF[key, kind]
    listed = [TILES[tile] for tile in tiles_by_preference(board, group, list(board.market))]
    return " ".join(tile for tile in listed if f"place {tile} {key} {kind}" in spots.legal)


# using a place


def place_buttons(
    scene: Scene, spots: Spots, key: str, ways: list[str], whole: tuple[Gain, ...]
) -> Iterator[PlaceButton]:
    name = str(vocabulary.PLACES[key])
    if key == "village":
        yield from village_buttons(scene, spots, ways)
    elif key == "townhouse":
        yield from townhouse_buttons(scene, spots, ways)
    elif key in STEPPER_PLACES:
        legal = [move for move in ways if (spot := spots(move)) and spot.keep < 0]
        if legal:
            label = _("Use: %(place)s") % {"place": name}
            yield PlaceButton(whole, label, (), "", (f"act {key} %n", len(legal)))
    elif key in SHARED_AREA_PLACES or opened_layer(ways):
        yield PlaceButton(
            whole, _("Use: %(place)s") % {"place": name}, (), opened_layer(ways) or key
        )
        if key == "church" and (
            plain := [move for move in ways if not is_lit_in_shared_area(move)]
        ):
            yield PlaceButton((), _("Other places"), _spots(spots, plain))
    else:
        found = _spots(spots, ways)
        yield PlaceButton(whole, found[0].label if len(found) == 1 else name, found)


def _spots(spots: Spots, ways: Sequence[str]) -> tuple[Spot, ...]:
    return tuple(spot for move in ways if (spot := spots(move)))


def is_lit_in_shared_area(move: str) -> bool:
    """Return whether a move of the church has its target in the shared area."""
    place, *rest = move.split(" ")[3:]
    return place in (*SHARED_AREA_PLACES, "quarry", "courthouse", "hideout") or rest[:1] == ["move"]


def village_buttons(scene: Scene, spots: Spots, ways: Sequence[str]) -> Iterator[PlaceButton]:
    for kind in ("boatman", "craftsman"):
        spot = spots(f"act village {kind}")
        if spot:
            found = (Gain(kind), *gains.move_gains(scene, spot.move)[1:])
            yield PlaceButton(found, spot.label, (spot,))
    if any(move.startswith("act village boatman ") for move in ways):
        label = _("A boatman, and a step by the sluice")
        yield PlaceButton((Gain("boatman"), Gain("star")), label, (), "sluice")
    if any(move.startswith("act village trader ") for move in ways):
        label = _("A trader, and a place tile")
        yield PlaceButton((Gain("trader"), Gain("tile-12")), label, (), "village")


def townhouse_buttons(scene: Scene, spots: Spots, ways: Sequence[str]) -> Iterator[PlaceButton]:
    for what in ("coins", "development"):
        spot = spots(f"act townhouse {what}")
        if spot:
            yield PlaceButton(tuple(gains.move_gains(scene, spot.move)), spot.label, (spot,))
    goods = _spots(spots, [move for move in ways if move.startswith("act townhouse good ")])
    if goods:
        yield PlaceButton((Gain("brocade"),), _("A good of your choice"), goods)
    if any(move.startswith("act townhouse move ") for move in ways):
        yield PlaceButton((Gain("pawn"),), _("Move your merchant"), (), "townhouse")


# the end of the match


class Product(NamedTuple):
    """Stations and citizens of a seat times its level, drawn as a rectangle."""

    seat: int
    name: str
    stations: int
    citizens: int
    level: int

    @property
    def points(self) -> int:
        return (self.stations + self.citizens) * self.level


def products(scene: Scene) -> tuple[Product, ...]:
    """The products of all seats when the match is over, the largest first; else empty."""
    if not scene.over:
        return ()
    seats = scene_access.view_of(scene)["seats"]
    found = [
        Product(
            number,
            scene.names[number],
            len(seat["stations"]) + seat["road_stations"],
            seat["citizens"],
            seat["level"],
        )
        for number, seat in enumerate(seats)
    ]
    return tuple(sorted(found, key=lambda one: -one.points))


# several moves sent together


def suggested_moves(scene: Scene, *verbs: str) -> list[str]:
    """Return the moves with these verbs that the automatic player would make now, in order.

    The list ends before a move that depends on chance, and after one that reveals something.
    """
    match, seat = scene_access.match_of(scene), scene.seat
    if match is None:
        return []
    match, found, phase, reveals = match.copy(), [], match.phase, match.reveals
    while seat in match.actors and match.phase == phase and match.reveals == reveals:
        move = match.auto_move(seat)
        if not move.startswith(verbs) or move == "torture follower":
            break
        found.append(move)
        match.play(seat, move)
    return found
