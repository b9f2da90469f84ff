"""Templates lead where `{% url %}` of Django does; what takes no parameters is looked up once."""

from __future__ import annotations

from unittest.mock import MagicMock

import pytest
from django.template import Context, Template
from django.template.defaulttags import URLNode
from django.urls import NoReverseMatch, set_script_prefix

from portal.http.template_builtins import Url

pytestmark = pytest.mark.same_everywhere

LED = """{% url 'games:lobby' %} {% url 'games:mine' as mine %}{{ mine }}
{% url 'no:page' as nowhere %}[{{ nowhere }}] {% url 'games:profile' name %} {% url page %}"""
CONSTANTS, OTHERS = 3, 2


def draw(template: Template) -> list[str]:
    """Drawn for two readers of two pages, with and without a prefix of the site."""
    found: list[str] = []
    try:
        for prefix in ("/", "/longtable/", "/"):
            set_script_prefix(prefix)
            for name, page in (("ann", "home"), ("bob", "games:catalog")):
                found.append(template.render(Context({"name": name, "page": page})))
    finally:
        set_script_prefix("/")
    return found


def test_an_address_without_parameters_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    template, look_up = Template(LED), MagicMock(side_effect=URLNode.render, autospec=True)
    monkeypatch.setattr(URLNode, "render", lambda *given: look_up(*given))
    led = draw(template)
    prefixes, drawn = 2, len(led)
    assert look_up.call_count == CONSTANTS * prefixes + OTHERS * drawn
    monkeypatch.undo()
    monkeypatch.setattr(Url, "render", URLNode.render)
    assert draw(template) == led
    assert len(set(led)) == 2 * prefixes
    assert "/longtable/tables/" in led[2]


def test_an_address_that_there_is_not_is_a_mistake_every_time() -> None:
    template = Template("{% url 'no:page' %}")
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            template.render(Context())
