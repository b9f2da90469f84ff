"""API tokens."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.tokens import Scope


class ApiToken(models.Model):
    """A personal API token; only its SHA-256 digest is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    suffix = models.CharField(max_length=8, db_column="hint")
    scopes = models.CharField(
        max_length=80,
        default="read play host talk",
        db_default="read play host talk",
        help_text="separated by spaces",
    )
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True, help_text="empty: never")
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.user} {self.name}"

    def may(self, scope: Scope) -> bool:
        return scope in self.scopes.split()

    def has_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now

    @property
    def is_over(self) -> bool:
        return self.has_expired(timezone.now())

    @property
    def granted_scopes(self) -> list[Scope]:
        """The scopes of the token, in the order of their declaration."""
        return [scope for scope in Scope if self.may(scope)]
