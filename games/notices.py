"""E-mail "it is your turn": one for each waiting period, none while the person is looking."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from . import live
from .models import Seat

logger = logging.getLogger(__name__)
CLAIM = timedelta(minutes=5)
BATCH = 100
UNSUBSCRIBE_SALT = "games.notices.unsubscribe"


def unsubscribe_token(user_id: int) -> str:
    return signing.dumps(user_id, salt=UNSUBSCRIBE_SALT)


def unsubscriber(token: str) -> int | None:
    """The person a link was made for; None where the link is not ours."""
    try:
        return int(signing.loads(token, salt=UNSUBSCRIBE_SALT))
    except signing.BadSignature:
        return None


def send_due() -> int:
    """Send the notices that are due and still wanted; return how many were sent.

    A notice is put off before it is sent and struck out afterwards: a worker that dies in between
    leaves it to be sent later, and two workers never send the same one.
    """
    now = timezone.now()
    with transaction.atomic():
        due = Seat.objects.filter(notice_at__lte=now).order_by("notice_at")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        claimed = list(due.values_list("pk", flat=True)[:BATCH])
        Seat.objects.filter(pk__in=claimed).update(notice_at=now + CLAIM)
    sent = 0
    for seat in Seat.objects.filter(pk__in=claimed).select_related("user", "table"):
        if _is_wanted(seat):
            _send(seat)
            sent += 1
        Seat.objects.filter(pk=seat.pk, waiting_since=seat.waiting_since).update(notice_at=None)
    return sent


def _is_wanted(seat: Seat) -> bool:
    user = seat.user
    return (
        user is not None
        and user.is_active
        and user.mail_turn
        and bool(user.email)
        and not seat.bot
        and seat.table.is_running
        and seat.waiting_since is not None
        and not live.is_looking(seat.table_id, user.pk)
    )


def _send(seat: Seat) -> None:
    user, table = seat.user, seat.table
    assert user is not None
    site = settings.SITE_URL
    unsubscribe = site + reverse("games:unsubscribe", args=[unsubscribe_token(user.pk)])
    context = {
        "user": user,
        "seat": seat,
        "game": table.rules_game,
        "url": site + table.get_absolute_url(),
        "unsubscribe_url": unsubscribe,
    }
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(user.time_zone):
        subject = render_to_string("games/mail/turn_subject.txt", context).strip()
        text = render_to_string("games/mail/turn.txt", context)
    mail = EmailMultiAlternatives(
        subject,
        text,
        to=[user.email],
        headers={
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    mail.send()
