"""Views of a person's own tables: the list, its arrangement and archive, and the next table."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import TableListSettings, User
from accounts.requests import authenticated_user
from portal.http.pagination import cursor_page
from portal.http.refusals import refusal_as_message

from ...models import Table
from ...table.turn_order import leave_for_later, load_turn_order
from ...table.views.cards import build_table_cards, prefetch_seats, render_cards
from ...table.views.pages import get_visible_table
from ...table.views.turn_counter import count_tables_to_move
from . import arrangement
from .my_table_filter import MyTableFilter, filter_fields
from .my_tables import (
    TableGroup,
    attach_positions,
    attach_previews,
    load_my_tables,
    preview_stylesheets,
)
from .offline_turns import load_offline_turns
from .offline_turns import preview_stylesheets as offline_stylesheets

PAGE_LENGTH = 24


@login_required
@require_safe
def my_tables(request: HttpRequest) -> HttpResponse:
    """List the user's tables: first those that wait for them, then all others."""
    user = authenticated_user(request)
    wanted = MyTableFilter.of(request.GET)
    groups = load_my_tables(user, wanted)
    if wanted.query:
        listed = arrangement.listed_table_ids(user)
    else:
        listed = [card.table.pk for group in groups for card in group.cards]
    context = {
        "lists": _render_lists(request, groups, wanted),
        "wanted": wanted,
        "fields": filter_fields(user, listed, wanted),
        "settings": TableListSettings.of(user),
    }
    return render(request, "lobby/my_tables.html", context)


@require_safe
def my_table_lists(request: HttpRequest) -> HttpResponse:
    """Show the part of the user's tables that a script reloads; 204 after signing out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    wanted = MyTableFilter.of(request.GET)
    groups = load_my_tables(authenticated_user(request), wanted)
    return HttpResponse(_render_lists(request, groups, wanted))


def _render_lists(
    request: HttpRequest, groups: list[TableGroup], wanted: MyTableFilter
) -> SafeString:
    """Render the user's tables in groups, which are filtered by the query of the address."""
    attach_previews(groups)
    is_filtered = bool(wanted.query)
    user = authenticated_user(request)
    waiting = count_tables_to_move(user) if is_filtered else len(groups[0].cards)
    return _render_groups(request, groups, wanted.query, waiting)


def _render_groups(
    request: HttpRequest,
    groups: list[TableGroup],
    query: str = "",
    waiting: int | None = None,
    *,
    archived: bool = False,
) -> SafeString:
    """Render groups of the user's tables with the forms by which they arrange them."""
    chosen = TableListSettings.of(authenticated_user(request))
    return render_cards(
        "lobby/my_table_lists.html",
        request,
        parts=groups,
        styles=preview_stylesheets(card for group in groups for card in group.cards),
        arranges=True,
        archived=archived,
        compact=chosen.layout == TableListSettings.Layout.COMPACT,
        manual=chosen.sort == TableListSettings.Sort.MANUAL and not archived,
        query=f"?{query}" if query else "",
        waiting=waiting,
    )


@login_required
@require_safe
def offline_turns(request: HttpRequest) -> HttpResponse:
    """Show the page that a device stores to prepare turns without a connection."""
    turns, has_more = load_offline_turns(authenticated_user(request))
    context = {"turns": turns, "has_more": has_more, "styles": offline_stylesheets(turns)}
    return render(request, "lobby/offline_turns.html", context)


@login_required
@require_safe
def archive_page(request: HttpRequest) -> HttpResponse:
    """List the user's archived tables, those archived last first."""
    user = authenticated_user(request)
    rows = arrangement.archived_rows(user)
    page = cursor_page(rows, ("-archived_at", "-pk"), PAGE_LENGTH, request.GET)
    tables = [row.table for row in page]
    prefetch_seats(tables)
    cards = build_table_cards(tables, user)
    attach_positions(cards)
    group = TableGroup("archived", _("Archived tables"), cards)
    lists = _render_groups(request, [group], archived=True)
    return render(request, "lobby/archived_tables.html", {"lists": lists, "page": page})


@require_POST
@login_required
def change_list_settings(request: HttpRequest) -> HttpResponse:
    """Store the layout or the sort of the user's list, depending on the pressed button."""
    choices = {"layout": TableListSettings.Layout, "sort": TableListSettings.Sort}
    chosen = {name: request.POST.get(name, "") for name in choices}
    arrangement.change_settings(
        authenticated_user(request),
        **{name: value for name, value in chosen.items() if value in choices[name].values},
    )
    return _redirect_to_list(request)


@require_POST
@login_required
def archive_finished(request: HttpRequest) -> HttpResponse:
    """Archive all finished tables of the user."""
    count = arrangement.archive_finished(authenticated_user(request))
    text = ngettext("%(n)d table archived.", "%(n)d tables archived.", count)
    messages.success(request, text % {"n": count})
    return _redirect_to_list(request)


def _list_action(
    action: Callable[[HttpRequest, User, str], str],
) -> Callable[..., HttpResponse]:
    """Return the view of an action, which returns the id of the element that gets the focus."""

    @require_POST
    @login_required
    def view(request: HttpRequest, key: str) -> HttpResponse:
        try:
            with refusal_as_message(request):
                focus = action(request, authenticated_user(request), key)
                return _redirect_to_list(request, focus)
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        return _redirect_to_list(request)

    return view


@_list_action
def pin(request: HttpRequest, user: User, key: str) -> str:
    """Pin a table, or unpin it if `pinned` is 0."""
    arrangement.pin(user, key, is_pinned=request.POST.get("pinned") != "0")
    return f"pin-{key}"


@_list_action
def archive(request: HttpRequest, user: User, key: str) -> str:
    """Archive a finished table, or return it to the list if `archived` is 0."""
    is_archived = request.POST.get("archived") != "0"
    arrangement.archive(user, key, is_archived=is_archived)
    text = _("Table archived.") if is_archived else _("The table is in your list again.")
    messages.success(request, text)
    return ""


@_list_action
def place(request: HttpRequest, user: User, key: str) -> str:
    """Place a table directly before or after another one."""
    is_after = "after" in request.POST
    neighbour = request.POST.get("after" if is_after else "before", "")
    arrangement.place(user, key, neighbour, is_after=is_after)
    return f"{'down' if is_after else 'up'}-{key}"


def _redirect_to_list(request: HttpRequest, focus: str = "") -> HttpResponse:
    """Return to the list or the archive from which a form was sent."""
    name = "games:archive" if request.POST.get("from") == "archive" else "games:mine"
    query = MyTableFilter.of(request.GET).query
    return redirect(f"{reverse(name)}{'?' if query else ''}{query}{'#' if focus else ''}{focus}")


@login_required
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the first table that waits for the user, or to the one after `?after=KEY`."""
    order, here = load_turn_order(authenticated_user(request)), request.GET.get("after", "")
    if not order.tables:
        messages.info(request, _("No table is waiting for you."))
        return redirect("games:mine")
    is_here = here in {table.key for table in order.tables}
    return _redirect_to(request, order.next_after(here), here if is_here else "")


@require_POST
@login_required
def later(request: HttpRequest, key: str) -> HttpResponse:
    """Leave a table for later, and redirect to the next one that waits for the user."""
    get_visible_table(request, key)
    with refusal_as_message(request):
        return _redirect_to(request, leave_for_later(authenticated_user(request), key), key)
    return redirect(f"{reverse('games:next')}?{urlencode({'after': key})}")


def _redirect_to(request: HttpRequest, key: str | None, here: str) -> HttpResponse:
    """Redirect to the table with this key; None: stay at the table `here`."""
    if key is None:
        messages.info(request, _("No other table is waiting for you."))
    return redirect("games:table", key or here)
