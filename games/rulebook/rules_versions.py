"""What a match plays otherwise that began under an older version of the rules."""

from __future__ import annotations

import games.rules as rules

from ..boards.translations import gettext as _
from .sections import VERSION, Section, load_rulebook


def version_differences(key: str, version: int) -> list[Section]:
    """The sections of a title that say what a match of this version plays otherwise than new ones.

    Each says how one version differs from the next.
    """
    known, game = load_rulebook(key), rules.catalogue().get(key)
    if known is None or game is None:
        return []
    found = (known.section_of(f"{VERSION}{number}") for number in range(version, game.version))
    return [part for part in found if part is not None]


def version_text(key: str, version: int) -> str:
    """That a match plays an older version than new ones do; "" where it does not."""
    game = rules.catalogue().get(key)
    if game is None or version >= game.version:
        return ""
    message = _("This match plays version %(n)s of the rules; new matches play version %(newest)s.")
    return message % {"n": version, "newest": game.version}
