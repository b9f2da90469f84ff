"""A title whose templates look up words, pictures and rules by key, for tests of what they find."""

from __future__ import annotations

from typing import Any

from django.template import engines

from games import registry
from games.boards import presenter
from games.boards.template_globals import symbol_sprites

#: The title, and something of it that has a name and a picture.
KEY, THING = next(
    (key, word)
    for key in registry.title_folders()
    if presenter(key).template_words
    for word in presenter(key).names
    if word in symbol_sprites(key)
)
#: A table of words, and a key in it.
TABLE, WORD = next(
    (name, next(iter(table)))
    for name, table in presenter(KEY).template_words.items()
    if not callable(table)
)


def environment() -> Any:
    """The environment of the title's templates, for the reader's language."""
    engine: Any = engines["jinja2"]
    return engine.get_template(f"{KEY}/templates/board.html").template.environment


def render(source: str, **context: object) -> str:
    return str(environment().from_string(source).render(context))
