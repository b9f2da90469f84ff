"""Script modules of a page: `{% modules "js/table-page.js" %}` loads them and what they import.

A browser learns what a module imports when it has the module, so a chain of imports would be as
many round trips. The tag therefore also names every imported module (`rel="modulepreload"`).
Modules that are loaded later, with `import()`, are left out.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)


def imports_of(name: str) -> list[str]:
    """Return the names of the static files that a module imports when it loads."""
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"there is no static file {name}")
    folder = posixpath.dirname(name)
    return [
        posixpath.normpath(posixpath.join(folder, specifier))
        for specifier in IMPORT.findall(Path(path).read_text())
    ]


def modules_of(entries: Iterable[str]) -> list[str]:
    """Return these modules and all that they import, in the order in which they run."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in found:
            return
        for imported in imports_of(name):
            visit(imported)
        found[name] = None

    for name in entries:
        visit(name)
    return list(found)


def module_tags(entries: tuple[str, ...]) -> SafeString:
    """Return the tags that load these modules, after what is drawn: styles and fonts."""
    imported = [(static(name),) for name in modules_of(entries) if name not in entries]
    return format_html_join(
        "", '<link rel="modulepreload" href="{}" fetchpriority="low">', imported
    ) + format_html_join(
        "",
        '<script type="module" src="{}" fetchpriority="low"></script>',
        ((static(name),) for name in entries),
    )


_cached_tags = cache(module_tags)


@register.simple_tag
def modules(*names: str | tuple[str, ...]) -> SafeString:
    """Load these modules; a name may be a list of names, as `presenter.scripts`."""
    entries: list[str] = []
    for name in names:
        entries += [name] if isinstance(name, str) else name
    # In development a module may change while the site runs.
    return module_tags(tuple(entries)) if settings.DEBUG else _cached_tags(tuple(entries))
