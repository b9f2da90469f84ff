"""The chat of a club, which its members read."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import User

from ..models import ClubMessage
from ..table.actions.chat_messages import check_message
from ..table.blocking import author_is_blocked, blockers_of
from .access import notify_people
from .queries import VisibleClub

LISTED = 50


def post_message(found: VisibleClub, user: User, text: str, phrase: str = "") -> ClubMessage:
    """Post a text, or a phrase by its key, in a club of which the user is a member.

    Raises:
        Forbidden, Invalid, TooManyRequests: see `check_message`.
    """
    text = text.strip()
    check_message(found.club.messages.all(), user, text, phrase, code="bad_circle")
    with transaction.atomic():
        data = {"phrase": phrase} if phrase else {}
        said = ClubMessage.objects.create(club=found.club, user=user, text=text, data=data)
        _notify_members(found, said)
    return said


def _notify_members(found: VisibleClub, said: ClubMessage) -> None:
    """Notify the other members once an hour, with the first message.

    Members who block its author are not notified.
    """
    blockers = blockers_of(said.user, (one.user_id for one in found.members))
    apart = {said.user_id, *blockers}
    others = [one.user for one in found.members if one.user_id not in apart]
    period = f"{found.club.pk}:{said.at:%Y-%m-%dT%H}"
    about = {"by": said.user.display_name, **said.quote}
    notify_people("circle_talk", found.club, *others, period=period, **about)


def recent_messages(found: VisibleClub, reader: User) -> list[Any]:
    """Return the last messages, the oldest first.

    `is_folded` on a message says that the reader blocks its author.
    """
    messages = found.club.messages.select_related("user")
    rows = messages.annotate(is_folded=author_is_blocked(reader)).order_by("-pk")[:LISTED]
    return list(reversed(rows))
