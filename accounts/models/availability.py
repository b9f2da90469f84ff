"""When a user's clocks run."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .user_extension import UserExtension, UserOneToOneField
from .users import User

VACATION_AT_FIRST = 10.0  # days


class Availability(UserExtension):
    """A user's hours, days off and vacations (games/availability/)."""

    user = UserOneToOneField("User", models.CASCADE, primary_key=True, related_name="availability")
    calendar = models.JSONField(
        default=dict,
        blank=True,
        help_text="hours of the week and days off; empty: always open",
    )
    vacations = models.JSONField(
        default=list,
        blank=True,
        help_text="[from, until, whether it began automatically]",
    )
    vacation_days = models.FloatField(
        default=VACATION_AT_FIRST,
        help_text="days saved at vacation_counted_at",
    )
    vacation_counted_at = models.DateTimeField(default=timezone.now, editable=False)
    auto_vacation = models.BooleanField(_("automatic vacation"), default=True)
    auto_vacation_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="when a vacation began automatically",
        db_column="away_since",
    )

    class Meta:
        verbose_name = verbose_name_plural = _("availability")

    def __str__(self) -> str:
        return f"availability of {self.user_id}"

    @classmethod
    def default_for(cls, user: User) -> Self:
        """Return the values without a row: days of vacation have grown since the user joined."""
        return cls(user_id=user.pk, vacation_counted_at=user.date_joined)
