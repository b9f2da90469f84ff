"""Typed access to the view and the match of a scene of Orléans."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import OrleansMatch
from ..rules.scoring import station_leader
from ..rules.view import Seat, View


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def own_seat(scene: Scene | None) -> Seat | None:
    """Return the board of the viewer; None for spectators."""
    if scene is None or scene.seat is None:
        return None
    return view_of(scene)["seats"][scene.seat]


def points_if_ended(scene: Scene) -> list[dict[str, int]]:
    """Return the points of every seat if the match ended now, with the citizen for stations."""
    state = view_of(scene)
    seats = state["seats"]
    found = [seat["worth"] for seat in seats]
    built = [len(seat["stations"]) + seat["road_stations"] for seat in seats]
    leader = station_leader(built) if state["citizens"]["stations"] else None
    if leader is not None:
        level = seats[leader]["level"]
        found[leader] = {**found[leader], "citizens": found[leader]["citizens"] + level}
    return found


def match_of(scene: Scene) -> OrleansMatch | None:
    """Return the match as the viewer knows it, to try moves; None for spectators and at the end."""
    if scene.seat is None or scene.over:
        return None
    return cast(OrleansMatch, scene.redealt)
