"""The results of moves, as the rules have tried them for the viewer."""

from __future__ import annotations

import functools
from typing import Any, cast

from games import rules
from games.boards import Scene

from ..rules.boards import Board
from ..rules.components import GOODS, PRODUCERS, SLOTS, WHARF
from ..rules.match import PuertoRico
from ..rules.phases import captain
from ..rules.view import BoardView
from .scene_access import view_of

Ships = tuple[tuple[int, int, int], ...]  # capacity, good (-1: none), barrels


class Forecast:
    """The result of moves of a seat, one after the other, from a position as the seat knows it.

    Attributes:
        before: the board of the seat before the moves, with its workers in the current placement.
    """

    def __init__(self, ahead: rules.Consequences, *moves: str) -> None:
        assert ahead.seat is not None
        self.ahead, self.seat, self.moves = ahead, ahead.seat, moves
        self.effect = ahead.effect_of(*moves)
        self.before = board_with_placement(self.effect.before, self.seat)

    @property
    def after(self) -> Board:
        return board_with_placement(self.effect.after, self.seat)

    def first_event(self, kind: str, seat: int | None = None) -> dict[str, Any]:
        """The data of the first event of a kind about a seat (None: my own); {} if none."""
        about = self.seat if seat is None else seat
        return next(
            (
                one.data
                for one in self.effect.trial_events
                if one.kind == kind and one.seat == about
            ),
            {},
        )

    def next(self, verb: str) -> list[str]:
        """The legal moves of the seat afterwards with this verb."""
        listed = self.effect.after.legal_moves(self.seat)
        return [move for move in listed if move.startswith(f"{verb} ")]

    def then(self, move: str) -> Forecast:
        return Forecast(self.ahead, *self.moves, move)

    def spoiled_barrels(self) -> int:
        """The least number of barrels that spoil, however the seat stores the others."""
        stored = self.first_event("stored")
        if stored:
            return sum(stored["returned"].values())
        return min(
            self.then(move).spoiled_barrels() for move in (*self.next("store"), *self.next("keep"))
        )


def forecast(move: str, scene: Scene) -> Forecast:
    """The result of a legal move of the viewer."""
    assert scene.consequences is not None
    return Forecast(scene.consequences, move)


def pick_consequences(scene: Scene) -> rules.Consequences | None:
    """The effects of my moves while roles are picked; out of turn, as if it were my turn."""
    if scene.seat is None or view_of(scene)["step"] != "pick":
        return None
    if scene.seat in scene.actors:
        return scene.consequences
    mine = cast(PuertoRico, scene.redealt.copy())
    mine.actors = (scene.seat,)
    mine.ready.clear()
    return rules.Consequences(mine, scene.seat)


def board_with_placement(match: rules.Match, seat: int) -> Board:
    """The board of a seat; during the placement, with the workers as this seat places them."""
    match = cast(PuertoRico, match)
    board, draft = match.boards[seat], match.drafts[seat]
    if draft is None:
        return board
    board = board.copy()
    board.workers, board.san_juan = draft.at, draft.pool
    return board


def producers(data: BoardView) -> dict[str, list[str]]:
    """The production buildings of a board, by the good that they make."""
    found = {
        name: [SLOTS[slot] for slot in PRODUCERS[good] if SLOTS[slot] in data["city"]]
        for good, name in enumerate(GOODS)
    }
    return {good: keys for good, keys in found.items() if keys}


def max_captain_points(match: PuertoRico, seat: int) -> int:
    """The most points that a seat could earn by picking the captain if nobody else loaded."""
    board = match.boards[seat]
    ships = tuple(zip(match.setup.ships, match.ship_goods, match.ship_loads, strict=True))
    harbor = captain.load_points(board, 0, False)["harbor"]
    points = _max_points(tuple(board.goods), ships, board.workers[WHARF] > 0, harbor)
    return points + 1 if points else 0


@functools.lru_cache(4096)
def _max_points(goods: tuple[int, ...], ships: Ships, wharf: bool, harbor: int) -> int:
    capacities, carried, loads = zip(*ships, strict=True)
    best = 0
    for good, n in enumerate(goods):
        if not n:
            continue
        for place in captain.ships_taking(capacities, carried, loads, good, n):
            capacity, _, loaded = ships[place]
            moved = min(n, capacity - loaded)
            after = (*ships[:place], (capacity, good, loaded + moved), *ships[place + 1 :])
            rest = (*goods[:good], n - moved, *goods[good + 1 :])
            best = max(best, moved + harbor + _max_points(rest, after, wharf, harbor))
        if wharf:
            rest = (*goods[:good], 0, *goods[good + 1 :])
            best = max(best, n + harbor + _max_points(rest, ships, False, harbor))
    return best
