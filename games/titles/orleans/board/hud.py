"""What surrounds the board: numbers of the seats, buttons of the turn bar, warnings, verdicts."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from django.templatetags.static import static

import games.rules as rules
from games.boards.base import Scene, Stat
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first
from games.boards.view_models import MoveChoice
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from . import component_data, scene_access, vocabulary
from .translations import gettext as _

CLOSING_MOVES = ("done", "pass", "finish", "keep", "settle none", "shield", "suffer")


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    view = scene_access.view_of(scene)
    one = view["seats"][seat]
    return _stats(
        one["coins"],
        (*one["goods"].values(), one["bread"]),
        (len(one["stations"]) + one["road_stations"], one["citizens"], one["level"]),
        (one["draws"], sum(one["bag"].values())),
        view["start"] == seat,
        _status_flag(scene, seat),
    )


@cache_per_language(byte_lru_cache(MIB, fixed_bytes(4_000)))
def _stats(
    coins: int,
    goods: tuple[int, ...],
    product: tuple[int, int, int],
    bag: tuple[int, int],
    is_first: bool,
    flag: tuple[str, int],
) -> tuple[Stat, ...]:
    found = [_stat("coin", _("Coins"), str(coins))]
    found += [
        _stat(good, str(vocabulary.GOODS[good]), str(n))
        for good, n in zip(parts.GOOD_WORDS, goods, strict=True)
        if n
    ]
    built, citizens, level = product
    found += [
        _stat("citizen", _("Stations and citizens × level"), f"({built}+{citizens})×{level}"),
        _stat("bag", _("Followers per round, and in the bag"), f"{bag[0]} / {bag[1]}", "bag"),
    ]
    if is_first:
        found.append(_stat("hourglass", _("Start player"), "", "hourglass"))
    kind, n = flag
    if kind == "planned":
        found.append(_stat("tick", _("Has finished planning"), "", "done"))
    elif kind == "passed":
        found.append(_stat("flag", _("Has passed"), "", "pass"))
    elif kind:
        found.append(_stat("tick", _("Ready places"), str(n), "act"))
    return tuple(found)


def _status_flag(scene: Scene, seat: int) -> tuple[str, int]:
    """The state of a seat: has planned, has passed, or the number of its ready places."""
    view = scene_access.view_of(scene)
    one = view["seats"][seat]
    if view["phase"] == "planning" and seat not in scene.actors:
        return "planned", 0
    if view["phase"] != "actions":
        return "", 0
    if one["passed"]:
        return "passed", 0
    return "ready", sum(
        component_data.is_ready(key, filled) for key, filled in one["places"].items()
    )


def _stat(key: str, label: str, value: str, note: str = "") -> Stat:
    return Stat(key, capitalize_first(label), value, *_addresses(key, note or key))


@functools.cache
def _addresses(key: str, note: str) -> tuple[str, str]:
    return f"{static('titles/orleans/sprite.svg')}#{key}", rules_url("orleans", note)


def closing_moves(scene: Scene) -> list[MoveChoice]:
    planning = scene_access.view_of(scene)["phase"] == "planning"
    return [
        MoveChoice(move, _label(move, scene))
        for move in CLOSING_MOVES
        if move in scene.legal and not (move == "done" and planning)
    ]


def _label(move: str, scene: Scene) -> str:
    """A short label; both buttons of the sacristy name what the event would take."""
    me = scene_access.own_seat(scene)
    event = scene_access.view_of(scene)["event"]
    damage = (
        component_data.event_consequence(event, me)
        if me is not None and move in ("shield", "suffer")
        else ""
    )
    short = {
        "pass": _("Pass"),
        "done": _("Stop drawing"),
        "finish": _("Only one"),
        "keep": _("Keep for later"),
        "settle none": _("Put both back"),
        "shield": _("Use the sacristy"),
        "suffer": _("Accept the event"),
    }[move]
    return _("%(what)s (%(damage)s)") % {"what": short, "damage": damage} if damage else short


def verdict(score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]) -> str:
    """Name the winner's largest source of points, or the largest gap to the winner."""
    parts_ = score.breakdown
    if score.rank == 1:
        key = max(parts_, key=lambda one: parts_[one])
        values = {"what": vocabulary.BREAKDOWN[key], "points": vocabulary.points(parts_[key])}
        return _("Most points came from: %(what)s, %(points)s.") % values
    best = order[0]
    gaps = {key: best.breakdown[key] - n for key, n in parts_.items()}
    key = max(gaps, key=lambda one: gaps[one])
    values = {
        "name": names[best.seat],
        "what": vocabulary.BREAKDOWN[key],
        "points": vocabulary.points(gaps[key]),
    }
    if best.total == score.total:
        return _("Tied on points with %(name)s, but with less development.") % values
    return _("%(name)s had %(points)s more in: %(what)s.") % values


def unfinished_warning(scene: Scene) -> str:
    """Warn that a pass in the last round leaves ready places unused; else ""."""
    if not scene.draft:
        return ""
    view, last = scene_access.view_of(scene), scene.draft[-1]
    me = scene_access.own_seat(scene)
    if me is None or last != "pass" or view["round"] < parts.ROUNDS:
        return ""
    n = sum(component_data.is_ready(key, filled) for key, filled in me["places"].items())
    if not n:
        return ""
    return _("This is the last round: ready places that you do not use are lost.")
