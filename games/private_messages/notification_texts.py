"""The text of the notification of a private message, without the message itself."""

from __future__ import annotations

from django.utils.translation import gettext as _

from ..notifications.context import NotificationContext, NotificationText


def message_text(context: NotificationContext) -> NotificationText:
    return NotificationText(
        _("%(name)s has sent you a private message") % {"name": context.data["by"]},
        _("You get one notification until you have read it."),
    )
