"""Who sees what: everything lies open but the pile and, with three tiles in hand, the hands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .cells import point
from .components import GOODS, KINDS, PIECES
from .features import held_features
from .scoring import KEYS, shown

if TYPE_CHECKING:
    from .match import Carcassonne


def sees_hand(match: Carcassonne, viewer: int | None, seat: int) -> bool:
    """A single tile in hand is open to all (R3); three are their seat's own."""
    return match.hand_size == 1 or viewer == seat


def view(match: Carcassonne, viewer: int | None) -> dict[str, Any]:
    """The match as a seat (None: a spectator) sees it. Cells are [x, y].

    Keys:
        phase, turn, extra: see rules 5; `turn` is None when the match is over.
        board: [[x, y, tile, rotation], …] in the order of placing; last: the newest cell.
        pieces: [[x, y, segment, seat, kind], …].
        supply, goods: per seat a dict of counts.
        hands: per seat a list of tile ids, or their number where hidden.
        pile: how many tiles are left to draw; unseen: tile id -> how many this viewer has not
            seen; discarded: tiles that fitted nowhere.
        scores: per seat; breakdown: per seat a dict.
        features: those with a piece, see `features.feature_at`.
    """
    board = match.board
    return {
        "phase": match.phase,
        "turn": None if match.over else match.turn,
        "extra": match.extra,
        "board": [
            [*point(cell), look.kind.id, look.rotation] for cell, (_, look) in board.cells.items()
        ],
        "last": point(match.last),
        "pieces": shown(piece for pieces in board.held.values() for piece in pieces),
        "supply": [dict(zip(PIECES, own, strict=True)) for own in match.supply],
        "goods": [dict(zip(GOODS, own, strict=True)) for own in match.goods],
        "hands": [
            [kind.id for kind in hand] if sees_hand(match, viewer, seat) else len(hand)
            for seat, hand in enumerate(match.hands)
        ],
        "pile": len(match.pile) - match.drawn,
        "unseen": unseen(match, viewer),
        "discarded": [kind.id for kind in match.discarded],
        "scores": [sum(own) for own in match.points],
        "breakdown": [dict(zip(KEYS, own, strict=True)) for own in match.points],
        "features": held_features(match),
    }


def unseen(match: Carcassonne, viewer: int | None) -> dict[str, int]:
    """How many of each kind this viewer has not seen, in the order of the tile list."""
    hidden = Counter(match.pile[match.drawn :])
    for seat, hand in enumerate(match.hands):
        if not sees_hand(match, viewer, seat):
            hidden.update(hand)
    return {kind.id: hidden[kind] for kind in KINDS.values() if hidden[kind]}
