"""Countries: their names in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django_countries import countries


def country_choices() -> list[tuple[str, str]]:
    """Return (code, name) of each country for a form, after an empty choice."""
    return [("", _("not specified")), *((one.code, one.name) for one in countries)]


def country_name(code: str) -> str:
    """Return the name of a country by its code, or "" for an unknown code.

    >>> country_name("JP"), country_name("??"), country_name("")
    ('Japan', '', '')
    """
    return str(countries.name(code))
