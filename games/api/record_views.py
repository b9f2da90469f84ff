"""The API's views of records: of a match that is over, and those that a person has brought."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse, OpenApiTypes, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..archive import importer, views
from ..archive.record_format import LARGEST, MEDIA_TYPE
from ..models import Imported, Table
from ..previews import image_urls as pictures
from ..table.errors import NotRunning
from ..table.session import journal
from .docs import AnyContent
from .lookups import find, given, person
from .schema_decorators import ERRORS, described


class Record(APIView):
    """The record of a match that is over: format longtable-record/1, with seed and commitment."""

    @extend_schema(responses={200: {"type": "object", "additionalProperties": True}, **ERRORS})
    def get(self, request: Request, key: str) -> Response:
        return Response(journal.record(_over(request, key)))


class RecordFile(APIView):
    """The record of a match that is over as a file: format longtable-record/2, JSON Lines."""

    content_negotiation_class = AnyContent

    @extend_schema(responses={(200, MEDIA_TYPE): OpenApiTypes.STR, **ERRORS})
    def get(self, request: Request, key: str) -> HttpResponse:
        return views.as_file(request._request, _over(request, key))


def _over(request: Request, key: str) -> Table:
    table = find(request, key)
    if not views.is_told(table):
        raise NotRunning("The record can be had when the match is over.")
    return table


class BroughtSerializer(serializers.Serializer):
    table = serializers.CharField(source="table.key")
    game = serializers.CharField(source="table.game")
    site = serializers.CharField(help_text="where it was played, as the record says")
    at = serializers.DateTimeField()
    picture = serializers.SerializerMethodField(help_text="how it ended, a PNG of 1200 × 630")

    def get_picture(self, imported: Imported) -> str:
        return pictures.of_table(imported.table)


class BringSerializer(serializers.Serializer):
    record = serializers.CharField(
        max_length=LARGEST, trim_whitespace=False, help_text="the text of the file"
    )


class Records(APIView):
    """The records that I have brought."""

    permission_classes = [IsAuthenticated]

    @described(BroughtSerializer(many=True))
    def get(self, request: Request) -> Response:
        found = Imported.objects.filter(by=person(request)).select_related("table").defer("record")
        return Response(BroughtSerializer(found, many=True).data)

    @extend_schema(request=BringSerializer, responses={201: BroughtSerializer, **ERRORS})
    def post(self, request: Request) -> Response:
        """Bring one: it is played again and checked, and becomes a table to look at."""
        text = given(request, BringSerializer)["record"].encode()
        with views.working(request._request, "import"):
            table = views.bring(person(request), text)
        return Response(BroughtSerializer(table.imported).data, 201)


class BroughtRecord(APIView):
    """A record that I have brought."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: OpenApiResponse(), **ERRORS})
    def delete(self, request: Request, key: str) -> Response:
        if not importer.remove(person(request), key):
            raise exceptions.NotFound
        return Response(status=204)
