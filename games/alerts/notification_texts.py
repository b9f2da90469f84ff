"""The text of the notification of an alert."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..notifications.context import NotificationContext, NotificationText
from .models import Alert
from .searches import describe


def alert_text(context: NotificationContext) -> NotificationText:
    kind, query, count = (context.data[name] for name in ("kind", "query", "count"))
    if kind == Alert.Kind.TABLES:
        title = ngettext(
            "A table that you are looking for is open",
            "%(n)d tables that you are looking for are open",
            count,
        )
    else:
        title = ngettext(
            "A tournament that you are looking for is open for entries",
            "%(n)d tournaments that you are looking for are open for entries",
            count,
        )
    return NotificationText(
        title % {"n": count},
        describe(Alert(kind=kind, query=query)),
        _("This search sends at most one alert a day."),
    )
