"""The home page: what the site is, for visitors; their own tables, for members."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

import games.rules as rules

from ...boards import Facts, Presenter, presenter
from ...social import follow_list
from . import front_page as front

SHOWN = 6  # people whom a member follows


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        shown = {**front.visitor_context(request), "site_games": _games_by_weight()}
        return render(request, "home.html", shown)
    followed = follow_list.list_followed_people(request.user, timezone.now())
    near = [one for one in followed if one.presence or one.tables][:SHOWN]
    shown = {**front.member_context(request), "followed": near, "site_games": _games_by_weight()}
    return render(request, "home_member.html", shown)


@require_safe
def home_lists(request: HttpRequest) -> HttpResponse:
    """Show the part of a member's home page that a script reloads; 204 after signing out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    return render(request, "home_lists.html", front.member_context(request, and_others=False))


def _games_by_weight() -> list[Presenter]:
    """Return the games from light to heavy, the order in which newcomers may try them."""
    shown = map(presenter, rules.catalogue())
    return sorted(shown, key=lambda one: one.facts.weight if one.facts else Facts.SCALE)
