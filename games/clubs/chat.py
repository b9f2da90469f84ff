"""The chat of a club, which its members read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Invalid, TooManyRequests
from portal.user_text import has_too_many_marks

from ..models import ClubMessage
from ..table.actions.chat_messages import QUOTE_LENGTH
from ..table.blocking import author_is_blocked, blockers_of
from ..table.restrictions import check_can_write
from .access import notify_people
from .queries import VisibleClub

LISTED = 50
MAX_MESSAGES_PER_MINUTE = 20
LONGEST = 1000


def post_message(found: VisibleClub, user: User, text: str) -> ClubMessage:
    """Post a message in a club, of which the user is a member.

    Raises:
        Invalid: the message is empty, too long or has too many marks on a letter.
        Forbidden: a moderator has forbidden the user to write for a time.
        TooManyRequests: the user has written `MAX_MESSAGES_PER_MINUTE` messages within a minute.
    """
    check_can_write(user)
    text = text.strip()
    if not 0 < len(text) <= LONGEST:
        raise Invalid(
            _("A message must have 1 to 1000 characters."), field="text", code="bad_circle"
        )
    if has_too_many_marks(text):
        raise Invalid(_("One letter has too many marks."), field="text", code="bad_circle")
    lately = found.club.messages.filter(user=user, at__gte=timezone.now() - timedelta(minutes=1))
    if lately.count() >= MAX_MESSAGES_PER_MINUTE:
        raise TooManyRequests(_("Too many messages at once. Wait a minute."), code="too_fast")
    with transaction.atomic():
        said = ClubMessage.objects.create(club=found.club, user=user, text=text)
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
    about = {"by": said.user.display_name, "text": said.text[:QUOTE_LENGTH]}
    notify_people("circle_talk", found.club, *others, period=period, **about)


def recent_messages(found: VisibleClub, reader: User) -> list[Any]:
    """Return the last messages, the oldest first.

    `is_folded` on a message says that the reader blocks its author.
    """
    messages = found.club.messages.select_related("user")
    rows = messages.annotate(is_folded=author_is_blocked(reader)).order_by("-pk")[:LISTED]
    return list(reversed(rows))
