"""One-line summaries for the cards of many tables: the last action and what the person must do.

For all tables that are not cached, two queries load the last moves, and the states of those at
which the person must act.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import F
from django.utils.translation import ngettext

from portal.byte_lru import MIB, ByteLRUCache
from portal.translation_cache import get_language

from ...boards import presenter
from ...models import Move, Seat, Table
from ..session import journal
from ..session.loader import load_match
from ..session.move_numbers import includes_last_reveal, numbering_for
from .scenes import build_scene

MOVES_PER_TABLE = 6  # the summary is the last of these moves that has a sentence
ASKED_AT_ONCE = 12  # states that one page loads; the next page has the other prompts
SUMMARY_SIZE = 600  # approximate bytes of a cached line

SummaryRow = tuple[Table, Seat, tuple[str, ...]]  # a table, the viewer's seat, all names

logger = logging.getLogger(__name__)
_cache: ByteLRUCache[tuple[object, ...], str] = ByteLRUCache(MIB)


def summarize_tables(found: Iterable[tuple[Table, Sequence[Seat], Seat]]) -> dict[str, str]:
    """Return by table key what others did last and what the seat must decide; "" for nothing.

    Args:
        found: running tables, each with its seats and the seat of the viewer.
    """
    rows = [(table, seat, tuple(one.name for one in seats)) for table, seats, seat in found]
    summaries = {row[0].key: _cache.get(_key(row)) for row in rows}
    missing = [row for row in rows if summaries[row[0].key] is None]
    if missing:
        actions = _last_actions(missing)
        prompts = _prompts([row for row in missing if _is_to_move(row[1])][:ASKED_AT_ONCE])
        for row in missing:
            table, seat, _names = row
            line = " ".join(filter(None, (actions[table.pk], prompts.get(table.pk, ""))))
            summaries[table.key] = line
            if not _is_to_move(seat) or table.pk in prompts:
                _cache.put(_key(row), line, SUMMARY_SIZE)
    return {key: line or "" for key, line in summaries.items()}


def _key(row: SummaryRow) -> tuple[object, ...]:
    table, seat, names = row
    return (table.key, table.version, seat.number, seat.seen_move, names, get_language())


def _is_to_move(seat: Seat) -> bool:
    return seat.waiting_since is not None and not seat.bot


def _last_actions(rows: Sequence[SummaryRow]) -> dict[int, str]:
    """Return by table id the last action of others, with the number of earlier new moves."""
    last: dict[int, list[Move]] = defaultdict(list)
    wanted = Move.objects.filter(
        table__in=[table.pk for table, _seat, _names in rows],
        number__gt=F("table__move_count") - MOVES_PER_TABLE,
    )
    for move in wanted.order_by("table", "number"):
        last[move.table_id].append(move)
    return {row[0].pk: _last_action(row, last[row[0].pk]) for row in rows}


def _last_action(row: SummaryRow, moves: Sequence[Move]) -> str:
    table, seat, names = row
    entries = journal.log_entries(table, moves, [], seat.number, names, seat.seen_move)
    lines = (
        line.text
        for entry in entries
        if entry.is_new
        for line in entry.lines[:1]
        if not line.automatic
    )
    line = next(lines, "")
    if table.public_moves is None and not includes_last_reveal(table, moves):
        return line  # the number of moves since then may be secret
    counted = numbering_for(table, seat.number, moves)
    more = counted.moves - counted.visible_number(seat.seen_move) - 1
    if not line or more <= 0:
        return line
    form = ngettext("%(line)s (and %(n)s earlier move)", "%(line)s (and %(n)s earlier moves)", more)
    return form % {"line": line, "n": more}


def _prompts(rows: Sequence[SummaryRow]) -> dict[int, str]:
    """Return by table id what the seat must decide; "" if the match cannot be loaded."""
    whole = Table.objects.in_bulk([table.pk for table, _seat, _names in rows]) if rows else {}
    return {table.pk: _prompt(whole[table.pk], seat, names) for table, seat, names in rows}


def _prompt(table: Table, seat: Seat, names: Sequence[str]) -> str:
    try:
        match = load_match(table)
        legal = match.legal_moves(seat.number)
        scene = build_scene(match, seat.number, names, legal, in_words=False)
        return presenter(table.game).prompt(scene)
    except Exception as error:
        logger.warning(
            "cannot describe what table %s asks of seat %s: %s", table.key, seat.pk, error
        )
        return ""
