"""The tables on the home page: the user's own tables, running tables, and free seats.

It shows a few tables of each kind, and loads the seats of only those.
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
from accounts.requests import authenticated_user

from ...boards import presenter
from ...models import Invitation, Membership, Seat, Table
from ...table.access import FEW_TABLES, listable_tables, with_free_seats
from ...table.blocking import hide_reservations
from ...table.views.cards import build_card, prefetch_seats, render_cards
from ..admission.matchmaking_views import settings_text
from ..models import SavedTableSettings
from ..table_settings import TableSettings
from .my_tables import attach_positions, attach_previews, group_tables, preview_stylesheets

NOT_ARRANGED = {"arranges": False, "compact": False, "manual": False, "query": ""}
SHOWN = 6  # tables of one kind
MAX_WATCHED = 3  # running tables of other people


class WatchedTables(NamedTuple):
    """Running tables of other people that a page shows."""

    tables: list[Table]
    is_from_clubs: bool

    @property
    def edition(self) -> str:
        """A string that changes as soon as any of the shown positions changes."""
        return ".".join(f"{table.key}-{table.version}" for table in self.tables)


def visitor_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context for visitors: running tables, and friendly tables with free seats."""
    seen, free = find_watched_tables(request.user), _find_tables_with_room(request.user)
    prefetch_seats([*seen.tables, *free])
    return {
        "playing": _render_watched_tables(request, seen),
        "free": _render_free_tables(request, free),
    }


def member_context(request: HttpRequest, *, and_others: bool = True) -> dict[str, Any]:
    """Return the context for members: their own tables, free seats, and tables of others.

    `and_others`: whether to include running tables of other people.
    """
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
    """Return running tables of others: of the reader's clubs, or else public ones.

    `mine` are ids of tables to leave out.
    """
    running = Table.objects.filter(status=Table.Status.RUNNING).exclude(pk__in=mine)
    newest = running.order_by(*Table.order_of(Table.Status.RUNNING))
    wanted = Q(pk__in=newest.filter(visibility=Table.Visibility.PUBLIC).values("pk")[:MAX_WATCHED])
    if reader.is_authenticated:
        clubs = Membership.objects.filter(user=reader).values("club")
        wanted |= Q(pk__in=newest.filter(club__in=clubs).values("pk")[:MAX_WATCHED])
    found = newest.filter(wanted).defer("state")
    near = [table for table in found if table.club_id is not None]
    return WatchedTables(near or list(found), is_from_clubs=bool(near))


@require_safe
def watched_fragment(request: HttpRequest) -> HttpResponse:
    """Show the running tables again for a script; 204 if the page already shows these positions."""
    mine = _awaited_by_table(request.user) if request.user.is_authenticated else ()
    seen = find_watched_tables(request.user, mine)
    if request.GET.get("seen", "") == seen.edition:
        return HttpResponse(status=204)
    prefetch_seats(seen.tables)
    return HttpResponse(_render_watched_tables(request, seen))


def _awaited_by_table(user: User) -> dict[int, bool]:
    """Return ids of the person's unfinished tables, most urgent first: whether they must move."""
    seats = Seat.objects.filter(user=user).not_over()
    urgent_first = seats.order_by(
        F("due_at").asc(nulls_last=True), F("waiting_since").asc(nulls_last=True), "-pk"
    )
    found = urgent_first.values_list("table", "waiting_since", "bot")[:FEW_TABLES]
    return {table: since is not None and not bot for table, since, bot in found}


def _select_other_tables(tables: Iterable[Table], awaited: list[Table]) -> list[Table]:
    """Return a few other running tables of the person, and a few pending ones."""
    others = [table for table in tables if table not in awaited]
    running = [table for table in others if table.is_running]
    return running[:SHOWN] + [table for table in others if not table.is_running][:SHOWN]


def _find_tables_with_room(reader: Any, mine: Iterable[int] = ()) -> list[Table]:
    """Return open tables without requirements that have a free seat for this reader.

    Visitors and guests see only friendly ones.
    """
    tables = (
        listable_tables(reader)
        .filter(status=Table.Status.OPEN, requirements={})
        .exclude(pk__in=mine)
    )
    if not _is_member(reader):
        tables = tables.filter(rated=False)
    newest = with_free_seats(tables, 1, reader).order_by(*Table.order_of(Table.Status.OPEN))
    return list(newest[:SHOWN])


def _is_member(reader: Any) -> bool:
    return bool(reader.is_authenticated and not reader.is_guest)


def _render_my_tables(request: HttpRequest, tables: list[Table]) -> SafeString:
    shown = [build_card(table, request.user) for table in tables]
    found = [part for part in group_tables(shown) if part.cards]
    attach_previews(found)
    return render_cards(
        "lobby/my_table_groups.html",
        request,
        parts=found,
        styles=preview_stylesheets(shown),
        **NOT_ARRANGED,
    )


def _render_watched_tables(request: HttpRequest, seen: WatchedTables) -> SafeString | str:
    """Render these tables with their positions as spectators see them; "" if there are none."""
    if not seen.tables:
        return ""
    cards = [build_card(table) for table in seen.tables]
    attach_positions(cards)
    context = {
        "title": _("In my clubs") if seen.is_from_clubs else _("Being played now"),
        "edition": seen.edition,
        "styles": preview_stylesheets(cards),
    }
    return render_cards("lobby/watched_tables.html", request, cards=cards, **context)


def _render_free_tables(request: HttpRequest, tables: list[Table]) -> SafeString | str:
    """Render tables that the reader can join, each with its settings; "" if there are none."""
    if not tables:
        return ""
    cards = [build_card(table) for table in tables]
    hide_reservations(((one.table, one.seats) for one in cards), None)
    attach_positions(cards)
    cards_with_settings = [
        (one, settings_text(TableSettings.from_table(one.table, one.seats), one.table.game))
        for one in cards
    ]
    return render_cards(
        "lobby/free_tables.html",
        request,
        cards=cards_with_settings,
        may_sit=_is_member(request.user),
    )


def _last_settings_context(user: User) -> dict[str, str]:
    """Return the game and settings of the last table that the person opened; {} if none."""
    kept = SavedTableSettings.objects.filter(user=user, name="", game__in=rules.catalogue())
    row = kept.order_by("-saved_at").first()
    if row is None:
        return {}
    terms = settings_text(TableSettings.from_row(row), row.game)
    return {"game": row.game, "name": presenter(row.game).name(), "terms": terms}
