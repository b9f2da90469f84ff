"""Conditional moves of Orléans: draws, placement of followers, actions, and events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.conditional_moves import DecisionContext, DecisionKind, DecisionKinds, Guard

from .board.translations import gettext_lazy as _
from .rules.components import DEEDS, GOOD_WORDS, PLACE_KEYS, SLOT_TYPES, TILES, TRACKS
from .rules.town_map import TOWN_KEYS

PLACES = tuple(PLACE_KEYS)
MAX_ARGUMENTS = 7  # after the place, with those of the church


def _is_phase(phase: str) -> Callable[[DecisionContext], bool]:
    return lambda context: context.view["phase"] == phase


def _has_coins(context: DecisionContext, move: str, least: int) -> bool:
    coins: int = context.view["seats"][context.seat]["coins"]
    return coins >= least


def _highest_draw(context: DecisionContext, fitting: Sequence[str]) -> str:
    """Return the draw of the most followers; for other moves, the first one."""
    return fitting[-1] if fitting[-1].startswith("draw ") else fitting[0]


def _sort_from_start(view: Mapping[str, Any], actors: Sequence[int]) -> Sequence[int]:
    seats, start = len(view["seats"]), view["start"]
    return sorted(actors, key=lambda seat: (seat - start) % seats)


COINS = Guard("coins_at_least", _("Minimum coins"), _has_coins)

KINDS = DecisionKinds(
    kinds=(
        DecisionKind(
            "actions",
            _("my actions this round"),
            _is_phase("actions"),
            (
                *(f"act <place>{' <arg>' * n}" for n in range(MAX_ARGUMENTS + 1)),
                *("deed <tile> <deed>", "deed <tile> <deed> <arg>", "finish", "pass", "keep"),
                *("settle <tile> <place> <slot>", "settle none", "tech <place> <slot>"),
            ),
            passing=("pass", "finish", "keep", "settle none"),
            guards=(COINS,),
            is_sequence=True,
            skipped=("finish", "keep"),
        ),
        DecisionKind(
            "event",
            _("decisions in an event"),
            _is_phase("event"),
            (
                *("shield", "suffer", "feed <good>", "pay"),
                *("torture <loss>", "torture <loss> <arg>"),
            ),
            passing=("suffer", "pay"),
            guards=(COINS,),
        ),
        DecisionKind(
            "followers",
            _("followers to draw"),
            _is_phase("followers"),
            ("draw <n>", "recall <tile> <place> <slot>", "done"),
            passing=("done",),
            best=_highest_draw,
        ),
        DecisionKind(
            "planning",
            _("followers to place"),
            _is_phase("planning"),
            ("place <tile> <place> <slot>", "done"),
            passing=("done",),
            is_sequence=True,
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
    sequence=_sort_from_start,
)
