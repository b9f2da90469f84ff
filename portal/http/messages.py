"""Where Django keeps messages until a page shows them."""

from __future__ import annotations

from typing import Any

from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage


class DistinctMessageStorage(FallbackStorage):
    """Keeps a message once: both responses to a form that was sent twice may carry the same one."""

    def add(self, level: int, message: Any, extra_tags: str | None = "") -> None:
        if Message(level, message) not in self:
            super().add(level, message, extra_tags)
