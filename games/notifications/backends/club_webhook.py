"""Send notifications to the webhook of a club. The tag of their content is the club's key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import webhooks
from . import NotificationContent, webhook

if TYPE_CHECKING:
    from accounts.models import User


def send(user: User, content: NotificationContent) -> None:
    """Post a notification to the webhook of the club.

    Raises:
        DeliveryError: the webhook did not accept it, or the club has no webhook any more.
    """
    webhook.post(webhooks.get_for_club(content.tag), content)


def finish_round() -> None:
    webhook.finish_round()
