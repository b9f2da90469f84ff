"""Deeds, place tiles on offer and the supply in pieces."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules.board import GROUP_OF, PASSIVE, is_fitting
from ..rules.components import PLACE_KEYS, TILE_ID
from ..rules.tile_actions import PRICE
from ..rules.view import Seat, View
from . import component_data, scene_access, vocabulary
from .spots import Spots, move_layer
from .translations import gettext as _


class SlotReward(NamedTuple):
    """A reward of a deed's slot, with the moves that bring it; `art` is a coin or development."""

    id: str
    art: str
    spots: tuple[Spot, ...]

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)


class DeedSlot(NamedTuple):
    """A slot of a deed; `can_fill` says whether the viewer's market has a follower for it."""

    kind: str
    is_filled: bool
    can_fill: bool
    places: str
    halves: tuple[SlotReward, ...]
    ghost: Spot | None


class Deed(NamedTuple):
    """A deed; `coins` for each follower, or development instead if `is_choice`."""

    key: str
    name: str
    coins: int
    is_choice: bool
    has_citizen: bool
    said: str
    slots: tuple[DeedSlot, ...]

    @property
    def sheets(self) -> list[SlotReward]:
        return [half for slot in self.slots for half in slot.halves if len(half.spots) > 1]


class TileChoice(NamedTuple):
    """A way to take a tile on offer, in a layer; several moves share a sheet."""

    id: str
    layer: str
    price: str
    spots: tuple[Spot, ...]

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)


class OfferedTile(NamedTuple):
    """A place tile on offer; `can_fill` says whether the viewer's market can fill its slots."""

    key: str
    name: str
    level: int
    slots: tuple[str, ...]
    effect: str
    can_fill: bool
    choices: tuple[TileChoice, ...]


class Stock(NamedTuple):
    """The number of things of a kind in the supply."""

    key: str
    name: str
    n: int


class Supply(NamedTuple):
    followers: tuple[Stock, ...]
    goods: tuple[Stock, ...]
    technology: int
    citizens: tuple[bool, ...]
    citizens_said: str


class SharedArea(NamedTuple):
    deeds: tuple[Deed, ...]
    is_deed_asked: bool
    offer: tuple[tuple[str, tuple[OfferedTile, ...]], ...]
    is_offer_asked: bool
    may_filter: bool
    supply: Supply


def shared_area(scene: Scene, spots: Spots) -> SharedArea:
    view = scene_access.view_of(scene)
    made = tuple(deed_models(scene, spots))
    on_offer = tuple(offered_tiles(scene, spots))
    return SharedArea(
        made,
        any(half for deed in made for slot in deed.slots for half in slot.halves),
        on_offer,
        any(not one.layer for _level, tiles in on_offer for tile in tiles for one in tile.choices),
        scene.seat is not None,
        supply(view),
    )


# deeds


def deed_models(scene: Scene, spots: Spots) -> Iterator[Deed]:
    view = scene_access.view_of(scene)
    me = scene_access.own_seat(scene)
    market = frozenset(me["market"]) if me else frozenset()
    ways, ghosts = rewards_by_deed(spots), drafted_deeds(spots)
    for deed in parts.DEEDS:
        yield deed_of(
            deed,
            tuple(view["deeds"][deed.key]),
            market & DEED_TYPES[deed.key],
            deed.key in view["citizens"]["deeds"],
            tuple(ways.get(deed.key, {}).items()),
            tuple(ghosts.get(deed.key, {}).items()),
        )


DEED_TYPES = {key: frozenset(kinds) for key, kinds in component_data.DEED_SLOTS.items()}

Ways = tuple[tuple[str, tuple[SlotReward, ...]], ...]  # by type of follower
Ghosts = tuple[tuple[str, Spot], ...]


@cache_per_language(functools.lru_cache(1024))
def deed_of(
    deed: parts.BeneficialDeed,
    filled: tuple[str | None, ...],
    market: frozenset[str],
    has_citizen: bool,
    ways: Ways,
    ghosts: Ghosts,
) -> Deed:
    """A deed in its state; the moves are at the first free slot of each type."""
    kinds = component_data.DEED_SLOTS[deed.key]
    free = {kind: n for n, kind in reversed(list(enumerate(kinds))) if filled[n] is None}
    newest = {kind: n for n, kind in enumerate(kinds) if filled[n] is not None}
    lit = {free[kind]: halves for kind, halves in ways}
    mine = {newest[kind]: ghost for kind, ghost in ghosts}
    return Deed(
        deed.key,
        str(vocabulary.DEEDS[deed.key]),
        deed.coins,
        deed.key == "canalisation",
        has_citizen,
        deed_text(deed.key, filled),
        tuple(
            DeedSlot(
                kind,
                tile is not None,
                tile is None and kind in market,
                places_of(lit.get(n, ())),
                lit.get(n, ()),
                mine.get(n),
            )
            for n, (kind, tile) in enumerate(zip(kinds, filled, strict=True))
        ),
    )


def places_of(halves: tuple[SlotReward, ...]) -> str:
    """The keys of the places from which a slot can be filled, separated by spaces."""
    found = (spot.move.split(" ")[1] for half in halves for spot in half.spots)
    return " ".join(dict.fromkeys(found))


def rewards_by_deed(spots: Spots) -> dict[str, dict[str, tuple[SlotReward, ...]]]:
    """Deed → type → its possible rewards, each with its moves."""
    found: dict[tuple[str, str, str], list[Spot]] = {}
    for move in spots.of(*SEND_PREFIXES):
        tile, deed, gives = sent_parts(move)
        spot = spots(move)
        if spot is not None:
            found.setdefault((deed, tile, gives), []).append(spot)
    made: dict[str, dict[str, tuple[SlotReward, ...]]] = {}
    for (deed, tile, gives), here in sorted(found.items()):
        half = SlotReward(f"or-send-{deed}-{tile}-{gives}", gives, tuple(here))
        made.setdefault(deed, {})[tile] = (*made.get(deed, {}).get(tile, ()), half)
    return made


def drafted_deeds(spots: Spots) -> dict[str, dict[str, Spot]]:
    """Deed → type → the drafted move of the viewer that filled a slot."""
    found: dict[str, dict[str, Spot]] = {}
    for spot in spots.ghosts(*SEND_PREFIXES):
        tile, deed, _gives = sent_parts(spot.move)
        found.setdefault(deed, {})[tile] = spot
    return found


SEND_PREFIXES = ("act town_hall ", "act gunpowder_tower ", "deed ")


def sent_parts(move: str) -> tuple[str, str, str]:
    """Return (follower, deed, reward) of a move that sends a follower."""
    tile, deed, *gives = move.split(" ")[1 if move.startswith("deed ") else 2 :]
    return tile, deed, gives[0] if gives else "coin"


def deed_text(key: str, filled: tuple[str | None, ...]) -> str:
    values: dict[str, object] = {
        "deed": vocabulary.DEEDS[key],
        "n": sum(tile is not None for tile in filled),
        "all": len(filled),
        "coins": vocabulary.coins(component_data.DEED_COINS[key]),
    }
    return _("%(deed)s: %(n)s of %(all)s slots filled, %(coins)s for each follower") % values


# place tiles on offer


def offered_tiles(scene: Scene, spots: Spots) -> Iterator[tuple[str, tuple[OfferedTile, ...]]]:
    me = scene_access.own_seat(scene)
    market = tuple(sorted(me["market"])) if me else ()
    passive = substitution_bits(me) if me else 0
    ways = tile_choices(spots)
    for level, keys in scene_access.view_of(scene)["available"].items():
        yield (
            vocabulary.LEVELS[int(level)],
            tuple(
                offered_tile(
                    key,
                    bool(market and component_data.SLOTS[key])
                    and can_fill(key, component_data.SLOTS[key], market, passive),
                    ways.get(key, ()),
                )
                for key in keys
            ),
        )


@cache_per_language(functools.lru_cache(1024))
def offered_tile(key: str, could: bool, choices: tuple[TileChoice, ...]) -> OfferedTile:
    return OfferedTile(
        key,
        str(vocabulary.PLACES[key]),
        component_data.LEVEL[key],
        component_data.SLOTS[key],
        str(vocabulary.EFFECTS[key]),
        could,
        choices,
    )


def tile_choices(spots: Spots) -> dict[str, tuple[TileChoice, ...]]:
    """Place tile → the ways to get it, by layer."""
    found: dict[str, dict[str, list[Spot]]] = {}
    for move in spots.of("act village ", "act hideout ", "act ballroom ", "act church "):
        key = move.rpartition(" ")[2]
        if key not in component_data.LEVEL or len(move.split(" ")) < 3:
            continue
        if move.startswith("act church ") and len(move.split(" ")) < 5:
            continue
        spot = spots(move)
        if spot is not None:
            found.setdefault(key, {}).setdefault(move_layer(move), []).append(spot)
    return {
        key: tuple(
            TileChoice(
                "-".join(("or-take", key, name.replace(":", "-"))),
                name,
                price(key, name),
                tuple(here),
            )
            for name, here in ways.items()
        )
        for key, ways in found.items()
    }


def price(key: str, name: str) -> str:
    """The ballroom's price of a tile in coins; "" in other layers."""
    return str(PRICE[component_data.LEVEL[key]]) if name.endswith("ballroom") else ""


@functools.lru_cache(maxsize=4096)
def can_fill(place: str, free: tuple[str, ...], market: tuple[str, ...], passive: int) -> bool:
    """Return whether followers of a market can fill all free slots of a place (rules 5.4).

    Args:
        place: The key of the place.
        free: The types of its free slots, at least one.
        market: The follower tiles.
        passive: The bits (`PASSIVE`) of the owned tiles that allow substitutes.
    """
    first, *rest = free
    group = GROUP_OF[place, first]
    return any(
        is_fitting(TILE_ID[tile], group, passive)
        and (not rest or can_fill(place, tuple(rest), market[:n] + market[n + 1 :], passive))
        for n, tile in enumerate(market)
    )


def substitution_bits(seat: Seat) -> int:
    """The bits of a seat's place tiles that allow substitutes."""
    return sum(bit for place, bit in PASSIVE.items() if PLACE_KEYS[place] in seat["places"])


# supply


def supply(view: View) -> Supply:
    stock, left = view["supply"], view["citizens"]
    return supply_of(
        tuple(stock["followers"].items()),
        tuple(stock["goods"].items()),
        stock["technology"],
        (
            *left["deeds"],
            *left["development"],
            *component_data.citizens_at(view),
            *(("stations",) if left["stations"] else ()),
        ),
    )


@cache_per_language(functools.lru_cache(256))
def supply_of(
    followers: tuple[tuple[str, int], ...],
    goods: tuple[tuple[str, int], ...],
    technology: int,
    citizens: tuple[str | int, ...],
) -> Supply:
    return Supply(
        tuple(Stock(key, capitalize_first(vocabulary.TYPES[key]), n) for key, n in followers),
        tuple(Stock(key, capitalize_first(vocabulary.GOODS[key]), n) for key, n in goods),
        technology,
        tuple(n < len(citizens) for n in range(len(parts.CITIZENS))),
        vocabulary.join_or_dash(map(citizen_place_text, citizens)),
    )


def citizen_place_text(citizen: str | int) -> str:
    """Name the place of a citizen."""
    if isinstance(citizen, int):
        return f"{vocabulary.TRACKS['development']} {citizen}"
    if citizen in component_data.CITIZEN_AT:
        return f"{vocabulary.TRACKS[citizen]} {component_data.CITIZEN_AT[citizen]}"
    if citizen == "stations":
        return _("most trading stations at the end")
    return str(vocabulary.DEEDS[citizen])
