"""What of this app is in the data export of a person (accounts/data_export)."""

from __future__ import annotations

from django.db.models import Q

from accounts.data_export.contents import Files

from .models import Conversation, Participant, PrivateMessage

FILES: Files = {
    # Both what the person wrote and what they received, except what a moderator has hidden.
    "private-messages": lambda user: (
        PrivateMessage.objects.filter(conversation__participants__user=user)
        .filter(Q(user=user) | Q(hidden_at=None))
        .values(*("conversation_id", "user__username", "text", "at", "hidden_at"))
    ),
    "conversations": lambda user: Conversation.objects.filter(participants__user=user).values(
        *("pk", "first__username", "second__username", "created_at", "last_message_at")
    ),
    "conversations-read": lambda user: Participant.objects.filter(user=user).values(
        *("conversation_id", "read_until", "is_archived")
    ),
}
