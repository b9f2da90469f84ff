"""Decide about a notification that is due: send it now, later, in the digest, or never."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..models import Club, Invitation, Notification, Proposal, Seat
from ..table.realtime import publish
from .outbox import notification_settings, turns
from .outbox.channels import EXTERNAL_CHANNELS, PERSONAL_CHANNELS, SHARED_CHANNELS
from .outbox.events import CLUB_WEBHOOK, DIGEST, EVENTS, TURN_EVENTS

PRESENCE_DELAY = timedelta(minutes=3)  # after the event, if the table's page is open
ACTIVITY_DELAY = timedelta(minutes=10)  # after the last key, pointer or touch on that page
LATE_MARGIN = timedelta(hours=1)  # with less time after quiet hours, send during them


class DropReason(models.TextChoices):
    """Why a notification was not sent, or not yet."""

    QUIET = "quiet", _("until your quiet hours end")
    MOVED = "moved", _("you had already moved")
    OVERTAKEN = "overtaken", _("the turn was already over")
    SEEN = "looking", _("you were looking at the table")
    PRESENT = "present", _("you were at the table a moment ago")
    PAST = "past", _("it no longer applied")
    UNWANTED = "unwanted", _("you have switched it off")
    CHANNEL_DISABLED = "stopped", _("the channel has stopped working")
    NOWHERE = "nowhere", _("there is nowhere to send it")
    LIMIT = "limit", _("you had reached your daily limit")
    SENDING = "telling", _("it is being sent")
    GATHERED = "gathered", _("included in the digest")
    EMPTY = "empty", _("there was nothing to report")


def outcome_text(notification: Notification) -> str:
    """Return what became of a notification, in words, and why it was not sent."""
    known = notification.reason in DropReason.values
    reason = str(DropReason(notification.reason).label) if known else notification.reason
    state = str(Notification.State(notification.state).label)
    return f"{state}: {reason}" if reason else state


class DecisionInput(NamedTuple):
    """The current time, and whether the channel reaches the person at all."""

    at: datetime
    is_reachable: bool


class DeliveryDecision(NamedTuple):
    """What to do with a notification.

    Attributes:
        state: the state that it gets.
        reason: why it is not sent, a `DropReason`.
        send_at: when to decide again, if not now.
        is_late: whether it goes out in quiet hours, because it would be too late after them.
    """

    state: Notification.State
    reason: str = ""
    send_at: datetime | None = None
    is_late: bool = False


def filter_within_daily_limit(
    notifications: Sequence[Notification], now: datetime
) -> list[Notification]:
    """Return those of these notifications that may go out today, and count them from now on.

    One event by two channels counts once. The last place of a day belongs to the digest. The users'
    rows are locked, so that two workers never both take the last place.
    """
    people = {notification.user_id: notification.user for notification in notifications}
    begins = {pk: notification_settings.day_start(user, now) for pk, user in people.items()}
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
        list(locked.values_list("pk"))  # waits until they are locked
        sent: dict[int, set[str]] = {pk: set() for pk in people}
        for user, period, settled_at in _sent_since(min(begins.values()), notifications, now):
            if settled_at is None or settled_at >= begins[user]:
                sent[user].add(period)
        within = []
        for notification in notifications:
            periods, reserved = sent[notification.user_id], 0 if notification.event == DIGEST else 1
            if notification.dedup_key in periods or len(periods) + reserved < _daily_limit(
                notification.user
            ):
                periods.add(notification.dedup_key)
                within.append(notification)
        counted = Notification.objects.filter(pk__in=[notification.pk for notification in within])
        counted.update(reason=DropReason.SENDING)
    return within


def _daily_limit(user: User) -> int:
    return user.notification_settings.max_notifications_per_day


def _sent_since(
    begin: datetime, notifications: Sequence[Notification], now: datetime
) -> Iterable[tuple[int, str, datetime | None]]:
    """Return user, period and time of what was sent since then; no time while it is being sent."""
    channels = [channel for channel in EXTERNAL_CHANNELS if channel in PERSONAL_CHANNELS]
    people = {notification.user_id for notification in notifications}
    theirs = Notification.objects.filter(user__in=people, channel__in=channels)
    theirs = theirs.exclude(pk__in=[notification.pk for notification in notifications])
    sent = theirs.filter(state=Notification.State.SENT, settled_at__gte=begin)
    sent = sent.exclude(reason=DropReason.GATHERED)
    sending = theirs.filter(
        state=Notification.State.WAITING, reason=DropReason.SENDING, send_at__gt=now
    )
    return (sent | sending).order_by().values_list("user", "dedup_key", "settled_at")


def decide_delivery(notification: Notification, now: DecisionInput) -> DeliveryDecision:
    """Decide about a due notification, without the daily limit (`filter_within_daily_limit`)."""
    user = notification.user
    if notification.channel == CLUB_WEBHOOK:
        return _decide_club_webhook(notification)
    if notification.channel in SHARED_CHANNELS:
        return _decide_table_webhook(notification)
    for reason, is_so in DROP_CONDITIONS.items():
        if is_so(notification, now):
            return DeliveryDecision(Notification.State.DROPPED, reason)
    seat = _own_seat(notification)
    if notification.event == "reminder" and seat is not None:
        moment = turns.clock_runs_from(seat, now.at)
        moment = max(moment, turns.reminder_moment(seat, notification.data) or moment)
        if moment > now.at:
            return DeliveryDecision(Notification.State.WAITING, send_at=moment)
    if (until := _presence_until(notification, now)) is not None:
        return DeliveryDecision(Notification.State.WAITING, DropReason.PRESENT, send_at=until)
    end = notification_settings.quiet_hours_end(user, now.at)
    is_late = end is not None and _is_too_late(notification, seat, end)
    if end is not None and not is_late:
        return DeliveryDecision(Notification.State.WAITING, DropReason.QUIET, send_at=end)
    return DeliveryDecision(Notification.State.SENT, is_late=is_late)


def over_limit_decision(notification: Notification) -> DeliveryDecision:
    """Decide about a notification over the daily limit: it goes into the digest."""
    is_digest = notification.event == DIGEST
    return DeliveryDecision(
        Notification.State.DROPPED if is_digest else Notification.State.DIGEST, DropReason.LIMIT
    )


def _decide_table_webhook(notification: Notification) -> DeliveryDecision:
    """Decide whether an event for a table's webhook still applies."""
    table = notification.table
    if table is None or not (table.has_webhook and notification.user.is_active):
        return DeliveryDecision(Notification.State.DROPPED, DropReason.NOWHERE)
    if notification.event == "turn" and not awaited_seats(notification):
        return DeliveryDecision(Notification.State.DROPPED, DropReason.OVERTAKEN)
    if (notification.event == "over") != table.is_over:
        return DeliveryDecision(Notification.State.DROPPED, DropReason.PAST)
    return DeliveryDecision(Notification.State.SENT)


def _decide_club_webhook(notification: Notification) -> DeliveryDecision:
    """Decide whether an event for a club's webhook still applies."""
    club = Club.objects.filter(key=notification.data["circle"], has_webhook=True)
    if not club.exists():
        return DeliveryDecision(Notification.State.DROPPED, DropReason.NOWHERE)
    table = notification.table
    is_past = {
        "opened": lambda: table is None or table.status == table.Status.CLOSED,
        "over": lambda: table is None or not table.is_over,
        "joined": lambda: False,
        "contest": lambda: False,
    }
    if is_past[notification.event]():
        return DeliveryDecision(Notification.State.DROPPED, DropReason.PAST)
    return DeliveryDecision(Notification.State.SENT)


def awaited_seats(notification: Notification) -> list[Seat]:
    """Return the people's seats that must move now; empty if a later notification reports them."""
    later = Notification.objects.filter(
        table=notification.table_id,
        channel=notification.channel,
        event="turn",
        pk__gt=notification.pk,
    )
    waiting = [
        seat
        for seat in notification.seats
        if seat.table.is_running and seat.waiting_since is not None and seat.is_played_by_person
    ]
    return waiting if waiting and not later.exists() else []


def _own_seat(notification: Notification) -> Seat | None:
    mine = (seat for seat in notification.seats if seat.user_id == notification.user_id)
    return next(mine, None)


def _is_too_late(notification: Notification, seat: Seat | None, end: datetime) -> bool:
    """Whether less than `LATE_MARGIN` is left at the end of quiet hours.

    A repeated reminder is never urgent: another one comes before the time is over.
    """
    urgent = notification.event in EVENTS and EVENTS[notification.event].is_urgent
    urgent = urgent and notification.data.get("kind") != turns.AGAIN
    if notification.event == "date":
        until = None if notification.table is None else notification.table.starts_at
    else:
        until = None if seat is None else seat.due_at
    return urgent and until is not None and until < end + LATE_MARGIN


def _is_unwanted(notification: Notification, now: DecisionInput) -> bool:
    user = notification.user
    reaches = notification_settings.can_receive(user, notification.event)
    if notification.event == "reminder" and turns.is_switched_off(user, notification.data):
        return True
    return not (
        reaches and notification_settings.is_enabled(user, notification.event, notification.channel)
    )


def _has_moved(notification: Notification, now: DecisionInput) -> bool:
    if notification.event not in TURN_EVENTS:
        return False
    seat = _own_seat(notification)
    return seat is None or not is_waited_for(notification, seat)


def is_waited_for(notification: Notification, seat: Seat) -> bool:
    """Whether the seat still waits as it did when the notification was written."""
    is_same = (
        seat.waiting_since is not None and seat.waiting_version == notification.data["version"]
    )
    return is_same and seat.table.is_running and not seat.bot


def _is_past(notification: Notification, now: DecisionInput) -> bool:
    seat = _own_seat(notification)
    if notification.event == "asleep":
        return seat is None or not (seat.table.asleep_until and seat.may_come_back)
    if notification.event == "replaced":
        return seat is None or not (seat.table.is_running and seat.may_come_back)
    if notification.event == "set_back":
        return seat is None or not _is_news(notification, seat)
    if notification.event == "invited":
        return not Invitation.objects.pending().filter(pk=notification.data["invitation"]).exists()
    if notification.event in ("full", "enough", "matched"):
        return (
            notification.table is None
            or notification.table.status != notification.table.Status.OPEN
        )
    if notification.event == "date":
        return not _is_current_date(notification, seat)
    if notification.event == "proposal":
        return not _is_asked(notification)
    return False


def _is_asked(notification: Notification) -> bool:
    """Whether the person has not answered the proposal, and it is still open."""
    found = Proposal.objects.filter(table=notification.table, outcome=Proposal.Outcome.OPEN)
    return found.exclude(votes__user=notification.user_id).exists()


def _is_current_date(notification: Notification, seat: Seat | None) -> bool:
    """Whether the table still waits for that start date, with this person seated or invited."""
    table = notification.table
    if table is None or table.status != table.Status.OPEN or table.starts_at is None:
        return False
    asked = Invitation.objects.pending().filter(table=table, user=notification.user_id)
    return (
        seat is not None or asked.exists()
    ) and table.starts_at.isoformat() == notification.data["at"]


def _is_news(notification: Notification, seat: Seat) -> bool:
    """Whether the person has neither moved nor had a new turn since the rollback."""
    is_asked = seat.waiting_since is not None
    is_asked_since = is_asked and seat.waiting_version > seat.table.set_back_version
    has_moved = seat.seen_move > notification.data["to"]
    return seat.table.is_running and not (seat.bot or is_asked_since or has_moved)


def _is_empty(notification: Notification, now: DecisionInput) -> bool:
    """Whether a digest has no waiting table and no postponed notification."""
    user = notification.user
    if notification.event != DIGEST:
        return False
    held = user.notifications.filter(state=Notification.State.DIGEST).exclude(event=DIGEST)
    waits = user.notification_settings.has_daily_digest and Seat.objects.to_move(user).exists()
    return not (waits or held.exists())


def _has_seen(notification: Notification, now: DecisionInput) -> bool:
    """Whether the person has used the table's page since the event, which asks nothing of them."""
    return notification.event not in TURN_EVENTS and _last_used_since(notification) is not None


def _last_used_since(notification: Notification) -> datetime | None:
    """When the person last used the table's page, if that was after the event."""
    if notification.table_id is None:
        return None
    moment = publish.last_activity(notification.table_id, notification.user_id)
    return moment if moment is not None and moment > _happened_at(notification) else None


def _happened_at(notification: Notification) -> datetime:
    """When the event happened; for a reminder, when it was due."""
    seat = _own_seat(notification) if notification.event == "reminder" else None
    moment = None if seat is None else turns.reminder_moment(seat, notification.data)
    return moment or notification.created_at


def _presence_until(notification: Notification, now: DecisionInput) -> datetime | None:
    """Return until when a notification waits because its table's page is used or open.

    An open page may have no reader. Using the page is no answer: if the table still waits for the
    person then, the notification is sent.
    """
    until = None
    if (used := _last_used_since(notification)) is not None:
        until = used + ACTIVITY_DELAY
    elif notification.table_id is not None and publish.is_looking(
        notification.table_id, notification.user_id
    ):
        until = _happened_at(notification) + PRESENCE_DELAY
    return until if until is not None and until > now.at else None


DROP_CONDITIONS: dict[DropReason, Callable[[Notification, DecisionInput], bool]] = {
    DropReason.CHANNEL_DISABLED: lambda notification, now: (
        notification.channel in notification.user.notification_settings.disabled_channels
    ),
    DropReason.UNWANTED: _is_unwanted,
    DropReason.NOWHERE: lambda notification, now: not now.is_reachable,
    DropReason.MOVED: _has_moved,
    DropReason.PAST: _is_past,
    DropReason.SEEN: _has_seen,
    DropReason.EMPTY: _is_empty,
}
