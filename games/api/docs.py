"""A readable page for the API, drawn from its OpenAPI description (no script, no foreign host)."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator


def operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Every operation of an OpenAPI description with the fields of its request and answer."""
    found = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            answers = {
                status: field_lines(content_schema(answer), schema)
                for status, answer in operation["responses"].items()
                if status.startswith("2")
            }
            found.append(
                {
                    "method": method.upper(),
                    "path": path,
                    "id": operation["operationId"],
                    "text": operation.get("description", ""),
                    "parameters": operation.get("parameters", []),
                    "request": field_lines(content_schema(operation.get("requestBody")), schema),
                    "answer": next(iter(answers.values()), []),
                    "errors": {
                        status: answer.get("description", "")
                        for status, answer in operation["responses"].items()
                        if not status.startswith("2")
                    },
                }
            )
    return found


def content_schema(part: dict[str, Any] | None) -> dict[str, Any]:
    content = (part or {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})


def field_lines(
    shape: dict[str, Any], schema: dict[str, Any], depth: int = 0
) -> list[tuple[str, str, str]]:
    """(name, type, help) of the fields of a shape, nested ones with a dotted name."""
    shape = resolved(shape, schema)
    if shape.get("type") == "array":
        return [(f"[].{n}", t, h) for n, t, h in field_lines(shape["items"], schema, depth)]
    lines = []
    for name, field in shape.get("properties", {}).items():
        target = resolved(field, schema)
        kind = target.get("type", "any")
        lines.append((name, str(kind), field.get("description", target.get("description", ""))))
        inner = target.get("items", target) if kind == "array" else target
        if depth < 2 and resolved(inner, schema).get("properties"):
            dot = "[]." if kind == "array" else "."
            lines += [(name + dot + n, t, h) for n, t, h in field_lines(inner, schema, depth + 1)]
    return lines


def resolved(shape: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    for part in (shape, *shape.get("allOf", [])):
        if "$ref" in part:
            found: dict[str, Any] = schema["components"]["schemas"][part["$ref"].split("/")[-1]]
            return found
    return shape


def docs(request: HttpRequest) -> HttpResponse:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return render(request, "games/api.html", {"operations": operations(schema), "schema": schema})
