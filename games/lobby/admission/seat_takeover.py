"""Seat takeover: which seats of running matches a person can take over, and taking one over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Avg
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.user_locks import lock_users_with_rows

from ...availability import descriptions
from ...boards import Presenter, presenter
from ...boards.translations import join_list
from ...models import Seat, Substitution, Table
from ...table.access import is_visible_to, listable_tables
from ...table.errors import MatchLoadError
from ...table.session.loader import load_match, rules_guard, seats_of
from ...table.session.move_numbers import numbering_for
from ...table.session.substitutes import seat_substitute
from ...table.session.transaction import commit, open_table
from ...table.vacancies import vacant_seats
from ...table.views import tips
from ...table.views.scenes import build_scene
from ...time_controls import clock_text
from ..eligibility import TAKE_OVER, Eligibility, TakeoverRequest, filter_for_takeover
from ..eligibility import find_eligibility as find

if TYPE_CHECKING:
    from accounts.models import User

MAX_COMPARED = 50  # finished matches from which the usual length is taken


@dataclass(frozen=True)
class Vacancy:
    """A seat that can be taken over, with what everyone may know of its position.

    Attributes:
        points: its visible points; None if they are hidden.
        place: its place by visible points; None if those of a seat are hidden.
        reason: why it is vacant, in words.
    """

    seat: Seat
    points: int | None
    place: int | None
    reason: str

    @property
    def score_text(self) -> str:
        """Place and points in words, as far as they are visible."""
        if self.points is None:
            return _("The points are hidden.")
        points = ngettext("%(points)s point", "%(points)s points", self.points) % {
            "points": self.points
        }
        if self.place is None:
            return points
        return _("place %(place)s of %(of)s, %(points)s") % {
            "place": self.place,
            "of": self.seat.table.seat_count,
            "points": points,
        }


@dataclass(frozen=True)
class Takeover:
    """A running match with its vacant seats, for a list or the page of a table.

    Attributes:
        progress: how far the match is, in words.
        pace: its clock, in words.
    """

    table: Table
    presenter: Presenter
    seats: Sequence[Seat]
    vacancies: Sequence[Vacancy]
    progress: str
    pace: str

    @property
    def players(self) -> Sequence[Seat]:
        """The seats that people play now."""
        return [seat for seat in self.seats if seat.is_played_by_person]

    @property
    def player_names(self) -> str:
        return join_list(seat.name for seat in self.players)

    @property
    def clock_name(self) -> str:
        """Its clock in a few words."""
        return clock_text(self.table.clock)

    @property
    def is_rating_possible(self) -> bool:
        """Whether a substitute can gain rating points."""
        return self.table.rated and self.table.substitutes == Table.Substitutes.RATED


def take_over(key: str, user: User, number: int) -> Table:
    """Take over a vacant seat of a running match.

    Raises:
        Table.DoesNotExist: no table has this key, or the user may not know of it.
        ActionError: the match is over, the seat is not vacant any more, or this person may not take
            it over; nothing has changed.
        AccountClosedError: their account is closed.
    """
    with transaction.atomic():
        user = lock_users_with_rows(user)[user.pk]
        with open_table(key) as session:
            table = session.table
            if not is_visible_to(table, user):
                raise Table.DoesNotExist
            seat = next((one for one in session.seats if one.number == number), None)
            if seat is not None and seat.user_id == user.pk and not seat.bot:
                rows = Substitution.objects.filter(table=table, to_user=user, seat=number)
                if rows.exists():
                    return table  # the form was sent twice
            request = TakeoverRequest(TAKE_OVER, user, table, session.seats, vacancy=seat)
            find(request).check()
            assert seat is not None
            is_new = bool(tips.beginners(table.game, [user]))
            seat_substitute(session, seat, user, has_tips=is_new)
            commit([session])
            return table


def find_takeover_eligibility(takeover: Takeover, user: User) -> Eligibility:
    """Return whether this person may take over one of the vacant seats, or why not."""
    first = next(iter(takeover.vacancies), None)
    request = TakeoverRequest(
        TAKE_OVER,
        user,
        takeover.table,
        takeover.seats,
        vacancy=None if first is None else first.seat,
    )
    return find(request)


def tables_with_vacancies(user: Any) -> Any:
    """Return the tables whose vacant seats lists may show this person."""
    person = user if user is not None and user.is_authenticated else None
    return filter_for_takeover(listable_tables(user), person)


def build_takeovers(tables: Iterable[Table]) -> list[Takeover]:
    """Return these tables with their vacant seats; matches that cannot be loaded are left out."""
    found = []
    for table in tables:
        try:
            found.append(build_takeover(table))
        except MatchLoadError:
            continue
    return [one for one in found if one.vacancies]


def build_takeover(table: Table) -> Takeover:
    """Return the vacant seats of a table, with what everyone may know of them.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    show, seats = presenter(table.game), seats_of(table)
    vacant = vacant_seats(table, seats, timezone.now())
    if not vacant:
        return Takeover(table, show, seats, (), "", "")
    match = load_match(table)
    with rules_guard(table):
        scene = build_scene(match, None, [seat.name for seat in seats], in_words=False)
        points = [one.total for one in show.points(scene)]
    vacancies = [
        Vacancy(seat, points[seat.number], _place(points, seat.number), _reason_text(seat))
        for seat in vacant
    ]
    progress = _progress_text(table, scene.view)
    return Takeover(table, show, seats, vacancies, progress, descriptions.time_rules_text(table))


def _place(points: Sequence[int | None], number: int) -> int | None:
    own = points[number]
    if own is None or None in points:
        return None
    return 1 + sum(other is not None and other > own for other in points)


def _reason_text(seat: Seat) -> str:
    name = {"name": seat.name}
    if not seat.bot:
        return _("%(name)s offers this seat and plays until it is taken.") % name
    if seat.user_id is None:
        return _("A bot plays here.")
    if seat.leave_reason == Seat.LeaveReason.TIMED_OUT:
        return _("%(name)s ran out of time. A bot plays in their place.") % name
    return _("%(name)s has left. A bot plays in their place.") % name


def _progress_text(table: Table, view: Any) -> str:
    """Return how far a match is: its round if the game shows one, else its length so far."""
    now, of = view.get("round"), view.get("rounds")
    if isinstance(now, int) and isinstance(of, int):
        left = max(0, of - now)
        text = ngettext("%(n)s round left after this one", "%(n)s rounds left after this one", left)
        return text % {"n": left}
    moves = numbering_for(table, None).moves
    played = Table.objects.filter(
        game=table.game, seat_count=table.seat_count, status=Table.Status.FINISHED
    ).order_by("-ended_at", "-pk")[:MAX_COMPARED]
    usual = Table.objects.filter(pk__in=list(played.values_list("pk", flat=True)))
    average = usual.aggregate(usual=Avg("move_count"))["usual"]
    if not average or table.public_moves is None:
        return ngettext("%(n)s move so far", "%(n)s moves so far", moves) % {"n": moves}
    left = max(0, round(average) - moves)
    text = ngettext(
        "%(n)s move so far, usually about %(left)s more",
        "%(n)s moves so far, usually about %(left)s more",
        moves,
    )
    return text % {"n": moves, "left": left}
