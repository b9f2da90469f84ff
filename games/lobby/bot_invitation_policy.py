"""By which rules a bot's account answers invitations: at once, by a worker.

They are kept with the account (`User.bot_rules`). Without any, its program answers by itself.
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

from ..models import LONGEST_WORD, Follow, Invitation, Seat, Table
from ..table.access import is_visible_to
from ..table.errors import ActionError
from ..table.user_locks import lock_users
from . import invitations

AT_ONCE = 4
MAX_TABLES = 50


class InviterFilter(models.TextChoices):
    EVERYBODY = "everybody", gettext_lazy("everyone")
    FOLLOWED = "followed", gettext_lazy("people the account follows")


@dataclass(frozen=True)
class InvitationPolicy:
    """What a bot accepts; the rest it declines.

    Attributes:
        games: their keys; empty: all.
        seats: of how many; empty: of any number.
        at_once: at how many tables it sits.
        by: who invites.
    """

    games: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    at_once: int = AT_ONCE
    by: str = InviterFilter.EVERYBODY.value

    @classmethod
    def of(cls, user: User) -> InvitationPolicy | None:
        """Those of an account, if it is a bot's and has any."""
        return cls(**user.bot_rules) if user.is_bot and user.bot_rules else None

    def to_json(self) -> dict[str, Any]:
        """As the account keeps them."""
        return {**asdict(self), "games": list(self.games), "seats": list(self.seats)}

    def refusal_reason(self, invitation: Invitation) -> str:
        """What the host is told where it declines, or ""."""
        table, user = invitation.table, invitation.user
        if not is_visible_to(table, user):
            return _("I am not a member of this table's club.")
        if self.games and table.game not in self.games:
            return _("I do not play this game.")
        if self.seats and table.seat_count not in self.seats:
            return _("I do not play with this number of players.")
        follows = Follow.objects.filter(follower=user, followed=invitation.by)
        if self.by == InviterFilter.FOLLOWED and not follows.exists():
            return _("I only play with people I follow.")
        sits = Seat.objects.not_over().filter(user=user, table__status__in=Table.LIVING)
        if sits.count() >= self.at_once:
            return _("I have reached my limit of tables.")
        return ""


def answer_pending_invitations(person: int) -> int:
    """Answer the invitations that wait for a bot, in the host's language; return how many."""
    user = User.objects.get(pk=person)
    rules = InvitationPolicy.of(user)
    if rules is None:
        return 0
    waiting = Invitation.objects.pending().filter(user=user).for_reading()
    for invitation in waiting:
        with translation.override(invitation.by.language or None), transaction.atomic():
            lock_users(
                user
            )  # or of two workers both would count the tables before the other sits down
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
    """Bots with rules that have not answered for so long: their wake-up call may be lost."""
    waiting = Invitation.objects.pending().filter(
        user__is_bot=True, created_at__lt=timezone.now() - longer_than
    )
    found = waiting.exclude(user__bot_rules={}).order_by().values_list("user", flat=True)
    return list(found.distinct()[:limit])
