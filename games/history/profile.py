"""What others may see of a person: since when, ratings with their curves, recent matches."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from itertools import starmap
from typing import Any

from django.db.models import FloatField, Prefetch
from django.db.models.functions import Cast

from accounts.models import User

from ..boards import Presenter, presenter
from ..models import Rating, RatingChange, Seat, Table
from ..ratings import incidents
from ..table.access import listed_for, tables_with
from .rating_graph import RatingGraph, Step, draw

RECENT_MATCHES = 12
LATEST_MATCHES = 100  # that say how reliable somebody is
GRAPH_MATCHES = 100


@dataclass(frozen=True)
class GameRecord:
    """A person's standing in one game."""

    presenter: Presenter
    rating: Rating
    graph: RatingGraph | None


@dataclass(frozen=True)
class PlayedMatch:
    """A finished match from this person's seat."""

    table: Table
    seat: Seat
    others: tuple[Seat, ...]
    delta: Decimal | None


def records(person: User) -> list[GameRecord]:
    """One for each game with a rating, the most played first."""
    ratings = Rating.objects.filter(user=person).order_by("-played", "game")
    return [
        GameRecord(presenter(rating.game), rating, draw(_latest_changes(person, rating.game)))
        for rating in ratings
    ]


def _latest_changes(person: User, game: str) -> list[Step]:
    rows = (
        RatingChange.objects.filter(user=person, game=game)
        .order_by("-at", "-pk")
        .values_list(*(Cast(name, FloatField()) for name in ("before", "delta", "after")), "at")
    )
    return list(starmap(Step, rows[:GRAPH_MATCHES]))[::-1]


@dataclass(frozen=True)
class Reliability:
    """How many of a person's latest matches are over, and were played to the end.

    Who hardly played a match and did not leave it has done nothing there that says anything.

    `absences`: how often within a year they were away and their time ran out. What was lost in one
    absence is one match here.
    """

    finished: int
    stayed: int
    absences: int


def reliability(person: User) -> Reliability:
    over = Seat.objects.filter(user=person, rank__isnull=False)
    over = over.exclude(idle=True, left=Seat.Left.STAYED).order_by("-pk")
    latest = list(over.values_list("left", "incident")[:LATEST_MATCHES])
    together = {incident for _left, incident in latest if incident is not None}
    each = sum(incident is None for _left, incident in latest)
    stayed = sum(left == Seat.Left.STAYED for left, _incident in latest)
    return Reliability(each + len(together), stayed, incidents.marks(person.pk))


def recent_matches(person: User, viewer: Any) -> list[PlayedMatch]:
    """The last finished matches that the viewer may know of: public ones and shared ones."""
    tables = (
        listed_for(viewer)
        .filter(tables_with(Seat.objects.filter(user=person)), status=Table.Status.FINISHED)
        .order_by("-ended_at", "-pk")
        .prefetch_related(Prefetch("seat_set", Seat.objects.select_related("user")))
    )[:RECENT_MATCHES]
    # Of all who played: asked for one person's, a database may go through all their matches.
    changes = RatingChange.objects.filter(table__in=list(tables)).values_list(
        "user", "table", "delta"
    )
    deltas = {table: delta for user, table, delta in changes if user == person.pk}
    return [_played(table, person, deltas.get(table.pk)) for table in tables]


def _played(table: Table, person: User, delta: Decimal | None) -> PlayedMatch:
    seats = table.seat_set.all()
    own = next(seat for seat in seats if seat.user_id == person.pk)
    others = tuple(seat for seat in seats if seat is not own)
    return PlayedMatch(table, own, others, delta)
