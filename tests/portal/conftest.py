"""What tests of all addresses share."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.backends.django import Template


@pytest.fixture
def skip_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are not drawn: for what an answer says besides. (Drawings within pages are.)"""
    draw = Template.render

    def render(page: Template, *given: Any, **named: Any) -> str:
        is_page = str(page.template.name).endswith(".html")
        return "" if is_page else str(draw(page, *given, **named))

    monkeypatch.setattr(Template, "render", render)
