"""`limit` and `offset` of the API's lists."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

LONGEST = 500


class Slice(LimitOffsetPagination):
    """Some rows of a list. The answer tells no total, so nothing is counted."""

    max_limit = LONGEST

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        rows: QuerySet[Any] = queryset
        limit = self.get_limit(request)
        assert limit is not None  # there is a default
        offset = self.get_offset(request)
        return list(rows[offset : offset + limit])
