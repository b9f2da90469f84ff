"""The shared parts of the board for the templates: round, map, tracks, deeds, tiles, supply."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import geography, map_pieces, rounds, shared_area, tracks
from .spots import Spots


class Picture(NamedTuple):
    """The contents of all zones except the viewer's own board."""

    round: rounds.Round
    box: str
    land: map_pieces.MapPieces
    tracks: tracks.Tracks
    middle: shared_area.SharedArea


def picture(scene: Scene, spots: Spots) -> Picture:
    return Picture(
        rounds.round_of(scene),
        geography.BOX,
        map_pieces.map_pieces(scene, spots),
        tracks.tracks(scene, spots),
        shared_area.shared_area(scene, spots),
    )
