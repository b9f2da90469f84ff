"""What the person who looks sees, with its types: the view of `rules/view.py` in a scene."""

from __future__ import annotations

from typing import cast

from games.boards import Scene

from ..rules.match import OrleansMatch
from ..rules.scoring import station_leader
from ..rules.view import Seat, View


def view_of(scene: Scene) -> View:
    return cast(View, scene.view)


def own_seat(scene: Scene | None) -> Seat | None:
    """The board of the person who looks."""
    if scene is None or scene.seat is None:
        return None
    return view_of(scene)["seats"][scene.seat]


def points_if_ended(scene: Scene) -> list[dict[str, int]]:
    """The breakdown of every seat if the match ended now: with the citizen for most stations."""
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
    """The match as the person who looks knows it, to try moves on; None for spectators."""
    if scene.seat is None or scene.over:
        return None
    return cast(OrleansMatch, scene.redealt)
