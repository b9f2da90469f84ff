"""The match put together from the view, to try moves on: what they bring, and whether they reveal.

Whatever is hidden from the person who looks stands in it in any order that is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import games.rules as rules
from games.boards.base import Scene
from games.rules.match import MATCH_FORMAT

from ..rules import components as parts
from ..rules import deeds, event, torture
from ..rules.board import SLOT_COUNT, SPAN, TECHNOLOGY, Board
from ..rules.land import EDGES, TOWN_ID
from ..rules.match import OrleansMatch
from ..rules.state import TECHNOLOGY_STEP
from ..rules.tile_acts import ACTS
from ..rules.view import Seat, View
from . import seen

KEY = "orleans"
CHANCE = ("draw", "act bathhouse", "torture follower")


class Trial(NamedTuple):
    """A match, and the seat that looks."""

    match: OrleansMatch
    seat: int

    @property
    def board(self) -> Board:
        return self.match.boards[self.seat]


# of the last scene: a page asks for one move after another
_last: tuple[Scene | None, Trial | None] = (None, None)


def trial(scene: Scene) -> Trial | None:
    """The match as the person who looks knows it; None for spectators."""
    global _last
    known, found = _last
    if known is not scene:
        found = None if scene.seat is None or scene.over else Trial(rebuilt(scene), scene.seat)
        _last = (scene, found)
    return found


# what a move brings


def effect(scene: Scene, move: str) -> tuple[Board, Board] | None:
    """My board before and after a move alone; None where chance or nothing of it decides."""
    here = trial(scene)
    if here is None or move.startswith(CHANCE):
        return None
    after = here.match.copy()
    return None if not carry_out(after, here.seat, move) else (here.board, after.boards[here.seat])


def carry_out(match: OrleansMatch, seat: int, move: str) -> bool:
    """Do what a move does, without what follows from it in the course of the round."""
    verb, *arguments = move.split(" ")
    if verb == "act":
        ACTS[parts.PLACE_ID[arguments[0]]][1](match, seat, arguments[1:], seat)
    elif verb == "deed":
        deeds.send(match, seat, match.using, arguments)
    elif verb in ("feed", "pay"):
        event.hand_in(match, seat, [verb, *arguments])
    elif verb == "torture":
        torture.lose(match, seat, arguments)
    else:
        return False
    return True


def reveals(scene: Scene, move: str) -> bool:
    """Whether a legal move turns up something that nobody knew, as far as can be told."""
    here = trial(scene)
    if here is None or move not in scene.legal:
        return False
    after = here.match.copy()
    try:
        after.play(here.seat, move)
    except rules.IllegalMove:  # of a question after a pass that the view does not tell
        return False
    return after.reveals > here.match.reveals


# the match, as far as it is seen


def rebuilt(scene: Scene) -> OrleansMatch:
    view = seen.view(scene)
    match = rules.load(
        KEY,
        {
            "format": MATCH_FORMAT,
            "game": KEY,
            "rules": scene.rules_version,
            "seats": len(view["seats"]),
            "options": scene.options,
            "actors": view["actors"],
            "chance": {"fast": True, "reveals": 0},
            "state": _state(view),
        },
    )
    assert isinstance(match, OrleansMatch)
    if view["step"] == TECHNOLOGY_STEP and scene.seat == view["turn"]:
        _ask(match, match.boards[match.turn], scene.legal)
    return match


def _ask(match: OrleansMatch, board: Board, legal: Sequence[str]) -> None:
    """Which technology tile is asked for: the one whose moves these are."""
    for first in range(board.held_first, -1, -1):
        match.asking = (first, board.held_later)
        if match.legal_moves(match.turn) == list(legal):
            return


def _state(view: View) -> dict[str, Any]:
    coming = [event for letter in "abc" for event in view["coming"][letter]]
    turn, using = view["turn"], view["using"]
    return {
        "round": view["round"],
        "phase": view["phase"],
        "step": view["step"],
        "start": view["start"],
        "turn": 0 if turn is None else turn,
        "technology": view["supply"]["technology"],
        "citizens": _citizens(view),
        "using": -1 if using is None else parts.PLACE_ID[using],
        "deck": [*(one["name"] for one in (*view["past"], view["event"])), *coming],
        "followers": list(view["supply"]["followers"].values()),
        "goods": list(view["supply"]["goods"].values()),
        "deeds": [
            sum(1 << slot for slot, kind in enumerate(filled) if kind)
            for filled in view["deeds"].values()
        ],
        "edges": [[parts.GOOD_ID[good] for good in view["edges"][edge.id]] for edge in EDGES],
        "boards": [_board(view, number) for number in range(len(view["seats"]))],
        "available": [parts.PLACE_ID[key] for keys in view["available"].values() for key in keys],
        "drawn": [parts.TILE_ID[tile] for tile in view.get("drawn", ())],
        "asking": [0, 0],
    }


def _citizens(view: View) -> int:
    left = view["citizens"]
    words = [*left["deeds"], *(f"development:{space}" for space in left["development"])]
    words += [key for key in ("knight", "boatman", "stations") if left[key]]
    return sum(parts.CITIZEN_BIT[word] for word in words)


def _board(view: View, number: int) -> dict[str, Any]:
    seat = view["seats"][number]
    is_mine, is_asked = number == view["seat"], number in view["actors"]
    market, slots = counted(seat["market"]), contents(seat)
    first, later = (seat["held"].count(kind) for kind in ("first", "later"))
    board = {
        **{
            key: seat[key]
            for key in ("coins", "bread", "development", "road_stations", "stock", "citizens")
        },
        "held_first": first,
        "held_later": later,
        "merchant": TOWN_ID[seat["merchant"]],
        "stations": sum(1 << TOWN_ID[town] for town in seat["stations"]),
        "coin_spaces": sum(
            bit for space, bit in parts.COIN_SPACE_BIT.items() if space <= seat["development"]
        ),
        "rights": view["rights"] if is_mine else seat["draws"],
        "due": view["due"] if is_mine else 0,
        "debt": view["debt"] if is_mine else int(is_asked and view["phase"] == "census"),
        "passed": seat["passed"],
        "finished": not is_asked,
        "threatened": view["threatened"] if is_mine else is_asked and view["phase"] == "event",
        "goods": list(seat["goods"].values()),
        "tracks": list(seat["tracks"].values()),
        "market": market,
        "bag": list(seat["bag"].values()),
        "slots": slots,
        "tiles": [parts.PLACE_ID[key] for key in seat["places"] if parts.PLACE_ID[key] >= 10],
        "leveled": [seat["worth"][key] for key in ("bread", "stations", "citizens", "harbor")],
    }
    if view["phase"] == "planning":
        board["seen"] = [_market_before(view, seat, market, is_mine), slots, first, later]
    return board


def _market_before(view: View, seat: Seat, market: list[int], is_mine: bool) -> list[int]:
    """A market as planning began, as far as it matters: as many as the tower's room tells."""
    if not is_mine or "gunpowder_tower" not in seat["places"]:
        return market
    on_tower = sum(tile is not None for tile in seat["places"]["gunpowder_tower"])
    return [parts.MARKET_SIZE + on_tower + view.get("tower", 0), *([0] * (len(market) - 1))]


def counted(tiles: Sequence[str]) -> list[int]:
    return [tiles.count(word) for word in parts.TILES]


def contents(seat: Seat) -> list[int]:
    """What lies on the slots of a seat, by number of the slot."""
    slots = [0] * SLOT_COUNT
    for key, filled in seat["places"].items():
        first = SPAN[parts.PLACE_ID[key]].start
        for number, tile in enumerate(filled, first):
            if tile is not None:
                slots[number] = TECHNOLOGY if tile == "technology" else parts.TILE_ID[tile] + 1
    return slots
