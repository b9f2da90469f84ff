"""Annulment: a finished match stays as it was played, but counts for no rating any more."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.errors import Conflict

from ...models import Table
from ...ratings import rating_changes
from .. import dispatch
from ..session.loader import seats_of, try_load_match
from ..session.table_session import TableSession
from ..session.transaction import LOCKED, commit


@transaction.atomic
def annul_result(key: str) -> None:
    """Take a finished rated match out of the ratings, and notify its people.

    All ratings become as if the match had not been played, also those of people whom its players
    have met since.

    Raises:
        ActionError: the match is not over or not rated.
    """
    table = LOCKED.get(key)
    if table.status != Table.Status.FINISHED or not table.rated:
        raise Conflict(_("Only rated matches that are over can be annulled."))
    rating_changes.void_match(table)
    _save_and_notify(table, rated=False, what="annulled")


@transaction.atomic
def restore_result(key: str) -> None:
    """Let an annulled match count again, at its place in the order of matches.

    Nothing happens if the match is not finished or already counts.
    """
    table = LOCKED.get(key)
    if table.status != Table.Status.FINISHED or table.rated:
        return
    table.rated = True
    rating_changes.restore_match(table)
    _save_and_notify(table, rated=True, what="counts_again")


def _save_and_notify(table: Table, *, rated: bool, what: str) -> None:
    table.rated = rated
    table.save(update_fields=["rated"])
    session = TableSession(table, seats_of(table), try_load_match(table), timezone.now())
    session.note(what, None)
    for seat in session.seats:
        if seat.has_person:
            session.add_event("over", seat, **{what: True})
    commit([session])
    dispatch.enqueue_tournament(table)
