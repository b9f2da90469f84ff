"""Who is signed in: allauth's backend, with the one query that every request makes prepared."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from portal.performance.fast_orm import PreparedQuery

from .models import User

USER_BY_ID = PreparedQuery(lambda user: User.objects.filter(pk=user))


class SiteBackend(AuthenticationBackend):
    """Sign-in by name or e-mail."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """One password is checked once: what holds an "@" is an address and no name.

        Otherwise the time that a wrong password takes would tell which addresses have accounts.
        """
        if "@" in credentials.get("username", ""):
            credentials.setdefault("email", credentials.pop("username"))
        return super().authenticate(request, **credentials)

    def get_user(self, user_id: Any) -> User | None:
        """The person of a session; None where there is no such account, or it is closed."""
        found = USER_BY_ID.all(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
