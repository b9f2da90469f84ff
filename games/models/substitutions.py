"""Substitutions: which person took over which seat of a running match, and from whom.

While the match runs, the substitute is the `user` of the seat. At its end the seat goes back to its
first owner, whose result it is; `Seat.substitute` then names the person who finished the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import bots, names

from .seats import Seat
from .tables import Table


class Substitution(models.Model):
    """A person took over a seat; `from_user` played it before, or a bot if that is empty.

    At a table of an imported record there are names in place of the people, and no reason.

    The fields from `leave_reason` to `points_at_leaving` say how the previous player left. They are
    those of the seat (`Seat`), to which they return at the end of the match.
    """

    class Reason(models.TextChoices):
        LEFT = "left", _("its player had left")
        BOT = "bot", _("a bot played it")
        OFFERED = "offered", _("its player offered it")

    table = models.ForeignKey(Table, models.CASCADE, related_name="substitutions", db_index=False)
    seat = models.PositiveSmallIntegerField()
    from_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="handed_over"
    )
    to_user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="substitutions",
        help_text="empty only at a table of an imported record",
    )
    record_name = models.CharField(
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text="the name of the substitute in a record",
    )
    record_before = models.CharField(
        max_length=60,
        blank=True,
        default="",
        db_default="",
        help_text="the name of the player before in a record",
    )
    reason = models.CharField(max_length=8, choices=Reason, blank=True)
    at = models.DateTimeField()
    after_move = models.PositiveIntegerField(help_text="the last move of the journal before it")
    bot = models.CharField(
        max_length=bots.LONGEST_LEVEL, blank=True, help_text="level of the bot that plays otherwise"
    )
    leave_reason = models.CharField(max_length=12, choices=Seat.LeaveReason, blank=True)
    absence = models.ForeignKey(
        "PlayerAbsence",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    replaced_at = models.DateTimeField(null=True, blank=True)
    points_at_leaving = models.JSONField(default=list, blank=True)
    points = models.JSONField(default=list, help_text="points of all seats at the takeover")
    idle = models.BooleanField(
        default=False, help_text="the substitute has hardly played a finished match"
    )
    left_as = models.CharField(
        max_length=12,
        choices=Seat.LeaveReason,
        blank=True,
        help_text="how the substitute left again; empty: they play or have finished",
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "to_user"], name="one_takeover_per_person_and_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} at {self.table} seat {self.seat}"

    @property
    def name(self) -> str:
        """The displayed name of the substitute."""
        return self.record_name if self.to_user is None else self.to_user.display_name

    @property
    def previous_name(self) -> str:
        """The displayed name of the player before."""
        if self.record_before:
            return self.record_before
        if self.from_user is not None and self.table.is_anonymous:
            return names.seat_name(self.seat)
        if self.from_user is not None:
            return self.from_user.display_name
        return names.bot_name(self.table.key, self.seat)


def substitutions_of(table: Table) -> Sequence[Substitution]:
    """Return the substitutions of a table with their people, oldest first; most have none."""
    if not table.has_substitutes:
        return ()
    if table.known_substitutions is None:
        rows = Substitution.objects.filter(table=table).select_related("from_user", "to_user")
        table.known_substitutions = list(rows.order_by("pk"))
        for row in table.known_substitutions:
            row.table = table
    return table.known_substitutions


def names_at(table: Table, seats: Sequence[str], at: datetime) -> Sequence[str]:
    """Return the names of those who played at this moment; `seats` are the last players' names."""
    return _names_before(table, seats, lambda row: row.at >= at)


def names_for_move(table: Table, seats: Sequence[str], number: int) -> Sequence[str]:
    """Return the names of those who played when a move was made, by its number in the journal."""
    return _names_before(table, seats, lambda row: row.after_move >= number)


def _names_before(
    table: Table, seats: Sequence[str], is_later: Callable[[Substitution], bool]
) -> Sequence[str]:
    found = list(seats)
    for row in filter(is_later, reversed(substitutions_of(table))):
        found[row.seat] = row.previous_name
    return found


def player_of_move(rows: Sequence[Substitution], owner: int | None, number: int) -> int | None:
    """Return the id of the person who made a move of a seat.

    Args:
        rows: the substitutions of the seat, oldest first.
        owner: its `user`, for a seat without substitutions.
        number: the number of the move in the journal.
    """
    if not rows:
        return owner
    later = [row.to_user_id for row in rows if row.after_move < number]
    return later[-1] if later else rows[0].from_user_id
