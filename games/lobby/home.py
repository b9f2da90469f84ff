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
from ..models import Invitation, Membership, SavedTableSettings, Seat, Table
from ..table.access import FEW_TABLES, authenticated_user, listable_tables, with_free_seats
from ..table.blocking import hide_reservations
from ..table.views.cards import build_card, prefetch_seats, render_cards
from .matchmaking_views import settings_text
from .my_tables import attach_positions, group_tables, preview_stylesheets
from .table_settings import TableSettings

SHOWN = 6  # tables of one kind
MAX_WATCHED = 3  # positions of other people


class WatchedTables(NamedTuple):
    """Running tables of others, as a page shows them."""

    tables: list[Table]
    is_from_clubs: bool

    @property
    def edition(self) -> str:
        """Another one as soon as something is to be seen that was not there."""
        return ".".join(f"{table.key}-{table.version}" for table in self.tables)


def visitor_context(request: HttpRequest) -> dict[str, Any]:
    """What is being played, and where a friendly table waits for people."""
    seen, free = find_watched_tables(request.user), _find_tables_with_room(request.user)
    prefetch_seats([*seen.tables, *free])
    return {
        "playing": _render_watched_tables(request, seen),
        "free": _render_free_tables(request, free),
    }


def member_context(request: HttpRequest, *, and_others: bool = True) -> dict[str, Any]:
    """Somebody's own tables with their positions, free seats, and what others play."""
    user = authenticated_user(request)
    sits = _awaited_by_table(user)
    asked = Invitation.objects.pending().filter(user=user).order_by().values("table")
    living = Table.objects.filter(Q(pk__in=list(sits)) | Q(pk__in=asked), status__in=Table.LIVING)
    mine = {table.pk: table for table in living.order_by("-changed_at").defer("state")}
    awaited = [mine[pk] for pk in sits if sits[pk] and pk in mine and mine[pk].is_running]
    shown = [*awaited[:SHOWN], *_select_other_tables(mine.values(), awaited)]
    free = _find_tables_with_room(user, mine)
    seen = find_watched_tables(user, mine) if and_others else WatchedTables([], False)
    prefetch_seats([*shown, *seen.tables, *free])
    return {
        "waiting_count": len(awaited),
        "is_new": not mine,
        "has_more": len(mine) > len(shown),
        "mine": _render_my_tables(request, shown),
        "playing": _render_watched_tables(request, seen),
        "free": _render_free_tables(request, free),
        "last": _last_settings_context(user),
    }


def find_watched_tables(reader: Any, mine: Iterable[int] = ()) -> WatchedTables:
    """What others play now: in a member's clubs, or else in public."""
    running = Table.objects.filter(status=Table.Status.RUNNING).exclude(pk__in=mine)
    newest = running.order_by(*Table.order_of(Table.Status.RUNNING))
    wanted = Q(pk__in=newest.filter(visibility=Table.Visibility.PUBLIC).values("pk")[:MAX_WATCHED])
    if reader.is_authenticated:
        circles = Membership.objects.filter(user=reader).values("circle")
        wanted |= Q(pk__in=newest.filter(circle__in=circles).values("pk")[:MAX_WATCHED])
    found = newest.filter(wanted).defer("state")
    near = [table for table in found if table.circle_id is not None]
    return WatchedTables(near or list(found), is_from_clubs=bool(near))


@require_safe
def watched_fragment(request: HttpRequest) -> HttpResponse:
    """What is being played, as a script fetches it anew; nothing where a page shows just that."""
    mine = _awaited_by_table(request.user) if request.user.is_authenticated else ()
    seen = find_watched_tables(request.user, mine)
    if request.GET.get("seen", "") == seen.edition:
        return HttpResponse(status=204)
    prefetch_seats(seen.tables)
    return HttpResponse(_render_watched_tables(request, seen))


def _awaited_by_table(user: User) -> dict[int, bool]:
    """The tables at which somebody sits, most urgent first, and whether they are awaited there."""
    seats = Seat.objects.filter(user=user).not_over()
    urgent_first = seats.order_by(
        F("due_at").asc(nulls_last=True), F("waiting_since").asc(nulls_last=True), "-pk"
    )
    found = urgent_first.values_list("table", "waiting_since", "bot")[:FEW_TABLES]
    return {table: since is not None and not bot for table, since, bot in found}


def _select_other_tables(tables: Iterable[Table], awaited: list[Table]) -> list[Table]:
    """A few of somebody's other tables that run, and of those that have not started."""
    others = [table for table in tables if table not in awaited]
    running = [table for table in others if table.is_running]
    return running[:SHOWN] + [table for table in others if not table.is_running][:SHOWN]


def _find_tables_with_room(reader: Any, mine: Iterable[int] = ()) -> list[Table]:
    """Tables that ask for nothing and have a seat for this reader: friendly ones for strangers."""
    tables = listable_tables(reader).filter(status=Table.Status.OPEN, asks={}).exclude(pk__in=mine)
    if not _is_member(reader):
        tables = tables.filter(rated=False)
    newest = with_free_seats(tables, 1, reader).order_by(*Table.order_of(Table.Status.OPEN))
    return list(newest[:SHOWN])


def _is_member(reader: Any) -> bool:
    return bool(reader.is_authenticated and not reader.is_guest)


def _render_my_tables(request: HttpRequest, tables: list[Table]) -> SafeString:
    shown = [build_card(table, request.user) for table in tables]
    found = [part for part in group_tables(shown) if part.cards]
    return render_cards(
        "games/lobby/my_table_groups.html", request, parts=found, styles=preview_stylesheets(shown)
    )


def _render_watched_tables(request: HttpRequest, seen: WatchedTables) -> SafeString | str:
    """The positions of those tables, as everybody sees them; "" where nobody plays."""
    if not seen.tables:
        return ""
    shown = [build_card(table) for table in seen.tables]
    attach_positions(shown)
    told = {
        "title": _("In my clubs") if seen.is_from_clubs else _("Being played now"),
        "edition": seen.edition,
        "styles": preview_stylesheets(shown),
    }
    return render_cards("games/lobby/watched_tables.html", request, cards=shown, **told)


def _render_free_tables(request: HttpRequest, tables: list[Table]) -> SafeString | str:
    """Where their reader may sit down, each table with its terms; "" where there is no seat."""
    if not tables:
        return ""
    shown = [build_card(table) for table in tables]
    hide_reservations(((one.table, one.seats) for one in shown), None)
    attach_positions(shown)
    told = [
        (one, settings_text(TableSettings.from_table(one.table, one.seats), one.table.game))
        for one in shown
    ]
    return render_cards(
        "games/lobby/free_tables.html", request, cards=told, may_sit=_is_member(request.user)
    )


def _last_settings_context(user: User) -> dict[str, str]:
    """The game of which somebody opened a table last, with its terms in a line; {} for none."""
    kept = SavedTableSettings.objects.filter(user=user, name="", game__in=rules.catalogue())
    row = kept.order_by("-kept_at").first()
    if row is None:
        return {}
    terms = settings_text(TableSettings.from_row(row), row.game)
    return {"game": row.game, "name": presenter(row.game).name(), "terms": terms}
