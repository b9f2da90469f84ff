"""The API's views of contests: which there are, their standings and rounds; entering one."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games.rules as rules
from accounts.models import User

from ..boards import translate_reason
from ..lobby.table_settings import TableSettings
from ..models import Round, Tournament, TournamentEntry
from ..tournaments import check_ins, creation, queries, registration, results
from ..tournaments.access import can_manage
from ..tournaments.points import TIE_BREAK_LABELS
from . import serializers as shapes
from .club_views import RemovalSerializer
from .lookups import DISPLAY_NAME_HELP, authenticated_user, user_or_none, validated_data
from .request_data import PAGINATION_PARAMETERS, paginate, query_text, requested_slice
from .saved_settings_views import TableSettingsSerializer
from .schema_decorators import ERRORS, document

STATES = Tournament.State.values
ENTRY_STATES = TournamentEntry.State.values
MAX_GAME_KEY_LENGTH = 40


class TournamentPlayerSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=DISPLAY_NAME_HELP)
    out = serializers.BooleanField(help_text="withdrawn or disqualified")


class TournamentSummarySerializer(serializers.Serializer):
    key = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    format = serializers.CharField(help_text="how it is held, a word for programs")
    state = serializers.ChoiceField(choices=STATES)
    circle = serializers.CharField(
        allow_null=True, help_text="the key of the circle whose people alone see and enter it"
    )
    series = serializers.CharField(
        allow_null=True, help_text="the key of the series whose season it is"
    )
    season = serializers.IntegerField(help_text="its number in the series; 0: it is of none")
    places = serializers.IntegerField(help_text="so many people play at most")
    taken = serializers.IntegerField(help_text="so many have a place")
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="null: when every place is taken"
    )
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


class MyEntrySerializer(serializers.Serializer):
    state = serializers.ChoiceField(choices=ENTRY_STATES)
    at_once = serializers.IntegerField(
        help_text="matches of it that I play at a time, at most, where its format has no rounds"
    )
    here_at = serializers.DateTimeField(
        allow_null=True, help_text="when I said at the check-in that I am there"
    )
    place = serializers.IntegerField(allow_null=True, help_text="where I came in, once it is over")
    why_out = serializers.CharField(help_text="why I was disqualified, or empty")
    why_waits = serializers.CharField(
        help_text="why I play at no table of it now, in words; empty where I do"
    )


class TournamentSerializer(TournamentSummarySerializer):
    organiser = serializers.CharField()
    about = serializers.CharField()
    prizes = serializers.CharField()
    entry = serializers.ChoiceField(
        choices=Tournament.EntryPolicy.values,
        help_text="who may enter; of a circle, only its people",
    )
    asks = shapes.RequirementsSerializer(help_text="what it asks of whoever enters uninvited")
    takes = serializers.BooleanField(help_text="whether people can enter now, or wait for a place")
    check_in = serializers.IntegerField(
        help_text="minutes before the start from which people say that they are there; 0: they need"
        " not"
    )
    least = serializers.IntegerField(help_text="with fewer it is called off at its date")
    terms = TableSettingsSerializer(help_text="of its tables")
    settings = serializers.JSONField(help_text="of its format: what counts, and what breaks ties")
    round_days = serializers.IntegerField(
        help_text="days after which a round waits for no slow table; 0: it waits"
    )
    days = serializers.IntegerField(
        help_text="days after which nothing new begins; 0: the format says when"
    )
    people = TournamentPlayerSerializer(
        many=True, help_text="who has a place, until it begins; then the standings tell"
    )
    ended_by = serializers.CharField(help_text="what whoever ended it early is called, or empty")
    why_ended = serializers.CharField(help_text="why it was ended early, or empty")
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="for those who run it, before it begins: what they should think over",
    )
    mine = MyEntrySerializer(allow_null=True, help_text="null: I am not in it")


class TieBreakSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    sentence = serializers.CharField(help_text="what it counts, in words")


class TournamentStandingSerializer(TournamentPlayerSerializer):
    rank = serializers.IntegerField(help_text="shared by people who are level")
    points = serializers.FloatField()
    played = serializers.IntegerField(help_text="tables that are over, without byes")
    wins = serializers.IntegerField()
    byes = serializers.IntegerField()
    tie_breaks = serializers.DictField(child=serializers.FloatField(), help_text="by their keys")
    performance = serializers.IntegerField(
        allow_null=True,
        help_text="the rating with which just these results would be expected against these "
        "people; null for who has won everything or nothing",
    )
    division = serializers.IntegerField(help_text="1 the highest; 0 where there are none")
    fate = serializers.CharField(
        help_text="as things stand: up, stay, down, on, won, lost, or empty"
    )


class TournamentStandingsSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="one more with every change of the contest")
    size = serializers.IntegerField(help_text="how many lines there are in all")
    tie_breaks = TieBreakSerializer(
        many=True, help_text="what tells people with the same points apart, the first first"
    )
    lines = TournamentStandingSerializer(many=True, help_text="the best first, by division")


class TournamentSeatSerializer(TournamentPlayerSerializer):
    place = serializers.IntegerField(allow_null=True, help_text="null while it is played")


class TournamentTableSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    table = serializers.CharField(allow_null=True, help_text="its key; null: a bye")
    seats = TournamentSeatSerializer(many=True, help_text="in starting order")
    over = serializers.BooleanField()
    ruling = serializers.CharField(help_text="why it was decided without being played, or empty")
    ruled_by = serializers.CharField(help_text="what whoever decided it is called, or empty")


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="when what is still played is not waited for any more"
    )
    tables = TournamentTableSerializer(many=True)


class EnterTournamentSerializer(serializers.Serializer):
    at_once = serializers.IntegerField(
        min_value=1,
        max_value=registration.MAX_CONCURRENT_MATCHES,
        default=1,
        help_text="matches of it that I play at a time, at most, where its format has no rounds",
    )


def _tournament_summary(contest: Tournament, taken: int) -> dict[str, Any]:
    return {
        "key": contest.key,
        "title": contest.title,
        "game": contest.game,
        "format": contest.format,
        "state": contest.state,
        "circle": None if contest.circle is None else contest.circle.key,
        "series": None if contest.series is None else contest.series.key,
        "season": contest.season,
        "places": contest.places,
        "taken": taken,
        "starts_at": contest.starts_at,
        "started_at": contest.started_at,
        "ended_at": contest.ended_at,
    }


def tournament_data(contest: Tournament, user: User | None) -> dict[str, Any]:
    mine = None if user is None else contest.entries.filter(user=user).first()
    people = [] if contest.started_at else queries.entered_people(contest)
    return {
        **_tournament_summary(
            contest, registration.count_places_taken(contest) if contest.started_at else len(people)
        ),
        "organiser": contest.organiser.username,
        "about": contest.about,
        "prizes": contest.prizes,
        "entry": contest.entry,
        "asks": contest.asks,
        "takes": registration.is_open_for_entries(contest),
        "check_in": contest.check_in,
        "least": contest.least,
        "terms": TableSettings.from_json(rules.get(contest.game), contest.terms).to_json(),
        "settings": results.settings_of(contest).data(),
        "round_days": contest.round_days,
        "days": contest.days,
        "people": [_player_data(one) for one in people],
        "ended_by": "" if contest.ended_by is None else contest.ended_by.display_name,
        "why_ended": contest.why_ended,
        "warnings": creation.tournament_warnings(contest) if can_manage(contest, user) else [],
        "mine": None if mine is None else _entry_data(contest, mine),
    }


def _entry_data(contest: Tournament, mine: TournamentEntry) -> dict[str, Any]:
    board = queries.get_summary(contest) if contest.is_running else None
    return {
        "state": mine.state,
        "at_once": mine.at_once,
        "here_at": mine.here_at,
        "place": mine.place,
        "why_out": mine.why,
        "why_waits": "" if board is None else queries.wait_reason_text(board, mine, contest.game),
    }


def _player_data(one: queries.EntrantSummary) -> dict[str, Any]:
    return {"user": one.username, "name": one.name, "out": one.is_out}


def _standing_data(line: queries.StandingSummary, columns: list[str]) -> dict[str, Any]:
    return {
        **_player_data(line.person),
        "rank": line.rank,
        "points": line.points,
        "played": line.played,
        "wins": line.wins,
        "byes": line.byes,
        "tie_breaks": dict(zip(columns, line.ties, strict=True)),
        "performance": line.performance,
        "division": line.division,
        "fate": line.fate,
    }


def _tie_break_data(column: str, game: str) -> dict[str, str]:
    name, sentence = (
        translate_reason(rules.Reason(column, said), game) for said in TIE_BREAK_LABELS[column]
    )
    return {"key": column, "name": name, "sentence": sentence}


def _round_data(one: Round, tables: list[queries.TableSummary]) -> dict[str, Any]:
    return {
        "number": one.number,
        "began_at": one.began_at,
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
    """The contests of this site and of my circles, the newest first."""

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=STATES),
            OpenApiParameter("game", str),
            *PAGINATION_PARAMETERS,
        ],
        responses={200: TournamentSummarySerializer(many=True), **ERRORS},
        operation_id="contests_list",
    )
    def get(self, request: Request) -> Response:
        contests = queries.visible_tournaments(request.user)
        if state := request.query_params.get("state"):
            if state not in STATES:
                raise exceptions.ValidationError({"state": f"one of {', '.join(STATES)}"})
            contests = contests.filter(state=state)
        if game := query_text(request, "game", MAX_GAME_KEY_LENGTH):
            contests = contests.filter(game=game)
        page = paginate(request, contests.annotate(taken=queries.PLAYER_COUNT).order_by("-pk"))
        return Response([_tournament_summary(one, one.taken) for one in page])  # type: ignore[attr-defined]


class TournamentDetail(APIView):
    """A contest: what is played, who may enter, and where I am in it."""

    @document(TournamentSerializer, operation_id="contest")
    def get(self, request: Request, key: str) -> Response:
        return Response(
            tournament_data(queries.get_tournament(key, request.user), user_or_none(request))
        )


class TournamentStandings(APIView):
    """Who is ahead in a contest, and what tells people with the same points apart."""

    @document(
        TournamentStandingsSerializer,
        operation_id="contest_standings",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, key: str) -> Response:
        contest = queries.get_tournament(key, request.user)
        columns = list(results.settings_of(contest).tie_breaks)
        lines = queries.get_summary(contest).lines if contest.started_at else []
        return Response(
            {
                "version": contest.version,
                "size": len(lines),
                "tie_breaks": [_tie_break_data(column, contest.game) for column in columns],
                "lines": [
                    _standing_data(line, columns) for line in lines[requested_slice(request)]
                ],
            }
        )


class TournamentRounds(APIView):
    """The rounds of a contest, with who sits at which table and how each ended."""

    @document(
        RoundSerializer(many=True),
        operation_id="contest_rounds_list",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, key: str) -> Response:
        contest = queries.get_tournament(key, request.user)
        rounds = paginate(request, contest.rounds.order_by("number"))
        tables = queries.tables_by_round(contest, [one.number for one in rounds])
        return Response([_round_data(one, tables[one.number]) for one in rounds])


class EnterTournament(APIView):
    """Take a place in a contest, or one on its waiting list."""

    permission_classes = [IsAuthenticated]

    @document(TournamentSerializer, EnterTournamentSerializer, operation_id="contest_enter")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        registration.enter(key, user, **validated_data(request, EnterTournamentSerializer))
        return Response(tournament_data(queries.get_tournament(key, user), user))


class CheckInToTournament(APIView):
    """Say shortly before a contest begins that I am there; else somebody else has my place."""

    permission_classes = [IsAuthenticated]

    @document(TournamentSerializer, operation_id="contest_check_in")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        check_ins.check_in_player(key, user)
        return Response(tournament_data(queries.get_tournament(key, user), user))


class WithdrawFromTournament(APIView):
    """Leave a contest or its waiting list, or decline an invitation; matches begun go on."""

    permission_classes = [IsAuthenticated]

    @document(RemovalSerializer, operation_id="contest_withdraw")
    def post(self, request: Request, key: str) -> Response:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        registration.withdraw(key, user)
        return Response({"gone": True})
