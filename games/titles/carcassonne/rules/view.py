"""The view of a match: everything is open except the pile and, with `hand=3`, the hands."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from .cells import coordinates
from .components import GOODS, KINDS, PIECES
from .features import FeatureView, claimed_features
from .scoring import final_points, pieces_to_json
from .state import KEYS, Phase, State


class View(TypedDict):
    """A match as a seat or a spectator sees it. Cells are [x, y]."""

    phase: Phase  # see rules 5
    turn: int | None  # None when the match is over
    extra: bool  # whether this is the extra part of a builder
    board: list[list[int | str]]  # [x, y, tile, rotation], in the order of placing
    last: list[int]  # cell of the newest tile
    pieces: list[list[int | str]]  # [x, y, segment, seat, kind]
    supply: list[dict[str, int]]  # by seat: pieces by kind
    goods: list[dict[str, int]]  # by seat: tokens by kind
    hands: list[list[str] | int]  # by seat: tile ids, or their number if hidden
    pile: int  # tiles left to draw
    unseen: dict[str, int]  # by tile id: how many this viewer has not seen
    discarded: list[str]  # tiles that fitted nowhere
    scores: list[int]  # by seat
    breakdown: list[dict[str, int]]  # by seat
    worth: list[dict[str, int]]  # by seat: points by key if the match ended now
    features: list[FeatureView]  # those with a piece


def can_see_hand(match: State, viewer: int | None, seat: int) -> bool:
    """Return whether a viewer sees a hand: a single tile is open to all (R3), three are not."""
    return match.hand_size == 1 or viewer == seat


def view(match: State, viewer: int | None) -> View:
    """Return the match as a seat (None: a spectator) sees it."""
    board = match.board
    return {
        "phase": match.phase,
        "turn": None if match.over else match.turn,
        "extra": match.extra,
        "board": [
            [*coordinates(cell), look.kind.id, look.rotation]
            for cell, (_, look) in board.cells.items()
        ],
        "last": coordinates(match.last),
        "pieces": pieces_to_json(piece for pieces in board.held.values() for piece in pieces),
        "supply": [dict(zip(PIECES, own, strict=True)) for own in match.supply],
        "goods": [dict(zip(GOODS, own, strict=True)) for own in match.goods],
        "hands": [
            [kind.id for kind in hand] if can_see_hand(match, viewer, seat) else len(hand)
            for seat, hand in enumerate(match.hands)
        ],
        "pile": len(match.pile) - match.drawn,
        "unseen": unseen_tiles(match, viewer),
        "discarded": [kind.id for kind in match.discarded],
        "scores": [sum(own) for own in match.points],
        "breakdown": [dict(zip(KEYS, own, strict=True)) for own in match.points],
        "worth": final_points(match),
        "features": claimed_features(match),
    }


def unseen_tiles(match: State, viewer: int | None) -> dict[str, int]:
    """Return how many of each kind this viewer has not seen, in the order of the tile list."""
    hidden = Counter(match.pile[match.drawn :])
    for seat, hand in enumerate(match.hands):
        if not can_see_hand(match, viewer, seat):
            hidden.update(hand)
    return {kind.id: hidden[kind] for kind in KINDS.values() if hidden[kind]}
