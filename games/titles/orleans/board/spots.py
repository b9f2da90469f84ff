"""What a person may tap: the legal moves, the alternatives of the last drafted step, the ghosts.

Moves that have no place of their own on the screen until a place is chosen stand in a *layer*: the
towns of a quarry light when the quarry is pressed. `data-show="quarry"` on a button opens the layer
"quarry" (static/board.js), spots have `data-layer`, and what is always lit is in the layer "".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.boards import Scene

from ..rules.components import GOOD_WORDS
from . import moves, preview
from .wording import gettext as _


class Spot(NamedTuple):
    """Where a move is made: its notation, what is said of it, and what the bar tells of it.

    `keep` is not -1 where it would take the place of the last drafted step: so many stay. `undo` is
    the place in the draft of a move that is drafted already, -1 where it cannot be taken back.
    """

    move: str
    label: str
    preview: str = ""
    keep: int = -1
    is_final: bool = False
    undo: int = -1


class Spots:
    """The spots of a scene: `spots("act castle")` is where and how that move is made.

    `legal` are the moves that may be added; `others` those that only would take the place of the
    last drafted step.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._legal = frozenset(scene.legal)
        self.legal = tuple(scene.legal)
        self.others = tuple(move for move in scene.alternatives if move not in self._legal)
        self._others = frozenset(self.others)
        self._made: dict[str, Spot] = {}

    def __call__(self, move: str) -> Spot | None:
        """A legal move, or an alternative of the last drafted step."""
        made = self._made.get(move)
        if made is None and (move in self._legal or move in self._others):
            made = self._made[move] = self._make(move)
        return made

    def _make(self, move: str) -> Spot:
        scene = self._scene
        if move in self._legal:
            return Spot(
                move,
                moves.label(move, scene),
                preview.line(move, scene),
                is_final=scene.reveals(move),
            )
        return Spot(move, moves.label(move, None), keep=len(scene.drafted) - 1)

    def of(self, *beginnings: str) -> list[str]:
        """The moves that begin with one of these words, legal ones first."""
        return [move for move in (*self.legal, *self.others) if move.startswith(beginnings)]

    def ghosts(self, *beginnings: str) -> Iterator[Spot]:
        """The drafted moves that begin like this, as things to be taken back."""
        scene = self._scene
        for place, move in enumerate(scene.drafted):
            if f"{move} ".startswith(beginnings):
                label = _("Take back: %(move)s") % {"move": moves.label(move, None)}
                yield Spot(move, label, undo=place if place in scene.removable else -1)

    def ghost(self, *beginnings: str) -> Spot | None:
        """The first of them."""
        return next(self.ghosts(*beginnings), None)


def layer(move: str) -> str:
    """The layer in which a move of the map, the tracks, deeds or tiles on offer stands."""
    match move.split(" "):
        case ["act", "church", seat, place, *rest]:
            inner = layer(" ".join(["act", place, *rest]))
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


def parent(name: str) -> str:
    """The layer of which this one is a part, as a hideout's of what a wine pays for."""
    return name.rpartition(":")[0]


def opener(moves_: Sequence[str]) -> str:
    """The layer that a place opens whose moves these are; "" where all of them are lit anyway.

    Of a courthouse the merchants light first, of a hideout what the cheapest good pays for.
    """
    name = min((layer(move) for move in moves_), key=_rank, default="")
    return parent(name) if parent(name).endswith("courthouse") else name


def _rank(name: str) -> int:
    good = name.rpartition(":")[2]
    return GOOD_WORDS.index(good) if good in GOOD_WORDS else 0
