"""How the API's description tells of a view: its answer, and every error it may give."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema

from . import serializers as shapes

ERRORS = {
    status: OpenApiResponse(shapes.ErrorSerializer, description=text)
    for status, text in (
        (400, "the request is malformed"),
        (401, "not signed in, or the token is unknown, revoked or expired"),
        (403, "not your seat, a token without the scope, or a session without its CSRF token"),
        (404, "there is no such thing"),
        (406, "answers are JSON and nothing else"),
        (409, "the table has moved on, or is not in a state for this, or cannot be loaded"),
        (410, "it is over for good"),
        (415, "bodies are JSON and nothing else"),
        (422, "the rules, or the declared options, refuse it: the message says why"),
        (429, "too many requests"),
    )
}


def document(answer: Any, request: Any = None, **kwargs: Any) -> Any:
    return extend_schema(request=request, responses={200: answer, **ERRORS}, **kwargs)
