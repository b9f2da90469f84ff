"""The decorator of an API handler: what it returns becomes the response that is described."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from .serializers import ErrorSerializer

ERRORS = {
    status: OpenApiResponse(ErrorSerializer, description=text)
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

Handler = Callable[..., Any]


def responds_with(
    shape: type[BaseSerializer[Any]] | BaseSerializer[Any] | None,
    request_shape: type[BaseSerializer[Any]] | None = None,
    *,
    status: int = 200,
    **described: Any,
) -> Callable[[Handler], Handler]:
    """Serialize what a handler returns, and describe the endpoint by the same serializer.

    The serializer is built once and has no context: a handler returns what this reader may see.

    Args:
        shape: of the response, with `many=True` for a list; None for an empty response.
        request_shape: of the request's body.
        status: the HTTP status of the response.
        described: more for `extend_schema`, such as `operation_id` and `parameters`.
    """
    serializer = shape() if isinstance(shape, type) else shape
    body = OpenApiResponse() if shape is None else shape

    def decorate(handler: Handler) -> Handler:
        @extend_schema(request=request_shape, responses={status: body, **ERRORS}, **described)
        @wraps(handler)
        def respond(view: APIView, request: Request, **address: Any) -> HttpResponse:
            found = handler(view, request, **address)
            data = None if serializer is None else serializer.to_representation(found)
            return Response(data, status)

        return respond

    return decorate
