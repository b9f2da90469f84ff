"""Decorators that describe a view: its response, and every error that it may return."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema

from .responses import ERRORS


def document(answer: Any, request: Any = None, **kwargs: Any) -> Any:
    return extend_schema(request=request, responses={200: answer, **ERRORS}, **kwargs)
