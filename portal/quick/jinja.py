"""Jinja2 for the parts of pages that are drawn again with every move: `templates/jinja2/`.

Whole pages, covers and mails are Django's templates. What both languages can do, they do alike:
text is escaped, times are told in the reader's time zone, words in the reader's language.

There is an environment for each language and each catalogue of words (the site's, and those of
titles), made from one pattern: in its templates words and drawings are looked up without asking
each time which language it is.
"""

from __future__ import annotations

import functools
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.template import defaultfilters
from django.template.backends.jinja2 import Jinja2, Template
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.text import slugify
from django.utils.timezone import localtime
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from games.templatetags.countdown import countdown, server_now

if TYPE_CHECKING:
    from games.boards.wording import Wording

KEPT_ADDRESSES = 4096


class Words(dict[str, Markup]):
    """What a catalogue says of the messages of templates in one language, ready for HTML."""

    def __init__(self, wording: Wording) -> None:
        super().__init__()
        self._wording = wording

    def __missing__(self, message: str) -> Markup:
        self[message] = escape(self._wording.gettext(message))
        return self[message]


class Jinja(Jinja2):
    """Django's engine for Jinja2, with an environment for each language and catalogue."""

    def __init__(self, params: dict[str, Any]) -> None:
        self._speaking: dict[tuple[str | None, Wording], Jinja2] = {}
        super().__init__(params)

    def get_template(self, template_name: str) -> Template:
        """The template in the reader's language, in the words of the title that it belongs to."""
        from games.boards.wording import wording_of

        key = translation.get_language(), wording_of(template_name.partition("/")[0])
        if key not in self._speaking:
            self._speaking[key] = self._engine(*key)
        return self._speaking[key].get_template(template_name)

    def _engine(self, language: str | None, wording: Wording) -> Jinja2:
        """Django's own engine, with an environment of its own."""
        from games.boards.drawing import kept_drawing

        made = Jinja2.__new__(Jinja2)
        vars(made).update(vars(self))
        made.env = self.env.overlay()
        draw = functools.partial(kept_drawing, language)
        made.env.globals = {**self.env.globals, "_": Words(wording).__getitem__, "draw": draw}
        return made


def environment(**options: Any) -> Environment:
    """The pattern of all environments, as `settings.TEMPLATES` names it."""
    options.update(autoescape=True, undefined=StrictUndefined)
    made = Environment(trim_blocks=True, lstrip_blocks=True, **options)
    made.globals.update(url=url, static=static_address, server_now=server_now)
    made.filters.update(date=date, countdown=countdown, slugify=slugify)
    return made


def url(name: str, *arguments: object) -> str:
    """The address of a page: `{{ url("games:table", table.key) }}`."""
    return _kept_url(get_script_prefix(), name, arguments)


@functools.lru_cache(maxsize=KEPT_ADDRESSES)
def _kept_url(prefix: str, name: str, arguments: tuple[object, ...]) -> str:
    return reverse(name, args=arguments)


def static_address(path: str) -> str:
    """The address of a static file; outside of DEBUG a file never changes while the site runs."""
    return static(path) if settings.DEBUG else _kept_static(path)


@functools.cache
def _kept_static(path: str) -> str:
    return static(path)


def date(value: datetime, form: str) -> str:
    """A moment in the reader's time zone and in the form that their language gives it."""
    return str(defaultfilters.date(localtime(value), form))
