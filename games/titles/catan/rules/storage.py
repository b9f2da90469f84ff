"""Convert the state of a match to JSON-ready data and back (`dump` and `load` of a match).

State that follows from the pieces on the board is not stored. `setup.rebuild_derived_state`
computes it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.primitives.bitsets import members

from .components import CARD_INDEX, CARDS
from .layout import Layout
from .state import State

INTERSECTION_SETS = ("settlements", "cities")
PATH_SETS = ("roads", "trails")


def dump(match: State) -> dict[str, Any]:
    """Return the state as numbers, lists and names of places."""
    spots, paths = match.board.spots, match.board.paths
    state = {
        **match.dump_fields(),
        "terrain": list(match.layout.terrain),
        "corner": match.layout.corner,
        "harbours": list(match.layout.harbours),
        "stack": to_lists(match.stack),
        "deck": [CARDS[kind] for kind in match.deck],
        "damaged": [paths[path] for path in members(match.damaged)],
    }
    if match.unloaded:  # never true in version 1, whose stored states do not have this key
        state["unloaded"] = True
    for key in INTERSECTION_SETS:
        state[key] = [[spots[spot] for spot in members(mask)] for mask in getattr(match, key)]
    for key in PATH_SETS:
        state[key] = [[paths[path] for path in members(mask)] for mask in getattr(match, key)]
    return state


def load(match: State, state: Mapping[str, Any]) -> None:
    """Restore the fields that `dump` returned."""
    match.load_fields(state)
    board = match.board
    match.layout = Layout(board, state["terrain"], state["corner"], state["harbours"])
    match.stack = [to_tuples(frame) for frame in state["stack"]]
    match.deck = tuple(CARD_INDEX[word] for word in state["deck"])
    match.damaged = sum(1 << board.path_index[word] for word in state["damaged"])
    match.unloaded = state.get("unloaded", False)
    for keys, index in ((INTERSECTION_SETS, board.spot_index), (PATH_SETS, board.path_index)):
        for key in keys:
            setattr(match, key, [sum(1 << index[word] for word in words) for words in state[key]])


def to_lists(data: Any) -> Any:
    """Replace tuples by lists, at every depth."""
    return [to_lists(item) for item in data] if isinstance(data, list | tuple) else data


def to_tuples(data: Any) -> Any:
    """Replace lists by tuples, at every depth."""
    return tuple(to_tuples(item) for item in data) if isinstance(data, list | tuple) else data
