"""The API's views of all my matches that are over, and of what I look for among them."""

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
from ..models import Search
from ..models.saved_searches import LONGEST_SEARCH_NAME
from .lookups import given, person
from .request_data import PAGE, slice_of, whole_parameter
from .schema_decorators import ERRORS, described
from .webhook_views import RemovedSerializer

LONGEST_QUERY = 500


class OtherSerializer(serializers.Serializer):
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
    left = serializers.CharField(help_text="how I left it before its end; empty: I did not")
    rating_change = serializers.FloatField(allow_null=True)
    others = OtherSerializer(many=True)


class SearchSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    query = serializers.CharField(help_text="the filters, as the address of my matches takes them")
    saved_at = serializers.DateTimeField()


class SaveSearchSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=LONGEST_SEARCH_NAME)
    query = serializers.CharField(
        max_length=LONGEST_QUERY, help_text="the filters; what is not known is left out"
    )


FILTERS = [
    OpenApiParameter("game", str, description="its key"),
    OpenApiParameter("with", str, description="somebody who played there, too"),
    OpenApiParameter("result", str, enum=my_matches.RESULTS),
    OpenApiParameter("rated", str, enum=("yes", "no")),
    whole_parameter("seats"),
    OpenApiParameter("since", str, description="the day from which on they ended: 2026-01-31"),
    OpenApiParameter("until", str, description="the last such day"),
]


class MyMatches(APIView):
    """My matches that are over, those first at which I sat down last; by filters.

    Of a game, `option_KEY` asks for a choice of an option. What a filter does not know it does not
    ask for.
    """

    permission_classes = [IsAuthenticated]

    @extend_schema(
        parameters=[
            *FILTERS,
            *PAGE,
        ],
        responses={200: MyMatchSerializer(many=True), **ERRORS},
        operation_id="my_matches_list",
    )
    def get(self, request: Request) -> Response:
        seats = my_matches.seats_of(
            person(request), my_matches.Wanted.of(request.query_params.dict())
        )
        return Response(
            [my_matches.told(one) for one in my_matches.played(slice_of(request, seats))]
        )


def _search(row: Search) -> dict[str, Any]:
    return {"id": row.pk, "name": row.name, "query": row.query, "saved_at": row.saved_at}


class Searches(APIView):
    """What I look for among my matches again and again; save one, or replace that of a name."""

    permission_classes = [IsAuthenticated]

    @described(SearchSerializer(many=True), operation_id="searches_list")
    def get(self, request: Request) -> Response:
        return Response([_search(row) for row in saved_searches.of(person(request))])

    @extend_schema(
        request=SaveSearchSerializer,
        responses={201: SearchSerializer, **ERRORS},
        operation_id="search_save",
    )
    def post(self, request: Request) -> Response:
        told = given(request, SaveSearchSerializer)
        wanted = my_matches.Wanted.of(dict(parse_qsl(told["query"])))
        return Response(
            _search(saved_searches.keep(person(request), told["name"], wanted)), status=201
        )


class OneSearch(APIView):
    """Delete a search of mine."""

    permission_classes = [IsAuthenticated]

    @described(RemovedSerializer, operation_id="search_delete")
    def delete(self, request: Request, pk: int) -> Response:
        if not saved_searches.forget(person(request), pk):
            raise Http404(_("You have no such search."))
        return Response({"removed": True})
