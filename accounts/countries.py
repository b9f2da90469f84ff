"""Countries: their names in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django_countries import countries


def country_choices() -> list[tuple[str, str]]:
    """Each code with its name, as a form offers them; first that it is not said."""
    return [("", _("not specified")), *((one.code, one.name) for one in countries)]


def country_name(code: str) -> str:
    """Of the code of a country; "" for none.

    >>> country_name("JP"), country_name("??"), country_name("")
    ('Japan', '', '')
    """
    return str(countries.name(code))
