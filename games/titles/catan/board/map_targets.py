"""Targets on the island: places to build on, routes of the wagon, barbarians."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import NamedTuple

from games.boards.spots import Spot
from games.boards.translations import join_list, join_parts

from ..rules.components import TOLL
from ..rules.routes import WagonRoute, reachable_routes
from . import production, vocabulary
from .geometry import Line, line, pixel
from .places import IslandPlaces
from .preview_remarks import GOLD, MOVEMENT, CatanPreview, arrival
from .scene_access import match_of
from .spots import Spots
from .translations import gettext as _

Owner = int | str
Blocks = tuple[tuple[Owner, int, float], ...]
#: How the place of a move is drawn; at a city only while it takes the place of a settlement.
KINDS = {
    **dict.fromkeys(("road", "quake", "repair", "banish", "neutral"), "edge"),
    **dict.fromkeys(("settlement", "city"), "corner"),
    "robber": "hex",
    "drive": "tent",
}
BARBARIANS = ("barbarian ", "token barbarian ")

Tent = tuple[Line, str, str]  # of a barbarian that can move: where, its path, a label
NewPath = tuple[Line, str, str, Spot]  # where it can go: where, the verb of the move, the path


class MapTarget(NamedTuple):
    """A place where the viewer can make a move.

    Attributes:
        kind: how it is drawn: corner, house, edge, hex, step, tent.
        verb: the verb of the move.
        spot: its move may be a JSON list of several.
        text: the text printed in it.
        harbour: the kind of harbour there, or "".
        tolls: for a step of the wagon, how many it pays.
        blocks: owner, pips lost and x offset of each owner that the robber would block there.
    """

    kind: str
    verb: str
    owner: Owner
    x: float
    y: float
    angle: float
    spot: Spot
    text: str = ""
    harbour: str = ""
    tolls: int = 0
    blocks: Blocks = ()


def place_targets(spots: Spots) -> Iterable[MapTarget]:
    """Yield the moves that concern one place, in the order of the list."""
    for move in (*spots.legal, *spots.others):
        verb, *arguments = move.split(" ")
        spot = spots(move) if verb in KINDS else None
        if spot is not None:
            yield _map_target(spots, spot, verb, arguments)


def _map_target(spots: Spots, spot: Spot, verb: str, arguments: list[str]) -> MapTarget:
    land, seat, place = spots.land, spots.scene.seat, arguments[-1]
    assert seat is not None
    x, y = pixel(place)
    owner: Owner = arguments[0] if verb == "neutral" else seat
    kind, angle, text, harbour = KINDS.get(verb, "step"), 0.0, "", ""
    if place in land.board.spot_index and verb in ("settlement", "city", "neutral"):
        is_upgrade = verb == "city" and spots.view["phase"] == "main"
        kind = "house" if is_upgrade else "corner"
        harbour = land.harbours.get(place, "")
        if not is_upgrade and verb != "neutral":
            text = str(match_of(spots.scene).layout.pips[land.board.spot_index[place]])
            label = _("%(place)s: %(n)s pips") % {"place": spot.label, "n": text}
            spot = spot._replace(label=label)
    elif kind == "edge":
        angle = line(place).angle
    if verb == "neutral":  # both neutrals at every place, side by side
        side = -10 if owner == "n1" else 10
        x += side * math.cos(math.radians(angle))
        y += side * math.sin(math.radians(angle))
    blocks = _lost_pips(land, place) if verb == "robber" else ()
    return MapTarget(
        kind, verb, owner, round(x, 1), round(y, 1), angle, spot, text, harbour, blocks=blocks
    )


def _lost_pips(land: IslandPlaces, place: str) -> Blocks:
    """For each owner that a robber on this hex blocks: owner, pips lost, x offset of the text."""
    lost = production.blocked_pips(match_of(land.scene), land.board.hex_index[place])
    at = -(len(lost) - 1) / 2
    return tuple((owner, n, (at + k) * 26) for k, (owner, n) in enumerate(lost.items()))


# the wagon's trip


def wagon_targets(spots: Spots) -> Iterable[MapTarget]:
    """Yield every intersection in reach of the wagon, and other last steps for the draft."""
    scene = spots.scene
    found: dict[str, WagonRoute] = {}
    if scene.seat is not None and any(move.startswith("go ") for move in scene.legal):
        reach = reachable_routes(match_of(scene), scene.seat)
        found = {spots.land.board.spots[spot]: route for spot, route in reach.items()}
    for place, route in found.items():
        yield _wagon_target(spots, place, route)
    for move in scene.alternatives:
        verb, *arguments = move.split(" ")
        if verb == "go" and arguments[0] not in found and (spot := spots(move)):
            yield _map_target(spots, spot, verb, arguments)


def _wagon_target(spots: Spots, place: str, route: WagonRoute) -> MapTarget:
    scene, match = spots.scene, match_of(spots.scene)
    steps = [f"go {spots.land.board.spots[step]}" for step in route.places]
    look = CatanPreview(scene, *steps)
    values = {"place": spots.land.spot(place), "points": vocabulary.movement(route.points)}
    label = _("Drive to %(place)s: %(points)s") % values
    if route.tolls:
        names = dict.fromkeys(
            vocabulary.owner(match.owner_name(one), scene.names) for one in route.tolls
        )
        values["gold"] = vocabulary.gold(TOLL * len(route.tolls))
        values["names"] = join_list(names)
        label += " · " + _("%(gold)s toll (%(names)s)") % values
    changes = (*MOVEMENT(look), *GOLD(look), *arrival(look.effect.trial_events))
    move = json.dumps(steps) if len(steps) > 1 else steps[0]
    spot = Spot(move, label, join_parts(changes), look.effect.is_revealing)
    points, tolls = str(route.points), len(route.tolls)
    return MapTarget("step", "go", look.seat, *pixel(place), 0, spot, points, tolls=tolls)


# barbarians: first the barbarian, then its new path


def barbarian_moves(spots: Spots) -> tuple[tuple[Tent, ...], tuple[NewPath, ...]]:
    """Return the barbarians that can move and their possible paths; the script joins two taps."""
    verb = ""  # all of them have the same
    starts: dict[str, None] = {}
    ends: dict[str, Spot] = {}
    for move in spots.legal:
        if move.startswith(BARBARIANS):
            verb, start, end = move.rsplit(" ", 2)
            starts[start] = None
            if end not in ends and (spot := spots(move)):
                ends[end] = spot
    path, path_with_road = spots.land.path, spots.land.path_with_road
    tent_label, path_label = _("Choose the barbarian at %(place)s"), _("To %(place)s")
    tents = ((line(start), start, tent_label % {"place": path(start)}) for start in starts)
    labelled = (
        (end, spot._replace(label=path_label % {"place": path_with_road(end)}))
        for end, spot in ends.items()
    )
    return tuple(tents), tuple((line(end), verb, end, spot) for end, spot in labelled)
