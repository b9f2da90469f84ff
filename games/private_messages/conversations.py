"""Conversations: list and read them, send a message, mark them as read, archive them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site.configuration import get_site
from accounts.user_locks import lock_users_with_rows
from accounts.usernames import username_lookup
from portal.errors import Invalid, NotFound
from portal.user_text import has_too_many_marks

from ..models import Block
from ..notifications.outbox import Outbox
from .eligibility import (
    check_can_write_to,
    check_is_available,
    check_limits,
)
from .models import LONGEST, Conversation, Participant, PrivateMessage

EVENT = "private_message"
ORDER = ("-is_unread", "-last_message_at", "-pk")


def find_person(username: str, reader: User) -> User:
    """Return the person with whom a reader has a conversation or could begin one.

    Deleted accounts are found only by people who have a conversation with them.

    Raises:
        NotFound: there is no such person, or the site has no private messages.
        Forbidden: the reader is a guest.
    """
    check_is_available(reader)
    person = User.objects.filter(username_lookup(username), guest_network="").first()
    if person is None or person.pk == reader.pk:
        raise NotFound(_("There is no account with this name."), code="no_such_person")
    if not person.is_active and find_conversation(reader, person) is None:
        raise NotFound(_("There is no account with this name."), code="no_such_person")
    return person


def find_conversation(user: User, other: User) -> Conversation | None:
    """Return the conversation of these two, or None if nobody has written yet."""
    low, high = sorted((user.pk, other.pk))
    return Conversation.objects.filter(first=low, second=high).first()


def conversations_of(user: User, *, is_put_away: bool = False) -> QuerySet[Conversation]:
    """Return a person's conversations: those with unread messages first, then the latest.

    Args:
        user: the person.
        is_put_away: whether those that they archived or whose person they blocked are returned
            instead of all others.

    Returns:
        Rows to be ordered by `ORDER`; `unread` is the number of unread messages.
    """
    mine = Participant.objects.filter(conversation=OuterRef("pk"), user=user)
    is_partner = Q(blocked=OuterRef("first")) | Q(blocked=OuterRef("second"))
    blocked = Block.objects.filter(is_partner, blocker=user)
    new = PrivateMessage.objects.filter(
        conversation=OuterRef("pk"), pk__gt=OuterRef("read_until"), hidden_at=None
    )
    counted = new.exclude(user=user).order_by().values("conversation").annotate(n=Count("pk"))
    found = Conversation.objects.filter(participants__user=user).annotate(
        read_until=Subquery(mine.values("read_until")[:1]), is_blocked=Exists(blocked)
    )
    away = Q(is_blocked=True) | Exists(mine.filter(is_archived=True))
    found = found.filter(away if is_put_away else ~away)
    found = found.annotate(unread=Coalesce(Subquery(counted.values("n")[:1]), 0))
    has_unread = Case(When(unread__gt=0, then=Value(1)), default=Value(0))
    return found.annotate(is_unread=has_unread).select_related("first", "second").order_by(*ORDER)


def with_last_messages(rows: Sequence[Conversation], reader: User) -> Sequence[Conversation]:
    """Set `other` and `last_message` of conversations, and return them."""
    newest = PrivateMessage.objects.filter(conversation=OuterRef("pk")).order_by("-pk")
    shown = Conversation.objects.filter(pk__in=[one.pk for one in rows])
    last = shown.annotate(newest=Subquery(newest.values("pk")[:1])).values("newest")
    messages = {one.conversation_id: one for one in PrivateMessage.objects.filter(pk__in=last)}
    for one in rows:
        one.other, one.last_message = one.partner_of(reader), messages[one.pk]
    return rows


def messages_between(user: User, other: User) -> QuerySet[PrivateMessage]:
    """Return the messages of two people, the newest first."""
    low, high = sorted((user.pk, other.pk))
    found = PrivateMessage.objects.filter(conversation__first=low, conversation__second=high)
    return found.select_related("user", "conversation").order_by("-pk")


def find_private_message(pk: int, reader: User) -> PrivateMessage | None:
    """Return the message with this id if the reader takes part; None if it is hidden."""
    if not get_site().allows_private_messages:
        return None
    found = PrivateMessage.objects.filter(pk=pk, hidden_at=None)
    return found.filter(conversation__participants__user=reader).select_related("user").first()


def send_message(user: User, other: User, text: str) -> PrivateMessage:
    """Write to a person, and notify them unless they have not read what came before.

    The rows of both are locked, like for a block and for a deletion. So two first messages at the
    same time make one conversation, and none is sent after a block.

    Raises:
        Invalid: the message is empty, too long or has too many marks on a letter.
        Forbidden, AccountClosedError: `check_can_write_to` refuses it.
        TooManyRequests: a limit is reached.
    """
    check_is_available(user)
    text = text.strip()
    if not 0 < len(text) <= LONGEST:
        raise Invalid(
            _("A message must have 1 to 1000 characters."), field="text", code="bad_message"
        )
    if has_too_many_marks(text):
        raise Invalid(_("One letter has too many marks."), field="text", code="bad_message")
    with transaction.atomic():
        people = lock_users_with_rows(user, other)
        author, reader, now = people[user.pk], people[other.pk], timezone.now()
        check_can_write_to(author, reader)
        conversation = find_conversation(author, reader)
        check_limits(author, now, is_new=conversation is None)
        if conversation is None:
            first, second = sorted((author, reader), key=lambda one: one.pk)
            conversation = Conversation.objects.create(
                first=first, second=second, opened_by=author, created_at=now
            )
            Participant.objects.bulk_create(
                Participant(conversation=conversation, user=one) for one in (first, second)
            )
        message = conversation.messages.create(user=author, text=text, at=now)
        Conversation.objects.filter(pk=conversation.pk).update(last_message_at=now)
        conversation.participants.filter(is_archived=True).update(is_archived=False)
        box = Outbox(now)
        _mark_read(box, conversation, author, message.pk)
        _notify(box, conversation, author, reader)
        box.send()
    return message


def _notify(box: Outbox, conversation: Conversation, author: User, reader: User) -> None:
    """Notify a person of what waits for them: once until they have read it.

    The notification has no text of the message: programs read notifications without the scope
    for private messages.
    """
    state = conversation.participants.get(user=reader)
    waiting = conversation.messages.filter(user=author, pk__gt=state.read_until).order_by("pk")
    first = waiting.values_list("pk", flat=True).first()
    box.add(
        reader,
        EVENT,
        period=f"{conversation.pk}:{first}",
        by=author.display_name,
        person=author.username,
        path=reverse("games:conversation", args=[author.username]),
        tag=f"{EVENT}-{conversation.pk}",
    )
    for one in (author, reader):
        box.refresh_pages(one)


def mark_read(user: User, other: User) -> int:
    """Mark the messages of a person as read, and end their notification on all devices.

    Returns:
        The id of the newest message, 0 without any.
    """
    newest = messages_between(user, other).first()
    if newest is None:
        return 0
    with transaction.atomic():
        box = Outbox()
        if _mark_read(box, newest.conversation, user, newest.pk):
            box.send()
    return newest.pk


def _mark_read(box: Outbox, conversation: Conversation, user: User, until: int) -> bool:
    """Mark messages as read; return False if they were."""
    mine = conversation.participants.filter(user=user, read_until__lt=until)
    if not mine.update(read_until=until):
        return False
    box.end(user, EVENT, f"{conversation.pk}:")
    return True


def archive(user: User, other: User, *, is_archived: bool) -> None:
    """Put a conversation out of a person's list until the next message, or back into it.

    Raises:
        NotFound: there is no such conversation.
    """
    conversation = find_conversation(user, other)
    if conversation is None:
        raise NotFound(_("There is no such conversation."), code="no_such_conversation")
    conversation.participants.filter(user=user).update(is_archived=is_archived)


def is_archived(user: User, other: User) -> bool:
    """Whether a person has archived the conversation with another."""
    conversation = find_conversation(user, other)
    return conversation is not None and (
        conversation.participants.filter(user=user, is_archived=True).exists()
    )


def delete_for(user: User) -> None:
    """Take an account that is being deleted out of its conversations.

    The other person keeps the messages. Without another person the conversation is deleted.
    """
    with transaction.atomic():
        pairs = Conversation.objects.filter(participants__user=user).select_for_update()
        found = list(pairs.order_by("pk").values_list("pk", flat=True))
        Participant.objects.filter(user=user).delete()
        Conversation.objects.filter(pk__in=found, participants=None).delete()


def exists_for(user: int) -> Exists:
    """Return the database condition that this user takes part in a conversation."""
    return Exists(Participant.objects.filter(user=user))
