"""The privacy page: what the site stores and for how long, with the numbers from the code."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import guests, known_devices, nicknames
from accounts.data_export.models import DataExport
from games.archive import public_dump
from games.moderation import fair_play_signals
from games.notifications import delivery, webhooks
from games.ratings import device_fingerprints
from games.translation import translator

DAY = 24 * 3600  # seconds


@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    days = {
        "former_name": nicknames.KEPT.days,
        "guest": guests.KEPT.days,
        "archive": DataExport.KEPT.days,
        "dump": public_dump.EVERY.days,
        "notice": delivery.KEPT.days,
        "session": settings.SESSION_COOKIE_AGE // DAY,
        "sighting": device_fingerprints.KEPT.days,
        "hint": fair_play_signals.KEPT.days,
        "device": known_devices.YEAR // DAY,
        "translation": translator.CACHE_SECONDS // DAY,
    }
    context = {
        "days": days,
        "tries": webhooks.KEPT,
        "translation_host": urlsplit(settings.TRANSLATION_URL).hostname,
    }
    return render(request, "data_export/privacy.html", context)
