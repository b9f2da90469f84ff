"""Decorators that describe a view: its response, and every error that it may return."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema

from . import serializers as shapes

ERRORS = {
    status: OpenApiResponse(shapes.ErrorSerializer, description=text)
    for status, text in (
        (400, "the request is malformed"),
        (401, "you are not signed in, or the token is unknown, revoked or expired"),
        (403, "not your seat, a token without the scope, or a session without its CSRF token"),
        (404, "not found"),
        (406, "responses are always JSON"),
        (409, "the table has changed, is not in a state for this, or cannot be loaded"),
        (410, "gone for good"),
        (415, "request bodies must be JSON"),
        (422, "the rules or options do not allow it; the message says why"),
        (429, "too many requests"),
    )
}


def document(answer: Any, request: Any = None, **kwargs: Any) -> Any:
    return extend_schema(request=request, responses={200: answer, **ERRORS}, **kwargs)
