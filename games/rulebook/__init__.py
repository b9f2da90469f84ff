"""The rules of a title as people read them: `RULES.<language>.md` in its folder.

The text is Markdown. What the rules know as data (costs, effects, counts) is never typed into it
but filled in from the title's `board/rulebook.py`; every section has the number by which comments
and refusals cite it, and every component an anchor. `docs/adding-a-game.md` says how a title brings
one.
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
