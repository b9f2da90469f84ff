"""Words to the webhook of a club; their tag says which club it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import webhooks
from . import NotificationContent, webhook

if TYPE_CHECKING:
    from accounts.models import User


def send(user: User, word: NotificationContent) -> None:
    """Post a word to the webhook of the circle.

    Raises:
        DeliveryError: it was not taken, or the club has none any more.
    """
    webhook.post(webhooks.get_for_club(word.tag), word)


def finish_round() -> None:
    webhook.finish_round()
