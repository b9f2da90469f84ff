"""Words to the webhook of a person. Which fail, and when it is switched off, it knows itself."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ...models import Webhook
from .. import webhooks
from . import DeliveryError, NotificationContent

if TYPE_CHECKING:
    from accounts.models import User

#: What they asked to wait, in this round: they are not asked a second time.
_failed_webhooks: dict[int, timedelta | None] = {}


def is_reachable(user: User) -> bool:
    return user.has_webhook


def send(user: User, word: NotificationContent) -> None:
    """Post a word to the person's webhook.

    Raises:
        DeliveryError: it was not taken, or the person has none any more.
    """
    post(webhooks.get_personal(user), word)


def post(hook: Webhook | None, word: NotificationContent) -> None:
    """Post a word.

    A refusal for good stops the webhook and not the channel, so that a later try finds none.

    Raises:
        DeliveryError: it was not taken, or there is no webhook.
    """
    if hook is None or not hook.is_working:
        raise DeliveryError("there is no webhook", again=True)
    if hook.pk in _failed_webhooks:
        raise DeliveryError(
            "it has failed a moment ago", again=True, wait=_failed_webhooks[hook.pk]
        )
    done = webhooks.deliver(hook, word)
    if done.problem:
        _failed_webhooks[hook.pk] = done.wait
        raise DeliveryError(done.problem, again=True, wait=done.wait)


def finish_round() -> None:
    _failed_webhooks.clear()
