"""The API's views of comments to moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from ...api.lookups import authenticated_user, get_table, user_or_none, validated_data
from ...api.responses import responds_with
from ...models import Table
from ...table.session.loader import seats_of
from ...table.session.move_numbers import numbering_for
from ...table.views.page_context import seat_names
from .. import comments
from ..models import LONGEST_COMMENT, MoveComment


class MoveCommentSerializer(serializers.Serializer):
    move = serializers.IntegerField(help_text="the number of the move, as in the log")
    seat = serializers.IntegerField()
    author = serializers.CharField(help_text="the display name")
    is_own = serializers.BooleanField()
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()
    is_hidden = serializers.BooleanField(
        help_text="whether a moderator has hidden it; only its author still reads it"
    )
    id = serializers.IntegerField(help_text="for a report of the kind `move-comment`")


class CommentTextSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=LONGEST_COMMENT, allow_blank=True, help_text="a blank text deletes the comment"
    )


class CommentSharingSerializer(serializers.Serializer):
    is_sharing = serializers.BooleanField(help_text="whether others read them after the match")


class Comments(APIView):
    """My comments at a table; after the end of the match also those that others share."""

    permission_classes = [AllowAny]

    @responds_with(MoveCommentSerializer(many=True), operation_id="move_comments")
    def get(self, request: Request, key: str) -> list[dict[str, Any]]:
        table, user = get_table(request, key), user_or_none(request)
        if table.is_over:
            found = comments.readable_comments(table, user)
        elif user is not None:
            found = comments.own_comments(table, user).select_related("author")
        else:
            return []
        names = seat_names(seats_of(table))
        return [_comment_data(table, one, user, names) for one in found]


def _comment_data(
    table: Table, comment: MoveComment, user: Any, names: Sequence[str]
) -> dict[str, Any]:
    counted = numbering_for(table, comment.move.seat)
    return {
        "move": counted.visible_number(comment.move.number),
        "seat": comment.move.seat,
        "author": comment.author_name(names),
        "is_own": user is not None and comment.author == user,
        "text": comment.text,
        "changed_at": comment.changed_at,
        "is_hidden": comment.hidden_at is not None,
        "id": comment.pk,
    }


class CommentDetail(APIView):
    """My comment on a move that I made."""

    permission_classes = [IsAuthenticated]

    @responds_with(CommentTextSerializer, CommentTextSerializer, operation_id="move_comment_set")
    def put(self, request: Request, key: str, move: int) -> dict[str, str]:
        data = validated_data(request, CommentTextSerializer)
        table, user = get_table(request, key), authenticated_user(request)
        return {"text": comments.save_comment(table, user, move, data["text"])}

    @responds_with(CommentTextSerializer, operation_id="move_comment_delete")
    def delete(self, request: Request, key: str, move: int) -> dict[str, str]:
        table, user = get_table(request, key), authenticated_user(request)
        return {"text": comments.save_comment(table, user, move, "")}


class CommentSharing(APIView):
    """Whether I share my comments at a table after the match."""

    permission_classes = [IsAuthenticated]

    @responds_with(CommentSharingSerializer, operation_id="move_comment_sharing")
    def get(self, request: Request, key: str) -> dict[str, bool]:
        table = get_table(request, key)
        return {"is_sharing": comments.is_sharing(table, authenticated_user(request))}

    @responds_with(
        CommentSharingSerializer, CommentSharingSerializer, operation_id="move_comment_sharing_set"
    )
    def put(self, request: Request, key: str) -> dict[str, bool]:
        shares = validated_data(request, CommentSharingSerializer)["is_sharing"]
        table = get_table(request, key)
        comments.set_sharing(table, authenticated_user(request), shares=shares)
        return {"is_sharing": shares}
