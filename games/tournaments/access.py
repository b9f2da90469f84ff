"""Lock a tournament's row, and decide who may see or change a tournament.

Entries and rounds change only under this lock. It comes before the locks of users, and those come
before tables. Entering, withdrawing and pairing all lock in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils.translation import gettext as _

from portal.errors import Forbidden, Invalid, NotFound

from ..clubs.queries import clubs_led_by
from ..models import Membership
from ..table.restrictions import check_can_write
from .models import LONGEST_RULING, Tournament, TournamentEntry

if TYPE_CHECKING:
    from accounts.models import User


class TournamentNotFoundError(NotFound):
    """There is no such tournament, or the user may not see it."""

    code = "no_such_contest"

    def __init__(self) -> None:
        super().__init__(_("There is no such tournament."))


def lock_tournament(key: str) -> Tournament:
    """Lock the row of a tournament and return it.

    Raises:
        TournamentNotFoundError: there is no such tournament.
    """
    found = Tournament.objects.select_for_update(no_key=True).filter(key=key).first()
    if found is None:
        raise TournamentNotFoundError
    return found


def try_lock_tournament(pk: int) -> Tournament | None:
    """Lock the row of a tournament and return it; None if another worker has the lock."""
    free = connection.features.has_select_for_update_skip_locked
    held = Tournament.objects.select_for_update(no_key=True, skip_locked=free)
    return held.filter(pk=pk).first()


def is_visible_to(tournament: Tournament, user: Any) -> bool:
    """Whether a user may see a tournament.

    Everyone sees public ones. Those of a club are visible to its members, the organiser and people
    with an entry.
    """
    if tournament.club_id is None:
        return True
    if user is None or not user.is_authenticated:
        return False
    if user.pk == tournament.organiser_id:
        return True
    is_in = Membership.objects.filter(club=tournament.club_id, user=user).exists()
    return is_in or tournament.entries.filter(user=user).exists()


def can_manage(tournament: Tournament, user: Any) -> bool:
    """Whether a user may manage a tournament.

    The organiser, owner and helpers of its club may, and staff if they may see it.
    """
    if user is None or not user.is_authenticated:
        return False
    if user.pk == tournament.organiser_id:
        return True
    if tournament.club_id is not None and clubs_led_by(user).filter(pk=tournament.club_id).exists():
        return True
    return user.is_staff and is_visible_to(tournament, user)


def check_can_manage(tournament: Tournament, user: User) -> None:
    """Check that the user may manage the tournament.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Forbidden: the user may not manage it.
    """
    if can_manage(tournament, user):
        return
    if not is_visible_to(tournament, user):
        raise TournamentNotFoundError
    raise Forbidden(
        _("Only the organisers of this tournament can do that."), code="not_your_contest"
    )


def is_player(tournament: Tournament, user: Any) -> bool:
    """Whether a user has a place in a tournament, or waits for one."""
    states = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)
    return tournament.entries.filter(user=user, state__in=states).exists()


def check_can_decide(tournament: Tournament, user: User) -> None:
    """Check that the user may influence pairings or standings: a manager who does not play.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Forbidden: the user may not manage it, or plays in it.
    """
    check_can_manage(tournament, user)
    if is_player(tournament, user):
        raise Forbidden(
            _("You play in this tournament yourself. Another organiser or the staff can do this."),
            code="not_your_contest",
        )


def clean_reason(by: User, why: str) -> str:
    """Return a reason that others will read, as it is stored.

    Raises:
        Forbidden: a moderator has forbidden the user to write.
        Invalid: the reason is empty or too long.
    """
    check_can_write(by)
    why = why.strip()
    if not 0 < len(why) <= LONGEST_RULING:
        message = _("Give a reason of at most %(n)d characters.")
        raise Invalid(message % {"n": LONGEST_RULING}, field="why", code="bad_contest")
    return why
