"""The API's views of one's finished matches and saved searches."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..history import my_matches, saved_searches
from ..models import SavedSearch
from ..models.saved_searches import LONGEST_SEARCH_NAME
from .lookups import authenticated_user, validated_data
from .request_data import PAGINATION_PARAMETERS, integer_parameter, paginate
from .schema_decorators import ERRORS, document
from .webhook_views import RemovalResultSerializer

MAX_QUERY_LENGTH = 500


class OpponentSerializer(serializers.Serializer):
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)


class MyMatchSerializer(serializers.Serializer):
    table = serializers.CharField(help_text="its key")
    game = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    began = serializers.DateTimeField(allow_null=True)
    ended = serializers.DateTimeField(allow_null=True)
    rated = serializers.BooleanField()
    seats = serializers.IntegerField()
    moves = serializers.IntegerField()
    seat = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    left = serializers.CharField(help_text="how I left before its end; empty: I did not")
    rating_change = serializers.FloatField(allow_null=True)
    others = OpponentSerializer(many=True)


class SavedSearchSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    query = serializers.CharField(help_text="the filters, as in the address of my matches")
    saved_at = serializers.DateTimeField()


class SavedSearchInputSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=LONGEST_SEARCH_NAME)
    query = serializers.CharField(
        max_length=MAX_QUERY_LENGTH, help_text="the filters; unknown ones are dropped"
    )


FILTER_PARAMETERS = [
    OpenApiParameter("game", str, description="its key"),
    OpenApiParameter("with", str, description="another player"),
    OpenApiParameter("result", str, enum=my_matches.RESULTS),
    OpenApiParameter("rated", str, enum=("yes", "no")),
    integer_parameter("seats"),
    OpenApiParameter("since", str, description="the first day on which they ended, as YYYY-MM-DD"),
    OpenApiParameter("until", str, description="the last day on which they ended"),
]


class MyMatches(APIView):
    """My finished matches, those that I joined last first, with filters.

    With `game`, `option_KEY` filters by the choice of an option. Unknown filters are ignored.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        parameters=[
            *FILTER_PARAMETERS,
            *PAGINATION_PARAMETERS,
        ],
        responses={200: MyMatchSerializer(many=True), **ERRORS},
        operation_id="my_matches_list",
    )
    def get(self, request: Request) -> Response:
        seats = my_matches.filtered_seats(
            authenticated_user(request), my_matches.MatchFilter.of(request.query_params.dict())
        )
        return Response(
            [my_matches.to_row(one) for one in my_matches.with_opponents(paginate(request, seats))]
        )


def _search_data(row: SavedSearch) -> dict[str, Any]:
    return {"id": row.pk, "name": row.name, "query": row.query, "saved_at": row.saved_at}


class SavedSearches(APIView):
    """My saved searches; save one. A search with the same name is replaced."""

    permission_classes = [IsAuthenticated]

    @document(SavedSearchSerializer(many=True), operation_id="searches_list")
    def get(self, request: Request) -> Response:
        return Response(
            [_search_data(row) for row in saved_searches.searches_of(authenticated_user(request))]
        )

    @extend_schema(
        request=SavedSearchInputSerializer,
        responses={201: SavedSearchSerializer, **ERRORS},
        operation_id="search_save",
    )
    def post(self, request: Request) -> Response:
        data = validated_data(request, SavedSearchInputSerializer)
        wanted = my_matches.MatchFilter.of(dict(parse_qsl(data["query"])))
        return Response(
            _search_data(
                saved_searches.save_search(authenticated_user(request), data["name"], wanted)
            ),
            status=201,
        )


class SavedSearchDetail(APIView):
    """Delete a saved search."""

    permission_classes = [IsAuthenticated]

    @document(RemovalResultSerializer, operation_id="search_delete")
    def delete(self, request: Request, pk: int) -> Response:
        if not saved_searches.delete_search(authenticated_user(request), pk):
            raise Http404(_("You have no such search."))
        return Response({"removed": True})
