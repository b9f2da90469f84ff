"""E-mail "it is your turn": one for each waiting period, none while the person is looking.

Whoever may wake a table that has fallen asleep gets one, too, and everybody whose table was set
back.

Each notice stands alone: one that cannot be sent is tried again later and later, and no other waits
for it. While the mail server itself is away the round ends, and no notice has used up a try.
"""

from __future__ import annotations

import contextlib
import logging
import smtplib
import time
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.core import mail, signing
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from ..boards import presenter
from ..models import Seat
from ..table import live

logger = logging.getLogger(__name__)
CLAIM = timedelta(minutes=5)
ROUND_SECONDS = 30  # the task that runs a round has two minutes, and a slow server may take one
# How long a notice waits after each try in vain; after the last one it is given up.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 8 * 60, 24 * 60))
UNSUBSCRIBE_SALT = "games.notices.mails.unsubscribe"


def unsubscribe_token(user_id: int) -> str:
    return signing.dumps(user_id, salt=UNSUBSCRIBE_SALT)


def unsubscriber(token: str) -> int | None:
    """The person a link was made for; None where the link is not ours."""
    try:
        return int(signing.loads(token, salt=UNSUBSCRIBE_SALT))
    except signing.BadSignature:
        return None


class ServerAway(Exception):
    """The mail server takes nothing from us, from whomever: no notice is to blame."""


def send_due() -> int:
    """Send the notices that are due and still wanted; return how many were sent."""
    sent = 0
    server = mail.get_connection()
    for seat in _claimed(time.monotonic() + ROUND_SECONDS):
        try:
            if _is_wanted(seat):
                _deliver(_message(seat), server)
                sent += 1
        except ServerAway as error:
            logger.warning("no mail server, the notices wait: %s", error)
            _put_off(seat, WAITS[0])
            break
        except Exception as error:
            _failed(seat, error)
            _close(server)
            server = mail.get_connection()  # the old one may be in the middle of a sentence
        else:
            _settle(seat, notice_at=None, notice_tries=0)
    _close(server)
    return sent


def _claimed(until: float) -> Iterator[Seat]:
    """The seats whose notice is due, the oldest first, until that moment on the monotonic clock.

    A notice is put off before it is sent and struck out afterwards: a worker that dies in between
    leaves it to be sent later, and two workers never send the same one.
    """
    while time.monotonic() < until:
        now = timezone.now()
        with transaction.atomic():
            due = Seat.objects.filter(notice_at__lte=now).order_by("notice_at")
            if connection.features.has_select_for_update_skip_locked:
                due = due.select_for_update(skip_locked=True)
            found = due.values_list("pk", flat=True).first()
            if found is None:
                return
            Seat.objects.filter(pk=found).update(notice_at=now + CLAIM)
        yield Seat.objects.select_related("user", "table").get(pk=found)


def _settle(seat: Seat, **values: object) -> None:
    """Note what became of a notice, unless its wait is over and a new one has begun."""
    Seat.objects.filter(pk=seat.pk, waiting_since=seat.waiting_since).update(**values)


def _put_off(seat: Seat, wait: timedelta) -> None:
    _settle(seat, notice_at=timezone.now() + wait, notice_tries=seat.notice_tries)


def _failed(seat: Seat, error: Exception) -> None:
    """Try this notice again later; after many tries, give it up with a mark."""
    tries = seat.notice_tries
    if tries < len(WAITS):
        logger.warning("notice to seat %s not sent, tries so far %s: %s", seat.pk, tries + 1, error)
        seat.notice_tries += 1
        _put_off(seat, WAITS[tries])
    else:
        logger.error("notice to seat %s given up: %s", seat.pk, error, exc_info=error)
        _settle(seat, notice_at=None, notice_tries=0, notice_failed_at=timezone.now())


def _is_wanted(seat: Seat) -> bool:
    user = seat.user
    is_awaited = seat.waiting_since is not None and not seat.bot
    may_wake = seat.table.asleep_since is not None and seat.may_come_back
    is_told = _is_news(seat) and not seat.bot
    return (
        user is not None
        and user.is_active
        and user.mail_turn
        and bool(user.email)
        and seat.table.is_running
        and (is_awaited or may_wake or is_told)
        and not live.is_looking(seat.table_id, user.pk)
    )


def _is_news(seat: Seat) -> bool:
    """Whether nothing has happened here since the table was set back."""
    version = seat.table.set_back_version
    return version > 0 and (seat.waiting_since is None or seat.waiting_version == version)


def _message(seat: Seat) -> EmailMultiAlternatives:
    user, table = seat.user, seat.table
    assert user is not None
    site = settings.SITE_URL
    unsubscribe = site + reverse("games:unsubscribe", args=[unsubscribe_token(user.pk)])
    context = {
        "user": user,
        "seat": seat,
        "table": table,
        "game": presenter(table.game),
        "url": site + table.get_absolute_url(),
        "unsubscribe_url": unsubscribe,
    }
    about = "turn" if table.asleep_until is None else "asleep"
    if about == "turn" and _is_news(seat):
        about, context["set_back"] = "set_back", table.set_backs.select_related("by").first()
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(user.time_zone):
        subject = " ".join(render_to_string(f"games/mail/{about}_subject.txt", context).split())
        text = render_to_string(f"games/mail/{about}.txt", context)
    return EmailMultiAlternatives(
        subject,
        text,
        to=[user.email],
        headers={
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _deliver(message: EmailMultiAlternatives, server: BaseEmailBackend) -> None:
    """Hand a mail to the server.

    Raises:
        ServerAway: it cannot be reached, or does not let us in.
        OSError, SMTPException: it does not take this mail.
    """
    try:
        server.open()
    except (OSError, smtplib.SMTPException) as error:
        raise ServerAway(error) from error
    try:
        server.send_messages([message])
    except smtplib.SMTPSenderRefused as error:
        raise ServerAway(error) from error


def _close(server: BaseEmailBackend) -> None:
    with contextlib.suppress(OSError, smtplib.SMTPException):
        server.close()
