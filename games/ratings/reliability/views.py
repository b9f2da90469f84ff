"""Pages with a person's reliability by game: a whole page, and a popover at a seat."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.usernames import username_lookup

from ...boards import presenter
from .. import absence_tracking
from . import aggregation, stats

POPOVER_HEADER = "X-Note"  # sent by the script that opens the popover


def reliability_context(person: User) -> dict[str, object]:
    """Return the template context for a person's reliability."""
    whole, *games = stats.stats_by_game(person)
    return {
        "whole": whole,
        "by_game": [(presenter(one.game).name(), one) for one in games],
        "least_turns": aggregation.MIN_ANSWERS,
        "least_matches": stats.MIN_MATCHES,
        "remembered_days": absence_tracking.COUNTED_PERIOD.days,
    }


@require_safe
def reliability_page(request: HttpRequest, username: str) -> HttpResponse:
    person = get_object_or_404(User, username_lookup(username), is_active=True, guest_network="")
    is_note = request.headers.get(POPOVER_HEADER) == "1"
    template = "ratings/reliability/popover.html" if is_note else "ratings/reliability/page.html"
    return render(request, template, {"person": person, **reliability_context(person)})
