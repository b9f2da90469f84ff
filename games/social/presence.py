"""Whether a user is here: "here", "lately", or unknown.

It is derived from the user's last visit (`heard_at`), which is exact to five minutes. A user who
hides it looks like one who is away. Everything that shows, sorts or counts presence must use
`visible_presence`.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User

HERE_WITHIN = timedelta(minutes=15)
LATELY_WITHIN = timedelta(days=1)


class Presence(models.TextChoices):
    """Presence, in the order in which lists show it."""

    HERE = "here", _("here now")
    LATELY = "lately", _("here recently")
    AWAY = "", ""


def visible_presence(user: User, now: datetime) -> Presence:
    """Return the presence of this user that others may see."""
    if not user.shows_presence:
        return Presence.AWAY
    quiet = now - user.last_seen_at
    if quiet < HERE_WITHIN:
        return Presence.HERE
    return Presence.LATELY if quiet < LATELY_WITHIN else Presence.AWAY
