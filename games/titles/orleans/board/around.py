"""What stands around the board: numbers of the seats, buttons of the bar, cautions, verdicts."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from django.templatetags.static import static

import games.rules as rules
from games.boards.addresses import paragraph
from games.boards.base import Choice, Scene, Stat

from ..rules import components as parts
from . import printed, seen, words
from .wording import gettext as _

CLOSING = ("done", "pass", "finish", "keep", "settle none", "shield", "suffer")


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    view = seen.view(scene)
    one = view["seats"][seat]
    built = len(one["stations"]) + one["road_stations"]
    found = [_stat("coin", _("Coins"), str(one["coins"]))]
    found += [
        _stat(good, str(words.GOODS[good]), str(n))
        for good, n in (*one["goods"].items(), ("bread", one["bread"]))
        if n
    ]
    told = f"({built}+{one['citizens']})×{one['level']}"
    found += [
        _stat("citizen", _("Stations and citizens × level"), told),
        _stat("bag", _("Followers per round, and in the bag"), _drawn(one), "bag"),
    ]
    if view["start"] == seat:
        found.append(_stat("hourglass", _("Start player"), "", "hourglass"))
    return (*found, *_flag(scene, seat))


def _drawn(one: seen.Seat) -> str:
    return f"{one['draws']} / {sum(one['bag'].values())}"


def _flag(scene: Scene, seat: int) -> Iterator[Stat]:
    """A tick where a plan is made; what is ready or that they passed while places are used."""
    view = seen.view(scene)
    one = view["seats"][seat]
    if view["phase"] == "planning" and seat not in scene.actors:
        yield _stat("tick", _("The plan is made"), "", "done")
    if view["phase"] != "actions":
        return
    if one["passed"]:
        yield _stat("flag", _("Has passed"), "", "pass")
        return
    n = sum(printed.is_ready(key, filled) for key, filled in one["places"].items())
    yield _stat("tick", _("Places that are ready"), str(n), "act")


def _stat(key: str, label: str, value: str, note: str = "") -> Stat:
    return Stat(key, words.first_upper(label), value, *_addresses(key, note or key))


@functools.cache
def _addresses(key: str, note: str) -> tuple[str, str]:
    return f"{static('titles/orleans/sprite.svg')}#{key}", paragraph("orleans", note)


def closing(scene: Scene) -> list[Choice]:
    planning = seen.view(scene)["phase"] == "planning"
    return [
        Choice(move, _label(move, scene))
        for move in CLOSING
        if move in scene.legal and not (move == "done" and planning)
    ]


def _label(move: str, scene: Scene) -> str:
    """Short words for the bar; what an event would take is named on both buttons of the shield."""
    me = seen.mine(scene)
    event = seen.view(scene)["event"]
    damage = printed.event_for(event, me) if me is not None and move in ("shield", "suffer") else ""
    short = {
        "pass": _("Pass"),
        "done": _("No more"),
        "finish": _("Only one"),
        "keep": _("Keep for later"),
        "settle none": _("Both back"),
        "shield": _("Use the sacristy"),
        "suffer": _("Let it happen"),
    }[move]
    return _("%(what)s (%(damage)s)") % {"what": short, "damage": damage} if damage else short


def verdict(score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]) -> str:
    """The largest difference to the winner, or what the winner lived on."""
    parts_ = score.breakdown
    if score.rank == 1:
        key = max(parts_, key=lambda one: parts_[one])
        told = {"what": words.BREAKDOWN[key], "points": words.points(parts_[key])}
        return _("Most of it came from: %(what)s, %(points)s.") % told
    best = order[0]
    gaps = {key: best.breakdown[key] - n for key, n in parts_.items()}
    key = max(gaps, key=lambda one: gaps[one])
    told = {
        "name": names[best.seat],
        "what": words.BREAKDOWN[key],
        "points": words.points(gaps[key]),
    }
    if best.total == score.total:
        return _("As many points as %(name)s, but less development.") % told
    return _("%(name)s had more in: %(what)s, by %(points)s.") % told


def caution(scene: Scene) -> str:
    """What a finished turn would leave: ready places when passing, rights when drawing no more."""
    if not scene.drafted:
        return ""
    view, last = seen.view(scene), scene.drafted[-1]
    me = seen.mine(scene)
    if me is None or last != "pass" or view["round"] < parts.ROUNDS:
        return ""
    n = sum(printed.is_ready(key, filled) for key, filled in me["places"].items())
    if not n:
        return ""
    return _("This is the last round: places that are ready are lost.")
