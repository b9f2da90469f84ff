"""What tests of all addresses share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.template.backends.django import Template

from portal import views


@pytest.fixture
def skip_rendering() -> Iterator[None]:
    """Render pages as empty text, for tests of everything else in an answer.

    Drawings within pages are rendered. The offline page is cached, so it is forgotten afterwards.
    """
    with empty_pages():
        yield


@contextmanager
def empty_pages(is_empty: Callable[[str], bool] = lambda name: True) -> Iterator[None]:
    """Render pages of these templates as empty text; the others as usual."""
    draw = Template.render

    def render(page: Template, *given: Any, **named: Any) -> str:
        name = str(page.template.name)
        is_page = name.endswith(".html") and is_empty(name)
        return "" if is_page else str(draw(page, *given, **named))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "render", render)
        views._render_offline.cache_clear()
        yield
        views._render_offline.cache_clear()
