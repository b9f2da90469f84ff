"""The policy by which a worker answers invitations of a bot account immediately.

It is stored with the account (`BotProfile.invitation_policy`). Without one, the bot's program
answers itself.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.db import models, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.user_locks import lock_users
from portal.errors import ActionError

from ...models import LONGEST_WORD, Follow, Invitation, Seat, Table
from ...table.access import is_visible_to
from . import invitations

AT_ONCE = 4
MAX_TABLES = 50


class InviterFilter(models.TextChoices):
    EVERYBODY = "everybody", gettext_lazy("everyone")
    FOLLOWED = "followed", gettext_lazy("people the account follows")


@dataclass(frozen=True)
class InvitationPolicy:
    """Which invitations a bot accepts; it declines all others.

    Attributes:
        games: the keys of the games; empty: all.
        seats: the numbers of seats; empty: any number.
        at_once: the maximum number of unfinished tables.
        by: whose invitations it accepts, an `InviterFilter`.
    """

    games: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    at_once: int = AT_ONCE
    by: str = InviterFilter.EVERYBODY.value

    @classmethod
    def of(cls, user: User) -> InvitationPolicy | None:
        """Return the policy of an account; None if it is no bot or has no policy."""
        policy = user.bot_profile.invitation_policy if user.is_bot else {}
        return cls(**policy) if policy else None

    def to_json(self) -> dict[str, Any]:
        """Return the policy as `BotProfile.invitation_policy` stores it."""
        return {**asdict(self), "games": list(self.games), "seats": list(self.seats)}

    def refusal_reason(self, invitation: Invitation) -> str:
        """Return the message to the host if the bot declines, "" if it accepts."""
        table, user = invitation.table, invitation.user
        if not is_visible_to(table, user):
            return _("I am not a member of this table's club.")
        if self.games and table.game not in self.games:
            return _("I do not play this game.")
        if self.seats and table.seat_count not in self.seats:
            return _("I do not play with this number of players.")
        follows = Follow.objects.filter(follower=user, followed=invitation.inviter)
        if self.by == InviterFilter.FOLLOWED and not follows.exists():
            return _("I only play with people I follow.")
        sits = Seat.objects.not_over().filter(user=user, table__status__in=Table.LIVING)
        if sits.count() >= self.at_once:
            return _("I have reached my limit of tables.")
        return ""


def answer_pending_invitations(person: int) -> int:
    """Answer the pending invitations of a bot, in the language of each host; return how many.

    `person` is the id of the bot's account.
    """
    user = User.objects.get(pk=person)
    rules = InvitationPolicy.of(user)
    if rules is None:
        return 0
    waiting = Invitation.objects.pending().filter(user=user).for_reading()
    for invitation in waiting:
        with translation.override(invitation.inviter.language or None), transaction.atomic():
            lock_users(
                user
            )  # otherwise two workers could both count the tables before either sits down
            with contextlib.suppress(ActionError):
                _answer_invitation(invitation, rules.refusal_reason(invitation))
    return len(waiting)


def _answer_invitation(invitation: Invitation, why_not: str) -> None:
    key, user = invitation.table.key, invitation.user
    if why_not:
        invitations.decline(key, user, why_not)
        return
    try:
        invitations.accept(key, user)
    except ActionError as error:
        invitations.decline(key, user, error.message[:LONGEST_WORD])


def find_overdue_bots(longer_than: timedelta, limit: int) -> list[int]:
    """Return ids of bots with a policy that are late to answer: their task call may be lost."""
    waiting = Invitation.objects.pending().filter(
        user__is_bot=True,
        user__bot_profile__isnull=False,
        created_at__lt=timezone.now() - longer_than,
    )
    found = waiting.exclude(user__bot_profile__invitation_policy={}).order_by()
    return list(found.values_list("user", flat=True).distinct()[:limit])
