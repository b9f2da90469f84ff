"""Chat messages at a table: stores them, publishes them to open pages, and notifies people.

`check_message` has the rules for the messages of every chat.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.errors import Forbidden, Invalid, TooManyRequests
from portal.user_text import has_too_many_marks

from ...models import Message, Table
from ...notifications.outbox import Outbox
from ...phrases import PHRASES
from ..access import find_viewing_seat
from ..blocking import blockers_of
from ..realtime import publish
from ..restrictions import check_can_write
from .mentions import find_mentions

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

LONGEST_MESSAGE = 1000  # characters
MAX_MESSAGES_PER_MINUTE = 20  # of one person in one chat
CONVERSATION_SECONDS = 15 * 60  # messages at a table within this time make one notification


def post_message(
    table: Table, user: User | AnonymousUser, text: str, phrase: str, audience: str
) -> Message:
    """Write a message for a person with a seat: a text, or a phrase by its key.

    Raises:
        Forbidden: the person has no seat, or a moderator has muted them for a time.
        Invalid, TooManyRequests: see `check_message`.
    """
    if user.is_anonymous or find_viewing_seat(table, user) is None:
        raise Forbidden(_("Only people at this table can write here."), code="no_seat")
    if audience not in Message.Audience.values:
        raise Invalid(_("Choose who can read the message."), field="audience", code="bad_message")
    text = text.strip()
    check_message(table.messages.filter(log_code=""), user, text, phrase, code="bad_message")
    return send_message(table, user, text, audience, phrase=phrase)


def check_message(chat: QuerySet[Any], user: User, text: str, phrase: str, *, code: str) -> None:
    """Check that a person may post this in a chat now.

    Args:
        chat: the messages of the chat.
        user: the author.
        text: the message, or "" for a phrase.
        phrase: the key of a phrase, or "".
        code: the code of an `Invalid`.

    Raises:
        Forbidden: a moderator has muted the author for a time.
        Invalid: the message is empty, too long, has too many marks on a letter, has both a text
            and a phrase, or there is no such phrase.
        TooManyRequests: the author has sent `MAX_MESSAGES_PER_MINUTE` messages within a minute, or
            this phrase was their last message within a minute.
    """
    check_can_write(user)
    if phrase and text:
        raise Invalid(_("Send a text or a phrase, not both at once."), field="phrase", code=code)
    if phrase and phrase not in PHRASES:
        raise Invalid(_("There is no such phrase."), field="phrase", code=code)
    if not phrase and not 0 < len(text) <= LONGEST_MESSAGE:
        raise Invalid(_("A message must have 1 to 1000 characters."), field="text", code=code)
    if has_too_many_marks(text):
        raise Invalid(_("One letter has too many marks."), field="text", code=code)
    last_minute = chat.filter(user=user, at__gte=timezone.now() - timedelta(minutes=1))
    recent = last_minute.order_by("-pk")[:MAX_MESSAGES_PER_MINUTE]
    if len(recent) == MAX_MESSAGES_PER_MINUTE:
        raise TooManyRequests(_("Too many messages at once. Wait a minute."), code="too_fast")
    if phrase and recent and recent[0].phrase == phrase:
        raise TooManyRequests(_("You have just sent this phrase. Wait a minute."), code="too_fast")


def send_message(
    table: Table,
    user: User,
    text: str,
    audience: str,
    *,
    phrase: str = "",
    notifies: bool = True,
) -> Message:
    """Write a message, and notify the other people who sit there, also those whom it mentions.

    Args:
        table: the table.
        user: the author.
        text: the message.
        audience: a `Message.Audience`.
        phrase: the key of a phrase, with an empty text.
        notifies: False if the people hear of it in another way.

    Raises:
        Forbidden: a moderator has muted the author for a time.
    """
    check_can_write(user)
    with transaction.atomic():
        message = Message.objects.create(
            table=table,
            user=user,
            text=text,
            data={"phrase": phrase} if phrase else {},
            audience=audience,
            after_move=table.move_count,
        )
        publish.publish_chat(table.key)
        if notifies:
            _notify_people(message)
    return message


def _notify_people(message: Message) -> None:
    """Notify people of the first message of a conversation, and of every mention.

    People who have blocked the author get none, and names in the text mention nobody at an
    anonymous table.
    """
    table, box = message.table, Outbox()
    assert message.user is not None
    data: dict[str, Any] = {"by": table.public_name(message.user), **message.quote}
    talk = int(box.now.timestamp()) // CONVERSATION_SECONDS
    sitting = table.seat_set.select_related("user__notification_settings")
    seats = [seat for seat in sitting if seat.user is not None]
    people = [seat.user for seat in seats if seat.user is not None and not seat.is_anonymous]
    named = find_mentions(message.text, people)
    # At an anonymous table a missing notification would reveal who wrote.
    blockers = blockers_of(message.user, (person.pk for person in people))
    for seat in seats:
        if seat.user is None or seat.user_id in {message.user_id, *blockers}:
            continue
        if seat.user_id in named:
            box.add(seat.user, "mention", table=table, period=message.pk, **data)
        else:
            box.add(seat.user, "message", table=table, period=talk, **data)
    box.send()
