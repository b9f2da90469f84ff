"""How the API reads: bodies as strict JSON, numbers and names in addresses."""

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
    """JSON in UTF-8 of which every part can be stored and none is nested too deep."""

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
    """The whole number of this name in the address."""
    given = request.query_params.get(name, "")
    return parse_whole_number(given, name, least, most) if given else default


def query_flag(request: Request, name: str) -> bool:
    """Whether the address says "true" for this name; what it says nothing of is false."""
    given = request.query_params.get(name, "false")
    if given not in ("true", "false"):
        raise ValidationError({name: "true or false"})
    return given == "true"


def query_text(request: Request, name: str, longest: int) -> str:
    """The text of this name in the address, or ""."""
    return validate_text(request.query_params.get(name, ""), name, longest)


def integer_parameter(name: str, least: int = 0, most: int = MOST, **more: Any) -> OpenApiParameter:
    """How a whole number in the address is described."""
    return OpenApiParameter(name, {"type": "integer", "minimum": least, "maximum": most}, **more)


PAGINATION_PARAMETERS = [
    integer_parameter("limit", 1, MAX_PAGE_SIZE, description=f"at most so many ({PAGE_SIZE})"),
    integer_parameter("offset", description="skip this many"),
]


def requested_slice(request: Request) -> slice:
    """The part of a list that `limit` and `offset` ask for."""
    limit = query_number(request, "limit", PAGE_SIZE, 1, MAX_PAGE_SIZE)
    offset = query_number(request, "offset", 0)
    return slice(offset, offset + limit)


def paginate(request: Request, rows: QuerySet[Row]) -> list[Row]:
    """The part of these rows that is asked for."""
    return list(rows[requested_slice(request)])
