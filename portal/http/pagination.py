"""Pagination of long lists without counting: every page costs the same.

A page starts after the last row of the page before it, not at an offset: `?after=<id>` continues
after that row, `?before=<id>` goes back from it. One extra row is read to see whether there are
more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import QueryDict

from portal.http.input_validation import parse_number_or_none

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item", covariant=True)
CURSOR_PARAMETERS = ("after", "before")


@dataclass(frozen=True)
class CursorPage(Generic[Row]):
    """A page of rows, with the addresses of the neighbouring pages ("" at an end)."""

    rows: Sequence[Row]
    previous: str
    next: str

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


def cursor_page(
    rows: QuerySet[Row], order: Sequence[str], length: int, asked: QueryDict
) -> CursorPage[Row]:
    """Return the page of these rows that the query of an address asks for.

    Args:
        rows: all rows.
        order: fields that are never null, with "-" for descending ones; the last one is unique.
        length: rows per page.
        asked: the query of the request.
    """
    bound = next((name for name in CURSOR_PARAMETERS if name in asked), "")
    edge = _edge_row(rows, str(asked.get(bound, "")))
    back = bound == "before" and edge is not None
    way = [_reverse_order(field) for field in order] if back else list(order)
    if edge is not None:
        rows = rows.filter(_rows_after(edge, way))
    found = list(rows.order_by(*way)[: length + 1])
    more, found = len(found) > length, found[:length]
    if back:
        found.reverse()
    before_it, behind_it = (more, True) if back else (edge is not None, more)
    return CursorPage(
        rows=found,
        previous=_page_url(asked, "before", found[0]) if found and before_it else "",
        next=_page_url(asked, "after", found[-1]) if found and behind_it else "",
    )


def _edge_row(rows: QuerySet[Row], given: str) -> Row | None:
    """Return the row that a page starts at, or None if it does not exist (any more)."""
    number = parse_number_or_none(given)
    return None if number is None else rows.filter(pk=number).first()


def _reverse_order(field: str) -> str:
    return field[1:] if field.startswith("-") else f"-{field}"


def _rows_after(edge: Model, order: Sequence[str]) -> Q:
    """Return the condition for rows that come after this one in the order.

    The first part follows from the rest; it lets an index scan start in the right place.
    """
    first, *_ = order
    found = Q(**{f"{first.lstrip('-')}__{_comparison(first)}e": _field_value(edge, first)})
    later, equal = Q(pk__in=()), Q()
    for field in order:
        name, value = field.lstrip("-"), _field_value(edge, field)
        later |= equal & Q(**{f"{name}__{_comparison(field)}": value})
        equal &= Q(**{name: value})
    return found & later


def _comparison(field: str) -> str:
    return "lt" if field.startswith("-") else "gt"


def _field_value(edge: Model, field: str) -> Any:
    return getattr(edge, field.lstrip("-"))


def _page_url(asked: QueryDict, bound: str, row: Model) -> str:
    query = asked.copy()
    for name in CURSOR_PARAMETERS:
        query.pop(name, None)
    query[bound] = str(row.pk)
    return f"?{query.urlencode()}"


class Sliceable(Protocol[Item]):
    """An object that can be sliced: a list, or rows that are read then."""

    def __getitem__(self, part: slice, /) -> Iterable[Item]: ...


@dataclass(frozen=True)
class NumberedPage(Generic[Item]):
    """A page of a numbered list; pages and places are counted from 1."""

    rows: Sequence[Item]
    number: int
    first_place: int
    has_next: bool


def numbered_page(rows: Sliceable[Item], length: int, asked: str) -> NumberedPage[Item]:
    """Return the page with this number, or the first one if it is invalid or past the end."""
    start = max((parse_number_or_none(asked) or 1) - 1, 0) * length
    found = list(rows[start : start + length + 1])
    if not found and start:
        return numbered_page(rows, length, "1")
    return NumberedPage(found[:length], start // length + 1, start + 1, len(found) > length)
