"""The user, the person or table of an address, and the valid data of a request."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from accounts.models import User
from accounts.usernames import username_lookup

from ..models import Table
from ..table.access import is_visible_to

DISPLAY_NAME_HELP = "the display name, in any script"


def user_or_none(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None


def authenticated_user(request: Request) -> User:
    """Return the user, in a view that requires authentication."""
    user = user_or_none(request)
    assert user is not None
    return user


def get_person(username: str) -> User:
    """Return the person with this name. Guests and deleted accounts are not found.

    Raises:
        Http404: there is no such person.
    """
    return get_object_or_404(
        User, username_lookup(username), deleted_at__isnull=True, guest_network=""
    )


def get_table(request: Request, key: str) -> Table:
    """Return the table with this key.

    Raises:
        Table.DoesNotExist: there is no such table, or the user may not see it.
    """
    table = Table.objects.select_related("host", "club").get(key=key)
    if not is_visible_to(table, user_or_none(request)):
        raise Table.DoesNotExist
    return table


def validated_data(
    request: Request, shape: type[serializers.Serializer], **more: Any
) -> dict[str, Any]:
    """Return the valid data of a request.

    Raises:
        ValidationError: the request does not fit the serializer; the response says where.
    """
    form = shape(data=request.data, **more)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
