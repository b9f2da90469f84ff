"""Who is in a tournament: invited, entered, on the waiting list, withdrawn, disqualified.

Whoever changes it holds the tournament's row, so of two who want the last place one has it, and the
other the first place of the waiting list.
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

MOST_INVITED = 200  # people who have not answered, in one tournament
MAX_CONCURRENT_MATCHES = 5
ACTIVE_ENTRY_STATES = (TournamentEntry.State.ENTERED, TournamentEntry.State.WAITING)


class InvitationRequiredError(ActionError):
    status = 403
    code = "not_invited"


class EntryRequirementsError(ActionError):
    """The tournament asks for what this person has not."""

    status = 403
    code = "not_asked_for"


class CannotReenterError(ActionError):
    status = 403
    code = "is_out"


def enter(key: str, user: User, at_once: int = 1) -> TournamentEntry:
    """Take a place in a tournament, or else one on its waiting list.

    `at_once`: how many of its matches they play at a time, at most.

    Raises:
        TournamentNotFoundError: they may not know of it.
        TournamentStateError: it takes nobody any more.
        AccountRequiredError: they are a guest.
        SuspendedError: a moderator has forbidden it for a time.
        NotInvited, NotAskedFor: it is not for them.
        CannotReenterError: they were disqualified, or have left it while it ran.
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
            contest=contest, user=user
        )
        if entry.pk and entry.state in ACTIVE_ENTRY_STATES:
            return entry
        if entry.is_out:
            raise CannotReenterError(_("You can no longer enter this tournament."))
        _check_open_for_entries(contest)
        check_can_play(user, rated=contest.terms["rated"])
        if contest.entry == Tournament.EntryPolicy.INVITATION:
            if not entry.pk:
                raise InvitationRequiredError(
                    _("Only people invited by the organiser can enter this tournament.")
                )
        else:
            check_can_join_open_tables(user)
            _check_requirements(contest, user)
        entry.at = timezone.now()
        if contest.is_running or contest.checks_in(entry.at):
            entry.here_at = entry.at
        entry.at_once = min(max(at_once, 1), MAX_CONCURRENT_MATCHES)
        has_place = count_places_taken(contest) < contest.places
        entry.state = TournamentEntry.State.ENTERED if has_place else TournamentEntry.State.WAITING
        if contest.is_running and has_place:
            _add_late_entry(contest, entry)
        entry.save()
        mark_changed(contest, entry.at, calls=has_place)
        return entry


def is_open_for_entries(contest: Tournament) -> bool:
    """Whether people can enter a tournament now, if only its waiting list."""
    return contest.is_open or (contest.is_running and FORMATS[contest.format].allows_late_entry)


def has_concurrent_matches(contest: Tournament) -> bool:
    """Whether people say how many tables of it they sit at, at a time."""
    return not FORMATS[contest.format].has_rounds


def invited_and_waiting(contest: Tournament) -> tuple[list[TournamentEntry], list[TournamentEntry]]:
    """Who is invited and has not answered, and who waits for a place, in their order."""
    states = (TournamentEntry.State.INVITED, TournamentEntry.State.WAITING)
    found = contest.entries.filter(state__in=states).select_related("user").order_by("at", "pk")
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
    asks = requirements.Requirements.of(contest.asks)
    if not asks:
        return
    mine = requirements.requirement_values([(user.pk, contest.game)])[user.pk, contest.game]
    if any(asks.find_unmet(mine, is_followed=True)):
        raise EntryRequirementsError(
            _("This tournament requires %(asks)s. Your rating in %(game)s is %(mine)s.")
            % {"asks": asks.text, "game": presenter(contest.game).name(), "mine": mine.rating_text}
        )


def count_places_taken(contest: Tournament) -> int:
    """How many have a place."""
    return contest.entries.filter(state=TournamentEntry.State.ENTERED).count()


def _add_late_entry(contest: Tournament, entry: TournamentEntry) -> None:
    """While it runs one plays from the next round, and is seeded last."""
    last = contest.rounds.order_by("number").last()
    entry.since_round = 1 if last is None else last.number + 1
    entry.seed = 1 + contest.entries.filter(seed__gt=0).count()
    results.set_ratings(contest, [entry])


def mark_changed(contest: Tournament, now: datetime, *, calls: bool = True) -> None:
    """Its people are others; where it runs, or is full and waits for that alone, it goes on.

    `calls`: False where nobody has got or lost a place. While it runs such a change is none: the
    waiting list decides about no step, and nobody can hold a step up by coming and going there.
    """
    if contest.is_running and not calls:
        return
    contest.version += 1
    is_full = contest.starts_at is None and count_places_taken(contest) == contest.places
    if calls and (contest.is_running or is_full):
        contest.calls_at = now
    contest.save(update_fields=["version", "calls_at"])


def withdraw(key: str, user: User) -> None:
    """Leave a tournament: before it begins without a trace, later their matches go on and count.

    Raises:
        TournamentNotFoundError
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
    """Whoever waits longest gets a place that is free; of a tournament whose row is held.

    While it runs, only where its format takes late entries; in groups they take over the tables
    of whoever is out. After a check-in, only who has said that they are there gets a place.
    """
    form = FORMATS[contest.format]
    if contest.is_running and isinstance(form, Groups):
        _replace_departed(contest, now)
    if contest.is_running and not form.allows_late_entry:
        return
    free = contest.places - count_places_taken(contest)
    for entry in _waiting_list(contest)[: max(free, 0)]:
        entry.state, entry.at = TournamentEntry.State.ENTERED, now
        if contest.is_running:
            _add_late_entry(contest, entry)
        entry.save(update_fields=["state", "at", "since_round", "seed", "rating"])
        notify_entry(contest, "moved_up", entry, now)


def _waiting_list(contest: Tournament) -> QuerySet[TournamentEntry]:
    """Who can have a place that is free, who waits longest first."""
    found = contest.entries.select_related("user").filter(state=TournamentEntry.State.WAITING)
    if contest.is_running and contest.check_in:
        found = found.filter(here_at__isnull=False)
    return found.order_by("at", "pk")


def _replace_departed(contest: Tournament, now: datetime) -> None:
    out = (TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED)
    gone = contest.entries.filter(state__in=out, seed__gt=0, replaced_by=None).order_by("seed")
    for one, entry in zip(gone, _waiting_list(contest), strict=False):
        entry.state, entry.instead_of = TournamentEntry.State.ENTERED, one
        _add_late_entry(contest, entry)
        entry.save(update_fields=["state", "instead_of", "since_round", "seed", "rating"])
        notify_entry(contest, "moved_up", entry, now)


def invite_player(key: str, by: User, other: User) -> TournamentEntry:
    """Ask somebody to a contest.

    Raises:
        TournamentNotFoundError, TournamentPermissionError: it is not for this person to do, or it
        runs and they play in
            it.
        TournamentStateError: it takes nobody any more.
        InvitationsNotAcceptedError, UserBlockedError: they do not want to be asked, or not by this
        person. InvalidTournamentError: too many were asked who have not answered, or it is of a
        club that is not
            theirs.
        AccountClosedError: one of the accounts was closed meanwhile.
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
        members = Membership.objects.filter(circle=contest.circle_id, user=other)
        if contest.circle_id is not None and not members.exists():
            raise InvalidTournamentError(
                _("Only members of its club can enter this tournament."), "name"
            )
        if contest.entries.filter(state=TournamentEntry.State.INVITED).count() >= MOST_INVITED:
            raise InvalidTournamentError(
                _("%(n)d people have not answered yet. Wait for them first.") % {"n": MOST_INVITED},
                "name",
            )
        entry = TournamentEntry.objects.create(
            contest=contest, user=other, state=TournamentEntry.State.INVITED
        )
        notify_entry(contest, "invited", entry, timezone.now(), by=by.display_name)
        return entry


def disqualify(key: str, by: User, other: User, why: str) -> None:
    """Those who run a tournament take somebody out of it, and say why; a guest list just loses
    them.

    Raises:
        TournamentNotFoundError, TournamentPermissionError: it is not for this person to do, or they
        play in it. An
            invitation that is not answered may be withdrawn by them until it begins.
        InvalidTournamentError, MutedError: no reason is given, or they may not write.
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
        entry.state, entry.why = TournamentEntry.State.DISQUALIFIED, why
        entry.save(update_fields=["state", "why"])
        notify_entry(contest, "put_out", entry, now, by=by.display_name, why=why)
        if had_place:
            fill_free_places(contest, now)
        mark_changed(contest, now)


# for accounts that go, and people who leave a club


def check_not_opponents(by: User, other: User, circle: Club) -> None:
    """Refuse to put somebody out of a club to a person who plays against them in a tournament of it
    that is not over, since that takes them out of the tournament as well.

    Raises:
        TournamentPermissionError
    """
    for contest in Tournament.objects.filter(circle=circle, state__in=Tournament.LIVING).order_by(
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
    """Somebody is in a club no more: they are in none of its tournaments that are not over, and
    what they organise there is its owner's; where it has ended, what has not begun is called off.
    """
    for key in list(
        TournamentEntry.objects.filter(
            _active_entries_filter(user), contest__circle=circle
        ).values_list("contest__key", flat=True)
    ):
        withdraw(key, user)
    heir = Membership.objects.filter(circle=circle, role=Membership.Role.OWNER).first()
    mine = Tournament.objects.filter(organiser=user, circle=circle, state__in=Tournament.LIVING)
    if heir is not None:
        mine.update(organiser=heir.user_id)
        TournamentSeries.objects.filter(organiser=user, circle=circle, ended_at=None).update(
            organiser=heir.user_id
        )
        return
    for key in list(mine.filter(state=Tournament.State.OPEN).values_list("key", flat=True)):
        with contextlib.suppress(ActionError):  # it has begun in this moment
            call_off_tournament(key, user)


def departed_entries(contest: Tournament) -> QuerySet[TournamentEntry]:
    """The entries of people who may not play any more: their account is closed, or they have left
    the club of the contest. Once a club has ended, whoever was in it plays on."""
    out = (TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED)
    is_gone = Q(user__is_active=False)
    if contest.circle is not None and contest.circle.closed_at is None:
        is_gone |= ~Q(user__in=Membership.objects.filter(circle=contest.circle).values("user"))
    return contest.entries.select_related("user").filter(is_gone).exclude(state__in=out)


def withdraw_departed(contest: Tournament, now: datetime) -> None:
    """Take out everybody who may not play any more, of a tournament whose row is held."""
    for entry in departed_entries(contest):
        _remove_entry(contest, entry, now)


def _active_entries_filter(user: User | int) -> Q:
    """The entries of a person that bind them to something that is not over."""
    living = Q(contest__state__in=Tournament.LIVING)
    return (
        Q(user=user)
        & living
        & ~Q(state__in=(TournamentEntry.State.WITHDRAWN, TournamentEntry.State.DISQUALIFIED))
    )


def exists_for(user: int) -> Q:
    mine = Tournament.objects.filter(organiser=user, state=Tournament.State.OPEN)
    return Q(Exists(TournamentEntry.objects.filter(_active_entries_filter(user)))) | Q(Exists(mine))


def delete_for(user: User) -> None:
    """They are in no tournament any more, and what they wanted to hold is called off."""
    mine = Tournament.objects.filter(organiser=user, state=Tournament.State.OPEN)
    for key in list(mine.values_list("key", flat=True)):
        with contextlib.suppress(ActionError):  # it has begun in this moment
            call_off_tournament(key, user)
    for key in list(
        TournamentEntry.objects.filter(_active_entries_filter(user)).values_list(
            "contest__key", flat=True
        )
    ):
        withdraw(key, user)
