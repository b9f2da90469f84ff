"""How the rules of a match differ if it began under an older rules version."""

from __future__ import annotations

import games.rules as rules

from ..boards.translations import gettext as _
from .sections import VERSION, Section, load_rulebook


def version_differences(key: str, version: int) -> list[Section]:
    """The sections of a title that say how this version differs from the newest.

    Each describes the step from one version to the next.
    """
    known, game = load_rulebook(key), rules.catalogue().get(key)
    if known is None or game is None:
        return []
    found = (known.section_of(f"{VERSION}{number}") for number in range(version, game.version))
    return [part for part in found if part is not None]


def version_text(key: str, version: int) -> str:
    """A sentence that the match plays an older version of the rules; "" if it does not."""
    game = rules.catalogue().get(key)
    if game is None or version >= game.version:
        return ""
    message = _("This match plays version %(n)s of the rules; new matches play version %(newest)s.")
    return message % {"n": version, "newest": game.version}
