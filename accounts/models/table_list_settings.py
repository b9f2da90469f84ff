"""How a user's own tables are listed, and in which order they go through them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .user_extension import UserExtension, UserOneToOneField


class TableListSettings(UserExtension):
    """A user's choices for the page "My tables", the same on all devices."""

    class Layout(models.TextChoices):
        CARDS = "cards", _("Cards")
        COMPACT = "compact", _("Compact list")

    class Sort(models.TextChoices):
        TIME = "time", _("By time left")
        MANUAL = "manual", _("In my own order")

    user = UserOneToOneField(
        "User", models.CASCADE, primary_key=True, related_name="table_list_settings"
    )
    layout = models.CharField(max_length=8, choices=Layout, default=Layout.CARDS)
    sort = models.CharField(max_length=8, choices=Sort, default=Sort.TIME)
    turn_round = models.JSONField(
        default=dict,
        blank=True,
        editable=False,
        help_text="games.table.turn_order.TurnRound; empty: no round has begun",
    )

    class Meta:
        verbose_name = verbose_name_plural = _("list of my tables")

    def __str__(self) -> str:
        return f"list settings of {self.user_id}"
