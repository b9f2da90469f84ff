"""The player boards: columns of units that uncover their yield, upgrades, and the clan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.boards.spots import Spot

from ..rules import components as parts
from ..rules.view_types import PlayerView
from . import contract_tiles, vocabulary
from .board_context import BoardContext
from .translations import gettext as _
from .vocabulary import MAKES, UNIT_INCOME, UNIT_YIELD

#: What each unit on the map brings, and how much; 0 where it makes up to that many.
PRODUCTS = {
    **{unit: (good, UNIT_YIELD.get(unit, 0)) for unit, good in MAKES.items()},
    **{unit: ("pound", pounds) for unit, pounds in UNIT_INCOME.items()},
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
    return Mat(
        Clan(seat, player["clan"] or "", _cellar(look, player, is_mine=is_mine)),
        tuple(_column(look, player, unit, is_mine=is_mine) for unit in player["unit_costs"]),
        tuple(_step(look, *row) if is_mine else row[0] for row in _steps(player)),
        player["income"],
        tuple((MAKES[unit], n * player["on_map"][unit]) for unit, n in UNIT_YIELD.items()),
    )


# Units.


def _column(look: BoardContext, player: PlayerView, unit: str, *, is_mine: bool) -> Column:
    left, cost = player["supply"][unit], player["unit_costs"][unit]
    brings, each = PRODUCTS[unit]
    if unit in player["techs"]:
        each += parts.TECH_EXTRA
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


def _steps(player: PlayerView) -> Iterator[tuple[UpgradeStep, str, str]]:
    """The upgrades of a seat, each with its moves: as a main action, and as a bonus."""
    seat, level = player["seat"], player["shipping"]
    cost = parts.SHIP_COST if level < parts.MAX_SHIPPING else None
    yield UpgradeStep(seat, "ship", level, parts.MAX_SHIPPING, level, cost), "ship", "upgrade ship"
    hired = parts.MERCHANTS - player["merchants_on_board"]
    start = parts.STEWART_MERCHANTS if player["clan"] == "stewart" else parts.MERCHANTS_AT_START
    cost = parts.HIRE_COST if hired < parts.MERCHANTS else None
    hire = UpgradeStep(seat, "merchant", hired, parts.MERCHANTS, hired - start, cost)
    yield hire, "hire", "upgrade hire"
    for tech in () if player["clan"] == "macdonald" else parts.TECHS:
        is_flipped = tech in player["techs"]
        each = PRODUCTS[tech][1] + parts.TECH_EXTRA * is_flipped
        step = UpgradeStep(seat, tech, is_flipped, 1, each, None if is_flipped else parts.TECH_COST)
        yield step, f"tech {tech}", f"upgrade tech_{tech}"


def _step(look: BoardContext, step: UpgradeStep, action: str, bonus: str) -> UpgradeStep:
    """An upgrade of the viewer's, with what a press does."""
    spot = look(action) or look(bonus)
    if spot and spot.move == bonus:
        step = step._replace(cost=parts.BONUS_TECH_COST if step.key in parts.TECHS else 0)
    why = look.obstacle_text(action) if look.acts and not spot else ""
    ghost = look.ghost(f"{action} ") or look.ghost(f"{bonus} ")
    return step._replace(spot=spot, ghost=ghost, why=why)


def _cellar(look: BoardContext, player: PlayerView, *, is_mine: bool) -> tuple[Barrel, ...]:
    if player["clan"] != "mackenzie":
        return ()
    return tuple(
        Barrel(pounds, place in player["cellar"], look(f"withdraw {place}") if is_mine else None)
        for place, pounds in enumerate(parts.CELLAR)
    )
