"""Deeds, place tiles on offer and supply as pieces."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from games.boards.base import Scene
from portal.quick.words import get_language

from ..rules import components as parts
from ..rules.board import GROUP_OF, PASSIVE, fits
from ..rules.components import PLACE_KEYS, TILE_ID
from ..rules.tile_acts import PRICE
from ..rules.view import Seat, View
from . import printed, seen, words
from .spots import Spot, Spots, layer
from .wording import gettext as _


class Half(NamedTuple):
    """What a deed's slot brings, with the ways to fill it: `art` of a coin or of development."""

    id: str
    art: str
    spots: tuple[Spot, ...]

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)


class Slot(NamedTuple):
    """A deed's slot; `could`: a follower of my market is of its type."""

    kind: str
    is_filled: bool
    could: bool
    places: str
    halves: tuple[Half, ...]
    ghost: Spot | None


class Deed(NamedTuple):
    """A deed; `coins` for each follower, or development where `is_choice`."""

    key: str
    name: str
    coins: int
    is_choice: bool
    has_citizen: bool
    said: str
    slots: tuple[Slot, ...]

    @property
    def sheets(self) -> list[Half]:
        return [half for slot in self.slots for half in slot.halves if len(half.spots) > 1]


class Choice(NamedTuple):
    """How a tile on offer is taken, in a layer; several ways share a sheet."""

    id: str
    layer: str
    price: str
    spots: tuple[Spot, ...]

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)


class Tile(NamedTuple):
    """A place tile on offer; `could`: my market holds followers for all its slots."""

    key: str
    name: str
    level: int
    slots: tuple[str, ...]
    effect: str
    said: str
    could: bool
    choices: tuple[Choice, ...]


class Stock(NamedTuple):
    """How many of a thing nobody has yet."""

    key: str
    name: str
    n: int


class Supply(NamedTuple):
    followers: tuple[Stock, ...]
    goods: tuple[Stock, ...]
    technology: int
    citizens: tuple[bool, ...]
    citizens_said: str


class Middle(NamedTuple):
    deeds: tuple[Deed, ...]
    deeds_asked: bool
    offer: tuple[tuple[str, tuple[Tile, ...]], ...]
    offer_asked: bool
    may_filter: bool
    supply: Supply


def middle(scene: Scene, spots: Spots) -> Middle:
    view = seen.view(scene)
    made = tuple(deeds(scene, spots))
    on_offer = tuple(offer(scene, spots))
    return Middle(
        made,
        any(half for deed in made for slot in deed.slots for half in slot.halves),
        on_offer,
        any(not one.layer for _level, tiles in on_offer for tile in tiles for one in tile.choices),
        scene.seat is not None,
        supply(view),
    )


# deeds


def deeds(scene: Scene, spots: Spots) -> Iterator[Deed]:
    view = seen.view(scene)
    me = seen.mine(scene)
    market = frozenset(me["market"]) if me else frozenset()
    ways = sending(spots)
    ghosts = sent(spots)
    for deed in parts.DEEDS:
        filled = tuple(view["deeds"][deed.key])
        kinds = printed.DEED_SLOTS[deed.key]
        done = {kind for key, kind in ghosts if key == deed.key}
        slots = []
        open_to = set(kinds)
        for number, (kind, tile) in enumerate(zip(kinds, filled, strict=True)):
            ghost = None
            newest = [n for n, one in enumerate(kinds) if one == kind and filled[n]][-1:]
            if kind in done and [number] == newest:
                ghost = ghosts[deed.key, kind]
            halves: tuple[Half, ...] = ()
            if tile is None and kind in open_to:
                open_to.discard(kind)
                halves = tuple(ways.get((deed.key, kind), {}).values())
            places = dict.fromkeys(
                spot.move.split(" ")[1] for half in halves for spot in half.spots
            )
            slots.append(
                Slot(
                    kind,
                    tile is not None,
                    tile is None and kind in market,
                    " ".join(places),
                    halves,
                    ghost,
                )
            )
        yield Deed(
            deed.key,
            str(words.DEEDS[deed.key]),
            deed.coins,
            deed.key == "canalisation",
            deed.key in view["citizens"]["deeds"],
            deed_said(deed.key, filled, view),
            tuple(slots),
        )


def sending(spots: Spots) -> dict[tuple[str, str], dict[str, Half]]:
    """(deed, type) → what is brought there by which moves, by what it gives."""
    found: dict[tuple[str, str], dict[str, list[Spot]]] = {}
    for move in spots.of("act town_hall ", "act gunpowder_tower ", "deed "):
        tile, deed, *reward = move.split(" ")[1 if move.startswith("deed ") else 2 :]
        spot = spots(move)
        if spot is not None:
            gives = reward[0] if reward else "coin"
            found.setdefault((deed, tile), {}).setdefault(gives, []).append(spot)
    return {
        (deed, tile): {
            gives: Half(f"or-send-{deed}-{tile}-{gives}", gives, tuple(here))
            for gives, here in sorted(ways.items())
        }
        for (deed, tile), ways in found.items()
    }


def sent(spots: Spots) -> dict[tuple[str, str], Spot]:
    """(deed, type) → my drafted move that filled a slot."""
    found: dict[tuple[str, str], Spot] = {}
    for spot in spots.ghosts("act town_hall ", "act gunpowder_tower ", "deed "):
        tile, deed, *_reward = spot.move.split(" ")[1 if spot.move.startswith("deed ") else 2 :]
        found[deed, tile] = spot
    return found


def deed_said(key: str, filled: tuple[str | None, ...], view: View) -> str:
    n = sum(tile is not None for tile in filled)
    told: dict[str, object] = {
        "deed": words.DEEDS[key],
        "n": n,
        "all": len(filled),
        "coins": words.coins(printed.DEED_COINS[key]),
    }
    return _("%(deed)s: %(n)s of %(all)s slots filled, %(coins)s for each follower") % told


# place tiles on offer


def offer(scene: Scene, spots: Spots) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    me = seen.mine(scene)
    market = tuple(sorted(me["market"])) if me else ()
    passive = standing_in(me) if me else 0
    ways = taking(spots)
    texts = effects(get_language())
    for level, keys in seen.view(scene)["available"].items():
        yield (
            words.LEVELS[int(level)],
            tuple(
                Tile(
                    key,
                    texts[key][0],
                    int(level),
                    printed.SLOTS[key],
                    texts[key][1],
                    texts[key][2],
                    bool(market and printed.SLOTS[key])
                    and could_fill(key, printed.SLOTS[key], market, passive),
                    ways.get(key, ()),
                )
                for key in keys
            ),
        )


@functools.lru_cache
def effects(_language: str | None) -> dict[str, tuple[str, str, str]]:
    """Place tile → its name, its effect, and both with its slots."""
    return {
        place.key: (
            str(words.PLACES[place.key]),
            str(words.EFFECTS[place.key]),
            _("%(place)s – %(effect)s")
            % {"place": words.PLACES[place.key], "effect": words.EFFECTS[place.key]},
        )
        for place in parts.PLACE_TILES
    }


def taking(spots: Spots) -> dict[str, tuple[Choice, ...]]:
    """Place tile → the ways to get it, by layer."""
    found: dict[str, dict[str, list[Spot]]] = {}
    for move in spots.of("act village ", "act hideout ", "act ballroom ", "act church "):
        key = move.rpartition(" ")[2]
        if key not in printed.LEVEL or len(move.split(" ")) < 3:
            continue
        if move.startswith("act church ") and len(move.split(" ")) < 5:
            continue
        spot = spots(move)
        if spot is not None:
            found.setdefault(key, {}).setdefault(layer(move), []).append(spot)
    return {
        key: tuple(
            Choice(
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
    """What the ballroom asks for a tile, in coins."""
    return str(PRICE[printed.LEVEL[key]]) if name.endswith("ballroom") else ""


@functools.lru_cache(maxsize=4096)
def could_fill(place: str, free: tuple[str, ...], market: tuple[str, ...], passive: int) -> bool:
    """Whether followers of a market could stand on all free slots of a place (rules 5.4).

    `passive`: bits of the tiles that let some stand in for others.
    """
    first, *rest = free
    group = GROUP_OF[place, first]
    return any(
        fits(TILE_ID[tile], group, passive)
        and (not rest or could_fill(place, tuple(rest), market[:n] + market[n + 1 :], passive))
        for n, tile in enumerate(market)
    )


def standing_in(seat: Seat) -> int:
    """The bits of a seat's tiles that let some followers stand in for others."""
    return sum(bit for place, bit in PASSIVE.items() if PLACE_KEYS[place] in seat["places"])


# supply


def supply(view: View) -> Supply:
    stock, left = view["supply"], view["citizens"]
    waiting = [str(words.DEEDS[deed]) for deed in left["deeds"]]
    waiting += [f"{words.TRACKS['development']} {space}" for space in left["development"]]
    waiting += [
        f"{words.TRACKS[track]} {printed.CITIZEN_AT[track]}" for track in printed.citizens_at(view)
    ]
    if left["stations"]:
        waiting.append(_("most trading stations at the end"))
    return Supply(
        tuple(
            Stock(kind, words.first_upper(words.TYPES[kind]), n)
            for kind, n in stock["followers"].items()
        ),
        tuple(
            Stock(good, words.first_upper(words.GOODS[good]), n)
            for good, n in stock["goods"].items()
        ),
        stock["technology"],
        tuple(n < len(waiting) for n in range(len(parts.CITIZENS))),
        words.listed(waiting),
    )
