"""Send notifications to a person's webhook. `webhooks` logs failures and switches it off."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ...models import Webhook
from .. import webhooks
from . import DeliveryError, NotificationContent

if TYPE_CHECKING:
    from accounts.models import User

#: Webhooks that failed in this round, with the wait they asked for. They get no second request.
_failed_webhooks: dict[int, timedelta | None] = {}


def is_reachable(user: User) -> bool:
    return user.notification_settings.has_webhook


def send(user: User, content: NotificationContent) -> None:
    """Post a notification to the person's webhook.

    Raises:
        DeliveryError: the webhook did not accept it, or the person has no webhook any more.
    """
    post(webhooks.get_personal(user), content)


def post(hook: Webhook | None, content: NotificationContent) -> None:
    """Post a notification to a webhook.

    A permanent refusal stops the webhook, not the channel. A later try then finds no webhook.

    Raises:
        DeliveryError: the webhook did not accept it, or there is no working webhook.
    """
    if hook is None or not hook.is_working:
        raise DeliveryError("there is no webhook", again=True)
    if hook.pk in _failed_webhooks:
        raise DeliveryError("it failed a moment ago", again=True, wait=_failed_webhooks[hook.pk])
    done = webhooks.deliver(hook, content)
    if done.problem:
        _failed_webhooks[hook.pk] = done.wait
        raise DeliveryError(done.problem, again=True, wait=done.wait)


def finish_round() -> None:
    _failed_webhooks.clear()
