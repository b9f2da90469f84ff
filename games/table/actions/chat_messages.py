"""Chat messages at a table: stores them, publishes them to open pages, and notifies people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from ...models import Message, Table
from ...notifications.outbox import Outbox
from ..blocking import blockers_of
from ..realtime import publish
from ..restrictions import check_can_write
from .mentions import find_mentions

if TYPE_CHECKING:
    from accounts.models import User

QUOTE_LENGTH = 200  # characters of a message that a notification quotes
CONVERSATION_SECONDS = 15 * 60  # messages at a table within this time make one notification


def send_message(
    table: Table, user: User, text: str, audience: str, *, notifies: bool = True
) -> Message:
    """Write a message, and notify the other people who sit there, also those whom it mentions.

    Args:
        table: the table.
        user: the author.
        text: the message.
        audience: a `Message.Audience`.
        notifies: False if the people hear of it in another way.

    Raises:
        Forbidden: a moderator has muted the author for a time.
    """
    check_can_write(user)
    with transaction.atomic():
        message = Message.objects.create(
            table=table, user=user, text=text, audience=audience, after_move=table.move_count
        )
        publish.publish_chat(table.key)
        if notifies:
            _notify_people(message)
    return message


def _notify_people(message: Message) -> None:
    """Notify people of the first message of a conversation, and of every mention.

    People who have blocked the author get none.
    """
    table, box = message.table, Outbox()
    assert message.user is not None
    data: dict[str, Any] = {"by": message.user.display_name, "text": message.text[:QUOTE_LENGTH]}
    talk = int(box.now.timestamp()) // CONVERSATION_SECONDS
    sitting = table.seat_set.select_related("user__notification_settings")
    seats = [seat for seat in sitting if seat.user is not None]
    named = find_mentions(message.text, (seat.user for seat in seats if seat.user is not None))
    blockers = blockers_of(message.user, (seat.user_id for seat in seats))
    for seat in seats:
        if seat.user is None or seat.user_id in {message.user_id, *blockers}:
            continue
        if seat.user_id in named:
            box.add(seat.user, "mention", table=table, period=message.pk, **data)
        else:
            box.add(seat.user, "message", table=table, period=talk, **data)
    box.send()
