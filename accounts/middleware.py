"""Every page in its reader's language and time zone; a login crowd gets a clear answer."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation

from .hashers import HashingBusy
from .time_zones import names, visitor_zone

KNOWN_LANGUAGES = {code for code, _ in settings.LANGUAGES}


class PreferencesMiddleware:
    """After `LocaleMiddleware` chose by cookie or browser, a member's preference has the last word.

    Times follow the member's time zone; a visitor's browser tells it in a cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        zone = visitor_zone(request)
        if user.is_authenticated:
            if user.language in KNOWN_LANGUAGES:
                translation.activate(user.language)
                request.LANGUAGE_CODE = user.language
            zone = user.time_zone
        if zone in names():
            timezone.activate(zoneinfo.ZoneInfo(zone))
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, HashingBusy):
            return None
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = "5"
        return response
