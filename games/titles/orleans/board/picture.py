"""The middle of the table as the templates draw it: round, map, tracks, deeds, tiles, supply."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene

from . import country, geography, middle, rounds, tracks
from .spots import Spots


class Picture(NamedTuple):
    """What the zones besides my own board show."""

    round: rounds.Round
    box: str
    land: country.Land
    tracks: tracks.Tracks
    middle: middle.Middle


def picture(scene: Scene, spots: Spots) -> Picture:
    return Picture(
        rounds.round_of(scene),
        geography.BOX,
        country.land(scene, spots),
        tracks.tracks(scene, spots),
        middle.middle(scene, spots),
    )
