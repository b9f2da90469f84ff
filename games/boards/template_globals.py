"""What the templates of a title look up by key: names, texts, pictures, addresses of the rules.

So the values of a board hold keys, numbers and spots, and no words. With constant arguments the
results are text in the compiled template (`jinja.py`).
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.safestring import SafeString
from markupsafe import escape

from games import registry

from .cached_urls import rules_url
from .translations import capitalize_first
from .view_models import humanize

SYMBOL = re.compile(r'<symbol\b[^>]*?\bid="([^"]+)"')


def template_globals(key: str) -> dict[str, Any]:
    """The globals of the templates of a title, or of the site, for the language of the reader.

    - `name("corn")`: what players call it, from `Presenter.names` or `words`; `Name("corn")` the
      same with a capital.
    - `words.letters[key]`: a text from a table of `Presenter.template_words`.
    - `icon("corn")`: a symbol of the title's sprites as `svg`. Its size is `--icon` of the
      stylesheet (css/widgets.css), `--icon-wide` its width where it is no square.
    - `sprite("corn")`: the address of that symbol, for `use` within a drawing.
    - `tip("corn")`: the attribute with the address of a paragraph of the rules.
    """
    return {
        "name": functools.cache(functools.partial(_name, key)),
        "Name": functools.cache(lambda word: escape(capitalize_first(_name(key, word)))),
        "words": WordTables(key),
        "icon": functools.cache(functools.partial(_icon, key)),
        "sprite": functools.cache(functools.partial(symbol_address, key)),
        "tip": functools.cache(functools.partial(_tip, key)),
    }


class WordTables:
    """The tables of `Presenter.template_words` as attributes: texts in the reader's language."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __getattr__(self, table: str) -> Any:
        found = _presenter(self._key).template_words[table]
        if not callable(found):
            found = {key: escape(str(text)) for key, text in found.items()}
        setattr(self, table, found)
        return found


def _name(key: str, word: str) -> SafeString:
    show = _presenter(key)
    found = show.names.get(word) or show.words.get(word) or humanize(word)
    return SafeString(escape(str(found)))


def _icon(
    key: str, symbol: str, class_: str = "", /, *, piece: bool = False, label: str = ""
) -> SafeString:
    classes = f"icon {class_}" if class_ else "icon"
    moves = " data-piece" if piece else ""
    meaning = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    picture = f'<use href="{symbol_address(key, symbol)}"/>'
    return SafeString(f'<svg class="{classes}"{moves} {meaning}>{picture}</svg>')


def _tip(key: str, anchor: str) -> SafeString:
    if not has_rules(key):
        return SafeString("")
    return SafeString(f'data-rules-tip="{escape(rules_url(key, anchor))}"')


def symbol_address(key: str, symbol: str) -> str:
    """The address of a symbol: `/static/titles/pebbles/sprite.svg#stone`.

    Raises:
        KeyError: no sprite of the title has it.
    """
    return f"{static(symbol_sprites(key)[symbol])}#{symbol}"


@functools.cache
def has_rules(key: str) -> bool:
    """Whether there are rules to read, and so paragraphs to link to."""
    folder = registry.title_folders().get(key)
    return folder is not None and any(folder.glob("RULES.*.md"))


@functools.cache
def symbol_sprites(key: str) -> dict[str, str]:
    """The sprite of every symbol of a title; of the site, if there is no such title."""
    folder = registry.title_folders().get(key)
    if folder is None:
        sprites = {"img/icons.svg": Path(settings.BASE_DIR, "static/img/icons.svg")}
    else:
        sprites = {
            f"titles/{key}/{path.name}": path for path in sorted(folder.glob("static/*.svg"))
        }
    return {
        symbol: address
        for address, path in sprites.items()
        for symbol in SYMBOL.findall(path.read_text("utf-8"))
    }


def _presenter(key: str) -> Any:
    from . import presenter  # a cycle: presenters of titles draw with templates

    return presenter(key)
