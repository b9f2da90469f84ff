"""What is written at a table: kept, told to the open pages, and to whom it is meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from ... import dispatch
from ...models import Message, Notice, Table
from ...moderation.restrictions import check_may_write
from ...notifications import outbox
from ...social.blocking import blockers_of
from ..realtime import publish
from .mentions import mentioned

if TYPE_CHECKING:
    from accounts.models import User

QUOTED = 200  # characters of a message that a notice tells
ONE_TALK = 15 * 60  # seconds in which messages at a table are told once


def say(table: Table, user: User, text: str, audience: str) -> Message:
    """Write a message; everybody else who sits there is told, and whoever it names.

    Raises:
        Muted: a moderator has forbidden it for a time.
    """
    check_may_write(user)
    with transaction.atomic():
        message = Message.objects.create(
            table=table, user=user, text=text, audience=audience, after_move=table.move_count
        )
        told = outbox.put(_notices(message))
        dispatch.wake_sender(told)
        publish.chat_changed(table.key)
        publish.told(table.key, {row.user_id for row in told})
    return message


def _notices(message: Message) -> list[Notice]:
    """Of a talk the first message is told, and every one to whom it names.

    Whoever has blocked its writer is told of none.
    """
    table, now = message.table, timezone.now()
    assert message.user is not None
    data: dict[str, Any] = {"by": message.user.display_name, "text": message.text[:QUOTED]}
    talk = int(now.timestamp()) // ONE_TALK
    found: list[Notice] = []
    seats = [seat for seat in table.seat_set.select_related("user") if seat.user is not None]
    named = mentioned(message.text, (seat.user for seat in seats if seat.user is not None))
    blockers = blockers_of(message.user, (seat.user_id for seat in seats))
    for seat in seats:
        if seat.user is None or seat.user_id in {message.user_id, *blockers}:
            continue
        if seat.user_id in named:
            found += outbox.notices(seat.user, "mention", table, message.pk, now, **data)
        else:
            found += outbox.notices(seat.user, "message", table, talk, now, **data)
    return found
