"""Invitations by name: a seat is reserved until the person answers or the invitation expires."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, QuerySet, Value, prefetch_related_objects
from django.db.models.functions import Coalesce, NullIf
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.nicknames import find_users
from accounts.user_locks import lock_users_with_rows
from portal.errors import ActionError, Conflict, Invalid, TooManyRequests

from ...models import LONGEST_WORD, Club, Invitation, Membership, Seat, Table
from ...table import dispatch
from ...table.access import is_visible_to, with_shown_names
from ..eligibility import (
    INVITATION,
    INVITE,
    InviteeBlockedError,
    TableSeatRequest,
    ended_error,
    find_eligibility,
    find_end_error,
    uninvited_error,
)
from ..notifications import NotificationBatch
from ..pending import (
    LOCKED,
    check_host,
    check_playable,
    load_seats,
    lock_open_table,
    publish_change,
    reservation_deadline,
)
from ..setup.table_setup import seat_player

MOST_A_DAY = 40  # invitations that one person may send within a day
MAX_INVITATIONS_PER_PERSON = 4  # of these, to the same person
EXPIRY_BATCH_SIZE = 100
DISPLAY_NAME = Coalesce(NullIf("user__nickname", Value("")), "user__username")
RECENT_MATCHES = 60  # matches that are searched for recent opponents

logger = logging.getLogger(__name__)


# the host


def invite(key: str, host: User, names: Sequence[str]) -> list[Invitation]:
    """Invite people to a table by name: all of them, or none if one cannot be invited.

    Raises:
        Invalid: nobody has one of the names; the table belongs to a club, and a person is not a
            member.
        Conflict: a person sits there or is already invited; a person has declined an invitation to
            this table; there are fewer free seats than people; the table has started or was closed.
        Forbidden: a person accepts no invitations, or none from this host; the host has blocked a
            person; the user is not the host.
        TooManyRequests: the host has sent too many invitations today.
        MatchLoadError: the game is not installed any more.
        AccountClosedError: an account is closed.
    """
    found = find_people(names)
    with transaction.atomic():
        people = lock_users_with_rows(host, *found)
        table = lock_open_table(key)
        check_host(table, host)
        check_playable(table)
        seats, now = load_seats(table), timezone.now()
        invitees = [people[person.pk] for person in found]
        prefetch_related_objects(invitees, "bot_profile")
        for person in invitees:
            request = TableSeatRequest(INVITE, person, table, seats, inviter=host)
            find_eligibility(request).check()
        _check_invitation_limit(host, invitees, now)
        free = [seat for seat in seats if seat.is_free]
        if len(free) < len(invitees):
            raise Conflict(
                _("You are inviting %(asked)d people, but only %(free)d seats are free.")
                % {"asked": len(invitees), "free": len(free)},
                code="seat_taken",
            )
        made = []
        for person, seat in zip(invitees, free, strict=False):
            invitation = Invitation.objects.create(
                table=table,
                user=person,
                inviter=host,
                expires_at=reservation_deadline(table, now),
                created_at=now,
            )
            seat.invitation = invitation
            seat.save(update_fields=["invitation"])
            made.append(invitation)
        publish_change(table, *invitees)
        batch = NotificationBatch(table, now)
        for one in made:
            about = {"by": host.display_name, "until": one.expires_at.isoformat()}
            batch.add_for_invitation("invited", one.user, one, **about)
            if one.user.is_bot and one.user.bot_profile.invitation_policy:
                dispatch.enqueue_invitation_answers(one.user.pk)
        batch.put()
        return made


def find_people(names: Iterable[str]) -> list[User]:
    """Return the active people with these user names or display names, each once.

    Raises:
        Invalid: nobody has one of the names, or there are no names.
    """
    wanted = {name.strip().lower(): name.strip() for name in names if name.strip()}
    if not wanted:
        raise Invalid(_("Enter the name of the person to invite."), code="no_such_person")
    found = find_users(wanted.values())
    for name in wanted.values():
        if name not in found:
            raise Invalid(
                _("Nobody here is called %(name)s.") % {"name": name}, code="no_such_person"
            )
    return [found[name] for name in wanted.values()]


def _check_invitation_limit(host: User, asked: Sequence[User], now: datetime) -> None:
    """Check the limits that prevent people from flooding others with invitations.

    Raises:
        TooManyRequests: the host sent too many within a day, or too many to one person.
    """
    lately = Invitation.objects.filter(inviter=host, created_at__gt=now - timedelta(days=1))
    sent = list(lately.order_by().values_list("user", flat=True)[:MOST_A_DAY])
    if len(sent) + len(asked) > MOST_A_DAY:
        raise TooManyRequests(
            _("You have sent %(n)d invitations within a day. Wait before you send more.")
            % {"n": len(sent)},
            code="too_many_invitations",
        )
    for person in asked:
        if sent.count(person.pk) >= MAX_INVITATIONS_PER_PERSON:
            raise TooManyRequests(
                _("You have reached today's limit of invitations to %(name)s.")
                % {"name": person.display_name},
                code="too_many_invitations",
            )


def withdraw(key: str, host: User, pk: int) -> Table:
    """Withdraw an invitation, for the host; its seat becomes free.

    Raises:
        Forbidden: this table has no such invitation; the user is not the host.
        Conflict: it was answered or has expired; the table has started or was closed.
    """
    with transaction.atomic():
        table = lock_open_table(key)
        check_host(table, host)
        invitation = _get_last_invitation(table.invitations.filter(pk=pk))
        resolve_invitation(table, invitation, Invitation.State.WITHDRAWN)
        return table


# the invited


def find_last_invitation(table: Table, user: User) -> Invitation | None:
    """Return the last invitation of a person to a table, if there is one."""
    return table.invitations.for_reading().filter(user=user).last()


def accept(key: str, user: User, word: str = "") -> Table:
    """Accept an invitation and take the reserved seat; `word` is a message to the host.

    If someone who has blocked the user sits there by now, the invitation ends as withdrawn.

    Raises:
        Table.DoesNotExist: no table has this key, or the user may not know of it any more.
        Forbidden: the user has no invitation to this table.
        Conflict: it was answered, has expired or was withdrawn; the table has started or was
            closed.
        MatchLoadError: the game is not installed any more.
        AccountClosedError: the account is closed.
    """
    with transaction.atomic():
        user = lock_users_with_rows(user)[user.pk]
        table = LOCKED.get(key)
        if not is_visible_to(table, user):
            raise Table.DoesNotExist  # they have left its club
        invitation = table.invitations.filter(user=user).last()
        request = TableSeatRequest(INVITATION, user, table, load_seats(table), invitation)
        eligibility = find_eligibility(request)
        if invitation is not None and isinstance(eligibility.refusal, InviteeBlockedError):
            resolve_invitation(table, invitation, Invitation.State.WITHDRAWN)
        else:
            eligibility.check()
            seat_player(request, _to_one_line(word))
    eligibility.check()
    return table


def decline(key: str, user: User, word: str = "") -> Table:
    """Decline an invitation; its seat becomes free. `word` is a message to the host.

    Raises:
        Forbidden, Conflict: as in `accept`.
    """
    with transaction.atomic():
        table = LOCKED.get(key)
        resolve_invitation(
            table,
            _get_pending_invitation(table, user),
            Invitation.State.DECLINED,
            _to_one_line(word),
        )
        return table


def _get_pending_invitation(table: Table, user: User) -> Invitation:
    """Return the invitation of a person that they can answer now.

    Raises:
        Forbidden, Conflict: as in `accept`.
    """
    invitation = _get_last_invitation(table.invitations.filter(user=user))
    if over := find_end_error(table, invitation):
        raise over
    return invitation


def _get_last_invitation(invitations: Iterable[Invitation]) -> Invitation:
    found = list(invitations)
    if not found:
        raise uninvited_error()
    return found[-1]


def _check_pending(invitation: Invitation) -> None:
    if not invitation.is_pending:
        raise ended_error(invitation.state)


def _to_one_line(word: str) -> str:
    return " ".join(word.split())[:LONGEST_WORD]


# its end


def resolve_invitation(table: Table, invitation: Invitation, state: str, message: str = "") -> None:
    """End an invitation whose person does not sit down, publish it, and notify people.

    The caller has locked the table's row.

    Args:
        table: the table.
        invitation: the invitation.
        state: DECLINED, LAPSED or WITHDRAWN.
        message: what the person writes with the answer.

    Raises:
        Conflict: the invitation has already ended.
    """
    _check_pending(invitation)
    now, user = timezone.now(), invitation.user
    invitation.settle(state, now, message)
    publish_change(table, user)
    batch = NotificationBatch(table, now)
    match state:
        case Invitation.State.DECLINED:
            answer = {"answer": state, "word": message, "by": user.display_name}
            batch.add_for_invitation("answered", table.host, invitation, **answer)
        case Invitation.State.LAPSED:
            name = {"name": user.display_name}
            batch.add_for_invitation("lapsed", table.host, invitation, **name)
            batch.add_for_invitation("lapsed", user, invitation)
        case Invitation.State.WITHDRAWN:
            about = {"why": "withdrawn", "by": table.host.display_name}
            batch.add_for_invitation("removed", user, invitation, **about)
    batch.put()


def expire_invitations(now: datetime | None = None) -> int:
    """Expire overdue invitations and free their seats, for the sweep; return how many.

    It needs one index lookup if there are none.
    """
    due = Invitation.objects.pending().filter(expires_at__lte=now or timezone.now())
    found = list(due.order_by("expires_at").values_list("pk", "table__key")[:EXPIRY_BATCH_SIZE])
    return sum(_expire_invitation(pk, key) for pk, key in found)


def _expire_invitation(pk: int, key: str) -> bool:
    """Expire an invitation; return whether it succeeded. A failure does not stop the others."""
    try:
        with transaction.atomic():
            table = lock_open_table(key)
            resolve_invitation(
                table,
                _get_last_invitation(table.invitations.filter(pk=pk)),
                Invitation.State.LAPSED,
            )
    except ActionError:
        return False  # it was answered, or its table started, at the same moment
    except Exception:
        logger.exception("cannot expire invitation %s", pk)
        return False
    return True


# leaving the site


def decline_pending_invitations(user: User) -> None:
    """Decline all pending invitations of a person, when their account is deleted.

    Invitations that they sent stay, because the table may have another host by now.
    """
    _decline_each(Invitation.objects.pending().filter(user=user))


def decline_club_invitations(user: User, club: Club) -> None:
    """Decline pending invitations to tables of a club that the person has left."""
    _decline_each(Invitation.objects.pending().filter(user=user, table__club=club))


def _decline_each(pending: QuerySet[Invitation]) -> None:
    for pk, key in list(pending.values_list("pk", "table__key")):
        with transaction.atomic():
            table = LOCKED.get(key)
            invitation = _get_last_invitation(table.invitations.filter(pk=pk))
            if invitation.is_pending:
                resolve_invitation(table, invitation, Invitation.State.DECLINED)


def has_pending_invitation(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has pending invitations."""
    return Exists(Invitation.objects.pending().filter(user=user))


def delete_for(user: User) -> None:
    """Delete the ended invitations of a user, with their messages, when the account is deleted."""
    Invitation.objects.filter(user=user).exclude(state=Invitation.State.PENDING).delete()


def exists_for(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has any invitations."""
    return Exists(Invitation.objects.filter(user=user))


# whom to invite


def recent_opponents(user: User) -> list[tuple[str, str]]:
    """Return recent opponents of a person, latest match first: (user name, display name)."""
    known = with_shown_names(Table.objects.filter(started_at__isnull=False))
    matches = Seat.objects.filter(user=user, table__in=known).order_by("-pk")
    tables = list(matches.values_list("table", flat=True)[:RECENT_MATCHES])
    accounts = Seat.objects.filter(user__is_active=True, user__guest_network="")
    met = accounts.filter(table__in=tables).exclude(user=user)
    met = met.exclude(user__in=user.blocks.values("blocked"))
    rows = met.order_by("-table", "number").values_list("user__username", DISPLAY_NAME)
    return list(dict.fromkeys(rows))


def clubs_with_members(user: User) -> list[tuple[Club, list[tuple[str, str]]]]:
    """Return the clubs of a person, each with its other members: (user name, display name)."""
    mine = Club.objects.filter(memberships__user=user, closed_at=None).order_by("name")
    found = {club.pk: (club, list[tuple[str, str]]()) for club in mine}
    others = Membership.objects.filter(club__in=found, user__is_active=True).exclude(user=user)
    rows = others.order_by("user__username").values_list("club", "user__username", DISPLAY_NAME)
    for pk, name, shown in rows:
        found[pk][1].append((name, shown))
    return list(found.values())
