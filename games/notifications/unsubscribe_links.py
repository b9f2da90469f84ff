"""The links that stop one kind of notification by one channel, without signing in."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts.models import User

from .outbox.channels import EXTERNAL_CHANNELS, PERSONAL_CHANNELS
from .outbox.events import DIGEST, EVENTS, MAIL
from .outbox.notification_settings import setting_key

SALT = "games.notices.unsubscribe"


class UnsubscribeTarget(NamedTuple):
    """What a link stops: one person's notifications of one event by one channel."""

    user: int
    event: str
    channel: str


def unsubscribe_token(user: User, event: str, channel: str) -> str:
    return signing.Signer(salt=SALT).sign_object([user.pk, event, channel])


def unsubscribe_url(user: User, event: str, channel: str) -> str:
    """Return the absolute address of the link."""
    made = unsubscribe_token(user, event, channel)
    return settings.SITE_URL + reverse("games:unsubscribe", args=[made])


def read_token(given: str) -> UnsubscribeTarget | None:
    """Return what a link stops, or None if its signature, event or channel is not valid."""
    try:
        user, event, channel = signing.Signer(salt=SALT).unsign_object(given)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    is_way = channel in EXTERNAL_CHANNELS and channel in PERSONAL_CHANNELS
    known = (event in EVENTS and is_way) or (event, channel) == (DIGEST, MAIL)
    return UnsubscribeTarget(user, event, channel) if known else None


def unsubscribe(kind: UnsubscribeTarget) -> None:
    """Switch this kind of notification off. A second call changes nothing."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).filter(pk=kind.user).first()
        if user is None:
            return
        chosen = user.notification_settings
        chosen.notification_overrides[setting_key(kind.event, kind.channel)] = False
        if kind.event == DIGEST:
            chosen.has_daily_digest = False
        chosen.save(update_fields=["notification_overrides", "has_daily_digest"])
