"""Quick match: its panel in the lobby and on a game's page, pressing, and waiting no longer."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules

from ..boards import presenter
from ..models import Wish
from ..table.access import person
from ..table.errors import Refused
from ..time_controls import BY_KEY, sentence
from . import matchmaking
from .table_settings import CLOCKS, Terms


def panel(request: HttpRequest, game: str = "") -> SafeString | str:
    """Each game (or this one) with its button, or with what its reader waits for; "" for others."""
    if not request.user.is_authenticated:
        return ""
    return SafeString(render_to_string("games/quick.html", _shown(request, game), request))


def _shown(request: HttpRequest, only: str) -> dict[str, Any]:
    wishes = {wish.game: wish for wish in matchmaking.mine(person(request))}
    games = [
        game for key, game in rules.catalogue().items() if game.seats[-1] > 1 and only in ("", key)
    ]
    rows = [
        {"presenter": presenter(game.key), "wish": wishes.get(game.key), **_told(wishes, game.key)}
        for game in games
    ]
    address = reverse("games:quick_panel") + (f"?game={only}" if only else "")
    return {"rows": rows, "address": address, "only": only}


def _told(wishes: dict[str, Wish], game: str) -> dict[str, Any]:
    """What the panel says of a wish that waits."""
    wish = wishes.get(game)
    if wish is None or wish.table is not None:
        return {}
    return {
        "terms": terms_text(matchmaking.terms_of(wish), game),
        "rating": round(wish.rating / 100),
        "steps": list(map(step_text, matchmaking.steps(wish))),
        "lapses": moment(wish.lapses_at),
    }


def terms_text(terms: Terms, game: str) -> str:
    """Seats, clock, kind, the options that are not as usual, and what is asked of others."""
    show = presenter(game)
    seats = ngettext("%(n)s player", "%(n)s players", terms.seats) % {"n": terms.seats}
    preset = CLOCKS.get(terms.clock)
    clock = str(BY_KEY[preset].label) if preset else sentence(terms.clock)
    parts = [seats, clock, _("rated") if terms.rated else _("friendly")]
    parts += [
        show.choice_label(option, terms.options[option.key])
        for option in show.game.options
        if terms.options[option.key] != option.default
    ]
    if terms.asks:
        parts.append(_("asks for: %(asks)s") % {"asks": terms.asks.text})
    return " · ".join(parts)


def step_text(step: tuple[Any, int | None]) -> str:
    """From when on who is taken, in one line."""
    when, points = step
    if points is None:
        return _("from %(when)s: anybody") % {"when": moment(when)}
    told = {"when": moment(when), "points": points}
    return _("from %(when)s: up to %(points)s points apart") % told


def moment(when: Any) -> str:
    return date_format(timezone.localtime(when), pgettext("date format", "D j M H:i"))


@require_safe
def quick_panel(request: HttpRequest) -> HttpResponse:
    """The panel alone, as a script fetches it anew; nothing after signing out."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    game = request.GET.get("game", "")
    return render(request, "games/quick_games.html", _shown(request, game))


@require_POST
@login_required
def press(request: HttpRequest, game: str) -> HttpResponse:
    """Find somebody now, or wait for them."""
    if game not in rules.catalogue():
        raise Http404(_("There is no such game here."))
    try:
        wish = matchmaking.press(person(request), game)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("games:game", game)
    if wish.table is not None:
        return redirect(wish.table)
    return redirect(reverse("games:lobby") + "#quick")


@require_POST
@login_required
def cancel(request: HttpRequest, game: str) -> HttpResponse:
    """Wait no longer; whoever has been brought to a table meanwhile is led there."""
    user = person(request)
    try:
        matchmaking.cancel(user, game)
    except matchmaking.NoWish as refused:
        messages.info(request, refused.message)
        found = next((one.table for one in matchmaking.mine(user) if one.game == game), None)
        if found is not None:
            return redirect(found)
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(reverse("games:lobby") + "#quick")
