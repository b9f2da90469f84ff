"""Restrictions by a moderator, for a time: a person may not write, or may not take new seats."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from portal.dates import moment_text

from ..models import Decision
from .errors import ActionError


class MutedError(ActionError):
    status = 403
    code = "muted"


class SuspendedError(ActionError):
    status = 403
    code = "suspended"


class BotAccountError(ActionError):
    """The action is not available to bot accounts."""

    status = 403
    code = "only_people"


def check_can_write(user: User) -> None:
    """Check that a person may write to others.

    Raises:
        MutedError: a moderator has muted them; the message says until when and why.
    """
    if is_active(user.muted_until):
        message = _("You cannot write until %(when)s. %(why)s")
        raise MutedError(message % _message_context(user, Decision.Action.MUTE, user.muted_until))


def check_can_play(user: User, *, rated: bool) -> None:
    """Check that a person may take a new seat, at a rated table if `rated`.

    Raises:
        SuspendedError: a moderator has suspended them, or barred them from rated matches.
    """
    if is_active(user.suspended_until):
        message = _("You cannot open or join tables until %(when)s. %(why)s")
        raise SuspendedError(
            message % _message_context(user, Decision.Action.SUSPEND, user.suspended_until)
        )
    if rated and is_active(user.rated_ban_until):
        message = _("You cannot play rated matches until %(when)s. %(why)s")
        raise SuspendedError(
            message % _message_context(user, Decision.Action.UNRATED, user.rated_ban_until)
        )


def check_can_join_open_tables(user: User) -> None:
    """Check that a person may sit with people who have not invited them.

    Raises:
        SuspendedError: a moderator lets them join only by a link or an invitation.
    """
    if is_active(user.open_table_ban_until):
        message = _("Until %(when)s, you can only join by a link or an invitation. %(why)s")
        raise SuspendedError(
            message % _message_context(user, Decision.Action.PRIVATE, user.open_table_ban_until)
        )


def is_active(until: datetime | None) -> bool:
    return until is not None and until > timezone.now()


def _message_context(user: User, what: str, until: datetime | None) -> dict[str, str]:
    last = user.decisions.filter(action=what).last()
    assert until is not None
    return {
        "when": moment_text(until),
        "why": last.why if last else "",
    }
