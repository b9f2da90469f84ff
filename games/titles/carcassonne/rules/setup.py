"""The set-up: the tiles of the draw pile and the pieces of each seat (rules 4)."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.primitives.bag import expand_counts

from .components import KINDS, START


def draw_pile(options: Mapping[str, str]) -> list[str]:
    """Return the tiles in play without the start tile, in the order of the tile list."""
    kinds = [one for one in KINDS.values() if one.set == "base" or options[one.set] != "off"]
    return expand_counts((kind.id, kind.count - (kind.id == START)) for kind in kinds)


def pieces_of_a_seat(options: Mapping[str, str]) -> list[int]:
    """Return how many of each of PIECES a seat has; only full expansions add pieces (R1)."""
    big = int(options["inns"] == "all")
    helper = int(options["traders"] == "all")
    return [7, big, helper, helper]
