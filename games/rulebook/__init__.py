"""The rules of a title for people: `RULES.<language>.md` in its folder.

The text is Markdown. Data of the rules (costs, effects, counts) is never typed into it; the title's
`board/rulebook.py` fills it in. Every section has the number by which comments and refusals cite
it, and every component has an anchor. `docs/adding-a-game.md` says how to add rules to a title.
"""

from .markup import anchor_markdown, counted_icons, icon_images, table
from .one_page import one_page
from .sections import Entry, Rulebook, Section, available_languages, load_rulebook
from .tutorial import tutorial_of

__all__ = [
    "Entry",
    "Section",
    "Rulebook",
    "anchor_markdown",
    "load_rulebook",
    "tutorial_of",
    "icon_images",
    "available_languages",
    "one_page",
    "counted_icons",
    "table",
]
