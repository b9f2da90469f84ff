"""What a person has been told: the bell's number, the last of their notices, marking them read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from portal.performance.fast_orm import PreparedQuery

from ...models import Notification
from .channels import PERSONAL_CHANNELS
from .events import BELL

if TYPE_CHECKING:
    from accounts.models import User

LISTED = 30
MAX_UNREAD_COUNT = 99
UNREAD_QUERY = PreparedQuery(
    lambda user: (
        Notification.objects.filter(user=user, channel=BELL, read_at__isnull=True)
        .order_by()
        .only("pk")[:MAX_UNREAD_COUNT]
    )
)


def unread_count(request: HttpRequest) -> dict[str, Any]:
    """For every page: how many notices its reader has not read."""
    return {"unread_count": SimpleLazyObject(lambda: count_unread(getattr(request, "user", None)))}


def count_unread(user: Any) -> int:
    known = user is not None and user.is_authenticated
    return UNREAD_QUERY.count(user.pk) if known else 0


def recent_notifications(user: User) -> list[Notification]:
    """The person's last notices, by whatever channel of theirs, the latest first.

    Without those that are still to be looked at when they are due, and those of turns that they had
    made by then.
    """
    rows = user.notices.select_related("table").defer("table__state").order_by("-pk")
    rows = rows.filter(channel__in=PERSONAL_CHANNELS).exclude(
        state=Notification.State.WAITING, reason=""
    )
    return list(rows.exclude(state=Notification.State.DROPPED, reason="moved")[:LISTED])


def mark_read(user: User) -> int:
    """All that was unread is read; returns how many that were."""
    unread = user.notices.filter(channel=BELL, read_at__isnull=True)
    return unread.update(read_at=timezone.now())
