"""The effects of the moves of a position, computed once for all callers.

The values come from the rules' own functions, on boards on which the rules have played the move.
"""

from __future__ import annotations

import functools
from typing import NamedTuple, cast

from games.boards import Scene

from ..rules import Carcassonne
from ..rules.board import Board
from ..rules.cells import CELLS, NEIGHBOUR_STEPS
from ..rules.components import (
    CITY,
    FARM,
    GOOD,
    GOODS,
    KINDS,
    PIECES,
    ROAD,
    TERRAIN,
    TurnedTile,
    count_of,
)
from ..rules.features import feature_worth
from ..rules.scoring import complete_points, completed_points, winners
from .scene_access import match_of, open_hand, view_of

Gains = tuple[tuple[int, int], ...]  # (seat, points)
Tokens = tuple[tuple[str, int], ...]  # (good, how many)


class FeatureAfterTile(NamedTuple):
    """A road, city, monastery or farm with pieces, as it would be after a placement.

    Attributes:
        leaders: seats that would get points for it.
        before: present points of each of the features that it joins.
        now, then: its points if the match ended then, and when complete.
        is_complete: whether the tile completes it, so that it pays `then` at once.
        goods: what the seat that completes it takes.
    """

    kind: str
    leaders: tuple[int, ...]
    before: tuple[int, ...]
    now: int
    then: int
    is_complete: bool
    goods: Tokens


class TileForecast(NamedTuple):
    """The effect of a placement: points scored at once by seat, and the features it joins.

    `free` are completed features without followers: (kind, points for a follower on it).
    """

    gains: Gains
    joined: tuple[FeatureAfterTile, ...]
    free: tuple[tuple[str, int], ...]
    can_take_piece: bool


class PieceForecast(NamedTuple):
    """The effect of a piece of the viewer on the newest tile.

    Attributes:
        now, then: the feature's points for the viewer if the match ended now, and when complete.
        is_complete: whether it is complete already, so that it pays `then` at once.
        towns: for a farm, how many complete cities lie beside it, and how many in all.
        gains: points of all seats at the end of this part, by seat.
    """

    kind: str
    now: int
    then: int
    is_complete: bool
    towns: tuple[int, int]
    goods: Tokens
    gains: Gains


class Forecast:
    """The effects of one seat's moves in one position, as far as the seat can know them.

    Attributes:
        board: that of the position; it must not be changed.
        last: cell of the newest tile.
    """

    def __init__(self, scene: Scene) -> None:
        assert scene.seat is not None
        assert scene.consequences is not None
        self.ahead, self.seat = scene.consequences, scene.seat
        self.hand = open_hand(view_of(scene), scene.seat)
        known = match_of(scene)
        self.options, self.board, self.last = known.options, known.board, known.last
        self._own = known.supply[scene.seat]
        self._tile_forecasts: dict[str, TileForecast] = {}
        self._worth = functools.cache(functools.partial(feature_worth, known.board, known.options))

    def placement(self, move: str) -> tuple[int, TurnedTile]:
        """Return the cell and the turned tile of a `place` move."""
        _verb, where, rotation, *named = move.split(" ")
        id = named[0] if named else self.hand[0]
        return CELLS[where], KINDS[id].looks[int(rotation) // 90]

    def tile_forecast(self, move: str) -> TileForecast:
        """Return the effect of a placement."""
        found = self._tile_forecasts.get(move)
        if found is None:
            found = self._tile_forecasts[move] = self._forecast_tile(move)
        return found

    def _forecast_tile(self, move: str) -> TileForecast:
        cell, look = self.placement(move)
        effect = self.ahead.effect_of(move)
        after = cast(Carcassonne, effect.after)
        takes_a_piece = after.phase == "piece" and (after.turn, after.last) == (self.seat, cell)
        lies = after.board
        if after.last != cell or any(event.kind == "return" for event in effect.trial_events):
            # Completed features are scored and empty by now, or more tiles have been placed.
            lies = self.board.copy()
            lies.place(cell, look)
        first = lies.cells[cell][0]
        touched = {lies.find(first + number): terrain for number, terrain in enumerate(look.kinds)}
        abbeys = [
            lies.abbeys[cell + step] for step in NEIGHBOUR_STEPS if cell + step in lies.abbeys
        ]
        joined = [
            self._joined_feature(lies, root) for root in (*touched, *abbeys) if root in lies.held
        ]
        free = [
            (TERRAIN[terrain], complete_points(lies, root, terrain, self.options))
            for root, terrain in touched.items()
            if terrain in (CITY, ROAD) and root not in lies.held and lies.is_closed(root)
        ]
        return TileForecast(
            tuple(completed_points(lies, cell, self.options).items()),
            tuple(filter(None, joined)),
            tuple(free),
            takes_a_piece,
        )

    def _joined_feature(self, lies: Board, root: int) -> FeatureAfterTile | None:
        """A feature after the placement; farms only if their leader or value changes."""
        parts = dict.fromkeys(self.board.find(piece.node) for piece in lies.held[root])
        terrain = lies.held[root][0].terrain
        if terrain == FARM and self.options["farms"] == "first":
            # The value of such a farm depends on other farms, so only its leaders are shown.
            leaders = tuple(winners(lies.held[root]))
            return (
                FeatureAfterTile("farm", leaders, (), 0, 0, False, ()) if len(parts) > 1 else None
            )
        worth = feature_worth(lies, self.options, root)
        before = tuple(self._worth(part).now for part in parts)
        if terrain == FARM and before == (worth.now,):
            return None
        is_complete = terrain != FARM and not worth.open
        goods = _goods(lies, root) if is_complete else ()
        return FeatureAfterTile(
            TERRAIN[terrain],
            tuple(worth.leaders),
            before,
            worth.now,
            worth.then,
            is_complete,
            goods,
        )

    def piece_forecast(self, move: str) -> PieceForecast:
        """Return the effect of a piece on the newest tile."""
        kind, name = move.split(" ")
        trial = self.board.copy()
        first, look = trial.cells[self.last]
        number = look.names.index(name)
        trial.put(self.seat, PIECES.index(kind), self.last, number)
        root, terrain = trial.find(first + number), look.kinds[number]
        worth = feature_worth(trial, self.options, root)
        now, then = worth.by_seat.get(self.seat, (0, 0))
        towns = trial.towns(root) if terrain == FARM else ()
        is_complete = terrain != FARM and not worth.open
        return PieceForecast(
            TERRAIN[terrain],
            now,
            then,
            is_complete,
            (sum(map(trial.is_closed, towns)), len(towns)),
            _goods(trial, root) if is_complete else (),
            tuple(completed_points(trial, self.last, self.options).items()),
        )

    def pieces_left(self, kind: str) -> int:
        """Return how many of a kind of piece the seat has."""
        return self._own[PIECES.index(kind)]

    def points_without_piece(self) -> Gains:
        """Return what the newest tile pays without a new piece of the viewer."""
        return tuple(completed_points(self.board, self.last, self.options).items())


def _goods(board: Board, root: int) -> Tokens:
    tally = board.tally[root]
    found = ((good, count_of(tally, GOOD[good])) for good in GOODS)
    return tuple((good, number) for good, number in found if number)
