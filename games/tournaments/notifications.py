"""Notifications of a running tournament: a round begins, or ends soon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .access import build_notifications, notify_club_webhook, send_notifications
from .models import Round

if TYPE_CHECKING:
    from ..models import Notification
    from .models import Tournament, TournamentEntry, TournamentTable

REMINDER_LEAD = timedelta(days=2)  # before the end of a round, for people who still play in it


def notify_round_start(
    tournament: Tournament,
    number: int,
    tables: Iterable[TournamentTable],
    by_id: Mapping[int, TournamentEntry],
    places: Mapping[int, tuple[int, int]],
    now: datetime,
) -> None:
    """Notify everyone of their table in a new round, with their place so far."""
    there = [one for one in tables if one.round.number == number and one.table is not None]
    notifications: list[Notification] = []
    for one in there:
        for pk in one.entries:
            place, of = places.get(pk, (None, 0))
            about = {"round": number, "place": place, "of": of}
            notifications += build_notifications(
                tournament, "round", by_id[pk], now, one.table, **about
            )
    send_notifications(notifications)
    if there:
        notify_club_webhook(tournament, "round", now, round=number)


def find_latest_round(tournament: Tournament) -> Round | None:
    """Return the last round that has begun."""
    return tournament.rounds.order_by("number").last()


def reminder_time(tournament: Tournament, last: Round | None) -> datetime | None:
    """Return when people who still play are reminded of the round's end; None: never, or done."""
    if last is None or last.ends_at is None or last.reminded_at is not None:
        return None
    return (
        last.ends_at - REMINDER_LEAD
        if timedelta(days=tournament.round_days) > REMINDER_LEAD
        else None
    )


def send_round_reminders(
    tournament: Tournament,
    tables: Iterable[TournamentTable],
    by_id: Mapping[int, TournamentEntry],
    now: datetime,
) -> None:
    """Remind the people who still play in the last round that it ends soon, if it does."""
    last = find_latest_round(tournament)
    at = reminder_time(tournament, last)
    if last is None or last.ends_at is None or at is None or not at <= now < last.ends_at:
        return
    last.reminded_at = now
    last.save(update_fields=["reminded_at"])
    about = {"round": last.number, "end": last.ends_at.isoformat()}
    notifications: list[Notification] = []
    for one in tables:
        if one.round_id == last.pk and one.finished_at is None and one.table is not None:
            for pk in one.entries:
                notifications += build_notifications(
                    tournament, "ends_soon", by_id[pk], now, one.table, **about
                )
    send_notifications(notifications)
