"""The API's views of tournaments: lists, standings, rounds and entries."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games.rules as rules
from accounts.models import User

from ...api import serializers as shapes
from ...api.club_views import RemovalSerializer
from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import DISPLAY_NAME_HELP, authenticated_user, user_or_none, validated_data
from ...api.request_data import PAGINATION_PARAMETERS, paginate, query_text, requested_slice
from ...api.schema_decorators import ERRORS, document
from ...boards import translate_reason
from ...lobby.api.saved_settings_views import TableSettingsSerializer
from ...lobby.table_settings import TableSettings
from .. import check_ins, creation, queries, registration, results
from ..access import can_manage
from ..eligibility import is_open_for_entries
from ..models import Round, Tournament, TournamentEntry
from ..points import TIE_BREAK_LABELS

STATES = Tournament.State.values
ENTRY_STATES = TournamentEntry.State.values
MAX_GAME_KEY_LENGTH = 40


class TournamentPlayerSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=DISPLAY_NAME_HELP)
    out = serializers.BooleanField(help_text="withdrawn or disqualified")


class TournamentSummarySerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    key = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    format = serializers.CharField(help_text="the format, as a code for programs")
    state = serializers.ChoiceField(choices=STATES)
    club = serializers.CharField(
        allow_null=True, help_text="the key of the club whose members alone see and enter it"
    )
    series = serializers.CharField(
        allow_null=True, help_text="the key of its series; null: it has none"
    )
    season = serializers.IntegerField(help_text="its number in the series; 0: it has none")
    places = serializers.IntegerField(help_text="the maximum number of players")
    taken = serializers.IntegerField(help_text="the number of players with a place")
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="null: it starts when every place is taken"
    )
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class MyEntrySerializer(serializers.Serializer):
    state = serializers.ChoiceField(choices=ENTRY_STATES)
    at_once = serializers.IntegerField(
        help_text="the most matches that I play at once, if the format has no rounds"
    )
    here_at = serializers.DateTimeField(allow_null=True, help_text="when I checked in")
    place = serializers.IntegerField(allow_null=True, help_text="my final place")
    why_out = serializers.CharField(help_text="why I was disqualified, or empty")
    why_waits = serializers.CharField(
        help_text="why I have no table now, in words; empty if I have one"
    )


class TournamentSerializer(TournamentSummarySerializer):
    old_names = {"circle": "club", "asks": "requirements", "terms": "table_settings"}

    organiser = serializers.CharField()
    about = serializers.CharField()
    prizes = serializers.CharField()
    entry = serializers.ChoiceField(
        choices=Tournament.EntryPolicy.values,
        help_text="who may enter; in a club, only its members",
    )
    requirements = shapes.RequirementsSerializer(
        help_text="what it requires of people who enter without an invitation"
    )
    takes = serializers.BooleanField(help_text="whether people can enter now, or wait for a place")
    check_in = serializers.IntegerField(
        help_text="how many minutes before the start the check-in opens; 0: there is none"
    )
    least = serializers.IntegerField(
        help_text="the minimum number of players; with fewer, it is called off"
    )
    table_settings = TableSettingsSerializer(help_text="the settings of its tables")
    settings = serializers.JSONField(help_text="the settings of its format: points and tie-breaks")
    round_days = serializers.IntegerField(
        help_text="days after which the next round no longer waits for slow tables; 0: it waits"
    )
    days = serializers.IntegerField(
        help_text="days after which no new tables start; 0: the format decides"
    )
    people = TournamentPlayerSerializer(
        many=True, help_text="the players with a place, until it begins; see the standings later"
    )
    ended_by = serializers.CharField(help_text="who ended it early, or empty")
    why_ended = serializers.CharField(help_text="why it was ended early, or empty")
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="before it begins, for its organisers: what to reconsider",
    )
    mine = MyEntrySerializer(allow_null=True, help_text="null: I have no entry")


class TieBreakSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    sentence = serializers.CharField(help_text="what it counts, in words")


@extend_schema_serializer(component_name="TournamentStanding")  # its published name
class TournamentStandingsRowSerializer(TournamentPlayerSerializer, RenamedFieldsSerializer):
    old_names = {"fate": "outcome"}

    rank = serializers.IntegerField(help_text="shared by tied players")
    points = serializers.FloatField()
    played = serializers.IntegerField(help_text="finished tables, without byes")
    wins = serializers.IntegerField()
    byes = serializers.IntegerField()
    tie_breaks = serializers.DictField(
        child=serializers.FloatField(), help_text="the values by key"
    )
    performance = serializers.IntegerField(
        allow_null=True,
        help_text=(
            "the rating at which these results would be expected against these opponents; "
            "null for all wins or all losses"
        ),
    )
    division = serializers.IntegerField(help_text="1 is the highest; 0: there are none")
    outcome = serializers.CharField(help_text="at present: up, stay, down, on, won, lost, or empty")


class TournamentStandingsSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="grows by one with each change of the tournament")
    size = serializers.IntegerField(help_text="the total number of lines")
    tie_breaks = TieBreakSerializer(many=True, help_text="the tie-breaks in order")
    lines = TournamentStandingsRowSerializer(many=True, help_text="best first, by division")


class TournamentSeatSerializer(TournamentPlayerSerializer):
    place = serializers.IntegerField(allow_null=True, help_text="null while it is played")


class TournamentTableSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    table = serializers.CharField(allow_null=True, help_text="its key; null: a bye")
    seats = TournamentSeatSerializer(many=True, help_text="in starting order")
    over = serializers.BooleanField()
    ruling = serializers.CharField(help_text="why it was decided without being played, or empty")
    ruled_by = serializers.CharField(help_text="who decided it, or empty")


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="when the next round stops waiting for tables of this one"
    )
    tables = TournamentTableSerializer(many=True)


class EnterTournamentSerializer(serializers.Serializer):
    at_once = serializers.IntegerField(
        min_value=1,
        max_value=registration.MAX_CONCURRENT_MATCHES,
        default=1,
        help_text="the most matches that I play at once, if the format has no rounds",
    )


def _tournament_summary(tournament: Tournament, taken: int) -> dict[str, Any]:
    data = {
        "key": tournament.key,
        "title": tournament.title,
        "game": tournament.game,
        "format": tournament.format,
        "state": tournament.state,
        "club": None if tournament.club is None else tournament.club.key,
        "series": None if tournament.series is None else tournament.series.key,
        "season": tournament.season_number,
        "places": tournament.max_players,
        "taken": taken,
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "ended_at": tournament.ended_at,
    }
    return TournamentSummarySerializer.with_old_names(data)


def tournament_data(tournament: Tournament, user: User | None) -> dict[str, Any]:
    mine = None if user is None else tournament.entries.filter(user=user).first()
    people = [] if tournament.started_at else queries.entered_people(tournament)
    data = {
        **_tournament_summary(
            tournament,
            registration.count_places_taken(tournament) if tournament.started_at else len(people),
        ),
        "organiser": tournament.organiser.username,
        "about": tournament.description,
        "prizes": tournament.prizes,
        "entry": tournament.entry_policy,
        "requirements": tournament.requirements,
        "takes": is_open_for_entries(tournament),
        "check_in": tournament.check_in_minutes,
        "least": tournament.min_players,
        "table_settings": TableSettingsSerializer(
            TableSettings.from_json(rules.get(tournament.game), tournament.table_settings)
        ).data,
        "settings": results.settings_of(tournament).data(),
        "round_days": tournament.round_days,
        "days": tournament.max_days,
        "people": [_player_data(one) for one in people],
        "ended_by": "" if tournament.ended_by is None else tournament.ended_by.display_name,
        "why_ended": tournament.end_reason,
        "warnings": creation.tournament_warnings(tournament)
        if can_manage(tournament, user)
        else [],
        "mine": None if mine is None else _entry_data(tournament, mine),
    }
    return TournamentSerializer.with_old_names(data)


def _entry_data(tournament: Tournament, mine: TournamentEntry) -> dict[str, Any]:
    board = queries.get_summary(tournament) if tournament.is_running else None
    return {
        "state": mine.state,
        "at_once": mine.max_concurrent,
        "here_at": mine.checked_in_at,
        "place": mine.place,
        "why_out": mine.removal_reason,
        "why_waits": ""
        if board is None
        else queries.wait_reason_text(board, mine, tournament.game),
    }


def _player_data(one: queries.EntrantSummary) -> dict[str, Any]:
    return {"user": one.username, "name": one.name, "out": one.is_out}


def _standings_data(line: queries.StandingsEntry, columns: list[str]) -> dict[str, Any]:
    data = {
        **_player_data(line.person),
        "rank": line.rank,
        "points": line.points,
        "played": line.played,
        "wins": line.wins,
        "byes": line.byes,
        "tie_breaks": dict(zip(columns, line.ties, strict=True)),
        "performance": line.performance,
        "division": line.division,
        "outcome": line.fate,
    }
    return TournamentStandingsRowSerializer.with_old_names(data)


def _tie_break_data(column: str, game: str) -> dict[str, str]:
    name, sentence = (
        translate_reason(rules.Reason(column, said), game) for said in TIE_BREAK_LABELS[column]
    )
    return {"key": column, "name": name, "sentence": sentence}


def _round_data(one: Round, tables: list[queries.TableSummary]) -> dict[str, Any]:
    return {
        "number": one.number,
        "began_at": one.started_at,
        "ends_at": one.ends_at,
        "tables": [_table_data(table) for table in tables],
    }


def _table_data(one: queries.TableSummary) -> dict[str, Any]:
    return {
        "number": one.number,
        "table": one.key or None,
        "seats": [
            {**_player_data(seat.person), "place": seat.place if one.key else None}
            for seat in one.seats
        ],
        "over": one.is_done,
        "ruling": one.ruling,
        "ruled_by": one.ruled_by,
    }


class Tournaments(APIView):
    """The tournaments of this site and of my clubs, newest first."""

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=STATES),
            OpenApiParameter("game", str),
            *PAGINATION_PARAMETERS,
        ],
        responses={200: TournamentSummarySerializer(many=True), **ERRORS},
        operation_id="tournaments_list",
    )
    def get(self, request: Request) -> Response:
        tournaments = queries.visible_tournaments(request.user)
        if state := request.query_params.get("state"):
            if state not in STATES:
                raise exceptions.ValidationError({"state": f"one of {', '.join(STATES)}"})
            tournaments = tournaments.filter(state=state)
        if game := query_text(request, "game", MAX_GAME_KEY_LENGTH):
            tournaments = tournaments.filter(game=game)
        page = paginate(request, tournaments.annotate(taken=queries.PLAYER_COUNT).order_by("-pk"))
        return Response([_tournament_summary(one, one.taken) for one in page])  # type: ignore[attr-defined]


class TournamentDetail(APIView):
    """A tournament: its game and settings, who may enter, and my entry."""

    @document(TournamentSerializer, operation_id="tournament")
    def get(self, request: Request, key: str) -> Response:
        return Response(
            tournament_data(queries.get_tournament(key, request.user), user_or_none(request))
        )


class TournamentStandings(APIView):
    """The standings of a tournament, and its tie-breaks."""

    @document(
        TournamentStandingsSerializer,
        operation_id="tournament_standings",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, key: str) -> Response:
        tournament = queries.get_tournament(key, request.user)
        columns = list(results.settings_of(tournament).tie_breaks)
        lines = queries.get_summary(tournament).lines if tournament.started_at else []
        return Response(
            {
                "version": tournament.version,
                "size": len(lines),
                "tie_breaks": [_tie_break_data(column, tournament.game) for column in columns],
                "lines": [
                    _standings_data(line, columns) for line in lines[requested_slice(request)]
                ],
            }
        )


class TournamentRounds(APIView):
    """The rounds of a tournament with their tables, players and results."""

    @document(
        RoundSerializer(many=True),
        operation_id="tournament_rounds_list",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, key: str) -> Response:
        tournament = queries.get_tournament(key, request.user)
        rounds = paginate(request, tournament.rounds.order_by("number"))
        tables = queries.tables_by_round(tournament, [one.number for one in rounds])
        return Response([_round_data(one, tables[one.number]) for one in rounds])


class EnterTournament(APIView):
    """Enter a tournament, or its waiting list."""

    permission_classes = [IsAuthenticated]

    @document(TournamentSerializer, EnterTournamentSerializer, operation_id="tournament_enter")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        registration.enter(key, user, **validated_data(request, EnterTournamentSerializer))
        return Response(tournament_data(queries.get_tournament(key, user), user))


class CheckInToTournament(APIView):
    """Check in shortly before a tournament begins. Without it, I lose my place."""

    permission_classes = [IsAuthenticated]

    @document(TournamentSerializer, operation_id="tournament_check_in")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        check_ins.check_in_player(key, user)
        return Response(tournament_data(queries.get_tournament(key, user), user))


class WithdrawFromTournament(APIView):
    """Leave a tournament or its waiting list, or decline an invitation. Matches continue."""

    permission_classes = [IsAuthenticated]

    @document(RemovalSerializer, operation_id="tournament_withdraw")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        registration.withdraw(key, user)
        return Response({"gone": True})
