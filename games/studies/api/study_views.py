"""The API's views of studies: chapters, positions, guessing, and the file of a study."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.rules import LONGEST_MOVE

from ... import names
from ...api.deprecation import RenamedFieldsSerializer
from ...api.docs import IgnoreAcceptHeader
from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.request_data import query_flag, query_text
from ...api.schema_decorators import ERRORS, document
from ...api.view_schemas import ViewField
from ...archive.record_format import LARGEST, MEDIA_TYPE
from ...archive.views import limit_view_work
from ...table.session.loader import rules_guard
from .. import actions, creation
from ..chapter_page import ChapterPosition, check_guess, sign_node
from ..models import Chapter, Study
from ..tree import LONGEST_LINE, MAX_COMMENT_LENGTH, MAX_LABEL_LENGTH, MAX_MARKS, Annotation

GUESS_OUTCOMES = ("right", "wrong", "told")
MAX_NODE_LENGTH = 100  # characters of a signed position


class ChapterSummarySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.CharField()
    table = serializers.CharField(help_text="the key of the match or set-up that it is about")
    guess = serializers.IntegerField(
        allow_null=True, help_text="the position from which readers guess the next moves"
    )


class StudySummarySerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    readers = serializers.ChoiceField(choices=Study.Visibility.values, source="visibility")
    changed_at = serializers.DateTimeField()


class StudySerializer(StudySummarySerializer, RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    owner = serializers.CharField()
    club = serializers.CharField(allow_null=True)
    chapters = ChapterSummarySerializer(many=True)


class StudyNameSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=names.LONGEST)


class StudyUpdateSerializer(StudyNameSerializer, RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    readers = serializers.ChoiceField(choices=Study.Visibility.values)
    club = serializers.CharField(
        default="", allow_blank=True, help_text="the key of a club of mine"
    )


class ChapterInputSerializer(serializers.Serializer):
    """One of: a table whose match is over, a game with seats and options, the text of records."""

    table = serializers.SlugField(required=False)
    after = serializers.IntegerField(
        required=False, min_value=0, help_text="the first position shown"
    )
    game = serializers.SlugField(required=False)
    seats = serializers.IntegerField(required=False, min_value=1)
    options = serializers.DictField(child=serializers.CharField(), default=dict)
    record = serializers.CharField(required=False, max_length=LARGEST, trim_whitespace=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        sources = [name for name in ("table", "game", "record") if name in attrs]
        if len(sources) != 1 or ("game" in attrs) != ("seats" in attrs):
            raise serializers.ValidationError("Give a table, or a game with seats, or a record.")
        return attrs


class MarkSerializer(serializers.Serializer):
    id = serializers.CharField(max_length=60, help_text="the mark of an element of the board")
    name = serializers.CharField(max_length=MAX_LABEL_LENGTH)


class NodeSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    before = serializers.IntegerField(
        allow_null=True, help_text="the position before it; null at the beginning"
    )
    seat = serializers.IntegerField(
        allow_null=True, help_text="the seat of a move that the study adds, else null"
    )
    move = serializers.CharField(allow_null=True)
    comment = serializers.CharField()
    marks = MarkSerializer(many=True)


class ChapterSerializer(ChapterSummarySerializer):
    moves = serializers.IntegerField(
        allow_null=True,
        help_text="the number of positions of the match itself; null: to be guessed",
    )
    places = NodeSerializer(many=True, help_text="the positions that the study adds or comments on")


class ChapterUpdateSerializer(serializers.Serializer):
    name = serializers.CharField(required=False, max_length=names.LONGEST)
    guess = serializers.IntegerField(required=False, allow_null=True, min_value=0)


class ChapterNodeSerializer(NodeSerializer):
    after = serializers.ListField(child=serializers.IntegerField())
    mover = serializers.IntegerField(allow_null=True, help_text="who is to move")
    legal_moves = serializers.ListField(child=serializers.CharField())


class MovesSerializer(serializers.Serializer):
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE), min_length=1, max_length=LONGEST_LINE
    )


class GuessSerializer(serializers.Serializer):
    at = serializers.CharField(help_text="my position: send it with the next guess")
    came = serializers.ChoiceField(
        choices=GUESS_OUTCOMES,
        allow_blank=True,
        help_text="the result of this guess; empty: there was none",
    )
    answer = serializers.CharField(allow_null=True, help_text="the move that was shown")
    mover = serializers.IntegerField(
        allow_null=True, help_text="whose move is to be guessed; null at the end"
    )
    view = ViewField(help_text="what that seat sees, in the format of the game")
    legal_moves = serializers.ListField(child=serializers.CharField())
    comment = serializers.CharField()
    marks = MarkSerializer(many=True)


class PlayedNodeSerializer(serializers.Serializer):
    place = serializers.IntegerField()


class AnnotationSerializer(serializers.Serializer):
    comment = serializers.CharField(
        required=False, max_length=MAX_COMMENT_LENGTH, allow_blank=True, trim_whitespace=False
    )
    marks = MarkSerializer(many=True, required=False, help_text=f"at most {MAX_MARKS}")


def _chapter_summary(chapter: Chapter) -> dict[str, Any]:
    return {
        "id": chapter.pk,
        "name": chapter.name,
        "game": chapter.table.game,
        "table": chapter.table.key,
        "guess": chapter.guess_start,
    }


def _study_data(study: Study, request: Request) -> dict[str, Any]:
    found = study.chapters.select_related("table").defer("nodes", "annotations", "table__state")
    data = {
        "key": study.key,
        "name": study.name,
        "visibility": study.visibility,
        "changed_at": study.changed_at,
        "owner": study.owner.username,
        "club": study.club.key if study.club else None,
        "chapters": [
            _chapter_summary(one)
            for one in found
            if actions.is_visible_to(one.table, user_or_none(request))
        ],
    }
    return StudySerializer.with_old_names(data)


def _node_data(look: ChapterPosition, place: int) -> dict[str, Any]:
    node, note = look.tree.nodes.get(place), look.tree.notes.get(place, Annotation())
    return {
        "place": place,
        "before": look.tree.before(place),
        "seat": node.seat if node else None,
        "move": node.move if node else None,
        "comment": note.comment,
        "marks": [{"id": mark.id, "name": mark.label} for mark in note.marks],
    }


def _chapter_data(chapter: Chapter, request: Request) -> dict[str, Any]:
    look = ChapterPosition(chapter, 0)
    is_whole = creation.can_read_whole(chapter, user_or_none(request))
    shown = sorted(look.tree.nodes.keys() | look.tree.notes.keys()) if is_whole else []
    return {
        **_chapter_summary(chapter),
        "moves": look.tree.match_length if is_whole else None,
        "places": [_node_data(look, place) for place in shown],
    }


def _get_chapter(request: Request, key: str, pk: int) -> Chapter:
    return actions.get_chapter(
        actions.get_readable_study(key, user_or_none(request)), pk, user_or_none(request)
    )


class Studies(APIView):
    """My studies; create one."""

    permission_classes = [IsAuthenticated]

    @document(StudySummarySerializer(many=True), operation_id="studies_list")
    def get(self, request: Request) -> Response:
        return Response(
            StudySummarySerializer(actions.studies_of(authenticated_user(request)), many=True).data
        )

    @extend_schema(request=StudyNameSerializer, responses={201: StudySerializer, **ERRORS})
    def post(self, request: Request) -> Response:
        """Create a study without chapters, which only I can read."""
        study = actions.create_study(
            authenticated_user(request), validated_data(request, StudyNameSerializer)["name"]
        )
        return Response(StudySerializer(_study_data(study, request)).data, 201)


class StudyDetail(APIView):
    """A study that I may read."""

    @document(StudySerializer)
    def get(self, request: Request, key: str) -> Response:
        return Response(
            StudySerializer(
                _study_data(actions.get_readable_study(key, user_or_none(request)), request)
            ).data
        )

    @document(StudySerializer, StudyUpdateSerializer)
    def patch(self, request: Request, key: str) -> Response:
        """Rename my study, and say who may read it."""
        actions.update_study(
            authenticated_user(request), key, **validated_data(request, StudyUpdateSerializer)
        )
        return self.get(request, key)

    @extend_schema(request=None, responses={204: OpenApiResponse(), **ERRORS})
    def delete(self, request: Request, key: str) -> Response:
        actions.delete_study(authenticated_user(request), key)
        return Response(status=204)


class CopyStudy(APIView):
    """Copy the chapters of a study that I may read into a new one of my own."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={201: StudySerializer, **ERRORS})
    def post(self, request: Request, key: str) -> Response:
        """Copy a study, without the chapters in which readers guess."""
        with limit_view_work(request._request, "study"):
            study = creation.copy_study(
                authenticated_user(request), actions.get_readable_study(key, user_or_none(request))
            )
        return Response(StudySerializer(_study_data(study, request)).data, 201)


class StudyFile(APIView):
    """A study as a file: one record for each chapter, with its variations."""

    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(responses={(200, MEDIA_TYPE): OpenApiTypes.STR, **ERRORS})
    def get(self, request: Request, key: str) -> HttpResponse:
        study = actions.get_readable_study(key, user_or_none(request))
        with limit_view_work(request._request, "record"):
            return HttpResponse(creation.export_study(study, user_or_none(request)), MEDIA_TYPE)


class Chapters(APIView):
    """The chapters of my study."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=ChapterInputSerializer,
        responses={201: ChapterSummarySerializer(many=True), **ERRORS},
    )
    def post(self, request: Request, key: str) -> Response:
        """Add a chapter from a finished match, a set-up, or records with their variations."""
        wanted, user = validated_data(request, ChapterInputSerializer), authenticated_user(request)
        with limit_view_work(request._request, "study"):
            if "table" in wanted:
                table = get_table(request, wanted["table"])
                made = [creation.add_chapter_from_table(user, key, table, wanted.get("after"))]
            elif "game" in wanted:
                of = (wanted["game"], wanted["seats"], wanted["options"])
                made = [creation.add_chapter_from_set_up(user, key, *of)]
            else:
                made = creation.add_chapters_from_file(user, key, wanted["record"].encode())
        summaries = [_chapter_summary(one) for one in made]
        return Response(ChapterSummarySerializer(summaries, many=True).data, 201)


class ChapterDetail(APIView):
    """A chapter with its variations. While readers guess its moves, only its owner gets them."""

    @document(ChapterSerializer)
    def get(self, request: Request, key: str, pk: int) -> Response:
        return Response(
            ChapterSerializer(_chapter_data(_get_chapter(request, key, pk), request)).data
        )

    @document(ChapterSerializer, ChapterUpdateSerializer)
    def patch(self, request: Request, key: str, pk: int) -> Response:
        """Rename it, or set the position from which readers guess (null: they read everything)."""
        wanted, user = validated_data(request, ChapterUpdateSerializer), authenticated_user(request)
        if "name" in wanted:
            actions.rename_chapter(user, key, pk, wanted["name"])
        if "guess" in wanted:
            actions.set_guess_start(user, key, pk, wanted["guess"])
        return self.get(request, key, pk)

    @extend_schema(request=None, responses={204: OpenApiResponse(), **ERRORS})
    def delete(self, request: Request, key: str, pk: int) -> Response:
        actions.delete_chapter(authenticated_user(request), key, pk)
        return Response(status=204)


class GuessMove(APIView):
    """A chapter in which readers guess: where I am, and whether my guess is what was played."""

    @document(
        GuessSerializer,
        parameters=[
            OpenApiParameter(
                "at", str, description="from the previous response; without it, the beginning"
            ),
            OpenApiParameter("move", str, description="what I guess"),
            OpenApiParameter("tell", bool, description="I give up; show the move"),
        ],
    )
    def get(self, request: Request, key: str, pk: int) -> Response:
        """Guess a move. A right guess leads to the next one of the same seat. Nothing is stored."""
        chapter = _get_chapter(request, key, pk)
        if chapter.guess_start is None:
            raise actions.StudyNotFoundError
        move = query_text(request, "move", LONGEST_MOVE)
        at, tells = query_text(request, "at", MAX_NODE_LENGTH), query_flag(request, "tell")
        with rules_guard(chapter.table):
            found = check_guess(chapter, at, [move] if move else [], tells=tells)
            look, mover = found.look, found.look.seat_to_guess()
            match = look.position_at(look.at)[0].match
            view, legal = match.view(mover), [] if mover is None else match.legal_moves(mover)
        node = _node_data(look, look.at)
        return Response(
            {
                "at": sign_node(chapter, look.at),
                "came": found.came,
                "answer": None if found.answer is None else look.move_leading_to(found.answer)[1],
                "mover": mover,
                "view": view,
                "legal_moves": legal,
                "comment": node["comment"],
                "marks": node["marks"],
            }
        )


class StudyNode(APIView):
    """A position of a chapter: who is to move, the legal moves, and what follows."""

    @document(ChapterNodeSerializer)
    def get(self, request: Request, key: str, pk: int, at: int) -> Response:
        chapter = _get_chapter(request, key, pk)
        look = ChapterPosition(chapter, at)
        is_whole = creation.can_read_whole(chapter, user_or_none(request))
        if look.at != at or not (is_whole or at == chapter.guess_start):
            raise actions.StudyNotFoundError
        with rules_guard(chapter.table):
            mover = look.mover(is_guessing=not is_whole)
            legal = [] if mover is None else look.position_at(at)[0].match.legal_moves(mover)
        after = look.after if is_whole else []
        data = {**_node_data(look, at), "after": after, "mover": mover, "legal_moves": legal}
        return Response(ChapterNodeSerializer(data).data)

    @document(PlayedNodeSerializer, MovesSerializer)
    def post(self, request: Request, key: str, pk: int, at: int) -> Response:
        """Play moves from there; the answer is the position they lead to."""
        moves = validated_data(request, MovesSerializer)["moves"]
        place = actions.play_moves(authenticated_user(request), key, pk, at, moves)
        return Response(PlayedNodeSerializer({"place": place}).data)

    @document(ChapterNodeSerializer, AnnotationSerializer)
    def patch(self, request: Request, key: str, pk: int, at: int) -> Response:
        """Set its comment, or the marks on its board."""
        wanted, user = validated_data(request, AnnotationSerializer), authenticated_user(request)
        if "comment" in wanted:
            actions.set_comment(user, key, pk, at, wanted["comment"])
        if "marks" in wanted:
            marks = [(mark["id"], mark["name"]) for mark in wanted["marks"]]
            actions.replace_marks(user, key, pk, at, marks)
        return self.get(request, key, pk, at)

    @extend_schema(request=None, responses={204: OpenApiResponse(), **ERRORS})
    def delete(self, request: Request, key: str, pk: int, at: int) -> Response:
        """Delete it with everything that follows. Positions of the match itself stay."""
        actions.delete_branch(authenticated_user(request), key, pk, at)
        return Response(status=204)
