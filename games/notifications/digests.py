"""The daily digest: every table that waits, the most urgent first, and all postponed notifications.

Most mail programs load no picture before the reader allows it. So each position also has a small
chart of table cells: a bar for the points of every seat, in its colour, as far as the reader may
see them. The prompt of the decision follows it.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.site import configuration
from portal.dates import moment_text

from ..boards import presenter
from ..models import Notification, Seat
from ..previews import image_urls as pictures
from ..table.errors import MatchLoadError
from ..table.session import move_numbers
from ..table.session.loader import load_match
from ..table.views.scenes import build_scene
from ..time_controls import format_duration
from . import content
from .backends import NotificationContent
from .context import NotificationContext
from .delivery_decision import DropReason
from .outbox.events import DIGEST, TURN_EVENTS

MAX_TABLES = 40
MAX_POSTPONED = 60
BAR_WIDTH = 120  # pixels of the longest bar
logger = logging.getLogger(__name__)


class PointsBar(NamedTuple):
    """The points of one seat: `wide` and `rest` are pixels."""

    name: str
    total: int | None
    wide: int
    rest: int
    is_me: bool
    is_awaited: bool


class DigestTable(NamedTuple):
    """A table of the digest; `note` says what the points of its bars mean."""

    table: str
    game: str
    left: str
    until: str
    asked: str
    since: list[str]
    url: str
    bars: list[PointsBar]
    note: str
    picture: str | None


class Digest(NamedTuple):
    waiting: list[DigestTable]
    held: list[str]


def collect_digest(user: User, now: datetime) -> Digest:
    """Return a person's digest as of now, in the active language and time zone."""
    awaited = Seat.objects.to_move(user).filter(local_name="")  # without hot seats
    seats = awaited.select_related("table")[:MAX_TABLES]
    move_numbers.preload_numbering(seat.table for seat in seats)
    held = {
        one.dedup_key: one for one in _postponed_notifications(user) if one.event not in TURN_EVENTS
    }
    return Digest(
        [_digest_table(user, seat, now) for seat in seats],
        [
            content.one_line_text(notification) for notification in held.values()
        ],  # one for all channels
    )


def _postponed_notifications(user: User) -> list[Notification]:
    """Return what was postponed for the digest, including turns, the oldest first."""
    held = user.notifications.filter(state=Notification.State.DIGEST).exclude(event=DIGEST)
    return list(held.select_related("table").order_by("pk")[:MAX_POSTPONED])


def _digest_table(user: User, mine: Seat, now: datetime) -> DigestTable:
    table = mine.table
    seats = list(table.seat_set.select_related("user"))
    for seat in seats:
        seat.table = table
    context = NotificationContext(Notification(user=user, table=table), seats)
    bars, note = _points_bars(context, mine)
    left = "" if mine.due_at is None else format_duration((mine.due_at - now).total_seconds())
    return DigestTable(
        table=table.title,
        game=table.game_name,
        left=left,
        until="" if mine.due_at is None else moment_text(mine.due_at),
        asked=content.prompt_text(context),
        since=content.since_last_move(context),
        url=settings.SITE_URL + table.get_absolute_url(),
        bars=bars,
        note=note,
        picture=pictures.match_image_url(table),
    )


def _points_bars(context: NotificationContext, mine: Seat) -> tuple[list[PointsBar], str]:
    """Return the chart of a position as the reader's seat may see it, and what its points mean."""
    try:
        match = load_match(context.table)
        scene = build_scene(match, mine.number, context.names, in_words=False)
        points = presenter(context.table.game).points(scene)
    except MatchLoadError:
        return [], ""
    except Exception:
        logger.exception("cannot compute the points at table %s", context.table.key)
        return [], ""
    totals = [one.total for one in points]
    most = max([total for total in totals if total is not None and total > 0], default=0)
    found = []
    for seat, total in zip(context.seats, totals, strict=False):
        wide = round(BAR_WIDTH * max(total or 0, 0) / most) if most else 0
        awaited = seat.waiting_since is not None
        found.append(
            PointsBar(seat.name, total, wide, BAR_WIDTH - wide, seat.number == mine.number, awaited)
        )
    return found, points[mine.number].note


def compose(notification: Notification) -> NotificationContent:
    """Return the text of a person's digest."""
    user, now = notification.user, timezone.now()
    notification.held = [held.pk for held in _postponed_notifications(user)]
    language = user.language or configuration.default_language()
    with translation.override(language), timezone.override(user.time_zone):
        found = collect_digest(user, now)
        title = headline(found)
        text = "\n".join(_text_lines(found))
    return NotificationContent(
        event=DIGEST,
        tag=DIGEST,
        title=title,
        text=text,
        url=content.digest_link(),
        data={
            "notice": notification.pk,
            "event": DIGEST,
            "waiting": [
                {**row._asdict(), "bars": [bar._asdict() for bar in row.bars]}
                for row in found.waiting
            ],
            "held": list(found.held),
        },
    )


def headline(found: Digest) -> str:
    count = len(found.waiting)
    return ngettext(
        "Your digest: %(n)d table is waiting for you",
        "Your digest: %(n)d tables are waiting for you",
        count,
    ) % {"n": count}


def _text_lines(found: Digest) -> list[str]:
    lines = []
    for row in found.waiting:
        lines.append(f"{row.table} ({row.game})")
        if row.left:
            lines.append(_("%(left)s left, until %(until)s") % row._asdict())
        lines += [row.asked] if row.asked else []
        lines += [_points_line(row)] if row.bars else []
        lines += [row.note] if row.note else []
        lines += [f"– {line}" for line in row.since]
        lines += [row.url, ""]
    if found.held:
        lines += [_("Also:"), *(f"– {line}" for line in found.held)]
    return lines


def _points_line(row: DigestTable) -> str:
    parts = (f"{bar.name} {'–' if bar.total is None else bar.total}" for bar in row.bars)
    return " · ".join(parts)


def mark_sent(notification: Notification, now: datetime) -> None:
    """Mark the postponed notifications of a digest that was sent as sent, too."""
    held = Notification.objects.filter(pk__in=notification.held, state=Notification.State.DIGEST)
    held.update(state=Notification.State.SENT, reason=DropReason.GATHERED, settled_at=now)
