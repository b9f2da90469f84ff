"""Calendar feeds: the address from which a person's calendar program loads their dates."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .invitations import new_token


class CalendarFeed(models.Model):
    """The secret token of a person's feed: anyone who knows it can read it. No row, no feed."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_feed"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"calendar of {self.user}"
