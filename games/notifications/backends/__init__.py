"""The ways by which a notice reaches somebody: each takes a `NotificationContent`, or raises
`DeliveryError`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple


class NotificationContent(NamedTuple):
    """A notice as it is told, in its reader's language and zone.

    `event` is its kind ("turn", "match_over" …). Of words with one `tag`, the newest stands for all
    (there is one for each table). `title` is one line, `text` a few lines without markup, `url` the
    absolute address that it leads to; `data` is what programs are told besides, as JSON.
    """

    event: str
    tag: str
    title: str
    text: str
    url: str
    data: dict[str, object]


class DeliveryError(Exception):
    """A word did not go out; the message says why, in one line for people.

    Attributes:
        again: whether a later try may help. Where not, the address is of no use any more.
        wait: how long the other side asks to be left alone, if it does.
    """

    def __init__(self, reason: str, *, again: bool, wait: timedelta | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.wait = wait


class ChannelUnavailableError(DeliveryError):
    """The channel takes nothing now, from whomever: no word is to blame, all of them wait."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, again=True)
