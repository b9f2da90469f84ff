"""Studies with their chapters, and variations of matches."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import names
from games.models import Club, Table, new_key

LONGEST_LINE_NAME = 40


def new_seed() -> str:
    return secrets.token_hex(16)


class Variation(models.Model):
    """Moves that one person plays for all seats on a private copy of a position.

    The copy is not stored. It is built from the journal as far as `seat` knows it
    (`games.analysis.positions`). Its seed is unrelated to the seed of the match.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lines", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="lines")
    name = models.CharField(
        max_length=LONGEST_LINE_NAME,
        blank=True,
        help_text="empty: the variation that was started last",
    )
    version = models.PositiveIntegerField(
        help_text="the table's version when the variation was started"
    )
    after_move = models.PositiveIntegerField(
        help_text="the move of the journal from which it starts", db_column="after"
    )
    seat = models.PositiveSmallIntegerField(
        null=True, help_text="the seat whose knowledge it has; empty: the match was over"
    )
    seed = models.CharField(
        max_length=32, default=new_seed, help_text="of re-dealt secrets and chance"
    )
    moves = models.JSONField(default=list, help_text="[seat, notation] of each move")
    position = models.PositiveSmallIntegerField(
        default=0, help_text="how many of its moves are played", db_column="at"
    )
    token = models.CharField(
        max_length=32, unique=True, null=True, blank=True, help_text="of the link that shares it"
    )
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_line"
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "table", "name"], name="line_of_one_name"),
        ]

    def __str__(self) -> str:
        return f"line {self.name or self.pk} of {self.user}"


class Study(models.Model):
    """The chapters of one author; `readers` says who else may read them."""

    class Visibility(models.TextChoices):
        NOBODY = "nobody", _("only me")
        LINK = "link", _("everyone with the link")
        CIRCLE = "circle", _("one of my clubs")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="studies")
    name = models.CharField(max_length=names.LONGEST)
    visibility = models.CharField(
        max_length=6, choices=Visibility, default=Visibility.NOBODY, db_column="readers"
    )
    club = models.ForeignKey(
        Club,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        db_column="circle_id",
    )
    changed_at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="when a moderator hid it from everyone but its owner"
    )

    class Meta:
        db_table = "games_study"
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:study", args=[self.key])


class Chapter(models.Model):
    """A finished match or a set-up, with what its study adds (`games.studies.tree`)."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="chapters")
    table = models.ForeignKey(Table, models.CASCADE, related_name="chapters")
    version = models.PositiveIntegerField(
        help_text="the table's version when the chapter was created"
    )
    name = models.CharField(max_length=names.LONGEST)
    seed = models.CharField(
        max_length=32, default=new_seed, help_text="of chance in its variations"
    )
    nodes = models.JSONField(default=dict, help_text="by node: [previous node, seat, notation]")
    annotations = models.JSONField(
        default=dict, help_text="by node: a comment and marks on the board", db_column="notes"
    )
    current_node = models.PositiveIntegerField(
        default=0, help_text="the node that its owner has open", db_column="at"
    )
    guess_start = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="the position from which readers guess the next moves",
        db_column="guess",
    )

    class Meta:
        db_table = "games_chapter"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} of {self.study}"

    def get_absolute_url(self) -> str:
        return reverse("games:chapter", args=[self.study.key, self.pk])
