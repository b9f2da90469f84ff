"""The build list: costs, the viewer's resources, and the places for each piece."""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards.cached_urls import rules_url
from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.translation_cache import cache_per_language

from ..rules.building import city_places, settlement_places
from . import card_counts, rule_links, vocabulary
from .scene_access import match_of
from .spots import Spots
from .translations import gettext as _
from .translations import ngettext


class CostItem(NamedTuple):
    """One resource of a cost, and how many the viewer has; `label` asks for the missing ones."""

    kind: str
    n: int
    have: int
    label: str


class BuildRow(NamedTuple):
    """A row of the list: `why` says why it cannot be built; else `says` or `spot` how it can."""

    key: str
    name: str
    needs: tuple[CostItem, ...]
    left: str
    why: str
    places: int
    says: str
    spot: Spot | None
    note: str


class BuildList(NamedTuple):
    rows: tuple[BuildRow, ...]
    unseen: str  # development cards that may still be in the deck
    is_asked: bool


PIECES_LEFT_KEYS = {"road": "roads_left", "settlement": "settlements_left", "city": "cities_left"}
ON_MAP = frozenset({"road", "settlement", "city"})
RULE_ANCHORS = {"card": "buy", "upgrade": "upgrade", "repair": "repair"}


def build_list(spots: Spots) -> BuildList | None:
    """Return the list of the viewing player; None for spectators and after the match."""
    scene, view = spots.scene, spots.view
    if scene.seat is None or scene.over:
        return None
    seat = scene.seat
    match = match_of(scene)
    costs = card_counts.build_costs(match.level[seat] if match.traders else 0)
    if any(road["damaged"] and road["owner"] == seat for road in view["roads"]):
        costs["repair"] = vocabulary.COSTS["road"]
    may_want = "offer" in spots.legal or view["phase"] == "offer"
    rows = tuple(_row(spots, seat, key, cost, may_want) for key, cost in costs.items())
    unseen = _unseen_text(tuple(card_counts.unseen_cards(view).items()))
    unseen = unseen if view["development_left"] else ""
    return BuildList(rows, unseen, seat in scene.actors and view["phase"] == "main")


def _row(spots: Spots, seat: int, key: str, cost: dict[str, int], may_want: bool) -> BuildRow:
    own = spots.view["own"]
    assert own is not None
    hand = own["hand"]
    found = spots.of({"card": "buy"}.get(key, key))
    on_map = key in ON_MAP
    if on_map:
        found = [spot for spot in found if spot.keep < 0]
    missing = {ware: n - hand[ware] for ware, n in cost.items() if hand[ware] < n}
    is_mine = spots.view["phase"] == "main" and seat == spots.view["active"]
    return BuildRow(
        key=key,
        name=_name(key),
        needs=tuple(
            CostItem(ware, n, min(n, hand[ware]), _want_label(ware, n - hand[ware], may_want))
            for ware, n in cost.items()
        ),
        left=_left_text(key, pieces_left(spots, seat, key)),
        why="" if found or not is_mine else build_obstacle(spots, seat, key, missing),
        places=len(found) if on_map else 0,
        says=_places(len(found)),
        spot=found[0] if found and not on_map else None,
        note=_note(key),
    )


@functools.cache
def _note(key: str) -> str:
    return rules_url(rule_links.KEY, RULE_ANCHORS.get(key, key))


@cache_per_language()
def _name(key: str) -> str:
    return capitalize_first(vocabulary.BUILDS[key])


@cache_per_language(functools.lru_cache(512))
def _unseen_text(counts: tuple[tuple[str, int], ...]) -> str:
    return vocabulary.cards_text(dict(counts))


@cache_per_language()
def _places(n: int) -> str:
    return ngettext("%(n)s place", "%(n)s places", n) % {"n": n}


@cache_per_language()
def _want_label(ware: str, n: int, may_want: bool) -> str:
    if n <= 0 or not may_want:
        return ""
    return _("I want %(n)s more %(ware)s") % {"n": n, "ware": vocabulary.WARES[ware]}


def pieces_left(spots: Spots, seat: int, key: str) -> int:
    """The number of pieces or cards left; for an upgrade, the wagon's level."""
    view = spots.view
    player = view["players"][seat]
    if key == "card":
        return view["development_left"]
    if key == "upgrade":
        return player["wagon"]["level"]
    return player[PIECES_LEFT_KEYS[key]] if key in PIECES_LEFT_KEYS else 0  # type: ignore[literal-required]


@cache_per_language()
def _left_text(key: str, n: int) -> str:
    if key == "upgrade":
        return _("level %(now)s → %(next)s") % {"now": n, "next": n + 1}
    return "" if key == "repair" else _("%(n)s left") % {"n": n}


def build_obstacle(spots: Spots, seat: int, key: str, missing: dict[str, int]) -> str:
    """Return why the viewer cannot build this in the own turn, the most lasting reason first."""
    view = spots.view
    if key in PIECES_LEFT_KEYS and not pieces_left(spots, seat, key):
        return _("all on the board")
    if key == "card" and not view["development_left"]:
        return _("the deck is empty")
    broken = any(road["damaged"] and road["owner"] == seat for road in view["roads"])
    if key == "road" and broken:
        return _("repair your road first")
    if key == "settlement" and not settlement_places(match_of(spots.scene), seat):
        return _("none of your roads leads to a free intersection")
    if key == "city" and not city_places(match_of(spots.scene), seat):
        return _("needs one of your settlements")
    if missing:
        return _("%(wares)s short") % {"wares": vocabulary.wares(missing)}
    return _("no place for it")
