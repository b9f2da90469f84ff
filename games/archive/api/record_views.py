"""The API's views of records: of finished matches, and those that a person has imported."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ...api.docs import IgnoreAcceptHeader
from ...api.lookups import authenticated_user, get_table, validated_data
from ...api.responses import ERRORS, responds_with
from ...models import Table
from ...move_comments.comments import record_with_comments
from ...previews import image_urls as pictures
from ...table.errors import NotRunningError
from .. import importer, views
from ..models import ImportedRecord
from ..record_format import LARGEST, MEDIA_TYPE


class RecordVersion1(APIView):
    """The record of a match that is over: format longtable-record/1, with seed and commitment."""

    @extend_schema(responses={200: {"type": "object", "additionalProperties": True}, **ERRORS})
    def get(self, request: Request, key: str) -> Response:
        return Response(record_with_comments(_get_finished_table(request, key)))


class RecordFile(APIView):
    """The record of a match that is over as a file: format longtable-record/2, JSON Lines."""

    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(responses={(200, MEDIA_TYPE): OpenApiTypes.STR, **ERRORS})
    def get(self, request: Request, key: str) -> HttpResponse:
        return views.record_response(request._request, _get_finished_table(request, key))


def _get_finished_table(request: Request, key: str) -> Table:
    table = get_table(request, key)
    if not views.has_public_record(table):
        raise NotRunningError(views.record_wait_text(table))
    return table


class ImportedRecordSerializer(serializers.Serializer):
    table = serializers.CharField(source="table.key")
    game = serializers.CharField(source="table.game")
    site = serializers.CharField(help_text="where it was played, as the record says")
    at = serializers.DateTimeField(source="imported_at")
    picture = serializers.SerializerMethodField(help_text="how it ended, a PNG of 1200 × 630")

    def get_picture(self, imported: ImportedRecord) -> str:
        return pictures.table_image_url(imported.table)


class RecordInputSerializer(serializers.Serializer):
    record = serializers.CharField(
        max_length=LARGEST, trim_whitespace=False, help_text="the text of the file"
    )


class MyImportedRecords(APIView):
    """The records that I have imported."""

    permission_classes = [IsAuthenticated]

    @responds_with(ImportedRecordSerializer(many=True))
    def get(self, request: Request) -> QuerySet[ImportedRecord]:
        found = ImportedRecord.objects.filter(imported_by=authenticated_user(request))
        return found.select_related("table").defer("record")

    @responds_with(ImportedRecordSerializer, RecordInputSerializer, status=201)
    def post(self, request: Request) -> ImportedRecord:
        """Import a record. The site replays and checks it, and creates a table of it to look at."""
        text = validated_data(request, RecordInputSerializer)["record"].encode()
        with views.limit_view_work(request._request, "import"):
            return views.import_record(authenticated_user(request), text).imported


class ImportedRecordDetail(APIView):
    """A record that I have imported."""

    permission_classes = [IsAuthenticated]

    @responds_with(None, status=204)
    def delete(self, request: Request, key: str) -> None:
        if not importer.delete_import(authenticated_user(request), key):
            raise exceptions.NotFound
