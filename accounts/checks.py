"""Checks of what is not set up for people yet (`manage.py check --deploy`)."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register

from .site.setup_checks import ADDRESS, MAIL, setup_warnings

IDS = {MAIL: "accounts.W001", ADDRESS: "accounts.W002"}


@register(Tags.security, deploy=True)
def check_setup(**_more: Any) -> list[CheckMessage]:
    """Warn until it is fixed, or hidden by the owner."""
    return [
        Warning(str(one.text), hint=str(one.remedy), id=IDS[one.key]) for one in setup_warnings()
    ]
