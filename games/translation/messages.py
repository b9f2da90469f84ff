"""The messages that a reader can have translated: texts of others in chats that they may read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import NotFound

from ..clubs.queries import find_club_message
from ..models import ClubMessage, Message
from ..private_messages.conversations import find_private_message
from ..private_messages.models import PrivateMessage
from ..table.access import find_table_message


def _table_chat(message: Message) -> str:
    return f"{message.table.get_absolute_url()}#chat"


def _club_chat(message: ClubMessage) -> str:
    return f"{reverse('games:club', args=[message.club.key])}#talk"


def _conversation(message: PrivateMessage) -> str:
    return reverse("games:conversation", args=[message.user.username])


class Chat(NamedTuple):
    """A kind of chat: how a reader's message is found by its id, and where they read it."""

    find: Callable[[int, User], Any]
    page: Callable[[Any], str]


CHATS = {
    "message": Chat(find_table_message, _table_chat),
    "club-message": Chat(find_club_message, _club_chat),
    "private-message": Chat(find_private_message, _conversation),
}


class ForeignMessage(NamedTuple):
    """A message that someone else wrote, and the address of the page with its chat."""

    message: Message | ClubMessage | PrivateMessage
    page: str


def find_foreign_message(what: str, pk: int, reader: User) -> ForeignMessage:
    """Return a message of another person that the reader may read and that has a text.

    Raises:
        NotFound: there is none, for example because it is hidden or a phrase.
    """
    chat = CHATS.get(what)
    message = None if chat is None else chat.find(pk, reader)
    if chat is None or message is None or message.user_id == reader.pk or not message.text:
        raise NotFound(_("There is no such message."), code="no_such_message")
    return ForeignMessage(message, chat.page(message))
