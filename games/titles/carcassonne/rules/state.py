"""The state of a match of Carcassonne; all modules that read a whole match depend on it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from games.rules.fields import SHARED, UNSTORED, Fields, fields
from games.rules.match import Match

from .board import Board
from .components import TileKind

Phase = Literal["place", "piece", "over"]

#: Keys of the breakdown (rules 8.5), in the order in which `State.points` stores them.
KEYS = ("roads", "cities", "monasteries", "unfinished", "farms", "goods")
KEY_NUMBERS = {key: number for number, key in enumerate(KEYS)}


@fields
class State(Match, Fields):
    """The state of a match of Carcassonne with its expansions.

    Attributes:
        board: tiles, features and pieces on them.
        phase: "place", "piece" or "over".
        turn: seat whose part it is.
        extra: whether this is the second part of a turn, earned by a builder.
        earned: whether the tile just placed earns an extra part.
        last: cell of the newest tile.
        hands: tiles of each seat, in the order drawn.
        hand_size: 1 (open to all) or 3 (hidden from the others).
        pile, drawn: the shuffled tiles, and how many of them have been drawn.
        discarded: tiles that left the game.
        supply: per seat, the pieces in supply by kind.
        points: per seat, the points by key of the breakdown.
        goods: per seat, the tokens by kind of goods.
        listed: legal moves of the seat whose part it is.
    """

    phase: Phase
    turn: int
    extra: bool
    earned: bool
    points: list[list[int]]
    goods: list[list[int]]
    board: Annotated[Board, UNSTORED]
    last: Annotated[int, UNSTORED]
    hands: Annotated[list[tuple[TileKind, ...]], UNSTORED]
    hand_size: Annotated[int, UNSTORED]
    pile: Annotated[tuple[TileKind, ...], UNSTORED]
    drawn: Annotated[int, UNSTORED]
    discarded: Annotated[tuple[TileKind, ...], UNSTORED]
    supply: Annotated[list[list[int]], UNSTORED]
    listed: Annotated[list[str], SHARED, UNSTORED]

    def gain(self, seat: int, amount: int, key: str, **more: Any) -> None:
        """Add points under a key of the breakdown; `more` is further data of the score event."""
        self.points[seat][KEY_NUMBERS[key]] += amount
        self.emit_score(seat, amount, key, **more)
