"""Notifications of tournaments, about their entries, their rounds and to the webhook of a club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ..notifications.outbox import Outbox
from .models import Round

if TYPE_CHECKING:
    from ..models import Table
    from .models import Tournament, TournamentEntry, TournamentTable

REMINDER_LEAD = timedelta(days=2)  # before the end of a round, for people who still play in it


class TournamentOutbox(Outbox):
    """The notifications of one change of a tournament."""

    def __init__(self, tournament: Tournament, now: datetime) -> None:
        super().__init__(now)
        self.tournament = tournament

    def notify(
        self, entry: TournamentEntry, what: str, table: Table | None = None, **data: Any
    ) -> None:
        """Notify the person of an entry, once, of what happened to it or to its table."""
        period = f"{self.tournament.pk}:{what}:{self.now.isoformat()}"
        about = {**self._about(what), **data}
        self.add(entry.user, "contest", table=table, period=period, **about)

    def notify_club(self, what: str, **data: Any) -> None:
        """Send an event to the webhook of the club, with what all members may know."""
        self.add_for_club(self.tournament.club, "contest", **self._about(what), **data)

    def _about(self, what: str) -> dict[str, Any]:
        return {"what": what, "contest": self.tournament.key, "title": self.tournament.title}


def notify_entry(
    tournament: Tournament, what: str, entry: TournamentEntry, now: datetime, **data: Any
) -> None:
    """Notify the person of an entry of what happened to it."""
    box = TournamentOutbox(tournament, now)
    box.notify(entry, what, **data)
    box.send()


def add_round_start(
    box: TournamentOutbox,
    number: int,
    tables: Iterable[TournamentTable],
    by_id: Mapping[int, TournamentEntry],
    places: Mapping[int, tuple[int, int]],
) -> None:
    """Notify everyone of their table in a new round, with their place so far."""
    there = [one for one in tables if one.round.number == number and one.table is not None]
    for one in there:
        for pk in one.entries:
            place, of = places.get(pk, (None, 0))
            box.notify(by_id[pk], "round", one.table, round=number, place=place, of=of)
    if there:
        box.notify_club("round", round=number)


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


def add_round_reminders(
    box: TournamentOutbox,
    tables: Iterable[TournamentTable],
    by_id: Mapping[int, TournamentEntry],
) -> None:
    """Remind the people who still play in the last round that it ends soon, if it does."""
    last, now = find_latest_round(box.tournament), box.now
    at = reminder_time(box.tournament, last)
    if last is None or last.ends_at is None or at is None or not at <= now < last.ends_at:
        return
    last.reminded_at = now
    last.save(update_fields=["reminded_at"])
    about = {"round": last.number, "end": last.ends_at.isoformat()}
    for one in tables:
        if one.round_id == last.pk and one.finished_at is None and one.table is not None:
            for pk in one.entries:
                box.notify(by_id[pk], "ends_soon", one.table, **about)
