"""The pages of lines: where they are begun and listed, and each with its board."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from portal.http.input_validation import whole_number
from portal.http.work_limit import counted_work
from portal.performance.translation_cache import reading

from ..boards import presenter, rendering
from ..boards.cached_urls import url
from ..models import LONGEST_LINE_NAME, Line, Table
from ..table.access import person
from ..table.actions import player_actions
from ..table.errors import CannotLoad, Refused
from ..table.session.loader import seats_of
from ..table.views.page_context import held_board
from ..table.views.pages import MOVES, find, have_of, is_partial, reads_words
from . import first_turn, variations
from .page_context import context, url_of

FRAGMENT = "games/try/fragment.html"
# CPU seconds of dealing anew and of bots: in a minute for one person, and for everybody.
MOST_WORK = 10.0
MOST_WORK_OF_ALL = 30.0


class TooOften(Refused):
    status = 429
    code = "too_often"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tries(request: HttpRequest, key: str) -> HttpResponse:
    """My lines of this match; sent, a new one begins after `move`."""
    table, user = find(request, key), person(request)
    if table.started_at is None:
        raise Http404(_("This match has not started."))
    refused = None
    if request.method == "POST":
        given = request.POST.get("move", "")
        told = whole_number(given, "move") if given else None
        try:
            return redirect(url_of(table, variations.begin(user, table, told)))
        except Refused as error:
            refused = error
    shown = {
        "table": table,
        "presenter": presenter(table.game),
        "lines": [(line, url_of(table, line)) for line in variations.lines_of(user, table)],
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "games/tries.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def line(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """A line with its board: the part that changes for a script, the page for a browser."""
    table = find(request, key)
    more: dict[str, Any] = {}
    status = 200
    try:
        if request.method == "POST":
            to = _changed(request, table, pk)
            if not is_partial(request):
                reads_on = f"?words=1#{MOVES}" if reads_words(request) else ""
                return redirect(f"{to}{reads_on}")
    except Refused as refused:
        more, status = {"refused": refused.message}, refused.status
    except Line.DoesNotExist as error:
        raise Http404(_("There is no such line.")) from error
    found = variations.lines_of(person(request), table).filter(pk=pk).first()
    if found is None:
        raise Http404(_("There is no such line."))
    try:
        with reading(), rendering.sending(have_of(request)):
            shown = context(table, found, in_words=reads_words(request))
            shown |= {
                "reads_on": reads_words(request) and not is_partial(request),
                "address": _address(request, table, found),
                "lines": variations.lines_of(person(request), table).exclude(name=""),
                "most": variations.MOST_KEPT,
                "longest_name": LONGEST_LINE_NAME,
                **more,
            }
            html = render_to_string(FRAGMENT, shown, request)
    except CannotLoad as held:
        html, status = held_board(table, held), held.status
    if is_partial(request):
        return HttpResponse(html, status=status)
    whole = {
        "table": table,
        "to": url_of(table, found),
        "presenter": presenter(table.game),
        "fragment": html,
    }
    return render(request, "games/try.html", whole, status=status)


def _address(request: HttpRequest, table: Table, line: Line) -> str:
    """Of the page for everybody who has the link; "" where the line is not shared."""
    if line.token is None:
        return ""
    return request.build_absolute_uri(url("games:shared_line", table.key, line.token))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_line(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """A line of a finished match for who has its link; sent, it is copied to go on with."""
    table = find(request, key)
    try:
        if request.method == "POST":
            return _adopted(request, table, token)
        found = variations.shared(table, token)
    except Line.DoesNotExist as error:
        raise Http404(_("There is no such line.")) from error
    given = request.GET.get("at", "")
    found.at = min(whole_number(given, "at") if given else found.at, len(found.moves))
    try:
        shown = context(table, found, in_words=reads_words(request), is_shared=True)
        html, status = render_to_string(FRAGMENT, shown, request), 200
    except CannotLoad as held:
        html, status = held_board(table, held), held.status
    whole = {
        "table": table,
        "line": found,
        "presenter": presenter(table.game),
        "fragment": html,
        "is_shared": True,
    }
    return render(request, "games/try.html", whole, status=status)


@login_required
def _adopted(request: HttpRequest, table: Table, token: str) -> HttpResponse:
    at = whole_number(request.POST.get("at", "0"), "at")
    return redirect(url_of(table, variations.adopt(person(request), table, token, at)))


def _changed(request: HttpRequest, table: Table, pk: int) -> str:
    """Do with a line what was sent; the address to look at afterwards.

    Raises:
        Line.DoesNotExist: the person has no such line.
        Refused: nothing has changed.
        Unreadable: a number is none.
    """
    user, given = person(request), request.POST
    here = request.path
    what = given.get("what", "")
    if what == "keep":
        return url_of(table, variations.keep(user, table, pk, given.get("name", "")))
    if what == "remove":
        variations.remove(user, table, pk)
        return f"{here}../"
    if what in ("share", "unshare"):
        variations.share(user, table, pk, by_link=what == "share")
        return f"{here}#lines"
    if what == "use":
        return _used(user, table, variations.lines_of(user, table).get(pk=pk))
    if what in ("deal", "bots"):
        with counted_work(request, "trying", MOST_WORK, MOST_WORK_OF_ALL) as has_time:
            if not has_time:
                raise TooOften(_("That was a lot of work for one minute. Wait a little."))
            if what == "deal":
                variations.deal(user, table, pk)
            else:
                variations.answer(user, table, pk, whole_number(given.get("step", ""), "step"))
    elif "go" in given:
        variations.go(user, table, pk, whole_number(given["go"], "go"))
    else:
        step = whole_number(given.get("step", ""), "step")
        variations.play(user, table, pk, step, given.getlist("move"))
    return here


def _used(user: User, table: Table, line: Line) -> str:
    """Make the first turn of a line its person's draft, or the list of an order; where it is.

    Raises:
        Refused: nothing has changed.
    """
    turn, use = first_turn.first_turn(line), first_turn.use_of(table, line, seats_of(table))
    if turn is None or use is None:
        raise Refused(_("This line has no turn of yours that can be played now."))
    if use == first_turn.Use.ORDER:
        return first_turn.order_of(table, line, turn)
    player_actions.put_draft(table.key, user, turn.moves)
    return table.get_absolute_url()
