"""The API's views of matches between clubs: lists, line-ups, boards and points."""

from __future__ import annotations

from typing import Any, NamedTuple

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from ...api import serializers as shapes
from ...api.lookups import DISPLAY_NAME_HELP, authenticated_user, validated_data
from ...api.object_serializer import ObjectSerializer
from ...api.request_data import PAGINATION_PARAMETERS, paginate
from ...api.responses import responds_with
from ...lobby.api.saved_settings_views import TableSettingsSerializer
from ...lobby.table_settings import TableSettings
from ...time_controls import FixedHour, TimeControl
from .. import line_ups, proposals, scores
from ..access import get_visible_match, visible_matches
from ..models import LONGEST_TEXT, ClubMatch

MAX_NAME, MAX_KEY = 60, 40


class ClubReferenceSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()


class ClubMatchSummarySerializer(serializers.Serializer):
    key = serializers.CharField()
    home = ClubReferenceSerializer()
    away = ClubReferenceSerializer()
    game = serializers.CharField()
    state = serializers.ChoiceField(ClubMatch.State.choices)
    pairing = serializers.ChoiceField(ClubMatch.Pairing.choices)
    starts_at = serializers.DateTimeField(help_text="when the boards are paired")
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class ClubMatchPlayerSerializer(ObjectSerializer):
    user = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.display_name", help_text=DISPLAY_NAME_HELP)
    club = serializers.CharField(source="club.key")
    position = serializers.IntegerField(
        allow_null=True, help_text="in the order that the club chose, from 1"
    )


class BoardSeatSerializer(ObjectSerializer):
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)


class ClubMatchBoardSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="board.number")
    table = serializers.CharField(source="table.key")
    home = BoardSeatSerializer(many=True)
    away = BoardSeatSerializer(many=True)
    points = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="of the home club and the away club; null: none yet, or the table gives none",
    )


class ClubMatchSerializer(ClubMatchSummarySerializer):
    text = serializers.CharField(help_text="the message of the challenge")
    min_boards = serializers.IntegerField()
    max_boards = serializers.IntegerField()
    table_settings = TableSettingsSerializer(source="read_settings")
    players = ClubMatchPlayerSerializer(many=True, source="player_list")
    boards = ClubMatchBoardSerializer(many=True, source="score.boards")
    points = serializers.ListField(
        child=serializers.FloatField(), help_text="of the home club and the away club so far"
    )


class ClubMatchDetails(NamedTuple):
    """A match with what the API shows of it; other attributes are those of its row."""

    match: ClubMatch
    score: scores.Score

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)

    @property
    def read_settings(self) -> TableSettings:
        return TableSettings.from_json(rules.get(self.match.game), self.match.table_settings)

    @property
    def player_list(self) -> list[Any]:
        return [one for club in self.match.clubs for one in scores.players_of(self.match, club)]

    @property
    def points(self) -> list[float]:
        return [self.score.home, self.score.away]


class ClubChallengeInputSerializer(serializers.Serializer):
    club = serializers.CharField(max_length=MAX_KEY, help_text="the key of the club that I lead")
    opponent = serializers.CharField(max_length=MAX_NAME, help_text="the name of the other club")
    game = serializers.CharField(max_length=MAX_KEY)
    seats = serializers.IntegerField(help_text="of a board; half of them for each club")
    options = serializers.DictField(child=serializers.CharField(), default=dict)
    clock = shapes.ClockSerializer(required=False, help_text="needed without a fixed hour")
    fixed_hour = shapes.FixedHourSerializer(
        required=False, allow_null=True, help_text="instead of the clock: turns are due at it"
    )
    rated = serializers.BooleanField(default=True)
    pairing = serializers.ChoiceField(
        ClubMatch.Pairing.choices, default=ClubMatch.Pairing.STRENGTH.value
    )
    min_boards = serializers.IntegerField(min_value=1, default=2)
    max_boards = serializers.IntegerField(min_value=1, default=10)
    starts_at = serializers.DateTimeField()
    text = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if not given.get("fixed_hour") and "clock" not in given:
            raise serializers.ValidationError({"clock": "needed without a fixed hour"})
        return given


class AnswerInputSerializer(serializers.Serializer):
    accepts = serializers.BooleanField()


class EnterInputSerializer(serializers.Serializer):
    club = serializers.CharField(
        max_length=MAX_KEY,
        allow_blank=True,
        default="",
        help_text="the key of the club, for members of both",
    )


class OrderInputSerializer(serializers.Serializer):
    club = serializers.CharField(max_length=MAX_KEY)
    order = serializers.ListField(
        child=serializers.CharField(max_length=MAX_NAME),
        max_length=200,
        help_text="usernames, board 1 first; players who are missing follow",
    )


class ClubMatches(APIView):
    """The matches between clubs that I may see, newest first; challenge another club."""

    @responds_with(
        ClubMatchSummarySerializer(many=True),
        parameters=PAGINATION_PARAMETERS,
        operation_id="club_matches_list",
    )
    def get(self, request: Request) -> list[ClubMatch]:
        return list(paginate(request, visible_matches(request.user)))

    @responds_with(
        ClubMatchSerializer,
        ClubChallengeInputSerializer,
        status=201,
        operation_id="club_matches_challenge",
    )
    def post(self, request: Request) -> ClubMatchDetails:
        data = validated_data(request, ClubChallengeInputSerializer)
        club = data.pop("club")
        numbers, hour = data.pop("clock", None), data.pop("fixed_hour", None)
        clock = TimeControl.at_hour(FixedHour(**hour)) if hour else TimeControl(**numbers)
        settings = TableSettings(
            seats=data.pop("seats"),
            options=data.pop("options"),
            clock=clock,
            rated=data.pop("rated"),
        )
        challenge = proposals.Challenge(table_settings=settings, **data)
        match = proposals.challenge_club(club, authenticated_user(request), challenge)
        return _details(match)


class ClubMatchDetail(APIView):
    """A match between clubs: its players, boards and points."""

    @responds_with(ClubMatchSerializer, operation_id="club_match")
    def get(self, request: Request, key: str) -> ClubMatchDetails:
        return _details(get_visible_match(key, request.user))


class AnswerClubMatch(APIView):
    """Accept or decline a challenge, for the challenged club."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubMatchSerializer, AnswerInputSerializer, operation_id="club_match_answer")
    def post(self, request: Request, key: str) -> ClubMatchDetails:
        data = validated_data(request, AnswerInputSerializer)
        user = authenticated_user(request)
        return _details(proposals.answer_challenge(key, user, accepts=data["accepts"]))


class CallOffClubMatch(APIView):
    """Call off a match that has not started, or withdraw a challenge."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubMatchSerializer, operation_id="club_match_call_off")
    def post(self, request: Request, key: str) -> ClubMatchDetails:
        return _details(proposals.call_off(key, authenticated_user(request)))


class EnterClubMatch(APIView):
    """Play in a match for a club of mine."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubMatchSerializer, EnterInputSerializer, operation_id="club_match_enter")
    def post(self, request: Request, key: str) -> ClubMatchDetails:
        user = authenticated_user(request)
        line_ups.enter(key, user, validated_data(request, EnterInputSerializer)["club"])
        return _details(get_visible_match(key, user))


class LeaveClubMatch(APIView):
    """Withdraw from a match that has not started."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubMatchSerializer, operation_id="club_match_leave")
    def post(self, request: Request, key: str) -> ClubMatchDetails:
        user = authenticated_user(request)
        line_ups.leave(key, user)
        return _details(get_visible_match(key, user))


class OrderClubMatch(APIView):
    """Set the order in which the players of a club that I lead sit at the boards."""

    permission_classes = [IsAuthenticated]

    @responds_with(ClubMatchSerializer, OrderInputSerializer, operation_id="club_match_order")
    def post(self, request: Request, key: str) -> ClubMatchDetails:
        user, data = authenticated_user(request), validated_data(request, OrderInputSerializer)
        line_ups.set_order(key, user, data["club"], data["order"])
        return _details(get_visible_match(key, user))


def _details(match: ClubMatch) -> ClubMatchDetails:
    return ClubMatchDetails(match, scores.score_of(match))
