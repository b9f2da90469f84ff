"""The player boards: columns of units that uncover their yield, upgrades, and the clan."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.spots import Spot

from ..rules.components import (
    BASIC,
    BONUS_TECH_COST,
    CELLAR,
    GOODS,
    HIRE_COST,
    INCOME,
    MAX_SHIPPING,
    MERCHANTS,
    MERCHANTS_AT_START,
    SHIP_COST,
    STEWART_MERCHANTS,
    TECH_COST,
    TECH_EXTRA,
    TECHS,
    WORKER_INCOME,
    YIELD,
)
from ..rules.production import income
from ..rules.view_types import PlayerView
from . import contract_tiles, vocabulary
from .board_context import BoardContext
from .translations import gettext as _

#: What each unit on the map brings, and how much; 0 where it makes up to that many.
PRODUCTS = {
    **{vocabulary.MAKERS[GOODS[good]]: (GOODS[good], YIELD[good]) for good in BASIC},
    **{vocabulary.MAKERS[good]: (good, 0) for good in ("cheese", "bread", "whisky")},
    **{tech: ("pound", pounds) for tech, pounds in zip(TECHS, INCOME, strict=True)},
    "worker": ("pound", WORKER_INCOME),
}


class Column(NamedTuple):
    """The units of a type: `out` on the map, with as many places uncovered, and the others left.

    Attributes:
        brings, each: what each unit on the map yields, see `PRODUCTS`.
        cost: pounds without land.
        choose: what a press chooses for the map; "" for nothing.
        why: why none can be placed now, if the player might expect it; else "".
    """

    seat: int
    unit: str
    out: int
    left: int
    cost: int
    brings: str
    each: int
    choose: str
    why: str


class UpgradeStep(NamedTuple):
    """An upgrade: `reached` of `places` on its track.

    Attributes:
        state: level of shipping, merchants hired, or pounds that each worker brings.
        cost: pounds of the next level; None if there is none.
    """

    seat: int
    key: str
    reached: int
    places: int
    state: int
    cost: int | None
    why: str = ""
    spot: Spot | None = None
    ghost: Spot | None = None


class Barrel(NamedTuple):
    """A place of the cellar."""

    pounds: int
    is_full: bool
    spot: Spot | None


class Clan(NamedTuple):
    """The clan of a player board ("" for none), with its cellar."""

    seat: int
    key: str
    cellar: tuple[Barrel, ...]


class Mat(NamedTuple):
    """A player board, with its pounds and goods per round; for other seats also their contracts."""

    clan: Clan
    columns: tuple[Column, ...]
    steps: tuple[UpgradeStep, ...]
    income: int
    goods: tuple[tuple[str, int], ...]
    tiles: contract_tiles.Tiles = ()


def own_mat(look: BoardContext) -> Mat | None:
    """The viewer's board with all its possible actions; None for spectators."""
    return None if look.mine is None else _mat(look, look.mine, is_mine=True)


def other_mats(look: BoardContext) -> dict[int, Mat]:
    """The boards of the other seats, for their cards."""
    return {
        player["seat"]: _mat(look, player, is_mine=False)._replace(
            tiles=tuple(contract_tiles.contract_tile(look, tile["id"]) for tile in player["boxes"])
        )
        for player in look.view["players"]
        if player["seat"] != look.scene.seat
    }


def _mat(look: BoardContext, player: PlayerView, *, is_mine: bool) -> Mat:
    seat = player["seat"]
    me = look.match.players[seat]
    return Mat(
        Clan(seat, player["clan"] or "", _cellar(look, player, is_mine=is_mine)),
        tuple(_column(look, player, unit, is_mine=is_mine) for unit in player["unit_costs"]),
        tuple(
            _step(look, UpgradeStep(seat, *step), *moves) if is_mine else UpgradeStep(seat, *step)
            for step, moves in _steps(player)
        ),
        income(me),
        tuple((GOODS[good], YIELD[good] * me.by_unit[good].bit_count()) for good in BASIC),
    )


# Units.


def _column(look: BoardContext, player: PlayerView, unit: str, *, is_mine: bool) -> Column:
    left, cost = player["supply"][unit], player["unit_costs"][unit]
    brings, each = PRODUCTS[unit]
    if unit in player["techs"]:
        each += TECH_EXTRA
    choose, why = _choice(look, player, unit) if is_mine else ("", "")
    return Column(
        *(player["seat"], unit, player["on_map"][unit], left, cost), brings, each, choose, why
    )


def _choice(look: BoardContext, player: PlayerView, unit: str) -> tuple[str, str]:
    """What a press chooses for the map, and why it would choose nothing."""
    verbs = {move.split(" ")[0] for move in look.scene.legal if f" {unit} " in f"{move} "}
    if "swap" in verbs:
        return f"swap@{unit}", ""
    if verbs & {"expand", "place"}:
        return unit, ""
    if not look.acts:
        return "", ""
    if not player["supply"][unit]:
        return "", _("all on the map")
    missing = player["unit_costs"][unit] - player["money"]
    return "", vocabulary.shortage_text(missing) if missing > 0 else _("no space in reach")


# Upgrades.


def _steps(player: PlayerView) -> list[tuple[tuple[str, int, int, int, int | None], list[str]]]:
    """The upgrades of a seat up to `UpgradeStep.cost`, each with the moves that take it."""
    level, hired = player["shipping"], MERCHANTS - player["merchants_on_board"]
    start = STEWART_MERCHANTS if player["clan"] == "stewart" else MERCHANTS_AT_START
    ship_cost = SHIP_COST if level < MAX_SHIPPING else None
    hire_cost = HIRE_COST if hired < MERCHANTS else None
    techs = () if player["clan"] == "macdonald" else TECHS
    flipped = {tech: tech in player["techs"] for tech in techs}
    return [
        (("ship", level, MAX_SHIPPING, level, ship_cost), ["ship", "upgrade ship"]),
        (("merchant", hired, MERCHANTS, hired - start, hire_cost), ["hire", "upgrade hire"]),
        *(
            (
                (tech, is_flipped, 1, each, None if is_flipped else TECH_COST),
                [f"tech {tech}", f"upgrade tech_{tech}"],
            )
            for tech, is_flipped in flipped.items()
            for each in [PRODUCTS[tech][1] + TECH_EXTRA * is_flipped]
        ),
    ]


def _step(look: BoardContext, step: UpgradeStep, action: str, bonus: str) -> UpgradeStep:
    """An upgrade of the viewer's, with what a press does."""
    spot = look(action) or look(bonus)
    if spot and spot.move == bonus:
        step = step._replace(cost=BONUS_TECH_COST if step.key in TECHS else 0)
    why = look.obstacle_text(action) if look.acts and not spot else ""
    ghost = look.ghost(f"{action} ") or look.ghost(f"{bonus} ")
    return step._replace(spot=spot, ghost=ghost, why=why)


def _cellar(look: BoardContext, player: PlayerView, *, is_mine: bool) -> tuple[Barrel, ...]:
    if player["clan"] != "mackenzie":
        return ()
    return tuple(
        Barrel(pounds, place in player["cellar"], look(f"withdraw {place}") if is_mine else None)
        for place, pounds in enumerate(CELLAR)
    )
