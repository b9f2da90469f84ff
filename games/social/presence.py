"""Whether somebody is here: "here", "lately", or nothing.

It is told from the last sign of life that the site has noted anyway, to five minutes. Who hides it
looks as somebody who is away does: nothing that is told, sorted or counted looks further than here.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User

HERE_WITHIN = timedelta(minutes=15)
LATELY_WITHIN = timedelta(days=1)


class Presence(models.TextChoices):
    """In the order in which lists show them."""

    HERE = "here", _("here now")
    LATELY = "lately", _("here recently")
    AWAY = "", ""


def visible_presence(user: User, now: datetime) -> Presence:
    """What others may know of whether this person is here."""
    if not user.shows_presence:
        return Presence.AWAY
    quiet = now - user.heard_at
    if quiet < HERE_WITHIN:
        return Presence.HERE
    return Presence.LATELY if quiet < LATELY_WITHIN else Presence.AWAY
