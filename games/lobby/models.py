"""What the lobby stores: match requests, saved settings, calendar feeds and invitation links."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models import Club, LimitedLink, Table, new_token
from games.time_controls import TimeControl


class InvitationLink(LimitedLink):
    """An address by which a limited number of people can join a table, until a moment."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitation_links")
    for_guests = models.BooleanField(
        default=False, help_text="people without an account can use the link"
    )

    class Meta:
        db_table = "games_invitationlink"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(use_count__lte=F("max_uses")), name="link_not_overused"
            )
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to {self.table}: {self.use_count} of {self.max_uses}"


class MatchRequest(models.Model):
    """A person's request for a quick match of one game.

    `table` is the table that matchmaking found; while it is empty, they wait. The row of the user
    is locked for every change.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_requests", db_index=False
    )
    game = models.CharField(max_length=40)
    table_settings = models.JSONField(
        help_text="games.lobby.table_settings.TableSettings.to_json", db_column="terms"
    )
    compatibility_key = models.CharField(
        max_length=64, help_text="equal for requests that can be matched", db_column="fits"
    )
    rating = models.IntegerField(help_text="hundredths, when the request was made")
    created_at = models.DateTimeField(db_column="since")
    retry_at = models.DateTimeField(help_text="when to look for more people", db_column="look_at")
    expires_at = models.DateTimeField(db_column="lapses_at")
    table = models.ForeignKey(
        Table, models.CASCADE, null=True, blank=True, related_name="match_requests"
    )

    class Meta:
        db_table = "games_wish"
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_wish_per_game")]
        indexes = [
            models.Index(
                fields=["compatibility_key", "rating", "id"],
                name="wish_waiting",
                condition=Q(table=None),
            ),
            models.Index(fields=["retry_at"], name="wish_due", condition=Q(table=None)),
        ]

    def __str__(self) -> str:
        return f"{self.user} wants {self.game}"

    @property
    def clock(self) -> TimeControl:
        return TimeControl.from_json(self.table_settings["clock"])


LONGEST_SET_NAME = 40


class SavedTableSettings(models.Model):
    """Table settings for a game: those that a person used last, or a named set of a person.

    A named set may also belong to a club; its owner and helpers manage it for all members.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="saved_settings",
        db_index=False,
    )
    club = models.ForeignKey(
        Club,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="saved_settings",
        db_index=False,
        db_column="circle_id",
    )
    game = models.CharField(max_length=40)
    name = models.CharField(
        max_length=LONGEST_SET_NAME,
        blank=True,
        help_text="of a named set; empty: the settings used last",
    )
    table_settings = models.JSONField(
        help_text="games.lobby.table_settings.TableSettings.to_json", db_column="terms"
    )
    saved_at = models.DateTimeField(default=timezone.now, db_column="kept_at")

    class Meta:
        db_table = "games_keptterms"
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "name"], name="terms_of_one_name"),
            models.UniqueConstraint(fields=["club", "game", "name"], name="terms_of_circle"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, club=None)
                | (Q(user=None, club__isnull=False) & ~Q(name="")),
                name="terms_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.name or 'last'} of {self.club or self.user}"


class CalendarFeed(models.Model):
    """The secret token of a person's feed: anyone who knows it can read it. No row, no feed."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="calendar_feed"
    )
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_calendarfeed"

    def __str__(self) -> str:
        return f"calendar of {self.user}"
