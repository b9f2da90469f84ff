"""The public profile of a person: their ratings with graphs, and recent matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import FloatField, OuterRef, Subquery
from django.db.models.functions import Cast
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from portal.repository import PreparedQuery
from portal.translation_cache import get_language

from ..boards import Presenter, presenter, rendering
from ..models import Seat, Table
from ..ratings.models import Rating, RatingChange
from ..table.access import listable_tables, recent_tables_filter
from ..table.views.cards import seats_at, with_seats
from .rating_graph import RatingGraph, RatingStep, build_graph

RECENT_MATCHES = 12
GRAPH_MATCHES = 100

CHANGES_QUERY: PreparedQuery[Any] = PreparedQuery(
    lambda person, game: (
        RatingChange.objects.filter(user=person, game=game)
        .order_by("-at", "-pk")
        .values_list(*(Cast(name, FloatField()) for name in ("before", "delta", "after")), "at")
    )[:GRAPH_MATCHES]
)


@dataclass(frozen=True)
class GameRating:
    """A person's rating in one game."""

    presenter: Presenter
    rating: Rating
    graph: RatingGraph | None

    @property
    def curve(self) -> SafeString:
        assert self.graph is not None
        return rendering.render_chunk(get_language(), "games/rating_curve.html", self.graph)


@dataclass(frozen=True)
class PlayedMatch:
    """A finished match from one person's seat.

    `is_substitute`: the person took the seat over, so the result belongs to someone else.
    """

    table: Table
    seat: Seat
    others: tuple[Seat, ...]
    delta: Decimal | None
    is_substitute: bool = False

    @property
    def leave_reason(self) -> str:
        """How the person left before the end; "" if they did not, or took the seat over."""
        return "" if self.is_substitute else self.seat.leave_reason


def game_ratings(person: User) -> list[GameRating]:
    """Return the ratings of a person, the most played game first."""
    ratings = list(Rating.objects.filter(user=person).order_by("-played", "game"))
    return [
        GameRating(presenter(one.game), one, build_graph(_last_steps(person, one.game)))
        for one in ratings
    ]


def _last_steps(person: User, game: str) -> list[RatingStep]:
    """Return the last changes of a rating, oldest first."""
    return [RatingStep(*step) for step in reversed(CHANGES_QUERY.values(person.pk, game))]


def recent_matches(person: User, viewer: Any) -> list[PlayedMatch]:
    """Return the last finished matches that the viewer may see: public ones and shared ones."""
    change = RatingChange.objects.filter(table=OuterRef("pk"), user=person)
    tables = (
        listable_tables(viewer)
        .annotate(delta=Subquery(change.order_by().values("delta")))
        .filter(recent_tables_filter(person), status=Table.Status.FINISHED)
        .order_by("-ended_at", "-pk")
    )[:RECENT_MATCHES]
    return [_played_match(table, person) for table in with_seats(tables)]


def render_matches(matches: Sequence[PlayedMatch]) -> SafeString | str:
    """Render these matches as rows of a table; "" if there are none."""
    if not matches:
        return ""
    return SafeString(render_to_string("games/profile_matches.html", {"matches": matches}))


def _played_match(table: Any, person: User) -> PlayedMatch:
    seats = seats_at(table)
    own = next(seat for seat in seats if person.pk in (seat.user_id, seat.substitute_id))
    others = tuple(seat for seat in seats if seat is not own)
    is_substitute = own.user_id != person.pk
    return PlayedMatch(table, own, others, table.delta, is_substitute)
