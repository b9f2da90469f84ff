"""Who may write to whom, and how much."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site.configuration import get_site
from accounts.user_locks import AccountClosedError
from portal.errors import ActionError, Forbidden, NotFound, TooManyRequests

from ..models import Club, Follow, Seat, Table
from ..table.blocking import has_blocked
from ..table.restrictions import check_can_write
from .models import Conversation, PrivateMessage

MOST_A_MINUTE, MOST_A_DAY = 20, 500
NEWCOMER = timedelta(days=7)  # so long, and until the first finished match, the next limits apply
MOST_OF_NEWCOMER, MOST_CONVERSATIONS_OF_NEWCOMER = 30, 3  # a day
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def check_is_available(user: User) -> None:
    """Check that the site has private messages, and that this person may use them.

    Raises:
        NotFound: the owner has switched them off.
        Forbidden: the person is a guest.
    """
    if not get_site().allows_private_messages:
        raise NotFound(_("This site has no private messages."), code="no_private_messages")
    if user.is_guest:
        raise Forbidden(
            _("Guests cannot use private messages. Create an account first."), code="guest"
        )


def is_available_to(user: User) -> bool:
    """Return whether the site has private messages, and this person may use them."""
    return bool(get_site().allows_private_messages) and not user.is_guest


def check_can_write_to(user: User, other: User) -> None:
    """Check that a person may write to another.

    Someone who is blocked hears what everyone hears to whom the other does not want to talk.

    Raises:
        Forbidden: they may not; the message says what would be right.
        AccountClosedError: the other account is closed.
    """
    if user.pk == other.pk:
        raise Forbidden(_("You cannot write to yourself."), code="cannot_write")
    check_can_write(user)
    if not other.is_active:
        raise AccountClosedError(_("This account is closed."))
    name = {"name": other.display_name}
    if has_blocked(user, other):
        raise Forbidden(
            _("You have blocked %(name)s. Unblock them to write.") % name, code="is_blocked"
        )
    if has_blocked(other, user) or other.is_guest or not _accepts_messages(other, user):
        raise Forbidden(
            _("%(name)s does not accept messages from you.") % name, code="takes_no_messages"
        )
    if not are_connected(user, other):
        raise Forbidden(
            _(
                "You can write to %(name)s while you follow each other, belong to the same club "
                "or play at the same table."
            )
            % name,
            code="not_connected",
        )


def refusal_to_write(user: User, other: User) -> str:
    """Return why a person may not write to another now, "" if they may."""
    try:
        check_can_write_to(user, other)
    except ActionError as refused:
        return refused.message
    return ""


def _accepts_messages(other: User, user: User) -> bool:
    if other.message_policy == User.MessagePolicy.FOLLOWED:
        return Follow.objects.filter(follower=other, followed=user).exists()
    return other.message_policy != User.MessagePolicy.NOBODY


def are_connected(user: User, other: User) -> bool:
    """Whether two people follow each other, share a club, or play at one running table.

    A table that hides names does not count.
    """
    follows = Follow.objects.of_willing().filter(
        follower__in=(user, other), followed__in=(user, other)
    )
    if follows.count() == 2:
        return True
    clubs = Club.objects.filter(closed_at=None, memberships__user=user)
    if clubs.filter(memberships__user=other).exists():
        return True
    seats = (
        Seat.objects.held_by(user)
        .not_over()
        .filter(table__status=Table.Status.RUNNING, table__has_hidden_names=False)
    )
    theirs = Seat.objects.held_by(other).not_over().filter(table__in=seats.values("table"))
    return theirs.exists()


def check_limits(user: User, now: datetime, *, is_new: bool) -> None:
    """Check that a person may send one more message now.

    Args:
        user: the author, whose row is locked.
        now: the current time.
        is_new: whether the message opens a conversation.

    Raises:
        TooManyRequests: a limit is reached; the message names it.
    """
    sent = PrivateMessage.objects.filter(user=user)
    if sent.filter(at__gt=now - MINUTE).count() >= MOST_A_MINUTE:
        raise TooManyRequests(
            _("You can send at most %(n)d messages a minute. Wait a minute.")
            % {"n": MOST_A_MINUTE},
            code="too_fast",
        )
    is_newcomer = _is_newcomer(user, now)
    most = MOST_OF_NEWCOMER if is_newcomer else MOST_A_DAY
    if sent.filter(at__gt=now - DAY).count() >= most:
        raise TooManyRequests(
            _("You can send at most %(n)d messages a day. Try again tomorrow.") % {"n": most},
            code="too_many_messages",
        )
    if not (is_new and is_newcomer):
        return
    opened = Conversation.objects.filter(opened_by=user, created_at__gt=now - DAY)
    if opened.count() >= MOST_CONVERSATIONS_OF_NEWCOMER:
        raise TooManyRequests(
            _("You can start at most %(n)d conversations a day. Try again tomorrow.")
            % {"n": MOST_CONVERSATIONS_OF_NEWCOMER},
            code="too_many_conversations",
        )


def _is_newcomer(user: User, now: datetime) -> bool:
    finished = Seat.objects.filter(user=user, table__status=Table.Status.FINISHED)
    return user.date_joined > now - NEWCOMER or not finished.exists()
