"""Boards and points of a match between clubs, as its page and the API show them.

Points are computed from the results of the tables, so that a later decision about a table counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from ..models import Club, Seat, Table
from .models import ClubMatch, ClubMatchBoard, ClubMatchPlayer
from .pairing import home_share


@dataclass(frozen=True)
class BoardResult:
    """A board with the seats of both clubs.

    Attributes:
        points: of the home club and the away club; None while the table runs, and if it was called
            off or annulled.
    """

    board: ClubMatchBoard
    home: Sequence[Seat]
    away: Sequence[Seat]
    points: tuple[float, float] | None

    @property
    def table(self) -> Table:
        return self.board.table


@dataclass(frozen=True)
class Score:
    """The boards of a match, and the points of the home club and the away club so far."""

    boards: Sequence[BoardResult]
    home: float
    away: float

    @property
    def decided_count(self) -> int:
        """How many boards have points."""
        return sum(one.points is not None for one in self.boards)


def score_of(match: ClubMatch) -> Score:
    """Return the boards and points of a match, with two queries."""
    boards = list(match.boards.select_related("table"))
    found = Seat.objects.filter(table__in=[one.table_id for one in boards])
    rows = list(found.select_related("user", "substitute").order_by("table", "number"))
    tables = {one.table_id: one.table for one in boards}
    for seat in rows:
        seat.table = tables[seat.table_id]
    seats = {table: list(group) for table, group in groupby(rows, lambda seat: seat.table_id)}
    results = [_result_of(match, one, seats.get(one.table_id, [])) for one in boards]
    points = [one.points for one in results if one.points is not None]
    return Score(results, sum(home for home, _ in points), sum(away for _, away in points))


def _result_of(match: ClubMatch, board: ClubMatchBoard, seats: Sequence[Seat]) -> BoardResult:
    for seat in seats:
        seat.table = board.table
    home = [seat for seat in seats if seat.user_id in board.home_users]
    away = [seat for seat in seats if seat.user_id not in board.home_users]
    points = None
    if _counts(match, board.table) and home and away:
        share = home_share([_place(seat) for seat in home], [_place(seat) for seat in away])
        points = share, 1 - share
    return BoardResult(board, home, away, points)


def _counts(match: ClubMatch, table: Table) -> bool:
    """Whether a table gives points: it is finished, and moderators have not annulled it."""
    is_annulled = bool(match.table_settings["rated"]) and not table.rated
    return table.status == Table.Status.FINISHED and not is_annulled


def _place(seat: Seat) -> int:
    """The place of a seat; people for whom a bot finished come after all others."""
    return (seat.rank or 0) + (1000 if seat.bot else 0)


def players_of(match: ClubMatch, club: Club) -> list[ClubMatchPlayer]:
    """Return who has entered for a club, in the order of boards if its leaders chose one."""
    players = match.players.filter(club=club).select_related("user")
    return sorted(players, key=lambda one: (one.position is None, one.position or 0, one.pk))
