"""The channels there are, and nothing of how they work: matrix, worker, retries and log go by this.

A channel that goes out names a module with `send(user, word)`, which returns when the word has gone
and raises `Undelivered` otherwise. The module may have `has(user)`, whether there is anywhere to
send it to, and `rest()`, after a round of words.
"""

from __future__ import annotations

import importlib
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
    """A way for notices.

    Attributes:
        module: "" where nothing goes out: the bell shows its notices, the digest gathers.
        needs: the field of a person's row that says whether they have the channel; "": all have.
        is_shared: whether it tells everybody at a table or in a club what all of them may know.
            Its rows stand in the name of the host or the owner, whose wishes, quiet hours and limit
            have no say in it.
        share: of the time that a round of a channel has.
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
        """Whether this person may choose it."""
        return not self.is_shared and (not self.needs or bool(getattr(user, self.needs)))


CHANNELS = {
    channel.key: channel
    for channel in (
        Channel(BELL, _("bell")),
        Channel(MAIL, _("mail"), "games.notifications.backends.mail", needs="email"),
        Channel(
            PUSH,
            _("my devices"),
            "games.notifications.backends.push",
            needs="has_device",
            share=0.5,
        ),
        Channel(DIGEST, _("daily digest")),
        Channel(
            WEBHOOK,
            _("webhook"),
            "games.notifications.backends.webhook",
            needs="has_webhook",
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
