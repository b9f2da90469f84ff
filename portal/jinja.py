"""Jinja2 for the parts of pages that are drawn again with every move: `templates/jinja2/`.

Whole pages, covers and mails are Django's templates. What both languages can do, they do alike:
text is escaped, times are told in the reader's time zone, words in the reader's language.
"""

from __future__ import annotations

import functools
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template import defaultfilters
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.text import slugify
from django.utils.timezone import localtime
from jinja2 import Environment, StrictUndefined

KEPT_ADDRESSES = 4096


def environment(**options: Any) -> Environment:
    """The environment of `templates/jinja2/`, as `settings.TEMPLATES` names it."""
    from games.boards.drawing import drawn
    from games.boards.wording import gettext

    options.update(autoescape=True, undefined=StrictUndefined)
    made = Environment(trim_blocks=True, lstrip_blocks=True, **options)
    made.globals.update(_=gettext, url=url, static=static_address, draw=drawn)
    made.filters.update(date=date, timeuntil=timeuntil, slugify=slugify)
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


def timeuntil(value: datetime) -> str:
    """How long it is until then: "3 hours, 2 minutes"."""
    return str(defaultfilters.timeuntil_filter(value))
