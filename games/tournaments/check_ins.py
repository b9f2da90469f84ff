"""The check-in of a tournament: people confirm shortly before the start that they are there.

Only people who checked in have a place when it begins. The others go to the end of the waiting
list, and the next person there who checked in moves up.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.errors import Conflict

from .access import TournamentNotFoundError, is_visible_to, lock_tournament
from .formats.registry import FORMATS
from .models import Tournament, TournamentEntry
from .notifications import TournamentOutbox
from .registration import ACTIVE_ENTRY_STATES, fill_free_places, mark_changed

if TYPE_CHECKING:
    from accounts.models import User


def is_check_in_expected(
    tournament: Tournament, entry: TournamentEntry | None, now: datetime
) -> bool:
    """Whether the person of an entry can check in now.

    People on the waiting list can check in as long as they may still get a place.
    """
    if entry is None or entry.state not in ACTIVE_ENTRY_STATES or entry.checked_in_at is not None:
        return False
    if tournament.is_running:
        may_come = not FORMATS[tournament.format].is_bracket
        return may_come and tournament.check_in_minutes > 0 and not entry.is_in
    return tournament.checks_in(now)


def check_in_player(key: str, user: User) -> None:
    """Check a person in; a second call changes nothing.

    Raises:
        TournamentNotFoundError: the user may not see the tournament.
        Conflict: the user has no entry, or the check-in is not open.
    """
    with transaction.atomic():
        tournament, now = lock_tournament(key), timezone.now()
        entry = tournament.entries.filter(user=user, state__in=ACTIVE_ENTRY_STATES).first()
        if not is_visible_to(tournament, user):
            raise TournamentNotFoundError
        if entry is not None and entry.checked_in_at is not None:
            return
        if entry is None or not is_check_in_expected(tournament, entry, now):
            raise Conflict(_("You cannot check in now."), code="contest_moved")
        entry.checked_in_at = now
        entry.save(update_fields=["checked_in_at"])
        if tournament.is_running:
            fill_free_places(tournament, now)
        mark_changed(tournament, now)


def open_check_in(tournament: Tournament, now: datetime) -> None:
    """Ask everyone in a tournament to check in. The caller locks its row."""
    assert tournament.starts_at is not None
    tournament.next_action_at = tournament.starts_at
    tournament.save(update_fields=["next_action_at"])
    box = TournamentOutbox(tournament, now)
    for entry in tournament.entries.select_related("user__notification_settings").filter(
        state__in=ACTIVE_ENTRY_STATES
    ):
        box.notify(entry, "check_in", start=tournament.starts_at.isoformat())
    box.send()


def apply_check_in(tournament: Tournament, now: datetime) -> None:
    """Give the places to people who checked in, when a tournament begins.

    People who had a place come first, then those who wait longest. The caller locks its row.
    """
    found = tournament.entries.select_related("user__notification_settings").filter(
        state__in=ACTIVE_ENTRY_STATES
    )
    people = sorted(found.order_by("entered_at", "pk"), key=lambda one: not one.is_in)
    here = [one for one in people if one.checked_in_at is not None][: tournament.max_players]
    gone = [one for one in people if one.is_in and one not in here]
    moved_up = [one for one in here if not one.is_in]
    box = TournamentOutbox(tournament, now)
    for entry in gone:
        entry.state, entry.entered_at = TournamentEntry.State.WAITING, now
        box.notify(entry, "not_here")
    for entry in moved_up:
        entry.state = TournamentEntry.State.ENTERED
        box.notify(entry, "moved_up")
    box.send()
    tournament.entries.bulk_update([*gone, *moved_up], ["state", "entered_at"])
