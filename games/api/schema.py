"""How drf-spectacular builds the API's description from its views."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from accounts import idempotency
from portal.http.url_patterns import url_patterns

from . import deprecation, scopes

IDEMPOTENCY_KEY = OpenApiParameter(
    idempotency.HEADER,
    {"type": "string", "maxLength": idempotency.MAX_KEY_LENGTH},
    OpenApiParameter.HEADER,
    description="a text of your choice; a call that is repeated with the same key is done once",
)


class ScopedSchema(AutoSchema):
    """Adds to every operation the token scope that it needs, and to POST the idempotency key."""

    def get_operation(self, path: str, *rest: Any) -> Any:
        operation = super().get_operation(path, *rest)
        return operation and deprecation.deprecate(operation, path)

    def get_override_parameters(self) -> list[Any]:
        found = super().get_override_parameters()
        return [*found, IDEMPOTENCY_KEY] if self.method == "POST" else found

    def get_extensions(self) -> dict[str, Any]:
        names = {}
        for pattern in url_patterns("games.api.urls"):
            view: Any = pattern.callback
            names[view.cls] = str(pattern.name)
        scope = scopes.required_scope(self.method, names[type(self.view)])
        return {**super().get_extensions(), "x-scope": scope and scope.value}
