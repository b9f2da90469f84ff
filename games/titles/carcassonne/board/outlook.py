"""What the moves of a position would bring, worked out once for everything that asks for it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import cast

from games import rules
from games.boards import Scene

from ..rules import Carcassonne
from ..rules.cells import CELLS
from ..rules.components import KINDS, PIECES, Look
from ..rules.scoring import KEY_OF
from . import worth
from .seen import open_hand, view_of
from .worth import Gains, Laid, Stood

#: What is scored as soon as it is complete.
AT_ONCE = frozenset(KEY_OF.values())
#: Events that come after a part of a turn.
AFTERWARDS = frozenset({"draw", "extra", "discard", "place", "over"})


class Outlook:
    """The moves of one seat in one position, as far as it can see what they bring.

    Attributes:
        board: that of the position; it must not be changed.
        last: the cell of the newest tile.
    """

    def __init__(self, scene: Scene) -> None:
        assert scene.seat is not None
        assert scene.ahead is not None
        self.ahead, self.seat = scene.ahead, scene.seat
        self.hand = open_hand(view_of(scene), scene.seat)
        known = cast(Carcassonne, scene.known)
        self.options, self.board, self.last = known.options, known.board, known.last
        self._own = known.supply[scene.seat]
        self._value = functools.cache(functools.partial(worth.value, known.board))
        self._laid: dict[str, Laid] = {}

    def placement(self, move: str) -> tuple[int, Look]:
        """The cell and the turned tile of a `place` move."""
        _verb, where, rotation, *named = move.split(" ")
        id = named[0] if named else self.hand[0]
        return CELLS[where], KINDS[id].looks[int(rotation) // 90]

    def laid(self, move: str) -> Laid:
        """What a placement brings."""
        found = self._laid.get(move)
        if found is None:
            cell, look = self.placement(move)
            after = cast(Carcassonne, self.ahead.of(move).after)
            is_next = after.phase == "piece" and (after.turn, after.last) == (self.seat, cell)
            lies = after.board if is_next else None
            found = worth.laid(self.board, cell, look, lies, self._value, self.options)
            self._laid[move] = found
        return found

    def stood(self, move: str) -> Stood:
        """What a piece on the newest tile brings."""
        kind, name = move.split(" ")
        number = self.board.cells[self.last][1].names.index(name)
        paid = self.gains(move)
        return worth.stood(self.board, self.last, number, self.seat, kind, paid, self.options)

    def left(self, kind: str) -> int:
        """How many of a kind of piece the seat has."""
        return self._own[PIECES.index(kind)]

    def gains(self, move: str) -> Gains:
        """What the end of this part pays: (seat, points)."""
        return scored(self.ahead.of(move).told)


def scored(events: Sequence[rules.Event]) -> Gains:
    """The points of what was completed in a part of a turn, by seat."""
    paid: dict[int, int] = {}
    for event in events:
        if event.kind in AFTERWARDS:
            break
        if event.kind == "score" and event.seat is not None and event.data["reason"] in AT_ONCE:
            paid[event.seat] = paid.get(event.seat, 0) + event.data["amount"]
    return tuple(paid.items())
