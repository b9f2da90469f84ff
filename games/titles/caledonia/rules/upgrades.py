"""Upgrades (shipping, technology, hiring) as main actions and, cheaper, as bonus upgrades.

Rules 5.3.6, 6 (`ship`, `tech`, `hire`, `<what>` of an upgrade), ruling 40.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Verb
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import (
    BONUS_TECH_COST,
    GOOD_ID,
    HIRE_COST,
    MAX_SHIPPING,
    SHIP_COST,
    TECH_COST,
    TECHS,
)
from .conditions import Obstacle, refusal_from, too_dear_refusal
from .notation import RECALL
from .player import Player
from .state import Rewards, State

SECTION = "5.3.6"
PAID = ("ship", *(f"tech {tech}" for tech in TECHS), "hire")
UPGRADES = ("ship", *(f"tech_{tech}" for tech in TECHS), "hire", *RECALL)


# The requirements of each upgrade.


def ship_obstacle(level: int, money: int, cost: int) -> Obstacle | None:
    if level == MAX_SHIPPING:
        message = _("shipping is at its highest level %(most)s")
        return lambda: illegal_move("track_full", message, SECTION, most=MAX_SHIPPING)
    if money < cost:
        return lambda: too_dear_refusal(SECTION, money, cost, Verb("ship"))
    return None


def _tech_obstacle(clan: str, techs: int, tech: str, money: int, cost: int) -> Obstacle | None:
    if clan == "macdonald":
        return lambda: illegal_move("wrong_clan", _("MacDonald has no technology"), "2.8")
    if techs >> TECHS.index(tech) & 1:
        message = _("the technology of the %(tech)s is already flipped")
        return lambda: illegal_move("already_flipped", message, SECTION, tech=tech)
    if money < cost:
        section = SECTION if cost == TECH_COST else "10.40"
        return lambda: too_dear_refusal(section, money, cost, Verb("tech"))
    return None


def hire_obstacle(hirable: int, money: int, cost: int) -> Obstacle | None:
    if not hirable:
        return lambda: illegal_move("no_merchant", _("no merchant is left on your board"), SECTION)
    if money < cost:
        return lambda: too_dear_refusal(SECTION, money, cost, Verb("hire"))
    return None


def _recall_obstacle(sent: int, good: str) -> Obstacle | None:
    if not sent:
        message = _("you have no merchant at %(good)s")
        return lambda: illegal_move("no_merchant", message, SECTION, good=good)
    return None


# As main actions.


def _obstacle(
    move: str, level: int, clan: str, techs: int, hirable: int, money: int
) -> Obstacle | None:
    if move == "ship":
        return ship_obstacle(level, money, SHIP_COST)
    if move == "hire":
        return hire_obstacle(hirable, money, HIRE_COST)
    return _tech_obstacle(clan, techs, move.removeprefix("tech "), money, TECH_COST)


@cache
def _paid_moves(level: int, clan: str, techs: int, hirable: int, money: int) -> Sequence[str]:
    have = (level, clan, techs, hirable, money)
    return tuple(move for move in PAID if _obstacle(move, *have) is None)


def _moves(match: State, p: Player, seat: int) -> Sequence[str]:
    """`ship`, `tech` and `hire` as main actions."""
    money = p.money  # capped below: more than the dearest upgrade costs changes nothing
    return _paid_moves(
        p.shipping, p.clan, p.techs, p.hirable, money if money < TECH_COST else TECH_COST
    )


def _refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    move = " ".join(tokens)
    return refusal_from(_obstacle(move, p.shipping, p.clan, p.techs, p.hirable, p.money))


# As bonus upgrades.


def bonus_obstacle(p: Player, money: int, what: str) -> Obstacle | None:
    """Return the obstacle to a bonus upgrade with this money in hand, None without one."""
    if what == "ship":
        return ship_obstacle(p.shipping, money, 0)
    if what == "hire":
        return hire_obstacle(p.hirable, money, 0)
    kind, _mark, which = what.replace("tech_", "tech:").partition(":")
    if kind == "tech":
        return _tech_obstacle(p.clan, p.techs, which, money, BONUS_TECH_COST)
    return _recall_obstacle(p.areas[GOOD_ID[which]], which)


def bonus_upgrades(p: Player, money: int) -> list[str]:
    """Return the possible bonus upgrades, as words of the notation."""
    return [what for what in UPGRADES if bonus_obstacle(p, money, what) is None]


def _rewards(match: State) -> Rewards:
    frame = match.frames[-1]
    assert isinstance(frame, Rewards)
    return frame


def _bonus_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    if not _rewards(match).upgrade:
        return ()
    return [f"upgrade {what}" for what in bonus_upgrades(p, p.money)]


def _bonus_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    if not _rewards(match).upgrade:
        return illegal_move("no_bonus", _("this contract gives no more upgrades"), "5.3.7")
    return refusal_from(bonus_obstacle(p, p.money, tokens[1]))


# Carrying out.


def _play(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    if tokens[0] == "ship":
        _ship(match, p, seat, SHIP_COST)
    elif tokens[0] == "hire":
        _hire(match, p, seat, HIRE_COST)
    else:
        _flip_technology(match, p, seat, tokens[1], TECH_COST)
    match.stage = "after"


def _play_bonus(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    rewards = _rewards(match)
    match.frames[-1] = rewards._replace(upgrade=rewards.upgrade - 1)
    grant_upgrade(match, p, seat, tokens[1])


def grant_upgrade(match: State, p: Player, seat: int, what: str) -> None:
    """Carry out one bonus upgrade."""
    if what == "ship":
        _ship(match, p, seat, 0)
    elif what == "hire":
        _hire(match, p, seat, 0)
    elif what.startswith("tech_"):
        _flip_technology(match, p, seat, what.removeprefix("tech_"), BONUS_TECH_COST)
    else:
        good = what.removeprefix("recall:")
        number = GOOD_ID[good]
        p.areas[number] += -1 if p.areas[number] > 0 else 1
        p.merchants += 1
        match.emit("recall", seat, {"good": good})


def _ship(match: State, p: Player, seat: int, cost: int) -> None:
    p.money -= cost
    p.shipping += 1
    p.update_reach(match.board.reach[p.shipping])
    match.emit("ship", seat, {"level": p.shipping, "cost": cost})


def _flip_technology(match: State, p: Player, seat: int, tech: str, cost: int) -> None:
    p.money -= cost
    p.techs |= 1 << TECHS.index(tech)
    match.emit("tech", seat, {"tech": tech, "cost": cost})


def _hire(match: State, p: Player, seat: int, cost: int) -> None:
    p.money -= cost
    p.hirable -= 1
    p.merchants += 1
    match.emit("hire", seat, {"merchants": p.merchants, "cost": cost})


UPGRADE_ACTION = ActionType(
    {"ship": "", "tech": "tech", "hire": ""}, SECTION, _moves, _refusal, _play
)
BONUS_ACTION = ActionType(
    {"upgrade": "upgrade"}, SECTION, _bonus_moves, _bonus_refusal, _play_bonus
)
