"""The parts around the board: numbers of the seats, zones, buttons of the turn bar."""

from __future__ import annotations

import functools

from django.templatetags.static import static

from games.boards.base import Scene, Stat, Zone
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules.components import GOODS
from . import prompts, vocabulary
from .scene_access import view_of
from .translations import gettext as _

# moves that have no place on the board
CLOSING_MOVES = ("privilege worker", "privilege none", "pass", "reopen")


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """The numbers of a seat: what it owns, and how much it has and makes of each good."""
    data = view_of(scene)["seats"][seat]
    circles = sum(tile["n"] for tile in data["tiles"].values()) + sum(data["circles"].values())
    return _stats(
        (data["doubloons"], data["workers"], circles, data["building_points"]),
        data["chips"],
        tuple(data["goods"].values()),
        tuple(data["production"].values()),
    )


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(4_000)))
def _stats(
    numbers: tuple[int, int, int, int],
    chips: int | None,
    goods: tuple[int, ...],
    production: tuple[int, ...],
) -> tuple[Stat, ...]:
    say = vocabulary.lexicon()
    doubloons, workers, circles, points = numbers
    found = [
        _stat("doubloon", _("Doubloons"), str(doubloons)),
        _stat("worker", _("Workers and circles"), f"{workers}/{circles}"),
        _stat("city", _("Points of buildings"), str(points)),
        _stat("chip", _("Points from shipping"), "?" if chips is None else str(chips)),
    ]
    for good, n, makes in zip(GOODS, goods, production, strict=True):
        if makes:
            label = _("%(good)s, plus production per craftsman phase") % {"good": say.goods[good]}
            found.append(_stat(good, label, f"{n} +{makes}"))
        elif n:
            found.append(_stat(good, say.goods[good], str(n)))
    return tuple(found)


def _stat(key: str, label: str, value: str) -> Stat:
    """A number; its picture and its paragraph in the rules have the same key."""
    return Stat(key, capitalize_first(label), value, *_addresses(key))


@functools.cache
def _addresses(key: str) -> tuple[str, str]:
    sprite = static("titles/puerto_rico/sprite.svg")
    return f"{sprite}#{key}", rules_url("puerto_rico", key)


def zones(scene: Scene) -> tuple[Zone, ...]:
    """The parts of the board, in the order of the page."""
    return _zones(scene.seat is not None)


@cache_per_language()
def _zones(is_mine: bool) -> tuple[Zone, ...]:
    found = (
        Zone("pr-roles", _("Roles")),
        Zone("pr-fields", _("Plantations"), _("Fields")),
        Zone("pr-harbor", _("Cargo ships"), _("Ships")),
        Zone("pr-house", _("Trading house"), _("House")),
        Zone("pr-supplies", _("Supplies")),
        Zone("pr-mine", _("Your island"), _("Island")),
        Zone("pr-market", _("Buildings")),
        Zone("pr-words", _("The position in words"), _("In words")),
    )
    return tuple(zone for zone in found if is_mine or zone.id != "pr-mine")


def closing_moves(scene: Scene) -> list[MoveChoice]:
    return [
        MoveChoice(move, prompts.move_label(move, scene))
        for move in CLOSING_MOVES
        if move in scene.legal
    ]
