"""Checks of the settings that Django does not make by itself (`manage.py check --deploy`)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def check_allowed_hosts(**_: Any) -> list[CheckMessage]:
    """With "*" any page of the web could open our sockets in a visitor's name."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Error(
            'ALLOWED_HOSTS contains "*", which switches the origin check of the sockets off.',
            hint="Name the hosts that the site answers to.",
            id="portal.E001",
        )
    ]
