"""The formats there are, by their keys, in the order in which a form offers them."""

from __future__ import annotations

from .base import Format

FORMATS: dict[str, Format] = {}
