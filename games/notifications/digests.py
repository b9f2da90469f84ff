"""The daily digest: every table that waits, the most urgent first, and what was held back for it.

Most mail programs fetch no picture before somebody allows it. So besides its picture a position is
told as a small figure of table cells: a bar for the points of every seat, in its colour, as far as
its reader may see them, and what is asked.
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

from ..boards import presenter
from ..models import Notice, Seat
from ..previews import image_urls as pictures
from ..table.errors import CannotLoad
from ..table.session import move_numbers
from ..table.session.loader import load
from ..table.views.scenes import scene_of
from ..time_controls import span
from . import content, outbox
from .backends import Word
from .context import Told, moment
from .delivery_decision import Reason
from .events import DIGEST

MOST_TABLES = 40
MOST_HELD = 60
BAR = 120  # pixels of the longest bar
logger = logging.getLogger(__name__)


class Bar(NamedTuple):
    """The points of one seat: `wide` and `rest` are pixels."""

    name: str
    total: int | None
    wide: int
    rest: int
    is_me: bool
    is_awaited: bool


class Waiting(NamedTuple):
    """A table of the digest; `note` says what the points of its bars are."""

    table: str
    game: str
    left: str
    until: str
    asked: str
    since: list[str]
    url: str
    bars: list[Bar]
    note: str
    picture: str | None


class Digest(NamedTuple):
    waiting: list[Waiting]
    held: list[str]


def gather(user: User, now: datetime) -> Digest:
    """What the digest of a person says now, in the language and zone that are active."""
    awaited = Seat.objects.awaited(user).filter(local_name="")  # a hot seat has its own device
    seats = awaited.select_related("table")[:MOST_TABLES]
    move_numbers.prepare(seat.table for seat in seats)
    held = {one.period: one for one in _held(user) if one.event not in outbox.WAITS}
    return Digest(
        [_waiting(user, seat, now) for seat in seats],
        [content.brief_line(notice) for notice in held.values()],  # by however many channels
    )


def _held(user: User) -> list[Notice]:
    """What waits for the digest, the oldest first; of waits, the tables themselves tell."""
    held = user.notices.filter(state=Notice.State.DIGEST).exclude(event=DIGEST)
    return list(held.select_related("table").order_by("pk")[:MOST_HELD])


def _waiting(user: User, mine: Seat, now: datetime) -> Waiting:
    table = mine.table
    seats = list(table.seat_set.select_related("user"))
    for seat in seats:
        seat.table = table
    told = Told(Notice(user=user, table=table), seats)
    bars, note = _bars(told, mine)
    left = "" if mine.due_at is None else span((mine.due_at - now).total_seconds())
    return Waiting(
        table=table.title,
        game=table.game_name,
        left=left,
        until="" if mine.due_at is None else moment(mine.due_at),
        asked=content.asked(told),
        since=content.since(told),
        url=settings.SITE_URL + table.get_absolute_url(),
        bars=bars,
        note=note,
        picture=pictures.of_match(table),
    )


def _bars(told: Told, mine: Seat) -> tuple[list[Bar], str]:
    """The figure of a position, from what the reader's seat may see, and what its points are."""
    try:
        match = load(told.table)
        scene = scene_of(match, mine.number, told.names, in_words=False)
        points = presenter(told.table.game).points(scene)
    except CannotLoad:
        return [], ""
    except Exception:
        logger.exception("the points at table %s cannot be told", told.table.key)
        return [], ""
    totals = [one.total for one in points]
    most = max([total for total in totals if total is not None and total > 0], default=0)
    found = []
    for seat, total in zip(told.seats, totals, strict=False):
        wide = round(BAR * max(total or 0, 0) / most) if most else 0
        awaited = seat.waiting_since is not None
        found.append(Bar(seat.name, total, wide, BAR - wide, seat.number == mine.number, awaited))
    return found, points[mine.number].note


def compose(notice: Notice) -> Word:
    """The word for a person's digest."""
    user, now = notice.user, timezone.now()
    notice.held = [held.pk for held in _held(user)]
    language = user.language or configuration.language()
    with translation.override(language), timezone.override(user.time_zone):
        found = gather(user, now)
        title = headline(found)
        text = "\n".join(_lines(found))
    return Word(
        event=DIGEST,
        tag=DIGEST,
        title=title,
        text=text,
        url=content.digest_address(),
        data={
            "notice": notice.pk,
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


def _lines(found: Digest) -> list[str]:
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


def _points_line(row: Waiting) -> str:
    told = (f"{bar.name} {'–' if bar.total is None else bar.total}" for bar in row.bars)
    return " · ".join(told)


def told(notice: Notice, now: datetime) -> None:
    """A digest has gone out: what was held back for it has, too."""
    held = Notice.objects.filter(pk__in=notice.held, state=Notice.State.DIGEST)
    held.update(state=Notice.State.SENT, reason=Reason.GATHERED, settled_at=now)
