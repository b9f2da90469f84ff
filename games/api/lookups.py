"""Who asks, what an address names, and what a request gives."""

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
    """Who asks, in a view that only lets in who is signed in."""
    user = user_or_none(request)
    assert user is not None
    return user


def get_person(username: str) -> User:
    """Who has an account under this name: guests are found by nobody."""
    return get_object_or_404(User, username_lookup(username), deleted_at__isnull=True, guest_of="")


def get_table(request: Request, key: str) -> Table:
    """The table of this key.

    Raises:
        Table.DoesNotExist: there is none, or none of which whoever asks may know.
    """
    table = Table.objects.select_related("host", "circle").get(key=key)
    if not is_visible_to(table, user_or_none(request)):
        raise Table.DoesNotExist
    return table


def validated_data(
    request: Request, shape: type[serializers.Serializer], **more: Any
) -> dict[str, Any]:
    """What a request gives, in this shape.

    Raises:
        ValidationError: it is not of the shape; the answer says where.
    """
    form = shape(data=request.data, **more)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
