"""The leaderboard of a circle: of its own matches that people have played out among themselves.

A match gives everybody the part of the others whom they left behind: 1 for the first place, 0 for
the last one. Matches with bots do not count; who is not in the circle any more is not listed, and
comes back with their points.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, ExpressionWrapper, F, FloatField, OuterRef, Q, Sum

from ..boards import Presenter, presenter
from ..models import Circle, Membership, Seat, Table


@dataclass(frozen=True)
class Line:
    """What somebody has reached in one game; `points` are parts of matches."""

    username: str
    matches: int
    won: int
    points: float


@dataclass(frozen=True)
class Board:
    game: str
    lines: list[Line]

    @property
    def presenter(self) -> Presenter:
        return presenter(self.game)


def boards(circle: Circle, game: str = "") -> list[Board]:
    """The leaderboards of a circle, of one game or of all, the most played first."""
    with_bot = Seat.objects.filter(table=OuterRef("table"), user=None)
    inside = Membership.objects.filter(circle=circle, user=OuterRef("user"))
    seats = Seat.objects.filter(
        Exists(inside),
        ~Exists(with_bot),
        table__circle=circle,
        table__status=Table.Status.FINISHED,
        table__seat_count__gt=1,
        rank__isnull=False,
        idle=False,
    )
    if game:
        seats = seats.filter(table__game=game)
    behind = ExpressionWrapper(
        (F("table__seat_count") - F("rank")) * 1.0 / (F("table__seat_count") - 1),
        output_field=FloatField(),
    )
    found = (
        seats.order_by()
        .values("table__game", "user__username")
        .annotate(matches=Count("pk"), won=Count("pk", filter=Q(rank=1)), points=Sum(behind))
    )
    lines: dict[str, list[Line]] = {}
    for row in found:
        line = Line(row["user__username"], row["matches"], row["won"], round(row["points"], 2))
        lines.setdefault(row["table__game"], []).append(line)
    return sorted(
        (Board(key, sorted(of_game, key=_best)) for key, of_game in lines.items()), key=_most_played
    )


def _best(line: Line) -> tuple[float, int, str]:
    return (-line.points, line.matches, line.username.lower())


def _most_played(board: Board) -> tuple[int, str]:
    return (-sum(line.matches for line in board.lines), board.game)
