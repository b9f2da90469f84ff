"""What moderators forbid a user for a time."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .user_extension import UserExtension, UserOneToOneField


class Restrictions(UserExtension):
    """Until when a user may not do something; games/table/restrictions.py checks it."""

    user = UserOneToOneField("User", models.CASCADE, primary_key=True, related_name="restrictions")
    muted_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="set by a moderator: cannot write"
    )
    suspended_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="set by a moderator: cannot take seats"
    )
    rated_ban_until = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="set by a moderator: cannot take seats at rated tables",
        db_column="unrated_until",
    )
    open_table_ban_until = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="set by a moderator: cannot take seats at open tables",
        db_column="private_until",
    )

    class Meta:
        verbose_name = verbose_name_plural = _("restrictions")

    def __str__(self) -> str:
        return f"restrictions of {self.user_id}"
