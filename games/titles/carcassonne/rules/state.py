"""What a match of Carcassonne holds: whatever looks at a whole match stands on this module."""

from __future__ import annotations

from typing import Any, Literal, Self

from games.rules.match import Match

from .board import Board
from .components import Kind

Phase = Literal["place", "piece", "over"]

#: Keys of the breakdown (rules 8.5), in the order in which points are kept.
KEYS = ("roads", "cities", "monasteries", "unfinished", "farms", "goods")
KEY_NUMBERS = {key: number for number, key in enumerate(KEYS)}


class State(Match):
    """The state of a match of Carcassonne with its expansions.

    Attributes:
        board: tiles, features and pieces on them.
        phase: "place", "piece" or "over".
        turn: the seat whose part it is.
        extra: whether this is the second part of a turn, earned by a builder.
        earned: whether the tile just placed earns an extra part.
        last: the cell of the newest tile.
        hands: the tiles of each seat, as drawn.
        hand_size: 1 (open) or 3 (hidden from the others).
        pile, drawn: the shuffled tiles and how many of them are gone.
        discarded: tiles that left the game.
        supply: of each seat the pieces it has, by kind.
        points: of each seat the points by key of the breakdown.
        goods: of each seat the tokens by kind of goods.
        listed: the legal moves of the seat whose part it is.
    """

    __slots__ = (
        "board",
        "discarded",
        "drawn",
        "earned",
        "extra",
        "goods",
        "hand_size",
        "hands",
        "last",
        "listed",
        "phase",
        "pile",
        "points",
        "supply",
        "turn",
    )

    board: Board
    phase: Phase
    turn: int
    extra: bool
    earned: bool
    last: int
    hands: list[tuple[Kind, ...]]
    hand_size: int
    pile: tuple[Kind, ...]
    drawn: int
    discarded: tuple[Kind, ...]
    supply: list[list[int]]
    points: list[list[int]]
    goods: list[list[int]]
    listed: list[str]

    def gain(self, seat: int, amount: int, key: str, **more: Any) -> None:
        """Book points under a key of the breakdown."""
        self.points[seat][KEY_NUMBERS[key]] += amount
        self.emit_score(seat, amount, key, **more)

    def _copy(self, twin: Self) -> None:
        twin.board = self.board.copy()
        twin.phase = self.phase
        twin.turn = self.turn
        twin.extra = self.extra
        twin.earned = self.earned
        twin.last = self.last
        twin.hands = self.hands[:]
        twin.hand_size = self.hand_size
        twin.pile = self.pile
        twin.drawn = self.drawn
        twin.discarded = self.discarded
        twin.supply = [own[:] for own in self.supply]
        twin.points = [own[:] for own in self.points]
        twin.goods = [own[:] for own in self.goods]
        twin.listed = self.listed
