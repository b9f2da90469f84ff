"""Where the site's sign-up and login differ from allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils import translation

from .models import User
from .time_zones import visitor_zone


class AccountAdapter(DefaultAccountAdapter):
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new person starts with the language they read and the time zone their browser told."""
        user.language = translation.get_language() or ""
        user.time_zone = visitor_zone(request) or user.time_zone
        return super().save_user(request, user, form, commit)
