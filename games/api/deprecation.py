"""Old paths and field names of the API, which work as before next to the new ones.

The view of the new path answers an old path. A serializer with `old_names` takes and returns a
field under both names. The OpenAPI description marks the old ones as deprecated.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import ResolverMatch, URLPattern, get_script_prefix, resolve
from django.urls.resolvers import RoutePattern
from drf_spectacular.drainage import set_override
from rest_framework import serializers
from rest_framework.fields import empty

# paths

#: The beginning of an old path, and of the new one; the rest is the same. The first match counts.
OLD_PREFIXES = {
    "circles/<slug:key>/talk/": "clubs/<slug:key>/chat/",
    "circles/": "clubs/",
    "contests/<slug:key>/put-out/": "tournaments/<slug:key>/disqualify/",
    "contests/": "tournaments/",
    "moderation/hints/": "moderation/signals/",
    "my-time/": "availability/",
    "notices/": "notifications/",
    "quick-matches/": "match-requests/",
    "table-sets/": "saved-settings/",
    "tables/<slug:key>/again/": "tables/<slug:key>/rematch/",
    "tables/<slug:key>/hint/": "tables/<slug:key>/suggestion/",
    "tables/<slug:key>/orders/": "tables/<slug:key>/conditional-moves/",
}
_ROUTES = [(RoutePattern(f"api/{old}"), f"api/{new}") for old, new in OLD_PREFIXES.items()]


class OldPaths(URLPattern):
    """Resolves an old path to the view, name and arguments of the new one.

    Permissions, scopes and limits are thus those of the new path. It comes after all other
    patterns, so that it costs nothing on other paths.
    """

    def __init__(self) -> None:
        super().__init__(RoutePattern("api/<path:old>", is_endpoint=True), resolve)

    def resolve(self, path: str) -> ResolverMatch | None:
        for route, new in _ROUTES:
            if found := route.match(path):
                rest, _args, kwargs = found
                return resolve(
                    get_script_prefix()
                    + new.replace("<slug:key>", str(kwargs.get("key", "")))
                    + rest
                )
        return None


def new_path_of(path: str) -> str | None:
    """Return the new path for an old path of the description; None for any other path."""
    for old, new in OLD_PREFIXES.items():
        start = described_prefix(old)
        if path.startswith(start):
            return described_prefix(new) + path.removeprefix(start)
    return None


def described_prefix(prefix: str) -> str:
    """Return the beginning of a path as the description writes it."""
    return "/api/" + prefix.replace("<slug:key>", "{key}")


# fields


# A serializer with renamed fields, which it takes and returns under both names. (It has no
# docstring, because the description would show it for each subclass that has none of its own.)
class RenamedFieldsSerializer(serializers.Serializer):
    #: The new name of each old one. Only new names are declared, and appear in valid data.
    old_names: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        set_override(cls, "deprecate_fields", list(cls.old_names))

    @classmethod
    def with_new_names(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return request data under the new names.

        Raises:
            ValidationError: it has both names of a field, with different values.
        """
        found = dict(data)
        for old, new in cls.old_names.items():
            if old in found:
                value = found.pop(old)
                if found.setdefault(new, value) != value:
                    text = f"`{old}` is the old name of this: give only one of them"
                    raise serializers.ValidationError({new: [text]})
        return found

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for old, new in self.old_names.items():
            source = fields[new].source or new
            fields[old] = copy.deepcopy(fields[new])
            fields[old].source = None if source == old else source
            fields[old].help_text = f"deprecated: use `{new}`"
        return fields

    @property
    def _readable_fields(self) -> Any:
        return (one for one in super()._readable_fields if one.field_name not in self.old_names)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().to_representation(instance)
        return found | {old: found[new] for old, new in self.old_names.items() if new in found}

    @property
    def _writable_fields(self) -> Any:
        return (one for one in super()._writable_fields if one.field_name not in self.old_names)

    def run_validation(self, data: Any = empty) -> Any:
        if not isinstance(data, Mapping):
            return super().run_validation(data)
        try:
            return super().run_validation(self.with_new_names(data))
        except serializers.ValidationError as error:
            if isinstance(error.detail, dict):
                error.detail = self._as_given(error.detail, data)
            raise

    def _as_given(self, errors: dict[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
        """Return errors under the names in the request; a missing field gets both its names."""
        names = {
            new: [name for name in (new, old) if name in data] or [new, old]
            for old, new in self.old_names.items()
        }
        return {name: text for key, text in errors.items() for name in names.get(key, [key])}


# the description

#: The beginning of an operation id at a new path, and at the old one. The first match counts.
OLD_OPERATION_IDS = {
    "availability_vacation_add": "vacation_enter",
    "availability_vacation": "vacation",
    "availability": "my_time",
    "club_candidate_reject": "circle_turn_down",
    "club_chat_post": "circle_say",
    "club_chat": "circle_talk",
    "club_update": "circle_change",
    "clubs_create": "circles_begin",
    "club": "circle",
    "match_requests": "quick_matches",
    "match_request": "quick_match",
    "moderation_signal_resolve": "settle_hint",
    "moderation_signals": "moderation_hints",
    "notification_device": "device",
    "notification_settings_set": "notices_set",
    "notification_settings": "notices_settings",
    "notification_webhook": "webhook",
    "notifications": "notices",
    "saved_settings_list": "table_sets_list",
    "saved_settings_save": "table_sets_save",
    "saved_settings": "table_set",
    "tournament_decide_table": "contest_rule",
    "tournament_disqualify": "contest_put_out",
    "tournament": "contest",
}

#: Operations that are newer than the new paths: the description has them there alone.
NEWER_OPERATIONS = {
    ("POST", "/api/clubs/{key}/candidates/"),
    ("POST", "/api/clubs/{key}/invitations/"),
    ("GET", "/api/clubs/{key}/links/"),
    ("POST", "/api/clubs/{key}/links/"),
    ("DELETE", "/api/clubs/{key}/links/{id}/"),
}

Endpoint = tuple[str, str, str, Any]  # path, route, method, view


def add_old_endpoints(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Add the endpoints at old paths to those of the description (a hook of drf-spectacular)."""
    found = list(endpoints)
    for path, route, method, view in endpoints:
        if (method.upper(), path.replace("{pk}", "{id}")) in NEWER_OPERATIONS:
            continue
        for old, new in OLD_PREFIXES.items():
            if route.startswith(f"api/{new}"):
                start, rest = described_prefix(old), path.removeprefix(described_prefix(new))
                old_route = f"api/{old}" + route.removeprefix(f"api/{new}")
                found.append((start + rest, old_route, method, view))
                break
    return found


def deprecate(operation: dict[str, Any], path: str) -> dict[str, Any]:
    """Mark the operation at an old path as deprecated; return any other unchanged."""
    new_path = new_path_of(path)
    if new_path is None:
        return operation
    operation_id = operation["operationId"]
    for new, old in OLD_OPERATION_IDS.items():
        if operation_id.startswith(new):
            operation_id = old + operation_id.removeprefix(new)
            break
    text = f"{operation.get('description', '')}\n\nDeprecated: use `{new_path}`.".strip()
    return {**operation, "operationId": operation_id, "description": text, "deprecated": True}
