"""A match put together again from a view, for the rules' own functions: reach, costs, settlements.

It holds what the view shows and nothing else, and it is never played on.
"""

from __future__ import annotations

from games.boards.base import Scene

from ..rules.components import (
    CORNERS,
    GOOD_ID,
    GOODS,
    IMPORTS,
    TECHS,
    UNIT_ID,
)
from ..rules.maps import SPACE_ID, Board
from ..rules.maps import board as board_of_sides
from ..rules.match import Caledonia
from ..rules.player import Player
from ..rules.view import PlayerView, View
from .seen import view_of


def board_of(view: View) -> Board:
    """The map of a view; shared by all matches on it."""
    return board_of_sides(tuple(view["map"]["modules"]), len(view["players"]), bool(view["ports"]))


# of the last scene: many parts of a page ask for it
_last: tuple[Scene | None, Caledonia | None] = (None, None)


def match_of(scene: Scene) -> Caledonia:
    """The match of a scene as far as its view tells it; to be read, not to be changed."""
    global _last
    seen, found = _last
    if seen is not scene or found is None:
        found = _match_of(scene)
        _last = (scene, found)
    return found


def _match_of(scene: Scene) -> Caledonia:
    view = view_of(scene)
    match = Caledonia.__new__(Caledonia)
    match.board = board = board_of(view)
    match.seats = len(view["players"])
    match.options = dict(scene.options)
    match.phase, match.round = view["phase"], view["round"]
    match.tiles = tuple(one["tile"] for one in view["scoring"])
    match.ports = tuple(port["tile"] for port in view["ports"])
    match.imports = [view["imports"]["counters"][kind] for kind in IMPORTS]
    match.market = [track["position"] for track in view["market"]]
    turn = view["turn"]
    match.bought = [turn["bought_from_neighbours"][good] if turn else 0 for good in GOODS]
    match.rowed = bool(turn and turn["rowed"])
    match.frames = []
    match.players = [_player(view, player, board) for player in view["players"]]
    match.occupied = 0
    for player in match.players:
        match.occupied |= player.units
    return match


def _player(view: View, shown: PlayerView, board: Board) -> Player:
    p = Player()
    p.clan, p.tile = shown["clan"] or "", shown["tile"] or 0
    if p.clan == "macdonald":
        p.become_macdonald()
    p.money, p.glory, p.bid = shown["money"], shown["glory"], shown["bid"]
    p.merchants, p.hirable = shown["merchants"], shown["merchants_on_board"]
    p.shipping = shown["shipping"]
    p.goods = list(shown["goods"].values())
    p.techs = sum(1 << n for n, tech in enumerate(TECHS) if tech in shown["techs"])
    p.boxes = tuple(tile["id"] for tile in shown["boxes"])
    p.cellar = sum(1 << place for place in shown["cellar"])
    for number in shown["fulfilled"]:
        p.enlist(number)
    reach = board.reach[p.shipping]
    seat = shown["seat"]
    for unit in view["units"]:
        if unit["seat"] == seat:
            p.put(UNIT_ID[unit["unit"]], SPACE_ID[unit["at"]], reach)
    for track in view["market"]:
        good = GOOD_ID[track["good"]]
        for one in track["buyers"]:
            if one["seat"] == seat:
                p.areas[good] = one["merchants"]
        for one in track["sellers"]:
            if one["seat"] == seat:
                p.areas[good] = -one["merchants"]
    for port in view["ports"]:
        if seat in port["used"]:
            p.use_port(CORNERS.index(port["corner"]), SPACE_ID[port["at"]])
    return p
