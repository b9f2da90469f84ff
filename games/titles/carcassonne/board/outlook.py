"""What the moves of a position would bring, worked out once for everything that asks for it."""

from __future__ import annotations

from games.boards import Scene

from ..rules.cells import CELLS, cell_at
from ..rules.components import KINDS, PIECES, Look
from ..rules.scoring import gains
from . import worth
from .seen import board_of, open_hand, view_of
from .worth import Laid, Stood


class Outlook:
    """The moves of one seat in one position, as far as it can see what they bring.

    Attributes:
        board: that of the view; it must not be changed.
        last: the cell of the newest tile.
    """

    def __init__(self, scene: Scene) -> None:
        assert scene.seat is not None
        self.view = view_of(scene)
        self.seat = scene.seat
        self.options = scene.options
        self.board = board_of(self.view)
        self.last = cell_at(*self.view["last"])
        self._own = [self.view["supply"][self.seat][kind] for kind in PIECES]
        self._laid: dict[str, Laid] = {}

    @property
    def hand(self) -> list[str]:
        return open_hand(self.view, self.seat)

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
            found = worth.laid(self.board, cell, look, self.seat, self._own, self.options)
            self._laid[move] = found
        return found

    def stood(self, move: str) -> Stood:
        """What a piece on the newest tile brings."""
        kind, name = move.split(" ")
        number = self.board.cells[self.last][1].names.index(name)
        return worth.stood(self.board, self.last, number, self.seat, kind, self.options)

    def left(self, kind: str) -> int:
        """How many of a kind of piece the seat has."""
        return self.view["supply"][self.seat][kind]

    def gains(self) -> tuple[tuple[int, int], ...]:
        """What the end of this part pays if no piece is put: (seat, points)."""
        return tuple(gains(self.board, self.last, self.options).items())


#: The last one, for as long as its page is made: it belongs to that view and to no other.
_latest: Outlook | None = None


def outlook_of(scene: Scene) -> Outlook:
    """The outlook of a scene: the same while one page asks for its marks, labels and buttons."""
    global _latest
    found = _latest
    if found is None or found.view is not scene.view or found.seat != scene.seat:
        found = _latest = Outlook(scene)
    return found
