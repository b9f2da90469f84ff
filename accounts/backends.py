"""Who is signed in: allauth's backend, with the one query that every request makes prepared."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from portal.rows import Prepared

from .models import User

BY_ID = Prepared(lambda user: User.objects.filter(pk=user))


class SiteBackend(AuthenticationBackend):
    """Sign-in by name or e-mail."""

    def get_user(self, user_id: Any) -> User | None:
        """The person of a session; None where there is no such account, or it is closed."""
        found = BY_ID.all(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
