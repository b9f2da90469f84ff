"""What tests of all addresses share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template.backends.django import Template

from portal import views


@pytest.fixture
def skip_rendering(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Render pages as empty text, for tests of everything else in an answer.

    Drawings within pages are rendered. The offline page is cached, so it is forgotten afterwards.
    """
    draw = Template.render

    def render(page: Template, *given: Any, **named: Any) -> str:
        is_page = str(page.template.name).endswith(".html")
        return "" if is_page else str(draw(page, *given, **named))

    monkeypatch.setattr(Template, "render", render)
    views._render_offline.cache_clear()
    yield
    views._render_offline.cache_clear()
