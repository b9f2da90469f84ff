"""The annotated picture of the set-up: the start tile, the pile, and the pieces of a seat."""

from __future__ import annotations

import functools

import games.rules as rules
from games.rulebook.setup_picture import SEED, SetupPicture

from ..rules import GAME
from ..rules.components import GOODS
from .tiles import SIZE

SEATS = 3
WIDE = 5.0 * SIZE


@functools.cache
def setup_picture() -> SetupPicture:
    options = {option.key: option.choices[-1] for option in GAME.options}
    match = rules.new_match(GAME.key, SEATS, options, seed=SEED)
    hand = match.view(0)["hands"][0]
    return SetupPicture(
        match,
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
