"""What is written in a circle: read by its people, as fast as at a table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from portal.user_text import has_too_many_marks

from ..models import CircleMessage
from ..moderation.restrictions import check_may_write
from ..social.blocking import blocked_by, blockers_of
from ..table.actions.chat_messages import QUOTED
from ..table.errors import Refused
from .access import tell
from .creation import BadCircle
from .queries import Seen

LISTED = 50
A_MINUTE = 20
LONGEST = 1000


class TooFast(Refused):
    status = 429
    code = "too_fast"


def say(found: Seen, user: User, text: str) -> CircleMessage:
    """Write a message in a circle that this person is in.

    Raises:
        BadCircle: it is empty or too long.
        Muted: a moderator has forbidden it for a time.
        TooFast: they have written a lot within a minute.
    """
    check_may_write(user)
    text = text.strip()
    if not 0 < len(text) <= LONGEST:
        raise BadCircle(_("A message has 1 to 1000 characters."), "text")
    if has_too_many_marks(text):
        raise BadCircle(_("One letter has too many marks."), "text")
    lately = found.circle.messages.filter(user=user, at__gte=timezone.now() - timedelta(minutes=1))
    if lately.count() >= A_MINUTE:
        raise TooFast(_("That was a lot of messages. Wait a minute."))
    with transaction.atomic():
        said = CircleMessage.objects.create(circle=found.circle, user=user, text=text)
        _tell(found, said)
    return said


def _tell(found: Seen, said: CircleMessage) -> None:
    """The others are told once an hour that there is talk, and what began it."""
    blockers = blockers_of(said.user, (one.user_id for one in found.members))
    apart = {said.user_id, *blockers}
    others = [one.user for one in found.members if one.user_id not in apart]
    period = f"{found.circle.pk}:{said.at:%Y-%m-%dT%H}"
    about = {"by": said.user.display_name, "text": said.text[:QUOTED]}
    tell("circle_talk", found.circle, *others, period=period, **about)


def last_messages(found: Seen, reader: User) -> list[Any]:
    """The last that was written, the oldest of it first.

    `is_folded`: the reader has blocked who wrote it.
    """
    messages = found.circle.messages.select_related("user")
    rows = messages.annotate(is_folded=blocked_by(reader)).order_by("-pk")[:LISTED]
    return list(reversed(rows))
