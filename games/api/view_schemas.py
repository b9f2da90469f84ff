"""Describe what `view()` of a title returns, from the `TypedDict` that the title declares."""

from __future__ import annotations

import inspect
from types import NoneType, UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import ResolvedComponent, resolve_type_hint
from rest_framework import serializers

import games.rules as rules


class ViewField(serializers.JSONField):
    """What a seat may see of a match, in the format that its title declares."""


class ViewSchemaExtension(OpenApiSerializerFieldExtension):
    """Describes a `ViewField` as one of the views of all titles."""

    target_class = ViewField

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        shapes = [view_schema(game, auto_schema.registry) for game in rules.catalogue().values()]
        return {"anyOf": shapes, "description": str(self.target.help_text)}


def view_schema(game: rules.Game, registry: Any) -> dict[str, Any]:
    """Return a reference to the description of a title's view; any object if it declares none."""
    if game.view is dict:
        return {"type": "object", "additionalProperties": {}}
    described = schema_of(game.view)
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


def schema_of(hint: Any) -> dict[str, Any]:
    """Return the OpenAPI description of a type of JSON data.

    drf-spectacular's `resolve_type_hint` treats `NotRequired` keys as required if annotations are
    strings, and unions as exclusive.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in (Any, object):
        return {}
    if is_typeddict(hint):
        return _object_schema(hint)
    if origin is NotRequired:
        return schema_of(arguments[0])
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    if origin in (Union, UnionType):
        kinds = [schema_of(one) for one in arguments if one is not NoneType]
        found = {"anyOf": kinds} if len(kinds) > 1 else kinds[0]
        return {**found, "nullable": True} if NoneType in arguments else found
    resolved: dict[str, Any] = resolve_type_hint(hint)
    return resolved


def _object_schema(shape: Any) -> dict[str, Any]:
    hints = get_type_hints(shape, include_extras=True)
    required = [
        key
        for key in hints
        if key in shape.__required_keys__ and get_origin(hints[key]) is not NotRequired
    ]
    properties = {key: schema_of(hint) for key, hint in hints.items()}
    return {"type": "object", "properties": properties, "required": sorted(required)}
