"""The boards of the viewer and of others in pieces: market, bag, places with their gains."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules.autoplay import tiles_by_preference
from ..rules.board import GROUP_OF, Board
from ..rules.components import MARKET_SIZE, TILES
from ..rules.view import Seat
from . import action_labels, component_data, gains, vocabulary
from .component_data import ONE_TILE_PLACES, SLOTS
from .gains import Gain, PlaceForecast
from .scene_access import match_of, own_seat, view_of
from .spots import Spots, opened_layer
from .translations import gettext as _

SLOT_VERBS = frozenset({"place", "tech", "settle", "recall", "torture"})
STEPPER_PLACES = ("pharmacy", "bakery")
SHARED_AREA_PLACES = ("ship", "wagon", "horse_wagon", "town_hall", "gunpowder_tower", "ballroom")


class Slot(NamedTuple):
    """A slot of a place.

    Attributes:
        tile: the tile on it, "technology", or None.
        fits: the tiles of the viewer's market that can go there, the best first.
        spots: the moves of this slot now, apart from planning.
        ghost: takes back what the viewer has drafted for it.
    """

    kind: str
    tile: str | None
    fits: str = ""
    spots: tuple[Spot, ...] = ()
    ghost: Spot | None = None


class PlaceButton(NamedTuple):
    """A way to use a place: moves, a layer of the board to open, or a number."""

    gains: tuple[Gain, ...]
    label: str
    spots: tuple[Spot, ...] = ()
    show: str = ""
    number: tuple[str, int] | None = None  # the move with %n for the number, and the largest number


class PlaceCard(NamedTuple):
    """A place; `state` is empty, some, ready or useless, `forecast` what it would bring now."""

    id: str
    key: str
    level: int
    slots: tuple[Slot, ...]
    state: str
    is_closed: bool
    stations: int  # on the country road; -1 on other places
    needs_one_tile: bool
    forecast: PlaceForecast = PlaceForecast(())
    brings: str = ""
    faces: tuple[PlaceButton, ...] = ()
    ghost: Spot | None = None
    torture: Spot | None = None


class Market(NamedTuple):
    """Followers in the order of their types, then free spaces, the last `tower` on the tower.

    `drawn` are in the bathhouse; `bag` has the number of each follower.
    """

    tiles: tuple[str, ...]
    free: int
    tower: int
    held: tuple[str, ...]
    drawn: tuple[str, ...]
    bag: tuple[int, ...]
    may_plan: bool


class PlayerBoard(NamedTuple):
    """A seat's whole board; `passive` are the tiles that always work, with their torture."""

    market: Market
    places: tuple[PlaceCard, ...]
    passive: tuple[tuple[str, Spot | None], ...]


def my_board(scene: Scene, spots: Spots) -> PlayerBoard | None:
    me, match, seat = own_seat(scene), match_of(scene), scene.seat
    if me is None or seat is None:
        return None
    may_plan = seat in scene.actors and view_of(scene)["phase"] == "planning"
    board = match.boards[seat] if match is not None and may_plan else None
    verbs = {move.split(" ")[0] for move in (*spots.legal, *spots.others, *scene.draft)}
    ways: dict[str, list[str]] = {}
    for move in spots.of("act "):
        ways.setdefault(move.split(" ")[1], []).append(move)
    cards = []
    for key, filled in me["places"].items():
        if not SLOTS[key]:
            continue
        plain = plain_card("or-own", key, tuple(filled), me["road_stations"])
        forecast = gains.place_forecast(scene, key)
        cards.append(
            plain._replace(
                slots=tuple(slots(spots, key, filled, board))
                if verbs & SLOT_VERBS
                else plain.slots,
                state=state(key, filled, forecast.why),
                forecast=forecast,
                brings=gains_text(scene, key) if forecast.gains else "",
                faces=tuple(place_buttons(scene, spots, key, ways.get(key, []), forecast.gains)),
                ghost=spots.ghost(f"act {key} ") if scene.draft else None,
                torture=spots(f"torture place {key}"),
            )
        )
    return PlayerBoard(
        market(scene, me, may_plan),
        tuple(cards),
        tuple((key, spots(f"torture place {key}")) for key in me["places"] if not SLOTS[key]),
    )


def other_board(scene: Scene, seat: int) -> PlayerBoard:
    """The board of another seat; during planning its empty places are closed."""
    one, is_shut = view_of(scene)["seats"][seat], view_of(scene)["phase"] == "planning"
    return PlayerBoard(
        market(scene, one, False),
        tuple(
            plain_card(f"or-s{seat}", key, tuple(filled), one["road_stations"], is_shut)
            for key, filled in one["places"].items()
            if SLOTS[key]
        ),
        tuple((key, None) for key in one["places"] if not SLOTS[key]),
    )


def market(scene: Scene, seat: Seat, may_plan: bool) -> Market:
    view = view_of(scene)
    free = seat["market_size"] - len(seat["market"])
    is_settling = seat is own_seat(scene) and view["step"] == "settle"
    return Market(
        tuple(sorted(seat["market"], key=TILES.index)),
        free,
        min(free, seat["market_size"] - MARKET_SIZE),
        tuple(seat["held"]),
        tuple(view["drawn"]) if is_settling else (),
        tuple(seat["bag"].values()),
        may_plan,
    )


# places


def state(key: str, filled: Sequence[str | None], why: str) -> str:
    if component_data.is_ready(key, filled):
        return "useless" if why else "ready"
    return "some" if any(filled) else "empty"


@functools.lru_cache(8192)
def plain_card(
    board: str, key: str, filled: tuple[str | None, ...], roads: int, is_shut: bool = False
) -> PlaceCard:
    """A place without any moves; `board` is the prefix of ids."""
    return PlaceCard(
        f"{board}-{key}",
        key,
        component_data.LEVEL[key],
        tuple(map(Slot, SLOTS[key], filled)),
        state(key, filled, ""),
        is_shut and not any(filled),
        roads if key == "country_road" else -1,
        key in ONE_TILE_PLACES,
    )


def gains_text(scene: Scene, key: str) -> str:
    """Describe what a place would give now."""
    if key in gains.ALONE:
        return capitalize_first(action_labels.action_text(key, [], scene))
    return str(vocabulary.EFFECTS[key])


def slots(
    spots: Spots, key: str, filled: Sequence[str | None], board: Board | None
) -> Iterator[Slot]:
    """Yield the slots of a place of the viewer; `board` while they plan."""
    ghosts = list(spots.ghosts("place ", "tech ", "settle "))
    free: set[str] = set()
    for kind, tile in zip(SLOTS[key], filled, strict=True):
        if tile:
            is_laid = tile == "technology"
            ways = ("tech",) if is_laid else (f"place {tile}", f"settle {tile}")
            moves = [f"{way} {key} {kind}" for way in ways]
            ghost = next((one for one in ghosts if one.move in moves), None)
            if ghost:
                ghosts.remove(ghost)
            removal = f"torture technology {key}" if is_laid else f"recall {tile} {key} {kind}"
            yield Slot(kind, tile, "", spots.all([removal]), ghost)
        else:
            moves = [f"tech {key} {kind}", *(f"settle {one} {key} {kind}" for one in TILES)]
            fits = fitting_tiles(board, spots, key, kind) if board else ""
            yield Slot(kind, tile, fits, () if kind in free else spots.all(moves))
            free.add(kind)


def fitting_tiles(board: Board, spots: Spots, key: str, kind: str) -> str:
    """The market's tiles for a free slot, in the order in which they are tried."""
    tiles = tiles_by_preference(board, GROUP_OF[key, kind], list(board.market))
    listed = (TILES[tile] for tile in tiles)
    return " ".join(tile for tile in listed if f"place {tile} {key} {kind}" in spots.legal)


# using a place


def place_buttons(
    scene: Scene, spots: Spots, key: str, ways: list[str], whole: tuple[Gain, ...]
) -> Iterator[PlaceButton]:
    if not ways:
        return
    name = str(vocabulary.PLACES[key])
    label = _("Use: %(place)s") % {"place": name}
    if key == "village":
        yield from village_buttons(scene, spots, ways)
    elif key == "townhouse":
        yield from townhouse_buttons(scene, spots, ways)
    elif key in STEPPER_PLACES:
        if most := sum(move in spots.legal for move in ways):
            yield PlaceButton(whole, label, number=(f"act {key} %n", most))
    elif key in SHARED_AREA_PLACES or opened_layer(ways):
        yield PlaceButton(whole, label, show=opened_layer(ways) or key)
        plain = [move for move in ways if key == "church" and not is_lit_in_shared_area(move)]
        if plain:
            yield PlaceButton((), _("Other places"), spots.all(plain))
    else:
        found = spots.all(ways)
        yield PlaceButton(whole, found[0].label if len(found) == 1 else name, found)


def is_lit_in_shared_area(move: str) -> bool:
    """Return whether a move of the church has its target in the shared area."""
    place, *rest = move.split(" ")[3:]
    return place in (*SHARED_AREA_PLACES, "quarry", "courthouse", "hideout") or rest[:1] == ["move"]


def village_buttons(scene: Scene, spots: Spots, ways: Sequence[str]) -> Iterator[PlaceButton]:
    for kind in ("boatman", "craftsman"):
        if spot := spots(f"act village {kind}"):
            found = (Gain(kind), *gains.move_gains(scene, spot.move)[1:])
            yield PlaceButton(found, spot.label, (spot,))
    for kind, gain, label, layer in (
        ("boatman", "star", _("A boatman, and a step by the sluice"), "sluice"),
        ("trader", "tile-12", _("A trader, and a place tile"), "village"),
    ):
        if any(move.startswith(f"act village {kind} ") for move in ways):
            yield PlaceButton((Gain(kind), Gain(gain)), label, show=layer)


def townhouse_buttons(scene: Scene, spots: Spots, ways: Sequence[str]) -> Iterator[PlaceButton]:
    for spot in spots.all(["act townhouse coins", "act townhouse development"]):
        yield PlaceButton(tuple(gains.move_gains(scene, spot.move)), spot.label, (spot,))
    goods = spots.all(move for move in ways if move.startswith("act townhouse good "))
    if goods:
        yield PlaceButton((Gain("brocade"),), _("A good of your choice"), goods)
    if any(move.startswith("act townhouse move ") for move in ways):
        yield PlaceButton((Gain("pawn"),), _("Move your merchant"), show="townhouse")


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
    seats = view_of(scene)["seats"] if scene.over else []
    found = [
        Product(
            number,
            scene.names[number],
            component_data.station_count(seat),
            seat["citizens"],
            seat["level"],
        )
        for number, seat in enumerate(seats)
    ]
    return tuple(sorted(found, key=lambda one: -one.points))
