"""The annotated picture of the set-up: the start tile, the pile, and the pieces of a seat."""

from __future__ import annotations

import games.rules as rules
from games.rulebook.setup_picture import SetupPicture

from ..rules.components import GOODS
from .tiles import SIZE

WIDE = 5.0 * SIZE


def setup_picture(match: rules.Match) -> SetupPicture:
    hand = match.view(0)["hands"][0]
    return SetupPicture(
        places={"start": (0, 0)},
        heaps={
            "pile": ("as-back",),
            "hand": tuple(f"as-{tile}" for tile in hand),
            "followers": ("as-meeple-0",),
            "big": ("as-big-0",),
            "builder": ("as-builder-0", "as-pig-0"),
            "goods": tuple(f"as-{good}" for good in GOODS),
        },
        wide=WIDE,
    )
