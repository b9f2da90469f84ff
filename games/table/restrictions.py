"""Restrictions by a moderator, for a time: a person may not write, or may not take new seats."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from portal.dates import moment_text
from portal.errors import Forbidden

from ..models import Decision


def check_can_write(user: User) -> None:
    """Check that a person may write to others.

    Raises:
        Forbidden: a moderator has muted them; the message says until when and why.
    """
    if is_active(until := user.restrictions.muted_until):
        message = _("You cannot write until %(when)s. %(why)s")
        raise Forbidden(message % _message_context(user, Decision.Action.MUTE, until), code="muted")


def check_can_play(user: User, *, rated: bool) -> None:
    """Check that a person may take a new seat, at a rated table if `rated`.

    Raises:
        Forbidden: a moderator has suspended them, or barred them from rated matches.
    """
    if is_active(until := user.restrictions.suspended_until):
        message = _("You cannot open or join tables until %(when)s. %(why)s")
        raise Forbidden(
            message % _message_context(user, Decision.Action.SUSPEND, until), code="suspended"
        )
    if rated and is_active(until := user.restrictions.rated_ban_until):
        message = _("You cannot play rated matches until %(when)s. %(why)s")
        raise Forbidden(
            message % _message_context(user, Decision.Action.UNRATED, until), code="suspended"
        )


def check_can_join_open_tables(user: User) -> None:
    """Check that a person may sit with people who have not invited them.

    Raises:
        Forbidden: a moderator lets them join only by a link or an invitation.
    """
    if is_active(until := user.restrictions.open_table_ban_until):
        message = _("Until %(when)s, you can only join by a link or an invitation. %(why)s")
        raise Forbidden(
            message % _message_context(user, Decision.Action.PRIVATE, until), code="suspended"
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
