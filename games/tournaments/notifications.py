"""Notifications of tournaments, about their entries, their rounds and to the webhook of a club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ..notifications.outbox import Outbox
from . import points
from .formats.wait_reasons import SITS_OUT

if TYPE_CHECKING:
    from ..models import Table
    from .formats.base import Pairing
    from .models import Round, Tournament, TournamentEntry, TournamentTable
    from .results import TournamentRows


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


def add_pairing(
    box: TournamentOutbox,
    rows: TournamentRows,
    pairing: Pairing,
    tables: Iterable[TournamentTable],
    places: Mapping[int, tuple[int, int]],
) -> None:
    """Notify everyone of what begins: their table in a new round, a bye, or that they sit out.

    Args:
        box: collects the notifications.
        rows: the rows from which the pairing was computed.
        pairing: the answer of the format.
        tables: the new tables, with their matches.
        places: everyone's place so far, and among how many.
    """
    if rows.format.has_rounds:
        _add_round_start(box, rows, tables, places)
    settings = rows.state.settings
    sit_out = [entrant for entrant, why in pairing.rests.items() if why == SITS_OUT]
    for bye in pairing.byes:
        if bye.reason == SITS_OUT:
            sit_out.append(bye.entrant)
            continue
        brings = None if rows.format.is_bracket else points.bye_points(settings)
        if bye.is_walkover:
            brings = points.walkover_points(settings)
        box.notify(rows.by_id[bye.entrant], "bye", round=bye.round, points=brings)
    for entrant in sit_out:
        box.notify(rows.by_id[entrant], "sits_out")


def _add_round_start(
    box: TournamentOutbox,
    rows: TournamentRows,
    tables: Iterable[TournamentTable],
    places: Mapping[int, tuple[int, int]],
) -> None:
    numbers = set()
    for one in tables:
        number = one.round.number
        numbers.add(number)
        for pk in one.entries:
            place, of = places.get(pk, (None, 0))
            box.notify(rows.by_id[pk], "round", one.table, round=number, place=place, of=of)
    for number in sorted(numbers):
        box.notify_club("round", round=number)


def add_round_reminders(box: TournamentOutbox, rows: TournamentRows, last: Round) -> None:
    """Remind the people who still play in the last round that it ends soon."""
    assert last.ends_at is not None
    about = {"round": last.number, "end": last.ends_at.isoformat()}
    for one in rows.tables:
        if one.round_id == last.pk and one.finished_at is None and one.table is not None:
            for pk in one.entries:
                box.notify(rows.by_id[pk], "ends_soon", one.table, **about)
