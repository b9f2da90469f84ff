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

from ..boards import presenter
from ..lobby.guest_tables import AccountRequiredError
from ..models import Club, Membership, Tournament, TournamentEntry, TournamentSeries
from ..reliability import requirements
from ..table.blocking import check_can_invite
from ..table.errors import ActionError
from ..table.restrictions import BotAccountError, check_can_join_open_tables, check_can_play
from ..table.user_locks import lock_users
from . import results
from .access import (
    InvalidTournamentError,
    TournamentNotFoundError,
    TournamentPermissionError,
    TournamentStateError,
    check_can_decide,
    check_can_manage,
    clean_reason,
    is_player,
    is_visible_to,
    lock_tournament,
    notify_entry,
)
from .creation import call_off_tournament
from .formats.groups import Groups
from .formats.registry import FORMATS

if TYPE_CHECKING:
    from accounts.models import User

MOST_INVITED = 200  # unanswered invitations of one tournament
MAX_CONCURRENT_MATCHES = 5
ACTIVE_ENTRY_STATES = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)


class InvitationRequiredError(ActionError):
    status = 403
    code = "not_invited"


class EntryRequirementsError(ActionError):
    """The person does not meet the tournament's requirements."""

    status = 403
    code = "not_asked_for"


class CannotReenterError(ActionError):
    status = 403
    code = "is_out"


def enter(key: str, user: User, at_once: int = 1) -> TournamentEntry:
    """Take a place in a tournament, or else one on its waiting list.

    `at_once` is the most matches of it that they play at the same time.

    Raises:
        TournamentNotFoundError: the user may not see it.
        TournamentStateError: it takes no entries any more.
        AccountRequiredError: the user is a guest.
        BotAccountError: the user is a bot.
        SuspendedError: a moderator has forbidden the user to play for a time.
        InvitationRequiredError: only invited people can enter, and the user is not.
        EntryRequirementsError: the user does not meet its requirements.
        CannotReenterError: the user was disqualified, or left it while it ran.
    """
    with transaction.atomic():
        contest = lock_tournament(key)
        if not is_visible_to(contest, user):
            raise TournamentNotFoundError
        user = lock_users(user)[user.pk]
        if user.is_guest:
            raise AccountRequiredError(_("You need an account to enter a tournament."))
        if user.is_bot:
            raise BotAccountError(_("Bots cannot join quick matches or tournaments."))
        entry = contest.entries.filter(user=user).first() or TournamentEntry(
            tournament=contest, user=user
        )
        if entry.pk and entry.state in ACTIVE_ENTRY_STATES:
            return entry
        if entry.is_out:
            raise CannotReenterError(_("You can no longer enter this tournament."))
        _check_open_for_entries(contest)
        check_can_play(user, rated=contest.table_settings["rated"])
        if contest.entry_policy == Tournament.EntryPolicy.INVITATION:
            if not entry.pk:
                raise InvitationRequiredError(
                    _("Only people invited by the organiser can enter this tournament.")
                )
        else:
            check_can_join_open_tables(user)
            _check_requirements(contest, user)
        entry.entered_at = timezone.now()
        if contest.is_running or contest.checks_in(entry.entered_at):
            entry.checked_in_at = entry.entered_at
        entry.max_concurrent = min(max(at_once, 1), MAX_CONCURRENT_MATCHES)
        has_place = count_places_taken(contest) < contest.max_players
        entry.state = TournamentEntry.State.ENTERED if has_place else TournamentEntry.State.WAITING
        if contest.is_running and has_place:
            _add_late_entry(contest, entry)
        entry.save()
        mark_changed(contest, entry.entered_at, calls=has_place)
        return entry


def is_open_for_entries(contest: Tournament) -> bool:
    """Whether people can enter a tournament now, even if only its waiting list."""
    return contest.is_open or (contest.is_running and FORMATS[contest.format].allows_late_entry)


def has_concurrent_matches(contest: Tournament) -> bool:
    """Whether people choose how many matches of it they play at the same time."""
    return not FORMATS[contest.format].has_rounds


def invited_and_waiting(contest: Tournament) -> tuple[list[TournamentEntry], list[TournamentEntry]]:
    """Return the unanswered invitations and the waiting list, each in its order."""
    states = (TournamentEntry.State.INVITED, TournamentEntry.State.WAITING)
    found = (
        contest.entries.filter(state__in=states).select_related("user").order_by("entered_at", "pk")
    )
    invited, waiting = ([one for one in found if one.state == state] for state in states)
    return invited, waiting


def _check_open_for_entries(contest: Tournament) -> None:
    if is_open_for_entries(contest):
        return
    raise TournamentStateError(
        _("This tournament has already started. You can no longer enter it.")
        if contest.is_running
        else _("This tournament is over.")
    )


def _check_requirements(contest: Tournament, user: User) -> None:
    asks = requirements.Requirements.of(contest.requirements)
    if not asks:
        return
    mine = requirements.requirement_values([(user.pk, contest.game)])[user.pk, contest.game]
    if any(asks.find_unmet(mine, is_followed=True)):
        raise EntryRequirementsError(
            _("This tournament requires %(asks)s. Your rating in %(game)s is %(mine)s.")
            % {"asks": asks.text, "game": presenter(contest.game).name(), "mine": mine.rating_text}
        )


def count_places_taken(contest: Tournament) -> int:
    """Return how many people have a place."""
    return contest.entries.filter(state=TournamentEntry.State.ENTERED).count()


def _add_late_entry(contest: Tournament, entry: TournamentEntry) -> None:
    """Prepare an entry during the tournament: it plays from the next round, and is seeded last."""
    last = contest.rounds.order_by("number").last()
    entry.since_round = 1 if last is None else last.number + 1
    entry.seed = 1 + contest.entries.filter(seed__gt=0).count()
    results.set_ratings(contest, [entry])


def mark_changed(contest: Tournament, now: datetime, *, calls: bool = True) -> None:
    """Record that entries changed, and start the next step if the tournament runs or is full now.

    `calls`: False if nobody got or lost a place. During the tournament such a change does not
    count. The waiting list decides about no step, so nobody can delay a step by coming and going
    there.
    """
    if contest.is_running and not calls:
        return
    contest.version += 1
    is_full = contest.starts_at is None and count_places_taken(contest) == contest.max_players
    if calls and (contest.is_running or is_full):
        contest.next_action_at = now
    contest.save(update_fields=["version", "next_action_at"])


def withdraw(key: str, user: User) -> None:
    """Leave a tournament. Before it begins, no trace stays; later, their matches go on and count.

    Raises:
        TournamentNotFoundError: there is no such tournament.
    """
    with transaction.atomic():
        contest = lock_tournament(key)
        entry = contest.entries.select_related("user").filter(user=user).first()
        if entry is not None and contest.is_living and not entry.is_out:
            _remove_entry(contest, entry, timezone.now())


def _remove_entry(contest: Tournament, entry: TournamentEntry, now: datetime) -> None:
    had_place = entry.is_in
    if contest.is_running and had_place:
        entry.state = TournamentEntry.State.WITHDRAWN
        entry.save(update_fields=["state"])
    else:
        entry.delete()
    if had_place:
        fill_free_places(contest, now)
    mark_changed(contest, now, calls=had_place)


def fill_free_places(contest: Tournament, now: datetime) -> None:
    """Give free places to the people who wait longest. The caller locks the tournament's row.

    During the tournament, only formats with late entries do so; in groups, people take over the
    tables of those who left. After a check-in, only people who checked in get a place.
    """
    form = FORMATS[contest.format]
    if contest.is_running and isinstance(form, Groups):
        _replace_departed(contest, now)
    if contest.is_running and not form.allows_late_entry:
        return
    free = contest.max_players - count_places_taken(contest)
    for entry in _waiting_list(contest)[: max(free, 0)]:
        entry.state, entry.entered_at = TournamentEntry.State.ENTERED, now
        if contest.is_running:
            _add_late_entry(contest, entry)
        entry.save(update_fields=["state", "entered_at", "since_round", "seed", "rating"])
        notify_entry(contest, "moved_up", entry, now)


def _waiting_list(contest: Tournament) -> QuerySet[TournamentEntry]:
    """Return who can take a free place, the longest waiting first."""
    found = contest.entries.select_related("user").filter(state=TournamentEntry.State.WAITING)
    if contest.is_running and contest.check_in_minutes:
        found = found.filter(checked_in_at__isnull=False)
    return found.order_by("entered_at", "pk")


def _replace_departed(contest: Tournament, now: datetime) -> None:
    out = (TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED)
    gone = contest.entries.filter(state__in=out, seed__gt=0, replaced_by=None).order_by("seed")
    for one, entry in zip(gone, _waiting_list(contest), strict=False):
        entry.state, entry.replaces = TournamentEntry.State.ENTERED, one
        _add_late_entry(contest, entry)
        entry.save(update_fields=["state", "replaces", "since_round", "seed", "rating"])
        notify_entry(contest, "moved_up", entry, now)


def invite_player(key: str, by: User, other: User) -> TournamentEntry:
    """Invite a person to a tournament.

    Raises:
        TournamentNotFoundError: the user may not see it.
        TournamentPermissionError: the user may not manage it, or it runs and they play in it.
        TournamentStateError: it takes no entries any more.
        InvitationsNotAcceptedError: the person accepts no invitations, or none from the user.
        UserBlockedError: the user blocks the person.
        InvalidTournamentError: too many invitations are unanswered, or the person is not in its
            club.
        AccountClosedError: one of the accounts was closed in the meantime.
    """
    with transaction.atomic():
        contest = lock_tournament(key)
        if contest.is_running:
            check_can_decide(contest, by)
        check_can_manage(contest, by)
        other = lock_users(by, other)[other.pk]
        entry = contest.entries.filter(user=other).first()
        if entry is not None:
            return entry
        _check_open_for_entries(contest)
        check_can_invite(by, other)
        members = Membership.objects.filter(club=contest.club_id, user=other)
        if contest.club_id is not None and not members.exists():
            raise InvalidTournamentError(
                _("Only members of its club can enter this tournament."), "name"
            )
        if contest.entries.filter(state=TournamentEntry.State.INVITED).count() >= MOST_INVITED:
            raise InvalidTournamentError(
                _("%(n)d people have not answered yet. Wait for them first.") % {"n": MOST_INVITED},
                "name",
            )
        entry = TournamentEntry.objects.create(
            tournament=contest, user=other, state=TournamentEntry.State.INVITED
        )
        notify_entry(contest, "invited", entry, timezone.now(), by=by.display_name)
        return entry


def disqualify(key: str, by: User, other: User, why: str) -> None:
    """Disqualify a person with a reason, or withdraw their invitation.

    Before the start, managers who play may still withdraw an unanswered invitation.

    Raises:
        TournamentNotFoundError: the user may not see it.
        TournamentPermissionError: the user may not manage it, or plays in it.
        InvalidTournamentError: the reason is empty or too long.
        MutedError: a moderator has forbidden the user to write.
    """
    with transaction.atomic():
        contest = lock_tournament(key)
        check_can_manage(contest, by)
        entry = contest.entries.select_related("user").filter(user=other).first()
        if contest.is_running or entry is None or entry.state != TournamentEntry.State.INVITED:
            check_can_decide(contest, by)
        if entry is None or entry.is_out or not contest.is_living:
            return
        why = clean_reason(by, why)
        now, had_place = timezone.now(), entry.is_in
        entry.state, entry.removal_reason = TournamentEntry.State.DISQUALIFIED, why
        entry.save(update_fields=["state", "removal_reason"])
        notify_entry(contest, "put_out", entry, now, by=by.display_name, why=why)
        if had_place:
            fill_free_places(contest, now)
        mark_changed(contest, now)


# for accounts that are deleted, and people who leave a club


def check_not_opponents(by: User, other: User, circle: Club) -> None:
    """Check that a person may remove another one from a club, which also withdraws them there.

    Nobody may remove a person against whom they play in a running or coming tournament of the club.

    Raises:
        TournamentPermissionError: both play in such a tournament.
    """
    for contest in Tournament.objects.filter(club=circle, state__in=Tournament.LIVING).order_by(
        "pk"
    ):
        if by != other and is_player(contest, by) and is_player(contest, other):
            raise TournamentPermissionError(
                _(
                    "You and %(name)s both play in “%(title)s”. Until it is over, only the owner "
                    "or a helper who does not play in it can remove %(name)s."
                )
                % {"name": other.display_name, "title": contest.title}
            )


def leave_club_tournaments(user: User, circle: Club) -> None:
    """Withdraw a person who left a club from its tournaments that are not over.

    What they organise there passes to the club's owner. If the club has ended, tournaments that
    have not begun are called off.
    """
    for key in list(
        TournamentEntry.objects.filter(
            _active_entries_filter(user), tournament__club=circle
        ).values_list("tournament__key", flat=True)
    ):
        withdraw(key, user)
    heir = Membership.objects.filter(club=circle, role=Membership.Role.OWNER).first()
    mine = Tournament.objects.filter(organiser=user, club=circle, state__in=Tournament.LIVING)
    if heir is not None:
        mine.update(organiser=heir.user_id)
        TournamentSeries.objects.filter(organiser=user, club=circle, ended_at=None).update(
            organiser=heir.user_id
        )
        return
    for key in list(mine.filter(state=Tournament.State.OPEN).values_list("key", flat=True)):
        with contextlib.suppress(ActionError):  # it has just begun
            call_off_tournament(key, user)


def departed_entries(contest: Tournament) -> QuerySet[TournamentEntry]:
    """Return the entries of people who may not play any more.

    Their account is closed, or they left the club of the tournament. If the club itself has ended,
    its former members play on.
    """
    out = (TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED)
    is_gone = Q(user__is_active=False)
    if contest.club is not None and contest.club.closed_at is None:
        is_gone |= ~Q(user__in=Membership.objects.filter(club=contest.club).values("user"))
    return contest.entries.select_related("user").filter(is_gone).exclude(state__in=out)


def withdraw_departed(contest: Tournament, now: datetime) -> None:
    """Withdraw everyone who may not play any more. The caller locks the tournament's row."""
    for entry in departed_entries(contest):
        _remove_entry(contest, entry, now)


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
