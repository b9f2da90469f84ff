"""The map in pieces: land, goods on edges, stations and merchants, and targets to tap.

The constant part is one piece. Goods are pieces of a few edges, and each occupied town is a piece,
so that a move changes two or three small pieces.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import games.rules as rules
from games.boards import Scene
from games.boards.spots import Spot
from portal.performance.translation_cache import cache_per_language

from ..rules.scoring import HARBOR_POINTS
from ..rules.tile_actions import QUARRY_PRICE, QUARRY_STEP
from ..rules.town_map import (
    DISTANCE,
    EDGE_ID,
    EDGES,
    STEPS,
    TOWN_ID,
    TOWN_KEYS,
    edge_between,
)
from ..rules.view import Seat, View
from . import geography, scene_access, vocabulary
from .spots import Spots, move_layer
from .translations import gettext as _

TRAVELS = {"ship": "waterway", "wagon": "road", "horse_wagon": "road"}
TOGETHER = 6  # number of edges whose goods form one piece
BESIDE = 15  # distance between two stations or merchants of a town
ABOVE, UNDER = -20.0, 19.0  # y offset of merchants, on the side without the town's name


class Name(NamedTuple):
    """The name of a town."""

    town: str
    text: str
    x: int
    y: int
    anchor: str


class Goods(NamedTuple):
    """The goods on an edge as (good, x, y)."""

    edge: str
    chips: tuple[tuple[str, str, str], ...]


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
    """Something to tap on the map: a good on an edge, or a town.

    `places` has the keys of the places whose actions go there; `price` is shown beside it.
    """

    id: str
    kind: str
    x: str
    y: str
    good: str
    layer: str
    places: str
    price: str
    spots: tuple[Spot, ...]
    way: str = ""

    @property
    def label(self) -> str:
        return " / ".join(spot.label for spot in self.spots)

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)


class MovableMerchant(NamedTuple):
    """Another seat's merchant that a courthouse can move; a tap opens its layer."""

    seat: int
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


class NewStation(NamedTuple):
    """A station built since the viewer's last visit."""

    seat: int
    x: int
    y: int


class WaterwayChain(NamedTuple):
    """The viewer's largest group of towns for the harbor: its waterways, and its points."""

    way: str
    text: str


class MapPieces(NamedTuple):
    """The whole map."""

    is_asked: bool
    focus: str
    names: tuple[Name, ...]
    goods: tuple[tuple[Goods, ...], ...]
    towns: tuple[Town, ...]
    targets: tuple[MapTarget, ...]
    movable_merchants: tuple[MovableMerchant, ...]
    trails: tuple[MerchantJourney, ...]
    fresh: tuple[NewStation, ...]
    chain: WaterwayChain | None

    @property
    def sheets(self) -> list[MapTarget]:
        return [aim for aim in self.targets if len(aim.spots) > 1]


def map_pieces(scene: Scene, spots: Spots) -> MapPieces:
    view = scene_access.view_of(scene)
    me = None if scene.seat is None else view["seats"][scene.seat]
    found = tuple(map_targets(view, spots, scene.seat))
    return MapPieces(
        any(aim.layer == "" and not aim.is_faint for aim in found),
        geography.surrounding_box("orleans" if me is None else me["merchant"]),
        names(),
        goods(view),
        tuple(towns(scene, spots)),
        found,
        tuple(movable_merchants(scene, found)),
        tuple(merchant_journeys(scene.news)),
        tuple(new_stations(scene.news)),
        chain(me) if me else None,
    )


# the printed map


@cache_per_language()
def names() -> tuple[Name, ...]:
    return tuple(
        Name(key, str(vocabulary.TOWNS[key]), x + dx, y + dy, anchor)
        for key, (x, y, (dx, dy, anchor)) in geography.TOWN_POSITIONS.items()
    )


# goods and pieces


def goods(view: View) -> tuple[tuple[Goods, ...], ...]:
    """The goods on the edges, in groups of `TOGETHER` edges."""
    lying = tuple(map(tuple, view["edges"].values()))
    return tuple(
        goods_on_edges(first, lying[first : first + TOGETHER])
        for first in range(0, len(lying), TOGETHER)
    )


@functools.lru_cache(maxsize=4096)
def goods_on_edges(first: int, lying: tuple[tuple[str, ...], ...]) -> tuple[Goods, ...]:
    """The goods on these edges; `first` is the number of the first edge."""
    return tuple(
        Goods(
            EDGES[number].id,
            tuple(
                (good, geography.fmt(x), geography.fmt(y))
                for good, (x, y) in zip(here, geography.good_points(number, len(here)), strict=True)
            ),
        )
        for number, here in enumerate(lying, first)
        if here
    )


def towns(scene: Scene, spots: Spots) -> Iterator[Town]:
    """Yield the towns with a station or merchant."""
    seats = scene_access.view_of(scene)["seats"]
    owners: dict[str, list[int]] = {}
    guests: dict[str, list[int]] = {}
    for number, seat in enumerate(seats):
        guests.setdefault(seat["merchant"], []).append(number)
        for key in seat["stations"]:
            owners.setdefault(key, []).append(number)
    mine, (moved, built) = scene.seat, drafted_pieces(spots)
    for key in {**owners, **guests}:
        x, y, (_dx, dy, _anchor) = geography.TOWN_POSITIONS[key]
        beside = y + (UNDER if dy < 0 else ABOVE)
        new = built if is_drafted_station_at(built, key, seats, mine) else None
        yield Town(
            key,
            town_text(key, owners.get(key, ()), guests.get(key, ()), scene.names),
            tuple(
                Piece(seat, x + aside, y, new if seat == mine else None)
                for seat, aside in spread_out(owners.get(key, ()))
            ),
            tuple(
                Piece(seat, x + aside, beside, moved if seat == mine else None)
                for seat, aside in spread_out(guests.get(key, ()))
            ),
        )


def spread_out(seats: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Yield seats with offsets that centre them beside each other."""
    for number, seat in enumerate(seats):
        yield seat, BESIDE * (number - (len(seats) - 1) / 2)


def drafted_pieces(spots: Spots) -> tuple[Spot | None, Spot | None]:
    """The viewer's drafted journey and drafted station."""
    journeys = tuple(f"act {place} " for place in TRAVELS)
    moved = spots.ghost(*journeys, "act townhouse move ")
    return moved, spots.ghost("act guildhall ", "act quarry ")


def is_drafted_station_at(
    ghost: Spot | None, town: str, seats: Sequence[Seat], mine: int | None
) -> bool:
    """Return whether the viewer's drafted station is in this town."""
    if ghost is None or mine is None:
        return False
    _verb, place, *where = ghost.move.split(" ")
    return town == (where[0] if place == "quarry" else seats[mine]["merchant"])


def town_text(
    town: str, owners: Sequence[int], guests: Sequence[int], people: Sequence[str]
) -> str:
    """Describe the stations and merchants in a town."""
    here = [_("%(name)s's station") % {"name": people[seat]} for seat in owners]
    here += [_("%(name)s's merchant") % {"name": people[seat]} for seat in guests]
    return _("%(town)s (%(here)s)") % {
        "town": vocabulary.TOWNS[town],
        "here": vocabulary.join_or_dash(here),
    }


def chain(seat: Seat) -> WaterwayChain | None:
    """The largest group of the viewer's station towns joined by waterways, with the harbor."""
    if "harbor" not in seat["places"]:
        return None
    mine = {TOWN_ID[key] for key in seat["stations"]}
    best: set[int] = set()
    for town in sorted(mine):
        group, queue = {town}, [town]
        for one in queue:
            near = {other for _edge, other in STEPS["waterway"][one]} & mine - group
            group |= near
            queue += sorted(near)
        best = max(best, group, key=len)
    ways = (
        geography.edge_path(number)
        for number, edge in enumerate(EDGES)
        if edge.kind == "waterway" and set(edge.towns) <= best
    )
    now = max((points for size, points in HARBOR_POINTS.items() if size <= len(best)), default=0)
    ahead = next((size for size in sorted(HARBOR_POINTS) if size > len(best)), None)
    told_: dict[str, object] = {"n": len(best), "points": now}
    if ahead is None:
        return WaterwayChain("".join(ways), _("Harbor: %(n)s towns, %(points)s points") % told_)
    told_ |= {"many": ahead, "more": HARBOR_POINTS[ahead]}
    text = _("Harbor: %(n)s of %(many)s towns, %(points)s points, then %(more)s") % told_
    return WaterwayChain("".join(ways), text)


# targets to tap


class MapPlace(NamedTuple):
    """The place of a move on the map: a good on an edge to a town, or the town itself."""

    town: str
    edge: str = ""
    good: str = "none"


class Journey(NamedTuple):
    """A merchant's step in a move."""

    seat: int
    kind: str
    town: str
    good: str


def journey_of(words_: list[str], seat: int) -> Journey | None:
    """Return the journey in a move, given as a list of words, or None."""
    match words_:
        case ["act", "church", _host, *rest]:
            return journey_of(["act", *rest], seat)
        case ["act", "ship" | "wagon" | "horse_wagon" as place, town, good]:
            return Journey(seat, TRAVELS[place], town, good)
        case ["act", "townhouse", "move", kind, town, good]:
            return Journey(seat, kind, town, good)
        case ["act", "courthouse", other, kind, town, good]:
            return Journey(int(other), kind, town, good)
    return None


def place_of(words_: list[str], view: View, seat: int) -> MapPlace | None:
    """Return the town of a move that is no journey, or None if it has none."""
    match words_:
        case ["act", "church", _host, *rest]:
            return place_of(["act", *rest], view, seat)
        case ["act", "quarry", town]:
            return MapPlace(town)
        case ["act", "guildhall"]:
            return MapPlace(view["seats"][seat]["merchant"])
        case ["torture", "station", town] if town in TOWN_ID:
            return MapPlace(town)
    return None


def targets(moves: Iterable[str], view: View, seat: int) -> Iterator[tuple[str, MapPlace]]:
    """Yield (move, place) for moves on the map; all journeys begin in the same position."""
    journeys: list[tuple[str, Journey]] = []
    for move in moves:
        if not move.startswith(("act ", "torture station ")):
            continue
        spelled = move.split(" ")
        if journey := journey_of(spelled, seat):
            journeys.append((move, journey))
        elif target := place_of(spelled, view, seat):
            yield move, target
    ahead: dict[tuple[int, str], set[int]] = {}
    for _move, journey in journeys:
        ahead.setdefault((journey.seat, journey.kind), set()).add(TOWN_ID[journey.town])
    starts = {key: journey_start(view, *key, frozenset(found)) for key, found in ahead.items()}
    for move, journey in journeys:
        edge = edge_between(journey.kind, starts[journey.seat, journey.kind], TOWN_ID[journey.town])
        yield move, MapPlace(journey.town, EDGES[edge].id, journey.good)


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
        if ahead <= NEIGHBOURS[kind][one]:
            return one
    raise ValueError(f"no town with {ahead} ahead of it")


NEIGHBOURS = {
    kind: [frozenset(town for _edge, town in steps) for steps in towns_]
    for kind, towns_ in STEPS.items()
}


def map_targets(view: View, spots: Spots, seat: int | None) -> Iterator[MapTarget]:
    """Yield the targets of the viewer; several moves to one place share a target."""
    if seat is None:
        return
    found: dict[tuple[str, MapPlace], list[str]] = {}
    for listed in (spots.legal, spots.others):
        for move, target in targets(listed, view, seat):
            found.setdefault((move_layer(move), target), []).append(move)
    for (name, target), moves in found.items():
        yield map_target(name, target, moves, spots, view)


def map_target(
    name: str, target: MapPlace, moves: list[str], spots: Spots, view: View
) -> MapTarget:
    made = tuple(spot for move in moves if (spot := spots(move)))
    if target.good == "none":
        x, y = geography.town_point(target.town)
    else:
        number = EDGE_ID[target.edge]
        here = view["edges"][target.edge]
        there = here.index(target.good) if target.good in here else 0
        x, y = geography.good_points(number, max(1, len(here)))[there]
    places = dict.fromkeys(place_of_move(move) for move in moves)
    return MapTarget(
        "-".join(("or-aim", name.replace(":", "-"), target.edge or target.town, target.good)),
        "town" if target.good == "none" else "good",
        geography.fmt(x),
        geography.fmt(y),
        target.good,
        name,
        " ".join(places),
        price(moves[0], view),
        made,
        geography.edge_path(EDGE_ID[target.edge]) if target.edge else "",
    )


def place_of_move(move: str) -> str:
    return move.split(" ")[1]


def price(move: str, view: View) -> str:
    """The price of a quarry's station in coins; "" for other moves."""
    verb, place, *where = move.split(" ")
    if verb != "act" or "quarry" not in (place, *where[1:2]) or view["seat"] is None:
        return ""
    merchant = TOWN_ID[view["seats"][view["seat"]]["merchant"]]
    return str(QUARRY_PRICE + QUARRY_STEP * DISTANCE[merchant][TOWN_ID[where[-1]]])


def movable_merchants(scene: Scene, found: Sequence[MapTarget]) -> Iterator[MovableMerchant]:
    """Yield the merchants that a courthouse can move, once for each of their layers."""
    seats = scene_access.view_of(scene)["seats"]
    for name in dict.fromkeys(aim.layer for aim in found):
        above, _colon, number = name.rpartition(":")
        if not above.endswith("courthouse"):
            continue
        seat = int(number)
        key = seats[seat]["merchant"]
        here = [other for other, one in enumerate(seats) if one["merchant"] == key]
        x, y, (_dx, dy, _anchor) = geography.TOWN_POSITIONS[key]
        told_ = {"name": scene.names[seat], "town": vocabulary.TOWNS[key]}
        label = _("Move %(name)s's merchant in %(town)s") % told_
        aside = dict(spread_out(here))[seat]
        yield MovableMerchant(seat, x + aside, y + (UNDER if dy < 0 else ABOVE), above, name, label)


# news


def merchant_journeys(news: Sequence[rules.Event]) -> Iterator[MerchantJourney]:
    for number, event in enumerate(news):
        if event.kind != "move" or event.seat is None:
            continue
        edge = EDGE_ID[event.data["edge"]]
        (x, y), *_more = geography.good_points(edge, 1)
        good = "" if event.data["good"] == "none" else event.data["good"]
        yield MerchantJourney(
            f"or-trail-{number}",
            event.data["merchant"],
            event.seat,
            geography.edge_path(edge),
            good,
            geography.fmt(x),
            geography.fmt(y),
        )


def new_stations(news: Sequence[rules.Event]) -> Iterator[NewStation]:
    for event in news:
        if event.kind == "station" and event.data["town"] in TOWN_ID and event.seat is not None:
            x, y = geography.town_point(event.data["town"])
            yield NewStation(event.seat, int(x), int(y))
