"""The page for conditional moves: shows the next decision on a copy, and builds a list of moves."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import parse_number_or_none, parse_whole_number

from ... import conditional_moves as engine
from ...boards import presenter
from ...conditional_moves import MAX_LISTED_MOVES, DecisionKind, Duration, Fallback, ListMode
from ...models import Table
from ..errors import MatchLoadError
from ..session.drafts import Pov, load_pov
from ..session.loader import rules_guard
from ..views.page_context import board_context, seat_names
from ..views.pages import get_visible_table
from ..views.scenes import build_scene
from . import actions
from .preview import DecisionPreview, list_patterns, preview_decision

EDITS = ("up", "down", "remove")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def conditional_move_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page; only its button `save` writes: it stores the list as a conditional move."""
    table = get_visible_table(request, key)
    if not table.is_running:
        raise Http404(_("This table is not running."))
    try:
        turn = load_pov(table, request.user)
    except MatchLoadError as held:
        return _redirect_with_error(request, table, held)
    if turn.seat is None or turn.seat.bot:
        raise Http404(_("You do not play at this table."))
    given = request.POST if request.method == "POST" else request.GET
    if given.get("save"):
        refused = _save(request, table)
        if refused is None:
            return redirect(f"{table.get_absolute_url()}#conditional-moves")
        return _render_page(request, turn, given, refused)
    return _render_page(request, turn, given)


def _save(request: HttpRequest, table: Table) -> ActionError | None:
    given = request.POST
    guards = {}
    for name, value in given.items():
        if name.startswith("guard:") and str(value).strip():
            number = parse_number_or_none(str(value).strip())
            guards[name.removeprefix("guard:")] = -1 if number is None else number
    data = {
        "kind": given.get("kind", ""),
        "moves": given.getlist("list"),
        "guards": guards,
        "armed": given.get("armed") == "1",
        **{name: given[name] for name in ("otherwise", "until", "way") if given.get(name)},
    }
    try:
        actions.add(table.key, authenticated_user(request), data)
    except ActionError as refused:
        return refused
    said = (
        _("Conditional move saved and switched on.")
        if data["armed"]
        else _("Conditional move saved. It does nothing until you switch it on.")
    )
    messages.success(request, said)
    return None


def _edited_moves(given: Any) -> list[str]:
    """Return the list of moves after the button that was pressed."""
    found = [str(one) for one in given.getlist("list")]
    for move in given.getlist("move"):
        if move not in found or given.get("way") == ListMode.EACH:
            found.append(move)
    for what in EDITS:
        if given.get(what):
            place = parse_whole_number(given[what], what)
            if place < len(found):
                move = found.pop(place)
                if what != "remove":
                    found.insert(max(0, place + (1 if what == "down" else -1)), move)
    return found[:MAX_LISTED_MOVES]


def _render_page(
    request: HttpRequest,
    turn: Pov,
    given: Any,
    refused: ActionError | None = None,
) -> HttpResponse:
    table, seat = turn.table, turn.seat
    assert seat is not None
    kinds = engine.decision_kinds_of(table.game, table.options)
    chosen = _edited_moves(given)
    wanted = kinds.kind(given.get("kind", ""))
    way = given.get("way") or (ListMode.EACH if wanted and wanted.is_sequence else ListMode.FIRST)
    try:
        found = preview_decision(
            turn, given.get("kind", ""), chosen if way == ListMode.EACH else ()
        )
    except MatchLoadError as held:
        return _redirect_with_error(request, table, held)
    if wanted is None and found.kind.is_sequence:
        way = ListMode.EACH
    show = presenter(table.game)
    with rules_guard(table):
        untils = actions.available_durations(kinds, turn.match.view(seat.number))
    context = {
        "table": table,
        "presenter": show,
        "kinds": kinds.kinds,
        "kind": found.kind,
        "chosen": [(move, actions.pattern_label(show, move)) for move in chosen],
        "way": way,
        "guards": [(one, given.get(f"guard:{one.key}", "")) for one in found.kind.guards],
        "otherwise": [(str(one), say()) for one, say in actions.FALLBACK_TEXTS.items()],
        "until": [(str(one), actions.DURATION_TEXTS[one]()) for one in untils],
        "chosen_otherwise": given.get("otherwise", Fallback.ASK),
        "chosen_until": given.get("until", Duration.ONCE),
        "refused": refused,
        **_board_context(turn, found),
        "listed": [] if found.turn else _pattern_labels(show, kinds, found.kind),
    }
    return render(
        request,
        "games/table/conditional_moves_page.html",
        context,
        status=refused.status if refused else 200,
    )


def _pattern_labels(
    show: Any, kinds: engine.DecisionKinds, kind: DecisionKind
) -> list[tuple[str, str]]:
    return [(one, actions.pattern_label(show, one)) for one in list_patterns(kinds, kind)]


def _board_context(turn: Pov, found: DecisionPreview) -> dict[str, Any]:
    """Return the board of the decision, with moves as buttons; empty if it cannot be shown."""
    if found.turn is None or turn.seat is None:
        return {"board_html": "", "dock_html": "", "groups": []}
    scene = build_scene(
        found.turn.match, turn.seat.number, seat_names(turn.seats), found.legal, in_words=True
    )
    parts = board_context(found.turn, scene)
    closing = [choice for choice, _preview in parts["closing"]]
    return {**parts, "closing": closing, "has_spots": "data-move" in parts["board_html"]}


def _redirect_with_error(request: HttpRequest, table: Table, refused: ActionError) -> HttpResponse:
    messages.error(request, refused.message)
    return redirect(table)


@require_POST
@login_required
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Arm, disarm, remove or sort one of the user's conditional moves."""
    table = get_visible_table(request, key)
    # Forms of pages that are already open send the id as "order".
    number = parse_whole_number(request.POST.get("order", ""), "order")
    try:
        actions.change(key, authenticated_user(request), number, request.POST.get("what", ""))
    except ActionError as refused:
        return _redirect_with_error(request, table, refused)
    return redirect(f"{table.get_absolute_url()}#conditional-moves")
