"""The island: keys, numbers and spots of its template; parts without a change compare equal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot

from ..rules.components import RATES, pips
from ..rules.grid import board_of
from ..rules.view import View
from . import map_targets, vocabulary
from .geometry import HIGH, WIDE, Line, Point, line, pixel
from .map_targets import MapTarget, NewPath, Owner, Tent
from .places import COLUMNS, ROWS
from .scene_access import view_of
from .spots import Spots

#: Offsets of the pile of a goal hex, and of the goods it wants: beside its lanes and its building.
PILES = {"castle": (-25, 19), "quarry": (28, -9), "glassworks": (28, 9)}
WANTS = {"castle": ((20, 0), (35, 0)), "quarry": ((-27, 0),), "glassworks": ((-27, 0),)}
HARBOUR_OUT = 30  # distance of a harbour's sign from its path, in pixels
WAGON_AT = ((-20, -15), (20, -15), (20, 13), (-20, 13))  # offset from its place, by seat

Roads = tuple[Owner, tuple[tuple[Line, bool], ...]]  # of a seat or neutral; which are damaged
Houses = tuple[Owner, tuple[tuple[float, float, str], ...]]


class Port(NamedTuple):
    """A harbour: its sign at x, y, and the ends of its piers on the coast."""

    kind: str
    rate: int
    x: float
    y: float
    piers: tuple[Point, Point]


class IslandPrint(NamedTuple):
    """The constant parts of a match: land and numbers, harbours."""

    scenario: str
    ground: tuple[tuple[str, str, int], ...]
    harbours: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, view: View) -> IslandPrint:
        return cls(
            view["scenario"],
            tuple((one["at"], one["terrain"], one["number"] or 0) for one in view["hexes"]),
            tuple((port["path"], port["type"]) for port in view["harbours"]),
        )

    @property
    def hexes(self) -> list[tuple[float, float, str, int, int]]:
        """The hexes: x, y, terrain, number, and the dots below the number."""
        return [(*pixel(at), terrain, number, pips(number)) for at, terrain, number in self.ground]

    @property
    def ports(self) -> list[Port]:
        return [_port(*one) for one in self.harbours]

    @property
    def lanes(self) -> list[Line]:
        board = board_of(self.scenario)
        return [line(name) for number, name in enumerate(board.paths) if board.inner >> number & 1]

    @property
    def columns(self) -> list[tuple[float, str]]:
        """The letters of the coordinates, each with its x."""
        return [(round((n - 10) * WIDE, 1), letter) for n, letter in enumerate(COLUMNS)]

    @property
    def rows(self) -> list[tuple[float, int]]:
        return [((row - 17) * HIGH + 4, row) for row in range(1, ROWS + 1, 2)]

    @property
    def plazas(self) -> list[Point]:
        board = board_of(self.scenario)
        return [pixel(board.spots[spot]) for spot in board.plaza_of]


class MapToken(NamedTuple):
    """The robber or a barbarian's tent; `ghost` takes it back to where it was."""

    kind: str
    x: float
    y: float
    ghost: Spot | None = None


class Goal(NamedTuple):
    """What is drawn at a goal hex: its pile and the goods that it wants."""

    goal: str
    x: float
    y: float
    left: int
    wants: tuple[tuple[str, float, float], ...]


class Wagon(NamedTuple):
    """A wagon beside its place; `travel` starts its trip, `ghost` takes its last step back."""

    seat: int
    x: float
    y: float
    level: int
    load: str
    travel: Spot | None
    ghost: Spot | None


class DraftedPiece(NamedTuple):
    """A piece that the viewer has drafted; `line` is the path of a road."""

    kind: str
    owner: Owner
    x: float
    y: float
    line: Line | None
    ghost: Spot


class IslandPicture(NamedTuple):
    """The whole island; `producing_hexes` are those of the last number, with their resources."""

    print: IslandPrint
    producing_hexes: tuple[tuple[float, float, str], ...]
    blocked: Point | None
    mine: tuple[Point, ...]  # the viewer's harbours
    roads: tuple[Roads, ...]
    houses: tuple[Houses, ...]
    goals: tuple[Goal, ...]
    ghosts: tuple[DraftedPiece, ...]
    things: tuple[MapToken, ...]
    wagons: tuple[Wagon, ...]
    trail: str  # the drafted route of the wagon, as an SVG path
    news: tuple[tuple[int, float, float], ...]  # the seat that did something new there
    lit: tuple[MapTarget, ...]
    tents: tuple[Tent, ...]
    new_paths: tuple[NewPath, ...]
    verbs: tuple[Spot, ...]
    is_asked: bool


def picture(spots: Spots) -> IslandPicture:
    """Return everything on the island that the viewer may see."""
    view, scene = spots.view, spots.scene
    tents, new_paths = map_targets.barbarian_moves(spots)
    lit = (*map_targets.place_targets(spots), *map_targets.wagon_targets(spots))
    steps = [move.split(" ")[1] for move in scene.draft if move.startswith("go ")]
    route = [f"{x:g} {y:g}" for x, y in map(pixel, steps)]
    return IslandPicture(
        print=IslandPrint.of(view),
        producing_hexes=tuple(_producing_hexes(view)),
        blocked=pixel(view["robber"]) if view["robber"] else None,
        mine=_my_harbours(scene),
        roads=roads_of(view, spots),
        houses=houses_of(view, spots),
        goals=tuple(_goals(view)),
        ghosts=tuple(_drafted_pieces(spots)),
        things=tuple(_tokens(spots)),
        wagons=tuple(_wagons(spots)),
        trail="M" + "L".join(route) if len(route) > 1 else "",
        news=tuple(_news(scene)),
        lit=lit,
        tents=tents,
        new_paths=new_paths,
        verbs=tuple(spot for spot in map(spots, ("travel", "grain")) if spot is not None),
        is_asked=bool(tents) or any(one.spot.keep < 0 for one in lit),
    )


# the printed island


def _port(path: str, kind: str) -> Port:
    edge = line(path)
    dx, dy = edge.y1 - edge.y2, edge.x2 - edge.x1
    out = HARBOUR_OUT / math.hypot(dx, dy) * (1 if dx * edge.x + dy * edge.y > 0 else -1)
    rate = RATES["any" if kind == "any" else "kind"]
    x, y = round(edge.x + dx * out, 1), round(edge.y + dy * out, 1)
    return Port(kind, rate, x, y, ((edge.x1, edge.y1), (edge.x2, edge.y2)))


def _producing_hexes(view: View) -> Iterator[tuple[float, float, str]]:
    number = view["event"]["number"] if view["event"] else sum(view["dice"])
    for one in view["hexes"]:
        if number and one["number"] == number and one["at"] != view["robber"]:
            yield *pixel(one["at"]), vocabulary.PRODUCES.get(one["terrain"], "")


def _my_harbours(scene: Scene) -> tuple[Point, ...]:
    view = view_of(scene)
    own = {one["at"] for one in view["buildings"] if one["owner"] == scene.seat}
    found = [port for port in view["harbours"] if own & set(port["spots"])]
    return tuple((port.x, port.y) for port in (_port(one["path"], one["type"]) for one in found))


# pieces


def roads_of(view: View, spots: Spots | None = None) -> tuple[Roads, ...]:
    """The roads by owner, without those that are drafted."""
    found: dict[Owner, list[tuple[Line, bool]]] = {}
    for road in view["roads"]:
        if not (spots and spots.ghost_at(road["at"], "road", "neutral")):
            found.setdefault(road["owner"], []).append((line(road["at"], 8), road["damaged"]))
    return tuple((owner, tuple(roads)) for owner, roads in found.items())


def houses_of(view: View, spots: Spots | None = None) -> tuple[Houses, ...]:
    """The settlements and cities by owner, without those that are drafted."""
    found: dict[Owner, list[tuple[float, float, str]]] = {}
    for one in view["buildings"]:
        if not (spots and spots.ghost_at(one["at"], "settlement", "city", "neutral")):
            found.setdefault(one["owner"], []).append((*pixel(one["at"]), one["piece"]))
    return tuple((owner, tuple(houses)) for owner, houses in found.items())


def _drafted_pieces(spots: Spots) -> Iterator[DraftedPiece]:
    for road in spots.view["roads"]:
        if ghost := spots.ghost_at(at := road["at"], "road", "neutral"):
            yield DraftedPiece("road", road["owner"], *pixel(at), line(at, 8), ghost)
    for one in spots.view["buildings"]:
        if ghost := spots.ghost_at(one["at"], one["piece"], "neutral"):
            yield DraftedPiece(one["piece"], one["owner"], *pixel(one["at"]), None, ghost)


def _tokens(spots: Spots) -> Iterator[MapToken]:
    """The robber beside its number, or the barbarians' tents."""
    view = spots.view
    if view["robber"]:
        x, y = pixel(view["robber"])
        yield MapToken("robber", x - 27, y + 6, spots.ghost_at(view["robber"], "robber"))
    for path in view["barbarians"]:
        ghost = spots.ghost_at(path, "barbarian", "banish", "token")
        yield MapToken("tent", *pixel(path), ghost)


def _goals(view: View) -> Iterator[Goal]:
    for goal, one in view["goals"].items():
        x, y = pixel(one["plaza"])
        dx, dy = PILES[goal]
        wants = zip(one["accepts"], WANTS[goal], strict=False)
        flags = tuple((good, x + at[0], y + at[1]) for good, at in wants)
        yield Goal(goal, x + dx, y + dy, one["left"], flags)


def _wagons(spots: Spots) -> Iterator[Wagon]:
    for player in spots.view["players"]:
        wagon, seat = player.get("wagon"), player["seat"]
        if wagon is None or wagon["at"] is None:
            continue
        x, y = pixel(wagon["at"])
        dx, dy = WAGON_AT[seat]
        is_mine = seat == spots.scene.seat
        travel = spots("travel") if is_mine else None
        ghost = spots.ghost_at(wagon["at"], "go") if is_mine else None
        load = wagon["load"] or ""
        yield Wagon(seat, x + dx, y + dy, wagon["level"], load, travel, ghost)


NEWS = frozenset({"build", "robber", "barbarian", "go"})


def _news(scene: Scene) -> Iterator[tuple[int, float, float]]:
    """What others have built and moved since the viewer's last visit; each place once."""
    found: dict[str, tuple[int, float, float]] = {}
    for event in scene.news:
        if event.seat is None or event.kind not in NEWS:
            continue
        at = event.data["at" if event.kind == "build" else "to"]
        x, y = pixel(at)
        dx, dy = WAGON_AT[event.seat] if event.kind == "go" else (0, 0)
        found[f"wagon {event.seat}" if event.kind == "go" else at] = (event.seat, x + dx, y + dy)
    yield from found.values()
