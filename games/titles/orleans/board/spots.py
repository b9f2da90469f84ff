"""The spots of a viewer: legal moves, alternatives to the last drafted step, drafted moves.

Some moves have no visible place until a place is chosen. They are in a *layer*: the towns of a
quarry light up when the quarry is pressed. A button with `data-show="quarry"` opens the layer
"quarry" (static/board.js), and spots have `data-layer`. The layer "" is always visible.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from games.boards import spots
from games.boards.spots import Spot

from ..rules.components import GOOD_WORDS
from . import move_labels, preview

Key = TypeVar("Key", bound=Hashable)


class Target(NamedTuple):
    """Something to press, in a layer: it has one move, or several in a sheet."""

    id: str
    layer: str
    spots: tuple[Spot, ...]

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)

    @property
    def places(self) -> str:
        """The keys of the places whose moves these are, separated by spaces."""
        return " ".join(dict.fromkeys(spot.move.split(" ")[1] for spot in self.spots))


class Spots(spots.Spots):
    """The spots of a scene: `spots("act castle")` is the spot of that move, or None."""

    def label(self, move: str) -> str:
        return move_labels.move_label(move, self.scene)

    def plain_label(self, move: str) -> str:
        return move_labels.move_label(move, None)

    def preview(self, move: str) -> str:
        return preview.preview_text(move, self.scene)

    def of(self, *beginnings: str) -> list[str]:
        """Return the moves that begin with one of these texts, legal ones first."""
        return [move for move in (*self.legal, *self.others) if move.startswith(beginnings)]

    def all(self, moves: Iterable[str]) -> tuple[Spot, ...]:
        """The spots of those moves that have one."""
        return tuple(spot for move in moves if (spot := self(move)))

    def by(
        self, key: Callable[[str], Key | None], moves: Iterable[str]
    ) -> dict[Key, tuple[Spot, ...]]:
        """The spots of moves by a key; moves without a key are left out."""
        found: dict[Key, list[str]] = {}
        for move in moves:
            if (name := key(move)) is not None:
                found.setdefault(name, []).append(move)
        return {name: self.all(here) for name, here in found.items()}


def action_words(move: str) -> list[str]:
    """The words of a move; if it uses the church, those of the use that the church pays for."""
    found = move.split(" ")
    return ["act", *found[3:]] if found[:2] == ["act", "church"] else found


def move_layer(move: str) -> str:
    """Return the layer of a move on the map, the tracks, deeds or tiles on offer."""
    match move.split(" "):
        case ["act", "church", seat, place, *rest]:
            inner = move_layer(" ".join(["act", place, *rest]))
            return f"church:{seat}:{inner or place}"
        case ["act", "village", "boatman", _track, *_tile]:
            return "sluice"
        case ["act", "townhouse", "move", *_rest]:
            return "townhouse"
        case ["act", "courthouse" | "hideout" as place, first, *_rest]:
            return f"{place}:{first}"
        case ["act", "quarry" | "ballroom" as place, *_rest]:
            return place
    return ""


def parent_layer(name: str) -> str:
    """Return the parent of a layer: a hideout's layer of one good belongs to the hideout."""
    return name.rpartition(":")[0]


def opened_layer(moves_: Sequence[str]) -> str:
    """Return the layer that a place with these moves opens; "" if all are always visible.

    A courthouse shows the merchants first; a hideout shows what the first good in the order pays
    for.
    """
    name = min((move_layer(move) for move in moves_), key=_rank, default="")
    return parent_layer(name) if parent_layer(name).endswith("courthouse") else name


def _rank(name: str) -> int:
    good = name.rpartition(":")[2]
    return GOOD_WORDS.index(good) if good in GOOD_WORDS else 0
