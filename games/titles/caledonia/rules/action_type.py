"""What an action is: the moves of one kind, all that the rules say of them in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from games.rules.match import IllegalMove

from .player import Player
from .state import State

MovesFunction = Callable[[State, Player, int], Sequence[str]]
RefusalFunction = Callable[[State, Player, int, list[str]], IllegalMove | None]
PlayFunction = Callable[[State, Player, int, list[str]], None]


class ActionType(NamedTuple):
    """Moves that are listed together.

    Attributes:
        shapes: by first word, the kinds of the words that follow (`spelling.py`).
        section: the paragraph of the rules that tells of them.
        moves: those that are legal now, in the order of the list.
        refusal: why a move of the right shape is not legal now; None of one that is.
        play: carries out a legal one.
        clan: the only one that has them, "" where all do.
    """

    shapes: Mapping[str, str]
    section: str
    moves: MovesFunction
    refusal: RefusalFunction
    play: PlayFunction
    clan: str = ""


def never_refused(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    """Of actions that are legal whenever it is time for them."""
    return None
