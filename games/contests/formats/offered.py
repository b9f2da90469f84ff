"""The formats there are, by their keys, in the order in which a form offers them."""

from __future__ import annotations

from .base import Format
from .swiss import Swiss

FORMATS: dict[str, Format] = {one.key: one for one in (Swiss(),)}
