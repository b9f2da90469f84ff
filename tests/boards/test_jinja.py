"""The second template language: what a move redraws is escaped, translated and timed as ever."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template import Template, engines
from django.template.backends.jinja2 import Jinja2
from django.template.context import Context
from django.utils import timezone, translation
from jinja2 import Environment, UndefinedError
from markupsafe import Markup

from games import registry

NAME = "<b>Mallory</b> & \"co\" 'x'"
ESCAPED = ("&lt;b&gt;Mallory&lt;/b&gt; &amp; ", "<b>")
MOMENT = datetime(2025, 3, 4, 23, 30, tzinfo=UTC)
FOLDERS = (Path(settings.BASE_DIR, "templates/jinja2"), registry.FOLDER)


@pytest.fixture
def env() -> Environment:
    return environment_now()


def environment_now() -> Environment:
    """The environment of the language that is active now."""
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)
    made = engine.get_template("games/table/log_entry.html").template.environment
    assert isinstance(made, Environment)
    return made


@pytest.mark.parametrize(
    "template",
    [
        "{{ name }}",
        '<i title="{{ name }}"></i>',
        '{{ _("%(name)s ran out of time; the site moved for them.")|format(name=name) }}',
        "{% macro face(name) %}{{ name }}{% endmacro %}{{ face(name) }}",
        '{{ [name, name]|join(" · ") }}',
    ],
)
def test_what_people_typed_is_escaped(env: Environment, template: str) -> None:
    html = env.from_string(template).render(name=NAME)
    assert ESCAPED[0] in html
    assert ESCAPED[1] not in html
    assert "&amp;lt;" not in html
    assert '"co"' not in html


def test_a_template_is_looked_for_once_in_each_language() -> None:
    name = "games/boards/panel.html"
    found = [environment_now().get_template(name) for _ in range(2)]
    with translation.override("ja"):
        other = environment_now().get_template(name)
    assert found[0] is found[1] is not other


def test_what_a_template_does_not_know_is_an_error(env: Environment) -> None:
    with pytest.raises(UndefinedError):
        env.from_string("{% if forgotten %}{% endif %}").render()


def test_every_template_compiles(env: Environment) -> None:
    names = [name for name in env.list_templates() if name.endswith(".html")]
    assert len(names) == sum(len(list(folder.rglob("*.html"))) for folder in FOLDERS) > 20
    for name in names:
        engines["jinja2"].get_template(name)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_dates_and_times_are_those_of_djangos_templates(
    language: str,
) -> None:
    soon = timezone.now() + timedelta(hours=3, minutes=2)
    theirs = (
        '{% load i18n countdown %}{% translate "Points so far" %}|'
        "{{ at|moment }}|{{ at|day }}|{{ soon|countdown }}"
    )
    ours = '{{ _("Points so far") }}|{{ at|moment }}|{{ at|day }}|{{ soon|countdown }}'
    seen = {"at": MOMENT, "soon": soon}
    with translation.override(language), timezone.override(ZoneInfo("Asia/Tokyo")):
        wanted = Template(theirs).render(Context(seen))
        assert environment_now().from_string(ours).render(seen) == wanted


def test_addresses_are_those_of_djangos_templates(env: Environment) -> None:
    theirs = "{% load static %}{% url 'games:table' 'abc' %} {% static 'css/games.css' %}"
    ours = '{{ url("games:table", "abc") }} {{ static("css/games.css") }}'
    assert env.from_string(ours).render() == Template(theirs).render(Context())


def test_a_message_escapes_its_texts_once_and_keeps_its_numbers(env: Environment) -> None:
    values = {"name": "<b>", "safe": Markup("<i>3</i>"), "share": Decimal("1.26"), "n": 2}
    named = '{{ "%(name)s %(safe)s %(n)d"|format(name=name, safe=safe, n=n) }}'
    assert env.from_string(named).render(values) == "&lt;b&gt; <i>3</i> 2"
    placed = '{{ "%s %.1f%%"|format(safe, share)|upper }}'
    assert env.from_string(placed).render(values) == "<I>3</I> 1.3%"


def test_a_name_that_is_set_once_to_a_part_of_a_piece_is_read_as_such(env: Environment) -> None:
    class Part(NamedTuple):
        title: str
        part: Part | None = None

    piece = Part("a", Part("b"))
    once = "{% set other = piece.part %}{{ other.title }}"
    assert "environment.getattr" not in str(env.compile(once, raw=True))
    assert env.from_string(once).render(piece=piece) == "b"
    twice = f"{once}{{% set other = {{'title': 'c'}} %}}{{{{ other.title }}}}"
    assert env.from_string(twice).render(piece=piece) == "bc"
    inside = "{% macro show(piece) %}" + once + "{% endmacro %}{{ show(piece) }}{{ other.title }}"
    assert env.from_string(inside).render(piece=piece, other={"title": "c"}) == "bc"
