"""The map in pieces: goods on edges, stations and merchants, and targets to press.

Goods are pieces of a few edges, and each occupied town is a piece, so that a move changes two or
three small pieces.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import games.rules as rules
from games.boards import Scene
from games.boards.spots import Spot

from ..rules.scoring import HARBOR_POINTS, points_of_group
from ..rules.town_map import (
    EDGE_ID,
    EDGES,
    NEAR,
    TOWN_ID,
    TOWN_KEYS,
    edge_between,
    largest_waterway_group,
)
from ..rules.view import Seat, View
from . import component_data, geography, vocabulary
from .geography import fmt
from .scene_access import own_seat, view_of
from .spots import Spots, Target, action_words, move_layer, parent_layer
from .translations import gettext as _

TRAVELS = {"ship": "waterway", "wagon": "road", "horse_wagon": "road"}
TOGETHER = 6  # number of edges whose goods form one piece
BESIDE = 15  # distance between two stations or merchants of a town
ABOVE, UNDER = -20.0, 19.0  # y offset of merchants, on the side without the town's name

#: The first edge with goods in a group of edges, and its goods as (good, x, y).
Goods = tuple[str, tuple[tuple[str, str, str], ...]]


class Piece(NamedTuple):
    """A station or merchant of a seat; `ghost` takes it back if the viewer has drafted it."""

    seat: int
    x: float
    y: float
    ghost: Spot | None = None


class Town(NamedTuple):
    """A town with its stations and merchants; `said` is its text."""

    key: str
    said: str
    stations: tuple[Piece, ...]
    merchants: tuple[Piece, ...]


class MapTarget(NamedTuple):
    """Something to press on the map: a good on an edge ("none": the way itself), or a town.

    `price` in coins is shown beside it.
    """

    target: Target
    at: str
    good: str
    price: str
    way: str


class MovableMerchant(NamedTuple):
    """Another seat's merchant that a courthouse can move; a press opens its layer `show`."""

    x: float
    y: float
    layer: str
    show: str
    label: str


class MerchantJourney(NamedTuple):
    """A merchant's journey since the viewer's last visit: its edge, and the good taken or ""."""

    id: str
    seat: int
    by: int
    way: str
    good: str
    x: str
    y: str


class MapPieces(NamedTuple):
    """The whole map.

    `stations` are new ones as (seat, x, y); `chain` is the viewer's largest group of towns for the
    harbor: its waterways, and its points in words.
    """

    is_asked: bool
    focus: str
    goods: tuple[Goods, ...]
    towns: tuple[Town, ...]
    targets: tuple[MapTarget, ...]
    movable_merchants: tuple[MovableMerchant, ...]
    trails: tuple[MerchantJourney, ...]
    stations: tuple[tuple[int, int, int], ...]
    chain: tuple[str, str] | None


def map_pieces(scene: Scene, spots: Spots) -> MapPieces:
    view, me = view_of(scene), own_seat(scene)
    found = () if scene.seat is None else tuple(map_targets(view, spots, scene.seat))
    return MapPieces(
        any(not one.target.layer and not one.target.is_faint for one in found),
        geography.surrounding_box(me["merchant"] if me else "orleans"),
        goods(view),
        tuple(towns(scene, spots)),
        found,
        tuple(movable_merchants(scene, found)),
        tuple(merchant_journeys(scene.news)),
        tuple(new_stations(scene.news)),
        chain(me) if me and "harbor" in me["places"] else None,
    )


# goods and pieces


def goods(view: View) -> tuple[Goods, ...]:
    """The goods on the edges, in groups of `TOGETHER` edges."""
    lying = tuple(map(tuple, view["edges"].values()))
    groups = (
        goods_on_edges(first, lying[first : first + TOGETHER])
        for first in range(0, len(lying), TOGETHER)
    )
    return tuple(group for group in groups if group)


@functools.lru_cache(maxsize=4096)
def goods_on_edges(first: int, lying: tuple[tuple[str, ...], ...]) -> Goods | None:
    """The goods on these edges; `first` is the number of the first edge."""
    filled = [(number, here) for number, here in enumerate(lying, first) if here]
    chips = tuple(
        (good, fmt(x), fmt(y))
        for number, here in filled
        for good, (x, y) in zip(here, geography.good_points(number, len(here)), strict=True)
    )
    return (EDGES[filled[0][0]].id, chips) if filled else None


def towns(scene: Scene, spots: Spots) -> Iterator[Town]:
    """Yield the towns with a station or merchant."""
    seats, mine = view_of(scene)["seats"], scene.seat
    owners, guests = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for number, seat in enumerate(seats):
        guests[seat["merchant"]].append(number)
        for key in seat["stations"]:
            owners[key].append(number)
    moved = spots.ghost(*(f"act {place} " for place in TRAVELS), "act townhouse move ")
    built, site = spots.ghost("act guildhall ", "act quarry "), ""
    if built and mine is not None:
        _act, place, *town = built.move.split(" ")
        site = town[0] if place == "quarry" else seats[mine]["merchant"]
    for key in {**owners, **guests}:
        yield Town(
            key,
            town_text(key, owners[key], guests[key], scene.names),
            tuple(pieces(key, owners[key], mine, built if key == site else None)),
            tuple(pieces(key, guests[key], mine, moved, is_merchant=True)),
        )


def pieces(
    town: str,
    seats: Sequence[int],
    mine: int | None = None,
    ghost: Spot | None = None,
    is_merchant: bool = False,
) -> Iterator[Piece]:
    """Yield the pieces of these seats in a town, beside each other; merchants outside of it."""
    x, y, (_dx, dy, _anchor) = geography.TOWN_POSITIONS[town]
    beside = (UNDER if dy < 0 else ABOVE) if is_merchant else 0
    for number, seat in enumerate(seats):
        aside = BESIDE * (number - (len(seats) - 1) / 2)
        yield Piece(seat, x + aside, y + beside, ghost if seat == mine else None)


def town_text(town: str, owners: list[int], guests: list[int], names: Sequence[str]) -> str:
    """Describe the stations and merchants in a town."""
    here = [_("%(name)s's station") % {"name": names[seat]} for seat in owners]
    here += [_("%(name)s's merchant") % {"name": names[seat]} for seat in guests]
    values = {"town": vocabulary.TOWNS[town], "here": vocabulary.join_or_dash(here)}
    return _("%(town)s (%(here)s)") % values


def chain(seat: Seat) -> tuple[str, str]:
    """The largest group of a seat's station towns joined by waterways, and its points."""
    group = largest_waterway_group(sum(1 << TOWN_ID[key] for key in seat["stations"]))
    way = "".join(
        geography.edge_path(number)
        for number, edge in enumerate(EDGES)
        if edge.kind == "waterway" and all(group >> town & 1 for town in edge.towns)
    )
    n = group.bit_count()
    now = points_of_group(n)
    ahead = next((size for size in sorted(HARBOR_POINTS) if size > n), None)
    values: dict[str, object] = {"n": n, "points": now}
    if ahead is None:
        return way, _("Harbor: %(n)s towns, %(points)s points") % values
    values |= {"many": ahead, "more": HARBOR_POINTS[ahead]}
    return way, _("Harbor: %(n)s of %(many)s towns, %(points)s points, then %(more)s") % values


# targets to press


class MapPlace(NamedTuple):
    """The place of a move on the map: a good on an edge to a town, or the town itself."""

    town: str
    edge: str = ""
    good: str = "none"


def map_places(moves: Iterable[str], view: View, seat: int) -> dict[str, MapPlace]:
    """Move → place of those on the map; all journeys begin in the same position."""
    found: dict[str, MapPlace] = {}
    journeys: dict[str, tuple[int, str, str, str]] = {}
    for move in moves:
        match action_words(move):
            case ["act", "ship" | "wagon" | "horse_wagon" as place, town, good]:
                journeys[move] = seat, TRAVELS[place], town, good
            case ["act", "townhouse", "move", kind, town, good]:
                journeys[move] = seat, kind, town, good
            case ["act", "courthouse", other, kind, town, good]:
                journeys[move] = int(other), kind, town, good
            case ["act", "guildhall"]:
                found[move] = MapPlace(view["seats"][seat]["merchant"])
            case ["act", "quarry", town] | ["torture", "station", town] if town in TOWN_ID:
                found[move] = MapPlace(town)
    ahead: dict[tuple[int, str], set[int]] = {}
    for traveller, kind, town, _good in journeys.values():
        ahead.setdefault((traveller, kind), set()).add(TOWN_ID[town])
    starts = {key: journey_start(view, *key, frozenset(there)) for key, there in ahead.items()}
    for move, (traveller, kind, town, good) in journeys.items():
        edge = edge_between(kind, starts[traveller, kind], TOWN_ID[town])
        found[move] = MapPlace(town, EDGES[edge].id, good)
    return found


def journey_start(view: View, seat: int, kind: str, ahead: frozenset[int]) -> int:
    """Return where a merchant is, or was before a drafted journey.

    Args:
        view: The view of the scene.
        seat: The seat of the merchant.
        kind: Road or waterway.
        ahead: The towns to which the journeys of this kind lead.

    Raises:
        ValueError: no town has all these neighbours.
    """
    town = TOWN_ID[view["seats"][seat]["merchant"]]
    for one in (town, *range(len(TOWN_KEYS))):
        if ahead <= NEAR[kind][one].keys():
            return one
    raise ValueError(f"no town with {ahead} ahead of it")


def map_targets(view: View, spots: Spots, seat: int) -> Iterator[MapTarget]:
    """Yield the targets of the viewer; several moves to one place share a target."""
    places = {**map_places(spots.legal, view, seat), **map_places(spots.others, view, seat)}
    by_place = spots.by(lambda move: (move_layer(move), places[move]), places)
    for (layer, (town, edge, good)), here in by_place.items():
        x, y = geography.town_point(town)
        if good != "none":
            lying = view["edges"][edge]
            points = geography.good_points(EDGE_ID[edge], max(1, len(lying)))
            x, y = points[lying.index(good) if good in lying else 0]
        yield MapTarget(
            Target(f"or-aim-{layer.replace(':', '-')}-{edge or town}-{good}", layer, here),
            f"{fmt(x)} {fmt(y)}",
            good,
            price(here[0].move, view["seats"][seat]),
            geography.edge_path(EDGE_ID[edge]) if edge else "",
        )


def price(move: str, me: Seat) -> str:
    """The price of a quarry's station in coins; "" for other moves."""
    _verb, place, *where = action_words(move)
    return str(component_data.station_price(me, *where)) if place == "quarry" else ""


def movable_merchants(scene: Scene, found: Sequence[MapTarget]) -> Iterator[MovableMerchant]:
    """Yield the merchants that a courthouse can move, once for each of their layers."""
    seats = view_of(scene)["seats"]
    for layer in dict.fromkeys(one.target.layer for one in found):
        if not parent_layer(layer).endswith("courthouse"):
            continue
        mover = int(layer.rpartition(":")[2])
        town = seats[mover]["merchant"]
        here = [other for other, one in enumerate(seats) if one["merchant"] == town]
        [piece] = [one for one in pieces(town, here, is_merchant=True) if one.seat == mover]
        values = {"name": scene.names[mover], "town": vocabulary.TOWNS[town]}
        label = _("Move %(name)s's merchant in %(town)s") % values
        yield MovableMerchant(piece.x, piece.y, parent_layer(layer), layer, label)


# news


def merchant_journeys(news: Sequence[rules.Event]) -> Iterator[MerchantJourney]:
    for number, event in enumerate(news):
        if event.kind == "move" and event.seat is not None:
            data, edge = event.data, EDGE_ID[event.data["edge"]]
            [(x, y)] = geography.good_points(edge, 1)
            yield MerchantJourney(
                f"or-trail-{number}",
                data["merchant"],
                event.seat,
                geography.edge_path(edge),
                "" if data["good"] == "none" else data["good"],
                fmt(x),
                fmt(y),
            )


def new_stations(news: Sequence[rules.Event]) -> Iterator[tuple[int, int, int]]:
    for event in news:
        if event.kind == "station" and event.data["town"] in TOWN_ID and event.seat is not None:
            x, y = geography.town_point(event.data["town"])
            yield event.seat, int(x), int(y)
