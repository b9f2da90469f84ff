"""Who asks, what an address names, and what a request gives."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from accounts.models import User
from accounts.usernames import called

from ..models import Table
from ..table.access import visible_to

CALLED = "what they are called, in any script"


def me(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None


def person(request: Request) -> User:
    """Who asks, in a view that only lets in who is signed in."""
    user = me(request)
    assert user is not None
    return user


def find_person(username: str) -> User:
    """Who has an account under this name: guests are found by nobody."""
    return get_object_or_404(User, called(username), deleted_at__isnull=True, guest_of="")


def find(request: Request, key: str) -> Table:
    """The table of this key.

    Raises:
        Table.DoesNotExist: there is none, or none of which whoever asks may know.
    """
    table = Table.objects.select_related("host", "circle").get(key=key)
    if not visible_to(table, me(request)):
        raise Table.DoesNotExist
    return table


def given(request: Request, shape: type[serializers.Serializer], **more: Any) -> dict[str, Any]:
    """What a request gives, in this shape.

    Raises:
        ValidationError: it is not of the shape; the answer says where.
    """
    form = shape(data=request.data, **more)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
