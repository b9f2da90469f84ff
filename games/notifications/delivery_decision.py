"""Decide about a notification that is due: send it now, later, in the digest, or never."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..models import Club, Invitation, Notification, Seat
from ..table.realtime import publish
from .outbox import notification_settings, writer
from .outbox.channels import EXTERNAL_CHANNELS, PERSONAL_CHANNELS, SHARED_CHANNELS
from .outbox.events import CLUB_WEBHOOK, DIGEST, EVENTS

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


def outcome_text(notice: Notification) -> str:
    """Return what became of a notification, in words, and why it was not sent."""
    known = notice.reason in DropReason.values
    reason = str(DropReason(notice.reason).label) if known else notice.reason
    told = str(Notification.State(notice.state).label)
    return f"{told}: {reason}" if reason else told


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


def filter_within_daily_limit(notices: Sequence[Notification], now: datetime) -> list[Notification]:
    """Return those of these notifications that may go out today, and count them from now on.

    One event by two channels counts once. The last place of a day belongs to the digest. The users'
    rows are locked, so that two workers never both take the last place.
    """
    people = {notice.user_id: notice.user for notice in notices}
    begins = {pk: notification_settings.day_start(user, now) for pk, user in people.items()}
    with transaction.atomic():
        held = User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
        most = dict(held.values_list("pk", "max_notifications_per_day"))
        told: dict[int, set[str]] = {pk: set() for pk in people}
        for user, period, settled_at in _sent_since(min(begins.values()), notices, now):
            if settled_at is None or settled_at >= begins[user]:
                told[user].add(period)
        within = []
        for notice in notices:
            periods, kept = told[notice.user_id], 0 if notice.event == DIGEST else 1
            if notice.dedup_key in periods or len(periods) + kept < most[notice.user_id]:
                periods.add(notice.dedup_key)
                within.append(notice)
        counted = Notification.objects.filter(pk__in=[notice.pk for notice in within])
        counted.update(reason=DropReason.SENDING)
    return within


def _sent_since(
    begin: datetime, notices: Sequence[Notification], now: datetime
) -> Iterable[tuple[int, str, datetime | None]]:
    """Return user, period and time of what was sent since then; no time while it is being sent."""
    ways = [channel for channel in EXTERNAL_CHANNELS if channel in PERSONAL_CHANNELS]
    people = {notice.user_id for notice in notices}
    theirs = Notification.objects.filter(user__in=people, channel__in=ways)
    theirs = theirs.exclude(pk__in=[notice.pk for notice in notices])
    told = theirs.filter(state=Notification.State.SENT, settled_at__gte=begin)
    told = told.exclude(reason=DropReason.GATHERED)
    telling = theirs.filter(
        state=Notification.State.WAITING, reason=DropReason.SENDING, send_at__gt=now
    )
    return (told | telling).order_by().values_list("user", "dedup_key", "settled_at")


def decide_delivery(notice: Notification, now: DecisionInput) -> DeliveryDecision:
    """Decide about a due notification, without the daily limit (`filter_within_daily_limit`)."""
    user = notice.user
    if notice.channel == CLUB_WEBHOOK:
        return _decide_club_webhook(notice)
    if notice.channel in SHARED_CHANNELS:
        return _decide_table_webhook(notice)
    for reason, is_so in DROP_CONDITIONS.items():
        if is_so(notice, now):
            return DeliveryDecision(Notification.State.DROPPED, reason)
    seat = _own_seat(notice)
    if notice.event == "reminder" and seat is not None:
        moment = writer.reminder_due_at(seat)
        if moment is not None and moment > now.at:
            return DeliveryDecision(Notification.State.WAITING, send_at=moment)
    if (until := _presence_until(notice, now)) is not None:
        return DeliveryDecision(Notification.State.WAITING, DropReason.PRESENT, send_at=until)
    end = notification_settings.quiet_hours_end(user, now.at)
    is_late = end is not None and _is_too_late(notice, seat, end)
    if end is not None and not is_late:
        return DeliveryDecision(Notification.State.WAITING, DropReason.QUIET, send_at=end)
    return DeliveryDecision(Notification.State.SENT, is_late=is_late)


def over_limit_decision(notice: Notification) -> DeliveryDecision:
    """Decide about a notification over the daily limit: it goes into the digest."""
    is_digest = notice.event == DIGEST
    return DeliveryDecision(
        Notification.State.DROPPED if is_digest else Notification.State.DIGEST, DropReason.LIMIT
    )


def _decide_table_webhook(notice: Notification) -> DeliveryDecision:
    """Decide whether an event for a table's webhook still applies."""
    table = notice.table
    if table is None or not (table.has_webhook and notice.user.is_active):
        return DeliveryDecision(Notification.State.DROPPED, DropReason.NOWHERE)
    if notice.event == "turn" and not awaited_seats(notice):
        return DeliveryDecision(Notification.State.DROPPED, DropReason.OVERTAKEN)
    if (notice.event == "over") != table.is_over:
        return DeliveryDecision(Notification.State.DROPPED, DropReason.PAST)
    return DeliveryDecision(Notification.State.SENT)


def _decide_club_webhook(notice: Notification) -> DeliveryDecision:
    """Decide whether an event for a club's webhook still applies."""
    circle = Club.objects.filter(key=notice.data["circle"], has_webhook=True)
    if not circle.exists():
        return DeliveryDecision(Notification.State.DROPPED, DropReason.NOWHERE)
    table = notice.table
    is_past = {
        "opened": lambda: table is None or table.status == table.Status.CLOSED,
        "over": lambda: table is None or not table.is_over,
        "joined": lambda: False,
        "contest": lambda: False,
    }
    if is_past[notice.event]():
        return DeliveryDecision(Notification.State.DROPPED, DropReason.PAST)
    return DeliveryDecision(Notification.State.SENT)


def awaited_seats(notice: Notification) -> list[Seat]:
    """Return the people's seats that must move now; empty if a later notification reports them."""
    later = Notification.objects.filter(
        table=notice.table_id, channel=notice.channel, event="turn", pk__gt=notice.pk
    )
    waiting = [
        seat
        for seat in notice.seats
        if seat.table.is_running and seat.waiting_since is not None and seat.is_played_by_person
    ]
    return waiting if waiting and not later.exists() else []


def _own_seat(notice: Notification) -> Seat | None:
    mine = (seat for seat in notice.seats if seat.user_id == notice.user_id)
    return next(mine, None)


def _is_too_late(notice: Notification, seat: Seat | None, end: datetime) -> bool:
    """Whether less than `LATE_MARGIN` is left at the end of quiet hours."""
    urgent = notice.event in EVENTS and EVENTS[notice.event].is_urgent
    if notice.event == "date":
        until = None if notice.table is None else notice.table.starts_at
    else:
        until = None if seat is None else seat.due_at
    return urgent and until is not None and until < end + LATE_MARGIN


def _is_unwanted(notice: Notification, now: DecisionInput) -> bool:
    user = notice.user
    reaches = notification_settings.can_receive(user, notice.event)
    return not (reaches and notification_settings.is_enabled(user, notice.event, notice.channel))


def _has_moved(notice: Notification, now: DecisionInput) -> bool:
    if notice.event not in writer.TURN_EVENTS:
        return False
    seat = _own_seat(notice)
    return seat is None or not is_waited_for(notice, seat)


def is_waited_for(notice: Notification, seat: Seat) -> bool:
    """Whether the seat still waits as it did when the notification was written."""
    is_same = seat.waiting_since is not None and seat.waiting_version == notice.data["version"]
    return is_same and seat.table.is_running and not seat.bot


def _is_past(notice: Notification, now: DecisionInput) -> bool:
    seat = _own_seat(notice)
    if notice.event == "asleep":
        return seat is None or not (seat.table.asleep_until and seat.may_come_back)
    if notice.event == "replaced":
        return seat is None or not (seat.table.is_running and seat.may_come_back)
    if notice.event == "set_back":
        return seat is None or not _is_news(notice, seat)
    if notice.event == "invited":
        return not Invitation.objects.pending().filter(pk=notice.data["invitation"]).exists()
    if notice.event in ("full", "enough", "matched"):
        return notice.table is None or notice.table.status != notice.table.Status.OPEN
    if notice.event == "date":
        return not _is_current_date(notice, seat)
    if notice.event == "call_off":
        return notice.table is None or not notice.table.is_running
    return False


def _is_current_date(notice: Notification, seat: Seat | None) -> bool:
    """Whether the table still waits for that start date, with this person seated or invited."""
    table = notice.table
    if table is None or table.status != table.Status.OPEN or table.starts_at is None:
        return False
    asked = Invitation.objects.pending().filter(table=table, user=notice.user_id)
    return (seat is not None or asked.exists()) and table.starts_at.isoformat() == notice.data["at"]


def _is_news(notice: Notification, seat: Seat) -> bool:
    """Whether the person has neither moved nor had a new turn since the rollback."""
    is_asked = seat.waiting_since is not None
    is_asked_since = is_asked and seat.waiting_version > seat.table.set_back_version
    has_moved = seat.seen_move > notice.data["to"]
    return seat.table.is_running and not (seat.bot or is_asked_since or has_moved)


def _is_empty(notice: Notification, now: DecisionInput) -> bool:
    """Whether a digest has no waiting table and no postponed notification."""
    user = notice.user
    if notice.event != DIGEST:
        return False
    held = user.notifications.filter(state=Notification.State.DIGEST).exclude(event=DIGEST)
    waits = user.has_daily_digest and Seat.objects.to_move(user).exists()
    return not (waits or held.exists())


def _has_seen(notice: Notification, now: DecisionInput) -> bool:
    """Whether the person has used the table's page since the event, which asks nothing of them."""
    return notice.event not in writer.TURN_EVENTS and _last_used_since(notice) is not None


def _last_used_since(notice: Notification) -> datetime | None:
    """When the person last used the table's page, if that was after the event."""
    if notice.table_id is None:
        return None
    moment = publish.last_activity(notice.table_id, notice.user_id)
    return moment if moment is not None and moment > _happened_at(notice) else None


def _happened_at(notice: Notification) -> datetime:
    """When the event happened; for a reminder, when that part of the time was over."""
    seat = _own_seat(notice) if notice.event == "reminder" else None
    moment = None if seat is None else writer.reminder_due_at(seat)
    return moment or notice.created_at


def _presence_until(notice: Notification, now: DecisionInput) -> datetime | None:
    """Return until when a notification waits because its table's page is used or open.

    An open page may have no reader. Using the page is no answer: if the table still waits for the
    person then, the notification is sent.
    """
    until = None
    if (used := _last_used_since(notice)) is not None:
        until = used + ACTIVITY_DELAY
    elif notice.table_id is not None and publish.is_looking(notice.table_id, notice.user_id):
        until = _happened_at(notice) + PRESENCE_DELAY
    return until if until is not None and until > now.at else None


DROP_CONDITIONS: dict[DropReason, Callable[[Notification, DecisionInput], bool]] = {
    DropReason.CHANNEL_DISABLED: lambda notice, now: (
        notice.channel in notice.user.disabled_channels
    ),
    DropReason.UNWANTED: _is_unwanted,
    DropReason.NOWHERE: lambda notice, now: not now.is_reachable,
    DropReason.MOVED: _has_moved,
    DropReason.PAST: _is_past,
    DropReason.SEEN: _has_seen,
    DropReason.EMPTY: _is_empty,
}
