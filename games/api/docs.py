"""Readable pages of the API, built from its OpenAPI description (no script, no foreign host).

One page lists all operations by resource, the other the fields of their data. Common facts, such as
errors, appear once.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import idempotency

from .deprecation import OLD_PREFIXES, described_prefix
from .first_match import first_match_calls

# The resources in the order of the page, each with the first parts of its paths.
RESOURCES: dict[str, tuple[str | Promise, tuple[str, ...]]] = {
    "tables": (
        _("Tables"),
        (
            *("tables", "my-tables", "next-table", "saved-settings", "match-requests"),
            "takeovers",
        ),
    ),
    "invitations": (_("Invitations"), ("invitations", "invitation-links")),
    "games": (_("Games and ratings"), ("games", "ratings")),
    "notifications": (_("Notifications and events"), ("stream", "notifications", "alerts")),
    "matches": (_("My matches"), ("my-matches", "my-statistics", "records")),
    "studies": (_("Studies"), ("studies",)),
    "puzzles": (_("Puzzles"), ("puzzles",)),
    "tournaments": (_("Tournaments"), ("tournaments",)),
    "clubs": (_("Clubs"), ("clubs", "club-links", "club-matches")),
    "private-messages": (_("Private messages"), ("messages",)),
    "people": (
        _("People"),
        (
            *("people", "following", "played-with", "blocked", "my-notes", "households"),
            "translations",
        ),
    ),
    "account": (_("My availability, calendar and bot"), ("availability", "my-calendar", "my-bot")),
    "moderation": (_("Moderation"), ("reports", "decisions", "moderation")),
}
OTHER_RESOURCES = "others"
RESOURCE_BY_PATH = {part: key for key, (_name, parts) in RESOURCES.items() for part in parts}
# The files of `examples/` that the site shows, each with a description.
EXAMPLES = {
    "bot.py": _("A bot in one file: it accepts invitations and plays its turns."),
    "searching_bot.py": _("The same bot, but one of the site's own bots chooses its moves."),
    "read_dump.py": _("Reads the file of all public matches."),
}
JSON = "application/json"
# Lines of a help text that only repeat a value of an enumeration.
REPEATED_ENUM_LINES = re.compile(r"^\* `([^`]*)` - \1\n?", re.MULTILINE)


class IgnoreAcceptHeader(BaseContentNegotiation):
    """Always use the only parser and renderer, whatever the request accepts."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        return next(iter(parsers))

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


# what the pages show


class SchemaField(NamedTuple):
    """A field of a schema: its type, the schema that this names ("" for none), and its help."""

    name: str
    type: str
    schema: str
    help: str
    is_required: bool


@dataclass(frozen=True)
class Operation:
    """One method of a path; `answer` is a type without a field name."""

    id: str
    method: str
    path: str
    text: str
    scope: str | None
    parameters: list[SchemaField]
    request: list[SchemaField]
    answer: SchemaField | None
    own_errors: dict[str, str]  # errors that are not common to all


@dataclass
class Resource:
    """A group of operations under one heading."""

    key: str
    name: str | Promise
    operations: list[Operation] = field(default_factory=list)


def resources(schema: dict[str, Any]) -> list[Resource]:
    """Return the operations of an OpenAPI description by resource, without those at old paths."""
    found = {key: Resource(key, name) for key, (name, _parts) in RESOURCES.items()}
    found[OTHER_RESOURCES] = Resource(OTHER_RESOURCES, _("Other"))
    shared = common_errors(schema)
    for path, methods in schema["paths"].items():
        resource = found[RESOURCE_BY_PATH.get(path.split("/")[2], OTHER_RESOURCES)]
        for method, operation in methods.items():
            if operation.get("deprecated"):
                continue
            resource.operations.append(_operation(method, path, operation, shared, schema))
    for key, (_name, parts) in RESOURCES.items():
        found[key].operations.sort(key=lambda one: parts.index(one.path.split("/")[2]))
    return [resource for resource in found.values() if resource.operations]


def common_errors(schema: dict[str, Any]) -> dict[str, str]:
    """Return the error statuses of the operations, each with its most common meaning."""
    counts: dict[tuple[str, str], int] = {}
    for methods in schema["paths"].values():
        for operation in methods.values():
            for pair in _errors_of(operation).items():
                counts[pair] = counts.get(pair, 0) + 1
    most = sorted(counts, key=lambda pair: -counts[pair])
    shared: dict[str, str] = {}
    for status, text in most:
        shared.setdefault(status, text)
    return dict(sorted(shared.items()))


def _errors_of(operation: dict[str, Any]) -> dict[str, str]:
    return {
        status: answer.get("description", "")
        for status, answer in operation["responses"].items()
        if not status.startswith("2")
    }


def _operation(
    method: str,
    path: str,
    operation: dict[str, Any],
    shared: dict[str, str],
    schema: dict[str, Any],
) -> Operation:
    answers = [a for status, a in operation["responses"].items() if status.startswith("2")]
    answer = _content_schema(answers[0]) if answers else {}
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        text=operation.get("description", ""),
        scope=operation["x-scope"],
        parameters=[
            _schema_field(one["name"], one, one, schema)
            for one in operation.get("parameters", [])
            if one["name"] != idempotency.HEADER  # the page explains it once
        ],
        request=fields_of(_content_schema(operation.get("requestBody")), schema),
        answer=_schema_field("", {"schema": answer}, {}, schema) if answer else None,
        own_errors={
            status: text for status, text in _errors_of(operation).items() if shared[status] != text
        },
    )


def schema_fields(schema: dict[str, Any]) -> dict[str, list[SchemaField]]:
    """Return the fields of every schema that has any, by its name."""
    components = schema["components"]["schemas"]
    found = {name: fields_of(shape, schema) for name, shape in components.items()}
    return {name: rows for name, rows in found.items() if rows}


def fields_of(shape: dict[str, Any], schema: dict[str, Any]) -> list[SchemaField]:
    """Return the fields of a schema, or of the items of a list."""
    target = _resolve(shape, schema)
    if target.get("type") == "array":
        return fields_of(target["items"], schema)
    required = target.get("required", [])
    return [
        _schema_field(name, {"schema": one, "required": name in required}, one, schema)
        for name, one in target.get("properties", {}).items()
    ]


def _schema_field(
    name: str, place: dict[str, Any], texts: dict[str, Any], schema: dict[str, Any]
) -> SchemaField:
    shape = place.get("schema", {})
    target = _resolve(shape, schema)
    inner, form = shape, "{}"
    if target.get("type") == "array":
        inner, form = target.get("items", {}), "[{}]"
    resolved = _resolve(inner, schema)
    named = _reference(inner) if resolved.get("properties") else ""
    kind = (
        named or " | ".join(map(str, resolved.get("enum", ()))) or str(resolved.get("type", "any"))
    )
    text = REPEATED_ENUM_LINES.sub("", texts.get("description", target.get("description", "")))
    return SchemaField(name, form.format(kind), named, text, bool(place.get("required")))


def _content_schema(part: dict[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = (part or {}).get("content", {}).get(JSON, {}).get("schema", {})
    return found


def _reference(shape: dict[str, Any]) -> str:
    """Return the name of the schema to which this one refers, or ""."""
    for part in (shape, *shape.get("allOf", [])):
        if "$ref" in part:
            return str(part["$ref"]).rpartition("/")[2]
    return ""


def _resolve(shape: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    name = _reference(shape)
    found: dict[str, Any] = schema["components"]["schemas"][name] if name else shape
    return found


@functools.cache
def openapi_schema(language: str) -> dict[str, Any]:
    """Return the OpenAPI description in this language; it never changes while the site runs."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@functools.cache
def openapi_yaml(language: str) -> bytes:
    """Return the description as YAML. It is cached, because rendering takes a third of a second."""
    return OpenApiYamlRenderer().render(openapi_schema(language))


@functools.cache
def _page_context(language: str) -> dict[str, Any]:
    """Return the context of the page of operations."""
    schema = openapi_schema(language)
    return {
        "resources": resources(schema),
        "errors": common_errors(schema),
        "calls": first_match_calls(),
        "examples": EXAMPLES,
        "old_paths": [tuple(map(described_prefix, pair)) for pair in OLD_PREFIXES.items()],
    }


# the views


class DocsPage(APIView):
    """The readable page. As an API view it has the API's rate limits."""

    schema = None
    http_method_names = ["get", "head"]
    renderer_classes = [TemplateHTMLRenderer]
    content_negotiation_class = IgnoreAcceptHeader

    def get(self, request: Request) -> Response:
        return Response(_page_context(get_language() or ""), template_name="games/api/page.html")


class SchemasPage(DocsPage):
    """The page of the schemas that operations take and return."""

    def get(self, request: Request) -> Response:
        found = schema_fields(openapi_schema(get_language() or ""))
        return Response({"shapes": found}, template_name="games/api/schemas.html")


class Example(APIView):
    """An example program from `examples/`."""

    schema = None
    http_method_names = ["get", "head"]
    content_negotiation_class = IgnoreAcceptHeader

    def get(self, request: Request, name: str) -> HttpResponse:
        if name not in EXAMPLES:
            raise Http404
        text = (settings.BASE_DIR / "examples" / name).read_bytes()
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class OpenApiFile(APIView):
    """The OpenAPI description. The query does not change it."""

    schema = None
    http_method_names = ["get", "head"]
    renderer_classes = [OpenApiYamlRenderer]
    content_negotiation_class = IgnoreAcceptHeader

    def get(self, request: Request) -> HttpResponse:
        headers = {
            "Content-Type": f"{OpenApiYamlRenderer.media_type}; charset=utf-8",
            "Content-Disposition": 'inline; filename="Longtable.yaml"',
        }
        return HttpResponse(openapi_yaml(get_language() or ""), headers=headers)
