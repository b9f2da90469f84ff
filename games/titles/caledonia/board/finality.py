"""Which moves reveal something, so that they cannot be taken back.

Drawing contracts does, and whatever ends a round: the slots are refilled, and alone the prices are
rolled. Whether a move ends the round hangs on what the others are left to choose, which all can
see; so the match is put together from the view, with any order of the pile, and the move is played
on it.
"""

from __future__ import annotations

from typing import Any

import games.rules as rules
from games.boards.base import Scene
from games.rules.match import MATCH_FORMAT

from ..rules.components import (
    CONTRACTS,
    GOOD_ID,
    HIRE_COST,
    MOST_SHIPPING,
    ROUNDS,
    SHIP_COST,
    UNIT_ID,
)
from ..rules.production import STEP_NAMES
from ..rules.view import FrameView, PlayerView, View
from .rebuilt import match_of
from .seen import view_of
from .terms import KEY

LEAST = min(HIRE_COST, SHIP_COST)

# of the last scene: a page asks for one move after another
_last: tuple[Scene | None, frozenset[str]] = (None, frozenset())


def is_final(move: str, scene: Scene) -> bool:
    """Whether this legal move reveals something."""
    return move in finals(scene)


def finals(scene: Scene) -> frozenset[str]:
    """Those of the legal moves that reveal something."""
    global _last
    seen, found = _last
    if seen is not scene:
        found = frozenset(_finals(scene))
        _last = (scene, found)
    return found


def _finals(scene: Scene) -> list[str]:
    seat = scene.seat
    if seat is None or not scene.legal:
        return []
    drawing = [move for move in scene.legal if move == "draw"]
    trial = _Trial(scene, seat)
    return [*drawing, *(m for m in scene.legal if m != "draw" and trial.reveals(m))]


class _Trial:
    """Plays moves of a seat on the match as far as it is seen, where that may matter."""

    def __init__(self, scene: Scene, seat: int) -> None:
        self.scene, self.seat = scene, seat
        self.view = view_of(scene)
        self.may_matter = _may_matter(self.view, seat)
        self.match: rules.Match | None = None

    def reveals(self, move: str) -> bool:
        if not self.may_matter or (move != "pass" and self._goes_on_after(move)):
            return False
        if self.match is None:
            self.match = playable(self.scene)
        trial = self.match.copy()
        trial.play(self.seat, move)
        return trial.reveals > self.match.reveals

    def _goes_on_after(self, move: str) -> bool:
        """Whether money left for shipping or a merchant is sure to leave this seat a choice."""
        if self.view["phase"] != "action":
            return False
        mine = self.view["players"][self.seat]
        return _is_sure_to_choose(mine, mine["money"] - _paid(move, self.view))


def _may_matter(view: View, seat: int) -> bool:
    """Whether the round may end before somebody else is sure to decide something."""
    if view["round"] in (0, ROUNDS):
        return False
    if view["phase"] == "production":
        return view["actors"] == [seat]
    return not any(
        _is_sure_to_choose(player, player["money"])
        for player in view["players"]
        if player["seat"] != seat and not player["passed"]
    )


def _is_sure_to_choose(player: PlayerView, money: int) -> bool:
    can = player["shipping"] < MOST_SHIPPING or player["merchants_on_board"] > 0
    return money >= LEAST and can


def _paid(move: str, view: View) -> int:
    """The most that a move may cost besides what it brings; dear where it is not looked up."""
    verb, *arguments = move.split(" ")
    if verb == "expand":
        return view["costs"].get(move, 0)
    if verb == "buy":
        price = next(one["price"] for one in view["market"] if one["good"] == arguments[0])
        return price * int(arguments[1])
    if verb in ("sell", "withdraw", "row"):
        return 0
    return ROUNDS * ROUNDS  # more than any contract, technology or port


# the match, as far as it is seen


def playable(scene: Scene) -> rules.Match:
    """A match that can be played on: what is seen, with the pile in any order."""
    view = view_of(scene)
    return rules.load(
        KEY,
        {
            "format": MATCH_FORMAT,
            "game": KEY,
            "rules": scene.rules_version,
            "seats": len(view["players"]),
            "options": dict(scene.options),
            "actors": view["actors"],
            "chance": {"fast": True, "reveals": 0},
            "state": _state(scene, view),
        },
    )


def _state(scene: Scene, view: View) -> dict[str, Any]:
    turn, auction = view["turn"], view["auction"]
    match = match_of(scene)
    return {
        "modules": view["map"]["modules"],
        "ports": list(match.ports),
        "tiles": list(match.tiles),
        "pile": _pile(view),
        "known": len(view["contracts"]["known_at_bottom"]),
        "slots": [tile["id"] if tile else 0 for tile in view["contracts"]["slots"]],
        "sets": [[one["clan"] or "", one["tile"]] for one in view["sets"]],
        "market": list(match.market),
        "imports": list(match.imports),
        "players": [player.dump() for player in match.players],
        "phase": view["phase"],
        "round": view["round"],
        "order": view["order"],
        "passed": view["passed"],
        "auction": None
        if auction is None
        else [
            auction["to_bid"],
            *(-1 if auction[key] is None else auction[key] for key in ("bid", "bidder")),
        ],
        "folded": [] if auction is None else auction["folded"],
        "queue": view["placing"],
        "turn": turn["seat"] if turn else 0,
        "stage": turn["stage"] if turn else "before",
        "trade": GOOD_ID[turn["must_trade"]] if turn and turn["must_trade"] else -1,
        "rowed": bool(turn and turn["rowed"]),
        "bought": list(match.bought),
        "frames": [_frame(one) for one in turn["frames"]] if turn else [],
        "steps": [STEP_NAMES.index(player["deciding"] or "") for player in view["players"]],
    }


def _pile(view: View) -> list[int]:
    """The contracts that nobody has seen in any order, then those known at the bottom."""
    data, known = view["contracts"], view["contracts"]["known_at_bottom"]
    seen = {tile["id"] for tile in data["slots"] if tile} | set(known)
    for player in view["players"]:
        seen.update(player["fulfilled"], (tile["id"] for tile in player["boxes"]))
    turn = view["turn"]
    for frame in turn["frames"] if turn else ():
        if frame["frame"] == "keep":
            seen.update(tile["id"] for tile in frame["contracts"])
    unseen = [tile.id for tile in CONTRACTS if tile.id not in seen]
    return [*unseen[: data["pile"] - len(known)], *known]


def _frame(frame: FrameView) -> list[Any]:
    """A frame as the dump of a match has it."""
    match frame["frame"]:
        case "meat":
            waivers = list(frame["waivers"])
            return ["meat", frame["contract"], frame["beef"], frame["mutton"], waivers]
        case "rewards":
            return ["rewards", frame["contract"], frame["expand"], frame["upgrade"], frame["beer"]]
        case "bonus":
            return ["bonus", [GOOD_ID[one["good"]] for one in frame["goods"]], frame["draws"]]
        case "keep":
            return ["keep", [tile["id"] for tile in frame["contracts"]]]
        case "swap":
            return ["swap", frame["left"], _set(frame["removed"]), _set(frame["added"])]
        case "second":
            return ["second", frame["after"]]


def _set(units: list[str]) -> int:
    return sum(1 << UNIT_ID[unit] for unit in units)
