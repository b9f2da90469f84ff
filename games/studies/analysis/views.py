"""The pages of variations: the list for a match, and one page per variation with its board."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.requests import authenticated_user
from portal.errors import ActionError, Conflict, TooManyRequests
from portal.http.input_validation import parse_whole_number
from portal.http.work_limit import limit_work
from portal.translation_cache import pin_language

from ...boards import presenter, rendering
from ...boards.cached_urls import url
from ...models import Table
from ...table.actions import player_actions
from ...table.errors import MatchLoadError
from ...table.session.loader import seats_of
from ...table.views.page_context import render_on_hold
from ...table.views.pages import (
    MOVES_ANCHOR,
    get_visible_table,
    has_words_open,
    is_fragment_request,
    page_piece_hashes,
)
from ..models import LONGEST_LINE_NAME, Variation
from . import first_turn, variations
from .page_context import variation_context, variation_url

FRAGMENT = "studies/analysis/fragment.html"
# CPU seconds for re-dealing and bots in a minute, for one person and for all together.
MOST_WORK = 10.0
MOST_WORK_OF_ALL = 30.0


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def variation_list(request: HttpRequest, key: str) -> HttpResponse:
    """My variations of this match; a POST starts a new one after `move`."""
    table, user = get_visible_table(request, key), authenticated_user(request)
    if table.started_at is None:
        raise Http404(_("This match has not started."))
    refused = None
    if request.method == "POST":
        given = request.POST.get("move", "")
        visible_number = parse_whole_number(given, "move") if given else None
        try:
            return redirect(
                variation_url(table, variations.start_variation(user, table, visible_number))
            )
        except ActionError as error:
            refused = error
    context = {
        "table": table,
        "presenter": presenter(table.game),
        "lines": [
            (line, variation_url(table, line)) for line in variations.variations_of(user, table)
        ],
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "studies/analysis/list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def variation(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """A variation with its board: the fragment for a script, the whole page for a browser."""
    table = get_visible_table(request, key)
    more: dict[str, Any] = {}
    status = 200
    try:
        if request.method == "POST":
            to = _apply_action(request, table, pk)
            if not is_fragment_request(request):
                reads_on = f"?words=1#{MOVES_ANCHOR}" if has_words_open(request) else ""
                return redirect(f"{to}{reads_on}")
    except ActionError as refused:
        more, status = {"refused": refused.message}, refused.status
    except Variation.DoesNotExist as error:
        raise Http404(_("This variation does not exist.")) from error
    found = variations.variations_of(authenticated_user(request), table).filter(pk=pk).first()
    if found is None:
        raise Http404(_("This variation does not exist."))
    try:
        with pin_language(), rendering.track_sent_chunks(page_piece_hashes(request)):
            shown = variation_context(table, found, in_words=has_words_open(request))
            shown |= {
                "reads_on": has_words_open(request) and not is_fragment_request(request),
                "address": _share_url(request, table, found),
                "lines": variations.variations_of(authenticated_user(request), table).exclude(
                    name=""
                ),
                "most": variations.MOST_KEPT,
                "longest_name": LONGEST_LINE_NAME,
                **more,
            }
            html = render_to_string(FRAGMENT, shown, request)
    except MatchLoadError as held:
        html, status = render_on_hold(table, held), held.status
    if is_fragment_request(request):
        return HttpResponse(html, status=status)
    whole = {
        "table": table,
        "to": variation_url(table, found),
        "presenter": presenter(table.game),
        "fragment": html,
    }
    return render(request, "studies/analysis/page.html", whole, status=status)


def _share_url(request: HttpRequest, table: Table, line: Variation) -> str:
    """The public address of a shared variation; "" if it is not shared."""
    if line.token is None:
        return ""
    return request.build_absolute_uri(url("games:shared_variation", table.key, line.token))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_variation(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """A shared variation of a finished match; a POST copies it into one of the reader's own."""
    table = get_visible_table(request, key)
    try:
        if request.method == "POST":
            return _copy_and_redirect(request, table, token)
        found = variations.get_shared(table, token)
    except Variation.DoesNotExist as error:
        raise Http404(_("This variation does not exist.")) from error
    given = request.GET.get("at", "")
    found.position = min(
        parse_whole_number(given, "at") if given else found.position, len(found.moves)
    )
    try:
        shown = variation_context(table, found, in_words=has_words_open(request), is_shared=True)
        html, status = render_to_string(FRAGMENT, shown, request), 200
    except MatchLoadError as held:
        html, status = render_on_hold(table, held), held.status
    whole = {
        "table": table,
        "line": found,
        "presenter": presenter(table.game),
        "fragment": html,
        "is_shared": True,
    }
    return render(request, "studies/analysis/page.html", whole, status=status)


@login_required
def _copy_and_redirect(request: HttpRequest, table: Table, token: str) -> HttpResponse:
    at = parse_whole_number(request.POST.get("at", "0"), "at")
    return redirect(
        variation_url(table, variations.copy_shared(authenticated_user(request), table, token, at))
    )


def _apply_action(request: HttpRequest, table: Table, pk: int) -> str:
    """Apply the submitted action to a variation; return the address to show next.

    Raises:
        Variation.DoesNotExist: the person has no such variation.
        ActionError: the action is not possible; nothing has changed.
        InvalidInputError: a field is not a number.
    """
    user, given = authenticated_user(request), request.POST
    here = request.path
    what = given.get("what", "")
    if what == "keep":
        return variation_url(
            table, variations.save_variation(user, table, pk, given.get("name", ""))
        )
    if what == "remove":
        variations.delete_variation(user, table, pk)
        return f"{here}../"
    if what in ("share", "unshare"):
        variations.set_sharing(user, table, pk, by_link=what == "share")
        return f"{here}#lines"
    if what == "use":
        return _use_first_turn(user, table, variations.variations_of(user, table).get(pk=pk))
    if what in ("deal", "bots"):
        with limit_work(request, "trying", MOST_WORK, MOST_WORK_OF_ALL) as has_time:
            if not has_time:
                raise TooManyRequests(
                    _("Too many computations at once. Wait a minute."), code="too_often"
                )
            if what == "deal":
                variations.redeal(user, table, pk)
            else:
                variations.play_bot_answers(
                    user, table, pk, parse_whole_number(given.get("step", ""), "step")
                )
    elif "go" in given:
        variations.go_to(user, table, pk, parse_whole_number(given["go"], "go"))
    else:
        step = parse_whole_number(given.get("step", ""), "step")
        variations.play_moves(user, table, pk, step, given.getlist("move"))
    return here


def _use_first_turn(user: User, table: Table, line: Variation) -> str:
    """Use the first turn of a variation as a draft or conditional move; return the address for it.

    Raises:
        ActionError: the turn cannot be used; nothing has changed.
    """
    turn, use = (
        first_turn.find_first_turn(line),
        first_turn.possible_use(table, line, seats_of(table)),
    )
    if turn is None or use is None:
        raise Conflict(_("None of your turns in this variation can be played now."))
    if use == first_turn.FirstTurnUse.CONDITIONAL_MOVE:
        return first_turn.conditional_move_url(table, line, turn)
    player_actions.replace_draft(table.key, user, turn.moves)
    return table.get_absolute_url()
