"""The log of Puerto Rico in sentences: one function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import games.rules as rules
from games.boards.translations import join_list

from ..rules.components import BUILDINGS
from . import vocabulary
from .translations import gettext as _
from .translations import ngettext

Data = dict[str, Any]


def log_line(event: rules.Event, names: Sequence[str]) -> str:
    """The sentence for an event; "" where another event of the same move covers it."""
    name = names[event.seat] if event.seat is not None else ""
    return LOG_LINES[event.kind](name, event.data, names)


def _setup(name: str, data: Data, names: Sequence[str]) -> str:
    return _("The match begins. Plantations on offer: %(tiles)s.") % {"tiles": _tiles(data["row"])}


def _role(name: str, data: Data, names: Sequence[str]) -> str:
    role = vocabulary.ROLES[data["role"]]
    if data["doubloons"]:
        return _("%(name)s picks the %(role)s and gets %(doubloons)s from the card.") % {
            "name": name,
            "role": role,
            "doubloons": vocabulary.doubloons(data["doubloons"]),
        }
    return _("%(name)s picks the %(role)s.") % {"name": name, "role": role}


def _tile(name: str, data: Data, names: Sequence[str]) -> str:
    params = {"name": name, "tile": vocabulary.PLANTATIONS[data["kind"]]}
    if data["from"] == "stack":
        return _("%(name)s draws a face-down tile: %(tile)s.") % params
    if data["worker"]:
        return _("%(name)s takes a tile with a worker: %(tile)s.") % params
    return _("%(name)s takes a tile: %(tile)s.") % params


def _row(name: str, data: Data, names: Sequence[str]) -> str:
    if not data["row"]:
        return _("No plantations are left to lay out.")
    if data["discarded"]:
        return _("Discarded: %(discarded)s. New plantations: %(tiles)s.") % {
            "discarded": _tiles(data["discarded"]),
            "tiles": _tiles(data["row"]),
        }
    return _("New plantations: %(tiles)s.") % {"tiles": _tiles(data["row"])}


def _reshuffle(name: str, data: Data, names: Sequence[str]) -> str:
    return ngettext(
        "The discard pile of %(n)s tile is shuffled into a new stack.",
        "The discard pile of %(n)s tiles is shuffled into a new stack.",
        data["tiles"],
    ) % {"n": data["tiles"]}


def _privilege(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s takes one more worker as the mayor.") % {"name": name}


def _deal(name: str, data: Data, names: Sequence[str]) -> str:
    shares = [
        _("%(name)s (%(n)s)") % {"name": one, "n": n}
        for one, n in zip(names, data["workers"], strict=False)
    ]
    return _("New workers come ashore: %(shares)s.") % {"shares": join_list(shares)}


def _staff(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s puts %(workers)s on: %(place)s.") % {
        "name": name,
        "workers": vocabulary.workers(data["n"]),
        "place": vocabulary.WORDS[data["slot"]],
    }


def _done_line(name: str, data: Data, names: Sequence[str]) -> str:
    if data.get("auto"):
        return _("%(name)s can place the workers in only one way.") % {"name": name}
    return _("%(name)s has placed the workers.") % {"name": name}


def _reopen(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s starts placing workers again.") % {"name": name}


def _placed_event(name: str, data: Data, names: Sequence[str]) -> str:
    placed = join_list(
        _("%(place)s %(n)s") % {"place": vocabulary.WORDS[slot], "n": n}
        for slot, n in data["slots"].items()
    )
    if data["san_juan"]:
        return _("Workers of %(name)s: %(places)s; in San Juan %(n)s.") % {
            "name": name,
            "places": placed or "–",
            "n": data["san_juan"],
        }
    return _("Workers of %(name)s: %(places)s.") % {"name": name, "places": placed or "–"}


def _refill(name: str, data: Data, names: Sequence[str]) -> str:
    params = {
        "got": vocabulary.workers(data["got"]),
        "need": data["need"],
        "supply": data["supply"],
    }
    if data["got"] < data["need"]:
        return _("New on the worker ship: %(got)s (%(need)s needed).") % params
    return _("New on the worker ship: %(got)s. Left in the supply: %(supply)s.") % params


def _build(name: str, data: Data, names: Sequence[str]) -> str:
    params = {
        "name": name,
        "building": vocabulary.BUILDINGS[data["building"]],
        "doubloons": vocabulary.doubloons(data["paid"]),
    }
    if data["worker"]:
        return _("%(name)s builds with a worker: %(building)s, for %(doubloons)s.") % params
    return _("%(name)s builds: %(building)s, for %(doubloons)s.") % params


def _produce(name: str, data: Data, names: Sequence[str]) -> str:
    if not data["goods"]:
        return _("%(name)s produces nothing.") % {"name": name}
    return _("%(name)s produces %(goods)s.") % {
        "name": name,
        "goods": vocabulary.goods(data["goods"]),
    }


def _income(name: str, data: Data, names: Sequence[str]) -> str:
    params = {"name": name, "doubloons": vocabulary.doubloons(data["doubloons"])}
    if data["reason"] == "factory":
        return _("The factory pays %(name)s %(doubloons)s.") % params
    return _("%(name)s finds %(doubloons)s.") % params


def _extra(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s gets one more barrel as the craftsman: %(good)s.") % {
        "name": name,
        "good": vocabulary.GOODS[data["good"]],
    }


def _sale(name: str, data: Data, names: Sequence[str]) -> str:
    labels = {
        "price": _("price"),
        "trader": vocabulary.ROLES["trader"],
        "small_market": vocabulary.BUILDINGS["small_market"],
        "large_market": vocabulary.BUILDINGS["large_market"],
    }
    params = {
        "name": name,
        "good": vocabulary.GOODS[data["good"]],
        "doubloons": vocabulary.doubloons(data["doubloons"]),
        "parts": join_list(
            _("%(reason)s %(n)s") % {"reason": labels[reason], "n": n}
            for reason, n in data["parts"].items()
        ),
    }
    if len(data["parts"]) > 1:
        return _("%(name)s sells %(good)s for %(doubloons)s (%(parts)s).") % params
    return _("%(name)s sells %(good)s for %(doubloons)s.") % params


def _house_emptied_event(name: str, data: Data, names: Sequence[str]) -> str:
    return _("The trading house is full and empties.")


def _load(name: str, data: Data, names: Sequence[str]) -> str:
    params = {
        "name": name,
        "n": data["n"],
        "good": vocabulary.GOODS[data["good"]],
        "ship": data["ship"],
    }
    if data["ship"] == "wharf":
        return _("%(name)s ships %(n)s %(good)s from their own wharf.") % params
    return _("%(name)s loads %(n)s %(good)s onto ship %(ship)s.") % params


def _store(name: str, data: Data, names: Sequence[str]) -> str:
    return _("%(name)s puts %(n)s %(good)s into a warehouse.") % {
        "name": name,
        "n": data["n"],
        "good": vocabulary.GOODS[data["good"]],
    }


def _stored_event(name: str, data: Data, names: Sequence[str]) -> str:
    params = {
        "name": name,
        "kept": vocabulary.goods(data["kept"]),
        "returned": vocabulary.goods(data["returned"]),
    }
    if data["returned"]:
        return _("%(name)s keeps %(kept)s and returns %(returned)s.") % params
    return _("%(name)s keeps %(kept)s.") % params


def _unload(name: str, data: Data, names: Sequence[str]) -> str:
    return _("Ship %(ship)s is full and sails with %(n)s %(good)s.") % {
        "ship": data["ship"],
        "n": data["n"],
        "good": vocabulary.GOODS[data["good"]],
    }


PASSES: dict[str, Callable[[], str]] = {
    "settle": lambda: _("%(name)s takes no tile."),
    "mayor_privilege": lambda: _("%(name)s takes no extra worker."),
    "craftsman_privilege": lambda: _("%(name)s takes no extra barrel."),
    "trade": lambda: _("%(name)s sells nothing."),
    "build": lambda: _("%(name)s builds nothing."),
    "load": lambda: _("%(name)s loads nothing."),
}


def _pass(name: str, data: Data, names: Sequence[str]) -> str:
    return PASSES[data["step"]]() % {"name": name}


SKIPS: dict[str, Callable[[], str]] = {
    "settle": lambda: _("%(name)s cannot take a tile."),
    "mayor_privilege": lambda: _("No worker is left for the mayor, %(name)s."),
    "craftsman_privilege": lambda: _("No extra barrel is left for the craftsman, %(name)s."),
    "trade": lambda: _("%(name)s cannot sell anything."),
    "build": lambda: _("%(name)s cannot build anything."),
    "load": lambda: _("%(name)s cannot load anything."),
}


def _skip(name: str, data: Data, names: Sequence[str]) -> str:
    return SKIPS[data["step"]]() % {"name": name}


def _round(name: str, data: Data, names: Sequence[str]) -> str:
    return _("Round %(round)s begins. %(name)s is the governor. Doubloons on: %(roles)s.") % {
        "round": data["round"],
        "name": names[data["governor"]],
        "roles": join_list(
            _("%(role)s %(n)s") % {"role": vocabulary.ROLES[role], "n": n}
            for role, n in data["doubloons"].items()
        ),
    }


def _ending_event(name: str, data: Data, names: Sequence[str]) -> str:
    return _("The match ends after this round: %(condition)s.") % {
        "condition": vocabulary.ENDINGS[data["condition"]]
    }


def _score(name: str, data: Data, names: Sequence[str]) -> str:
    params = {"name": name, "points": vocabulary.points(data["amount"])}
    if data["reason"] == "chips":
        labels = {
            "barrels": _("barrels"),
            "captain": vocabulary.ROLES["captain"],
            "harbor": vocabulary.BUILDINGS["harbor"],
        }
        params["parts"] = join_list(
            _("%(reason)s %(n)s") % {"reason": labels[part], "n": data[part]}
            for part in labels
            if data[part]
        )
        return _("%(name)s gets %(points)s for shipping (%(parts)s).") % params
    building = str(data.get("building") or data["reason"])
    params["building"] = str(vocabulary.BUILDINGS[building])
    return _("%(name)s gets %(points)s: %(building)s.") % params


def _reveal(name: str, data: Data, names: Sequence[str]) -> str:
    shares = [
        _("%(name)s (%(n)s)") % {"name": one, "n": n}
        for one, n in zip(names, data["chips"], strict=False)
    ]
    return _("Points from shipping: %(shares)s.") % {"shares": join_list(shares)}


def _over(name: str, data: Data, names: Sequence[str]) -> str:
    totals = data["totals"]
    order = sorted(range(len(totals)), key=lambda seat: data["ranks"][seat])
    form = _("%(rank)s. %(name)s %(points)s")
    # Where points are equal, the sentence gives the tie-break.
    tied = _("%(rank)s. %(name)s %(points)s, doubloons and barrels %(riches)s")
    results = [
        (tied if totals.count(totals[seat]) > 1 else form)
        % {
            "rank": data["ranks"][seat],
            "name": names[seat],
            "points": vocabulary.points(totals[seat]),
            "riches": data["doubloons"][seat] + data["goods"][seat],
        }
        for seat in order
    ]
    return _("The match is over: %(results)s.") % {"results": join_list(results)}


def _tiles(kinds: Sequence[str]) -> str:
    """Kinds of tiles with their numbers, in the order in which they lie."""
    counted: dict[str, int] = {}
    for kind in kinds:
        counted[kind] = counted.get(kind, 0) + 1
    return vocabulary.goods(counted)


LOG_LINES: dict[str, Callable[[str, Data, Sequence[str]], str]] = {
    "setup": _setup,
    "role": _role,
    "tile": _tile,
    "row": _row,
    "reshuffle": _reshuffle,
    "privilege": _privilege,
    "deal": _deal,
    "staff": _staff,
    "done": _done_line,
    "reopen": _reopen,
    "placed": _placed_event,
    "refill": _refill,
    "build": _build,
    "produce": _produce,
    "income": _income,
    "extra": _extra,
    "sale": _sale,
    "house_emptied": _house_emptied_event,
    "load": _load,
    "store": _store,
    "stored": _stored_event,
    "unload": _unload,
    "pass": _pass,
    "skip": _skip,
    "round": _round,
    "ending": _ending_event,
    "score": _score,
    "reveal": _reveal,
    "over": _over,
}

LARGE = {building.key for building in BUILDINGS if building.kind == "large"}


def highlight(event: rules.Event) -> str:
    """The name of a scene for a large building, a sailing ship or the last round; else ""."""
    if event.kind == "build" and event.data["building"] in LARGE:
        return _("A large building")
    if event.kind == "unload":
        return _("A ship sails")
    if event.kind == "ending":
        return _("The last round")
    return ""
