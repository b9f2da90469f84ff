"""The address at which a person's calendar program asks for the dates of their tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .invitations import new_token


class CalendarFeed(models.Model):
    """Whoever knows the token reads the dates; without this row, no address does."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_feed"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"calendar of {self.user}"
