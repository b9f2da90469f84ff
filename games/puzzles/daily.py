"""The puzzle of the day: the same one for everyone, from midnight in the time zone of the site."""

from __future__ import annotations

import random
from datetime import date

from django.utils import timezone

from ..models import Table
from .models import DailyPuzzle, Puzzle
from .puzzles import open_puzzles


def today() -> date:
    return timezone.localdate(timezone=timezone.get_default_timezone())


def find_daily(day: date) -> Puzzle | None:
    """Return the puzzle of a day: the stored one, or the one that will be; None without puzzles."""
    readable = open_puzzles().filter(table__visibility=Table.Visibility.PUBLIC)
    stored = readable.filter(days__day=day).first()
    if stored is not None:
        return stored
    return choose(day)


def choose(day: date) -> Puzzle | None:
    """Return the choice for a day by its date, among puzzles that had no day if there are any."""
    readable = open_puzzles().filter(table__visibility=Table.Visibility.PUBLIC)
    some = list(readable.filter(days=None).values_list("pk", flat=True)) or list(
        readable.values_list("pk", flat=True)
    )
    return readable.get(pk=random.Random(day.isoformat()).choice(some)) if some else None


def store_daily(day: date) -> None:
    """Store the puzzle of a day, unless it is stored or there is none."""
    if not DailyPuzzle.objects.filter(day=day).exists():
        puzzle = choose(day)
        if puzzle is not None:
            DailyPuzzle.objects.get_or_create(day=day, defaults={"puzzle": puzzle})
