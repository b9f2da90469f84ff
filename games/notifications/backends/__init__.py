"""The channels that send notifications out of the site.

Each module has `send(user, content)`, which takes a `NotificationContent` or raises
`DeliveryError`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple


class NotificationContent(NamedTuple):
    """The text of a notification, in its reader's language and time zone.

    Attributes:
        event: the kind, for example "turn" or "over".
        tag: of several notifications with one tag, only the newest matters. Each table has one tag.
        title: one line.
        text: a few lines without markup.
        url: the absolute address to which the notification links.
        data: additional facts for programs, as JSON.
    """

    event: str
    tag: str
    title: str
    text: str
    url: str
    data: dict[str, object]


class DeliveryError(Exception):
    """A notification was not sent. The message says why, in one line for people.

    Attributes:
        again: whether a later try may succeed. If not, the address is of no use any more.
        wait: how long the other side asks us to wait, if it does.
    """

    def __init__(self, reason: str, *, again: bool, wait: timedelta | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.wait = wait


class ChannelUnavailableError(DeliveryError):
    """The channel accepts no notification now. All of them wait, and none counts a try."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, again=True)
