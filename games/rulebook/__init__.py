"""The rules of a title for people: `RULES.<language>.md` in its folder.

The text is Markdown. Data of the rules (costs, effects, counts) is never typed into it; the title's
`board/rulebook.py` fills it in. Every section has the number by which comments and refusals cite
it, and every component has an anchor. `docs/adding-a-game.md` says how to add rules to a title.
"""

from .component_tables import Column, comparison_table, component_table, name_column
from .markup import (
    amount_icons,
    anchor_markdown,
    counted_amounts,
    counted_icons,
    icon_images,
    link_markdown,
    picture_image,
    table,
)
from .one_page import one_page
from .sections import Entry, Rulebook, Section, available_languages, load_rulebook
from .tutorial import tutorial_of

__all__ = [
    "Column",
    "Entry",
    "Section",
    "Rulebook",
    "amount_icons",
    "anchor_markdown",
    "available_languages",
    "comparison_table",
    "component_table",
    "counted_amounts",
    "counted_icons",
    "icon_images",
    "link_markdown",
    "load_rulebook",
    "name_column",
    "one_page",
    "picture_image",
    "table",
    "tutorial_of",
]
