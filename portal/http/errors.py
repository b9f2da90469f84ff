"""Errors that no view answers: a page for people, JSON for programs that ask below /api/."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from portal.http.reading import API
from portal.outage import RETRY_AFTER, is_outage


def _either(
    status: HTTPStatus, code: str, message: str, page: Callable[..., HttpResponse]
) -> Callable[..., HttpResponse]:
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.path.startswith(API):
            return JsonResponse({"error": code, "message": message}, status=status)
        return page(request, *args, **kwargs)

    return answer


bad_request = _either(
    HTTPStatus.BAD_REQUEST, "bad_request", "The request cannot be read.", defaults.bad_request
)
forbidden = _either(
    HTTPStatus.FORBIDDEN, "permission_denied", "This is not yours.", defaults.permission_denied
)
not_found = _either(
    HTTPStatus.NOT_FOUND, "not_found", "There is nothing at this address.", defaults.page_not_found
)
_fault = _either(
    HTTPStatus.INTERNAL_SERVER_ERROR, "error", "Something of ours failed.", defaults.server_error
)
_outage = _either(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "unavailable",
    "The database cannot be reached just now. Try again in a moment.",
    functools.partial(defaults.server_error, template_name="outage.html"),
)


def failed(request: HttpRequest) -> HttpResponse:
    """An exception that nothing caught (Django asks for the page while it is handled)."""
    if not is_outage(sys.exception()):
        return _fault(request)
    answer = _outage(request)
    answer.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    answer.headers["Retry-After"] = str(RETRY_AFTER)
    return answer
