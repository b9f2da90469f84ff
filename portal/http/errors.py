"""Errors that no view answers: a page for people, JSON for programs that ask below /api/."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from portal.http.reading import API


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
failed = _either(
    HTTPStatus.INTERNAL_SERVER_ERROR, "error", "Something of ours failed.", defaults.server_error
)
