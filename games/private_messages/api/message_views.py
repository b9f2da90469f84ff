"""The API's views of private messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from portal.http.input_validation import parse_number_or_none

from ...api.lookups import DISPLAY_NAME_HELP, authenticated_user, validated_data
from ...api.request_data import PAGINATION_PARAMETERS, integer_parameter, paginate
from ...api.responses import responds_with
from .. import conversations
from ..eligibility import check_is_available, refusal_to_write
from ..models import LONGEST, Conversation, PrivateMessage

MESSAGES_AT_ONCE = 50


class PrivateMessageSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    by = serializers.CharField(source="user.username", help_text="the author's user name")
    text = serializers.SerializerMethodField(help_text="empty if a moderator has hidden it")
    at = serializers.DateTimeField()
    hidden = serializers.SerializerMethodField(help_text="whether a moderator has hidden it")

    def get_text(self, message: PrivateMessage) -> str:
        return "" if message.hidden_at else message.text

    def get_hidden(self, message: PrivateMessage) -> bool:
        return message.hidden_at is not None


class ConversationSerializer(serializers.Serializer):
    user = serializers.CharField(source="other.username")
    name = serializers.CharField(source="other.display_name", help_text=DISPLAY_NAME_HELP)
    unread = serializers.IntegerField(help_text="how many messages I have not read")
    last_message_at = serializers.DateTimeField()


class ConversationPageSerializer(serializers.Serializer):
    user = serializers.CharField()
    name = serializers.CharField(help_text=DISPLAY_NAME_HELP)
    refusal = serializers.CharField(
        allow_blank=True, help_text="why I cannot write now, in words; empty if I can"
    )
    messages = PrivateMessageSerializer(many=True, help_text="the newest first")
    next = serializers.IntegerField(
        allow_null=True, help_text="`before` of the next page, with older messages; null: the end"
    )


class PrivateMessageInputSerializer(serializers.Serializer):
    text = serializers.CharField(max_length=LONGEST)


class ReadResultSerializer(serializers.Serializer):
    read_until = serializers.IntegerField(help_text="the id of the newest message; 0: none")


class Conversations(APIView):
    """My conversations: those with unread messages first, then the latest.

    Archived ones and those with people whom I block are left out, or returned alone with
    `archived=yes`.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(
        ConversationSerializer(many=True),
        operation_id="conversations_list",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request) -> Sequence[Conversation]:
        user = authenticated_user(request)
        check_is_available(user)
        is_put_away = request.query_params.get("archived") == "yes"
        found = conversations.conversations_of(user, is_put_away=is_put_away)
        return conversations.with_last_messages(paginate(request, found), user)


class ConversationDetail(APIView):
    """The messages with a person; send one. Reading them here does not mark them as read."""

    permission_classes = [IsAuthenticated]

    @responds_with(
        ConversationPageSerializer,
        operation_id="conversation",
        parameters=[integer_parameter("before", description="only messages with a lower id")],
    )
    def get(self, request: Request, username: str) -> dict[str, Any]:
        user = authenticated_user(request)
        person = conversations.find_person(username, user)
        rows = conversations.messages_between(user, person)
        before = parse_number_or_none(request.query_params.get("before", ""))
        if before is not None:
            rows = rows.filter(pk__lt=before)
        found = list(rows[: MESSAGES_AT_ONCE + 1])
        shown = found[:MESSAGES_AT_ONCE]
        return {
            "user": person.username,
            "name": person.display_name,
            "refusal": refusal_to_write(user, person),
            "messages": shown,
            "next": shown[-1].pk if len(found) > len(shown) else None,
        }

    @responds_with(
        PrivateMessageSerializer,
        PrivateMessageInputSerializer,
        status=201,
        operation_id="private_message_send",
    )
    def post(self, request: Request, username: str) -> PrivateMessage:
        user = authenticated_user(request)
        person = conversations.find_person(username, user)
        data = validated_data(request, PrivateMessageInputSerializer)
        return conversations.send_message(user, person, data["text"])


class MarkConversationRead(APIView):
    """Mark the messages of a person as read. Its notification ends on all devices."""

    permission_classes = [IsAuthenticated]

    @responds_with(ReadResultSerializer, operation_id="conversation_read")
    def post(self, request: Request, username: str) -> dict[str, int]:
        user = authenticated_user(request)
        person = conversations.find_person(username, user)
        return {"read_until": conversations.mark_read(user, person)}
