"""What the app stores: the searches of which people want to be alerted."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_QUERY = 500


class Alert(models.Model):
    """A search whose person is notified when something that matches it opens."""

    class Kind(models.TextChoices):
        TABLES = "tables", _("tables")
        TOURNAMENTS = "tournaments", _("tournaments")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="alerts",
        db_index=False,
        editable=False,
    )
    kind = models.CharField(max_length=12, choices=Kind)
    query = models.CharField(
        max_length=LONGEST_QUERY,
        blank=True,
        help_text="the filters: games.lobby.table_filter.TableFilter.query",
    )
    created_at = models.DateTimeField(default=timezone.now)
    checked_until = models.DateTimeField(
        default=timezone.now, help_text="what opened before this moment was compared"
    )
    next_check_at = models.DateTimeField(
        default=timezone.now, help_text="a day after the last notification"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "query"], name="one_alert_per_search")
        ]
        indexes = [models.Index(fields=["kind", "checked_until"], name="alert_to_check")]

    def __str__(self) -> str:
        return f"{self.kind} {self.query} for {self.user}"
