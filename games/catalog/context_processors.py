"""The games, for the templates of all pages."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

import games.rules as rules

from ..boards import presenter


def site_games(request: HttpRequest) -> dict[str, Any]:
    return {"site_games": [presenter(key) for key in rules.catalogue()]}
