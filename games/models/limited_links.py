"""What every invitation link has: a secret, a limited number of uses, and an end."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils import timezone

from .tables import new_token


class LimitedLink(models.Model):
    """An address that a limited number of people can use, until a moment."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    max_uses = models.PositiveSmallIntegerField(
        help_text="how many people can use the link", db_column="uses"
    )
    use_count = models.PositiveSmallIntegerField(default=0, db_column="used")
    expires_at = models.DateTimeField(db_column="until")
    created_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def remaining_uses(self) -> int:
        return self.max_uses - self.use_count

    def over(self, now: datetime) -> str:
        """Return why the link is no longer valid, "" if it is.

        The codes are "withdrawn", "expired" and "used_up".
        """
        if self.withdrawn_at is not None:
            return "withdrawn"
        if self.expires_at <= now:
            return "expired"
        return "" if self.remaining_uses > 0 else "used_up"
