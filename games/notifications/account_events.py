"""Notifications of what happens to an account."""

from __future__ import annotations

from typing import Any

from accounts.models import User

from . import outbox


def notify_of_data_export(user: User, export: int, **_more: Any) -> None:
    """Signal receiver: tell a user that their data export is ready."""
    outbox.send(user, "archive", period=export)
