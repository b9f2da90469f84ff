"""The API's views of one's finished matches and saved searches."""

from __future__ import annotations

from urllib.parse import parse_qsl

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ..history import my_matches, saved_searches
from ..history.profile import PlayedMatch
from ..models import SavedSearch
from ..models.saved_searches import LONGEST_SEARCH_NAME
from .lookups import authenticated_user, validated_data
from .request_data import PAGINATION_PARAMETERS, integer_parameter, paginate
from .responses import responds_with
from .webhook_views import RemovalResultSerializer

MAX_QUERY_LENGTH = 500


class OpponentSerializer(serializers.Serializer):
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)


class MyMatchSerializer(serializers.Serializer):
    table = serializers.CharField(source="table.key", help_text="its key")
    game = serializers.CharField(source="table.game")
    options = serializers.DictField(source="table.options", child=serializers.CharField())
    began = serializers.DateTimeField(source="table.started_at", allow_null=True)
    ended = serializers.DateTimeField(source="table.ended_at", allow_null=True)
    rated = serializers.BooleanField(source="table.rated")
    seats = serializers.IntegerField(source="table.seat_count")
    moves = serializers.IntegerField(source="table.move_count")
    seat = serializers.IntegerField(source="seat.number")
    rank = serializers.IntegerField(source="seat.rank", allow_null=True)
    points = serializers.IntegerField(source="seat.total", allow_null=True)
    left = serializers.CharField(
        source="leave_reason", help_text="how I left before its end; empty: I did not"
    )
    ended_by_agreement = serializers.BooleanField(
        source="table.ended_by_agreement",
        help_text="the players ended the match early and ranked it as it stood",
    )
    substitute = serializers.BooleanField(
        source="is_substitute",
        help_text="I took the seat over, so rank and points belong to its first player",
    )
    rating_change = serializers.FloatField(source="delta", allow_null=True)
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

    @responds_with(
        MyMatchSerializer(many=True),
        operation_id="my_matches_list",
        parameters=[*FILTER_PARAMETERS, *PAGINATION_PARAMETERS],
    )
    def get(self, request: Request) -> list[PlayedMatch]:
        user = authenticated_user(request)
        wanted = my_matches.MatchFilter.of(request.query_params.dict())
        seats = my_matches.filtered_seats(user, wanted)
        return my_matches.with_opponents(paginate(request, seats), user)


class SavedSearches(APIView):
    """My saved searches; save one. A search with the same name is replaced."""

    permission_classes = [IsAuthenticated]

    @responds_with(SavedSearchSerializer(many=True), operation_id="searches_list")
    def get(self, request: Request) -> QuerySet[SavedSearch]:
        return saved_searches.searches_of(authenticated_user(request))

    @responds_with(
        SavedSearchSerializer, SavedSearchInputSerializer, status=201, operation_id="search_save"
    )
    def post(self, request: Request) -> SavedSearch:
        data = validated_data(request, SavedSearchInputSerializer)
        wanted = my_matches.MatchFilter.of(dict(parse_qsl(data["query"])))
        return saved_searches.save_search(authenticated_user(request), data["name"], wanted)


class SavedSearchDetail(APIView):
    """Delete a saved search."""

    permission_classes = [IsAuthenticated]

    @responds_with(RemovalResultSerializer, operation_id="search_delete")
    def delete(self, request: Request, pk: int) -> dict[str, bool]:
        if not saved_searches.delete_search(authenticated_user(request), pk):
            raise Http404(_("You have no such search."))
        return {"removed": True}
