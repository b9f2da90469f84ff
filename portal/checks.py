"""Checks of settings that Django does not check itself (`manage.py check --deploy`)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from .http import outgoing_requests


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


@register(Tags.security, deploy=True)
def check_translation_url(**_: Any) -> list[CheckMessage]:
    """Reject an address to which nothing would be sent; without one, nothing is translated."""
    url, networks = settings.TRANSLATION_URL, settings.TRANSLATION_NETWORKS
    try:
        if url:
            outgoing_requests.parse_target(f"{url}/translate", also=networks)
    except outgoing_requests.ForbiddenAddressError as error:
        return [
            Error(
                f"TRANSLATION_URL: {error}",
                hint="Name a LibreTranslate site: https://…, or http://… in your own network.",
                id="portal.E002",
            )
        ]
    return []
