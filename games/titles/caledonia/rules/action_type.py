"""The type of an action: moves of one kind with all their rules in one place."""

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
        shapes: per verb, the kinds of the words that follow it (`move_syntax.py`).
        section: section of the rules that describes these moves.
        moves: returns the legal moves, in the order of the list.
        refusal: returns why a well-formed move is illegal, None for a legal one.
        play: carries out a legal move.
        clan: the only clan with these moves, "" if all clans have them.
    """

    shapes: Mapping[str, str]
    section: str
    moves: MovesFunction
    refusal: RefusalFunction
    play: PlayFunction
    clan: str = ""


def never_refused(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    """Return None: for actions that are always legal when it is time for them."""
    return None
