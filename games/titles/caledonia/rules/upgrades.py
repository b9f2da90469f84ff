"""Upgrades: shipping, technology, hiring; as main actions for money, as bonuses for less.

Rules 6 (`ship`, `tech`, `hire`, `<what>` of an upgrade), ruling 40.
"""

from __future__ import annotations

from .components import (
    BONUS_TECH_COST,
    GOOD_ID,
    HIRE_COST,
    MOST_SHIPPING,
    SHIP_COST,
    TECH_COST,
    TECHS,
)
from .notation import RECALL, TECH
from .player import Player
from .state import Rewards, State


def actions(p: Player) -> list[str]:
    """`ship`, `tech` and `hire` as main actions."""
    moves = []
    money = p.money
    if money >= SHIP_COST and p.shipping < MOST_SHIPPING:
        moves.append("ship")
    if money >= TECH_COST and p.techs != 3 and p.clan != "macdonald":
        moves += [move for tile, move in enumerate(TECH) if not p.techs >> tile & 1]
    if money >= HIRE_COST and p.hirable:
        moves.append("hire")
    return moves


def bonuses(p: Player, money: int) -> list[str]:
    """What a bonus upgrade may be, as the words of the notation."""
    words = []
    if p.shipping < MOST_SHIPPING:
        words.append("ship")
    if money >= BONUS_TECH_COST and p.clan != "macdonald":
        words += [f"tech_{tech}" for tile, tech in enumerate(TECHS) if not p.techs >> tile & 1]
    if p.hirable:
        words.append("hire")
    words += [RECALL[good] for good, sent in enumerate(p.areas) if sent]
    return words


def play_ship(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    _ship(match, p, seat, SHIP_COST)
    match.stage = "after"


def play_tech(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    _flip(match, p, seat, tokens[1], TECH_COST)
    match.stage = "after"


def play_hire(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    _hire(match, p, seat, HIRE_COST)
    match.stage = "after"


def play_upgrade(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    rewards = match.frames[-1]
    assert isinstance(rewards, Rewards)
    match.frames[-1] = rewards._replace(upgrade=rewards.upgrade - 1)
    grant(match, p, seat, tokens[1])


def grant(match: State, p: Player, seat: int, what: str) -> None:
    """Carry out one bonus upgrade."""
    if what == "ship":
        _ship(match, p, seat, 0)
    elif what == "hire":
        _hire(match, p, seat, 0)
    elif what.startswith("tech_"):
        _flip(match, p, seat, what.removeprefix("tech_"), BONUS_TECH_COST)
    else:
        good = what.removeprefix("recall:")
        number = GOOD_ID[good]
        p.areas[number] += -1 if p.areas[number] > 0 else 1
        p.merchants += 1
        match.emit("recall", seat, {"good": good})


def _ship(match: State, p: Player, seat: int, cost: int) -> None:
    p.money -= cost
    p.shipping += 1
    p.look_around(match.board.reach[p.shipping])
    match.emit("ship", seat, {"level": p.shipping, "cost": cost})


def _flip(match: State, p: Player, seat: int, tech: str, cost: int) -> None:
    p.money -= cost
    p.techs |= 1 << TECHS.index(tech)
    match.emit("tech", seat, {"tech": tech, "cost": cost})


def _hire(match: State, p: Player, seat: int, cost: int) -> None:
    p.money -= cost
    p.hirable -= 1
    p.merchants += 1
    match.emit("hire", seat, {"merchants": p.merchants, "cost": cost})
