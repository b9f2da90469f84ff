"""How the API describes what `view()` of a title returns: by the `TypedDict` that it names."""

from __future__ import annotations

import inspect
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import ResolvedComponent, resolve_type_hint
from rest_framework import serializers

import games.rules as rules


class ViewField(serializers.JSONField):
    """What a seat may see of a match, in the shape that its title declares."""


class ViewShapes(OpenApiSerializerFieldExtension):
    """Describes a `ViewField` as one of the views of all titles."""

    target_class = ViewField

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        shapes = [shape(game, auto_schema.registry) for game in rules.catalogue().values()]
        return {"anyOf": shapes, "description": str(self.target.help_text)}


def shape(game: rules.Game, registry: Any) -> dict[str, Any]:
    """A reference to the description of a title's view; any object where it declares none."""
    if game.view is dict:
        return {"type": "object", "additionalProperties": {}}
    described = resolve_type_hint(game.view)
    described["description"] = inspect.getdoc(game.view) or game.name
    component = ResolvedComponent(
        name="View" + "".join(part.capitalize() for part in game.key.split("_")),
        type=ResolvedComponent.SCHEMA,
        object=game.key,
        schema=described,
    )
    registry.register_on_missing(component)
    reference: dict[str, Any] = component.ref
    return reference
