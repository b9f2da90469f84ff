"""How many unfinished tables a person may host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from portal.errors import Invalid

from ..models import Seat, Table

if TYPE_CHECKING:
    from accounts.models import User

OPEN_TABLES_PER_PERSON = 20
# Unfinished tables that a person may host: one more for each person they finished a match with.
UNFINISHED_AT_FIRST = 10
MOST_UNFINISHED = 100


def check_host_limit(host: User) -> None:
    """Check that a person may host one more unfinished table.

    Only tables that the person hosts count, even if they have left them: the person created them,
    and bots there use computing time. Joining tables of others is not limited. Tables of
    tournaments do not count, because the site opens them.
    """
    statuses = Table.objects.filter(
        host=host, status__in=(Table.Status.OPEN, Table.Status.RUNNING), tournament_table=None
    ).values_list("status", flat=True)
    unfinished = list(statuses)
    waiting = unfinished.count(Table.Status.OPEN)
    if waiting >= OPEN_TABLES_PER_PERSON:
        raise Invalid(
            _("You have %(n)d open tables. Close one before you open another.") % {"n": waiting},
            code="too_many_tables",
        )
    if len(unfinished) >= UNFINISHED_AT_FIRST and len(unfinished) >= unfinished_table_limit(host):
        raise Invalid(
            _(
                "You host %(n)d unfinished tables. Finish one before you open "
                "another. For each new person you finish a match with, you can host "
                "one more."
            )
            % {"n": len(unfinished)},
            code="too_many_tables",
        )


def unfinished_table_limit(host: User) -> int:
    """Return how many unfinished tables this person may host: one more for each person they met.

    Only people count with whom they played a match to its end, each once.
    """
    more = MOST_UNFINISHED - UNFINISHED_AT_FIRST
    played = Seat.objects.filter(
        rank__isnull=False, leave_reason=Seat.LeaveReason.STAYED, idle=False
    )
    others = played.filter(table__in=played.filter(user=host).values("table"), user__isnull=False)
    people = others.exclude(user=host).order_by().values("user").distinct()
    return UNFINISHED_AT_FIRST + (people[:more].count() if more > 0 else 0)
