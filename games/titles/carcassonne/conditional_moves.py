"""Conditional moves of Carcassonne: tiles from a hand of three, and pieces."""

from __future__ import annotations

from collections.abc import Callable

from games.conditional_moves import DecisionContext, DecisionKind, DecisionKinds, Guard

from .board.translations import gettext_lazy as _
from .rules.components import KINDS as TILES
from .rules.components import NO_PIECE, PORTS, ROTATIONS

SEGMENTS = (
    "none",
    "monastery",
    "farm:c",
    *(f"{t}:{p}" for t in ("city", "road", "farm") for p in PORTS),
)


def _is_phase(phase: str) -> Callable[[DecisionContext], bool]:
    return lambda context: context.view["phase"] == phase


def _has_pieces_left(context: DecisionContext, move: str, least: int) -> bool:
    """Return whether at least this many pieces of the same kind stay in the supply."""
    if move == NO_PIECE:
        return True
    left: int = context.view["supply"][context.seat][move.split(" ")[0]]
    return left - 1 >= least


def _no_round(view: object) -> None:
    """Return None: the site does not count rounds in Carcassonne."""


KINDS = DecisionKinds(
    kinds=(
        DecisionKind(
            "place",
            _("a tile to place from my hand"),
            _is_phase("place"),
            ("place <at> <rotation> <tile>",),
            passing=(),
            is_sequence=True,
            offered=lambda options: options["hand"] == "3",
        ),
        DecisionKind(
            "piece",
            _("a piece on the tile just placed"),
            _is_phase("piece"),
            ("meeple <segment>", "big <segment>", "builder <segment>", "pig <segment>"),
            passing=(NO_PIECE,),
            guards=(Guard("left_at_least", _("Minimum pieces left"), _has_pieces_left),),
        ),
    ),
    words={
        "rotation": tuple(map(str, ROTATIONS)),
        "tile": tuple(kind.id for kind in TILES.values()),
        "segment": SEGMENTS,
    },
    round_of=_no_round,
)
