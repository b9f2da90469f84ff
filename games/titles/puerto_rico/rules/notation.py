"""The moves as text (rules 6), built once; listing moves only looks them up in these tables."""

from __future__ import annotations

from .components import GOODS, ROLES, SETUPS, SLOTS, TILES

PASS = "pass"
DRAW = "draw"
DONE = "done"
REOPEN = "reopen"
PRIVILEGE_WORKER = "privilege worker"
PRIVILEGE_NONE = "privilege none"
WORKER = "worker"

# verbs without arguments, with the section of the rules about them
SINGLE_WORD_SECTIONS = {PASS: "5.2", DRAW: "5.3", DONE: "5.5", REOPEN: "5.5"}
VERBS = frozenset(
    (
        *SINGLE_WORD_SECTIONS,
        "pick",
        "take",
        "privilege",
        "staff",
        "sell",
        "build",
        "load",
        "store",
        "keep",
    )
)

PICK = tuple(f"pick {role}" for role in ROLES)
TAKE = tuple(f"take {kind}" for kind in TILES)
TAKE_WORKER = tuple(f"take {kind} worker" for kind in TILES)
BUILD = tuple(f"build {slot}" for slot in SLOTS)
BUILD_WORKER = tuple(f"build {slot} worker" for slot in SLOTS)
SELL = tuple(f"sell {good}" for good in GOODS)
STORE = tuple(f"store {good}" for good in GOODS)
KEEP = tuple(f"keep {good}" for good in GOODS)
PRIVILEGE = tuple(f"privilege {good}" for good in GOODS)
# good -> capacity of the ship -> the move
LOAD = tuple(
    {ship: f"load {good} {ship}" for setup in SETUPS.values() for ship in setup.ships}
    for good in GOODS
)
LOAD_WHARF = tuple(f"load {good} wharf" for good in GOODS)
# slot -> number of workers -> the move; a kind of tile can fill the island
STAFF = tuple([f"staff {slot} {n}" for n in range(13)] for slot in SLOTS)
