"""What a person may tap: the legal moves, the alternatives of the last drafted step, the ghosts.

Moves that have no place of their own on the screen until a place is chosen stand in a *layer*: the
towns of a quarry light when the quarry is pressed. `data-show="quarry"` on a button opens the layer
"quarry" (static/board.js), spots have `data-layer`, and what is always lit is in the layer "".
"""

from __future__ import annotations

from collections.abc import Sequence

from games.boards import spots

from ..rules.components import GOOD_WORDS
from . import move_labels, preview


class Spots(spots.Spots):
    """The spots of a scene: `spots("act castle")` is where and how that move is made."""

    def label(self, move: str) -> str:
        return move_labels.label(move, self.scene)

    def plain_label(self, move: str) -> str:
        return move_labels.label(move, None)

    def preview(self, move: str) -> str:
        return preview.line(move, self.scene)

    def of(self, *beginnings: str) -> list[str]:
        """The moves that begin with one of these words, legal ones first."""
        return [move for move in (*self.legal, *self.others) if move.startswith(beginnings)]


def move_layer(move: str) -> str:
    """The layer in which a move of the map, the tracks, deeds or tiles on offer stands."""
    match move.split(" "):
        case ["act", "church", seat, place, *rest]:
            inner = move_layer(" ".join(["act", place, *rest]))
            return f"church:{seat}:{inner or place}"
        case ["act", "village", "boatman", _track, *_tile]:
            return "sluice"
        case ["act", "townhouse", what, *_rest]:
            return "townhouse" if what == "move" else ""
        case ["act", "courthouse" | "hideout" as place, first, *_rest]:
            return f"{place}:{first}"
        case ["act", "quarry" | "ballroom" as place, *_rest]:
            return place
    return ""


def parent_layer(name: str) -> str:
    """The layer of which this one is a part, as a hideout's of what a wine pays for."""
    return name.rpartition(":")[0]


def opened_layer(moves_: Sequence[str]) -> str:
    """The layer that a place opens whose moves these are; "" where all of them are lit anyway.

    Of a courthouse the merchants light first, of a hideout what the cheapest good pays for.
    """
    name = min((move_layer(move) for move in moves_), key=_rank, default="")
    return parent_layer(name) if parent_layer(name).endswith("courthouse") else name


def _rank(name: str) -> int:
    good = name.rpartition(":")[2]
    return GOOD_WORDS.index(good) if good in GOOD_WORDS else 0
