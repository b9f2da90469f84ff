"""The match as the person who looks knows it, to try moves on: what they bring.

Whatever is hidden from that person stands in it in any order that is possible.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from games.boards import Scene

from ..rules import components as parts
from ..rules import deeds, event, torture
from ..rules.board import Board
from ..rules.match import OrleansMatch
from ..rules.tile_acts import ACTS

CHANCE = ("draw", "act bathhouse", "torture follower")


class Trial(NamedTuple):
    """A match, and the seat that looks."""

    match: OrleansMatch
    seat: int

    @property
    def board(self) -> Board:
        return self.match.boards[self.seat]


def trial(scene: Scene) -> Trial | None:
    """The match as the person who looks knows it; None for spectators."""
    if scene.seat is None or scene.over:
        return None
    return Trial(cast(OrleansMatch, scene.known), scene.seat)


# what a move brings


def effect(scene: Scene, move: str) -> tuple[Board, Board] | None:
    """My board before and after a move alone; None where chance or nothing of it decides."""
    here = trial(scene)
    if here is None or move.startswith(CHANCE):
        return None
    after = here.match.copy()
    return None if not carry_out(after, here.seat, move) else (here.board, after.boards[here.seat])


def carry_out(match: OrleansMatch, seat: int, move: str) -> bool:
    """Do what a move does, without what follows from it in the course of the round."""
    verb, *arguments = move.split(" ")
    if verb == "act":
        ACTS[parts.PLACE_ID[arguments[0]]][1](match, seat, arguments[1:], seat)
    elif verb == "deed":
        deeds.send(match, seat, match.using, arguments)
    elif verb in ("feed", "pay"):
        event.hand_in(match, seat, [verb, *arguments])
    elif verb == "torture":
        torture.lose(match, seat, arguments)
    else:
        return False
    return True
