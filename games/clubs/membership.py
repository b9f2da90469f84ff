"""Membership of clubs: join, request, invite, leave, remove, appoint helpers, change the owner.

Every change locks the rows of the people involved, and then the club's. No change touches a match:
people keep the matches they played. People who leave a club, for any reason, lose what depends on
it (`LEAVE_HOOKS`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from enum import StrEnum
from functools import reduce
from operator import or_

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import LOCKED_USERS, lock_users
from portal.errors import Conflict, Forbidden, TooManyRequests

from ..models import Club, ClubLink, ClubSignUp, Membership, PendingMember, RemovedMember
from ..models.clubs import LONGEST_WORD
from ..notifications.outbox import Outbox
from ..table.blocking import blockers_of, check_can_invite
from .access import check_leader, check_owner, get_membership, lock_club, notify_people
from .creation import dissolve_club
from .queries import ClubNotFoundError

MOST_CIRCLES = 50  # clubs of one person
MOST_MEMBERS = 500
MOST_CANDIDATES = 100  # of one club
MOST_ASKED = 20  # unanswered requests of one person
MOST_INVITED = 40  # invitations by one new account in a day, also answered or withdrawn ones
MOST_INVITED_LATER = 200  # the same for other accounts
NEW_ACCOUNT = timedelta(days=7)
DAY_SECONDS = 24 * 3600

LONG_SUSPENSION = timedelta(days=30)  # people who are suspended for so long own no club

# Packages above remove with these what a former member had in a club; called after the commit.
LEAVE_HOOKS: list[Callable[[User, Club], None]] = []
# Called before a member is removed, with the remover, the member and the club. A check raises an
# error to refuse it.
REMOVAL_CHECKS: list[Callable[[User, User, Club], None]] = []

OWNER, HELPER, MEMBER = Membership.Role.OWNER, Membership.Role.HELPER, Membership.Role.MEMBER


def join_or_request(key: str, user: User, word: str = "") -> bool:
    """Join a club that is open or has invited the user, or else request to join.

    Returns whether the user is a member now.

    Raises:
        ClubNotFoundError: there is no such club, or it needs an invitation and there is none.
        Conflict: the club, its waiting list or the user's own list is full.
        AccountClosedError: the account was closed in the meantime.
    """
    with transaction.atomic():
        lock_users(user)
        club = lock_club(key)
        if get_membership(club, user) is not None:
            return True
        own = club.candidates.filter(user=user).first()
        is_invited = own is not None and own.invited_by_id is not None
        if is_invited or club.join_policy == Club.JoinPolicy.OPEN:
            add_member(club, user)
            return True
        if own is not None:
            return False
        if club.join_policy == Club.JoinPolicy.INVITATION:
            raise ClubNotFoundError
        if user.candidacies.filter(invited_by=None).count() >= MOST_ASKED:
            raise Conflict(
                _("You have already asked to join %(n)d clubs.") % {"n": MOST_ASKED},
                code="circle_full",
            )
        own = add_pending_member(club, user, None, word)
        leading = User.objects.filter(memberships__club=club, memberships__role__in=(OWNER, HELPER))
        blockers = blockers_of(user, (one.pk for one in leading))
        leaders = [one for one in leading if one.pk not in blockers]
        notify_people("circle_asked", club, *leaders, by=user.display_name, word=own.message)
        return False


def invite_or_admit(key: str, user: User, other: User, word: str = "") -> bool:
    """Invite a person, or admit one who requested it; return whether they are a member now.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper; the person accepts no invitations, or
            none from the user; the user blocks the person.
        Conflict: the person is a member; the club or its waiting list is full.
        TooManyRequests: the user has sent as many invitations within a day as they may.
        AccountClosedError: one of the accounts was closed in the meantime.
    """
    with transaction.atomic():
        held = lock_users(user, other)
        club = lock_club(key)
        check_leader(club, user)
        return invite_person(club, user, held[other.pk], word) == InvitationOutcome.ADMITTED


class InvitationOutcome(StrEnum):
    """What an invitation of a person did."""

    INVITED = "invited"
    ADMITTED = "admitted"
    ALREADY_INVITED = "already_invited"


def invite_person(club: Club, user: User, other: User, word: str = "") -> InvitationOutcome:
    """Do the same as `invite_or_admit`, and return what was done.

    The caller locks both people and the club, and checks that the user leads it. Nothing is written
    before an error is raised.
    """
    if get_membership(club, other) is not None:
        raise Conflict(
            _("%(name)s is already a member of this club.") % {"name": other}, code="already_in"
        )
    candidate = club.candidates.filter(user=other).first()
    if candidate is not None and candidate.invited_by_id is not None:
        return InvitationOutcome.ALREADY_INVITED
    if candidate is not None:
        add_member(club, other)
        notify_people("circle", club, other, what="admitted", by=user.display_name)
        return InvitationOutcome.ADMITTED
    check_can_invite(user, other)
    _count_invitation(user)
    candidate = add_pending_member(club, other, user, word)
    club.removed_members.filter(user=other).delete()
    about = {"by": user.display_name, "word": candidate.message}
    once_a_day = f"{club.pk}:invited:{timezone.now():%Y-%m-%d}"
    notify_people("circle", club, other, what="invited", period=once_a_day, **about)
    return InvitationOutcome.INVITED


def is_new_account(user: User) -> bool:
    return user.date_joined > timezone.now() - NEW_ACCOUNT


def _count_invitation(user: User) -> None:
    most = MOST_INVITED if is_new_account(user) else MOST_INVITED_LATER
    counter = f"circle-invitations:{user.pk}"
    cache.add(counter, 0, DAY_SECONDS)
    with contextlib.suppress(ValueError):  # its day has just passed
        if cache.incr(counter) > most:
            raise TooManyRequests(
                _("You have sent %(n)d invitations within a day. Wait before you send more.")
                % {"n": most},
                code="too_many_invitations",
            )


def reject_pending_member(key: str, user: User, other: User) -> None:
    """Reject a request, or withdraw an invitation.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is neither its owner nor a helper.
    """
    with transaction.atomic():
        club = lock_club(key)
        check_leader(club, user)
        club.candidates.filter(user=other).delete()


def leave_club(key: str, user: User) -> None:
    """Leave a club or its waiting list. After an owner leaves, it gets another one or closes.

    Raises:
        ClubNotFoundError: there is no such club, or it was closed.
    """
    with transaction.atomic():
        LOCKED_USERS.get(pk=user.pk)
        club = lock_club(key)
        club.candidates.filter(user=user).delete()
        mine = get_membership(club, user)
        if mine is not None:
            _end_membership(club, mine)
    if mine is not None:
        _run_leave_hooks(user, club)


def remove_member(key: str, user: User, other: User) -> None:
    """Remove a member. Helpers can only remove members who are not helpers.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user may not remove this member.
        ActionError: one of the `REMOVAL_CHECKS` does not allow it.
    """
    with transaction.atomic():
        LOCKED_USERS.get(pk=other.pk)
        club = lock_club(key)
        mine, theirs = check_leader(club, user), get_membership(club, other)
        if theirs is None:
            return
        if theirs.role == OWNER or (theirs.role == HELPER and mine.role != OWNER):
            raise Forbidden(_("Only the owner of a club can do that."), code="not_your_circle")
        for check in REMOVAL_CHECKS:
            check(user, other, club)
        _end_membership(club, theirs)
        RemovedMember.objects.get_or_create(club=club, user=other)
        notify_people("circle", club, other, what="removed", by=user.display_name)
    _run_leave_hooks(other, club)


def hand_over_owned_clubs(user: User) -> None:
    """Give the clubs of a user with a long suspension to other members, if there are any."""
    owned = user.memberships.filter(role=OWNER)
    for key in list(owned.values_list("club__key", flat=True)):
        with contextlib.suppress(ClubNotFoundError), transaction.atomic():
            club = lock_club(key)
            mine = get_membership(club, user)
            heir = _find_next_owner(club, user)
            if mine is not None and mine.role == OWNER and heir is not None:
                _set_role(club, mine, MEMBER)
                _make_owner(club, heir)


def _end_membership(club: Club, theirs: Membership) -> None:
    """Delete a membership and the invitations by that person, also by links; replace an owner.

    The caller locks the club.
    """
    theirs.delete()
    _withdraw_links(club, theirs)
    club.candidates.filter(invited_by=theirs.user_id).delete()
    if theirs.role == OWNER:
        _pass_on_or_dissolve(club)


def _run_leave_hooks(user: User, club: Club) -> None:
    for hook in LEAVE_HOOKS:
        hook(user, club)


def change_role(key: str, user: User, other: User, role: str) -> None:
    """Make a person a helper, a member again, or the owner in the user's place.

    Raises:
        ClubNotFoundError: there is no such club, or the user may not see it.
        Forbidden: the user is not its owner, or the person is not a member.
    """
    with transaction.atomic():
        club = lock_club(key)
        mine, theirs = check_owner(club, user), get_membership(club, other)
        if theirs is None:
            raise Forbidden(
                _("%(name)s is not a member of this club.") % {"name": other},
                code="not_your_circle",
            )
        if theirs.pk == mine.pk or theirs.role == role:
            return
        if role == OWNER:
            _set_role(club, mine, HELPER)
        _set_role(club, theirs, role)
        notify_people("circle", club, other, what=role, by=user.display_name)


def delete_for(user: User) -> None:
    """Remove a deleted account from all clubs and waiting lists, with the invitations it sent."""
    for key in list(user.memberships.values_list("club__key", flat=True)):
        with contextlib.suppress(ClubNotFoundError):  # it has just been closed
            leave_club(key, user)
    user.candidacies.all().delete()
    PendingMember.objects.filter(invited_by=user).delete()
    ClubLink.objects.filter(created_by=user).delete()
    for model in (ClubSignUp, RemovedMember):
        model.objects.filter(user=user).delete()


def exists_for(user: int) -> Q:
    """Return a condition for the database: the user is, was or may become a member, or invited."""
    wanted = PendingMember.objects.filter(Q(user=user) | Q(invited_by=user))
    links = ClubLink.objects.filter(created_by=user)
    own = (Membership.objects, ClubSignUp.objects, RemovedMember.objects)
    rows = [wanted, links, *(one.filter(user=user) for one in own)]
    return reduce(or_, (Q(Exists(one)) for one in rows))


def add_member(club: Club, user: User) -> None:
    """Make a person a member. The caller locks the person and the club.

    Raises:
        Conflict: the club, or the person's list of clubs, is full.
    """
    if club.memberships.count() >= MOST_MEMBERS:
        raise Conflict(
            _("This club is full: it has %(n)d members.") % {"n": MOST_MEMBERS}, code="circle_full"
        )
    if user.memberships.count() >= MOST_CIRCLES:
        raise Conflict(
            _("A person can be in at most %(n)d clubs.") % {"n": MOST_CIRCLES}, code="circle_full"
        )
    club.candidates.filter(user=user).delete()
    Membership.objects.create(club=club, user=user)
    box = Outbox()
    box.add_for_club(club, "joined", by=user.display_name)
    box.send()


def add_pending_member(club: Club, user: User, by: User | None, word: str) -> PendingMember:
    """Put a person on the waiting list, invited `by` someone or, if None, by their own request.

    Raises:
        Conflict: the list is full.
    """
    if club.candidates.count() >= MOST_CANDIDATES:
        raise Conflict(
            _("Too many people are waiting to join this club. Try again later."), code="circle_full"
        )
    word = word.strip()[:LONGEST_WORD]
    return PendingMember.objects.create(club=club, user=user, invited_by=by, message=word)


def _pass_on_or_dissolve(club: Club) -> None:
    """Give a club that its owner left to another member, or dissolve it if nobody can own it."""
    heir = _find_next_owner(club)
    if heir is None:
        dissolve_club(club)
    else:
        _make_owner(club, heir)


def _find_next_owner(club: Club, but: User | None = None) -> Membership | None:
    """Return the next owner: the oldest helper, or else the oldest member, with an open account.

    People who are not suspended come first.
    """
    left = club.memberships.select_related("user__restrictions").filter(user__is_active=True)
    people = sorted(
        left.exclude(user=but),
        key=lambda one: (_is_suspended(one.user), one.role != HELPER, one.since, one.pk),
    )
    return next(iter(people), None)


def _is_suspended(user: User) -> bool:
    until = user.restrictions.suspended_until
    return until is not None and until > timezone.now()


def _make_owner(club: Club, heir: Membership) -> None:
    _set_role(club, heir, OWNER)
    notify_people("circle", club, heir.user, what=str(OWNER), by="")


def _set_role(club: Club, theirs: Membership, role: str) -> None:
    club.memberships.filter(user=theirs.user_id).update(role=role)
    if role == MEMBER:
        _withdraw_links(club, theirs)


def _withdraw_links(club: Club, theirs: Membership) -> None:
    """Withdraw the links of a person who no longer leads the club."""
    links = club.links.filter(created_by=theirs.user_id, withdrawn_at=None)
    links.update(withdrawn_at=timezone.now())
