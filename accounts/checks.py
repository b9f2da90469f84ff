"""Deployment checks for settings that are still missing (`manage.py check --deploy`)."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register

from .site.setup_checks import ADDRESS, MAIL, setup_warnings

IDS = {MAIL: "accounts.W001", ADDRESS: "accounts.W002"}


@register(Tags.security, deploy=True)
def check_setup(**_more: Any) -> list[CheckMessage]:
    """Return a warning for each missing setting that the owner has not hidden."""
    return [
        Warning(str(one.text), hint=str(one.remedy), id=IDS[one.key]) for one in setup_warnings()
    ]
