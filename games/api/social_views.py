"""The API's views of follows, blocks and private notes."""

from __future__ import annotations

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User

from ..models import LONGEST_NOTE, Table
from ..moderation import block_list
from ..social import follow_list
from ..social.presence import Presence
from ..table import notes
from .lookups import DISPLAY_NAME_HELP, authenticated_user, get_person, get_table, validated_data
from .schema_decorators import document


class FollowedUserSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=DISPLAY_NAME_HELP)
    presence = serializers.ChoiceField(choices=Presence.values, help_text="empty: away or hidden")
    tables = serializers.ListField(
        child=serializers.CharField(), help_text="keys of tables where you may watch them"
    )


class FollowStateSerializer(serializers.Serializer):
    following = serializers.BooleanField()


class BlockedUserSerializer(serializers.Serializer):
    user = serializers.CharField()
    since = serializers.DateTimeField()


class BlockStateSerializer(serializers.Serializer):
    blocked = serializers.BooleanField()


class NoteSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True, help_text="empty: there is none"
    )


class MyNoteSerializer(serializers.Serializer):
    table = serializers.CharField(allow_null=True, help_text="the key of the table it is about")
    user = serializers.CharField(allow_null=True, help_text="the person it is about")
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()


class FollowedUsers(APIView):
    """The people I follow, those who are online first. Nobody else sees this list."""

    permission_classes = [IsAuthenticated]

    @document(FollowedUserSerializer(many=True), operation_id="following_list")
    def get(self, request: Request) -> Response:
        found = [
            {
                "user": one.user.username,
                "name": one.user.display_name,
                "presence": one.presence.value,
                "tables": [table.key for table in one.tables],
            }
            for one in follow_list.list_followed_people(authenticated_user(request), timezone.now())
        ]
        return Response(found)


class FollowUser(APIView):
    """Whether I follow a person. They are not notified."""

    permission_classes = [IsAuthenticated]

    @document(FollowStateSerializer, operation_id="follow_get")
    def get(self, request: Request, username: str) -> Response:
        return Response(
            {
                "following": follow_list.is_following(
                    authenticated_user(request), get_person(username)
                )
            }
        )

    @document(FollowStateSerializer, operation_id="follow")
    def put(self, request: Request, username: str) -> Response:
        follow_list.follow(authenticated_user(request), get_person(username))
        return Response({"following": True})

    @document(FollowStateSerializer, operation_id="unfollow")
    def delete(self, request: Request, username: str) -> Response:
        follow_list.unfollow(authenticated_user(request), get_person(username))
        return Response({"following": False})


class BlockedUsers(APIView):
    """The people I block, newest first. Nobody else sees this list."""

    permission_classes = [IsAuthenticated]

    @document(BlockedUserSerializer(many=True), operation_id="blocked_list")
    def get(self, request: Request) -> Response:
        rows = block_list.blocks_of(authenticated_user(request))
        return Response([{"user": one.blocked.username, "since": one.since} for one in rows])


class BlockUser(APIView):
    """Whether I block a person. They are not notified."""

    permission_classes = [IsAuthenticated]

    @document(BlockStateSerializer, operation_id="block_get")
    def get(self, request: Request, username: str) -> Response:
        return Response(
            {"blocked": block_list.has_blocked(authenticated_user(request), get_person(username))}
        )

    @document(BlockStateSerializer, operation_id="block")
    def put(self, request: Request, username: str) -> Response:
        block_list.block(authenticated_user(request), get_person(username))
        return Response({"blocked": True})

    @document(BlockStateSerializer, operation_id="unblock")
    def delete(self, request: Request, username: str) -> Response:
        block_list.unblock(authenticated_user(request), get_person(username))
        return Response({"blocked": False})


class MyNotes(APIView):
    """All my notes, newest first."""

    permission_classes = [IsAuthenticated]

    @document(MyNoteSerializer(many=True), operation_id="notes_of_mine")
    def get(self, request: Request) -> Response:
        found = [
            {
                "table": None if note.table is None else note.table.key,
                "user": None if note.person is None else note.person.username,
                "text": note.text,
                "changed_at": note.changed_at,
            }
            for note in notes.notes_of(authenticated_user(request))
        ]
        return Response(MyNoteSerializer(found, many=True).data)


def _save_note(request: Request, about: Table | User) -> Response:
    text = validated_data(request, NoteSerializer)["text"]
    return Response({"text": notes.save_note(authenticated_user(request), about, text)})


class TableNote(APIView):
    """My private note about a table and its match."""

    permission_classes = [IsAuthenticated]

    @document(NoteSerializer, operation_id="table_note")
    def get(self, request: Request, key: str) -> Response:
        return Response(
            {"text": notes.note_about(authenticated_user(request), get_table(request, key))}
        )

    @document(NoteSerializer, NoteSerializer, operation_id="table_note_set")
    def put(self, request: Request, key: str) -> Response:
        return _save_note(request, get_table(request, key))


class PersonNote(APIView):
    """My private note about a person. They are not notified."""

    permission_classes = [IsAuthenticated]

    @document(NoteSerializer, operation_id="person_note")
    def get(self, request: Request, username: str) -> Response:
        return Response(
            {"text": notes.note_about(authenticated_user(request), get_person(username))}
        )

    @document(NoteSerializer, NoteSerializer, operation_id="person_note_set")
    def put(self, request: Request, username: str) -> Response:
        return _save_note(request, get_person(username))
