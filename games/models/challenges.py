"""Challenges on the ladders of tournaments."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .tournaments import Tournament, TournamentEntry


class Challenge(models.Model):
    """A person on a ladder has challenged another to a match whose table has not started yet.

    Several people may challenge the same person. The first challenge must be answered; the others
    wait in the order of `at` (`games.tournaments.formats.challenge_queue`). The row is deleted when
    the table starts or when the challenge counts as lost, which the tournament's results then show.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="challenges", db_column="contest_id"
    )
    challenger = models.OneToOneField(
        TournamentEntry, models.CASCADE, related_name="challenge_made", db_column="by_id"
    )
    opponent = models.ForeignKey(
        TournamentEntry, models.CASCADE, related_name="challenges_received", db_column="to_id"
    )
    at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(help_text="without an answer until then it is lost")
    assigned_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when it passed to this opponent; empty: from the start",
        db_column="to_at",
    )
    accepted_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.challenger} challenges {self.opponent}"
