"""Following: who follows whom, and what the follower sees.

Nobody learns who follows them. A user who does not want to be followed is on nobody's list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import Forbidden

from ..models import Follow, Seat, Table
from ..table.access import listable_tables, with_shown_names
from ..table.blocking import has_blocked
from .presence import Presence, visible_presence

MOST_FOLLOWED = 200
MAX_TABLES = 100  # tables in one person's list, the latest first
PERSON_FIELDS = ("username", "nickname", "deleted_at", "is_bot")  # of a followed person
SHOWN = ("table__key", "table__name", "table__game")  # of each table
PRESENCE_ORDER = {state: place for place, state in enumerate(Presence)}


@dataclass(frozen=True)
class FollowedPerson:
    """A person whom the reader follows; `tables` are running ones that the reader may watch."""

    user: User
    presence: Presence
    tables: Sequence[Table]

    @property
    def table_keys(self) -> list[str]:
        return [one.key for one in self.tables]


def follow(user: User, other: User) -> None:
    """Put a user on one's list; a repeated call changes nothing.

    Raises:
        Forbidden: it is oneself, the other does not want it or has blocked the user, or the list is
            full.
        AccountClosedError: one of the two accounts was closed in the meantime.
    """
    if user.pk == other.pk:
        raise Forbidden(_("You cannot follow yourself."), code="cannot_follow")
    with transaction.atomic():
        held = lock_users(user, other)
        if has_blocked(other, user) or not held[other.pk].may_be_followed:
            raise Forbidden(
                _("%(name)s does not want to be followed.") % {"name": other}, code="cannot_follow"
            )
        others = Follow.objects.filter(follower=user).exclude(followed=other)
        if others.count() >= MOST_FOLLOWED:
            raise Forbidden(
                _("You already follow %(n)d people, the maximum.") % {"n": MOST_FOLLOWED},
                code="cannot_follow",
            )
        Follow.objects.get_or_create(follower=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """Take a user off one's list."""
    Follow.objects.filter(follower=user, followed=other).delete()


def followed_users(user: Any) -> QuerySet[User]:
    """Return the users on this user's list who allow it."""
    return User.objects.filter(followed_by__in=Follow.objects.of_willing().filter(follower=user))


def is_following(user: Any, other: User) -> bool:
    """Whether `other` is on this user's list."""
    return followed_users(user).filter(pk=other.pk).exists()


def list_followed_people(user: User, now: datetime) -> list[FollowedPerson]:
    """Return everybody on the user's list: first who is here, then who was here lately; by name."""
    people = list(followed_users(user).only(*PERSON_FIELDS, "shows_presence", "last_seen_at"))
    tables = _watchable_tables(user, people)
    found = [FollowedPerson(one, visible_presence(one, now), tables[one.pk]) for one in people]
    return sorted(
        found, key=lambda one: (PRESENCE_ORDER[one.presence], one.user.display_name.casefold())
    )


def _watchable_tables(reader: User, people: Sequence[User]) -> dict[int, list[Table]]:
    """Return running tables of these people that the reader may find, by person id."""
    running = with_shown_names(listable_tables(reader)).filter(status=Table.Status.RUNNING)
    seats = Seat.objects.filter(user__in=people, bot="", rank=None, table__in=running)
    latest = seats.select_related("table").only("user", *SHOWN).order_by("-pk")[:MAX_TABLES]
    found: dict[int, list[Table]] = defaultdict(list)
    for seat in latest:
        assert seat.user_id is not None
        found[seat.user_id].append(seat.table)
    return found


def delete_for(user: User) -> None:
    """Delete the follows of an account that is being deleted, in both directions."""
    Follow.objects.filter(follower=user).delete()
    Follow.objects.filter(followed=user).delete()


def exists_for(user: int) -> Exists:
    """Return the database condition that this user follows somebody or is followed."""
    return Exists(Follow.objects.filter(Q(follower=user) | Q(followed=user)))
