"""Celery tasks of tournaments. The names on the wire stay."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from portal import background

from ..table.due_work import SWEEP_BATCH
from ..table.session import heartbeat
from . import duplicate_rounds, lifecycle, queries, tournament_series


@shared_task(name="games.tasks.look_at_contests", ignore_result=True)
def advance_due_tournaments() -> int:
    """Enqueue every tournament with work to do, and return how many.

    Rounds with the same chance at all tables are published first, also those of tournaments that
    have been ended.
    """
    for one in duplicate_rounds.find_finished_rounds(SWEEP_BATCH):
        duplicate_rounds.reveal_round(one, timezone.now())
    found = lifecycle.find_due_tournaments(SWEEP_BATCH) if heartbeat.can_time_out() else []
    for tournament in found:
        background.enqueue(advance_tournament.name, tournament)
    return len(found)


@shared_task(
    name="games.tasks.advance_contest",
    ignore_result=True,
    soft_time_limit=120,
    time_limit=150,
)
def advance_tournament(tournament: int) -> bool:
    """Advance a tournament: start it, record results, pair the next round, or end it."""
    if not heartbeat.can_time_out() or not lifecycle.advance(tournament):
        return False
    queries.warm_cache(tournament)
    return True


@shared_task(name="games.tasks.look_at_series", ignore_result=True)
def open_due_seasons() -> int:
    """Enqueue every tournament series whose next season can open, and return how many."""
    found = tournament_series.find_due_series(SWEEP_BATCH) if heartbeat.can_time_out() else []
    for one in found:
        background.enqueue(open_season.name, one)
    return len(found)


@shared_task(
    name="games.tasks.open_season", ignore_result=True, soft_time_limit=120, time_limit=150
)
def open_season(one: int) -> bool:
    """Open the next season of a tournament series, or end the series."""
    return heartbeat.can_time_out() and tournament_series.open_next_season(one)
