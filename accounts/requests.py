"""What views read from requests."""

from __future__ import annotations

from django.http import HttpRequest

from .models import User


def authenticated_user(request: HttpRequest) -> User:
    """Return the user of a request to a view that requires a login."""
    assert isinstance(request.user, User)
    return request.user
