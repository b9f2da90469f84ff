"""Notifications of matches between clubs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from accounts.models import User

from ..models import Club, Membership
from ..notifications import outbox

if TYPE_CHECKING:
    from .models import ClubMatch


def notify_leaders(match: ClubMatch, club: Club, what: str, *, but: User | None = None) -> None:
    """Notify the owner and the helpers of a club of what happened to a match."""
    notify(match, members_of(club, Membership.LEADING), what, but=but)


def members_of(club: Club, roles: Iterable[str] = tuple(Membership.Role)) -> list[User]:
    """Return the members of a club with these roles whose accounts are open."""
    return list(
        User.objects.filter(
            memberships__club=club, memberships__role__in=list(roles), is_active=True
        ).select_related("notification_settings")
    )


def notify(
    match: ClubMatch, people: Iterable[User], what: str, *, but: User | None = None, **data: Any
) -> None:
    """Notify people of an event of a match, each once."""
    by_id = {user.pk: user for user in people if but is None or user.pk != but.pk}
    outbox.send_many(
        by_id.values(),
        "club_match",
        period=f"{match.pk}:{what}",
        what=what,
        path=match.get_absolute_url(),
        home=match.home.name,
        away=match.away.name,
        game=match.game,
        **data,
    )
