"""Read clubs as a user may see them. Clubs that need an invitation are hidden from strangers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Forbidden, NotFound
from portal.repository import PreparedQuery

from ..models import Club, ClubMessage, Membership, PendingMember

MAX_LISTED = 30

CLUB = PreparedQuery(lambda key: Club.objects.filter(key=key, closed_at=None))
MEMBERS = PreparedQuery(
    lambda club: (
        Membership.objects.filter(club=club).select_related("user").order_by("since", "pk")
    ),
)


class ClubNotFoundError(NotFound):
    """There is no such club, or the user may not see it."""

    code = "no_such_circle"

    def __init__(self) -> None:
        super().__init__(_("There is no such club."))


@dataclass(frozen=True)
class VisibleClub:
    """A club as one user may see it; `members` are in the order in which they joined."""

    club: Club
    members: Sequence[Membership]
    mine: Membership | None
    pending: PendingMember | None

    @property
    def owner(self) -> Membership:
        return next(one for one in self.members if one.role == Membership.Role.OWNER)

    @property
    def leads(self) -> bool:
        return self.mine is not None and self.mine.leads

    @property
    def size(self) -> int:
        return len(self.members)

    @property
    def visible_members(self) -> Sequence[Membership]:
        """The members; none for people who are not members."""
        return () if self.mine is None else self.members

    @property
    def is_invited(self) -> bool:
        return self.pending is not None and self.pending.invited_by_id is not None

    @property
    def has_requested(self) -> bool:
        return self.pending is not None and self.pending.invited_by_id is None

    @property
    def owns(self) -> bool:
        return self.mine is not None and self.mine.role == Membership.Role.OWNER


def get_visible_club(key: str, user: Any) -> VisibleClub:
    """Return the club with this key, with all its members.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
    """
    club = next(iter(CLUB.all(key)), None)
    if club is None:
        raise ClubNotFoundError
    members = MEMBERS.all(club.pk)
    for one in members:
        one.club = club
    reader = user.pk if user.is_authenticated else None
    mine = next((one for one in members if one.user_id == reader), None)
    candidacy = None
    if mine is None and reader is not None:
        candidacy = club.candidates.select_related("invited_by").filter(user=reader).first()
    if mine is None and candidacy is None and club.join_policy == Club.JoinPolicy.INVITATION:
        raise ClubNotFoundError
    return VisibleClub(club, members, mine, candidacy)


def get_club_for_member(key: str, user: Any) -> VisibleClub:
    """Return the club with this key for one of its members.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is not a member.
    """
    found = get_visible_club(key, user)
    if found.mine is None:
        raise Forbidden(_("You are not a member of this club."), code="not_your_circle")
    return found


def get_club_for_leader(key: str, user: Any) -> VisibleClub:
    """Return the club with this key for its owner or a helper.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper.
    """
    found = get_club_for_member(key, user)
    if not found.leads:
        raise Forbidden(
            _("Only the owner and helpers of a club can do that."), code="not_your_circle"
        )
    return found


def clubs_of(user: Any) -> QuerySet[Club]:
    """Return the clubs of a user, by name."""
    return Club.objects.filter(memberships__user=user, closed_at=None).order_by("name")


def find_club_message(pk: int, reader: Any) -> ClubMessage | None:
    """Return the chat message with this id if the reader is a member; None if it is hidden."""
    found = ClubMessage.objects.select_related("user", "club").filter(pk=pk, hidden_at=None)
    return found.filter(club__in=clubs_of(reader)).first()


def clubs_led_by(user: User) -> QuerySet[Club]:
    """Return the clubs of which a user is the owner or a helper, by name."""
    led = Club.objects.filter(
        memberships__user=user, memberships__role__in=Membership.LEADING, closed_at=None
    )
    return led.order_by("name")


def pending_memberships_of(user: User) -> list[PendingMember]:
    """Return a user's unanswered invitations to clubs, and their own requests."""
    found = user.candidacies.filter(club__closed_at=None)
    return list(found.select_related("club", "invited_by").order_by("-pk"))


def findable_clubs(user: Any) -> QuerySet[Club]:
    """Return the clubs that anyone may find, the newest first, without those of the user."""
    found = Club.objects.filter(closed_at=None).exclude(join_policy=Club.JoinPolicy.INVITATION)
    if user.is_authenticated:
        for mine in (user.memberships, user.candidacies):
            found = found.exclude(pk__in=mine.values("club"))
    return found.annotate(size=Count("memberships")).order_by("-pk")[:MAX_LISTED]
