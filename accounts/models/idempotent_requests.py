"""Stored responses of requests that create something."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class IdempotentRequest(models.Model):
    """A request that creates something, with its stored response (accounts/idempotency.py)."""

    key_digest = models.CharField(
        max_length=64, unique=True, help_text="digest of the key and the sender", db_column="name"
    )
    request_digest = models.CharField(
        max_length=64, help_text="digest of the request", db_column="request"
    )
    response = models.BinaryField(
        default=b"", help_text="encrypted; empty: not answered yet", db_column="answer"
    )
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.key_digest[:8]} {self.created_at}"
