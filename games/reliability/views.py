"""The numbers of a person by game, and how each is counted: as a page, and as a note at a seat."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.usernames import called

from ..boards import presenter
from ..ratings import absence_tracking
from . import aggregation, stats

NOTE = "X-Note"  # what the script asks with


def told(person: User) -> dict[str, object]:
    """What the templates of a person's numbers show."""
    whole, *games = stats.of_person(person)
    return {
        "whole": whole,
        "by_game": [(presenter(one.game).name(), one) for one in games],
        "least_turns": aggregation.LEAST_TURNS,
        "least_matches": stats.LEAST_MATCHES,
        "remembered_days": absence_tracking.REMEMBERED.days,
    }


@require_safe
def of_person(request: HttpRequest, username: str) -> HttpResponse:
    person = get_object_or_404(User, called(username), is_active=True, guest_of="")
    is_note = request.headers.get(NOTE) == "1"
    template = "standing/note.html" if is_note else "standing/page.html"
    return render(request, template, {"person": person, **told(person)})
