"""The links that stop one kind of notice by one channel, without signing in."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.models import User

from .channels import OF_PEOPLE, OUTWARD
from .events import DIGEST, EVENTS, MAIL
from .notification_settings import cell

SALT = "games.notices.unsubscribe"


class Kind(NamedTuple):
    """What a link stops: one person's notices of one event by one channel."""

    user: int
    event: str
    channel: str


def token(user: User, event: str, channel: str) -> str:
    return signing.Signer(salt=SALT).sign_object([user.pk, event, channel])


def address(user: User, event: str, channel: str) -> str:
    """The link's absolute address."""
    made = token(user, event, channel)
    return settings.SITE_URL + reverse("games:unsubscribe", args=[made])


def read(given: str) -> Kind | None:
    """What a link was made for; None where it is not ours."""
    try:
        user, event, channel = signing.Signer(salt=SALT).unsign_object(given)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    is_way = channel in OUTWARD and channel in OF_PEOPLE
    known = (event in EVENTS and is_way) or (event, channel) == (DIGEST, MAIL)
    return Kind(user, event, channel) if known else None


def stop(kind: Kind) -> None:
    """No more of this kind; asked twice, it is the same."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).filter(pk=kind.user).first()
        if user is None:
            return
        user.told[cell(kind.event, kind.channel)] = False
        if kind.event == DIGEST:
            user.digest_daily = False
        user.save(update_fields=["told", "digest_daily"])
