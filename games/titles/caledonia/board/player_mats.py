"""The player boards: columns of units that uncover their yield, upgrades, and the clan."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.byte_lru import MIB, ByteLRUCache, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language, get_language

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
    UNIT_ID,
    WORKER_INCOME,
    YIELD,
)
from ..rules.production import income
from ..rules.view_types import PlayerView
from . import contract_tiles, vocabulary
from .abilities import ABILITIES
from .board_context import BoardContext, caledonia_rules_url
from .rule_links import shipping_anchor
from .translations import gettext as _
from .translations import ngettext

BUILDING_GOODS = {"dairy": "cheese", "bakery": "bread", "distillery": "whisky"}
ANIMAL_GOODS = dict(zip(("sheep", "cow", "field"), (GOODS[good] for good in BASIC), strict=True))


class Column(NamedTuple):
    """The units of a type.

    Attributes:
        brings: glyph of what each unit on the map yields.
        each: how much each yields, in pounds for workers.
        out: number on the map; as many places are uncovered.
        left: number on the player board.
        total_text: total yield of those on the map; "" for buildings.
        cost: pounds without land.
        choose: what a press chooses for the map; "" for nothing.
        why: why none can be placed now, if the player might expect it; else "".
        words: the column as a sentence.
    """

    unit: str
    name: str
    note: str
    brings: str
    each: int
    out: int
    left: int
    total_text: str
    cost: int
    choose: str
    why: str
    words: str
    seat: int


class UpgradeStep(NamedTuple):
    """An upgrade: its current state and the price of the next level.

    Attributes:
        places: per place of its track, whether it is reached.
        state: the state in words.
        price: pounds of the next level; "" if there is none.
    """

    key: str
    name: str
    note: str
    places: tuple[bool, ...]
    state: str
    price: str
    why: str
    spot: Spot | None
    ghost: Spot | None
    seat: int


class Barrel(NamedTuple):
    """A place of the cellar."""

    place: int
    pounds: str
    is_full: bool
    spot: Spot | None
    words: str


class Clan(NamedTuple):
    """The clan of a player board in one line, with its cellar."""

    name: str
    note: str
    ability: str
    cellar: tuple[Barrel, ...]
    seat: int


class Mat(NamedTuple):
    """A whole player board; for other seats also their contracts."""

    seat: int
    clan: Clan
    columns: tuple[Column, ...]
    steps: tuple[UpgradeStep, ...]
    foot: str
    tiles: tuple[contract_tiles.ContractTile, ...] = ()


def own_mat(look: BoardContext) -> Mat | None:
    """Return the viewer's board with all its possible actions; None for spectators."""
    seat = look.scene.seat
    return None if seat is None else _mat(look, seat, is_mine=True)


def other_mats(look: BoardContext) -> dict[int, Mat]:
    """Return the boards of the other seats, for their cards."""
    seats = range(len(look.view["players"]))
    return {seat: _other(look, seat) for seat in seats if seat != look.scene.seat}


# Boards of other seats, by everything that they show.
_mat_cache: ByteLRUCache[tuple[object, ...], Mat] = ByteLRUCache(4 * MIB)


def _other(look: BoardContext, seat: int) -> Mat:
    """The board of another seat, from the cache unless something on it has changed."""
    player = look.view["players"][seat]
    boxes = tuple(tile["id"] for tile in player["boxes"])
    key = (
        get_language(),
        seat,
        player["clan"],
        tuple(player["on_map"].items()),
        tuple(player["unit_costs"].values()),
        tuple(player["techs"]),
        player["merchants_on_board"],
        player["shipping"],
        tuple(player["cellar"]),
        boxes,
        tuple(look.view["imports"]["values"].values()) if boxes else (),
    )
    found = _mat_cache.get(key)
    if found is None:
        tiles = tuple(contract_tiles.contract_tile(look, number) for number in boxes)
        found = _mat(look, seat, is_mine=False)._replace(tiles=tiles)
        _mat_cache.put(key, found, 20_000)
    return found


def _mat(look: BoardContext, seat: int, *, is_mine: bool) -> Mat:
    player = look.view["players"][seat]
    return Mat(
        seat,
        _clan(look, player, is_mine=is_mine),
        tuple(_column(look, player, unit, is_mine=is_mine) for unit in player["unit_costs"]),
        tuple(_steps(look, player, is_mine=is_mine)),
        _income_text(look, seat),
    )


def _income_text(look: BoardContext, seat: int) -> str:
    """What a board yields per round, in words."""
    me = look.match.players[seat]
    made = tuple(YIELD[good] * me.by_unit[good].bit_count() for good in BASIC)
    return _round_income_text(income(me), made)


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(800)))
def _round_income_text(pounds: int, made: tuple[int, ...]) -> str:
    found = [vocabulary.pounds(pounds)]
    if any(made):
        found.append(vocabulary.goods(dict(zip(GOODS, made, strict=False))))
    return _("Next round: %(income)s") % {"income": vocabulary.join_or_dash(found)}


# Units.


def _column(look: BoardContext, player: PlayerView, unit: str, *, is_mine: bool) -> Column:
    out, left = player["on_map"][unit], player["supply"][unit]
    cost = player["unit_costs"][unit]
    choose, why = _choice(look, unit, left, cost) if is_mine else ("", "")
    return _cached_column(
        unit,
        (out, left, cost),
        *_column_product(unit, player),
        choose,
        why,
        player["seat"],
    )


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(1_500)))
def _cached_column(
    unit: str,
    numbers: tuple[int, int, int],
    brings: str,
    amount: int,
    choose: str,
    why: str,
    seat: int,
) -> Column:
    """A column; `numbers` are the units on the map, the units left, and the cost."""
    out, left, cost = numbers
    params = {
        "unit": capitalize_first(vocabulary.UNITS[unit]),
        "out": out,
        "left": left,
        "pounds": vocabulary.pounds(cost),
        "work": vocabulary.UNIT_WORK[unit],
    }
    return Column(
        unit,
        capitalize_first(vocabulary.UNITS[unit]),
        caledonia_rules_url(unit),
        brings,
        amount,
        out,
        left,
        "" if unit in BUILDING_GOODS else str(out * amount),
        cost,
        choose,
        why,
        _("%(unit)s: %(out)s on the map, %(left)s left at %(pounds)s; each brings %(work)s")
        % params,
        seat,
    )


def _column_product(unit: str, player: PlayerView) -> tuple[str, int]:
    if unit in ANIMAL_GOODS:
        return ANIMAL_GOODS[unit], YIELD[UNIT_ID[unit]]
    if unit in BUILDING_GOODS:
        return BUILDING_GOODS[unit], 1
    if unit == "worker":
        return "pound", WORKER_INCOME
    more = TECH_EXTRA if unit in player["techs"] else 0
    return "pound", INCOME[TECHS.index(unit)] + more


def _choice(look: BoardContext, unit: str, left: int, cost: int) -> tuple[str, str]:
    """What a press chooses for the map, and why it would choose nothing."""
    verbs = {move.split(" ")[0] for move in look.scene.legal if f" {unit} " in f"{move} "}
    if "swap" in verbs:
        return f"swap@{unit}", ""
    if verbs & {"expand", "place"}:
        return unit, ""
    if not look.acts or look.mine is None:
        return "", ""
    if not left:
        return "", _("all on the map")
    if cost > look.mine["money"]:
        return "", vocabulary.shortage_text(cost - look.mine["money"])
    return "", _("no space in reach")


# Upgrades.


def _steps(look: BoardContext, player: PlayerView, *, is_mine: bool) -> list[UpgradeStep]:
    seat, hirable = player["seat"], player["merchants_on_board"]
    start = STEWART_MERCHANTS if player["clan"] == "stewart" else MERCHANTS_AT_START
    off = MERCHANTS - hirable
    found = [
        _step(
            look,
            "ship",
            _("Shipping"),
            caledonia_rules_url(shipping_anchor(player["shipping"])),
            tuple(n <= player["shipping"] for n in range(1, MAX_SHIPPING + 1)),
            capitalize_first(vocabulary.SHIPPING[player["shipping"]]),
            SHIP_COST,
            seat,
            ("ship", "upgrade ship"),
            is_mine=is_mine,
        ),
        _step(
            look,
            "merchant",
            _("Merchants"),
            caledonia_rules_url("merchant"),
            tuple(n < off for n in range(MERCHANTS)),
            ngettext("%(n)s hired", "%(n)s hired", off - start) % {"n": off - start},
            HIRE_COST,
            seat,
            ("hire", "upgrade hire"),
            is_mine=is_mine,
        ),
    ]
    if player["clan"] == "macdonald":
        return found
    for tech in TECHS:
        is_flipped = tech in player["techs"]
        each = INCOME[TECHS.index(tech)] + TECH_EXTRA * is_flipped
        found.append(
            _step(
                look,
                tech,
                capitalize_first(vocabulary.UNITS[tech]),
                caledonia_rules_url("technology"),
                (is_flipped,),
                _("%(pounds)s each") % {"pounds": vocabulary.pounds(each)},
                TECH_COST,
                seat,
                (f"tech {tech}", f"upgrade tech_{tech}"),
                is_mine=is_mine,
            )
        )
    return found


def _step(
    look: BoardContext,
    key: str,
    name: str,
    address: str,
    places: tuple[bool, ...],
    state: str,
    cost: int,
    seat: int,
    candidates: tuple[str, str],
    *,
    is_mine: bool,
) -> UpgradeStep:
    spot = look.first(*candidates) if is_mine else None
    why = ""
    price = "" if all(places) else vocabulary.pounds(cost)
    if is_mine and spot and spot.move.startswith("upgrade "):
        bonus = spot.move.startswith("upgrade tech_")
        price = vocabulary.pounds(BONUS_TECH_COST) if bonus else _("free")
    if is_mine and look.acts and not spot:
        why = look.obstacle_text(candidates[0])
    ghost = next(filter(None, (look.ghost(f"{one} ") for one in candidates)), None)
    return UpgradeStep(
        key, name, address, places, state, price, why, spot, ghost if is_mine else None, seat
    )


# The clan.


def _clan(look: BoardContext, player: PlayerView, *, is_mine: bool) -> Clan:
    clan = player["clan"]
    cellar: tuple[Barrel, ...] = ()
    if clan == "mackenzie":
        cellar = tuple(
            _barrel(look, player, place, is_mine=is_mine) for place in range(len(CELLAR))
        )
    return _cached_clan(clan or "", player["seat"])._replace(cellar=cellar)


@cache_per_language(byte_lru_cache(MIB // 4, fixed_bytes(1_500)))
def _cached_clan(clan: str, seat: int) -> Clan:
    if not clan:
        return Clan("", "", "", (), seat)
    return Clan(vocabulary.clan(clan), caledonia_rules_url(clan), str(ABILITIES[clan]), (), seat)


def _barrel(look: BoardContext, player: PlayerView, place: int, *, is_mine: bool) -> Barrel:
    full = place in player["cellar"]
    pounds = vocabulary.pounds(CELLAR[place])
    params = {"pounds": pounds}
    return Barrel(
        place,
        pounds,
        full,
        look(f"withdraw {place}") if is_mine else None,
        _("a barrel worth %(pounds)s") % params
        if full
        else _("an empty place, %(pounds)s") % params,
    )
