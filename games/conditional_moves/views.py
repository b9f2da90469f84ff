"""The page of orders ahead: my next decision on a copy, what I tap there, and what I order."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from portal.http.input_validation import number_or_none, whole_number

from .. import conditional_moves as engine
from ..boards import presenter
from ..models import Table
from ..table.access import person
from ..table.actions import player_actions
from ..table.session.loader import asking
from ..table.views.page_context import drawn, names_of
from ..table.views.pages import find
from ..table.views.scenes import scene_of
from . import LONGEST_LIST, Kind, Otherwise, Until, Way, actions
from .preview import Ahead, ahead, patterns

EDITS = ("up", "down", "remove")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ordered_ahead(request: HttpRequest, key: str) -> HttpResponse:
    """Tap a list together; with `save` it becomes an order, anything else writes nothing."""
    table = find(request, key)
    if not table.is_running:
        raise Http404(_("This table is not running."))
    try:
        turn = player_actions.look(table, request.user)
    except player_actions.CannotLoad as held:
        return _refused(request, table, held)
    if turn.seat is None or turn.seat.bot:
        raise Http404(_("You do not play at this table."))
    given = request.POST if request.method == "POST" else request.GET
    if given.get("save"):
        refused = _save(request, table)
        if refused is None:
            return redirect(f"{table.get_absolute_url()}#ahead")
        return _page(request, turn, given, refused)
    return _page(request, turn, given)


def _save(request: HttpRequest, table: Table) -> player_actions.Refused | None:
    given = request.POST
    guards = {}
    for name, value in given.items():
        if name.startswith("guard:") and str(value).strip():
            number = number_or_none(str(value).strip())
            guards[name.removeprefix("guard:")] = -1 if number is None else number
    order = {
        "kind": given.get("kind", ""),
        "moves": given.getlist("list"),
        "guards": guards,
        "armed": given.get("armed") == "1",
        **{name: given[name] for name in ("otherwise", "until", "way") if given.get(name)},
    }
    try:
        actions.add(table.key, person(request), order)
    except player_actions.Refused as refused:
        return refused
    said = (
        _("Order saved and switched on.")
        if order["armed"]
        else _("Order saved. It does nothing until you switch it on.")
    )
    messages.success(request, said)
    return None


def _list(given: Any) -> list[str]:
    """The list in the making, after what was pressed."""
    found = [str(one) for one in given.getlist("list")]
    for move in given.getlist("move"):
        if move not in found or given.get("way") == Way.EACH:
            found.append(move)
    for what in EDITS:
        if given.get(what):
            place = whole_number(given[what], what)
            if place < len(found):
                move = found.pop(place)
                if what != "remove":
                    found.insert(max(0, place + (1 if what == "down" else -1)), move)
    return found[:LONGEST_LIST]


def _page(
    request: HttpRequest,
    turn: player_actions.Turn,
    given: Any,
    refused: player_actions.Refused | None = None,
) -> HttpResponse:
    table, seat = turn.table, turn.seat
    assert seat is not None
    kinds = engine.kinds_of(table.game, table.options)
    chosen = _list(given)
    wanted = kinds.kind(given.get("kind", ""))
    way = given.get("way") or (Way.EACH if wanted and wanted.is_programme else Way.FIRST)
    try:
        found = ahead(turn, given.get("kind", ""), chosen if way == Way.EACH else ())
    except player_actions.CannotLoad as held:
        return _refused(request, table, held)
    if wanted is None and found.kind.is_programme:
        way = Way.EACH
    show = presenter(table.game)
    with asking(table):
        untils = actions.untils(kinds, turn.match.view(seat.number))
    context = {
        "table": table,
        "presenter": show,
        "kinds": kinds.kinds,
        "kind": found.kind,
        "chosen": [(move, actions.move_words(show, move)) for move in chosen],
        "way": way,
        "guards": [(one, given.get(f"guard:{one.key}", "")) for one in found.kind.guards],
        "otherwise": [(str(one), say()) for one, say in actions.OTHERWISE.items()],
        "until": [(str(one), actions.UNTIL[one]()) for one in untils],
        "chosen_otherwise": given.get("otherwise", Otherwise.ASK),
        "chosen_until": given.get("until", Until.ONCE),
        "refused": refused,
        **_shown(turn, found),
        "listed": [] if found.turn else _listed(show, kinds, found.kind),
    }
    return render(
        request, "games/orders_ahead.html", context, status=refused.status if refused else 200
    )


def _listed(show: Any, kinds: engine.Kinds, kind: Kind) -> list[tuple[str, str]]:
    return [(one, actions.move_words(show, one)) for one in patterns(kinds, kind)]


def _shown(turn: player_actions.Turn, found: Ahead) -> dict[str, Any]:
    """The board of the decision and its moves as buttons; nothing where it cannot be shown."""
    if found.turn is None or turn.seat is None:
        return {"board_html": "", "dock_html": "", "groups": []}
    scene = scene_of(
        found.turn.match, turn.seat.number, names_of(turn.seats), found.legal, in_words=True
    )
    parts = drawn(found.turn, scene)
    closing = [choice for choice, _preview in parts["closing"]]
    return {**parts, "closing": closing, "has_spots": "data-move" in parts["board_html"]}


def _refused(request: HttpRequest, table: Table, refused: player_actions.Refused) -> HttpResponse:
    messages.error(request, refused.message)
    return redirect(table)


@require_POST
@login_required
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Arm, disarm, remove or sort one of my orders."""
    table = find(request, key)
    number = whole_number(request.POST.get("order", ""), "order")
    try:
        actions.change(key, person(request), number, request.POST.get("what", ""))
    except player_actions.Refused as refused:
        return _refused(request, table, refused)
    return redirect(f"{table.get_absolute_url()}#ahead")
