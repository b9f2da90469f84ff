"""Following: who is followed by whom, and what there is to see of them.

Nobody learns who follows them. Whoever does not want to be followed is on nobody's list.
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

from ..models import Follow, Seat, Table
from ..table.access import listable_tables
from ..table.blocking import has_blocked
from ..table.errors import ActionError
from ..table.user_locks import lock_users
from .presence import Presence, visible_presence

MOST_FOLLOWED = 200
MAX_TABLES = 100  # of all whom somebody follows, the last that began
PERSON_FIELDS = ("username", "shown_name", "deleted_at", "is_bot")  # of a person
SHOWN = ("table__key", "table__name", "table__game")  # of each
PRESENCE_ORDER = {state: place for place, state in enumerate(Presence)}


class CannotFollowError(ActionError):
    status = 403
    code = "cannot_follow"


@dataclass(frozen=True)
class FollowedPerson:
    """Somebody whom the reader follows; `tables` run, and the reader may watch them."""

    user: User
    presence: Presence
    tables: Sequence[Table]


def follow(user: User, other: User) -> None:
    """Put somebody on one's list; doing so twice changes nothing.

    Raises:
        CannotFollowError: it is oneself, they do not want it, or the list is full.
        AccountClosedError: one of the two accounts was closed meanwhile.
    """
    if user.pk == other.pk:
        raise CannotFollowError(_("You cannot follow yourself."))
    with transaction.atomic():
        held = lock_users(user, other)
        if has_blocked(other, user) or not held[other.pk].may_be_followed:
            raise CannotFollowError(_("%(name)s does not want to be followed.") % {"name": other})
        others = Follow.objects.filter(follower=user).exclude(followed=other)
        if others.count() >= MOST_FOLLOWED:
            raise CannotFollowError(
                _("You already follow %(n)d people, the maximum.") % {"n": MOST_FOLLOWED}
            )
        Follow.objects.get_or_create(follower=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """Take somebody off one's list."""
    Follow.objects.filter(follower=user, followed=other).delete()


def followed_users(user: Any) -> QuerySet[User]:
    """The people on somebody's list."""
    return User.objects.filter(followed_by__in=Follow.objects.of_willing().filter(follower=user))


def is_following(user: Any, other: User) -> bool:
    """Whether somebody is on one's list."""
    return followed_users(user).filter(pk=other.pk).exists()


def list_followed_people(user: User, now: datetime) -> list[FollowedPerson]:
    """Everybody on one's list: who is here first, then who was here lately; by name."""
    people = list(followed_users(user).only(*PERSON_FIELDS, "shows_presence", "heard_at"))
    tables = _watchable_tables(user, people)
    found = [FollowedPerson(one, visible_presence(one, now), tables[one.pk]) for one in people]
    return sorted(
        found, key=lambda one: (PRESENCE_ORDER[one.presence], one.user.display_name.casefold())
    )


def _watchable_tables(reader: User, people: Sequence[User]) -> dict[int, list[Table]]:
    """The running tables at which these people play and that the reader may find, by person."""
    running = listable_tables(reader).filter(status=Table.Status.RUNNING)
    seats = Seat.objects.filter(user__in=people, bot="", rank=None, table__in=running)
    latest = seats.select_related("table").only("user", *SHOWN).order_by("-pk")[:MAX_TABLES]
    found: dict[int, list[Table]] = defaultdict(list)
    for seat in latest:
        assert seat.user_id is not None
        found[seat.user_id].append(seat.table)
    return found


def delete_for(user: User) -> None:
    """For an account that is being deleted: it follows nobody, and nobody follows it."""
    Follow.objects.filter(follower=user).delete()
    Follow.objects.filter(followed=user).delete()


def exists_for(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Follow.objects.filter(Q(follower=user) | Q(followed=user)))
