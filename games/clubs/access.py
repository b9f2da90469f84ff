"""A club whose people change: its row held behind those of the people, and who is told."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User

from ..models import Club, Membership
from ..notifications.outbox import writer
from ..table import dispatch
from ..table.realtime import publish
from .queries import ClubNotFoundError, ClubPermissionError


def lock_club(key: str) -> Club:
    """The row of a club, held: its people change one after the other.

    Raises:
        ClubNotFoundError: there is none, or it was closed.
    """
    circle = Club.objects.select_for_update(no_key=True).filter(key=key, closed_at=None).first()
    if circle is None:
        raise ClubNotFoundError
    return circle


def get_membership(circle: Club, user: User) -> Membership | None:
    return circle.memberships.filter(user=user).first()


def check_leader(circle: Club, user: User) -> Membership:
    """Who decides who is in a circle.

    Raises:
        ClubNotFoundError: they may not know of it.
        ClubPermissionError: they are not among them.
    """
    mine = get_membership(circle, user)
    if mine is None and circle.joining == Club.JoinPolicy.INVITATION:
        raise ClubNotFoundError
    if mine is None or not mine.leads:
        raise ClubPermissionError(_("Only the owner and helpers of a club can do that."))
    return mine


def check_owner(circle: Club, user: User) -> Membership:
    """The same for what is the owner's."""
    mine = check_leader(circle, user)
    if mine.role != Membership.Role.OWNER:
        raise ClubPermissionError(_("Only the owner of a club can do that."))
    return mine


def notify_people(event: str, circle: Club, *people: User, period: str = "", **data: Any) -> None:
    """These people are told of something in a club, by the wishes of each; once in a `period`."""
    now = timezone.now()
    rows = [
        row
        for user in people
        for row in writer.build_notifications(
            user,
            event,
            None,
            period or f"{circle.pk}:{now.isoformat()}",
            now,
            circle=circle.key,
            name=circle.name,
            **data,
        )
    ]
    told = writer.store_notifications(rows)
    dispatch.enqueue_delivery(told)
    publish.notify_users("", {row.user_id for row in told})
