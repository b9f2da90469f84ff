"""The API's view of the stream of events: lets in, and what it answers is kept open beside it."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, Throttled
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..models import ApiToken
from ..streams.server import TOO_MANY_STREAMS, Stream
from .auth import TokenAuthentication
from .docs import IgnoreAcceptHeader
from .schema_decorators import ERRORS

RETRY_LINE = b"retry: 3000\n\n"  # milliseconds


class TooManyStreamsError(Throttled):
    default_code = TOO_MANY_STREAMS


class EventStream(APIView):
    """Server-sent events for the person of a token: `turn` (a table waits for me), `table` (one of
    mine has changed), `over`, `invited`, `contest` (one in which I am has changed). Each says what
    is so now: the key and version of the table or contest, or the invitation. First comes what
    waits for me, and `ready`. An event may come twice.

    Whoever comes back with `Last-Event-ID` is told first what they have missed; `resync` where that
    is too much or too long ago: look at my tables then. `end` says why nothing more comes: the
    token has expired or was revoked, or too many streams are open. Lines that begin with a colon
    keep the connection open.
    """

    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]
    content_negotiation_class = IgnoreAcceptHeader
    http_method_names = ["get", "head", "options"]

    @extend_schema(
        operation_id="stream_retrieve",
        parameters=[
            OpenApiParameter(
                "Last-Event-ID", str, "header", description="the id of the last event you have read"
            )
        ],
        responses={(200, "text/event-stream"): OpenApiTypes.STR, **ERRORS},
    )
    def get(self, request: Request) -> HttpResponse:
        token = request.auth
        if not isinstance(token, ApiToken):
            raise NotAuthenticated
        if Stream.is_full(token.pk, token.user_id):
            raise TooManyStreamsError(detail=_("You have too many streams open. Close one first."))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return HttpResponse(RETRY_LINE, content_type="text/event-stream", headers=headers)
