"""The channels there are, and nothing of how they work: matrix, worker, retries and log go by this.

A channel that goes out names a module with `send(user, word)`, which returns when the word has gone
and raises `Undelivered` otherwise. The module may have `has(user)`, whether there is anywhere to
send it to, and `rest()`, after a round of words.
"""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .events import DIGEST, MAIL, PAGE


class Channel(NamedTuple):
    """`module` is "" where nothing goes out: the bell shows its notices, the digest gathers."""

    key: str
    label: Promise
    module: str = ""

    def load(self) -> Any:
        return importlib.import_module(self.module)


CHANNELS = {
    channel.key: channel
    for channel in (
        Channel(PAGE, _("bell")),
        Channel(MAIL, _("mail"), "games.notices.channels.mail"),
        Channel(DIGEST, _("daily digest")),
    )
}
OUTWARD = tuple(key for key, channel in CHANNELS.items() if channel.module)
