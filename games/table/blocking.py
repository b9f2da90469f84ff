"""Who is to be kept apart: the one place that says whether somebody has blocked somebody.

Nobody learns that they are blocked. Each door asks here before it looks at anything else that could
refuse, and refuses as it refuses everybody: where somebody at a table keeps a person out, its free
seats are held for others; who blocks a person takes no invitations of theirs and is not followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User

from ..models import Block, Seat, Table
from .errors import ActionError


class InvitationsNotAcceptedError(ActionError):
    status = 403
    code = "takes_no_invitations"


class UserBlockedError(ActionError):
    """By the one who asks."""

    status = 403
    code = "is_blocked"


def has_blocked(user: User, other: User) -> bool:
    """Whether one has blocked the other."""
    return Block.objects.filter(blocker=user, blocked=other).exists()


def blockers_of(user: User, people: Iterable[int | None]) -> set[int]:
    """Those of these people (by id) who have blocked somebody."""
    found = Block.objects.filter(blocked=user, blocker__in={one for one in people if one})
    return set(found.values_list("blocker", flat=True))


def is_blocked_by_any(seats: Iterable[Seat], user: User) -> bool:
    """Whether one of those who sit here has blocked somebody."""
    return bool(blockers_of(user, (seat.user_id for seat in seats)))


def blocked_either_way(user: int, people: Iterable[int]) -> set[int]:
    """Those of these people who have blocked somebody, or whom that one has blocked."""
    some = set(people)
    if not some:
        return set()
    either = Q(blocker=user, blocked__in=some) | Q(blocked=user, blocker__in=some)
    found = Block.objects.filter(either).values_list("blocker", "blocked")
    return {one for pair in found for one in pair} - {user}


def blocks_among(people: Iterable[int]) -> set[tuple[int, int]]:
    """The blocks among these people: who has blocked whom."""
    some = set(people)
    found = Block.objects.filter(blocker__in=some, blocked__in=some)
    return set(found.values_list("blocker", "blocked"))


def blocked_pairs(people: Iterable[int]) -> set[frozenset[int]]:
    """Which two of these people are to be kept apart."""
    return {frozenset(pair) for pair in blocks_among(people)}


def check_can_invite(by: User, person: User, seats: Iterable[Seat] = ()) -> None:
    """Refuse to ask somebody to a club, or to a table with those who sit there.

    Raises:
        UserBlockedError: by the one who asks, who alone is told so.
        InvitationsNotAcceptedError: not at all, or not of this one; or somebody there keeps them
        out.
    """
    name = {"name": person.display_name}
    sitting = {seat.user_id for seat in seats}
    is_refused = has_blocked(person, by)
    keep_out = blockers_of(person, {*sitting, by.pk})
    if by.pk in keep_out:
        raise UserBlockedError(_("You have blocked %(name)s.") % name)
    if is_refused or keep_out or not person.may_be_invited:
        raise InvitationsNotAcceptedError(_("%(name)s does not accept invitations.") % name)


def blocker_at_table_filter(user: User) -> Q:
    """The tables where somebody sits who has blocked this person."""
    sits = Seat.objects.filter(table=OuterRef("pk"), user__blocks__blocked=user).order_by()
    return Q(Exists(sits))


def author_is_blocked(user: Any) -> Exists:
    """Of messages: whether this reader has blocked who wrote them."""
    return Exists(Block.objects.filter(blocker=user.pk, blocked=OuterRef("user")))


def hide_reservations(tables: Iterable[tuple[Table, Sequence[Seat]]], reader: Any) -> None:
    """Say on the seats of tables that have not started what their reader may know of them.

    For whom a seat is held is known to those who sit there or are invited. To a person whom one of
    them keeps out, a free seat looks like such a one.
    """
    who = reader.pk if reader is not None and reader.is_authenticated else None
    outside = [
        (table, seats)
        for table, seats in tables
        if table.status == Table.Status.OPEN and not any(_is_for_user(seat, who) for seat in seats)
    ]
    if not outside:
        return
    people = (seat.user_id for _table, seats in outside for seat in seats)
    keep_out = blockers_of(reader, people) if who is not None else set()
    for _table, seats in outside:
        is_out = any(seat.user_id in keep_out for seat in seats)
        for seat in seats:
            if seat.is_held or (is_out and seat.is_free):
                seat.invitation, seat.is_veiled = None, True


def _is_for_user(seat: Seat, who: int | None) -> bool:
    """Whether this person sits there or is invited."""
    asked = seat.invitation
    return who is not None and (seat.user_id == who or (asked is not None and asked.user_id == who))
