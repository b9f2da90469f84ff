"""Lock a club, check roles in it, and notify its people. Users are locked before their club."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Forbidden

from ..models import Club, Membership
from ..notifications import outbox
from .queries import ClubNotFoundError


def lock_club(key: str) -> Club:
    """Lock the row of a club and return it, so that changes of its members follow each other.

    Raises:
        ClubNotFoundError: there is no such club, or it was closed.
    """
    club = Club.objects.select_for_update(no_key=True).filter(key=key, closed_at=None).first()
    if club is None:
        raise ClubNotFoundError
    return club


def get_membership(club: Club, user: User) -> Membership | None:
    return club.memberships.filter(user=user).first()


def check_leader(club: Club, user: User) -> Membership:
    """Return the user's membership if they are the owner or a helper.

    Raises:
        ClubNotFoundError: the user may not see the club.
        Forbidden: the user is neither its owner nor a helper.
    """
    mine = get_membership(club, user)
    if mine is None and club.join_policy == Club.JoinPolicy.INVITATION:
        raise ClubNotFoundError
    if mine is None or not mine.leads:
        raise Forbidden(
            _("Only the owner and helpers of a club can do that."), code="not_your_circle"
        )
    return mine


def check_owner(club: Club, user: User) -> Membership:
    """Return the user's membership if they are the owner.

    Raises:
        ClubNotFoundError: the user may not see the club.
        Forbidden: the user is not its owner.
    """
    mine = check_leader(club, user)
    if mine.role != Membership.Role.OWNER:
        raise Forbidden(_("Only the owner of a club can do that."), code="not_your_circle")
    return mine


def notify_people(event: str, club: Club, *people: User, period: str = "", **data: Any) -> None:
    """Notify these people of an event in a club, by their settings, and once in a `period`."""
    period = period or f"{club.pk}:{timezone.now().isoformat()}"
    outbox.send_many(people, event, period=period, circle=club.key, name=club.name, **data)
