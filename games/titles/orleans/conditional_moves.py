"""What can be ordered ahead in Orléans: the programme of my actions, passing, event choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.conditional_moves import Asked, Guard, Kind, Kinds

from .board.translations import gettext_lazy as _
from .rules.components import DEEDS, GOOD_WORDS, PLACE_KEYS, SLOT_TYPES, TILES, TRACKS
from .rules.town_map import TOWN_KEYS

PLACES = tuple(PLACE_KEYS)
MOST_ARGUMENTS = 7  # behind the place, the church's included


def _phase(phase: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.view["phase"] == phase


def _coins_at_least(asked: Asked, move: str, least: int) -> bool:
    coins: int = asked.view["seats"][asked.seat]["coins"]
    return coins >= least


def _most(asked: Asked, fitting: Sequence[str]) -> str:
    """The highest number, where several fit."""
    return fitting[-1] if fitting[-1].startswith("draw ") else fitting[0]


def _from_start(view: Mapping[str, Any], actors: Sequence[int]) -> Sequence[int]:
    seats, start = len(view["seats"]), view["start"]
    return sorted(actors, key=lambda seat: (seat - start) % seats)


COINS = Guard("coins_at_least", _("My coins at least"), _coins_at_least)

KINDS = Kinds(
    kinds=(
        Kind(
            "actions",
            _("my actions of this round"),
            _phase("actions"),
            (
                *(f"act <place>{' <arg>' * n}" for n in range(MOST_ARGUMENTS + 1)),
                *("deed <tile> <deed>", "deed <tile> <deed> <arg>", "finish", "pass", "keep"),
                *("settle <tile> <place> <slot>", "settle none", "tech <place> <slot>"),
            ),
            passing=("pass", "finish", "keep", "settle none"),
            guards=(COINS,),
            is_programme=True,
            skipped=("finish", "keep"),
        ),
        Kind(
            "event",
            _("what an event asks"),
            _phase("event"),
            (
                *("shield", "suffer", "feed <good>", "pay"),
                *("torture <loss>", "torture <loss> <arg>"),
            ),
            passing=("suffer", "pay"),
            guards=(COINS,),
        ),
        Kind(
            "followers",
            _("followers to draw"),
            _phase("followers"),
            ("draw <n>", "recall <tile> <place> <slot>", "done"),
            passing=("done",),
            best=_most,
        ),
        Kind(
            "planning",
            _("followers to place"),
            _phase("planning"),
            ("place <tile> <place> <slot>", "done"),
            passing=("done",),
            is_programme=True,
            skipped=("done",),
        ),
    ),
    words={
        "place": PLACES,
        "tile": TILES,
        "slot": SLOT_TYPES,
        "deed": tuple(deed.key for deed in DEEDS),
        "good": GOOD_WORDS,
        "loss": ("station", "follower", "development", "good", "place", "technology"),
        "arg": (
            *(*PLACES, *TILES, *SLOT_TYPES, *TRACKS, *GOOD_WORDS, *TOWN_KEYS),
            *(deed.key for deed in DEEDS),
            *(
                "coin",
                "coins",
                "development",
                "none",
                "good",
                "move",
                "road",
                "waterway",
                "supply",
                "held",
            ),
            *map(str, range(10)),
        ),
    },
    sequence=_from_start,
)
