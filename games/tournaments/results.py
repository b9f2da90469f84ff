"""Build the pure `TournamentState` of a format from database rows, and results from matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from ..availability.recurrence import planned_end
from ..availability.seat_calendars import vacations_of
from ..models import Seat, Table
from ..ratings import elo
from ..ratings.models import Rating
from ..table.blocking import blocks_among
from ..table.restrictions import is_active
from .formats.base import (
    AcceptedChallenge,
    Entrant,
    Format,
    FormatSettings,
    TableResult,
    TournamentState,
)
from .formats.ladder import Ladder
from .formats.registry import FORMATS
from .models import Challenge, Round, Tournament, TournamentEntry, TournamentTable

# Of the person of an entry, for notifications and `away_since`:
ENTRY_ROWS = ("user__availability", "user__notification_settings", "user__restrictions")


@dataclass
class TournamentRows:
    """The rows of a tournament that has begun, read once for a step.

    Attributes:
        tournament: the tournament, with the version of the other rows.
        entries: who plays or has played, the strongest first.
        tables: in the order of their ends, with the results that are new; running ones come last.
        changed: the tables whose results are new or were removed; they are not saved.
        state: the input of the format.
        closes_at: when nothing new begins any more; None: never.
    """

    tournament: Tournament
    entries: list[TournamentEntry]
    tables: list[TournamentTable]
    changed: list[TournamentTable]
    state: TournamentState
    closes_at: datetime | None

    @property
    def format(self) -> Format:
        return format_of(self.tournament)

    @cached_property
    def by_id(self) -> dict[int, TournamentEntry]:
        return {entry.pk: entry for entry in self.entries}

    @cached_property
    def rounds(self) -> dict[int, Round]:
        """The rounds that have begun, by number; each has a table or a bye."""
        return {one.round.number: one.round for one in self.tables}

    @property
    def last_round(self) -> Round | None:
        return self.rounds[max(self.rounds)] if self.rounds else None


def read_rows(tournament: Tournament, now: datetime) -> TournamentRows:
    """Read the rows of a tournament that has begun, with the results that are new."""
    entries, tables = started_entries(tournament), tables_of(tournament)
    changed = _collect_results(tournament, tables, now)
    tables = sort_tables(tables)
    state = build_state(tournament, entries, tables, now)
    return TournamentRows(tournament, entries, tables, changed, state, closing_time(tournament))


def _collect_results(
    tournament: Tournament, tables: Iterable[TournamentTable], now: datetime
) -> list[TournamentTable]:
    """Set the results of finished matches on these rows, without saving; return the changed rows.

    Results are read again if the match was annulled, counts again or was played again. While the
    tournament runs, results of matches that were rolled back are removed; afterwards, matches that
    did not count stay out.
    """
    rated = tournament.table_settings["rated"]
    played = [one for one in tables if one.table and not one.ruling]
    undone = list[TournamentTable]()
    if tournament.is_running:
        undone = [one for one in played if one.finished_at and one.table and not one.table.is_over]
        for one in undone:
            one.result = one.finished_at = None
    else:
        played = [one for one in played if one.result]
    over = [one for one in played if one.table and one.table.is_over and is_stale(one, rated=rated)]
    found = Seat.objects.filter(table__in=[one.table_id for one in over])
    seats: dict[int, list[Seat]] = {}
    for seat in found.order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    for one in over:
        assert one.table is not None
        one.result = compute_result(one.table, seats[one.table.pk], one.entries, rated=rated)
        one.finished_at = one.table.ended_at or now
    return [*undone, *over]


def format_of(tournament: Tournament) -> Format:
    return FORMATS[tournament.format]


def settings_of(tournament: Tournament) -> FormatSettings:
    # a setting that is missing in the row of a started tournament did not exist at its start
    before = {} if tournament.started_at is None else {"is_bounded": False}
    return format_of(tournament).settings.read({**before, **tournament.format_settings})


def set_ratings(tournament: Tournament, entries: Iterable[TournamentEntry]) -> None:
    """Set the current ratings of their people on these entries, without saving."""
    entries = list(entries)
    rated = Rating.objects.filter(game=tournament.game, user__in=[one.user_id for one in entries])
    values = {row.user_id: int(row.value * 100) for row in rated}
    for entry in entries:
        entry.rating = values.get(entry.user_id, elo.INITIAL_RATING)


def started_entries(tournament: Tournament) -> list[TournamentEntry]:
    """Return who plays or has played in a tournament that has begun, the strongest first."""
    entries = tournament.entries.filter(seed__gt=0).select_related(*ENTRY_ROWS)
    return list(entries.order_by("seed"))


def tables_of(tournament: Tournament) -> list[TournamentTable]:
    """Return the tables of a tournament in the order of their ends; running ones come last."""
    found = TournamentTable.objects.filter(round__tournament=tournament)
    found = found.select_related("round", "table")
    return sort_tables(found.defer("table__state"))


def sort_tables(tables: Iterable[TournamentTable]) -> list[TournamentTable]:
    """Return tables in the order of their ends; running ones come last."""
    return sorted(
        tables,
        key=lambda one: (one.finished_at is None, one.finished_at or one.round.started_at, one.pk),
    )


def build_state(
    tournament: Tournament,
    entries: Sequence[TournamentEntry],
    tables: Iterable[TournamentTable],
    now: datetime,
) -> TournamentState:
    """Return all that the format of a tournament may know, from its rows."""
    by_user = {entry.user_id: entry.pk for entry in entries}
    apart: dict[int, set[int]] = {entry.pk: set() for entry in entries}
    if tournament.is_running:
        for one, other in blocks_among(by_user):
            apart[by_user[one]].add(by_user[other])
    rows = list(tables)
    last = max((one.round for one in rows), key=lambda one: one.number, default=None)
    ends_at = None if last is None else last.ends_at
    closes_at = closing_time(tournament)
    return TournamentState(
        settings=settings_of(tournament),
        entrants=tuple(_to_entrant(tournament, entry, apart[entry.pk], now) for entry in entries),
        played=tuple(map(_to_table_result, rows)),
        seed=tournament.seed,
        is_round_due=ends_at is not None and ends_at <= now,
        is_closing=closes_at is not None and closes_at <= now,
        challenges=_accepted_challenges(tournament, now),
    )


def _accepted_challenges(tournament: Tournament, now: datetime) -> tuple[AcceptedChallenge, ...]:
    """Return the accepted challenges, the oldest first."""
    if not tournament.is_running or tournament.format != Ladder.key:
        return ()
    accepted = Challenge.objects.filter(tournament=tournament, accepted_at__isnull=False)
    accepted = accepted.order_by("at", "pk")
    rows = accepted.values_list("challenger", "opponent", "due_at")
    return tuple(AcceptedChallenge(by, to, due_at <= now) for by, to, due_at in rows)


def closing_time(tournament: Tournament) -> datetime | None:
    """Return when nothing new begins any more; None: never."""
    if tournament.started_at is None or not tournament.max_days:
        return None
    planned = tournament.starts_at or tournament.started_at
    return planned_end(planned, tournament.max_days, tournament.time_zone, tournament.started_at)


def _to_entrant(
    tournament: Tournament, entry: TournamentEntry, apart: Iterable[int], now: datetime
) -> Entrant:
    return Entrant(
        id=entry.pk,
        rating=entry.rating / 100,
        seed=entry.seed,
        wants=entry.max_concurrent,
        since_round=entry.since_round,
        is_out=entry.is_out,
        is_away=is_away(entry, now, rated=tournament.table_settings["rated"]),
        blocked_ids=frozenset(apart),
        division=entry.division,
        instead_of=entry.replaces_id or 0,
    )


def is_away(entry: TournamentEntry, now: datetime, *, rated: bool) -> bool:
    """Whether the person is on vacation, or may not take such a seat (a moderator's decision)."""
    return away_since(entry, now, rated=rated) is not None


def away_since(entry: TournamentEntry, now: datetime, *, rated: bool) -> datetime | None:
    """Return since when the person is away, or None; for forbidden seats, since they entered."""
    user, restrictions = entry.user, entry.user.restrictions
    if is_active(restrictions.suspended_until) or (
        rated and is_active(restrictions.rated_ban_until)
    ):
        return entry.entered_at
    return next((one.start for one in vacations_of(user) if one.start <= now < one.end), None)


def _to_table_result(row: TournamentTable) -> TableResult:
    seats = tuple(row.entries)
    if row.result is None:
        return TableResult(row.round.number, row.number, seats)
    return TableResult(
        round=row.round.number,
        number=row.number,
        seats=seats,
        places=tuple(row.result["places"]),
        shares=tuple(row.result["shares"]),
        forfeits=frozenset(row.result["forfeits"]),
        is_walkover=row.result.get("walkover", False),
    )


def is_stale(row: TournamentTable, *, rated: bool) -> bool:
    """Whether the stored result of a finished match differs from what the match says now."""
    assert row.table is not None
    if row.result is None or _is_replayed(row):
        return True
    return bool(row.result.get("annulled")) != _is_annulled(row.table, rated=rated)


def _is_replayed(row: TournamentTable) -> bool:
    """Whether the match was rolled back after its result was stored, and is over again."""
    assert row.table is not None
    heard, ended = row.finished_at, row.table.ended_at
    return heard is not None and ended is not None and heard < ended


def _is_annulled(table: Table, *, rated: bool) -> bool:
    return rated and table.status == Table.Status.FINISHED and not table.rated


def compute_result(
    table: Table, seats: Sequence[Seat], entries: Sequence[int], *, rated: bool
) -> dict[str, Any]:
    """Return the stored result of a finished match.

    People who did not finish it themselves rank after those who did: they resigned, or a bot plays
    for them. A match that was called off or annulled gives everyone the same.

    Args:
        seats: in the order of `entries`.
        rated: whether the matches of the tournament are rated.
    """
    n = len(seats)
    level = {"places": [1] * n, "shares": [1 / n] * n, "forfeits": []}
    if table.status == Table.Status.CALLED_OFF:
        return level
    if _is_annulled(table, rated=rated):
        return {**level, "annulled": True}
    order = [(bool(seat.bot), seat.rank or n) for seat in seats]
    return {
        "places": [1 + sum(other < own for other in order) for own in order],
        "shares": point_shares([seat.total or 0 for seat in seats]),
        "forfeits": [entry for entry, seat in zip(entries, seats, strict=True) if seat.bot],
    }


def point_shares(totals: Sequence[int]) -> list[float]:
    """Return each seat's share of all points.

    If a total is negative, the lowest one counts as 0 and all others as their distance from it.
    """
    floor = min(0, *totals)
    above = [total - floor for total in totals]
    whole = sum(above)
    return [one / whole if whole else 1 / len(above) for one in above]
