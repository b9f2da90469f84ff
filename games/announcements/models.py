"""Announcements of the owner to all people."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.models import PlannedDowntime
from portal.dates import range_text

LONGEST_ANNOUNCEMENT = 280


def downtime_text(start: datetime, end: datetime) -> str:
    """Return the text about a planned downtime, in the reader's language and time zone."""
    said = gettext("The site is down: %(when)s. All clocks stop during that time.")
    return said % {"when": range_text(start, end)}


class Announcement(models.Model):
    """A line on every page for a time; with `tells`, also a notification to everyone."""

    class Level(models.TextChoices):
        INFO = "info", _("news")
        WARNING = "warning", _("a warning")

    text_en = models.CharField(max_length=LONGEST_ANNOUNCEMENT, blank=True)
    text_ja = models.CharField(max_length=LONGEST_ANNOUNCEMENT, blank=True)
    level = models.CharField(max_length=8, choices=Level, default=Level.INFO)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    should_notify = models.BooleanField(
        default=False, help_text="whether everybody gets a notification", db_column="tells"
    )
    last_notified_user_id = models.BigIntegerField(
        default=0, help_text="the last user who was notified", db_column="told_to"
    )
    downtime = models.ForeignKey(
        PlannedDowntime,
        models.CASCADE,
        null=True,
        blank=True,
        help_text="the downtime that it announces",
        db_column="absence_id",
    )
    notified_at = models.DateTimeField(
        null=True, blank=True, help_text="when everybody was notified", db_column="told_at"
    )

    class Meta:
        db_table = "games_announcement"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The text in the reader's language, or in the other one if there is none."""
        if self.downtime is not None:
            return downtime_text(self.downtime.starts_at, self.downtime.ends_at)
        texts = (self.text_ja, self.text_en)
        first, other = texts if get_language() == "ja" else reversed(texts)
        return first or other
