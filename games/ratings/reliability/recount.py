"""Recount of all player statistics from the journal, which reports and repairs differences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.db import transaction
from django.db.models import F, Max, Q

from ...models import Move, Table
from ..models import PlayerStatistics
from . import aggregation, histogram
from .aggregation import COUNTED_FIELDS, MatchCounts, PersonGame

AT_ONCE = 2000  # tables per batch


@transaction.atomic
def recount_all() -> list[str]:
    """Recount all answers and matches; correct the differences and return a line for each."""
    aggregation.count_marked_tables()
    held = {
        (tally.user_id, tally.game): tally
        for tally in PlayerStatistics.objects.select_for_update().order_by("user", "game")
    }
    answers: dict[PersonGame, Counter[str]] = defaultdict(Counter)
    for tables in _table_batches():
        # Moves since the count above are left to the next count.
        counted = Q(table__uncounted_after=None) | Q(number__lte=F("table__uncounted_after"))
        for key, some in aggregation.count_answers(Move.objects.filter(counted), tables).items():
            answers[key].update(some)
    matches = aggregation.count_matches(None)
    differences = []
    for key in sorted({*held, *answers, *matches}):
        tally = held.get(key) or PlayerStatistics(user_id=key[0], game=key[1])
        stored = {name: getattr(tally, name) for name in COUNTED_FIELDS}
        aggregation.set_answers(tally, histogram.add_histograms(answers.get(key, {}), {}))
        tally.played, tally.finished = matches.get(key, MatchCounts())
        found = {name: getattr(tally, name) for name in COUNTED_FIELDS}
        if stored != found:
            differences.append(f"person {key[0]}, {key[1] or 'all games'}: {stored} → {found}")
            tally.save()
    return differences


def _table_batches() -> Iterator[list[Table]]:
    last = Table.objects.aggregate(last=Max("pk"))["last"] or 0
    for first in range(0, last + 1, AT_ONCE):
        part = Table.objects.filter(pk__gte=first, pk__lt=first + AT_ONCE, started_at__isnull=False)
        yield list(part.only("pk"))
