"""The loader of Django templates, which removes indentation that pages do not show.

Line breaks stay, so that line numbers in errors are right. Templates with preformatted text (`pre`,
`textarea`) stay unchanged. Jinja2 templates are compact already (`games/boards/jinja.py`).
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"(?<=\n)[ \t]+")
PREFORMATTED_TAGS = ("<pre", "<textarea")


def strip_indentation(name: str, text: str) -> str:
    """Return the template's text without indentation.

    >>> strip_indentation("a.html", "<p>\\n  one\\n</p>"), strip_indentation("a.txt", "a\\n  b")
    ('<p>\\none\\n</p>', 'a\\n  b')
    """
    if not name.endswith(".html") or any(one in text for one in PREFORMATTED_TAGS):
        return text
    return INDENTATION.sub("", text)


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return strip_indentation(origin.name, super().get_contents(origin))
