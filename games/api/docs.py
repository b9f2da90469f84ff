"""A readable page for the API, drawn from its OpenAPI description (no script, no foreign host)."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class AnyContent(BaseContentNegotiation):
    """There is one form of it, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


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
                    "scope": operation["x-scope"],
                    "parameters": [
                        one for one in operation.get("parameters", ()) if one["in"] != "header"
                    ],
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


@functools.cache
def described(language: str) -> dict[str, Any]:
    """The OpenAPI description in the reader's language; it never changes while the site runs."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@functools.cache
def written(language: str) -> bytes:
    """The description as it is sent: to make it takes a third of a second."""
    return OpenApiYamlRenderer().render(described(language))


class Docs(APIView):
    """The readable page; as an API view it has the API's limits of requests."""

    schema = None
    http_method_names = ["get", "head"]
    renderer_classes = [TemplateHTMLRenderer]
    content_negotiation_class = AnyContent

    def get(self, request: Request) -> Response:
        schema = described(get_language() or "")
        context = {"operations": operations(schema), "schema": schema}
        return Response(context, template_name="games/api.html")


class Description(APIView):
    """The OpenAPI description; nothing in its address changes it."""

    schema = None
    http_method_names = ["get", "head"]
    renderer_classes = [OpenApiYamlRenderer]
    content_negotiation_class = AnyContent

    def get(self, request: Request) -> HttpResponse:
        headers = {
            "Content-Type": f"{OpenApiYamlRenderer.media_type}; charset=utf-8",
            "Content-Disposition": 'inline; filename="Longtable.yaml"',
        }
        return HttpResponse(written(get_language() or ""), headers=headers)
