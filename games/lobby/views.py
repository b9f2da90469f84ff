"""The lobby: find a table, open one, join, leave, start, close; my tables and the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import games.rules as rules
from accounts.models import User
from portal.http.paging import page_of
from portal.http.reading import number_or_none

from ..boards import presenter
from ..calendars import wording
from ..clocks import BY_KEY, LIVE_BELOW, PRESETS
from ..history import statistics
from ..models import Seat, Table
from ..table.access import eyes, listed_for, person, tables_with, with_free_seats
from ..table.briefly import briefly
from ..table.glimpses import glimpses
from ..table.page import card
from ..table.play import Refused
from . import gathering
from .forms import OpenTableForm

PAGE_LENGTH = 24
LATELY_FINISHED = 8


def with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.select_related("host").prefetch_related("seat_set__user")


def cards(tables: Any, user: Any) -> list[dict[str, Any]]:
    found = [card(table, user if user.is_authenticated else None) for table in tables]
    slow = [one for one in found if one["worst_round"]]
    usual = {game: statistics.of(game).round_days for game in {one["table"].game for one in slow}}
    for one in slow:
        one["usual_round"] = wording.usual_round(usual[one["table"].game])
    return found


@require_GET
def table_list(request: HttpRequest) -> HttpResponse:
    """Open, running and finished tables, filtered by game, free seats, clock and options."""
    tables = with_seats(listed_for(request.user))
    chosen = {
        key: request.GET.get(key, "") for key in ("status", "game", "free", "clock", "pauses")
    }
    status = chosen["status"] if chosen["status"] in ("open", "running", "finished") else "open"
    tables = tables.filter(status=status)
    games = rules.catalogue()
    option_filters = []
    if chosen["game"] in games:
        game = games[chosen["game"]]
        tables = tables.filter(game=game.key)
        show = presenter(game.key)
        for option in game.options:
            value = request.GET.get(f"option_{option.key}", "")
            choices = [(c, show.choice_label(option, c)) for c in option.choices]
            option_filters.append((option.key, show.option_label(option), choices, value))
            if value in option.choices:
                tables = tables.filter(**{f"options__{option.key}": value})
    wanted = number_or_none(chosen["free"])
    if wanted is not None and status == "open":
        tables = with_free_seats(tables, wanted)
    if chosen["clock"] == "live":
        tables = tables.filter(clock_increment__lt=LIVE_BELOW, clock_cap__gt=0)
    elif chosen["clock"] == "days":
        tables = tables.filter(Q(clock_increment__gte=LIVE_BELOW) | Q(clock_cap=0))
    elif chosen["clock"] in BY_KEY:
        clock = BY_KEY[chosen["clock"]].clock
        tables = tables.filter(
            clock_bank=clock.bank, clock_increment=clock.increment, clock_cap=clock.cap
        )
    if chosen["pauses"] in Table.Pauses.values:
        tables = tables.filter(clock_increment__gte=LIVE_BELOW, pauses=chosen["pauses"])
    page = page_of(tables, Table.order_of(status), PAGE_LENGTH, request.GET)
    return render(
        request,
        "games/lobby.html",
        {
            "cards": cards(page, request.user),
            "page": page,
            "status": status,
            "chosen": chosen,
            "games": [(key, presenter(key).name()) for key in games],
            "show": presenter(chosen["game"]) if chosen["game"] in games else None,
            "presets": PRESETS,
            "pauses": Table.Pauses.choices,
            "option_filters": option_filters,
        },
    )


@login_required
def new_table(request: HttpRequest, game: str = "") -> HttpResponse:
    """Choose a game, then open a table of it."""
    games = rules.catalogue()
    if not game and len(games) == 1:
        return redirect("games:new_of", next(iter(games)))
    if not game:
        choices = [presenter(key) for key in games]
        return render(request, "games/new_choose.html", {"presenters": choices})
    if game not in games:
        raise Http404(_("There is no such game here."))
    form = OpenTableForm(games[game], request.POST or None, zone=person(request).time_zone)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                table = gathering.open_table(person(request), **form.arguments())
            except Refused as refused:
                form.add_error(None, refused.message)
            else:
                return redirect(table)
    context = {"form": form, "presenter": presenter(game)}
    return render(request, "games/new.html", context, status=status)


def _lobby_action(action: Callable[[str, Any], Table]) -> Callable[..., HttpResponse]:
    @require_POST
    @login_required
    def view(request: HttpRequest, key: str) -> HttpResponse:
        try:
            table = action(key, person(request))
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        except Refused as refused:
            messages.error(request, refused.message)
            return redirect("games:table", key)
        return redirect("games:lobby") if table.status == Table.Status.CLOSED else redirect(table)

    return view


join = _lobby_action(gathering.join)
leave = _lobby_action(gathering.leave)
start = _lobby_action(gathering.start)
close = _lobby_action(gathering.close)


def rename(request: HttpRequest, key: str) -> HttpResponse:
    """The host names the table, or takes its name back."""
    name = request.POST.get("name", "")
    return _lobby_action(lambda key, user: gathering.rename(key, user, name))(request, key)


@login_required
@require_GET
def my_tables(request: HttpRequest) -> HttpResponse:
    """Where I am awaited first, by time left; then my other running, open and last tables."""
    return render(request, "games/mine.html", _mine(person(request)))


@require_GET
def my_lists(request: HttpRequest) -> HttpResponse:
    """The part of my tables that a script fetches anew; nothing after signing out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "games/mine_lists.html", _mine(person(request)))


def _mine(user: User) -> dict[str, Any]:
    awaited = list(
        Seat.objects.awaited(user)
        .select_related("table__host")
        .defer("table__state")
        .prefetch_related("table__seat_set__user")
    )
    waiting_for_me = [seat.table_id for seat in awaited]
    own = tables_with(Seat.objects.filter(user=user))
    mine = with_seats(Table.objects.defer("state").filter(own))
    running = mine.filter(status=Table.Status.RUNNING).exclude(pk__in=waiting_for_me)
    # Said so that the index of ended tables serves, in its order.
    ended = mine.filter(ended_at__isnull=False, started_at__isnull=False)
    waiting = [card(seat.table, user) for seat in awaited]
    others = cards(running.order_by("-changed_at"), user)
    _tell_since([*waiting, *others])
    open_ones = cards(mine.filter(status=Table.Status.OPEN).order_by("-created_at"), user)
    finished = cards(ended.order_by("-ended_at", "-pk")[:LATELY_FINISHED], user)
    started = [*waiting, *others, *finished]
    _show_positions(started)
    return {
        "styles": sorted({one["presenter"].glimpse_style for one in started} - {""}),
        "awaited": waiting,
        "may_come_back": [one for one in others if one["mine"].may_come_back],
        "running": [one for one in others if not one["mine"].may_come_back],
        "open": open_ones,
        "finished": finished,
    }


def _tell_since(shown: Sequence[dict[str, Any]]) -> None:
    """Say on the cards of running tables what happened there since their person's last move."""
    told = briefly(
        (one["table"], one["seats"], one["mine"]) for one in shown if eyes(one["mine"]) is not None
    )
    for one in shown:
        one["since"] = told.get(one["table"].key, "")


def _show_positions(shown: Sequence[dict[str, Any]]) -> None:
    """Put the position of each started table on its card."""
    drawn = glimpses(one["table"] for one in shown)
    for one in shown:
        one["glimpse"] = drawn.get(one["table"].key, "")


@login_required
@require_GET
def next_table(request: HttpRequest) -> HttpResponse:
    """Go to the most urgent table that waits for me; from a table, to the one after it, around."""
    keys = list(Seat.objects.awaited(person(request)).values_list("table__key", flat=True))
    here = request.GET.get("after", "")
    if here in keys:
        return redirect("games:table", keys[(keys.index(here) + 1) % len(keys)])
    if keys:
        return redirect("games:table", keys[0])
    messages.info(request, _("No table is waiting for you."))
    return redirect("games:mine")
