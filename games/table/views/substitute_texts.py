"""Who played which part of a match, in words, for seats that people have taken over."""

from __future__ import annotations

from ...boards.translations import gettext as _
from ...boards.translations import join_list
from ...models import Table, substitutions_of
from ..session.move_numbers import numbering_for


def part_texts(table: Table, reader: int | None) -> dict[int, str]:
    """Return a text by seat number: from which move its player has it, and who had it before.

    Seats that nobody has taken over are missing.

    Args:
        table: the table.
        reader: the number of the reader's seat, whose move numbers count; None for a spectator.
    """
    rows = substitutions_of(table)
    if not rows or table.is_anonymous:
        return {}
    counted = numbering_for(table, reader)
    before: dict[int, list[str]] = {}
    found = {}
    for row in rows:
        before.setdefault(row.seat, []).append(row.previous_name)
        found[row.seat] = _("from move %(n)s; before: %(names)s") % {
            "n": counted.visible_number(row.after_move) + 1,
            "names": join_list(before[row.seat]),
        }
    return found
