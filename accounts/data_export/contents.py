"""The contents of a data export: one file per kind of data, and the records of matches.

Every model that refers to a user is in `FILES`, or in `EXCLUDED_MODELS` with the reason. Apps add
those of their own models when they are ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet

from ..models import User
from ..models.user_extension import UserExtension
from .models import DataExport

Files = dict[str, Callable[[User], QuerySet[Any, Any]]]
Exclusions = dict[type[Model], str]


class Record(NamedTuple):
    """The record of a finished match, with the id of its table."""

    table: int
    name: str
    data: dict[str, Any]


# Fields of a user that are not in their profile: what only the site uses, and what staff decide.
NOT_EXPORTED = frozenset(
    {
        *("id", "password", "deleted_at", "guest_network"),
        *("nickname_skeleton", "nickname_changed_at", "invited_by", "invited_at"),
        *("is_active", "is_staff", "is_superuser", "is_moderator", "is_pending_approval"),
    }
)


def profile_fields() -> list[str]:
    """Return the names of the fields of a user that are in their export."""
    names = (field.name for field in User._meta.concrete_fields)
    return [name for name in names if name not in NOT_EXPORTED]


# No file contains a secret of a token, device, webhook or calendar feed.
FILES: Files = {
    "profile": lambda user: User.objects.filter(pk=user.pk).values(*profile_fields()),
    "sign-ins": lambda user: UserSession.objects.filter(user=user).values(
        "created_at", "ip", "user_agent"
    ),
    "accounts-elsewhere": lambda user: SocialAccount.objects.filter(user=user).values(
        *("provider", "uid", "date_joined", "last_login", "extra_data")
    ),
    "former-names": lambda user: user.former_names.values("name", "until"),
    "addresses": lambda user: EmailAddress.objects.filter(user=user).values(
        "email", "verified", "primary"
    ),
    "second-factors": lambda user: Authenticator.objects.filter(user=user).values(
        "type", "created_at", "last_used_at"
    ),
}
EXCLUDED_MODELS: Exclusions = {DataExport: "this one"}
# By file: what a row shows that is not stored as such, for example a phrase of a chat.
ROW_VALUES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
# Each yields the records of a user's finished matches at tables with a larger id, in this order.
RECORD_SOURCES: list[Callable[[User, int], Iterator[Record]]] = []


def register(files: Files, excluded: Exclusions | None = None) -> None:
    """Add files to every export, and models with the reason why they are in none.

    Raises:
        ValueError: another app has a file of this name.
    """
    if twice := FILES.keys() & files.keys():
        raise ValueError(f"files of data exports with the same name: {sorted(twice)}")
    FILES.update(files)
    EXCLUDED_MODELS.update(excluded or {})


def file_rows(name: str, user: User) -> list[dict[str, Any]]:
    """Return the rows of a file as dicts; "table.key" is the key of the table a row belongs to.

    Its keys are columns, which stay the same when fields get other names.
    """
    rows = FILES[name](user).order_by("pk")
    key = cache(partial(_key, rows.model))
    more = _extension_values(user) if name == "profile" else {}
    shown = ROW_VALUES.get(name, dict)
    return [
        {key(path): value for path, value in shown(row).items()} | more for row in rows.iterator()
    ]


def _extension_values(user: User) -> dict[str, Any]:
    """Return the columns of the user's rows in other tables, with their values."""
    return {
        _key(model, name): getattr(model.of(user), name)
        for model in UserExtension.__subclasses__()
        for name in model.field_names()
    }


def _key(model: Any, path: str) -> str:
    """The columns along a lookup, joined by dots: "circle.key" for `club__key`."""
    parts = []
    for name in path.split("__"):
        field = model._meta.get_field(name)
        parts.append(field.column if name == field.attname else field.column.removesuffix("_id"))
        model = field.related_model
    return ".".join(parts)


def records_after(user: User, table: int) -> Iterator[Record]:
    """Yield the records of the user's finished matches at tables with ids above `table`."""
    return chain.from_iterable(source(user, table) for source in RECORD_SOURCES)
