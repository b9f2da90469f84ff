"""Send notifications: claim those that are due, check them again, send them and settle each one.

Each notification is postponed before it is sent and settled right after. If a worker dies in
between, one notification is sent twice, and no other. While a channel accepts nothing, its round
ends, and no notification counts a try.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from types import ModuleType

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from portal import background, repository
from portal.user_text import isolate

from ..models import Notification, Seat, Table
from ..table import dispatch
from ..table.realtime import publish
from . import club_content, content, digests, ended_turns, table_content
from .backends import ChannelUnavailableError, DeliveryError, NotificationContent
from .context import NotificationContext
from .delivery_decision import (
    DecisionInput,
    DeliveryDecision,
    DropReason,
    decide_delivery,
    filter_within_daily_limit,
    is_waited_for,
    over_limit_decision,
)
from .outbox import turns, writer
from .outbox.channels import (
    CHANNELS,
    EXTERNAL_CHANNELS,
    PERSONAL_CHANNELS,
)
from .outbox.events import BELL, CLUB_WEBHOOK, DIGEST, PUSH, TABLE_WEBHOOK, TURN_EVENTS

logger = logging.getLogger(__name__)
BATCH_SIZE = 50
CLAIM_DURATION = timedelta(minutes=10)  # longer than a batch takes, even if something hangs
MIN_DELAY = timedelta(seconds=30)  # of a notification that is postponed
ROUND_SECONDS = 30  # for one channel; the task that runs a round has two minutes
# How long a notification waits after each failed try; after the last one it has failed for good.
RETRY_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 8 * 60, 24 * 60))
KEPT = timedelta(days=30)
SETTLED_FIELDS = ("state", "reason", "send_at", "settled_at")
CLOCK_FIELDS = ("bot", "bank", "waiting_since", "waiting_version", "due_at", "pauses")
CLEAR_BATCH_SIZE = 5000


def send_due() -> int:
    """Send the notifications that are due and still wanted; return how many were sent."""
    sent = sum(_send_through(channel) for channel in EXTERNAL_CHANNELS)
    for channel in (BELL, DIGEST):
        _show_due(channel)
    ended_turns.close_on_devices()
    return sent


def _send_through(channel: str) -> int:
    """Run a round of one channel: each notification that was due at its beginning, at most once.

    A postponed notification is due after the beginning of the round, so it does not come again.
    """
    module, began = CHANNELS[channel].load(), timezone.now()
    until = time.monotonic() + ROUND_SECONDS * CHANNELS[channel].share
    sent = 0
    try:
        while time.monotonic() < until and (batch := _claim_batch(channel, began)):
            places = _within_daily_limit(module, batch)
            for place, notification in enumerate(batch):
                if time.monotonic() >= until:
                    _release_claim(batch[place:], timedelta())
                    break
                try:
                    sent += _deliver(module, notification, is_within=places.get(notification.pk))
                except ChannelUnavailableError as away:
                    logger.warning("no %s now, notifications wait: %s", channel, away)
                    _release_claim(batch[place:], RETRY_DELAYS[0])
                    return sent
    finally:
        if hasattr(module, "finish_round"):
            module.finish_round()
    return sent


def _claim_batch(channel: str, began: datetime) -> list[Notification]:
    """Return the oldest due notifications, postponed for as long as a worker may take."""
    now = timezone.now()
    due = Notification.objects.filter(
        channel=channel, state=Notification.State.WAITING, send_at__lte=began
    )
    if not due.exists():
        return []  # without a transaction, which could make others wait
    with transaction.atomic():
        due = due.order_by("send_at")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = list(due.values_list("pk", flat=True)[:BATCH_SIZE])
        Notification.objects.filter(pk__in=found).update(send_at=now + CLAIM_DURATION)
    claimed = Notification.objects.filter(pk__in=found).select_related(
        "user__availability", "user__notification_settings", "table"
    )
    return _attach_seats(list(claimed.order_by("pk")))


def _attach_seats(notifications: list[Notification]) -> list[Notification]:
    """Return the notifications, with the seats of their tables in `seats`."""
    tables = {
        notification.table_id: notification.table
        for notification in notifications
        if notification.table is not None
    }
    seats: dict[int, list[Seat]] = {}
    sitting = (
        Seat.objects.filter(table__in=tables)
        .select_related("user__notification_settings")
        .order_by("number")
    )
    for seat in sitting:
        table = tables[seat.table_id]
        seat.table = table
        seats.setdefault(seat.table_id, []).append(seat)
    for notification in notifications:
        notification.seats = seats.get(notification.table_id or 0, [])
    return notifications


def _release_claim(notifications: Iterable[Notification], wait: timedelta) -> None:
    claimed = Notification.objects.filter(
        pk__in=[notification.pk for notification in notifications]
    )
    claimed.filter(state=Notification.State.WAITING).update(send_at=timezone.now() + wait)


def _within_daily_limit(module: ModuleType, batch: Sequence[Notification]) -> dict[int, bool]:
    """Return, by id, whether each notification that would be sent now is within the daily limit.

    The result is empty if one of them raises an error. Each is then decided, and fails, alone.
    """
    now = timezone.now()
    found = [notification for notification in batch if notification.channel in PERSONAL_CHANNELS]
    try:
        to_tell = [one for one in found if _should_send(_decide(module, one, now))]
        within = filter_within_daily_limit(to_tell, now) if to_tell else []
    except Exception:
        logger.exception("cannot load a batch of notifications together")
        return {}
    return {notification.pk: notification in within for notification in to_tell}


def _should_send(decided: DeliveryDecision) -> bool:
    return decided.state == Notification.State.SENT


def _decide(module: ModuleType, notification: Notification, now: datetime) -> DeliveryDecision:
    return decide_delivery(
        notification, DecisionInput(now, _is_reachable(module, notification.user))
    )


def _deliver(module: ModuleType, notification: Notification, *, is_within: bool | None) -> bool:
    """Send one notification or settle it otherwise; return whether it was sent.

    The decision is made again right before. `is_within` says whether it is within the daily limit;
    None if it was not to be sent when the batch was claimed.

    Raises:
        ChannelUnavailableError: the channel accepts nothing now.
    """
    try:
        now = timezone.now()
        decided = _decide(module, notification, now)
        if decided.send_at is not None:
            _postpone(notification, decided.send_at, decided.reason)
            return False
        if notification.event in TURN_EVENTS and not _is_waiting(notification):
            return False  # the turn has ended since it was claimed
        if _should_send(decided) and notification.channel in PERSONAL_CHANNELS:
            if is_within is None:
                is_within = bool(filter_within_daily_limit([notification], now))
            decided = decided if is_within else over_limit_decision(notification)
        if _should_send(decided):
            module.send(notification.user, _isolated_content(notification, is_late=decided.is_late))
        _settle(notification, decided.state, decided.reason)
    except ChannelUnavailableError:
        raise
    except Exception as error:
        _handle_failure(notification, error)
        return False
    return _should_send(decided)


def _show_due(channel: str) -> None:
    """Show due notifications in the bell, or collect them for the digest, if they still apply."""
    began, people = timezone.now(), dict[int, str]()
    while batch := _claim_batch(channel, began):
        for notification in batch:
            try:
                _show(notification)
            except Exception as error:
                _handle_failure(notification, error)
            people[notification.user_id] = ""
    publish.notify_users(people)


def _show(notification: Notification) -> None:
    decided = decide_delivery(notification, DecisionInput(timezone.now(), is_reachable=True))
    if decided.send_at is not None:
        _postpone(notification, decided.send_at, decided.reason)
    elif _is_waiting(notification):
        is_digest = _should_send(decided) and notification.channel == DIGEST
        _settle(
            notification, Notification.State.DIGEST if is_digest else decided.state, decided.reason
        )


def _postpone(notification: Notification, until: datetime, reason: str) -> None:
    _pending(notification).update(send_at=max(until, timezone.now() + MIN_DELAY), reason=reason)


def _is_waiting(notification: Notification) -> bool:
    return _pending(notification).exists()


def _pending(notification: Notification) -> QuerySet[Notification]:
    return Notification.objects.filter(pk=notification.pk, state=Notification.State.WAITING)


def _is_reachable(module: ModuleType, user: User) -> bool:
    return not hasattr(module, "is_reachable") or bool(module.is_reachable(user))


def _isolated_content(notification: Notification, *, is_late: bool) -> NotificationContent:
    """Return the text to send, with bidi isolation around the names in it."""
    composed = _compose(notification, is_late=is_late)
    return composed._replace(title=isolate(composed.title), text=isolate(composed.text))


def _compose(notification: Notification, *, is_late: bool) -> NotificationContent:
    if notification.event == DIGEST:
        return digests.compose(notification)
    if notification.channel == CLUB_WEBHOOK:
        return club_content.compose(notification)
    if notification.channel == TABLE_WEBHOOK:
        return table_content.compose(notification)
    return content.compose(NotificationContext(notification, notification.seats, is_late))


def _settle(notification: Notification, state: Notification.State, reason: str = "") -> None:
    """Store the outcome of a notification, with the reminder or the digest that follows from it."""
    now, user = timezone.now(), notification.user
    notification.state, notification.reason = state, reason[:200]
    notification.send_at, notification.settled_at = None, now
    is_digest = notification.event == DIGEST
    is_turn = notification.event in TURN_EVENTS and notification.channel in PERSONAL_CHANNELS
    if not (is_digest or is_turn or state == Notification.State.DIGEST):
        repository.update_rows([notification], SETTLED_FIELDS)
        return
    with transaction.atomic():
        if is_turn and _has_ended(notification):
            if state != Notification.State.SENT:
                return  # the change that ended the turn has settled it
            if notification.channel == PUSH:
                notification.send_at = now  # for the message that closes it again
        elif is_turn:
            writer.store_notifications(_next_reminders(notification, now))
        repository.update_rows([notification], SETTLED_FIELDS)
        if state == Notification.State.DIGEST or (
            is_digest
            and (
                reason == DropReason.LIMIT
                or (user.notification_settings.has_daily_digest and user.is_active)
            )
        ):
            writer.store_notifications([writer.build_digest(user, now)])
        if is_digest and state == Notification.State.SENT:
            digests.mark_sent(notification, now)


def _has_ended(notification: Notification) -> bool:
    """Whether the turn of a notification has ended since it was claimed.

    The table is locked first, as by the change that ends a turn, so that either sees the other.
    """
    table = Table.objects.select_for_update(no_key=True).filter(notification=notification.pk)
    list(table.values_list("pk"))
    rows = Notification.objects.filter(pk=notification.pk)
    return rows.filter(read_at__isnull=False).exists()


def _next_reminders(notification: Notification, now: datetime) -> list[Notification]:
    """Return the rows of the reminder that follows, if the person must still move."""
    for seat in notification.seats:
        if seat.user_id == notification.user_id:
            seat.refresh_from_db(fields=CLOCK_FIELDS)
            seat.user = notification.user
            if is_waited_for(notification, seat):
                return turns.build_reminders(seat, seat.table, now, notification.data)
    return []


def _handle_failure(notification: Notification, error: Exception) -> None:
    """Plan another try of this notification; after the last one, mark it as failed.

    If the address is of no use any more, the channel stops for this person.
    """
    reason = str(error) or type(error).__name__
    is_gone = isinstance(error, DeliveryError) and not error.again
    if is_gone or notification.attempts >= len(RETRY_DELAYS):
        logger.error(
            "gave up on notification %s: %s", notification.pk, reason, exc_info=not is_gone
        )
        _settle(notification, Notification.State.FAILED, reason)
        if is_gone:
            _disable_channel(notification, reason)
        return
    wait = error.wait if isinstance(error, DeliveryError) else None
    logger.warning(
        "notification %s not sent, attempts so far %s: %s",
        notification.pk,
        notification.attempts + 1,
        reason,
    )
    Notification.objects.filter(pk=notification.pk).update(
        attempts=notification.attempts + 1,
        send_at=timezone.now() + max(RETRY_DELAYS[notification.attempts], wait or timedelta()),
        reason=reason[:200],
    )


def _disable_channel(notification: Notification, reason: str) -> None:
    """Stop this channel for this person until they switch it on again."""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=notification.user_id)
        chosen = user.notification_settings
        chosen.disabled_channels[notification.channel] = reason[:200]
        chosen.save(update_fields=["disabled_channels"])


def retry_failed(found: QuerySet[Notification]) -> int:
    """Send failed notifications again, if they still apply; return how many."""
    now = timezone.now()
    anew = {"state": Notification.State.WAITING, "send_at": now, "settled_at": None, "attempts": 0}
    count = found.filter(state=Notification.State.FAILED).update(**anew, reason="")
    background.enqueue(dispatch.SEND_NOTIFICATIONS)
    return count


def clear_old() -> int:
    """Delete a batch of notifications older than `KEPT`; return how many rows were deleted."""
    old = Notification.objects.filter(created_at__lt=timezone.now() - KEPT).order_by("pk")
    found = old.exclude(state=Notification.State.WAITING).values_list("pk", flat=True)[
        :CLEAR_BATCH_SIZE
    ]
    return Notification.objects.filter(pk__in=list(found)).delete()[0]
