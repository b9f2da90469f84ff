"""The API's views of puzzles."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.lookups import user_or_none, validated_data
from ...api.redeal_views import redeal
from ...api.responses import responds_with
from ...studies.analysis.positions import position_of
from ...table.errors import MatchLoadError
from ...table.session.loader import rules_guard
from .. import daily, page_context, puzzles
from ..models import Puzzle
from ..work_limit import limit_puzzle_work


class PuzzleMoveSerializer(serializers.Serializer):
    move = serializers.CharField(help_text="the notation")
    words = serializers.CharField(help_text="the move in words")


class PuzzleSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    game = serializers.CharField()
    seat = serializers.IntegerField(help_text="the seat that decides")
    rating = serializers.IntegerField()
    attempts = serializers.IntegerField(help_text="rated attempts of all people")
    match = serializers.DictField(
        help_text="for `games.rules.load`: what the seat cannot see is dealt again"
    )
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="the legal moves of the seat"
    )
    is_tried = serializers.BooleanField(help_text="whether I have made my first attempt")
    my_rating = serializers.IntegerField(
        allow_null=True, help_text="my puzzle rating in this game; null without an account"
    )


class AttemptInputSerializer(serializers.Serializer):
    move = serializers.CharField(max_length=puzzles.MAX_MOVE_LENGTH)


class AttemptResultSerializer(serializers.Serializer):
    is_solved = serializers.BooleanField()
    is_first = serializers.BooleanField(help_text="whether it was stored as my first attempt")
    change = serializers.IntegerField(help_text="of my puzzle rating")
    best = PuzzleMoveSerializer()
    played = PuzzleMoveSerializer(help_text="the move of the match")
    best_chance = serializers.IntegerField(
        allow_null=True, help_text="the chance to win with the best move, in percent"
    )
    played_chance = serializers.IntegerField(
        allow_null=True, help_text="the chance to win with the move of the match, in percent"
    )
    url = serializers.CharField(help_text="of the match; empty if I may not see it")


def _data(request: Request, puzzle: Puzzle | None) -> dict[str, Any]:
    user = user_or_none(request)
    if puzzle is None:
        raise Http404(_("There is no such puzzle."))
    try:
        with limit_puzzle_work(request._request), rules_guard(puzzle.table):
            (match, _news), _done = position_of(puzzle.table, page_context.position_line(puzzle))
            dumped = redeal(match, puzzle.seat)
            moves = puzzles.legal_moves(puzzle)
    except MatchLoadError as error:
        raise Http404(_("There is no such puzzle.")) from error
    has_rating = user is not None and puzzles.stores_attempts(user)
    return {
        "id": puzzle.pk,
        "game": puzzle.game,
        "seat": puzzle.seat,
        "rating": round(puzzle.rating / 100),
        "attempts": puzzle.attempts,
        "match": dumped,
        "moves": moves,
        "is_tried": puzzles.first_attempt(user, puzzle) is not None,
        "my_rating": puzzles.rating_of(user, puzzle.game).points if user and has_rating else None,
    }


class DailyPuzzle(APIView):
    """The puzzle of the day, which is the same for everyone."""

    @responds_with(PuzzleSerializer)
    def get(self, request: Request) -> dict[str, Any]:
        return _data(request, daily.find_daily(daily.today()))


class NextPuzzle(APIView):
    """A puzzle of a game that I have not tried, near my puzzle rating."""

    @responds_with(PuzzleSerializer)
    def get(self, request: Request, game: str) -> dict[str, Any]:
        return _data(request, puzzles.next_puzzle(user_or_none(request), game))


class PuzzleDetail(APIView):
    """A puzzle: its position as its seat knew it, without the solution."""

    @responds_with(PuzzleSerializer)
    def get(self, request: Request, pk: int) -> dict[str, Any]:
        return _data(request, puzzles.get_puzzle(user_or_none(request), pk))


class PuzzleAttempt(APIView):
    """Check a move; the response has the solution.

    My first attempt at a puzzle changes my puzzle rating. Later attempts are free.
    """

    @responds_with(AttemptResultSerializer, AttemptInputSerializer)
    def post(self, request: Request, pk: int) -> dict[str, Any]:
        user, data = user_or_none(request), validated_data(request, AttemptInputSerializer)
        puzzle = puzzles.get_puzzle(user, pk)
        try:
            with limit_puzzle_work(request._request):
                result = puzzles.submit_attempt(user, pk, data["move"])
                solution = page_context.solution_of(puzzle, user)
        except MatchLoadError as error:
            raise Http404(_("There is no such puzzle.")) from error
        return {
            "is_solved": result.is_solved,
            "is_first": result.is_first,
            "change": round(result.first.change / 100) if result.first and result.is_first else 0,
            "best": {"move": puzzle.best, "words": solution.best},
            "played": {"move": puzzle.played, "words": solution.played},
            "best_chance": solution.best_chance,
            "played_chance": solution.played_chance,
            "url": solution.table_url,
        }
