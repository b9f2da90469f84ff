"""The API's views of follows, blocks and private notes."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User

from ..models import LONGEST_NOTE, Block, Note, Table
from ..moderation import block_list
from ..social import follow_list, household_declarations
from ..social.presence import Presence
from ..table import notes
from ..table.blocking import has_blocked
from .lookups import DISPLAY_NAME_HELP, authenticated_user, get_person, get_table, validated_data
from .responses import responds_with


class FollowedUserSerializer(serializers.Serializer):
    user = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.display_name", help_text=DISPLAY_NAME_HELP)
    presence = serializers.ChoiceField(choices=Presence.values, help_text="empty: away or hidden")
    tables = serializers.ListField(
        source="table_keys",
        child=serializers.CharField(),
        help_text="keys of tables where you may watch them",
    )


class FollowStateSerializer(serializers.Serializer):
    following = serializers.BooleanField()


class BlockedUserSerializer(serializers.Serializer):
    user = serializers.CharField(source="blocked.username")
    since = serializers.DateTimeField()


class BlockStateSerializer(serializers.Serializer):
    blocked = serializers.BooleanField()


class HouseholdSerializer(serializers.Serializer):
    user = serializers.CharField()
    asked_by_me = serializers.BooleanField()
    asked_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True, help_text="null: an open request")


class HouseholdStateSerializer(serializers.Serializer):
    declared = serializers.BooleanField(help_text="false: the other person has not accepted")


class NoteSerializer(serializers.Serializer):
    text = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True, help_text="empty: there is none"
    )


class MyNoteSerializer(serializers.Serializer):
    table = serializers.CharField(
        source="table.key", allow_null=True, help_text="the key of the table it is about"
    )
    user = serializers.CharField(
        source="person.username", allow_null=True, help_text="the person it is about"
    )
    text = serializers.CharField()
    changed_at = serializers.DateTimeField()


class FollowedUsers(APIView):
    """The people I follow, those who are online first. Nobody else sees this list."""

    permission_classes = [IsAuthenticated]

    @responds_with(FollowedUserSerializer(many=True), operation_id="following_list")
    def get(self, request: Request) -> list[follow_list.FollowedPerson]:
        return follow_list.list_followed_people(authenticated_user(request), timezone.now())


class FollowUser(APIView):
    """Whether I follow a person. They are not notified."""

    permission_classes = [IsAuthenticated]

    @responds_with(FollowStateSerializer, operation_id="follow_get")
    def get(self, request: Request, username: str) -> dict[str, bool]:
        user = authenticated_user(request)
        return {"following": follow_list.is_following(user, get_person(username))}

    @responds_with(FollowStateSerializer, operation_id="follow")
    def put(self, request: Request, username: str) -> dict[str, bool]:
        follow_list.follow(authenticated_user(request), get_person(username))
        return {"following": True}

    @responds_with(FollowStateSerializer, operation_id="unfollow")
    def delete(self, request: Request, username: str) -> dict[str, bool]:
        follow_list.unfollow(authenticated_user(request), get_person(username))
        return {"following": False}


class BlockedUsers(APIView):
    """The people I block, newest first. Nobody else sees this list."""

    permission_classes = [IsAuthenticated]

    @responds_with(BlockedUserSerializer(many=True), operation_id="blocked_list")
    def get(self, request: Request) -> QuerySet[Block]:
        return block_list.blocks_of(authenticated_user(request))


class BlockUser(APIView):
    """Whether I block a person. They are not notified."""

    permission_classes = [IsAuthenticated]

    @responds_with(BlockStateSerializer, operation_id="block_get")
    def get(self, request: Request, username: str) -> dict[str, bool]:
        user = authenticated_user(request)
        return {"blocked": has_blocked(user, get_person(username))}

    @responds_with(BlockStateSerializer, operation_id="block")
    def put(self, request: Request, username: str) -> dict[str, bool]:
        block_list.block(authenticated_user(request), get_person(username))
        return {"blocked": True}

    @responds_with(BlockStateSerializer, operation_id="unblock")
    def delete(self, request: Request, username: str) -> dict[str, bool]:
        block_list.unblock(authenticated_user(request), get_person(username))
        return {"blocked": False}


class Households(APIView):
    """My household and the open requests. Only I see this list."""

    permission_classes = [IsAuthenticated]

    @responds_with(HouseholdSerializer(many=True), operation_id="households_list")
    def get(self, request: Request) -> list[dict[str, Any]]:
        user = authenticated_user(request)
        return [
            {
                "user": household_declarations.partner_of(user, one).username,
                "asked_by_me": one.asked_by_id == user.pk,
                "asked_at": one.asked_at,
                "accepted_at": one.accepted_at,
            }
            for one in household_declarations.declarations_of(user, timezone.now())
        ]


class HouseholdWithUser(APIView):
    """Declare that a person lives with me, or accept that they have asked; or end, decline."""

    permission_classes = [IsAuthenticated]

    @responds_with(HouseholdStateSerializer, operation_id="declare_household")
    def put(self, request: Request, username: str) -> dict[str, bool]:
        found = household_declarations.declare_household(
            authenticated_user(request), get_person(username), timezone.now()
        )
        return {"declared": found.accepted_at is not None}

    @responds_with(HouseholdStateSerializer, operation_id="end_household")
    def delete(self, request: Request, username: str) -> dict[str, bool]:
        user, other, now = authenticated_user(request), get_person(username), timezone.now()
        for one in household_declarations.declarations_of(user, now):
            if household_declarations.partner_of(user, one).pk == other.pk:
                household_declarations.end_household(user, one.pk, now)
        return {"declared": False}


class MyNotes(APIView):
    """All my notes, newest first."""

    permission_classes = [IsAuthenticated]

    @responds_with(MyNoteSerializer(many=True), operation_id="notes_of_mine")
    def get(self, request: Request) -> list[Note]:
        return notes.notes_of(authenticated_user(request))


def _save_note(request: Request, about: Table | User) -> dict[str, str]:
    text = validated_data(request, NoteSerializer)["text"]
    return {"text": notes.save_note(authenticated_user(request), about, text)}


class TableNote(APIView):
    """My private note about a table and its match."""

    permission_classes = [IsAuthenticated]

    @responds_with(NoteSerializer, operation_id="table_note")
    def get(self, request: Request, key: str) -> dict[str, str]:
        return {"text": notes.note_about(authenticated_user(request), get_table(request, key))}

    @responds_with(NoteSerializer, NoteSerializer, operation_id="table_note_set")
    def put(self, request: Request, key: str) -> dict[str, str]:
        return _save_note(request, get_table(request, key))


class PersonNote(APIView):
    """My private note about a person. They are not notified."""

    permission_classes = [IsAuthenticated]

    @responds_with(NoteSerializer, operation_id="person_note")
    def get(self, request: Request, username: str) -> dict[str, str]:
        return {"text": notes.note_about(authenticated_user(request), get_person(username))}

    @responds_with(NoteSerializer, NoteSerializer, operation_id="person_note_set")
    def put(self, request: Request, username: str) -> dict[str, str]:
        return _save_note(request, get_person(username))
