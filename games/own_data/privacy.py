"""What is kept of people and for how long, in plain words; every number is the code's own."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import devices, guests, naming

from ..models import Archive
from ..notices import hooks, sending
from ..peace import hints
from ..ratings import sightings
from ..records import dumping

DAY = 24 * 3600  # seconds


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    days = {
        "former_name": naming.KEPT.days,
        "guest": guests.KEPT.days,
        "archive": Archive.KEPT.days,
        "dump": dumping.EVERY.days,
        "notice": sending.KEPT.days,
        "session": settings.SESSION_COOKIE_AGE // DAY,
        "sighting": sightings.KEPT.days,
        "hint": hints.KEPT.days,
        "device": devices.YEAR // DAY,
    }
    return render(request, "games/own_data/privacy.html", {"days": days, "tries": hooks.KEPT})
