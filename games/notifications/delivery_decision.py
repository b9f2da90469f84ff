"""What becomes of a notice that is due: told now, later, with the digest, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User

from ..models import Circle, Invitation, Notice, Seat
from ..table.realtime import publish
from . import notification_settings, outbox
from .channels import OF_PEOPLE, OUTWARD, SHARED
from .events import CIRCLE_WEBHOOK, DIGEST, EVENTS

PRESENCE_DELAY = timedelta(minutes=3)  # after the event, for who may be in front of the page
USE_DELAY = timedelta(minutes=10)  # after the last key, pointer or touch there
TOO_LATE = timedelta(hours=1)  # time left after quiet hours, below which they are not waited for


class Reason(models.TextChoices):
    """Why a notice was not told, or not yet."""

    QUIET = "quiet", _("your quiet hours end then")
    MOVED = "moved", _("you had moved already")
    OVERTAKEN = "overtaken", _("the turn was over by then")
    LOOKING = "looking", _("you were looking at the table")
    PRESENT = "present", _("you were at the table a moment ago")
    PAST = "past", _("it was no longer true")
    UNWANTED = "unwanted", _("you have switched it off")
    STOPPED = "stopped", _("the channel has stopped")
    NOWHERE = "nowhere", _("there is nowhere to send it")
    LIMIT = "limit", _("you had reached your limit for the day")
    TELLING = "telling", _("it is on its way")
    GATHERED = "gathered", _("told in the digest")
    EMPTY = "empty", _("there was nothing to tell")


def fate_text(notice: Notice) -> str:
    """What became of a notice, in words; why, where it was not told."""
    known = notice.reason in Reason.values
    reason = str(Reason(notice.reason).label) if known else notice.reason
    told = str(Notice.State(notice.state).label)
    return f"{told}: {reason}" if reason else told


class Now(NamedTuple):
    """The moment, and whether the channel reaches the person at all."""

    at: datetime
    reaches: bool


class Fate(NamedTuple):
    """`send_at`: only then; `is_late`: in quiet hours, as it would be too late after them."""

    state: Notice.State
    reason: str = ""
    send_at: datetime | None = None
    is_late: bool = False


def within_limit(notices: Sequence[Notice], now: datetime) -> list[Notice]:
    """Those of these notices that may go out today; they count from now on, while they are told.

    What comes by two channels is one, and the last one of a day is the digest's. The people's rows
    are held, so that two workers never take the last place both.
    """
    people = {notice.user_id: notice.user for notice in notices}
    begins = {pk: notification_settings.midnight(user, now) for pk, user in people.items()}
    with transaction.atomic():
        held = User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
        most = dict(held.values_list("pk", "notices_a_day"))
        told: dict[int, set[str]] = {pk: set() for pk in people}
        for user, period, settled_at in _told_since(min(begins.values()), notices, now):
            if settled_at is None or settled_at >= begins[user]:
                told[user].add(period)
        within = []
        for notice in notices:
            periods, kept = told[notice.user_id], 0 if notice.event == DIGEST else 1
            if notice.period in periods or len(periods) + kept < most[notice.user_id]:
                periods.add(notice.period)
                within.append(notice)
        counted = Notice.objects.filter(pk__in=[notice.pk for notice in within])
        counted.update(reason=Reason.TELLING)
    return within


def _told_since(
    begin: datetime, notices: Sequence[Notice], now: datetime
) -> Iterable[tuple[int, str, datetime | None]]:
    """Who was told what since then by which period, and when; None for what is being told."""
    ways = [channel for channel in OUTWARD if channel in OF_PEOPLE]
    people = {notice.user_id for notice in notices}
    theirs = Notice.objects.filter(user__in=people, channel__in=ways)
    theirs = theirs.exclude(pk__in=[notice.pk for notice in notices])
    told = theirs.filter(state=Notice.State.SENT, settled_at__gte=begin)
    told = told.exclude(reason=Reason.GATHERED)
    telling = theirs.filter(state=Notice.State.WAITING, reason=Reason.TELLING, send_at__gt=now)
    return (told | telling).order_by().values_list("user", "period", "settled_at")


def fate(notice: Notice, now: Now) -> Fate:
    """What becomes of a notice that is due, but for the limit of a day (`within_limit`)."""
    user = notice.user
    if notice.channel == CIRCLE_WEBHOOK:
        return _of_circle(notice)
    if notice.channel in SHARED:
        return _of_table(notice)
    for reason, is_so in OBSTACLES.items():
        if is_so(notice, now):
            return Fate(Notice.State.DROPPED, reason)
    seat = _seat(notice)
    if notice.event == "reminder" and seat is not None:
        moment = outbox.remind_at(seat)
        if moment is not None and moment > now.at:
            return Fate(Notice.State.WAITING, send_at=moment)
    if (until := _presence_until(notice, now)) is not None:
        return Fate(Notice.State.WAITING, Reason.PRESENT, send_at=until)
    end = notification_settings.quiet(user, now.at)
    is_late = end is not None and _too_late(notice, seat, end)
    if end is not None and not is_late:
        return Fate(Notice.State.WAITING, Reason.QUIET, send_at=end)
    return Fate(Notice.State.SENT, is_late=is_late)


def over_limit(notice: Notice) -> Fate:
    """What becomes of a notice that is one too many today."""
    is_digest = notice.event == DIGEST
    return Fate(Notice.State.DROPPED if is_digest else Notice.State.DIGEST, Reason.LIMIT)


def _of_table(notice: Notice) -> Fate:
    """Of what a table's webhook is told: whether it still is so."""
    table = notice.table
    if table is None or not (table.has_webhook and notice.user.is_active):
        return Fate(Notice.State.DROPPED, Reason.NOWHERE)
    if notice.event == "turn" and not awaited(notice):
        return Fate(Notice.State.DROPPED, Reason.OVERTAKEN)
    if (notice.event == "over") != table.is_over:
        return Fate(Notice.State.DROPPED, Reason.PAST)
    return Fate(Notice.State.SENT)


def _of_circle(notice: Notice) -> Fate:
    """The same of what a circle's webhook is told."""
    circle = Circle.objects.filter(key=notice.data["circle"], has_webhook=True)
    if not circle.exists():
        return Fate(Notice.State.DROPPED, Reason.NOWHERE)
    table = notice.table
    is_past = {
        "opened": lambda: table is None or table.status == table.Status.CLOSED,
        "over": lambda: table is None or not table.is_over,
        "joined": lambda: False,
        "contest": lambda: False,
    }
    if is_past[notice.event]():
        return Fate(Notice.State.DROPPED, Reason.PAST)
    return Fate(Notice.State.SENT)


def awaited(notice: Notice) -> list[Seat]:
    """The people's seats that a table waits for now; none where a later notice says so."""
    later = Notice.objects.filter(
        table=notice.table_id, channel=notice.channel, event="turn", pk__gt=notice.pk
    )
    waiting = [
        seat
        for seat in notice.seats
        if seat.table.is_running and seat.waiting_since is not None and seat.is_played_by_person
    ]
    return waiting if waiting and not later.exists() else []


def _seat(notice: Notice) -> Seat | None:
    mine = (seat for seat in notice.seats if seat.user_id == notice.user_id)
    return next(mine, None)


def _too_late(notice: Notice, seat: Seat | None, end: datetime) -> bool:
    """Whether there is hardly any time left at the end of quiet hours."""
    urgent = notice.event in EVENTS and EVENTS[notice.event].is_urgent
    if notice.event == "date":
        until = None if notice.table is None else notice.table.starts_at
    else:
        until = None if seat is None else seat.due_at
    return urgent and until is not None and until < end + TOO_LATE


def _is_unwanted(notice: Notice, now: Now) -> bool:
    user = notice.user
    reaches = notification_settings.reaches(user, notice.event)
    return not (reaches and notification_settings.wants(user, notice.event, notice.channel))


def _has_moved(notice: Notice, now: Now) -> bool:
    if notice.event not in outbox.WAITS:
        return False
    seat = _seat(notice)
    return seat is None or not is_waited_for(notice, seat)


def is_waited_for(notice: Notice, seat: Seat) -> bool:
    """Whether the seat still waits as it did when the notice was written."""
    is_same = seat.waiting_since is not None and seat.waiting_version == notice.data["version"]
    return is_same and seat.table.is_running and not seat.bot


def _is_past(notice: Notice, now: Now) -> bool:
    seat = _seat(notice)
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
        return not _is_its_date(notice, seat)
    if notice.event == "call_off":
        return notice.table is None or not notice.table.is_running
    return False


def _is_its_date(notice: Notice, seat: Seat | None) -> bool:
    """Whether its table waits for that date still, and for this person."""
    table = notice.table
    if table is None or table.status != table.Status.OPEN or table.starts_at is None:
        return False
    asked = Invitation.objects.pending().filter(table=table, user=notice.user_id)
    return (seat is not None or asked.exists()) and table.starts_at.isoformat() == notice.data["at"]


def _is_news(notice: Notice, seat: Seat) -> bool:
    """Whether the person has neither moved nor been asked anew since the table was set back."""
    is_asked = seat.waiting_since is not None
    is_asked_since = is_asked and seat.waiting_version > seat.table.set_back_version
    has_moved = seat.seen_move > notice.data["to"]
    return seat.table.is_running and not (seat.bot or is_asked_since or has_moved)


def _is_empty(notice: Notice, now: Now) -> bool:
    """A digest without a table that waits, and nothing that was held back for it."""
    user = notice.user
    if notice.event != DIGEST:
        return False
    held = user.notices.filter(state=Notice.State.DIGEST).exclude(event=DIGEST)
    waits = user.digest_daily and Seat.objects.awaited(user).exists()
    return not (waits or held.exists())


def _has_seen(notice: Notice, now: Now) -> bool:
    """Whether the person has used the table's page since what the notice tells of, and that asks
    nothing of them."""
    return notice.event not in outbox.WAITS and _used_since(notice) is not None


def _used_since(notice: Notice) -> datetime | None:
    """When the person last used the table's page, if that was after what the notice tells of."""
    if notice.table_id is None:
        return None
    moment = publish.last_active(notice.table_id, notice.user_id)
    return moment if moment is not None and moment > _happened_at(notice) else None


def _happened_at(notice: Notice) -> datetime:
    """When that was which a notice tells of; a reminder tells of time that has passed."""
    seat = _seat(notice) if notice.event == "reminder" else None
    moment = None if seat is None else outbox.remind_at(seat)
    return moment or notice.created_at


def _presence_until(notice: Notice, now: Now) -> datetime | None:
    """Until when a notice waits because the person uses the table's page, or because the page is
    visible, perhaps to nobody.

    Using the page is no answer: if the table still waits for the person then, the notice is sent.
    """
    until = None
    if (used := _used_since(notice)) is not None:
        until = used + USE_DELAY
    elif notice.table_id is not None and publish.is_looking(notice.table_id, notice.user_id):
        until = _happened_at(notice) + PRESENCE_DELAY
    return until if until is not None and until > now.at else None


OBSTACLES: dict[Reason, Callable[[Notice, Now], bool]] = {
    Reason.STOPPED: lambda notice, now: notice.channel in notice.user.stopped,
    Reason.UNWANTED: _is_unwanted,
    Reason.NOWHERE: lambda notice, now: not now.reaches,
    Reason.MOVED: _has_moved,
    Reason.PAST: _is_past,
    Reason.LOOKING: _has_seen,
    Reason.EMPTY: _is_empty,
}
