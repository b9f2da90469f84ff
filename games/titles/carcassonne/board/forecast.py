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
from ..rules.components import CITY, FARM, GOOD, KINDS, PIECES, ROAD, TERRAIN, TurnedTile, count_of
from ..rules.features import FeatureWorth, feature_worth
from ..rules.scoring import complete_points, completed_points, winners
from .scene_access import match_of, open_hand, view_of

Gains = tuple[tuple[int, int], ...]  # (seat, points)
Tokens = tuple[tuple[str, int], ...]  # (good, how many)


class FeatureForecast(NamedTuple):
    """A road, city, monastery or farm with pieces, as it would be after a move.

    Attributes:
        now, then: its points if the match ended then, and when complete; after a piece, the
            viewer's own.
        is_complete: whether it is complete, so that it pays `then` at once.
        goods: what the seat that completes it takes.
        leaders: after a tile, the seats that would get points for it.
        before: present points of each of the features that a tile joins.
        towns: beside a farm with a new piece, how many complete cities lie, and how many in all.
        gains: after a piece, the points of all seats at the end of this part.
    """

    kind: str
    now: int
    then: int
    is_complete: bool
    goods: Tokens = ()
    leaders: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    towns: tuple[int, int] = (0, 0)
    gains: Gains = ()


class TileForecast(NamedTuple):
    """The effect of a placement: points scored at once by seat, and the features it joins.

    `free` are completed features without followers: (kind, points for a follower on it).
    """

    gains: Gains
    joined: tuple[FeatureForecast, ...]
    free: tuple[tuple[str, int], ...]
    can_take_piece: bool


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
        self._worth = functools.cache(functools.partial(feature_worth, known.board, known.options))

    def placement(self, move: str) -> tuple[int, TurnedTile]:
        """Return the cell and the turned tile of a `place` move."""
        _verb, where, rotation, *named = move.split(" ")
        id = named[0] if named else self.hand[0]
        return CELLS[where], KINDS[id].looks[int(rotation) // 90]

    def tile_forecast(self, move: str) -> TileForecast:
        """Return the effect of a placement."""
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
        abbeys = (lies.abbeys.get(cell + step) for step in NEIGHBOUR_STEPS)
        joined = (
            self._joined_feature(lies, root) for root in (*touched, *abbeys) if root in lies.held
        )
        free = (
            (TERRAIN[terrain], complete_points(lies, root, terrain, self.options))
            for root, terrain in touched.items()
            if terrain in (CITY, ROAD) and root not in lies.held and lies.is_closed(root)
        )
        gains = tuple(completed_points(lies, cell, self.options).items())
        return TileForecast(gains, tuple(filter(None, joined)), tuple(free), takes_a_piece)

    def _joined_feature(self, lies: Board, root: int) -> FeatureForecast | None:
        """A feature after the placement; farms only if their leader or value changes."""
        parts = dict.fromkeys(self.board.find(piece.node) for piece in lies.held[root])
        terrain = lies.held[root][0].terrain
        if terrain == FARM and self.options["farms"] == "first":
            # The value of such a farm depends on other farms, so only its leaders are shown.
            leaders = tuple(winners(lies.held[root]))
            found = FeatureForecast("farm", 0, 0, is_complete=False, leaders=leaders)
            return found if len(parts) > 1 else None
        worth = feature_worth(lies, self.options, root)
        before = tuple(self._worth(part).now for part in parts)
        if terrain == FARM and before == (worth.now,):
            return None
        found = _feature_forecast(lies, root, worth, worth.now, worth.then)
        return found._replace(leaders=tuple(worth.leaders), before=before)

    def piece_forecast(self, move: str) -> FeatureForecast:
        """Return the effect of a piece on the newest tile."""
        kind, name = move.split(" ")
        trial = self.board.copy()
        first, look = trial.cells[self.last]
        number = look.names.index(name)
        trial.put(self.seat, PIECES.index(kind), self.last, number)
        root = trial.find(first + number)
        worth = feature_worth(trial, self.options, root)
        towns = trial.towns(root) if look.kinds[number] == FARM else ()
        own = worth.by_seat.get(self.seat, (0, 0))
        return _feature_forecast(trial, root, worth, *own)._replace(
            towns=(sum(map(trial.is_closed, towns)), len(towns)),
            gains=tuple(completed_points(trial, self.last, self.options).items()),
        )

    def pieces_left(self, kind: str) -> int:
        """Return how many of a kind of piece the seat has."""
        return self._own[PIECES.index(kind)]

    def points_without_piece(self) -> Gains:
        """Return what the newest tile pays without a new piece of the viewer."""
        return tuple(completed_points(self.board, self.last, self.options).items())


def _feature_forecast(
    board: Board, root: int, worth: FeatureWorth, now: int, then: int
) -> FeatureForecast:
    terrain, goods = board.held[root][0].terrain, board.tally[root]
    is_complete = terrain != FARM and not worth.open
    found = ((good, count_of(goods, unit)) for good, unit in GOOD.items() if is_complete)
    return FeatureForecast(
        TERRAIN[terrain], now, then, is_complete, tuple((good, n) for good, n in found if n)
    )
