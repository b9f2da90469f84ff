"""Responses to errors that views do not handle: an HTML page, or JSON below /api/."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views import defaults

from accounts.site import configuration
from portal.errors import ActionError, Forbidden, NotFound, TooManyRequests
from portal.http.input_validation import API, InvalidInputError, bad_request_response
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


def refusal_response(request: HttpRequest, error: ActionError | InvalidInputError) -> HttpResponse:
    """Answer a request whose view has refused it and shows no page itself."""
    if isinstance(error, InvalidInputError):
        return bad_request_response(request, error)
    if request.path.startswith(API):
        return JsonResponse(error.data(), status=error.status)
    if isinstance(error, NotFound):
        return defaults.page_not_found(request, error)
    if isinstance(error, Forbidden):
        return defaults.permission_denied(request, error)
    page = "429.html" if isinstance(error, TooManyRequests) else "refused.html"
    return render(request, page, {"error": error}, status=error.status)


class RefusalMiddleware:
    """Middleware that answers refused requests; the API has a handler of its own.

    It is the last middleware, so that the response is in the reader's language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, ActionError | InvalidInputError):
            return refusal_response(request, error)
        return None
