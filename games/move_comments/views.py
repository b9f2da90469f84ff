"""The page on which a player comments on their own moves at a table."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import authenticated_user
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
    user = authenticated_user(request)
    moves = comments.own_moves(table, user, seat)
    page = Paginator(moves, MOVES_PER_PAGE).get_page(request.GET.get("page"))
    counted, names = numbering_for(table, seat.number), seat_names(seats_of(table))
    texts = dict(comments.own_comments(table, user).values_list("move", "text"))
    shown = [
        (
            counted.visible_number(move.number),
            journal.log_entries(table, [move], [], seat.number, names)[0].lines,
            texts.get(move.pk, ""),
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
    }
    return render(request, "move_comments/comments.html", context)


@login_required
@require_POST
def save_comment(request: HttpRequest, key: str) -> HttpResponse:
    """Save a comment to a move of mine; an empty text deletes it."""
    table, _seat = _played_table(request, key)
    number = parse_whole_number(request.POST.get("move", ""), "move")
    with refusal_as_message(request):
        text = comments.save_comment(
            table, authenticated_user(request), number, request.POST.get("text", "")
        )
        messages.success(request, _("Comment saved.") if text else _("Comment deleted."))
    return redirect("games:move_comments", table.key)


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
