"""Rulings: managers of a tournament decide a table that is still played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.errors import Forbidden, Invalid

from .access import check_can_decide, clean_reason, lock_tournament
from .models import TournamentTable
from .notifications import TournamentOutbox

if TYPE_CHECKING:
    from accounts.models import User


def decide_table(
    key: str, by: User, number: tuple[int, int], places: Sequence[int], why: str
) -> None:
    """Decide the result of a running table. Its match goes on, but does not count here.

    Args:
        number: the number of the round, and of the table in it.
        places: the place of each person in the order of their seats: 1 for the best; equal people
            share one.

    Raises:
        TournamentNotFoundError: the user may not see the tournament.
        Forbidden: the user may not manage it, plays in it, or sits at the table; a moderator has
            forbidden the user to write.
        Invalid: there is no such running table, it is decided already, the places are not valid, or
            the reason is empty or too long.
    """
    with transaction.atomic():
        tournament = lock_tournament(key)
        check_can_decide(tournament, by)
        tables = TournamentTable.objects.filter(
            round__tournament=tournament, round__number=number[0]
        )
        one = tables.filter(number=number[1]).select_related("table").first()
        is_played = one is not None and one.table is not None and not one.table.is_over
        if one is None or not is_played or one.finished_at is not None or not tournament.is_running:
            raise Invalid(
                _("The result of this table has already been decided."), code="bad_contest"
            )
        if tournament.entries.filter(pk__in=one.entries, user=by).exists():
            raise Forbidden(
                _("You sit at this table yourself. Someone else must decide its result."),
                code="not_your_contest",
            )
        why = clean_reason(by, why)
        n = len(one.entries)
        if len(places) != n or not all(1 <= place <= n for place in places):
            raise Invalid(
                _("Give everyone at this table a place."), field="places", code="bad_contest"
            )
        now = timezone.now()
        level = [1 + sum(other < own for other in places) for own in places]
        one.result = {"places": level, "shares": [1 / n] * n, "forfeits": []}
        one.finished_at, one.ruled_by, one.ruling = now, by, why
        one.save(update_fields=["result", "finished_at", "ruled_by", "ruling"])
        tournament.version += 1
        tournament.next_action_at = now
        tournament.save(update_fields=["version", "next_action_at"])
        box = TournamentOutbox(tournament, now)
        for entry in tournament.entries.select_related("user__notification_settings").filter(
            pk__in=one.entries
        ):
            box.notify(entry, "ruled", round=number[0], by=by.display_name, why=why)
        box.send()
