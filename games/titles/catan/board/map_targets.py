"""Targets on the island: places to build on, routes of the wagon, barbarians."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import NamedTuple, cast

from games.boards.spots import Spot
from games.boards.translations import change_text, join_list, join_parts

from ..rules.components import TOLL
from ..rules.match import CatanMatch
from ..rules.routes import WagonRoute, reachable_routes
from . import preview_remarks, production, vocabulary
from .geometry import Line, line, pixel
from .places import IslandPlaces
from .scene_access import match_of
from .spots import Spots
from .translations import gettext as _

Owner = int | str
PATH_VERBS = frozenset({"road", "quake", "repair", "banish"})
CORNERS = frozenset({"settlement", "city"})
BARBARIANS = ("barbarian ", "token barbarian ")


class MapTarget(NamedTuple):
    """A place where the viewer can make a move.

    Attributes:
        kind: how it is drawn: corner, house, edge, hex, step, tent.
        verb: the verb of the move.
        moves: a move, or a JSON list of several.
        text: the text printed in it.
        harbour: the kind of harbour there, or ""; for a step of the wagon, the number of tolls.
        blocks: owner, pips lost and x offset of each owner that the robber would block there.
        keep: see `Spot`.
    """

    kind: str
    verb: str
    owner: Owner
    x: float
    y: float
    angle: float
    moves: str
    label: str
    preview: str
    is_final: bool
    keep: int
    text: str = ""
    harbour: str = ""
    blocks: tuple[tuple[Owner, int, float], ...] = ()


class HalfMove(NamedTuple):
    """Half of a move of two taps: the barbarian that moves (`end` is ""), or its new path."""

    verb: str
    start: str
    end: str
    line: Line
    label: str
    preview: str
    is_final: bool


def place_targets(spots: Spots) -> Iterable[MapTarget]:
    """Yield the moves that concern one place, in the order of the list."""
    scene = spots.scene
    for move in dict.fromkeys((*scene.legal, *scene.alternatives)):
        verb, *arguments = move.split(" ")
        if verb in PATH_VERBS or verb in CORNERS or verb in ("robber", "drive", "neutral"):
            spot = spots(move)
            if spot is not None:
                yield _map_target(spots, spot, verb, arguments)


def _map_target(spots: Spots, spot: Spot, verb: str, arguments: list[str]) -> MapTarget:
    view, seat = spots.view, spots.scene.seat
    assert seat is not None
    place = arguments[-1]
    x, y = pixel(place)
    owner: Owner = arguments[0] if verb == "neutral" else seat
    angle, text, harbour, label = 0.0, "", "", spot.label
    blocks: tuple[tuple[Owner, int, float], ...] = ()
    if verb in CORNERS or (verb == "neutral" and place in spots.land.board.spot_index):
        upgrades = verb == "city" and view["phase"] == "main"
        kind = "house" if upgrades else "corner"
        harbour = spots.land.harbours.get(place, "")
        if not upgrades and verb != "neutral":
            pips = match_of(spots.scene).layout.pips
            text = str(pips[spots.land.board.spot_index[place]])
            label = _("%(place)s: %(n)s pips") % {"place": label, "n": text}
    elif verb == "robber":
        kind, blocks = "hex", _lost_pips(spots.land, place)
    elif verb in ("drive", "go"):
        kind = "tent" if verb == "drive" else "step"
    else:
        kind = "edge"
        angle = line(view["scenario"], place).angle
    if verb == "neutral":  # both neutrals at every place, side by side
        side = -10 if owner == "n1" else 10
        x += side * math.cos(math.radians(angle))
        y += side * math.sin(math.radians(angle))
    return MapTarget(
        kind,
        verb,
        owner,
        round(x, 1),
        round(y, 1),
        angle,
        spot.move,
        label,
        spot.preview,
        spot.is_final,
        spot.keep,
        text,
        harbour,
        blocks,
    )


def _lost_pips(land: IslandPlaces, place: str) -> tuple[tuple[Owner, int, float], ...]:
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
        if verb == "go" and arguments[0] not in found:
            spot = spots(move)
            if spot is not None:
                yield _map_target(spots, spot, verb, arguments)


def _wagon_target(spots: Spots, place: str, route: WagonRoute) -> MapTarget:
    scene, match = spots.scene, match_of(spots.scene)
    seat = cast(int, scene.seat)
    steps = [f"go {spots.land.board.spots[step]}" for step in route.places]
    effect = scene.effect(*steps)
    after = cast(CatanMatch, effect.after)
    values = {"place": spots.land.spot(place), "points": vocabulary.movement(route.points)}
    label = _("Drive to %(place)s: %(points)s") % values
    if route.tolls:
        names = dict.fromkeys(
            vocabulary.owner(match.owner_name(one), scene.names) for one in route.tolls
        )
        values["gold"] = vocabulary.gold(TOLL * len(route.tolls))
        values["names"] = join_list(names)
        label += " · " + _("%(gold)s toll (%(names)s)") % values
    arrival = [
        change_text(_("movement points"), match.movement, after.movement),
        change_text(vocabulary.WARES["gold"], match.gold[seat], after.gold[seat]),
        *preview_remarks.arrival(effect.trial_events),
    ]
    return MapTarget(
        "step",
        "go",
        seat,
        *pixel(place),
        0,
        json.dumps(steps) if len(steps) > 1 else steps[0],
        label,
        join_parts(arrival),
        effect.is_revealing,
        -1,
        str(route.points),
        str(len(route.tolls) or ""),
    )


# barbarians: first the barbarian, then its new path


def barbarian_moves(spots: Spots) -> tuple[list[HalfMove], list[HalfMove]]:
    """Return the barbarians that can move and their possible paths; the script joins two taps."""
    scene, land = spots.scene, spots.land
    starts: dict[str, str] = {}
    ends: dict[str, str] = {}
    for move in scene.legal:
        if move.startswith(BARBARIANS):
            verb, start, end = move.rsplit(" ", 2)
            starts.setdefault(start, verb)
            ends.setdefault(end, move)
    scenario = spots.view["scenario"]
    tents = [
        HalfMove(
            verb,
            start,
            "",
            line(scenario, start),
            _("Choose the barbarian at %(place)s") % {"place": land.path(start)},
            "",
            False,
        )
        for start, verb in starts.items()
    ]
    targets = []
    for end, move in ends.items():
        spot = spots(move)
        assert spot is not None
        label = _("To %(place)s") % {"place": land.path_with_road(end)}
        verb = next(iter(starts.values()))
        targets.append(
            HalfMove(verb, "", end, line(scenario, end), label, spot.preview, spot.is_final)
        )
    return tents, targets
