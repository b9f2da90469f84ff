"""Calendar files for calendar programs: of one table, and of all tables of a person.

The address of a person's calendar has a secret token, which is the only protection. People who have
leaked theirs create a new one. The files contain no hidden information of matches.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.site.configuration import get_site
from accounts.user_locks import lock_users

from ...availability import descriptions, ics, start_dates
from ...boards import presenter
from ...models import Invitation, Seat, Table
from ...table.access import recent_tables_filter
from ...table.views.cards import prefetch_seats, seats_at
from ..models import CalendarFeed

if TYPE_CHECKING:
    from accounts.models import User

KEPT = timedelta(days=30)  # how long a past date stays in a person's calendar
# What apps add to personal calendars: each yields the events of a person since a moment.
EVENT_SOURCES: list[Callable[[User, datetime], Iterator[ics.Event]]] = []


def table_calendar(table: Table) -> str:
    """Return the calendar file of a table that has a scheduled start."""
    return ics.render_calendar(table.title, [_table_event(table)])


def personal_calendar(user: User) -> str:
    """Return a person's calendar file: their tables with a date, invitations and tournaments."""
    asked = Invitation.objects.pending().filter(user=user).values("table")
    since = timezone.now() - KEPT
    found = Table.objects.filter(recent_tables_filter(user) | Q(pk__in=asked), starts_at__gt=since)
    tables = list(found.defer("state").order_by("starts_at", "pk"))
    prefetch_seats(tables)
    title = _("My tables at %(site_name)s") % {"site_name": get_site().name}
    events = itertools.chain(
        map(_table_event, tables), *(source(user, since) for source in EVENT_SOURCES)
    )
    return ics.render_calendar(title, events)


def _table_event(table: Table) -> ics.Event:
    assert table.starts_at is not None
    is_closed = table.status == Table.Status.CLOSED
    began = table.started_at
    is_early = began is not None and began < table.starts_at
    begins = began if began is not None and is_early else table.starts_at
    seats = seats_at(table)
    return ics.Event(
        uid=f"{table.key}@longtable",
        sequence=table.date_changes + (is_closed or is_early),
        status=_event_status(table, seats),
        begins=begins,
        ends=_expected_end(table, begins),
        changed=(table.ended_at if is_closed else began) or table.changed_at,
        summary=f"{table.game_name}: {table.title}",
        description="\n".join(_description_lines(table, seats)),
        url=_table_url(table),
    )


def _event_status(table: Table, seats: Sequence[Seat]) -> str:
    if table.status == Table.Status.CLOSED:
        return "CANCELLED"
    is_sure = table.started_at is not None or _count_taken_seats(seats) >= (
        table.min_players_at_start or 0
    )
    return "CONFIRMED" if is_sure else "TENTATIVE"


def _count_taken_seats(seats: Sequence[Seat]) -> int:
    return sum(not seat.is_empty for seat in seats)


def _expected_end(table: Table, begins: datetime) -> datetime | None:
    """Return about when a live match ends; None if it takes days or its length is unknown."""
    facts = presenter(table.game).facts
    if not table.clock.is_live or facts is None:
        return None
    return begins + timedelta(minutes=facts.minutes)


def _description_lines(table: Table, seats: Sequence[Seat]) -> list[str]:
    if table.status == Table.Status.CLOSED:
        return [_("The table is closed"), _table_url(table)]
    taken = _count_taken_seats(seats)
    there = ngettext(
        "%(taken)d of %(seats)d seats taken", "%(taken)d of %(seats)d seats taken", taken
    )
    waits = [there % {"taken": taken, "seats": len(seats)}, start_dates.min_players_text(table)]
    started = table.started_at is not None
    return [
        "; ".join(waits[:1] if started else waits),
        descriptions.time_rules_text(table),
        _table_url(table),
    ]


def _table_url(table: Table) -> str:
    return settings.SITE_URL + table.get_absolute_url()


# the address of a person's calendar


def feed_url(user: User) -> str:
    """Return the address of a person's calendar feed, "" if they have none."""
    feed = CalendarFeed.objects.filter(user=user).first()
    if feed is None:
        return ""
    return settings.SITE_URL + reverse("games:calendar_feed", args=[feed.token])


def find_feed_owner(token: str) -> User | None:
    """Return the active user whose feed has this token; None if there is none."""
    feed = CalendarFeed.objects.select_related("user").filter(token=token).first()
    return None if feed is None or not feed.user.is_active else feed.user


def create_feed(user: User) -> str:
    """Create a new address for a person's feed and return it; an older one stops working.

    Raises:
        AccountClosedError: the account is closed.
    """
    with transaction.atomic():
        lock_users(user)
        CalendarFeed.objects.filter(user=user).delete()
        CalendarFeed.objects.create(user=user)
    return feed_url(user)


def delete_for(user: User) -> None:
    """Delete the feed of a person, so that its address stops working."""
    CalendarFeed.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has a feed."""
    return Exists(CalendarFeed.objects.filter(user=user))
