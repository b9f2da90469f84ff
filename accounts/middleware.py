"""Middleware for the reader's language and time zone, and for overloaded password checks."""

from __future__ import annotations

import functools
import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header

from .hashers import HashingBusyError
from .site.configuration import default_language
from .time_zones import time_zone_names, visitor_zone

KNOWN_LANGUAGES = {code for code, _ in settings.LANGUAGES}


class PreferencesMiddleware:
    """Middleware that activates the user's language and time zone.

    It runs after `LocaleMiddleware` and overrides the choice by cookie or browser. For visitors the
    time zone comes from a cookie that a script sets.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        activate_language(request)
        try:
            activate_time_zone(request)
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, HashingBusyError):
            return None
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = "5"
        return response


def activate_language(request: HttpRequest) -> bool:
    """Activate the user's chosen language, or the site's if the browser accepts none of ours.

    Returns:
        False if neither applies; the language then stays as `LocaleMiddleware` chose it.
    """
    user = request.user
    chosen = user.language if user.is_authenticated else ""
    if chosen not in KNOWN_LANGUAGES:
        chosen = "" if _has_language_choice(request) else default_language()
    if chosen not in KNOWN_LANGUAGES:
        return False
    translation.activate(chosen)
    request.LANGUAGE_CODE = chosen
    return True


def _has_language_choice(request: HttpRequest) -> bool:
    if request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) in KNOWN_LANGUAGES:
        return True
    return _accepts_known_language(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


@functools.lru_cache(200)
def _accepts_known_language(accepted: str) -> bool:
    """Whether this `Accept-Language` header contains one of the site's languages."""
    codes = parse_accept_lang_header(accepted.lower())
    return any(code.partition("-")[0] in KNOWN_LANGUAGES for code, _much in codes)


def activate_time_zone(request: HttpRequest) -> None:
    """Activate the time zone of the user, or of the visitor's browser."""
    user = request.user
    zone = user.time_zone if user.is_authenticated else visitor_zone(request)
    if zone in time_zone_names():
        timezone.activate(zoneinfo.ZoneInfo(zone))


@contextmanager
def activate_preferences(request: HttpRequest) -> Iterator[None]:
    """Activate the reader's language and time zone for a request without middleware.

    The language stays active afterwards; the next request sets its own.
    """
    if not activate_language(request):
        cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        asked = _negotiate_language(cookie, request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
        translation.activate(asked)
        request.LANGUAGE_CODE = asked
    try:
        activate_time_zone(request)
        yield
    finally:
        timezone.deactivate()


@functools.lru_cache(200)
def _negotiate_language(cookie: str, accepted: str) -> str:
    """Return the language that `LocaleMiddleware` chooses for a cookie and an accept header."""
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    _locale.process_request(request)
    return str(request.LANGUAGE_CODE)


def _no_response(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError


_locale = LocaleMiddleware(_no_response)
