"""Names of places for people: a code as on a town map, and the surroundings.

Columns are A to U from the west, rows 1 to 33 from the north; the edges of the map show both.
Every hex, intersection and path has its own code: "K17" is the middle of the island.
"""

from __future__ import annotations

from functools import cached_property

from games.boards import Scene
from games.boards.translations import join_list

from ..rules import wagon
from ..rules.components import RATES
from ..rules.grid import Board
from ..rules.grid import board_of as geometry
from ..rules.view import Building, Hex, Road, View
from . import vocabulary
from .scene_access import match_of, view_of
from .translations import gettext as _

COLUMNS = "ABCDEFGHIJKLMNOPQRSTU"
ROWS = 33


def point(place: str) -> tuple[int, int]:
    """Return the grid point of a place: "-4,8" → (-4, 8)."""
    x, y = place.split(",")
    return int(x), int(y)


def map_code(place: str) -> str:
    """Return the code of a place by the edges of the map.

    >>> map_code("0,0"), map_code("-10,-2"), map_code("0,16")
    ('K17', 'A15', 'K33')
    """
    x, y = point(place)
    return f"{COLUMNS[x + 10]}{y + 17}"


def with_map_names(said: str, written: str) -> str:
    """Return `said`; if `written` is a place, with its code on the map."""
    known = geometry("base"), geometry("traders")
    if any(written in names for one in known for names in (one.hexes, one.spots, one.paths)):
        return _("%(written)s (%(place)s)") % {"written": said, "place": map_code(written)}
    return said


ABOUT_PLACES = frozenset(
    ("settlement", "city", "road", "robber", "repair", "go", "drive", "banish", "quake", "neutral")
)


def move_place(move: str) -> str:
    """Return the place that a move concerns, or "".

    >>> move_place("neutral n1 2,2"), move_place("bank ore wool")
    ('2,2', '')
    """
    verb, *arguments = move.split(" ")
    return arguments[-1] if verb in ABOUT_PLACES else ""


class IslandPlaces:
    """Looks up places of the island of a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: View = view_of(scene)
        self.hexes: list[Hex] = self.view["hexes"]
        self.board: Board = geometry(self.view["scenario"])

    @cached_property
    def harbours(self) -> dict[str, str]:
        """The type of harbour at each intersection that has one."""
        return {spot: port["type"] for port in self.view["harbours"] for spot in port["spots"]}

    @cached_property
    def roads(self) -> dict[str, Road]:
        return {road["at"]: road for road in self.view["roads"]}

    @cached_property
    def buildings(self) -> dict[str, Building]:
        return {building["at"]: building for building in self.view["buildings"]}

    # names of places

    def hex_name(self, number: int) -> str:
        """A hex by its resource and number ("ore 6"), or else by its terrain."""
        one = self.hexes[number]
        if one["number"]:
            values = {
                "ware": vocabulary.WARES[vocabulary.PRODUCES[one["terrain"]]],
                "number": one["number"],
            }
            return _("%(ware)s %(number)s") % values
        return str(vocabulary.GROUNDS[one["terrain"]])

    def hex(self, place: str) -> str:
        return _with_code(place, self.hex_name(self.board.hex_index[place]))

    def spot(self, place: str) -> str:
        """An intersection with the hexes and harbour that it touches."""
        index = self.board.spot_index[place]
        hexes = self.board.spot_hexes[index]
        if self.board.plazas >> index & 1:
            what = _("plaza of the %(goal)s") % {"goal": self.hex_name(hexes[0])}
            return _with_code(place, what)
        parts = [self.hex_name(number) for number in hexes]
        if place in self.harbours:
            parts.append(harbour(self.harbours[place]))
        elif len(hexes) < 3:
            parts.append(_("coast"))
        return _with_code(place, join_list(parts))

    def path(self, place: str) -> str:
        """A path with the hexes on both sides."""
        one, other = self.board.ends[self.board.path_index[place]]
        first, second = self.board.spot_hexes[one], self.board.spot_hexes[other]
        common = [number for number in first if number in second]
        if self.board.plazas >> one & 1 or self.board.plazas >> other & 1:
            what = _("inside the %(goal)s") % {"goal": self.hex_name(common[0])}
        elif len(common) == 1:
            what = _("%(hex)s, coast") % {"hex": self.hex_name(common[0])}
        else:
            values = {"one": self.hex_name(common[0]), "other": self.hex_name(common[1])}
            what = _("%(one)s / %(other)s") % values
        return _with_code(place, what)

    def road_text(self, place: str) -> str:
        """The owner of the road on a path; "" without a road."""
        if place not in self.roads:
            return ""
        road = self.roads[place]
        values = {"name": vocabulary.owner(road["owner"], self.scene.names)}
        if road["damaged"]:
            return _("%(name)s's damaged road") % values
        return _("%(name)s's road") % values

    def path_with_road(self, place: str) -> str:
        """A path with the owner of its road."""
        road = self.road_text(place)
        if not road:
            return self.path(place)
        return _("%(path)s – %(road)s") % {"path": self.path(place), "road": road}

    def buildings_at(self, number: int) -> list[Building]:
        """The buildings at a hex."""
        places = [self.board.spots[spot] for spot in self.board.hex_spots[number]]
        return [self.buildings[place] for place in places if place in self.buildings]

    def hex_with_owners(self, place: str) -> str:
        """A hex with the owners of buildings there, each once."""
        buildings = self.buildings_at(self.board.hex_index[place])
        people = dict.fromkeys(
            vocabulary.owner(one["owner"], self.scene.names) for one in buildings
        )
        if not people:
            return self.hex(place)
        return _("%(hex)s – %(names)s") % {"hex": self.hex(place), "names": join_list(people)}

    def step(self, place: str) -> tuple[int, int | str | None] | None:
        """The price of the viewer's wagon's step to a place: (movement points, toll owner or None).

        None if the place is not next to the wagon.
        """
        match, seat = match_of(self.scene), self.scene.seat
        here = -1 if seat is None else match.wagons[seat]
        if seat is None or here < 0:
            return None
        for near, path in self.board.steps[here]:
            if self.board.spots[near] == place:
                points, owner = wagon.step_price(match, seat, path)
                return points, None if owner < 0 else match.owner_name(owner)
        return None


def _with_code(place: str, what: str) -> str:
    return _("%(code)s: %(what)s") % {"code": map_code(place), "what": what}


def harbour(kind: str) -> str:
    """A harbour by its resource and rate."""
    if kind == "any":
        return _("harbour %(n)s:1") % {"n": RATES["any"]}
    return _("%(ware)s harbour %(n)s:1") % {"n": RATES["kind"], "ware": vocabulary.WARES[kind]}
