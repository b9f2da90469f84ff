"""How the API's description is drawn from its views."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from . import scopes


class ScopedSchema(AutoSchema):
    """Says of every operation which scope of a token it asks for."""

    def get_extensions(self) -> dict[str, Any]:
        from .urls import urlpatterns

        names = {pattern.callback.cls: str(pattern.name) for pattern in urlpatterns}  # type: ignore[attr-defined]
        scope = scopes.asked(self.method, names[type(self.view)])
        return {**super().get_extensions(), "x-scope": scope and scope.value}
