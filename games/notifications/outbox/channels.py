"""The list of channels. Settings, worker, retries and log know nothing else of a channel.

A channel that sends names a module with `send(user, content)`, which returns when the notification
is sent and raises `DeliveryError` otherwise. The module may have `is_reachable(user)`, which says
whether there is an address, and `finish_round()`, which runs after a round of notifications.
"""

from __future__ import annotations

import importlib
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .events import (
    BELL,
    CLUB_WEBHOOK,
    DIGEST,
    MAIL,
    PUSH,
    TABLE_WEBHOOK,
    WEBHOOK,
)

if TYPE_CHECKING:
    from accounts.models import User


class Channel(NamedTuple):
    """A way by which notifications reach people.

    Attributes:
        key: its name in rows, settings and the API.
        label: its name on pages.
        module: "" where nothing is sent: the bell shows its notifications, the digest collects
            them.
        needs: the field of the user that says whether they have the channel; "": everyone has it.
        is_shared: whether it gives everyone at a table or in a club what all of them may know. Its
            rows belong to the host or the owner, whose settings, quiet hours and limit do not
            apply.
        share: the fraction of a channel's round time (`ROUND_SECONDS`) that it gets.
    """

    key: str
    label: Promise
    module: str = ""
    needs: str = ""
    is_shared: bool = False
    share: float = 1

    def load(self) -> Any:
        return importlib.import_module(self.module)

    def is_available_to(self, user: User) -> bool:
        """Whether this person may choose the channel."""
        return not self.is_shared and (not self.needs or bool(attrgetter(self.needs)(user)))


CHANNELS = {
    channel.key: channel
    for channel in (
        Channel(BELL, _("bell")),
        Channel(MAIL, _("mail"), "games.notifications.backends.mail", needs="email"),
        Channel(
            PUSH,
            _("my devices"),
            "games.notifications.backends.push",
            needs="notification_settings.has_push_device",
            share=0.5,
        ),
        Channel(DIGEST, _("daily digest")),
        Channel(
            WEBHOOK,
            _("webhook"),
            "games.notifications.backends.webhook",
            needs="notification_settings.has_webhook",
            share=0.5,
        ),
        Channel(
            TABLE_WEBHOOK,
            _("webhook of the table"),
            "games.notifications.backends.table_webhook",
            is_shared=True,
            share=0.5,
        ),
        Channel(
            CLUB_WEBHOOK,
            _("webhook of the club"),
            "games.notifications.backends.club_webhook",
            is_shared=True,
            share=0.5,
        ),
    )
}
EXTERNAL_CHANNELS = tuple(key for key, channel in CHANNELS.items() if channel.module)
SHARED_CHANNELS = tuple(key for key, channel in CHANNELS.items() if channel.is_shared)
PERSONAL_CHANNELS = tuple(key for key, channel in CHANNELS.items() if not channel.is_shared)
