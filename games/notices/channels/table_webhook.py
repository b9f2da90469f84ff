"""Words to the webhook of a table; their tag says which table it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...models import Webhook
from . import Word, webhook

if TYPE_CHECKING:
    from accounts.models import User


def send(user: User, word: Word) -> None:
    """Post a word to the webhook of the table.

    Raises:
        Undelivered: it was not taken, or the table has none any more.
    """
    found = Webhook.objects.select_related("table__host").filter(table__key=word.tag)
    webhook.post(found.first(), word)


def rest() -> None:
    webhook.rest()
