"""The API's view of the event stream: it checks the token; the server keeps the stream open."""

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
from .responses import ERRORS

RETRY_LINE = b"retry: 3000\n\n"  # milliseconds


class TooManyStreamsError(Throttled):
    default_code = TOO_MANY_STREAMS


class EventStream(APIView):
    """Server-sent events for the owner of a token.

    The events are `turn` (a table waits for me), `wait_over` (it waits no more), `table` (one of my
    tables has changed), `over`, `invited` and `contest` (a tournament of mine has changed). Each
    has the present state: the key
    and version of the table or tournament, or the invitation. The stream begins with what waits
    for me, then `ready`. An event may come twice.

    Send `Last-Event-ID` when you connect again, to get what you have missed. `resync` means that
    this is too much or too long ago: get your tables then. `end` gives the reason why the stream
    ends: the token has expired or was revoked, or too many streams are open. Lines that begin with
    a colon keep the connection open.
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
