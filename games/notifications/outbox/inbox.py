"""A person's notifications: the number at the bell, the recent ones, and marking them read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from portal.repository import PreparedQuery

from ...models import Notification
from .channels import PERSONAL_CHANNELS
from .events import BELL

if TYPE_CHECKING:
    from accounts.models import User

LISTED = 30
MAX_UNREAD_COUNT = 99
UNREAD_QUERY = PreparedQuery(
    lambda user: (
        Notification.objects.filter(
            user=user, channel=BELL, read_at__isnull=True, state=Notification.State.SENT
        )
        .order_by()
        .only("pk")[:MAX_UNREAD_COUNT]
    )
)


def unread_count(request: HttpRequest) -> dict[str, Any]:
    """Return the number of unread notifications, as template context for every page."""
    return {"unread_count": SimpleLazyObject(lambda: count_unread(getattr(request, "user", None)))}


def count_unread(user: Any) -> int:
    known = user is not None and user.is_authenticated
    return UNREAD_QUERY.count(user.pk) if known else 0


def recent_notifications(user: User) -> list[Notification]:
    """Return the person's last notifications by any personal channel, the latest first.

    Rows are left out that still wait for their decision, and rows about turns that were made in
    time.
    """
    rows = user.notifications.select_related("table").defer("table__state").order_by("-pk")
    rows = rows.filter(channel__in=PERSONAL_CHANNELS).exclude(
        state=Notification.State.WAITING, reason=""
    )
    return list(rows.exclude(state=Notification.State.DROPPED, reason="moved")[:LISTED])


def is_unread(notification: Notification) -> bool:
    """Whether the bell counts it."""
    is_shown = notification.channel == BELL and notification.state == Notification.State.SENT
    return is_shown and notification.read_at is None


def mark_read(user: User) -> int:
    """Mark all unread notifications as read and return how many there were."""
    unread = user.notifications.filter(
        channel=BELL, read_at__isnull=True, state=Notification.State.SENT
    )
    return unread.update(read_at=timezone.now())
