"""The results of moves, as the rules have tried them for the viewer."""

from __future__ import annotations

import functools
from typing import cast

from games import rules
from games.boards import Scene
from games.boards.move_preview import MovePreview

from ..rules.boards import Board
from ..rules.components import WHARF
from ..rules.match import PuertoRico
from ..rules.phases import captain
from .scene_access import view_of

Ships = tuple[tuple[int, int, int], ...]  # capacity, good (-1: none), barrels


class PuertoRicoPreview(MovePreview[PuertoRico, Board]):
    """Moves of a seat, with its board before and after them."""

    compares_worlds = False  # no number of a preview depends on chance

    def own_part(self, match: PuertoRico) -> Board:
        return board_with_placement(match, self.seat)

    def spoiled_barrels(self) -> int:
        """The least number of barrels that spoil, however the seat stores the others."""
        stored = self.first_event("stored")
        if stored:
            return sum(stored["returned"].values())
        choices = (*self.next_moves("store"), *self.next_moves("keep"))
        return min(self.then(move).spoiled_barrels() for move in choices)


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
