"""What would come of a move, worked out from the view by the rules' own functions.

Nothing here is guessed: it is told where the rules fix it, whatever chance and the others do.
Owners are seats or neutrals ("n1", "n2"), as in views; lengths of roads are by owner.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import cast

from games.boards import Scene

from ..rules import components as parts
from ..rules import longest_road
from ..rules.grid import Board, bits
from ..rules.grid import board as geometry
from ..rules.match import CatanMatch
from ..rules.view import Player, View
from . import words
from .seen import view_of

Owner = int | str
Pieces = tuple[tuple[str, Owner, str], ...]
Roads = tuple[tuple[str, Owner], ...]


class Works:
    """Everything that stands on the island, with the fields that `longest_road` asks of a match."""

    def __init__(self, board: Board, buildings: Pieces, roads: Roads) -> None:
        self.board = board
        self.names: list[Owner] = [*range(4), *parts.NEUTRALS]
        self.settlements = [0] * len(self.names)
        self.cities = [0] * len(self.names)
        self.roads = [0] * len(self.names)
        self.built = 0
        for at, owner, piece in buildings:
            bit = 1 << board.spot_index[at]
            self.built |= bit
            (self.cities if piece == "city" else self.settlements)[self._number(owner)] |= bit
        for at, owner in roads:
            self.roads[self._number(owner)] |= 1 << board.path_index[at]
        self._with: dict[tuple[Owner, str], int] = {}

    def _number(self, owner: Owner) -> int:
        return owner if isinstance(owner, int) else 4 + parts.NEUTRALS.index(owner)

    def length_with(self, owner: Owner, path: str) -> int:
        """The longest trail of an owner over a path, if a road of theirs lay there."""
        key = owner, path
        if key not in self._with:
            number, index = self._number(owner), self.board.path_index[path]
            found = longest_road.longest_over(cast(CatanMatch, self), number, index)
            self._with[key] = found[0]
        return self._with[key]

    def cut_at(self, spot: str, seat: int) -> dict[Owner, int]:
        """The lengths of those whose roads would no longer pass a spot where this seat builds."""
        index = self.board.spot_index[spot]
        cut: dict[Owner, int] = {}
        for number, owner in enumerate(self.names):
            passing = self.roads[number] & self.board.spot_paths[index]
            if owner != seat and passing.bit_count() > 1:
                cut[owner] = self._length(number, 1 << index)
        return cut

    def _length(self, number: int, more: int) -> int:
        whole, self.built = self.built, self.built | more
        match = cast(CatanMatch, self)
        trails = [
            longest_road.longest_over(match, number, path) for path in bits(self.roads[number])
        ]
        self.built = whole
        return max(trails)[0]

    def is_open(self, spot: int) -> bool:
        """Whether the distance rule lets somebody build there."""
        return bool(self.board.sites >> spot & 1) and not self.built & self.board.zone[spot]


@functools.lru_cache(64)
def _works(scenario: str, buildings: Pieces, roads: Roads) -> Works:
    return Works(geometry(scenario), buildings, roads)


def works(view: View) -> Works:
    """What stands on the island of a view."""
    buildings = tuple((one["at"], one["owner"], one["piece"]) for one in view["buildings"])
    roads = tuple((one["at"], one["owner"]) for one in view["roads"])
    return _works(view["scenario"], buildings, roads)


# the Longest Road, the Largest Army, the Harbourmaster


def lengths(view: View) -> dict[Owner, int]:
    """The road lengths of all seats and neutrals; empty where they do not count."""
    if view["scenario"] == "traders":
        return {}
    found: dict[Owner, int] = {one["seat"]: one["road_length"] for one in view["players"]}
    return found | {one["name"]: one["road_length"] for one in view["neutrals"]}


def road_holder(view: View) -> Owner | None:
    for player in view["players"]:
        if player.get("longest_road"):
            return player["seat"]
    return next((one["name"] for one in view["neutrals"] if one["longest_road"]), None)


def holder_of_roads(found: Mapping[Owner, int], holder: Owner | None) -> Owner | None:
    """Who holds the Longest Road with these lengths (rules 5.6).

    >>> holder_of_roads({0: 5, 1: 5}, 0), holder_of_roads({0: 5, 1: 5}, None)
    (0, None)
    """
    best = max(found.values())
    if best < parts.ROAD_AT_LEAST:
        return None
    if holder is not None and found[holder] == best:
        return holder
    longest = [owner for owner, length in found.items() if length == best]
    return longest[0] if len(longest) == 1 else None


def road_after(view: View, seat: int, path: str) -> tuple[int, int, bool]:
    """A road of this seat: its length before and after, and whether the card comes to it."""
    now = lengths(view)
    holder = road_holder(view)
    length = max(now[seat], works(view).length_with(seat, path))
    comes = holder != seat and holder_of_roads({**now, seat: length}, holder) == seat
    return now[seat], length, comes


def cut_by(view: View, seat: int, spot: str) -> tuple[dict[Owner, int], Owner | None]:
    """A settlement of this seat: the lengths that it cuts, and who then holds the card."""
    now, holder = lengths(view), road_holder(view)
    if not now:
        return {}, None
    cut = {
        owner: length
        for owner, length in works(view).cut_at(spot, seat).items()
        if length < now[owner]
    }
    return cut, holder_of_roads({**now, **cut}, holder) if cut else holder


def army_comes(view: View, seat: int, knights: int) -> bool:
    """Whether the Largest Army comes to a seat with so many knights (rules 5.5)."""
    others = [one["knights"] for one in view["players"] if one["seat"] != seat]
    mine = view["players"][seat]
    is_most = knights >= parts.ARMY_AT_LEAST and knights > max(others)
    return not mine["largest_army"] and is_most


def harbour_comes(view: View, seat: int, points: int) -> bool:
    """Whether a seat with so many harbour points becomes the Harbourmaster (rules 5.11)."""
    if view["options"]["harbourmaster"] == "off" or view["players"][seat]["harbourmaster"]:
        return False
    held = [one["harbour_points"] for one in view["players"] if one["harbourmaster"]]
    return points >= parts.HARBOUR_POINTS_AT_LEAST and points > max(held, default=0)


def harbour_at(view: View, spot: str) -> str:
    """The type of the harbour of an intersection; "" without."""
    return next((port["type"] for port in view["harbours"] if spot in port["spots"]), "")


def sites(view: View, seat: int) -> list[str]:
    """Free intersections to which roads of this seat lead (rules 5.5)."""
    here = works(view)
    damaged = [here.board.path_index[one["at"]] for one in view["roads"] if one["damaged"]]
    shut = 0
    for path in damaged:
        shut |= here.board.ends_mask[path]
    reach = 0
    for path in bits(here.roads[seat]):
        reach |= here.board.ends_mask[path]
    return [here.board.spots[spot] for spot in bits(reach & ~shut) if here.is_open(spot)]


def own_settlements(view: View, seat: int) -> list[str]:
    """What may become a city."""
    here = works(view)
    return [here.board.spots[spot] for spot in bits(here.settlements[seat])]


# points and winning


def gain(move: str, scene: Scene) -> int:
    """Public points that a move brings its seat at once."""
    view, seat = view_of(scene), scene.seat
    if seat is None or view["phase"] == "founding":
        return 0
    verb, *arguments = move.split(" ")
    special = parts.SPECIAL_CARD_POINTS
    player = view["players"][seat]
    if verb in ("settlement", "city"):
        spot = arguments[0]
        found = 1
        if harbour_at(view, spot):
            found += special * harbour_comes(view, seat, player["harbour_points"] + 1)
        if verb == "settlement":
            _cut, holder = cut_by(view, seat, spot)
            found += special * (holder == seat and not player.get("longest_road"))
        return found
    if verb == "road":
        return special * road_after(view, seat, arguments[0])[2] if lengths(view) else 0
    if verb == "play" and arguments[0] == "knight":
        return special * army_comes(view, seat, player["knights"] + 1)
    if verb == "upgrade":
        return int(player["wagon"]["level"] + 1 == parts.TOP_LEVEL)
    if verb == "go":
        return int(delivers(view, player, arguments[0]))
    return 0


# the wagon


def goal_at(view: View, place: str) -> str | None:
    """The goal whose plaza this is."""
    return next((goal for goal, one in view["goals"].items() if one["plaza"] == place), None)


def delivers(view: View, player: Player, place: str) -> bool:
    """Whether the wagon brings its load to this plaza."""
    goal = goal_at(view, place)
    return goal is not None and player["wagon"]["destination"] == goal


def loads(view: View, player: Player, place: str) -> bool:
    """Whether the wagon takes the top token at once when it arrives here (rules 5.8)."""
    goal = goal_at(view, place)
    if goal is None or not view["goals"][goal]["left"]:
        return False
    trip = view["trip"]
    if delivers(view, player, place):  # in version 1 the next token came at once
        return trip is None or "delivered" not in trip
    return player["wagon"]["load"] is None and not (trip and trip.get("delivered"))


# cards


def elsewhere(view: View, ware: str) -> int:
    """Cards of a kind that the others hold together: open to whoever knows their own hand."""
    own = view["own"]
    return parts.BANK_EACH - view["bank"][ware] - (own["hand"][ware] if own else 0)


def unseen(view: View) -> dict[str, int]:
    """Development cards by kind that the deck and the others' hands can still hold."""
    found = dict(parts.DEVELOPMENT[view["scenario"]])
    for player in view["players"]:
        for card, n in player["played"].items():
            found[card] -= n
    for card, n in (view["own"] or {"cards": {}})["cards"].items():
        found[card] -= n
    return {card: n for card, n in found.items() if n}


def payable(hand: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    return all(hand[ware] >= n for ware, n in cost.items())


def costs(view: View, seat: int) -> dict[str, dict[str, int]]:
    """What this seat can build or buy, with its cost."""
    found = dict(words.COSTS)
    if view["scenario"] == "traders":
        level = view["players"][seat]["wagon"]["level"]
        if level < parts.TOP_LEVEL:
            found["upgrade"] = words.WAGON_COSTS[level + 1]
    return found


def victims(scene: Scene, place: str) -> list[int]:
    """The seats from which a card can be taken when the robber comes here."""
    view = view_of(scene)
    board = geometry(view["scenario"])
    corners = {board.spots[spot] for spot in board.hex_spots[board.hex_index[place]]}
    owners = {one["owner"] for one in view["buildings"] if one["at"] in corners}
    return [
        player["seat"]
        for player in view["players"]
        if player["seat"] in owners
        and player["seat"] != scene.seat
        and player["cards"]
        and not player["protected"]
    ]


def victim_on(scene: Scene, path: str) -> int | None:
    """The seat from which a card is taken when a barbarian comes to this path."""
    view = view_of(scene)
    owner = next((one["owner"] for one in view["roads"] if one["at"] == path), None)
    if not isinstance(owner, int) or owner == scene.seat:
        return None
    return owner if view["players"][owner]["cards"] else None
