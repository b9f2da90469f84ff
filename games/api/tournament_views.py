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

from ..boards import told
from ..lobby.table_settings import Terms
from ..models import Contest, Entry, Round
from ..tournaments import check_ins, creation, queries, registration, results
from ..tournaments.access import runs_it
from ..tournaments.points import TIE_BREAK_WORDS
from . import serializers as shapes
from .club_views import GoneSerializer
from .lookups import CALLED, given, me, person
from .request_data import PAGE, part, slice_of, text
from .saved_settings_views import TermsSerializer
from .schema_decorators import ERRORS, described

STATES = Contest.State.values
ENTRY_STATES = Entry.State.values
LONGEST_GAME = 40


class PersonInContestSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=CALLED)
    out = serializers.BooleanField(help_text="withdrawn or disqualified")


class ContestInListSerializer(serializers.Serializer):
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


class ContestSerializer(ContestInListSerializer):
    organiser = serializers.CharField()
    about = serializers.CharField()
    prizes = serializers.CharField()
    entry = serializers.ChoiceField(
        choices=Contest.Entry.values, help_text="who may enter; of a circle, only its people"
    )
    asks = shapes.AsksSerializer(help_text="what it asks of whoever enters uninvited")
    takes = serializers.BooleanField(help_text="whether people can enter now, or wait for a place")
    check_in = serializers.IntegerField(
        help_text="minutes before the start from which people say that they are there; 0: they need"
        " not"
    )
    least = serializers.IntegerField(help_text="with fewer it is called off at its date")
    terms = TermsSerializer(help_text="of its tables")
    settings = serializers.JSONField(help_text="of its format: what counts, and what breaks ties")
    round_days = serializers.IntegerField(
        help_text="days after which a round waits for no slow table; 0: it waits"
    )
    days = serializers.IntegerField(
        help_text="days after which nothing new begins; 0: the format says when"
    )
    people = PersonInContestSerializer(
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


class ContestLineSerializer(PersonInContestSerializer):
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


class ContestStandingsSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="one more with every change of the contest")
    size = serializers.IntegerField(help_text="how many lines there are in all")
    tie_breaks = TieBreakSerializer(
        many=True, help_text="what tells people with the same points apart, the first first"
    )
    lines = ContestLineSerializer(many=True, help_text="the best first, by division")


class ContestSeatSerializer(PersonInContestSerializer):
    place = serializers.IntegerField(allow_null=True, help_text="null while it is played")


class ContestTableSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    table = serializers.CharField(allow_null=True, help_text="its key; null: a bye")
    seats = ContestSeatSerializer(many=True, help_text="in starting order")
    over = serializers.BooleanField()
    ruling = serializers.CharField(help_text="why it was decided without being played, or empty")
    ruled_by = serializers.CharField(help_text="what whoever decided it is called, or empty")


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="when what is still played is not waited for any more"
    )
    tables = ContestTableSerializer(many=True)


class EnterContestSerializer(serializers.Serializer):
    at_once = serializers.IntegerField(
        min_value=1,
        max_value=registration.MOST_AT_ONCE,
        default=1,
        help_text="matches of it that I play at a time, at most, where its format has no rounds",
    )


def _in_list(contest: Contest, taken: int) -> dict[str, Any]:
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


def shape(contest: Contest, user: User | None) -> dict[str, Any]:
    mine = None if user is None else contest.entries.filter(user=user).first()
    people = [] if contest.started_at else queries.entered(contest)
    return {
        **_in_list(contest, registration.taken(contest) if contest.started_at else len(people)),
        "organiser": contest.organiser.username,
        "about": contest.about,
        "prizes": contest.prizes,
        "entry": contest.entry,
        "asks": contest.asks,
        "takes": registration.takes(contest),
        "check_in": contest.check_in,
        "least": contest.least,
        "terms": Terms.of_kept(rules.get(contest.game), contest.terms).kept(),
        "settings": results.settings_of(contest).data(),
        "round_days": contest.round_days,
        "days": contest.days,
        "people": [_person(one) for one in people],
        "ended_by": "" if contest.ended_by is None else contest.ended_by.display_name,
        "why_ended": contest.why_ended,
        "warnings": creation.warnings(contest) if runs_it(contest, user) else [],
        "mine": None if mine is None else _entry(contest, mine),
    }


def _entry(contest: Contest, mine: Entry) -> dict[str, Any]:
    board = queries.board(contest) if contest.is_running else None
    return {
        "state": mine.state,
        "at_once": mine.at_once,
        "here_at": mine.here_at,
        "place": mine.place,
        "why_out": mine.why,
        "why_waits": "" if board is None else queries.why_waits(board, mine, contest.game),
    }


def _person(one: queries.Person) -> dict[str, Any]:
    return {"user": one.username, "name": one.name, "out": one.is_out}


def _line(line: queries.Line, columns: list[str]) -> dict[str, Any]:
    return {
        **_person(line.person),
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


def _tie_break(column: str, game: str) -> dict[str, str]:
    name, sentence = (told(rules.Reason(column, said), game) for said in TIE_BREAK_WORDS[column])
    return {"key": column, "name": name, "sentence": sentence}


def _round(one: Round, tables: list[queries.TableOf]) -> dict[str, Any]:
    return {
        "number": one.number,
        "began_at": one.began_at,
        "ends_at": one.ends_at,
        "tables": [_table(table) for table in tables],
    }


def _table(one: queries.TableOf) -> dict[str, Any]:
    return {
        "number": one.number,
        "table": one.key or None,
        "seats": [
            {**_person(seat.person), "place": seat.place if one.key else None} for seat in one.seats
        ],
        "over": one.is_done,
        "ruling": one.ruling,
        "ruled_by": one.ruled_by,
    }


class Contests(APIView):
    """The contests of this site and of my circles, the newest first."""

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=STATES),
            OpenApiParameter("game", str),
            *PAGE,
        ],
        responses={200: ContestInListSerializer(many=True), **ERRORS},
        operation_id="contests_list",
    )
    def get(self, request: Request) -> Response:
        contests = queries.listed_for(request.user)
        if state := request.query_params.get("state"):
            if state not in STATES:
                raise exceptions.ValidationError({"state": f"one of {', '.join(STATES)}"})
            contests = contests.filter(state=state)
        if game := text(request, "game", LONGEST_GAME):
            contests = contests.filter(game=game)
        page = slice_of(request, contests.annotate(taken=queries.SIZE).order_by("-pk"))
        return Response([_in_list(one, one.taken) for one in page])  # type: ignore[attr-defined]


class OneContest(APIView):
    """A contest: what is played, who may enter, and where I am in it."""

    @described(ContestSerializer, operation_id="contest")
    def get(self, request: Request, key: str) -> Response:
        return Response(shape(queries.found(key, request.user), me(request)))


class Standings(APIView):
    """Who is ahead in a contest, and what tells people with the same points apart."""

    @described(ContestStandingsSerializer, operation_id="contest_standings", parameters=PAGE)
    def get(self, request: Request, key: str) -> Response:
        contest = queries.found(key, request.user)
        columns = list(results.settings_of(contest).tie_breaks)
        lines = queries.board(contest).lines if contest.started_at else []
        return Response(
            {
                "version": contest.version,
                "size": len(lines),
                "tie_breaks": [_tie_break(column, contest.game) for column in columns],
                "lines": [_line(line, columns) for line in lines[part(request)]],
            }
        )


class Rounds(APIView):
    """The rounds of a contest, with who sits at which table and how each ended."""

    @described(RoundSerializer(many=True), operation_id="contest_rounds_list", parameters=PAGE)
    def get(self, request: Request, key: str) -> Response:
        contest = queries.found(key, request.user)
        rounds = slice_of(request, contest.rounds.order_by("number"))
        tables = queries.tables_in(contest, [one.number for one in rounds])
        return Response([_round(one, tables[one.number]) for one in rounds])


class Enter(APIView):
    """Take a place in a contest, or one on its waiting list."""

    permission_classes = [IsAuthenticated]

    @described(ContestSerializer, EnterContestSerializer, operation_id="contest_enter")
    def post(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.found(key, user)
        registration.enter(key, user, **given(request, EnterContestSerializer))
        return Response(shape(queries.found(key, user), user))


class CheckIn(APIView):
    """Say shortly before a contest begins that I am there; else somebody else has my place."""

    permission_classes = [IsAuthenticated]

    @described(ContestSerializer, operation_id="contest_check_in")
    def post(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.found(key, user)
        check_ins.check_in(key, user)
        return Response(shape(queries.found(key, user), user))


class Withdraw(APIView):
    """Leave a contest or its waiting list, or decline an invitation; matches begun go on."""

    permission_classes = [IsAuthenticated]

    @described(GoneSerializer, operation_id="contest_withdraw")
    def post(self, request: Request, key: str) -> Response:
        user = person(request)
        queries.found(key, user)
        registration.withdraw(key, user)
        return Response({"gone": True})
