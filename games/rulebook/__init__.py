"""The rules of a title as people read them: `RULES.<language>.md` in its folder.

The text is Markdown. What the rules know as data (costs, effects, counts) is never typed into it
but filled in from the title's `board/rulebook.py`; every section has the number by which comments
and refusals cite it, and every component an anchor. `docs/adding-a-game.md` says how a title brings
one.
"""

from .markup import anchored, icons, pile, table
from .one_page import one_page
from .sections import Entry, Part, Rulebook, book, languages
from .tutorial import guide

__all__ = [
    "Entry",
    "Part",
    "Rulebook",
    "anchored",
    "book",
    "guide",
    "icons",
    "languages",
    "one_page",
    "pile",
    "table",
]
