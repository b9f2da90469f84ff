"""Entries of a tournament: invited, entered, on the waiting list, withdrawn, disqualified.

Every change locks the tournament's row. So of two people who want the last place, one gets it, and
the other is first on the waiting list.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.user_locks import lock_users, lock_users_with_rows
from portal.errors import ActionError, Forbidden, Invalid

from ..lobby.eligibility import find_eligibility
from ..models import Club, Membership
from . import results
from .access import (
    TournamentNotFoundError,
    check_can_decide,
    check_can_manage,
    clean_reason,
    is_player,
    is_visible_to,
    lock_tournament,
    try_lock_tournament,
)
from .creation import call_off_tournament
from .eligibility import ENTER, INVITE, EntryRequest
from .formats.groups import Groups
from .formats.registry import FORMATS
from .models import Tournament, TournamentEntry, TournamentSeries
from .notifications import TournamentOutbox, notify_entry

if TYPE_CHECKING:
    from accounts.models import User

MOST_INVITED = 200  # unanswered invitations of one tournament
MAX_CONCURRENT_MATCHES = 5
ACTIVE_ENTRY_STATES = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)


def enter(key: str, user: User, at_once: int = 1) -> TournamentEntry:
    """Take a place in a tournament, or else one on its waiting list.

    `at_once` is the most matches of it that they play at the same time.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Conflict: it takes no entries any more.
        Forbidden: the user is a guest; the user is a bot; a moderator has forbidden the user to
            play for a time; only invited people can enter, and the user is not; the user does not
            meet its requirements; the user was disqualified, or left it while it ran.
    """
    with transaction.atomic():
        tournament = lock_tournament(key)
        if not is_visible_to(tournament, user):
            raise TournamentNotFoundError
        user = lock_users_with_rows(user)[user.pk]
        entry = tournament.entries.filter(user=user).first()
        if entry is not None and entry.state in ACTIVE_ENTRY_STATES:
            return entry
        find_eligibility(EntryRequest(ENTER, user, tournament, entry)).check()
        entry = entry or TournamentEntry(tournament=tournament, user=user)
        entry.entered_at = timezone.now()
        if tournament.is_running or tournament.checks_in(entry.entered_at):
            entry.checked_in_at = entry.entered_at
        entry.max_concurrent = min(max(at_once, 1), MAX_CONCURRENT_MATCHES)
        has_place = count_places_taken(tournament) < tournament.max_players
        entry.state = TournamentEntry.State.ENTERED if has_place else TournamentEntry.State.WAITING
        if tournament.is_running and has_place:
            _add_late_entry(tournament, entry)
        entry.save()
        mark_changed(tournament, entry.entered_at, calls=has_place)
        return entry


def has_concurrent_matches(tournament: Tournament) -> bool:
    """Whether people choose how many matches of it they play at the same time."""
    return not FORMATS[tournament.format].has_rounds


def invited_and_waiting(
    tournament: Tournament,
) -> tuple[list[TournamentEntry], list[TournamentEntry]]:
    """Return the unanswered invitations and the waiting list, each in its order."""
    states = (TournamentEntry.State.INVITED, TournamentEntry.State.WAITING)
    found = (
        tournament.entries.filter(state__in=states)
        .select_related("user__notification_settings")
        .order_by("entered_at", "pk")
    )
    invited, waiting = ([one for one in found if one.state == state] for state in states)
    return invited, waiting


def count_places_taken(tournament: Tournament) -> int:
    """Return how many people have a place."""
    return tournament.entries.filter(state=TournamentEntry.State.ENTERED).count()


def _add_late_entry(tournament: Tournament, entry: TournamentEntry) -> None:
    """Prepare an entry during the tournament: it plays from the next round, and is seeded last."""
    last = tournament.rounds.order_by("number").last()
    entry.since_round = 1 if last is None else last.number + 1
    entry.seed = 1 + tournament.entries.filter(seed__gt=0).count()
    results.set_ratings(tournament, [entry])


def mark_changed(tournament: Tournament, now: datetime, *, calls: bool = True) -> None:
    """Record that entries changed, and start the next step if the tournament runs or is full now.

    `calls`: False if nobody got or lost a place. During the tournament such a change does not
    count. The waiting list decides about no step, so nobody can delay a step by coming and going
    there.
    """
    if tournament.is_running and not calls:
        return
    tournament.version += 1
    is_full = (
        tournament.starts_at is None and count_places_taken(tournament) == tournament.max_players
    )
    if calls and (tournament.is_running or is_full):
        tournament.next_action_at = now
    tournament.save(update_fields=["version", "next_action_at"])


def withdraw(key: str, user: User) -> None:
    """Leave a tournament. Before it begins, no trace stays; later, their matches go on and count.

    Raises:
        TournamentNotFoundError: there is no such tournament.
    """
    with transaction.atomic():
        tournament = lock_tournament(key)
        entry = (
            tournament.entries.select_related("user__notification_settings")
            .filter(user=user)
            .first()
        )
        if entry is not None and tournament.is_living and not entry.is_out:
            _remove_entry(tournament, entry, timezone.now())


def _remove_entry(tournament: Tournament, entry: TournamentEntry, now: datetime) -> None:
    had_place = entry.is_in
    if tournament.is_running and had_place:
        entry.state = TournamentEntry.State.WITHDRAWN
        entry.save(update_fields=["state"])
    else:
        entry.delete()
    if had_place:
        fill_free_places(tournament, now)
    mark_changed(tournament, now, calls=had_place)


def fill_free_places(tournament: Tournament, now: datetime) -> None:
    """Give free places to the people who wait longest. The caller locks the tournament's row.

    During the tournament, only formats with late entries do so; in groups, people take over the
    tables of those who left. After a check-in, only people who checked in get a place.
    """
    form, box = FORMATS[tournament.format], TournamentOutbox(tournament, now)
    if tournament.is_running and isinstance(form, Groups):
        _replace_departed(tournament, box)
    if not tournament.is_running or form.allows_late_entry:
        _move_up(tournament, box)
    box.send()


def _move_up(tournament: Tournament, box: TournamentOutbox) -> None:
    free = tournament.max_players - count_places_taken(tournament)
    for entry in _waiting_list(tournament)[: max(free, 0)]:
        entry.state, entry.entered_at = TournamentEntry.State.ENTERED, box.now
        if tournament.is_running:
            _add_late_entry(tournament, entry)
        entry.save(update_fields=["state", "entered_at", "since_round", "seed", "rating"])
        box.notify(entry, "moved_up")


def _waiting_list(tournament: Tournament) -> QuerySet[TournamentEntry]:
    """Return who can take a free place, the longest waiting first."""
    found = tournament.entries.select_related("user__notification_settings").filter(
        state=TournamentEntry.State.WAITING
    )
    if tournament.is_running and tournament.check_in_minutes:
        found = found.filter(checked_in_at__isnull=False)
    return found.order_by("entered_at", "pk")


def _replace_departed(tournament: Tournament, box: TournamentOutbox) -> None:
    out = (TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED)
    gone = tournament.entries.filter(state__in=out, seed__gt=0, replaced_by=None).order_by("seed")
    for one, entry in zip(gone, _waiting_list(tournament), strict=False):
        entry.state, entry.replaces = TournamentEntry.State.ENTERED, one
        _add_late_entry(tournament, entry)
        entry.save(update_fields=["state", "replaces", "since_round", "seed", "rating"])
        box.notify(entry, "moved_up")


def invite_player(key: str, by: User, other: User) -> TournamentEntry:
    """Invite a person to a tournament.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Forbidden: the user may not manage it, or it runs and they play in it; the person accepts no
            invitations, or none from the user; the user blocks the person.
        Conflict: it takes no entries any more.
        Invalid: too many invitations are unanswered, or the person is not in its club.
        AccountClosedError: one of the accounts was closed in the meantime.
    """
    with transaction.atomic():
        tournament = lock_tournament(key)
        if tournament.is_running:
            check_can_decide(tournament, by)
        check_can_manage(tournament, by)
        other = lock_users(by, other)[other.pk]
        entry = tournament.entries.filter(user=other).first()
        if entry is not None:
            return entry
        find_eligibility(EntryRequest(INVITE, other, tournament, inviter=by)).check()
        if tournament.entries.filter(state=TournamentEntry.State.INVITED).count() >= MOST_INVITED:
            raise Invalid(
                _("%(n)d people have not answered yet. Wait for them first.") % {"n": MOST_INVITED},
                field="name",
                code="bad_contest",
            )
        entry = TournamentEntry.objects.create(
            tournament=tournament, user=other, state=TournamentEntry.State.INVITED
        )
        notify_entry(tournament, "invited", entry, timezone.now(), by=by.display_name)
        return entry


def disqualify(key: str, by: User, other: User, why: str) -> None:
    """Disqualify a person with a reason, or withdraw their invitation.

    Before the start, managers who play may still withdraw an unanswered invitation.

    Raises:
        TournamentNotFoundError: the user may not see it.
        Forbidden: the user may not manage it, or plays in it; a moderator has forbidden the user to
            write.
        Invalid: the reason is empty or too long.
    """
    with transaction.atomic():
        tournament = lock_tournament(key)
        check_can_manage(tournament, by)
        entry = (
            tournament.entries.select_related("user__notification_settings")
            .filter(user=other)
            .first()
        )
        if tournament.is_running or entry is None or entry.state != TournamentEntry.State.INVITED:
            check_can_decide(tournament, by)
        if entry is None or entry.is_out or not tournament.is_living:
            return
        why = clean_reason(by, why)
        now, had_place = timezone.now(), entry.is_in
        entry.state, entry.removal_reason = TournamentEntry.State.DISQUALIFIED, why
        entry.save(update_fields=["state", "removal_reason"])
        notify_entry(tournament, "put_out", entry, now, by=by.display_name, why=why)
        if had_place:
            fill_free_places(tournament, now)
        mark_changed(tournament, now)


# for accounts that are deleted, and people who leave a club


def check_not_opponents(by: User, other: User, club: Club) -> None:
    """Check that a person may remove another one from a club, which also withdraws them there.

    Nobody may remove a person against whom they play in a running or coming tournament of the club.

    Raises:
        Forbidden: both play in such a tournament.
    """
    for tournament in Tournament.objects.filter(club=club, state__in=Tournament.LIVING).order_by(
        "pk"
    ):
        if by != other and is_player(tournament, by) and is_player(tournament, other):
            raise Forbidden(
                _(
                    "You and %(name)s both play in “%(title)s”. Until it is over, only the owner "
                    "or a helper who does not play in it can remove %(name)s."
                )
                % {"name": other.display_name, "title": tournament.title},
                code="not_your_contest",
            )


def leave_club_tournaments(user: User, club: Club) -> None:
    """Withdraw a person who left a club from its tournaments that are not over.

    What they organise there passes to the club's owner. If the club has ended, tournaments that
    have not begun are called off.
    """
    for key in list(
        TournamentEntry.objects.filter(
            _active_entries_filter(user), tournament__club=club
        ).values_list("tournament__key", flat=True)
    ):
        withdraw(key, user)
    heir = Membership.objects.filter(club=club, role=Membership.Role.OWNER).first()
    mine = Tournament.objects.filter(organiser=user, club=club, state__in=Tournament.LIVING)
    if heir is not None:
        mine.update(organiser=heir.user_id)
        TournamentSeries.objects.filter(organiser=user, club=club, ended_at=None).update(
            organiser=heir.user_id
        )
        return
    for key in list(mine.filter(state=Tournament.State.OPEN).values_list("key", flat=True)):
        with contextlib.suppress(ActionError):  # it has just begun
            call_off_tournament(key, user)


def withdraw_departed(tournament: Tournament, now: datetime) -> bool:
    """Withdraw people who may not play any more; return False if another worker has the lock."""
    if not _departed_entries(tournament).exists():
        return True
    with transaction.atomic():
        found = try_lock_tournament(tournament.pk)
        if found is None or not found.is_living:
            return False
        for entry in _departed_entries(found):
            _remove_entry(found, entry, now)
    tournament.refresh_from_db()
    return True


def _departed_entries(tournament: Tournament) -> QuerySet[TournamentEntry]:
    """Return the entries of people who may not play any more.

    Their account is closed, or they left the club of the tournament. If the club itself has ended,
    its former members play on.
    """
    out = (TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED)
    is_gone = Q(user__is_active=False)
    if tournament.club is not None and tournament.club.closed_at is None:
        is_gone |= ~Q(user__in=Membership.objects.filter(club=tournament.club).values("user"))
    return (
        tournament.entries.select_related("user__notification_settings")
        .filter(is_gone)
        .exclude(state__in=out)
    )


def _active_entries_filter(user: User | int) -> Q:
    """Return a condition for a person's entries in tournaments that are not over."""
    living = Q(tournament__state__in=Tournament.LIVING)
    return (
        Q(user=user)
        & living
        & ~Q(state__in=(TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED))
    )


def exists_for(user: int) -> Q:
    mine = Tournament.objects.filter(organiser=user, state=Tournament.State.OPEN)
    return Q(Exists(TournamentEntry.objects.filter(_active_entries_filter(user)))) | Q(Exists(mine))


def delete_for(user: User) -> None:
    """Withdraw the user everywhere, and call off tournaments of theirs that have not begun."""
    mine = Tournament.objects.filter(organiser=user, state=Tournament.State.OPEN)
    for key in list(mine.values_list("key", flat=True)):
        with contextlib.suppress(ActionError):  # it has just begun
            call_off_tournament(key, user)
    for key in list(
        TournamentEntry.objects.filter(_active_entries_filter(user)).values_list(
            "tournament__key", flat=True
        )
    ):
        withdraw(key, user)
