"""Handlers of errors outside of views: an HTML page, or JSON below /api/."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views import defaults

from accounts.site import configuration
from portal.http.input_validation import API
from portal.outage import RETRY_AFTER, is_outage


def _page_or_json(
    status: HTTPStatus, code: str, message: str, page: Callable[..., HttpResponse]
) -> Callable[..., HttpResponse]:
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.path.startswith(API):
            return JsonResponse({"error": code, "message": message}, status=status)
        return page(request, *args, **kwargs)

    return answer


def _static_page(template: str, status: HTTPStatus) -> Callable[..., HttpResponse]:
    """Return a view of a page that needs neither the request nor the database."""

    def page(_request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        context = {"site_name": configuration.site_cache.last_value().name}
        return HttpResponse(render_to_string(template, context), status=status)

    return page


bad_request = _page_or_json(
    HTTPStatus.BAD_REQUEST,
    "bad_request",
    "The request cannot be read.",
    _static_page("400.html", HTTPStatus.BAD_REQUEST),
)
permission_denied = _page_or_json(
    HTTPStatus.FORBIDDEN, "permission_denied", "This is not yours.", defaults.permission_denied
)
not_found = _page_or_json(
    HTTPStatus.NOT_FOUND, "not_found", "There is nothing at this address.", defaults.page_not_found
)
_server_error = _page_or_json(
    HTTPStatus.INTERNAL_SERVER_ERROR,
    "error",
    "Something of ours failed.",
    _static_page("500.html", HTTPStatus.INTERNAL_SERVER_ERROR),
)
_outage = _page_or_json(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "unavailable",
    "The database cannot be reached just now. Try again in a moment.",
    _static_page("outage.html", HTTPStatus.SERVICE_UNAVAILABLE),
)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught exception: 503 during a database outage, otherwise 500.

    Django calls it while the exception is being handled.
    """
    if not is_outage(sys.exception()):
        return _server_error(request)
    answer = _outage(request)
    answer.headers["Retry-After"] = str(RETRY_AFTER)
    return answer
