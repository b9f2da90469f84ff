"""The texts of notifications about announcements."""

from __future__ import annotations

from datetime import datetime

from django.utils.text import Truncator

from ..notifications.context import NotificationContext, NotificationText
from .models import Announcement, downtime_text


def announcement_text(context: NotificationContext) -> NotificationText:
    data = context.data
    if "start" in data:
        start, end = (datetime.fromisoformat(data[name]) for name in ("start", "end"))
        text = downtime_text(start, end)
    else:
        text = Announcement(text_en=data["en"], text_ja=data["ja"]).text
    return NotificationText(Truncator(text).chars(80), text if len(text) > 80 else "")
