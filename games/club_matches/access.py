"""Who may see a match between clubs, and who leads one of its sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from portal.errors import Forbidden, NotFound

from ..models import Club, Membership
from .models import ClubMatch

if TYPE_CHECKING:
    from accounts.models import User


class ClubMatchNotFoundError(NotFound):
    """There is no such match, or the person may not see it."""

    code = "no_such_club_match"

    def __init__(self) -> None:
        super().__init__(_("There is no such match between clubs."))


def visible_matches(user: Any) -> QuerySet[ClubMatch]:
    """Return the matches that a person may see: all of clubs that anyone can find, and their own.

    A match with a club by invitation is visible to the members of both clubs and its players. While
    a challenge waits for an answer, only the leaders of both clubs see it.
    """
    hidden = Club.JoinPolicy.INVITATION
    public = ~Q(home__join_policy=hidden) & ~Q(away__join_policy=hidden)
    seen = public & ~Q(state=ClubMatch.State.PROPOSED)
    matches = ClubMatch.objects.select_related("home", "away", "created_by")
    if user is None or not user.is_authenticated:
        return matches.filter(seen)
    mine = Membership.objects.filter(user=user)
    own = Q(home__in=mine.values("club")) | Q(away__in=mine.values("club"))
    led = mine.filter(role__in=Membership.LEADING).values("club")
    return matches.filter(
        seen
        | (own | Q(pk__in=user.club_matches.values("match"))) & ~Q(state=ClubMatch.State.PROPOSED)
        | Q(home__in=led)
        | Q(away__in=led)
    )


def get_visible_match(key: str, user: Any) -> ClubMatch:
    """Return the match with this key.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the person may not see it.
    """
    match = visible_matches(user).filter(key=key).first()
    if match is None:
        raise ClubMatchNotFoundError
    return match


def lock_match(key: str, user: User) -> ClubMatch:
    """Lock the row of a match that the user may see, and return it. It comes before users' locks.

    Raises:
        ClubMatchNotFoundError: there is no such match, or the user may not see it.
    """
    seen = get_visible_match(key, user)
    return lock_match_row(seen.pk)


def lock_match_row(pk: int) -> ClubMatch:
    """Lock a match and return it with its clubs."""
    rows = ClubMatch.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("home", "away").get(pk=pk)


def is_leader(club: Club, user: Any) -> bool:
    """Whether a user is the owner or a helper of a club."""
    if user is None or not user.is_authenticated:
        return False
    return club.memberships.filter(user=user, role__in=Membership.LEADING).exists()


def check_leads(club: Club, user: User) -> None:
    """Check that the user leads this side of a match.

    Raises:
        Forbidden: the user is neither owner nor helper of the club.
    """
    if not is_leader(club, user):
        raise Forbidden(
            _("Only the owner and helpers of a club can do that."), code="not_your_circle"
        )
