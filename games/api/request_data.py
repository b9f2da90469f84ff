"""Parse API requests: bodies as strict JSON, numbers and texts in the query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from portal.http.input_validation import (
    MOST,
    InvalidInputError,
    parse_json,
    parse_whole_number,
    validate_text,
)

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50
MAX_PAGE_SIZE = 200


class StrictJSONParser(JSONParser):
    """Parses JSON in UTF-8; rejects values that cannot be stored and too deep nesting."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return parse_json(stream.read())
        except InvalidInputError as error:
            raise ParseError(error.message) from error


def query_number(
    request: Request, name: str, default: int, least: int = 0, most: int = MOST
) -> int:
    """Return an integer from the query, or the default.

    Raises:
        InvalidInputError: it is not an integer from `least` to `most`.
    """
    given = request.query_params.get(name, "")
    return parse_whole_number(given, name, least, most) if given else default


def query_flag(request: Request, name: str) -> bool:
    """Return whether the query has "true" for this name; missing means false.

    Raises:
        ValidationError: it is neither "true" nor "false".
    """
    given = request.query_params.get(name, "false")
    if given not in ("true", "false"):
        raise ValidationError({name: "true or false"})
    return given == "true"


def query_text(request: Request, name: str, longest: int) -> str:
    """Return a text from the query, or ""."""
    return validate_text(request.query_params.get(name, ""), name, longest)


def integer_parameter(name: str, least: int = 0, most: int = MOST, **more: Any) -> OpenApiParameter:
    """Return the description of an integer in the query."""
    return OpenApiParameter(name, {"type": "integer", "minimum": least, "maximum": most}, **more)


PAGINATION_PARAMETERS = [
    integer_parameter("limit", 1, MAX_PAGE_SIZE, description=f"at most so many ({PAGE_SIZE})"),
    integer_parameter("offset", description="skip this many"),
]


def requested_slice(request: Request) -> slice:
    """Return the slice of a list that `limit` and `offset` request."""
    limit = query_number(request, "limit", PAGE_SIZE, 1, MAX_PAGE_SIZE)
    offset = query_number(request, "offset", 0)
    return slice(offset, offset + limit)


def paginate(request: Request, rows: QuerySet[Row]) -> list[Row]:
    """Return the requested slice of these rows."""
    return list(rows[requested_slice(request)])
