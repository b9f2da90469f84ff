"""Blocking: the only module that says whether one person has blocked another.

Nobody learns that they are blocked. Actions check blocks before any other reason to refuse, and
refuse as they refuse everyone. If a player at a table has blocked a person, free seats there look
reserved to that person. A person who blocks another accepts no invitations from them, and the other
cannot follow them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Forbidden

from ..models import Block, Seat, Table


def has_blocked(user: User, other: User) -> bool:
    """Return whether `user` has blocked `other`."""
    return Block.objects.filter(blocker=user, blocked=other).exists()


def blockers_of(user: User, people: Iterable[int | None]) -> set[int]:
    """Return the ids of those of these people who have blocked `user`."""
    found = Block.objects.filter(blocked=user, blocker__in={one for one in people if one})
    return set(found.values_list("blocker", flat=True))


def is_blocked_by_any(seats: Iterable[Seat], user: User) -> bool:
    """Return whether anyone at these seats has blocked `user`."""
    return bool(blockers_of(user, (seat.user_id for seat in seats)))


def blocked_either_way(user: int, people: Iterable[int]) -> set[int]:
    """Return those of these people who have blocked `user` or whom `user` has blocked; all ids."""
    some = set(people)
    if not some:
        return set()
    either = Q(blocker=user, blocked__in=some) | Q(blocked=user, blocker__in=some)
    found = Block.objects.filter(either).values_list("blocker", "blocked")
    return {one for pair in found for one in pair} - {user}


def blocks_among(people: Iterable[int]) -> set[tuple[int, int]]:
    """Return the blocks among these people as pairs of ids: (blocker, blocked)."""
    some = set(people)
    found = Block.objects.filter(blocker__in=some, blocked__in=some)
    return set(found.values_list("blocker", "blocked"))


def blocked_pairs(people: Iterable[int]) -> set[frozenset[int]]:
    """Return the pairs among these people (ids) of whom one has blocked the other."""
    return {frozenset(pair) for pair in blocks_among(people)}


def check_can_invite(by: User, person: User, seats: Iterable[Seat] = ()) -> None:
    """Check that `by` may invite a person to a club, or to a table with these seats.

    Raises:
        Forbidden: `by` has blocked the person, which only `by` learns. Or the person accepts no
            invitations, has blocked `by`, or is blocked by someone at the table; the message is the
            same, so that nobody learns of a block.
    """
    name = {"name": person.display_name}
    sitting = {seat.user_id for seat in seats}
    is_refused = has_blocked(person, by)
    keep_out = blockers_of(person, {*sitting, by.pk})
    if by.pk in keep_out:
        raise Forbidden(_("You have blocked %(name)s.") % name, code="is_blocked")
    if is_refused or keep_out or not person.may_be_invited:
        raise Forbidden(
            _("%(name)s does not accept invitations.") % name, code="takes_no_invitations"
        )


def blocker_at_table_filter(user: User) -> Q:
    """Return a filter for the tables at which someone sits who has blocked this person."""
    sits = Seat.objects.filter(table=OuterRef("pk"), user__blocks__blocked=user).order_by()
    return Q(Exists(sits))


def author_is_blocked(user: Any, author: str = "user") -> Exists:
    """Return an expression for texts: whether this reader has blocked the author, a field."""
    return Exists(Block.objects.filter(blocker=user.pk, blocked=OuterRef(author)))


def hide_reservations(tables: Iterable[tuple[Table, Sequence[Seat]]], reader: Any) -> None:
    """Hide from a reader for whom seats of pending tables are reserved; changes the `Seat` objects.

    People who sit there or are invited see it. For everyone else a reserved seat has no name. To a
    person whom someone there has blocked, free seats look reserved.
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
    """Return whether this person has the seat or is invited to it."""
    asked = seat.invitation
    return who is not None and (seat.user_id == who or (asked is not None and asked.user_id == who))
