"""The loader of our Django templates: it leaves out the indentation, which no page of ours shows.

Lines stay where they are, for whoever looks for what failed; and what is shown as it is written
(`pre`) keeps all of it. Jinja2's templates are tight of themselves (`games/boards/jinja.py`).
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"(?<=\n)[ \t]+")
PREFORMATTED_TAGS = ("<pre", "<textarea")


def strip_indentation(name: str, text: str) -> str:
    """What this template holds.

    >>> strip_indentation("a.html", "<p>\\n  one\\n</p>"), strip_indentation("a.txt", "a\\n  b")
    ('<p>\\none\\n</p>', 'a\\n  b')
    """
    if not name.endswith(".html") or any(one in text for one in PREFORMATTED_TAGS):
        return text
    return INDENTATION.sub("", text)


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        return strip_indentation(origin.name, super().get_contents(origin))
