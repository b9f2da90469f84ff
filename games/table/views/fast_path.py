"""The fast path: answers frequent requests of a table's page with only the middlewares they need.

It answers requests of the page's script (draft, undo, confirm, fragment, replay step) for signed-in
people. They get the same checks, limits and headers as all other requests
(`tests/games/table/test_fast_path.py`). Anything unusual takes the full middleware chain: visitors,
forged or malformed requests, unknown addresses. Nothing has been done for them before that.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, cast

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.core.handlers.exception import convert_exception_to_response
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.security import SecurityMiddleware
from django.urls import ResolverMatch, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_only_middleware

from accounts import session_cache
from accounts.middleware import activate_preferences
from accounts.requests import authenticated_user
from portal.error_pages import refusal_response
from portal.errors import ActionError
from portal.http.input_validation import (
    InvalidInputError,
    check_form,
    check_head,
)

from ...ratings import last_seen

GetResponse = Callable[[HttpRequest], HttpResponse]

METHODS = {"moves": "POST", "confirm": "POST", "undo": "POST", "live": "GET", "replay/step": "GET"}
PATH = re.compile(rf"/tables/(?P<key>[-\w]+)/(?P<does>{'|'.join(METHODS)})/", re.ASCII)


@sync_only_middleware
def fast_path_middleware(whole_way: GetResponse) -> GetResponse:
    """Middleware: answer on the fast path if possible, otherwise call the full chain."""
    csrf, session = CsrfViewMiddleware(whole_way), SessionMiddleware(whole_way)
    guards = {scheme: _security_headers(scheme) for scheme in ("http", "https")}
    view = cast(GetResponse, convert_exception_to_response(_call_view))

    def answer(request: HttpRequest) -> HttpResponse:
        match = _resolve_request(request)
        if match is None or not _is_valid_request(request):
            return whole_way(request)
        csrf.process_request(request)
        if csrf.process_view(request, match.func, match.args, match.kwargs) is not None:
            return whole_way(request)
        with activate_preferences(request):
            if last_seen.is_user_action(request):
                last_seen.update_last_seen(authenticated_user(request))
            request.resolver_match = match
            response = view(request)
        for name, value in guards[request.scheme or "http"]:
            response.headers.setdefault(name, value)
        csrf.process_response(request, response)
        response.headers.setdefault("Content-Length", str(len(response.content)))
        response.headers.setdefault("Content-Language", translation.get_language())
        patch_vary_headers(response, ("Accept-Language",))
        return session.process_response(request, response)

    return answer


def _call_view(request: HttpRequest) -> HttpResponse:
    match = request.resolver_match
    assert match is not None
    try:
        return cast(HttpResponse, match.func(request, *match.args, **match.kwargs))
    except (ActionError, InvalidInputError) as error:
        return refusal_response(request, error)


def _resolve_request(request: HttpRequest) -> ResolverMatch | None:
    """Return the view of a request that may use the fast path; None for all others."""
    if request.META.get("HTTP_HX_REQUEST") != "true" or settings.DEBUG:
        return None
    found = PATH.fullmatch(request.path_info)
    if found is None or request.method != METHODS[found["does"]]:
        return None
    one: Any = _resolve_action(found["does"])
    names = one.url_name, one.app_names, one.namespaces, one.route
    return ResolverMatch(one.func, (), {"key": found["key"]}, *names)


@functools.cache
def _resolve_action(does: str) -> ResolverMatch:
    return resolve(f"/tables/key/{does}/")


def _is_valid_request(request: HttpRequest) -> bool:
    """Return whether a request has a valid host and valid input, and comes from a known user."""
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        return False
    try:
        request.get_host()
        check_head(request)
        if request.method == "POST":
            check_form(request)
        return session_cache.load_user(request) is not None
    except (DisallowedHost, InvalidInputError, DatabaseError):
        return False


def _security_headers(scheme: str) -> list[tuple[str, str]]:
    """Return the security headers that the middlewares set for this scheme."""
    request, blank = HttpRequest(), HttpResponse()
    request._get_scheme = lambda: scheme  # type: ignore[attr-defined]
    for guard in (XFrameOptionsMiddleware, CSPMiddleware, SecurityMiddleware):
        guard(_unreachable_view).process_response(request, blank)
    return [(name, value) for name, value in blank.items() if name != "Content-Type"]


def _unreachable_view(request: HttpRequest) -> Any:
    raise NotImplementedError
