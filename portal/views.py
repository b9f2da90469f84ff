"""The front door: what the site is, for a visitor; where one is awaited, for a member."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import games.rules as rules
from accounts.forms import PreferencesForm
from games.models import Seat, Table
from games.table.access import listed_for, tables_with

SHOWN = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return render(request, "home_member.html", _member_page(request.user))
    return render(request, "home.html", {"running": _with_seats(_public(Table.Status.RUNNING))})


@require_safe
def home_lists(request: HttpRequest) -> HttpResponse:
    """The part of a member's home page that a script fetches anew; nothing after signing out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "home_lists.html", _member_page(request.user))


def _public(status: Table.Status) -> QuerySet[Table]:
    return Table.objects.filter(status=status, visibility=Table.Visibility.PUBLIC)


def _with_seats(tables: QuerySet[Table], shown: int = SHOWN) -> list[Table]:
    seats = Prefetch("seat_set", Seat.objects.select_related("user"))
    return list(tables.defer("state").order_by("-changed_at").prefetch_related(seats)[:shown])


def _member_page(user: Any) -> dict[str, Any]:
    mine = tables_with(Seat.objects.held_by(user))
    awaited = list(Seat.objects.awaited(user).select_related("table").defer("table__state"))
    running = Table.objects.filter(mine, status=Table.Status.RUNNING)
    gathering = Table.objects.filter(mine, status=Table.Status.OPEN)
    return {
        "awaited": awaited,
        "others_turn": _with_seats(running.exclude(pk__in=[seat.table_id for seat in awaited])),
        "gathering": _with_seats(gathering),
        "open": _with_seats(listed_for(user).filter(status=Table.Status.OPEN).exclude(mine)),
    }


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """Every component on one page, for those who build pages (only with DEBUG)."""
    sprite = (settings.BASE_DIR / "static/img/icons.svg").read_text()
    return render(
        request,
        "design.html",
        {
            "seat_numbers": range(rules.MOST_SEATS),
            "icons": re.findall(r'symbol id="([^"]+)"', sprite),
            "form": PreferencesForm({"theme": "auto", "time_zone": "nowhere"}),
        },
    )
