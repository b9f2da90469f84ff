"""What the app stores: conversations, their messages, and what each of the two has read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

if TYPE_CHECKING:
    from accounts.models import User

LONGEST = 1000


class Conversation(models.Model):
    """The messages between two people; `first` has the lower id.

    An account that is deleted stays in it as a deleted account, like in the chat of a table. A
    conversation of two deleted accounts is deleted.
    """

    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now)
    last_message_at = models.DateTimeField(default=timezone.now)

    # Of the reader; set by `conversations.with_last_messages`.
    other: User
    last_message: PrivateMessage

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="one_conversation_of_two"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="two_people_in_order"),
        ]
        indexes = [models.Index(fields=["opened_by", "created_at"], name="conversation_of_opener")]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"

    def partner_of(self, user: User) -> User:
        """Return the person to whom this one writes here."""
        return self.second if self.first_id == user.pk else self.first


class Participant(models.Model):
    """What one of the two has read; there is none for a deleted account."""

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="participants", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="conversations")
    read_until = models.BigIntegerField(default=0, help_text="id of the last message read")
    is_archived = models.BooleanField(
        default=False, help_text="out of the list until the next message"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["conversation", "user"], name="one_participant_of_a_conversation"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.conversation_id}"


class PrivateMessage(models.Model):
    """A message from one of the two to the other."""

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="messages", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="private_messages",
        db_index=False,
        help_text="the author",
    )
    text = models.TextField(max_length=LONGEST)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="when a moderator has hidden it"
    )

    is_folded = False  # whether the reader has blocked the author; set by pages

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["conversation", "-id"], name="private_message_of_two"),
            models.Index(fields=["user", "at"], name="private_message_of_author"),
        ]

    def __str__(self) -> str:
        return f"private message {self.pk}"

    @property
    def content(self) -> str:
        """The message as pages show it; chats have phrases here, too."""
        return self.text
