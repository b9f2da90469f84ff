"""Views of quick matches: the panel in the lobby and on game pages, requesting and cancelling."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.requests import authenticated_user
from portal.dates import moment_text
from portal.errors import ActionError, NotFound
from portal.http.refusals import refusal_as_message

from ...boards import presenter
from ...time_controls import PRESET_KEYS, PRESETS_BY_KEY, describe_time_control
from ..models import MatchRequest
from ..table_settings import TableSettings
from . import matchmaking


def render_panel(request: HttpRequest, game: str = "") -> SafeString | str:
    """Render the panel: each game (or this one) with its button or the user's match request.

    "" for visitors.
    """
    if not request.user.is_authenticated:
        return ""
    return SafeString(
        render_to_string("lobby/matchmaking.html", _panel_context(request, game), request)
    )


def _panel_context(request: HttpRequest, only: str) -> dict[str, Any]:
    match_requests = {
        match_request.game: match_request
        for match_request in matchmaking.requests_of(authenticated_user(request))
    }
    games = [
        game for key, game in rules.catalogue().items() if game.seats[-1] > 1 and only in ("", key)
    ]
    rows = [
        {
            "presenter": presenter(game.key),
            "match_request": match_requests.get(game.key),
            **_request_context(match_requests, game.key),
        }
        for game in games
    ]
    address = reverse("games:quick_panel") + (f"?game={only}" if only else "")
    return {"rows": rows, "address": address, "only": only}


def _request_context(match_requests: dict[str, MatchRequest], game: str) -> dict[str, Any]:
    """Return what the panel shows of a waiting match request; {} if there is none."""
    match_request = match_requests.get(game)
    if match_request is None or match_request.table is not None:
        return {}
    return {
        "terms": settings_text(matchmaking.settings_of(match_request), game),
        "rating": round(match_request.rating / 100),
        "steps": list(map(step_text, matchmaking.widening_steps(match_request))),
        "lapses": moment_text(match_request.expires_at),
    }


def settings_text(terms: TableSettings, game: str) -> str:
    """Return settings in one line: seats, clock, kind, non-default options and requirements."""
    show = presenter(game)
    seats = ngettext("%(n)s player", "%(n)s players", terms.seats) % {"n": terms.seats}
    preset = PRESET_KEYS.get(terms.clock)
    clock = str(PRESETS_BY_KEY[preset].label) if preset else describe_time_control(terms.clock)
    parts = [seats, clock, _("rated") if terms.rated else _("friendly")]
    parts += [
        show.choice_label(option, terms.options[option.key])
        for option in show.game.options
        if terms.options[option.key] != option.default
    ]
    if terms.has_hidden_names:
        parts.append(_("names hidden"))
    if terms.asks:
        parts.append(_("requirements: %(asks)s") % {"asks": terms.asks.text})
    return " · ".join(parts)


def step_text(step: tuple[Any, int | None]) -> str:
    """Return a step of a match request in words: from when on, up to which rating difference."""
    when, points = step
    if points is None:
        return _("from %(when)s: anyone") % {"when": moment_text(when)}
    values = {"when": moment_text(when), "points": points}
    return _("from %(when)s: up to %(points)s points apart") % values


@require_safe
def matchmaking_panel(request: HttpRequest) -> HttpResponse:
    """Show the panel alone, for the script that reloads it; 204 after signing out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    game = request.GET.get("game", "")
    return render(request, "lobby/matchmaking_games.html", _panel_context(request, game))


@require_POST
@login_required
def request_match(request: HttpRequest, game: str) -> HttpResponse:
    """Find a match now, or wait for one."""
    if game not in rules.catalogue():
        raise Http404(_("There is no such game here."))
    with refusal_as_message(request):
        match_request = matchmaking.request_match(authenticated_user(request), game)
        return redirect(match_request.table or reverse("games:lobby") + "#quick")
    return redirect("games:game", game)


@require_POST
@login_required
def cancel_request(request: HttpRequest, game: str) -> HttpResponse:
    """Cancel a match request; if a table was found in the meantime, redirect there."""
    user = authenticated_user(request)
    try:
        matchmaking.cancel_request(user, game)
    except NotFound as refused:
        messages.info(request, refused.message)
        found = next((one.table for one in matchmaking.requests_of(user) if one.game == game), None)
        if found is not None:
            return redirect(found)
    except ActionError as refused:
        messages.error(request, refused.message)
    return redirect(reverse("games:lobby") + "#quick")
