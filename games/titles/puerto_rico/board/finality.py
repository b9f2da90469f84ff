"""Which moves reveal something, so that they cannot be taken back.

Whether a move reveals is known to everybody at the table, but it hangs on what the others are left
to choose: the last tile of a settler phase turns up a new row, the last phase of a match the chips.
So the match is put together from the view, with anything where something is hidden, and the move
is played on it.
"""

from __future__ import annotations

from typing import Any

import games.rules as rules
from games.boards.base import Scene
from games.rules.match import MATCH_FORMAT

from ..rules.components import GOODS, ROLE_OF, ROLES, SETUPS, SLOT_OF, SLOTS, TILES
from ..rules.phases.placement import fresh
from ..rules.view import View
from . import outlook
from .seen import view_of

KEY = "puerto_rico"
Found = tuple[Scene | None, frozenset[str]]

# of the last scene: a page asks for one move after another
_last: Found = (None, frozenset())


def finals(scene: Scene) -> frozenset[str]:
    """Those of the legal moves that reveal something."""
    global _last
    seen, found = _last
    if seen is not scene:
        found = frozenset(_finals(scene))
        _last = (scene, found)
    return found


def _finals(scene: Scene) -> list[str]:
    if scene.seat is None or not scene.legal or not _may_reveal(view_of(scene), scene.seat):
        return []
    match = _rebuilt(scene)
    return [move for move in scene.legal if _reveals(match, scene.seat, move)]


def _reveals(match: rules.Match, seat: int, move: str) -> bool:
    trial = match.copy()
    trial.play(seat, move)
    return trial.reveals > match.reveals


def _may_reveal(view: View, seat: int) -> bool:
    """Whether it is worth a look: no where somebody else is sure to decide something first."""
    if view["step"] == "placement":
        return view["actors"] == [seat]
    if view["step"] == "settle":
        later = view["order"][view["order"].index(seat) + 1 :]
        return (
            bool(view["seats"][seat]["city"].get("hacienda"))
            or len(view["row"]) < 2
            or not any(outlook.has_room(view["seats"][one]) for one in later)
        )
    if view["step"] == "pick" and not any(map(outlook.has_room, view["seats"])):
        return True
    return _is_last_phase(view) and (bool(view["ending"]) or _may_end(view))


def _is_last_phase(view: View) -> bool:
    taken = _taken(view) + (view["step"] == "pick")
    return taken == SETUPS[len(view["seats"])].picks * len(view["seats"])


def _may_end(view: View) -> bool:
    """Whether a condition for the end can be met before somebody decides the next thing."""
    barrels = sum(sum(seat["goods"].values()) for seat in view["seats"])
    loads = (len(GOODS) + 1) * len(view["seats"])
    return (
        min(seat["city_free"] for seat in view["seats"]) <= 2
        or view["chips_left"] <= barrels + loads
        or view["worker_supply"] <= view["worker_need"] + len(view["seats"])
    )


def _taken(view: View) -> int:
    return sum(card["taken_by"] is not None for card in view["roles"].values())


# the match, as far as it is seen


def _rebuilt(scene: Scene) -> rules.Match:
    view = view_of(scene)
    return rules.load(
        KEY,
        {
            "format": MATCH_FORMAT,
            "game": KEY,
            "rules": scene.rules_version,
            "seats": len(view["seats"]),
            "options": scene.options,
            "actors": view["actors"],
            "chance": {"fast": True, "reveals": 0},
            "state": {**_numbers(view), **_lists(view), **_boards(view)},
        },
    )


def _numbers(view: View) -> dict[str, Any]:
    role, picker = view["role"], view["picker"]
    acting = view["acting"]
    return {
        "round": view["round"],
        "governor": view["governor"],
        "picks": _taken(view) - (role is not None),
        "step": view["step"],
        "role": -1 if role is None else ROLE_OF[role],
        "picker": 0 if picker is None else picker,
        "turns": 0 if picker is None or acting is None else (acting - picker) % len(view["seats"]),
        "drawn": view["drawn"],
        "produced": sum(1 << GOODS.index(good) for good in view["produced"]),
        "passes": view["passes"],
        "wharves": sum(seat["wharf_used"] << n for n, seat in enumerate(view["seats"])),
        "sailed": view["sailed"],
        "quarries": view["quarries"],
        "worker_supply": view["worker_supply"],
        "worker_ship": view["worker_ship"],
        "chips_left": view["chips_left"],
    }


def _lists(view: View) -> dict[str, Any]:
    cards = [view["roles"].get(role, {"doubloons": 0, "taken_by": None}) for role in ROLES]
    return {
        "card_doubloons": [card["doubloons"] for card in cards],
        "taken_by": [-1 if card["taken_by"] is None else card["taken_by"] for card in cards],
        "row": [TILES.index(kind) for kind in view["row"]],
        "stack": [0] * view["stack"],
        "discard": [view["discard"][good] for good in GOODS],
        "supply": [view["goods"][good] for good in GOODS],
        "house": [GOODS.index(good) for good in view["house"]],
        "ship_goods": [
            GOODS.index(ship["good"]) if ship["good"] else -1 for ship in view["ships"].values()
        ],
        "ship_loads": [ship["n"] for ship in view["ships"].values()],
        "copies": [view["display"].get(key, 0) for key in SLOTS],
        "shelves": [seat["shelves"] for seat in view["seats"]],
        "stored": [
            sum(1 << GOODS.index(good) for good in seat["stored"]) for seat in view["seats"]
        ],
        "ending": view["ending"],
    }


def _boards(view: View) -> dict[str, Any]:
    boards = [outlook.board_of(seat) for seat in view["seats"]]
    drafts: list[dict[str, Any] | None] = [None] * len(boards)
    for number, (seat, board) in enumerate(zip(view["seats"], boards, strict=True)):
        if seat["placing"] is not None:
            draft = fresh(board)
            draft.done, draft.asked = seat["placing"] == "done", True
            drafts[number] = draft.dump()
    mine, me = view["mine"], view["seat"]
    if mine is not None and me is not None:
        drafts[me] = {
            "at": [mine["at"].get(key, 0) for key in SLOTS],
            "pool": mine["pool"],
            "fixed": sum(1 << SLOT_OF[key] for key in mine["fixed"]),
            "done": mine["done"],
            "asked": True,
        }
    return {"boards": [board.dump() for board in boards], "drafts": drafts}
