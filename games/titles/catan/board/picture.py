"""The island as its template draws it; parts without a change compare equal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from games.boards import Scene
from games.boards.cached_urls import rules_url
from games.boards.spots import Spot
from games.boards.translations import capitalize_first, join_list

from ..rules.components import RATES
from ..rules.grid import board_of as geometry
from ..rules.view import View
from . import map_targets, move_labels, rule_links, vocabulary
from .geometry import BOX, HIGH, WIDE, Line, line, pixel
from .map_targets import HalfMove, MapTarget
from .places import COLUMNS, ROWS
from .scene_access import view_of
from .spots import Spots
from .translations import gettext as _

Owner = int | str
#: Offsets of the pile of a goal hex, and of the goods it wants: beside its lanes and its building.
PILES = {"castle": (-25, 19), "quarry": (28, -9), "glassworks": (28, 9)}
WANTS = {
    "castle": ((20, 0), (35, 0)),
    "quarry": ((-27, 0),),
    "glassworks": ((-27, 0),),
}
HARBOUR_OUT = 30  # distance of a harbour's sign from its path, in pixels
WAGON_AT = ((-20, -15), (20, -15), (20, 13), (-20, 13))  # offset from its place, by seat


class Port(NamedTuple):
    """A harbour: its sign at x, y, and the ends of its piers on the coast."""

    kind: str
    rate: int
    x: float
    y: float
    piers: tuple[tuple[float, float], ...]
    note: str


class Hex(NamedTuple):
    """A hex of the island with its number disc."""

    x: float
    y: float
    terrain: str
    number: int
    pips: tuple[float, ...]
    note: str


class IslandPrint(NamedTuple):
    """The constant parts of a match: land, numbers, harbours."""

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
    def hexes(self) -> list[Hex]:
        return [_hex(*one) for one in self.ground]

    @property
    def ports(self) -> list[Port]:
        return [_port(self.scenario, *one) for one in self.harbours]

    @property
    def lanes(self) -> list[Line]:
        board = geometry(self.scenario)
        return [
            line(self.scenario, name)
            for number, name in enumerate(board.paths)
            if board.inner >> number & 1
        ]

    @property
    def columns(self) -> list[tuple[float, str]]:
        """The letters of the coordinates, each with its x."""
        return [(round((n - 10) * WIDE, 1), letter) for n, letter in enumerate(COLUMNS)]

    @property
    def rows(self) -> list[tuple[float, int]]:
        return [((row - 17) * HIGH + 4, row) for row in range(1, ROWS + 1, 2)]

    @property
    def plazas(self) -> list[tuple[float, float]]:
        board = geometry(self.scenario)
        return [pixel(board.spots[spot]) for spot in board.plaza_of]


class Road(NamedTuple):
    line: Line
    damaged: bool


class Roads(NamedTuple):
    """The roads of a seat or neutral."""

    owner: Owner
    scenario: str
    roads: tuple[tuple[str, bool], ...]

    @property
    def road_models(self) -> list[Road]:
        return [Road(line(self.scenario, at, 8), damaged) for at, damaged in self.roads]


class Houses(NamedTuple):
    """The settlements and cities of a seat or neutral: (place, piece)."""

    owner: Owner
    houses: tuple[tuple[str, str], ...]

    @property
    def house_models(self) -> list[tuple[float, float, str, str]]:
        return [(*pixel(at), piece, rules_url(rule_links.KEY, piece)) for at, piece in self.houses]


class MapToken(NamedTuple):
    """The robber or a barbarian's tent; `undo` is its index in the viewer's draft, or -1."""

    kind: str
    x: float
    y: float
    label: str
    undo: int = -1
    is_ghost: bool = False

    @property
    def note(self) -> str:
        return rules_url(rule_links.KEY, "robber" if self.kind == "robber" else "barbarian")


class Goal(NamedTuple):
    """What is drawn at a goal hex: its pile and the goods that it wants."""

    goal: str
    x: float
    y: float
    left: int
    wants: tuple[tuple[str, float, float], ...]
    note: str

    @property
    def label(self) -> str:
        values = {
            "goal": capitalize_first(vocabulary.GROUNDS[self.goal]),
            "goods": join_list(vocabulary.GOODS[good] for good, _x, _y in self.wants),
            "n": self.left,
        }
        return _("%(goal)s: wants %(goods)s; goods left: %(n)s") % values


class Wagon(NamedTuple):
    """A wagon beside its place; `travel` is the move that starts its trip, if legal."""

    seat: int
    x: float
    y: float
    level: int
    load: str
    label: str
    travel: Spot | None
    undo: int
    is_ghost: bool

    @property
    def note(self) -> str:
        return rules_url(rule_links.KEY, "wagon")


class DraftedPiece(NamedTuple):
    """A piece that the viewer has drafted."""

    kind: str
    owner: Owner
    x: float
    y: float
    line: Line | None
    label: str
    undo: int


class NewsFlag(NamedTuple):
    """A mark for something new at a place, and the seat that did it."""

    seat: int
    kind: str
    x: float
    y: float


@dataclass(frozen=True)
class IslandPicture:
    """The whole island."""

    box: str
    scenario: str
    print: IslandPrint
    producing_hexes: tuple[tuple[float, float, str], ...]
    blocked: tuple[float, float] | None
    mine: tuple[tuple[float, float], ...]
    roads: tuple[Roads, ...]
    houses: tuple[Houses, ...]
    goals: tuple[Goal, ...]
    ghosts: tuple[DraftedPiece, ...]
    things: tuple[MapToken, ...]
    wagons: tuple[Wagon, ...]
    trail: str
    news: tuple[NewsFlag, ...]
    lit: tuple[MapTarget, ...]
    barbarian_tents: tuple[HalfMove, ...]
    targets: tuple[HalfMove, ...]
    verbs: tuple[Spot, ...]
    is_asked: bool


def picture(spots: Spots) -> IslandPicture:
    """Return everything on the island that the viewer may see."""
    view, scene = spots.view, spots.scene
    drafted = _draft_places(scene)
    tents, targets = map(tuple, map_targets.barbarian_moves(spots))
    lit = (*map_targets.place_targets(spots), *map_targets.wagon_targets(spots))
    return IslandPicture(
        box=BOX,
        scenario=view["scenario"],
        print=IslandPrint.of(view),
        producing_hexes=_producing_hexes(view),
        blocked=pixel(view["robber"]) if view["robber"] else None,
        mine=_my_harbours(scene),
        roads=tuple(_roads(view, drafted)),
        houses=tuple(_houses(view, drafted)),
        goals=tuple(_goals(view)),
        ghosts=tuple(_ghosts(spots, drafted)),
        things=tuple(_map_tokens(spots, drafted)),
        wagons=tuple(_wagons(spots, drafted)),
        trail=_trail(scene),
        news=tuple(_news(scene)),
        lit=lit,
        barbarian_tents=tents,
        targets=targets,
        verbs=tuple(spot for spot in map(spots, ("travel", "grain")) if spot is not None),
        is_asked=bool(tents) or any(one.keep < 0 for one in lit),
    )


# the printed island


def _hex(place: str, terrain: str, number: int) -> Hex:
    pips = 6 - abs(7 - number) if number else 0
    dots = tuple(round((n - (pips - 1) / 2) * 4.2, 1) for n in range(pips))
    return Hex(*pixel(place), terrain, number, dots, rules_url(rule_links.KEY, terrain))


def _port(scenario: str, path: str, kind: str) -> Port:
    edge = line(scenario, path)
    dx, dy = edge.y1 - edge.y2, edge.x2 - edge.x1
    out = HARBOUR_OUT / math.hypot(dx, dy) * (1 if dx * edge.x + dy * edge.y > 0 else -1)
    x, y = round(edge.x + dx * out, 1), round(edge.y + dy * out, 1)
    rate = RATES["any" if kind == "any" else "kind"]
    piers = ((edge.x1, edge.y1), (edge.x2, edge.y2))
    note = rules_url(rule_links.KEY, rule_links.harbour_anchor(kind))
    return Port(kind, rate, x, y, piers, note)


def _producing_hexes(view: View) -> tuple[tuple[float, float, str], ...]:
    """The hexes that produced for the last throw or event card, and their resources."""
    number = view["event"]["number"] if view["event"] else sum(view["dice"])
    return tuple(
        (*pixel(one["at"]), vocabulary.PRODUCES.get(one["terrain"], ""))
        for one in view["hexes"]
        if number and one["number"] == number and one["at"] != view["robber"]
    )


def _my_harbours(scene: Scene) -> tuple[tuple[float, float], ...]:
    view = view_of(scene)
    own = {one["at"] for one in view["buildings"] if one["owner"] == scene.seat}
    found = [port for port in view["harbours"] if own & set(port["spots"])]
    ports = (_port(view["scenario"], port["path"], port["type"]) for port in found)
    return tuple((port.x, port.y) for port in ports)


# pieces


def _draft_places(scene: Scene) -> dict[tuple[str, str], int]:
    """The viewer's draft: (verb, place) -> index in the draft; the last one counts."""
    found = {}
    for number, move in enumerate(scene.draft):
        verb, *arguments = move.split(" ")
        if arguments:
            found[verb, arguments[-1]] = number
    return found


def _roads(view: View, drafted: dict[tuple[str, str], int]) -> list[Roads]:
    found: dict[Owner, list[tuple[str, bool]]] = {}
    mine = {at for verb, at in drafted if verb in ("road", "neutral")}
    for road in view["roads"]:
        if road["at"] not in mine:
            found.setdefault(road["owner"], []).append((road["at"], road["damaged"]))
    return [Roads(owner, view["scenario"], tuple(some)) for owner, some in found.items()]


def _houses(view: View, drafted: dict[tuple[str, str], int]) -> list[Houses]:
    found: dict[Owner, list[tuple[str, str]]] = {}
    mine = {at for verb, at in drafted if verb in ("settlement", "city", "neutral")}
    for one in view["buildings"]:
        if one["at"] not in mine:
            found.setdefault(one["owner"], []).append((one["at"], one["piece"]))
    return [Houses(owner, tuple(some)) for owner, some in found.items()]


def roads_and_houses(view: View) -> tuple[tuple[Roads, ...], tuple[Houses, ...]]:
    """The roads and buildings of all owners."""
    return tuple(_roads(view, {})), tuple(_houses(view, {}))


def _undo_place(scene: Scene, number: int) -> int:
    return number if number in scene.removable else -1


def _undo_label(spots: Spots, move: str) -> str:
    return _("Take back: %(move)s") % {"move": move_labels.move_label(move, None, spots.land)}


def _ghosts(spots: Spots, drafted: dict[tuple[str, str], int]) -> list[DraftedPiece]:
    view, scene = spots.view, spots.scene
    found: list[DraftedPiece] = []
    if not drafted:
        return found
    for kind, pieces in (("road", view["roads"]), ("", view["buildings"])):
        for piece in pieces:
            at, owner = piece["at"], piece["owner"]
            name = kind or str(piece["piece"])  # type: ignore[typeddict-item]
            number = drafted.get((name, at), drafted.get(("neutral", at)))
            if number is None:
                continue
            lies = line(view["scenario"], at, 8) if kind else None
            label = _undo_label(spots, scene.draft[number])
            found.append(
                DraftedPiece(name, owner, *pixel(at), lies, label, _undo_place(scene, number))
            )
    return found


def _map_tokens(spots: Spots, drafted: dict[tuple[str, str], int]) -> list[MapToken]:
    """The robber beside its number, or the barbarians' tents."""
    view, scene = spots.view, spots.scene
    found = []
    standing = [("robber", view["robber"])] if view["robber"] else []
    for kind, at in [*standing, *(("tent", path) for path in view["barbarians"])]:
        verbs = ("robber",) if kind == "robber" else ("barbarian", "banish", "token")
        number = next((drafted[verb, at] for verb in verbs if (verb, at) in drafted), -1)
        label = _undo_label(spots, scene.draft[number]) if number >= 0 else ""
        x, y = pixel(at)
        dx, dy = (-27, 6) if kind == "robber" else (0, 0)
        found.append(MapToken(kind, x + dx, y + dy, label, _undo_place(scene, number), number >= 0))
    return found


def _goals(view: View) -> list[Goal]:
    found = []
    for goal, one in view["goals"].items():
        x, y = pixel(one["plaza"])
        dx, dy = PILES[goal]
        wants = zip(one["accepts"], WANTS[goal], strict=False)
        flags = tuple((good, x + at[0], y + at[1]) for good, at in wants)
        found.append(
            Goal(goal, x + dx, y + dy, one["left"], flags, rules_url(rule_links.KEY, goal))
        )
    return found


def _wagons(spots: Spots, drafted: dict[tuple[str, str], int]) -> list[Wagon]:
    view, scene = spots.view, spots.scene
    found = []
    for player in view["players"]:
        wagon = player.get("wagon")
        if wagon is None or wagon["at"] is None:
            continue
        seat = player["seat"]
        x, y = pixel(wagon["at"])
        dx, dy = WAGON_AT[seat]
        is_mine = seat == scene.seat
        last = drafted.get(("go", wagon["at"]), -1) if is_mine else -1
        found.append(
            Wagon(
                seat,
                x + dx,
                y + dy,
                wagon["level"],
                wagon["load"] or "",
                _("Take back: %(move)s") % {"move": _("the wagon's last step")},
                spots("travel") if is_mine else None,
                _undo_place(scene, last),
                last >= 0,
            )
        )
    return found


def _trail(scene: Scene) -> str:
    """The drafted route of the wagon, as an SVG path."""
    steps = [move.split(" ")[1] for move in scene.draft if move.startswith("go ")]
    points = [f"{x:g} {y:g}" for x, y in map(pixel, steps)]
    return "M" + "L".join(points) if len(points) > 1 else ""


# news

NEWS = frozenset({"build", "robber", "barbarian", "go"})


def _news(scene: Scene) -> list[NewsFlag]:
    """What others have built and moved since the viewer's last visit; each place once."""
    found: dict[str, NewsFlag] = {}
    for event in scene.news:
        if event.seat is None or event.kind not in NEWS:
            continue
        at = event.data["at" if event.kind == "build" else "to"]
        x, y = pixel(at)
        dx, dy = WAGON_AT[event.seat] if event.kind == "go" else (0, 0)
        of = f"wagon {event.seat}" if event.kind == "go" else at
        found[of] = NewsFlag(event.seat, event.data.get("piece", event.kind), x + dx, y + dy)
    return list(found.values())
