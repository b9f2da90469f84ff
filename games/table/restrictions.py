"""What a moderator has forbidden somebody for a time: to write, or to take new seats."""

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
    """Not for bots' accounts."""

    status = 403
    code = "only_people"


def check_can_write(user: User) -> None:
    """Refuse what somebody writes to others for as long as they are muted, and say why.

    Raises:
        Muted
    """
    if is_active(user.muted_until):
        message = _("You cannot write until %(when)s. %(why)s")
        raise MutedError(message % _message_context(user, Decision.Action.MUTE, user.muted_until))


def check_can_play(user: User, *, rated: bool) -> None:
    """Refuse a new seat for as long as somebody may take none, or none that is rated; say why.

    Raises:
        Suspended
    """
    if is_active(user.suspended_until):
        message = _("You cannot open or join tables until %(when)s. %(why)s")
        raise SuspendedError(
            message % _message_context(user, Decision.Action.SUSPEND, user.suspended_until)
        )
    if rated and is_active(user.unrated_until):
        message = _("You cannot play rated matches until %(when)s. %(why)s")
        raise SuspendedError(
            message % _message_context(user, Decision.Action.UNRATED, user.unrated_until)
        )


def check_can_join_open_tables(user: User) -> None:
    """Refuse a table that is open to people who have not invited each other, and say why.

    Raises:
        Suspended
    """
    if is_active(user.private_until):
        message = _("Until %(when)s, you can only join by a link or an invitation. %(why)s")
        raise SuspendedError(
            message % _message_context(user, Decision.Action.PRIVATE, user.private_until)
        )


def is_active(until: datetime | None) -> bool:
    return until is not None and until > timezone.now()


def _message_context(user: User, what: str, until: datetime | None) -> dict[str, str]:
    last = user.decisions.filter(what=what).last()
    assert until is not None
    return {
        "when": moment_text(until),
        "why": last.why if last else "",
    }
