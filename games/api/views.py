"""The API's views: parse, call the lobby or the door, describe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import usernames
from accounts.models import User
from accounts.usernames import called

from ..boards import presenter
from ..calendars import wording
from ..clocks import remaining
from ..history import profile
from ..lobby import gathering
from ..models import Move, Rating, RatingChange, Seat, Table
from ..ratings import ledger
from ..table import journal, ordering, play
from ..table.access import keys_listed_for, listed_for, seat_of, tables_with, with_free_seats
from ..table.door import asking
from ..table.page import names_of
from . import errors
from . import serializers as shapes
from .reading import PAGE, number, slice_of, text, whole_parameter

LONGEST_LOG = 500  # entries

ERRORS = {
    status: OpenApiResponse(shapes.ErrorSerializer, description=text)
    for status, text in (
        (400, "the request is malformed"),
        (401, "not signed in, or the token is unknown or revoked"),
        (403, "not your seat, or a session without its CSRF token"),
        (404, "there is no such thing"),
        (406, "answers are JSON and nothing else"),
        (409, "the table has moved on, or is not in a state for this, or cannot be loaded"),
        (415, "bodies are JSON and nothing else"),
        (422, "the rules, or the declared options, refuse it: the message says why"),
        (429, "too many requests"),
    )
}


def described(answer: Any, request: Any = None, **kwargs: Any) -> Any:
    return extend_schema(request=request, responses={200: answer, **ERRORS}, **kwargs)


def me(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None


def person(request: Request) -> User:
    """Who asks, in a view that only lets in who is signed in."""
    user = me(request)
    assert user is not None
    return user


def find_person(username: str) -> User:
    return get_object_or_404(User, called(username), deleted_at__isnull=True)


def find(key: str) -> Table:
    return get_object_or_404(Table.objects.select_related("host"), key=key)


def seat_data(seat: Seat, user: User | None) -> dict[str, Any]:
    person = seat.user
    return {
        "number": seat.number,
        "name": seat.name,
        "user": person.username if person is not None and not person.deleted_at else None,
        "bot": seat.bot,
        "left": seat.left,
        "excused": seat.excused,
        "may_come_back": seat.may_come_back and seat.table.is_running,
        "is_me": user is not None and seat.user_id == user.pk,
        "waiting_since": seat.waiting_since,
        "due_at": seat.due_at,
        "rests": wording.state(seat, timezone.now()) if seat.pauses else "",
        "bank": seat.bank,
        "rank": seat.rank,
        "total": seat.total,
        "breakdown": seat.breakdown,
    }


def table_data(table: Table, seats: list[Seat], user: User | None) -> dict[str, Any]:
    clock = table.clock
    return {
        "key": table.key,
        "name": table.name,
        "title": table.title,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "version": table.version,
        "move_count": table.move_count,
        "rated": table.rated,
        "visibility": table.visibility,
        "host": table.host.display_name,
        "clock": {"bank": clock.bank, "increment": clock.increment, "cap": clock.cap},
        "clock_rule": wording.rule(table),
        "pauses": table.pauses,
        "window": table.window or None,
        "seats": [seat_data(seat, user) for seat in seats],
        "created_at": table.created_at,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "asleep_until": table.asleep_until,
        "held_since": table.held_since,
        "held_because": table.held_because,
        "commitment": table.commitment,
        "set_backs": [
            {name: part[name] for name in ("after", "version", "commitment")}
            for part in table.reseeded
        ],
    }


def as_seen(turn: play.Turn, user: User | None) -> dict[str, Any]:
    number = turn.seat.number if turn.seat is not None else None
    with asking(turn.table):
        view, legal = turn.shown.view(number), turn.legal_moves()
    return {
        **table_data(turn.table, turn.seats, user),
        "seat": number,
        "actors": list(turn.match.actors),
        "view": view,
        "draft": turn.draft,
        "legal_moves": legal,
        "problem": None,
    }


def without_match(
    table: Table, user: User | None, problem: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A table that has no match yet, or one that cannot be loaded (`problem` says why)."""
    seats = list(table.seat_set.select_related("user", "table"))
    mine = seat_of(seats, user)
    nothing: dict[str, Any] = {"actors": [], "view": None, "draft": [], "legal_moves": []}
    return {
        **table_data(table, seats, user),
        "seat": None if mine is None else mine.number,
        **nothing,
        "problem": problem,
    }


def shown(table: Table, user: User | None) -> dict[str, Any]:
    if not table.state:
        return without_match(table, user)
    try:
        return as_seen(play.look(table, user), user)
    except play.CannotLoad as held:
        return without_match(table, user, errors.described(held))


class Tables(APIView):
    """List tables, the latest first (those that are over by their end); open a table."""

    @extend_schema(
        parameters=[
            OpenApiParameter("status", str, enum=Table.Status.values, default="open"),
            OpenApiParameter("game", str),
            whole_parameter("free", description="at least so many free seats"),
            OpenApiParameter("player", str, description="a username"),
            *PAGE,
        ],
        responses={200: shapes.TableSerializer(many=True), **ERRORS},
        operation_id="tables_list",
    )
    def get(self, request: Request) -> Response:
        query = request.query_params
        status = query.get("status", Table.Status.OPEN)
        if status not in Table.Status.values:
            raise exceptions.ValidationError({"status": f"one of {', '.join(Table.Status.values)}"})
        tables = listed_for(request.user).filter(status=status)
        if query.get("game"):
            tables = tables.filter(game=query["game"])
        if player := text(request, "player", usernames.LONGEST):
            person = User.objects.filter(called(player)).first()
            tables = (
                tables.filter(tables_with(Seat.objects.filter(user=person)))
                if person is not None
                else tables.none()
            )
        if wanted := number(request, "free", 0):
            # Once a table has started, no seat of it is free.
            open_ones = status == Table.Status.OPEN
            tables = with_free_seats(tables, wanted) if open_ones else tables.none()
        tables = tables.select_related("host").prefetch_related("seat_set__user")
        page = slice_of(request, tables.order_by(*Table.order_of(status)))
        user = me(request)
        return Response([table_data(t, list(t.seat_set.all()), user) for t in page])

    @extend_schema(
        request=shapes.OpenTableSerializer,
        responses={201: shapes.TableAsSeenSerializer, **ERRORS},
        operation_id="tables_open",
    )
    def post(self, request: Request) -> Response:
        form = shapes.OpenTableSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        table = gathering.open_table(request.user, **shapes.arguments(form.validated_data))  # type: ignore[arg-type]
        return Response(shown(find(table.key), me(request)), status=201)


class TableView(APIView):
    """A table as my seat sees it (as an onlooker sees it where I do not play)."""

    @described(shapes.TableAsSeenSerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(shown(find(key), me(request)))


class MyTables(APIView):
    """The tables where I owe a decision, the most urgent first."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableSerializer(many=True), operation_id="my_tables_list")
    def get(self, request: Request) -> Response:
        user = me(request)
        assert user is not None
        awaited = (
            Seat.objects.awaited(user)
            .select_related("table__host")
            .defer("table__state")
            .prefetch_related("table__seat_set__user")
        )
        tables = [seat.table for seat in awaited]
        return Response([table_data(t, list(t.seat_set.all()), user) for t in tables])


class LobbyAction(APIView):
    """Join, leave, start or close a table that has not started."""

    permission_classes = [IsAuthenticated]
    act: Callable[[str, Any], Table]

    @described(shapes.TableAsSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        table = type(self).act(key, request.user)
        return Response(shown(find(table.key), me(request)))


class Join(LobbyAction):
    """Take a free seat."""

    act = staticmethod(gathering.join)


class Leave(LobbyAction):
    """Give my seat back before the start; a host who leaves closes the table."""

    act = staticmethod(gathering.leave)


class Start(LobbyAction):
    """Start my table now."""

    act = staticmethod(gathering.start)


class Close(LobbyAction):
    """Close my table before it starts."""

    act = staticmethod(gathering.close)


class Rename(APIView):
    """Name my table before it starts; an empty name takes the name back."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, shapes.TableNameSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.TableNameSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        gathering.rename(key, request.user, form.validated_data["name"])  # type: ignore[arg-type]
        return Response(shown(find(key), me(request)))


class LegalMoves(APIView):
    """The moves that `POST moves` would take from me now."""

    permission_classes = [IsAuthenticated]

    @described(shapes.LegalMovesSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = find(key)
        legal = []
        if table.is_running:
            turn = play.look(table, request.user)
            if turn.seat is not None and not turn.seat.bot:
                with asking(table):
                    legal = turn.match.legal_moves(turn.seat.number)
        return Response({"version": table.version, "legal_moves": legal})


class Moves(APIView):
    """Hand in a whole turn.

    Nothing behind a move that reveals something (a throw, a drawn card) is looked at before that
    move is in the match. So a turn goes in by parts, each up to and with such a move, each in one
    step or not at all. If its first part is refused, nothing has changed; if a later one is,
    `played` says how many moves stand, and `stopped` why the others do not.
    """

    permission_classes = [IsAuthenticated]

    @described(shapes.TurnPlayedSerializer, shapes.TurnSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.TurnSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        turn = play.confirm(key, request.user, data["version"], data["moves"])  # type: ignore[arg-type]
        stopped = None if turn.stopped is None else errors.described(turn.stopped)
        answer = {"played": turn.entered, "unread": turn.unread, "stopped": stopped}
        return Response({**as_seen(turn, me(request)), **answer})


class Resign(APIView):
    """Hand my seat to a bot; it counts as lost. The last person at a table ends the match."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        return Response(as_seen(play.resign(key, request.user), me(request)))  # type: ignore[arg-type]


class ComeBack(APIView):
    """Take my seat back from the bot that plays it since my time ran out."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer)
    def post(self, request: Request, key: str) -> Response:
        play.come_back(key, request.user)  # type: ignore[arg-type]
        return Response(shown(find(key), me(request)))


class GiveTime(APIView):
    """Give an opponent whose clock of days runs one more day; the log says who did."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=shapes.GiveTimeSerializer, responses={200: shapes.TableAsSeenSerializer, **ERRORS}
    )
    def post(self, request: Request, key: str) -> Response:
        given = shapes.GiveTimeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        play.give_time(key, request.user, given.validated_data["seat"])  # type: ignore[arg-type]
        return Response(shown(find(key), me(request)))


class CallOff(APIView):
    """Agree (or no longer agree) that the match be called off."""

    permission_classes = [IsAuthenticated]

    @described(shapes.TableAsSeenSerializer, shapes.CallOffSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.CallOffSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        play.agree_call_off(key, request.user, agrees=form.validated_data["agrees"])  # type: ignore[arg-type]
        return Response(shown(find(key), me(request)))


class Orders(APIView):
    """My standing orders and my orders ahead: what the site plays for me at once."""

    permission_classes = [IsAuthenticated]

    @described(shapes.StandingSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = find(key)
        if not table.state:
            raise play.NotRunning(_("This table is not running."))
        return Response(_orders(play.look(table, request.user)))

    @described(shapes.StandingSerializer, shapes.OrdersSerializer)
    def post(self, request: Request, key: str) -> Response:
        form = shapes.OrdersSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(_orders(play.give_orders(key, request.user, form.validated_data["given"])))  # type: ignore[arg-type]

    @described(shapes.StandingSerializer, shapes.AheadSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Put these orders ahead in place of all that I have: all of them, or none."""
        found = request.data
        given = found.get("ahead") if isinstance(found, dict) else None
        return Response(_orders(ordering.give(key, request.user, given)))  # type: ignore[arg-type]


def _orders(turn: play.Turn) -> dict[str, Any]:
    if turn.seat is None:
        raise play.NotYourSeat("You do not play at this table.")
    with asking(turn.table):
        offered = turn.match.standing_orders(turn.seat.number)
    return {"given": turn.seat.standing, "offered": offered, **ordering.data_of(turn)}


class Clocks(APIView):
    """The clocks of a table."""

    @described(shapes.ClocksSerializer)
    def get(self, request: Request, key: str) -> Response:
        table = find(key)
        now = timezone.now()
        clock = table.clock
        return Response(
            {
                "version": table.version,
                "now": now,
                "clock": {"bank": clock.bank, "increment": clock.increment, "cap": clock.cap},
                "seats": [
                    {
                        "seat": seat.number,
                        "bank": seat.bank,
                        "waiting_since": seat.waiting_since,
                        "due_at": seat.due_at,
                        "seconds_left": (
                            seat.bank
                            if seat.waiting_since is None
                            else remaining(seat.bank, seat.waiting_since, now, seat.calendar)
                        ),
                    }
                    for seat in table.seat_set.all()
                ],
            }
        )


class Log(APIView):
    """What happened, as far as my seat may know it."""

    @extend_schema(
        parameters=[
            whole_parameter("after", description="entries with a greater number only"),
            whole_parameter(
                "limit", 1, LONGEST_LOG, description=f"at most so many ({LONGEST_LOG})"
            ),
        ],
        responses={200: shapes.LogSerializer, **ERRORS},
    )
    def get(self, request: Request, key: str) -> Response:
        table = find(key)
        after = number(request, "after", -1)
        limit = number(request, "limit", LONGEST_LOG, 1, LONGEST_LOG)
        seats = list(table.seat_set.select_related("user"))
        looking = seat_of(seats, request.user)
        mine = None if looking is None else looking.number
        names = names_of(seats)
        moves = table.moves.filter(number__gt=after)[:limit]
        entries = [log_entry(table, move, mine, names) for move in moves]
        return Response({"version": table.version, "entries": entries})


def log_entry(table: Table, move: Move, seat: int | None, names: list[str]) -> dict[str, Any]:
    show = presenter(table.game)
    events = journal.visible(journal.events_of(move), seat, over=table.is_over)
    may_read = table.is_over or (seat is not None and move.seat == seat)
    return {
        "number": move.number,
        "seat": move.seat,
        "move": move.text if may_read else None,
        "by": move.by,
        "at": move.at,
        "events": [{"kind": e.kind, "seat": e.seat, "data": e.data} for e in events],
        "lines": [
            line.text for line in journal.move_lines(show, move, seat, names, over=table.is_over)
        ],
    }


class Record(APIView):
    """The record of a match that is over: format longtable-record/1, with seed and commitment."""

    @extend_schema(responses={200: {"type": "object", "additionalProperties": True}, **ERRORS})
    def get(self, request: Request, key: str) -> Response:
        table = find(key)
        if not table.is_over or table.started_at is None:
            raise play.NotRunning("The record can be had when the match is over.")
        return Response(journal.record(table))


class Leaderboard(APIView):
    """The best of a game, from ten rated matches on."""

    @described(shapes.RatingSerializer(many=True), operation_id="ratings_list", parameters=PAGE)
    def get(self, request: Request, game: str) -> Response:
        if not ledger.knows(game):
            raise exceptions.NotFound("There is no such game here.")
        best = Rating.objects.filter(
            game=game, played__gte=ledger.RANKED_FROM, user__deleted_at__isnull=True
        ).select_related("user")
        page = slice_of(request, best.order_by("-value", "user_id"))
        return Response([rating_data(rating) for rating in page])


def rating_data(rating: Rating) -> dict[str, Any]:
    return {
        "user": rating.user.username,
        "game": rating.game,
        "value": str(rating.value),
        "played": rating.played,
        "provisional": rating.is_provisional,
    }


class PersonRatings(APIView):
    """Where a person stands in every game."""

    @described(shapes.RatingSerializer(many=True), operation_id="person_ratings_list")
    def get(self, request: Request, username: str) -> Response:
        user = find_person(username)
        held = user.ratings.select_related("user").order_by("game")
        return Response([rating_data(rating) for rating in held])


class PersonReliability(APIView):
    """How many of their matches a person has played to the end, and how often they were away."""

    @described(shapes.ReliabilitySerializer, operation_id="person_reliability")
    def get(self, request: Request, username: str) -> Response:
        return Response(asdict(profile.reliability(find_person(username))))


def _day_of(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


class PersonRatingHistory(APIView):
    """What every rated match did to a person's rating, oldest first."""

    @described(
        shapes.RatingChangeSerializer(many=True),
        operation_id="person_rating_changes",
        parameters=PAGE,
    )
    def get(self, request: Request, username: str) -> Response:
        changes = RatingChange.objects.filter(user=find_person(username)).select_related("table")
        page = slice_of(request, changes.defer("table__state"))
        listed = keys_listed_for(request.user, [change.table_id for change in page])
        return Response(
            [
                {
                    "table": listed.get(change.table_id),
                    "game": change.game,
                    "before": str(change.before),
                    "delta": str(change.delta),
                    "after": str(change.after),
                    "provisional": change.is_provisional,
                    # the moment would tell who met at a table that is not listed
                    "at": change.at if change.table_id in listed else _day_of(change.at),
                }
                for change in page
            ]
        )
