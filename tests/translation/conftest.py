"""A LibreTranslate site on the loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.conftest import new_table, table
from tests.translation.libretranslate import LibreTranslate

__all__ = ["new_table", "table"]


@pytest.fixture
def service(settings: Any) -> Iterator[LibreTranslate]:
    """The LibreTranslate site that the owner has named."""
    found = LibreTranslate()
    settings.TRANSLATION_URL = found.server.url("")
    settings.TRANSLATION_KEY = "the-key"
    yield found
    found.stop()
