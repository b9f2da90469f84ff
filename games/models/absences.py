"""Absences of players, heartbeats of the site's processes, and planned downtimes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from portal.dates import moment_text, range_text


class PlayerAbsence(models.Model):
    """A person's absence: all their time-outs, at any tables, between two actions of theirs."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="incidents")
    started_at = models.DateTimeField(
        help_text="when the player first timed out", db_column="began_at"
    )
    ended_at = models.DateTimeField(null=True, blank=True, help_text="when the player came back")

    class Meta:
        db_table = "games_incident"
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                name="one_open_incident_per_person",
                condition=Q(ended_at__isnull=True),
            )
        ]
        indexes = [models.Index(fields=["user", "started_at"], name="incidents_of_person")]

    def __str__(self) -> str:
        return f"{self.user} {moment_text(self.started_at)}"


class Heartbeat(models.Model):
    """The last heartbeat of a process, and a downtime whose time was not given back yet."""

    class Process(models.TextChoices):
        WEB = "web"
        WORKER = "worker"

    process = models.CharField(max_length=8, choices=Process, primary_key=True, db_column="part")
    beat_at = models.DateTimeField()
    missed_from = models.DateTimeField(null=True, blank=True)
    missed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "games_pulse"

    def __str__(self) -> str:
        return f"{self.process} {moment_text(self.beat_at)}"


class PlannedDowntime(models.Model):
    """A time in which the owner takes the site down; no clock runs in it.

    A cancelled one ends at its start.
    """

    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    applied_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when running waits were extended",
        db_column="spread_at",
    )

    class Meta:
        db_table = "games_plannedabsence"
        ordering = ["starts_at"]

    def __str__(self) -> str:
        return range_text(self.starts_at, self.ends_at)
