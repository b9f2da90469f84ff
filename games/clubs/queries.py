"""What a circle shows, and to whom: of one that is joined by invitation, strangers see nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from portal.performance.fast_orm import Prepared

from ..models import Candidate, Circle, Membership
from ..table.errors import Refused

MOST_LISTED = 30

CIRCLE = Prepared(lambda key: Circle.objects.filter(key=key, closed_at=None))
MEMBERS = Prepared(
    lambda circle: (
        Membership.objects.filter(circle=circle).select_related("user").order_by("since", "pk")
    ),
    related="user",
)


class NoSuchCircle(Refused):
    """There is none, or none of which whoever asks may know."""

    status = 404
    code = "no_such_circle"

    def __init__(self) -> None:
        super().__init__(_("There is no such circle."))


class NotYours(Refused):
    status = 403
    code = "not_your_circle"


@dataclass(frozen=True)
class Seen:
    """A circle as one person may see it; `members` in the order in which they came."""

    circle: Circle
    members: Sequence[Membership]
    mine: Membership | None
    candidacy: Candidate | None

    @property
    def owner(self) -> Membership:
        return next(one for one in self.members if one.role == Membership.Role.OWNER)

    @property
    def leads(self) -> bool:
        return self.mine is not None and self.mine.leads

    @property
    def owns(self) -> bool:
        return self.mine is not None and self.mine.role == Membership.Role.OWNER


def seen(key: str, user: Any) -> Seen:
    """The circle of this key, with everybody in it.

    Raises:
        NoSuchCircle: there is none, or it says nothing to strangers and this is one.
    """
    circle = next(iter(CIRCLE.all(key)), None)
    if circle is None:
        raise NoSuchCircle
    members = MEMBERS.all(circle.pk)
    for one in members:
        one.circle = circle
    reader = user.pk if user.is_authenticated else None
    mine = next((one for one in members if one.user_id == reader), None)
    candidacy = None
    if mine is None and reader is not None:
        candidacy = circle.candidates.select_related("invited_by").filter(user=reader).first()
    if mine is None and candidacy is None and circle.joining == Circle.Joining.INVITATION:
        raise NoSuchCircle
    return Seen(circle, members, mine, candidacy)


def inside(key: str, user: Any) -> Seen:
    """The same for somebody who is in it.

    Raises:
        NoSuchCircle: there is none of which they may know.
        NotYours: they are not in it.
    """
    found = seen(key, user)
    if found.mine is None:
        raise NotYours(_("You are not in this circle."))
    return found


def leading(key: str, user: Any) -> Seen:
    """The same for the owner and the helpers.

    Raises:
        NoSuchCircle, NotYours: this person is not among them.
    """
    found = inside(key, user)
    if not found.leads:
        raise NotYours(_("Only the owner and helpers of a circle can do that."))
    return found


def circles_of(user: Any) -> QuerySet[Circle]:
    """The circles that somebody is in, by name."""
    return Circle.objects.filter(memberships__user=user, closed_at=None).order_by("name")


def led_by(user: User) -> QuerySet[Circle]:
    """Those of them in which they decide, by name."""
    led = Circle.objects.filter(
        memberships__user=user, memberships__role__in=Membership.LEADING, closed_at=None
    )
    return led.order_by("name")


def asked_to(user: User) -> list[Candidate]:
    """Invitations to circles that somebody has not answered, and their own requests."""
    found = user.candidacies.filter(circle__closed_at=None)
    return list(found.select_related("circle", "invited_by").order_by("-pk"))


def open_circles(user: Any) -> QuerySet[Circle]:
    """Circles that anybody may find, the newest first, less those on the other lists."""
    found = Circle.objects.filter(closed_at=None).exclude(joining=Circle.Joining.INVITATION)
    if user.is_authenticated:
        for mine in (user.memberships, user.candidacies):
            found = found.exclude(pk__in=mine.values("circle"))
    return found.annotate(size=Count("memberships")).order_by("-pk")[:MOST_LISTED]
