"""Clients of the site and of its API, as somebody who is signed in."""

from __future__ import annotations

from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User


def signed_in(user: User | None, **headers: str) -> Client:
    """A browser; nobody is signed in where there is no user."""
    client = Client(headers=headers)
    if user is not None:
        client.force_login(user)
    return client


def api_of(user: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def session_of(user: User) -> str:
    """The key of a new session of this person."""
    return str(signed_in(user).session.session_key)
