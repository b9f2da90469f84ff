"""Checks of settings that Django does not check itself (`manage.py check --deploy`)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def check_allowed_hosts(**_: Any) -> list[CheckMessage]:
    """Reject "*": any web page could then open WebSockets in a visitor's name."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Error(
            'ALLOWED_HOSTS contains "*", which switches the origin check of the sockets off.',
            hint="Name the hosts that the site answers to.",
            id="portal.E001",
        )
    ]
