"""The tables of the front page: where I am awaited, what is being played now, where a seat is free.

However many there are, it shows a few of each kind, and reads who sits at those alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import games.rules as rules
from accounts.models import User

from ..boards import presenter
from ..models import Invitation, KeptTerms, Membership, Seat, Table
from ..social.blocking import veil
from ..table.access import FEW_TABLES, listed_for, person, with_free_seats
from ..table.views.cards import card, drawn, read_seats
from .matchmaking_views import terms_text
from .my_tables import parts, show_positions, styles
from .table_settings import Terms

SHOWN = 6  # tables of one kind
WATCHED = 3  # positions of other people


class Watched(NamedTuple):
    """Running tables of others, as a page shows them."""

    tables: list[Table]
    of_circles: bool

    @property
    def edition(self) -> str:
        """Another one as soon as something is to be seen that was not there."""
        return ".".join(f"{table.key}-{table.version}" for table in self.tables)


def of_visitor(request: HttpRequest) -> dict[str, Any]:
    """What is being played, and where a friendly table waits for people."""
    seen, free = watched(request.user), _with_room(request.user)
    read_seats([*seen.tables, *free])
    return {"playing": _playing(request, seen), "free": _free(request, free)}


def of_member(request: HttpRequest, *, and_others: bool = True) -> dict[str, Any]:
    """Somebody's own tables with their positions, free seats, and what others play."""
    user = person(request)
    sits = _unfinished(user)
    asked = Invitation.objects.pending().filter(user=user).order_by().values("table")
    living = Table.objects.filter(Q(pk__in=list(sits)) | Q(pk__in=asked), status__in=Table.LIVING)
    mine = {table.pk: table for table in living.order_by("-changed_at").defer("state")}
    awaited = [mine[pk] for pk in sits if sits[pk] and pk in mine and mine[pk].is_running]
    shown = [*awaited[:SHOWN], *_some(mine.values(), awaited)]
    free = _with_room(user, mine)
    seen = watched(user, mine) if and_others else Watched([], False)
    read_seats([*shown, *seen.tables, *free])
    return {
        "waiting_count": len(awaited),
        "is_new": not mine,
        "has_more": len(mine) > len(shown),
        "mine": _mine(request, shown),
        "playing": _playing(request, seen),
        "free": _free(request, free),
        "last": _last(user),
    }


def watched(reader: Any, mine: Iterable[int] = ()) -> Watched:
    """What others play now: in a member's circles, or else in public."""
    running = Table.objects.filter(status=Table.Status.RUNNING).exclude(pk__in=mine)
    newest = running.order_by(*Table.order_of(Table.Status.RUNNING))
    wanted = Q(pk__in=newest.filter(visibility=Table.Visibility.PUBLIC).values("pk")[:WATCHED])
    if reader.is_authenticated:
        circles = Membership.objects.filter(user=reader).values("circle")
        wanted |= Q(pk__in=newest.filter(circle__in=circles).values("pk")[:WATCHED])
    found = newest.filter(wanted).defer("state")
    near = [table for table in found if table.circle_id is not None]
    return Watched(near or list(found), of_circles=bool(near))


@require_safe
def playing_now(request: HttpRequest) -> HttpResponse:
    """What is being played, as a script fetches it anew; nothing where a page shows just that."""
    mine = _unfinished(request.user) if request.user.is_authenticated else ()
    seen = watched(request.user, mine)
    if request.GET.get("seen", "") == seen.edition:
        return HttpResponse(status=204)
    read_seats(seen.tables)
    return HttpResponse(_playing(request, seen))


def _unfinished(user: User) -> dict[int, bool]:
    """The tables at which somebody sits, most urgent first, and whether they are awaited there."""
    seats = Seat.objects.filter(user=user).unfinished()
    urgent_first = seats.order_by(
        F("due_at").asc(nulls_last=True), F("waiting_since").asc(nulls_last=True), "-pk"
    )
    found = urgent_first.values_list("table", "waiting_since", "bot")[:FEW_TABLES]
    return {table: since is not None and not bot for table, since, bot in found}


def _some(tables: Iterable[Table], awaited: list[Table]) -> list[Table]:
    """A few of somebody's other tables that run, and of those that have not started."""
    others = [table for table in tables if table not in awaited]
    running = [table for table in others if table.is_running]
    return running[:SHOWN] + [table for table in others if not table.is_running][:SHOWN]


def _with_room(reader: Any, mine: Iterable[int] = ()) -> list[Table]:
    """Tables that ask for nothing and have a seat for this reader: friendly ones for strangers."""
    tables = listed_for(reader).filter(status=Table.Status.OPEN, asks={}).exclude(pk__in=mine)
    if not _is_member(reader):
        tables = tables.filter(rated=False)
    newest = with_free_seats(tables, 1, reader).order_by(*Table.order_of(Table.Status.OPEN))
    return list(newest[:SHOWN])


def _is_member(reader: Any) -> bool:
    return bool(reader.is_authenticated and not reader.is_guest)


def _mine(request: HttpRequest, tables: list[Table]) -> SafeString:
    shown = [card(table, request.user) for table in tables]
    found = [part for part in parts(shown) if part.cards]
    return drawn("games/my_parts.html", request, parts=found, styles=styles(shown))


def _playing(request: HttpRequest, seen: Watched) -> SafeString | str:
    """The positions of those tables, as everybody sees them; "" where nobody plays."""
    if not seen.tables:
        return ""
    shown = [card(table) for table in seen.tables]
    show_positions(shown)
    told = {
        "title": _("In my circles") if seen.of_circles else _("Being played now"),
        "edition": seen.edition,
        "styles": styles(shown),
    }
    return drawn("games/playing.html", request, cards=shown, **told)


def _free(request: HttpRequest, tables: list[Table]) -> SafeString | str:
    """Where their reader may sit down, each table with its terms; "" where there is no seat."""
    if not tables:
        return ""
    shown = [card(table) for table in tables]
    veil(((one.table, one.seats) for one in shown), None)
    show_positions(shown)
    told = [
        (one, terms_text(Terms.of_table(one.table, one.seats), one.table.game)) for one in shown
    ]
    return drawn("games/free.html", request, cards=told, may_sit=_is_member(request.user))


def _last(user: User) -> dict[str, str]:
    """The game of which somebody opened a table last, with its terms in a line; {} for none."""
    kept = KeptTerms.objects.filter(user=user, name="", game__in=rules.catalogue())
    row = kept.order_by("-kept_at").first()
    if row is None:
        return {}
    terms = terms_text(Terms.of_row(row), row.game)
    return {"game": row.game, "name": presenter(row.game).name(), "terms": terms}
