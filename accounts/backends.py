"""The authentication backend: allauth's, with a prepared query for the user of each request."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from portal.repository import PreparedQuery

from .models import User
from .models.user_extension import REQUEST_ROWS

USER_BY_ID = PreparedQuery(lambda user: User.objects.filter(pk=user).select_related(*REQUEST_ROWS))


class SiteBackend(AuthenticationBackend):
    """Sign-in by name or e-mail address."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Check the password once: a login with an "@" is an e-mail address, never a name.

        With two checks, the time for a wrong password would reveal which addresses have accounts.
        """
        if "@" in credentials.get("username", ""):
            credentials.setdefault("email", credentials.pop("username"))
        return super().authenticate(request, **credentials)

    def get_user(self, user_id: Any) -> User | None:
        """Return the user of a session, or None if the account is missing or closed."""
        found = USER_BY_ID.all(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
