"""The page on which a player comments on their own moves at a table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import parse_whole_number
from portal.http.refusals import refusal_as_message

from ..boards import presenter
from ..models import Seat, Table
from ..table.session import journal
from ..table.session.loader import seats_of
from ..table.session.move_numbers import numbering_for
from ..table.views.page_context import seat_names
from ..table.views.pages import get_visible_table
from . import comments
from .models import LONGEST_COMMENT

MOVES_PER_PAGE = 20


def _played_table(request: HttpRequest, key: str) -> tuple[Table, Seat]:
    """Return a table and the seat in which the person played there, or raise Http404."""
    table = get_visible_table(request, key)
    seat = comments.played_seat(table, request.user)
    if seat is None:
        raise Http404(_("You do not play at this table."))
    return table, seat


@login_required
@require_safe
def comments_page(request: HttpRequest, key: str) -> HttpResponse:
    """List my own moves at a table, the latest first, each with a field for a comment."""
    table, seat = _played_table(request, key)
    return _render_page(request, table, seat, request.GET.get("page"))


def _render_page(
    request: HttpRequest,
    table: Table,
    seat: Seat,
    page_number: str | None,
    *,
    status: int = 200,
    **refused: Any,
) -> HttpResponse:
    """Render the page; `refused` is a comment that was not saved: `move`, `text`, `problem`."""
    user = authenticated_user(request)
    moves = comments.own_moves(table, user, seat)
    page = Paginator(moves, MOVES_PER_PAGE).get_page(page_number)
    counted, names = numbering_for(table, seat.number), seat_names(seats_of(table))
    written = {one.move_id: one for one in comments.own_comments(table, user)}
    shown = [
        (
            counted.visible_number(move.number),
            journal.log_entries(table, [move], [], seat.number, names)[0].lines,
            written.get(move.pk),
        )
        for move in page
    ]
    context = {
        "table": table,
        "presenter": presenter(table.game),
        "moves": shown,
        "page": page,
        "is_sharing": comments.is_sharing(table, user),
        "longest": LONGEST_COMMENT,
        "refused": {**refused, "is_elsewhere": refused.get("move") not in [n for n, *_ in shown]}
        if refused
        else {},
    }
    return render(request, "move_comments/comments.html", context, status=status)


@login_required
@require_POST
def save_comment(request: HttpRequest, key: str) -> HttpResponse:
    """Save a comment to a move of mine, and come back to it; an empty text deletes it."""
    table, seat = _played_table(request, key)
    number = parse_whole_number(request.POST.get("move", ""), "move")
    page, given = request.POST.get("page", ""), request.POST.get("text", "")
    try:
        text = comments.save_comment(table, authenticated_user(request), number, given)
    except ActionError as problem:
        refused = {"move": number, "text": given, "problem": problem.message}
        return _render_page(request, table, seat, page, status=problem.status, **refused)
    messages.success(request, _("Comment saved.") if text else _("Comment deleted."))
    query = f"?page={page}" if page.isdecimal() and page != "1" else ""
    return redirect(f"{reverse('games:move_comments', args=[table.key])}{query}#move-{number}")


@login_required
@require_POST
def set_sharing(request: HttpRequest, key: str) -> HttpResponse:
    """Share my comments after the match, or keep them to myself."""
    table, _seat = _played_table(request, key)
    shares = request.POST.get("shares") == "1"
    with refusal_as_message(request):
        comments.set_sharing(table, authenticated_user(request), shares=shares)
        messages.success(
            request,
            _("Your comments are shared after the match.")
            if shares
            else _("You keep your comments to yourself."),
        )
    return redirect("games:move_comments", table.key)
