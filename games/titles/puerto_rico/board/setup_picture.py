"""The annotated picture of the set-up: the boards of three players and the common supplies."""

from __future__ import annotations

import functools

import games.rules as rules
from games.rulebook.setup_picture import SEED, SetupPicture

from ..rules import GAME
from ..rules import components as parts
from .thumbnail import SIZE

SEATS = 3


@functools.cache
def setup_picture() -> SetupPicture:
    match = rules.new_match(GAME.key, SEATS, seed=SEED)
    view = match.view(None)
    return SetupPicture(
        match,
        places={"island": (2 * SIZE, SIZE / 2), "city": (2 * SIZE, 1.5 * SIZE)},
        heaps={
            "roles": [f"role-{role}" for role in view["roles"]],
            "governor": ("governor",),
            "doubloons": ("doubloon",),
            "row": [f"tile-{kind}" for kind in view["row"]],
            "stack": ("tile-back",),
            "quarries": ("tile-quarry",),
            "workers": ("workership", "worker"),
            "ships": ("cargo",) * len(view["ships"]),
            "house": ("house",),
            "goods": parts.GOODS,
            "chips": ("chip",),
            "buildings": list(view["display"])[:8],
        },
    )
