"""The API's views of studies: chapters, positions, guessing, and the file of a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from games.rules import LONGEST_MOVE

from ... import names
from ...api.deprecation import RenamedFieldsSerializer
from ...api.docs import IgnoreAcceptHeader
from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.request_data import query_flag, query_text
from ...api.responses import ERRORS, responds_with
from ...api.view_schemas import ViewField
from ...archive.record_format import LARGEST, MEDIA_TYPE
from ...archive.views import limit_view_work
from ...table.session.loader import rules_guard
from .. import actions, creation
from ..chapter_page import ChapterPosition, GuessResult, check_guess, sign_node
from ..models import Chapter, Study
from ..tree import (
    LONGEST_LINE,
    MAX_COMMENT_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_MARKS,
    Annotation,
    Node,
    Tree,
)

GUESS_OUTCOMES = ("right", "wrong", "told")
MAX_NODE_LENGTH = 100  # characters of a signed position


class ChapterSummarySerializer(serializers.Serializer):
    id = serializers.IntegerField(source="chapter.pk")
    name = serializers.CharField(source="chapter.name")
    game = serializers.CharField(source="chapter.table.game")
    table = serializers.CharField(
        source="chapter.table.key", help_text="the key of the match or set-up that it is about"
    )
    guess = serializers.IntegerField(
        source="chapter.guess_start",
        allow_null=True,
        help_text="the position from which readers guess the next moves",
    )


class StudySummarySerializer(serializers.Serializer):
    key = serializers.CharField(source="study.key")
    name = serializers.CharField(source="study.name")
    readers = serializers.ChoiceField(source="study.visibility", choices=Study.Visibility.values)
    changed_at = serializers.DateTimeField(source="study.changed_at")


class StudySerializer(StudySummarySerializer, RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    owner = serializers.CharField(source="study.owner.username")
    club = serializers.CharField(source="study.club.key", allow_null=True)
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
    name = serializers.CharField(source="label", max_length=MAX_LABEL_LENGTH)


class NodeSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    before = serializers.IntegerField(
        allow_null=True, help_text="the position before it; null at the beginning"
    )
    seat = serializers.IntegerField(
        source="node.seat",
        allow_null=True,
        help_text="the seat of a move that the study adds, else null",
    )
    move = serializers.CharField(source="node.move", allow_null=True)
    comment = serializers.CharField(source="note.comment")
    marks = MarkSerializer(source="note.marks", many=True)


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
        source="result.came",
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
    comment = serializers.CharField(source="result.look.note.comment")
    marks = MarkSerializer(source="result.look.note.marks", many=True)


class PlayedNodeSerializer(serializers.Serializer):
    place = serializers.IntegerField()


class AnnotationSerializer(serializers.Serializer):
    comment = serializers.CharField(
        required=False, max_length=MAX_COMMENT_LENGTH, allow_blank=True, trim_whitespace=False
    )
    marks = MarkSerializer(many=True, required=False, help_text=f"at most {MAX_MARKS}")


@dataclass(frozen=True)
class ListedChapter:
    """A chapter in a list, without its moves; `VisibleChapter` has them."""

    chapter: Chapter


@dataclass(frozen=True)
class AnnotatedNode:
    """A position of a chapter: its place, the move that the study adds, and its annotation."""

    tree: Tree
    place: int

    def before(self) -> int | None:
        return self.tree.before(self.place)

    def node(self) -> Node | None:
        """Return the node, if the study adds it."""
        return self.tree.nodes.get(self.place)

    def note(self) -> Annotation:
        return self.tree.notes.get(self.place, Annotation())


@dataclass(frozen=True)
class PlayableNode(AnnotatedNode):
    """A position of a chapter, and how it continues."""

    after: list[int]
    mover: int | None
    legal_moves: list[str]


@dataclass(frozen=True)
class VisibleChapter(ListedChapter):
    """A chapter; while its reader is to guess the moves, without them."""

    moves: int | None
    places: list[AnnotatedNode]


class VisibleStudy(NamedTuple):
    """A study with the chapters whose tables its reader may see."""

    study: Study
    reader: User | None

    def chapters(self) -> list[ListedChapter]:
        found = self.study.chapters.select_related("table")
        return [
            ListedChapter(one)
            for one in found.defer("nodes", "annotations", "table__state")
            if actions.is_visible_to(one.table, self.reader)
        ]


class GuessState(NamedTuple):
    """The position of a reader who guesses, and the moves to guess from."""

    result: GuessResult
    mover: int | None
    view: Any
    legal_moves: list[str]

    def at(self) -> str:
        return sign_node(self.result.look.chapter, self.result.look.at)

    def answer(self) -> str | None:
        shown = self.result.answer
        return None if shown is None else self.result.look.move_leading_to(shown)[1]


def _get_study(request: Request, key: str) -> VisibleStudy:
    reader = user_or_none(request)
    return VisibleStudy(actions.get_readable_study(key, reader), reader)


def _get_chapter(request: Request, key: str, pk: int) -> Chapter:
    return actions.get_chapter(
        actions.get_readable_study(key, user_or_none(request)), pk, user_or_none(request)
    )


def _get_visible_chapter(request: Request, key: str, pk: int) -> VisibleChapter:
    chapter = _get_chapter(request, key, pk)
    tree = ChapterPosition(chapter, 0).tree
    if not creation.can_read_whole(chapter, user_or_none(request)):
        return VisibleChapter(chapter, None, [])
    shown = sorted(tree.nodes.keys() | tree.notes.keys())
    return VisibleChapter(chapter, tree.match_length, [AnnotatedNode(tree, one) for one in shown])


def _get_node(request: Request, key: str, pk: int, at: int) -> PlayableNode:
    chapter = _get_chapter(request, key, pk)
    look = ChapterPosition(chapter, at)
    is_whole = creation.can_read_whole(chapter, user_or_none(request))
    if look.at != at or not (is_whole or at == chapter.guess_start):
        raise actions.StudyNotFoundError
    with rules_guard(chapter.table):
        mover = look.mover(is_guessing=not is_whole)
        legal = [] if mover is None else look.position_at(at)[0].match.legal_moves(mover)
    return PlayableNode(look.tree, at, look.after if is_whole else [], mover, legal)


class Studies(APIView):
    """My studies; create one."""

    permission_classes = [IsAuthenticated]

    @responds_with(StudySummarySerializer(many=True), operation_id="studies_list")
    def get(self, request: Request) -> list[VisibleStudy]:
        user = authenticated_user(request)
        return [VisibleStudy(one, user) for one in actions.studies_of(user)]

    @responds_with(StudySerializer, StudyNameSerializer, status=201)
    def post(self, request: Request) -> VisibleStudy:
        """Create a study without chapters, which only I can read."""
        user = authenticated_user(request)
        name = validated_data(request, StudyNameSerializer)["name"]
        return VisibleStudy(actions.create_study(user, name), user)


class StudyDetail(APIView):
    """A study that I may read."""

    @responds_with(StudySerializer)
    def get(self, request: Request, key: str) -> VisibleStudy:
        return _get_study(request, key)

    @responds_with(StudySerializer, StudyUpdateSerializer)
    def patch(self, request: Request, key: str) -> VisibleStudy:
        """Rename my study, and say who may read it."""
        actions.update_study(
            authenticated_user(request), key, **validated_data(request, StudyUpdateSerializer)
        )
        return _get_study(request, key)

    @responds_with(None, status=204)
    def delete(self, request: Request, key: str) -> None:
        actions.delete_study(authenticated_user(request), key)


class CopyStudy(APIView):
    """Copy the chapters of a study that I may read into a new one of my own."""

    permission_classes = [IsAuthenticated]

    @responds_with(StudySerializer, status=201)
    def post(self, request: Request, key: str) -> VisibleStudy:
        """Copy a study, without the chapters in which readers guess."""
        user = authenticated_user(request)
        with limit_view_work(request._request, "study"):
            study = creation.copy_study(user, actions.get_readable_study(key, user))
        return VisibleStudy(study, user)


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

    @responds_with(ChapterSummarySerializer(many=True), ChapterInputSerializer, status=201)
    def post(self, request: Request, key: str) -> list[ListedChapter]:
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
        return [ListedChapter(one) for one in made]


class ChapterDetail(APIView):
    """A chapter with its variations. While readers guess its moves, only its owner gets them."""

    @responds_with(ChapterSerializer)
    def get(self, request: Request, key: str, pk: int) -> VisibleChapter:
        return _get_visible_chapter(request, key, pk)

    @responds_with(ChapterSerializer, ChapterUpdateSerializer)
    def patch(self, request: Request, key: str, pk: int) -> VisibleChapter:
        """Rename it, or set the position from which readers guess (null: they read everything)."""
        wanted, user = validated_data(request, ChapterUpdateSerializer), authenticated_user(request)
        if "name" in wanted:
            actions.rename_chapter(user, key, pk, wanted["name"])
        if "guess" in wanted:
            actions.set_guess_start(user, key, pk, wanted["guess"])
        return _get_visible_chapter(request, key, pk)

    @responds_with(None, status=204)
    def delete(self, request: Request, key: str, pk: int) -> None:
        actions.delete_chapter(authenticated_user(request), key, pk)


class GuessMove(APIView):
    """A chapter in which readers guess: where I am, and whether my guess is what was played."""

    @responds_with(
        GuessSerializer,
        parameters=[
            OpenApiParameter(
                "at", str, description="from the previous response; without it, the beginning"
            ),
            OpenApiParameter("move", str, description="what I guess"),
            OpenApiParameter("tell", bool, description="I give up; show the move"),
        ],
    )
    def get(self, request: Request, key: str, pk: int) -> GuessState:
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
            legal = [] if mover is None else match.legal_moves(mover)
            return GuessState(found, mover, match.view(mover), legal)


class StudyNode(APIView):
    """A position of a chapter: who is to move, the legal moves, and what follows."""

    @responds_with(ChapterNodeSerializer)
    def get(self, request: Request, key: str, pk: int, at: int) -> PlayableNode:
        return _get_node(request, key, pk, at)

    @responds_with(PlayedNodeSerializer, MovesSerializer)
    def post(self, request: Request, key: str, pk: int, at: int) -> dict[str, int]:
        """Play moves from there; the answer is the position they lead to."""
        moves = validated_data(request, MovesSerializer)["moves"]
        place = actions.play_moves(authenticated_user(request), key, pk, at, moves)
        return {"place": place}

    @responds_with(ChapterNodeSerializer, AnnotationSerializer)
    def patch(self, request: Request, key: str, pk: int, at: int) -> PlayableNode:
        """Set its comment, or the marks on its board."""
        wanted, user = validated_data(request, AnnotationSerializer), authenticated_user(request)
        if "comment" in wanted:
            actions.set_comment(user, key, pk, at, wanted["comment"])
        if "marks" in wanted:
            marks = [(mark["id"], mark["label"]) for mark in wanted["marks"]]
            actions.replace_marks(user, key, pk, at, marks)
        return _get_node(request, key, pk, at)

    @responds_with(None, status=204)
    def delete(self, request: Request, key: str, pk: int, at: int) -> None:
        """Delete it with everything that follows. Positions of the match itself stay."""
        actions.delete_branch(authenticated_user(request), key, pk, at)
