"""The check-in of a tournament: who says shortly before the start that they are there, and who is
not.

Only those who are there have a place when it begins; who has not said so goes to the end of the
waiting list, and the next who has said so is taken instead.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Tournament, TournamentEntry
from .access import (
    TournamentNotFoundError,
    TournamentStateError,
    is_visible_to,
    lock_tournament,
    notify_entry,
)
from .formats.registry import FORMATS
from .registration import ACTIVE_ENTRY_STATES, fill_free_places, mark_changed

if TYPE_CHECKING:
    from accounts.models import User


def is_check_in_expected(contest: Tournament, entry: TournamentEntry | None, now: datetime) -> bool:
    """Whether somebody in a tournament is to say that they are there; who waits for a place can do
    so
    as long as they may get one."""
    if entry is None or entry.state not in ACTIVE_ENTRY_STATES or entry.here_at is not None:
        return False
    if contest.is_running:
        may_come = not FORMATS[contest.format].is_bracket
        return may_come and contest.check_in > 0 and not entry.is_in
    return contest.checks_in(now)


def check_in_player(key: str, user: User) -> None:
    """Somebody says that they are there; once is enough.

    Raises:
        TournamentNotFoundError: they may not know of it, or are not in it.
        TournamentStateError: the check-in is not open.
    """
    with transaction.atomic():
        contest, now = lock_tournament(key), timezone.now()
        entry = contest.entries.filter(user=user, state__in=ACTIVE_ENTRY_STATES).first()
        if not is_visible_to(contest, user):
            raise TournamentNotFoundError
        if entry is not None and entry.here_at is not None:
            return
        if entry is None or not is_check_in_expected(contest, entry, now):
            raise TournamentStateError(_("You cannot check in now."))
        entry.here_at = now
        entry.save(update_fields=["here_at"])
        if contest.is_running:
            fill_free_places(contest, now)
        mark_changed(contest, now)


def open_check_in(contest: Tournament, now: datetime) -> None:
    """Ask everybody in a tournament whose row is held to say that they are there."""
    assert contest.starts_at is not None
    contest.calls_at = contest.starts_at
    contest.save(update_fields=["calls_at"])
    for entry in contest.entries.select_related("user").filter(state__in=ACTIVE_ENTRY_STATES):
        notify_entry(contest, "check_in", entry, now, start=contest.starts_at.isoformat())


def apply_check_in(contest: Tournament, now: datetime) -> None:
    """As a tournament whose row is held begins: places are for who is there, first those who had
    one,
    then those who wait longest."""
    found = contest.entries.select_related("user").filter(state__in=ACTIVE_ENTRY_STATES)
    people = sorted(found.order_by("at", "pk"), key=lambda one: not one.is_in)
    here = [one for one in people if one.here_at is not None][: contest.places]
    gone = [one for one in people if one.is_in and one not in here]
    moved_up = [one for one in here if not one.is_in]
    for entry in gone:
        entry.state, entry.at = TournamentEntry.State.WAITING, now
        notify_entry(contest, "not_here", entry, now)
    for entry in moved_up:
        entry.state = TournamentEntry.State.ENTERED
        notify_entry(contest, "moved_up", entry, now)
    contest.entries.bulk_update([*gone, *moved_up], ["state", "at"])
