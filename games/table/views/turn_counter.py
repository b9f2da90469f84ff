"""How many tables wait for a move of the signed-in person, for every page."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from portal.repository import PreparedQuery

from ...boards import presenter
from ...models import Seat
from ...templatetags.countdown import countdown
from ..turn_order import load_turn_order

if TYPE_CHECKING:
    from accounts.models import User

TO_MOVE_QUERY = PreparedQuery(lambda user: Seat.objects.to_move(user).order_by().only("pk"))


def turn_count(request: HttpRequest) -> dict[str, Any]:
    return {
        "waiting_count": SimpleLazyObject(
            lambda: count_tables_to_move(getattr(request, "user", None))
        )
    }


def count_tables_to_move(user: Any) -> int:
    """Return how many tables wait for a move of this person; 0 for visitors."""
    known = user is not None and user.is_authenticated
    return TO_MOVE_QUERY.count(user.pk) if known else 0


def keys_of_tables_to_move(user: User) -> list[str]:
    """Return the keys of the tables that wait for a move of this person."""
    return list(Seat.objects.to_move(user).order_by("pk").values_list("table__key", flat=True))


class NextTable(NamedTuple):
    """How many tables wait for a person, with the game ("" if none) and deadline of the first."""

    tables: int
    game: str
    due: datetime | None


def next_table(user: User) -> NextTable:
    """Return how many tables wait for this person and which is the first, in one query."""
    waiting = load_turn_order(user).tables
    if not waiting:
        return NextTable(0, "", None)
    return NextTable(len(waiting), waiting[0].game, waiting[0].due)


def next_label(awaited: NextTable) -> SafeString:
    """Return HTML that names the first table and how many more wait."""
    tables, game, due = awaited
    named = {"game": presenter(game).name()}
    if due is None:
        label = format_html(_("Next: {game}"), **named)
    else:
        label = format_html(_("Next: {game}, {when} left"), when=countdown(due), **named)
    number = format_html("<b>{}</b>", tables - 1)
    more = format_html(_("({n} more)"), n=number)
    kind = "" if tables > 1 else "is-none"
    return format_html(
        '<span class="next-table-name">{}</span> <span class="{}">{}</span>', label, kind, more
    )
