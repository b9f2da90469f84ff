"""Jinja2 for the parts of pages that are drawn again with every move: `templates/jinja2/`.

Whole pages, covers and mails are Django's templates. What both languages can do, they do alike:
text is escaped, times are told in the reader's time zone, words in the reader's language.
"""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from typing import Any

from django.template import defaultfilters
from django.template.backends.jinja2 import Jinja2, Template
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.timezone import localtime
from jinja2 import Environment, StrictUndefined
from markupsafe import escape

from portal.quick.words import get_language, remembered

from ..templatetags.countdown import countdown, server_now
from .addresses import url
from .drawing import drawn
from .wording import Wording, wording_of


class Jinja(Jinja2):
    """Django's engine for Jinja2; a title's templates speak in the words of its catalogue."""

    def __init__(self, params: dict[str, Any]) -> None:
        self._speaking: dict[Wording, Jinja2] = {}
        super().__init__(params)

    def get_template(self, template_name: str) -> Template:
        wording = wording_of(template_name.partition("/")[0])
        if wording not in self._speaking:
            self._speaking[wording] = self._engine(wording)
        return self._speaking[wording].get_template(template_name)

    def _engine(self, wording: Wording) -> Jinja2:
        """Django's own engine, with an environment in which `_` asks this catalogue."""
        made = Jinja2.__new__(Jinja2)
        vars(made).update(vars(self))
        made.env = self.env.overlay()
        made.env.globals = {
            **self.env.globals,
            "_": remembered(lambda message: escape(wording.gettext(message))),
        }
        return made


def environment(**options: Any) -> Environment:
    """The pattern of all environments, as `settings.TEMPLATES` names it."""
    options.update(autoescape=True, undefined=StrictUndefined)
    made = Environment(trim_blocks=True, lstrip_blocks=True, **options)
    made.globals.update(url=url, static=static, draw=draw, server_now=server_now)
    made.filters.update(date=date, countdown=countdown, slugify=slugify)
    return made


def draw(template: str, piece: Hashable) -> SafeString:
    """The HTML of a piece: `{{ draw("games/boards/….html", piece) }}`."""
    return drawn(get_language(), template, piece)


def date(value: datetime, form: str) -> str:
    """A moment in the reader's time zone and in the form that their language gives it."""
    return str(defaultfilters.date(localtime(value), form))
