"""What only bot accounts have."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .user_extension import UserExtension, UserOneToOneField


class BotProfile(UserExtension):
    """The settings of a bot account; without a row its program answers invitations."""

    user = UserOneToOneField("User", models.CASCADE, primary_key=True, related_name="bot_profile")
    invitation_policy = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="how a bot account answers invitations; empty: its program answers",
        db_column="bot_rules",
    )

    class Meta:
        verbose_name = verbose_name_plural = _("bot profile")

    def __str__(self) -> str:
        return f"bot profile of {self.user_id}"
