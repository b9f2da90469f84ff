"""Pages of puzzles: the list of games, one puzzle with its board, and the puzzles of a match."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import games.rules as rules
from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import parse_whole_number
from portal.http.refusals import refusal_as_message
from portal.translation_cache import pin_language

from ..boards import Presenter, presenter, rendering
from ..models import Table
from ..table.errors import MatchLoadError
from ..table.views.pages import get_visible_table, is_fragment_request, page_piece_hashes
from . import daily, page_context, puzzles, selection
from .models import Puzzle, PuzzleRating
from .work_limit import limit_puzzle_work

FRAGMENT = "puzzles/fragment.html"


class GameRow(NamedTuple):
    """A game with puzzles: its number of puzzles, how many of them I have tried, and my rating."""

    presenter: Presenter
    total: int
    tried: int
    mine: PuzzleRating | None


@require_safe
def puzzle_list(request: HttpRequest) -> HttpResponse:
    """List the games with puzzles, and the puzzle of the day."""
    public = puzzles.open_puzzles().filter(table__visibility=Table.Visibility.PUBLIC)
    counts = dict(public.values_list("game").annotate(Count("pk")).order_by())
    mine: dict[str, PuzzleRating] = {}
    tried: dict[str, int] = {}
    if request.user.is_authenticated and puzzles.stores_attempts(request.user):
        mine = {one.game: one for one in PuzzleRating.objects.filter(user=request.user)}
        own = public.filter(first_attempts__user=request.user)
        tried = dict(own.values_list("game").annotate(Count("pk")).order_by())
    rows = [
        GameRow(presenter(game), counts[game], tried.get(game, 0), mine.get(game))
        for game in rules.catalogue()
        if game in counts
    ]
    today = daily.find_daily(daily.today())
    context = {
        "rows": rows,
        "daily": today,
        "daily_presenter": presenter(today.game) if today else None,
        "is_daily_tried": puzzles.first_attempt(request.user, today) is not None
        if today
        else False,
        "is_rated": puzzles.stores_attempts(request.user),
    }
    return render(request, "puzzles/puzzles.html", context)


@require_safe
def daily_puzzle(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of the day."""
    today = daily.find_daily(daily.today())
    if today is None:
        messages.info(request, _("There is no puzzle yet. Look again tomorrow."))
        return redirect("games:puzzles")
    return redirect(today)


@require_safe
def next_puzzle(request: HttpRequest, game: str) -> HttpResponse:
    """Lead to the next puzzle of a game; `after` is the one that the reader leaves."""
    if game not in rules.catalogue():
        raise Http404(_("There is no such game."))
    given = request.GET.get("after", "")
    after = parse_whole_number(given, "after") if given else 0
    found = puzzles.next_puzzle(request.user, game, after)
    if found is None:
        messages.info(request, _("There is no new puzzle of this game. Look again tomorrow."))
        return redirect("games:puzzles")
    return redirect(found)


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a puzzle on its board; a POST tries a move there, or checks it as an attempt."""
    try:
        with limit_puzzle_work(request):
            return _render_puzzle(request, puzzles.get_puzzle(request.user, pk))
    except MatchLoadError as error:
        raise Http404(_("There is no such puzzle.")) from error


def _render_puzzle(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    given, move, status, refused = request.POST, "", 200, ""
    first = puzzles.first_attempt(request.user, puzzle)
    result = None if first is None else puzzles.AttemptResult(first.move, first.is_solved, first)
    try:
        if "check" in given:
            result = puzzles.submit_attempt(request.user, puzzle.pk, given["check"])
            move = result.move
            puzzle.refresh_from_db(fields=["rating", "attempts", "solved"])
        elif "move" in given:
            move = puzzles.legal_move(puzzle, given["move"])
    except MatchLoadError:
        raise
    except ActionError as error:
        status, refused = error.status, error.message
    with pin_language(), rendering.track_sent_chunks(page_piece_hashes(request)):
        shown = page_context.puzzle_context(puzzle, move)
        shown |= {
            "refused": refused,
            "is_new": "check" in given,
            "is_rated": puzzles.stores_attempts(request.user),
            "is_own": puzzles.has_played(request.user, puzzle.table),
            "mine": puzzles.rating_of(request.user, puzzle.game)  # type: ignore[arg-type]
            if puzzles.stores_attempts(request.user)
            else None,
            **page_context.result_context(puzzle, request.user, result),
        }
        html = render_to_string(FRAGMENT, shown, request)
    if is_fragment_request(request):
        return HttpResponse(html, status=status)
    whole: dict[str, Any] = {
        "puzzle": puzzle,
        "to": puzzle.get_absolute_url(),
        "presenter": presenter(puzzle.game),
        "fragment": html,
    }
    return render(request, "puzzles/puzzle.html", whole, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_puzzles(request: HttpRequest, key: str) -> HttpResponse:
    """List the puzzles of a match for its players; a POST makes them from the review."""
    table, user = get_visible_table(request, key), authenticated_user(request)
    if not puzzles.has_played(user, table):
        raise Http404(_("There are no puzzles of this match."))
    if request.method == "POST":
        with refusal_as_message(request):
            selection.request_puzzles(table)
        return redirect("games:match_puzzles", key)
    found = Puzzle.objects.filter(table=table, version__gte=table.set_back_version)
    context = {
        "table": table,
        "presenter": presenter(table.game),
        "puzzles": found.filter(state=Puzzle.State.OPEN),
        "is_checking": found.filter(state=Puzzle.State.CANDIDATE).exists(),
        "is_requested": found.exists(),
    }
    return render(request, "puzzles/match_puzzles.html", context)
