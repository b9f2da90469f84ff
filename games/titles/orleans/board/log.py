"""The log of Orléans: one function for each kind of event turns it into a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import games.rules as rules
from games.boards.translations import join_list

from ..rules.components import CENSUS_COINS, HARVEST, HARVEST_FINE, ROUNDS
from ..rules.state import CENSUS
from ..rules.view import Hourglass
from . import component_data, move_labels, vocabulary
from .translations import gettext as _
from .translations import ngettext

Data = dict[str, Any]
Names = Sequence[str]


def log_line(event: rules.Event, names: Names) -> str:
    """Return the sentence of an event; "" if another event of the same move says it all."""
    name = names[event.seat] if event.seat is not None else ""
    if event.kind == "move":
        return _move(name, event.data | {"seat": event.seat}, names)
    return LOG_LINES[event.kind](name, event.data, names)


# the round


def _round(name: str, data: Data, names: Names) -> str:
    event = Hourglass(name=data["event"], letter=data["letter"], value=data["value"])
    return _("Round %(round)s begins, %(name)s starts. %(event)s: %(effect)s") % {
        "round": data["round"],
        "name": names[data["start"]],
        "event": vocabulary.EVENTS[data["event"]],
        "effect": component_data.event_text(event),
    }


def _census(name: str, data: Data, names: Names) -> str:
    leader, last = data["leader"], data["last"]
    values = {
        "leader": names[leader] if leader is not None else "",
        "last": names[last] if last is not None else "",
        "coins": vocabulary.coins(CENSUS_COINS),
    }
    if last is None:
        return _("Census: %(leader)s leads the farmer track and gets %(coins)s.") % values
    if leader is None:
        return _("Census: %(last)s is last on the farmer track and must pay %(coins)s.") % values
    return (
        _(
            "Census: %(leader)s leads the farmer track and gets %(coins)s, %(last)s "
            "is last and must pay as much."
        )
        % values
    )


def _end(name: str, data: Data, names: Names) -> str:
    results = [
        _("%(name)s %(points)s") % {"name": one, "points": vocabulary.points(total)}
        for one, total in zip(names, data["totals"], strict=False)
    ]
    return _("The match is over: %(results)s.") % {"results": join_list(results)}


# followers and plans


def _tower(name: str, data: Data, names: Names) -> str:
    return _("%(name)s's followers come back from the gunpowder tower: %(tiles)s.") % {
        "name": name,
        "tiles": vocabulary.tiles(data["tiles"]),
    }


def _draw(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "tiles": vocabulary.tiles(data["tiles"])}
    return _("%(name)s draws from the bag: %(tiles)s.") % values


def _recall(name: str, data: Data, names: Names) -> str:
    return _("%(name)s takes a follower back from a place: %(follower)s (%(place)s).") % {
        "name": name,
        "place": vocabulary.PLACES[data["place"]],
        "follower": vocabulary.TILES[data["tile"]],
    }


def _done_line(name: str, data: Data, names: Names) -> str:
    if data["phase"] == "planning":
        return _("%(name)s has finished planning.") % {"name": name}
    return _("%(name)s stops drawing followers.") % {"name": name}


def _place(name: str, data: Data, names: Names) -> str:
    return _("%(name)s plans: %(follower)s → %(place)s.") % {
        "name": name,
        "follower": move_labels.follower_on_slot_text(data["tile"], data["slot"]),
        "place": vocabulary.PLACES[data["place"]],
    }


def _plans(name: str, data: Data, names: Names) -> str:
    if not data["plans"]:
        return _("Everyone has finished planning, and nobody has placed anything.")
    plans = [
        _("%(name)s: %(plan)s") % {"name": names[plan["seat"]], "plan": _plan(plan)}
        for plan in data["plans"]
    ]
    return _("The plans are revealed. %(plans)s.") % {"plans": "; ".join(plans)}


def _plan(plan: Data) -> str:
    """A seat's new followers and technology tiles, by place."""
    placed: dict[str, list[str]] = {}
    for tile, place, _slot in plan["placed"]:
        placed.setdefault(place, []).append(str(vocabulary.TILES[tile]))
    for place, _slot in plan["technology"]:
        placed.setdefault(place, []).append(_("technology"))
    return join_list(
        _("%(place)s (%(tiles)s)")
        % {"place": vocabulary.PLACES[place], "tiles": vocabulary.join_or_dash(tiles)}
        for place, tiles in placed.items()
    )


# actions


def _act(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "place": vocabulary.PLACES[data["place"]]}
    if data["place"] == "church":
        host, place = data["args"][:2]
        values |= {"host": names[int(host)], "used": vocabulary.PLACES[place]}
        return _("%(name)s uses the church, and with it %(host)s's place tile: %(used)s.") % values
    return _("%(name)s uses: %(place)s.") % values


def _return(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "tiles": vocabulary.tiles(data["tiles"])}
    return _("Back into %(name)s's bag: %(tiles)s.") % values


def _settle(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "back": vocabulary.tiles(data["back"])}
    if data["settled"][0] == "none":
        return _("%(name)s settles no follower; back into the bag: %(back)s.") % values
    tile, place, slot = data["settled"]
    values |= {
        "follower": move_labels.follower_on_slot_text(tile, slot),
        "place": str(vocabulary.PLACES[place]),
    }
    if not data["back"]:
        return _("%(name)s settles: %(follower)s → %(place)s.") % values
    return _("%(name)s settles: %(follower)s → %(place)s; back into the bag: %(back)s.") % values


def _pass(name: str, data: Data, names: Names) -> str:
    if data["auto"]:
        return _("%(name)s cannot use any place and passes.") % {"name": name}
    return _("%(name)s passes for this round.") % {"name": name}


def _tech(name: str, data: Data, names: Names) -> str:
    return _("%(name)s lays technology in place of a %(slot)s: %(place)s.") % {
        "name": name,
        "place": vocabulary.PLACES[data["place"]],
        "slot": vocabulary.SLOTS[data["slot"]],
    }


def _keep(name: str, data: Data, names: Names) -> str:
    return _("%(name)s keeps a technology tile for later.") % {"name": name}


def _deed(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "follower": vocabulary.TILES[data["tile"]],
        "deed": vocabulary.DEEDS[data["deed"]],
    }
    if data["full"]:
        return (
            _("%(name)s sends a follower and completes a deed: %(follower)s → %(deed)s.") % values
        )
    return _("%(name)s sends a follower to a deed: %(follower)s → %(deed)s.") % values


def _bathhouse(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "tiles": vocabulary.tiles(data["tiles"])}
    return _("%(name)s draws in the bathhouse: %(tiles)s.") % values


def _bread(name: str, data: Data, names: Names) -> str:
    return _("%(name)s bakes bread from %(n)s grain.") % {"name": name, "n": data["amount"]}


def _spend(name: str, data: Data, names: Names) -> str:
    return _("%(name)s pays one %(good)s.") % {"name": name, "good": vocabulary.GOODS[data["good"]]}


def _workshop(name: str, data: Data, names: Names) -> str:
    return _("%(name)s moves technology from %(origin)s to %(place)s.") % {
        "name": name,
        "origin": vocabulary.PLACES[data["from"]],
        "place": vocabulary.PLACES[data["place"]],
    }


# gains


def _follower(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "follower": vocabulary.TYPES[data["type"]]}
    return _("%(name)s takes a new follower into the bag: %(follower)s.") % values


def _track(name: str, data: Data, names: Names) -> str:
    return _("%(name)s advances to space %(space)s (%(track)s).") % {
        "name": name,
        "space": data["to"],
        "track": vocabulary.TRACKS[data["track"]],
    }


def _good(name: str, data: Data, names: Names) -> str:
    return _("%(name)s gets one %(good)s.") % {"name": name, "good": vocabulary.GOODS[data["good"]]}


def _tile(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "tile": vocabulary.PLACES[data["place"]]}
    return _("%(name)s takes a place tile: %(tile)s.") % values


def _technology(name: str, data: Data, names: Names) -> str:
    if data["kind"] == "first":
        return _("%(name)s gets a technology tile for farmer slots.") % {"name": name}
    return _("%(name)s gets a technology tile.") % {"name": name}


CITIZENS: dict[str, Callable[[], str]] = {
    "development": lambda: _("%(name)s takes a citizen from the development track."),
    "knight": lambda: _("%(name)s takes the citizen of the knight track."),
    "boatman": lambda: _("%(name)s takes the citizen of the boatman track."),
    "stations": lambda: _("%(name)s takes the citizen for the most trading stations."),
}


def _citizen(name: str, data: Data, names: Names) -> str:
    source = data["from"].split(":")[0]
    if source in vocabulary.DEEDS:
        values = {"name": name, "deed": vocabulary.DEEDS[source]}
        return _("%(name)s takes the citizen of a deed: %(deed)s.") % values
    return CITIZENS[source]() % {"name": name}


def _develop(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "before": data["from"], "now": data["to"]}
    if data.get("skipping"):
        return _("%(name)s jumps on the development track from %(before)s to %(now)s.") % values
    return _("%(name)s develops from space %(before)s to %(now)s.") % values


def _move(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "origin": vocabulary.TOWNS[data["from"]],
        "town": vocabulary.TOWNS[data["to"]],
        "kind": vocabulary.KINDS[data["kind"]],
        "owner": names[data["merchant"]],
    }
    if data["merchant"] != data["seat"]:
        route = _("%(name)s moves %(owner)s's merchant by %(kind)s from %(origin)s to %(town)s")
    else:
        route = _("%(name)s travels by %(kind)s from %(origin)s to %(town)s")
    values["route"] = route % values
    if data["good"] == "none":
        return _("%(route)s.") % values
    return _("%(route)s and takes %(good)s.") % {**values, "good": vocabulary.GOODS[data["good"]]}


def _station(name: str, data: Data, names: Names) -> str:
    if data["town"] == "country_road":
        return _("%(name)s builds a trading station on the country road.") % {"name": name}
    values = {"name": name, "town": vocabulary.TOWNS[data["town"]]}
    return _("%(name)s builds a trading station in %(town)s.") % values


# events of the hourglass, and torture


def _taxes_event(name: str, data: Data, names: Names) -> str:
    return ""  # payments and debts have their own events


def _plague(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "follower": vocabulary.TILES[data["tile"]]}
    if data["lost"]:
        return _("The plague takes a follower from %(name)s: %(follower)s.") % values
    return _("The plague spares %(name)s, who drew: %(follower)s.") % values


def _pay(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "coins": vocabulary.coins(data["coins"])}
    return _("%(name)s pays %(coins)s for missing food.") % values


def _feed(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "good": vocabulary.GOODS[data["good"]]}
    return _("%(name)s hands in food: %(good)s.") % values


def _shield(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "event": vocabulary.EVENTS[data["event"]]}
    return _("The sacristy protects %(name)s: %(event)s has no effect.") % values


def _suffer(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "event": vocabulary.EVENTS[data["event"]]}
    return _("%(name)s does not use the sacristy: %(event)s.") % values


def _debt(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "n": data["missing"],
        "reason": vocabulary.reason(data["reason"]),
    }
    return (
        ngettext(
            "%(name)s is %(n)s coin short (%(reason)s) and must give something up.",
            "%(name)s is %(n)s coins short (%(reason)s) and must give up something for each.",
            data["missing"],
        )
        % values
    )


def _void(name: str, data: Data, names: Names) -> str:
    return _("%(name)s has nothing left to give up. The rest is forgiven.") % {"name": name}


def _torture_event(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "thing": move_labels.loss_text(data["what"], data["which"])}
    return _("%(name)s gives up %(thing)s.") % values


# points


def _score(name: str, data: Data, names: Names) -> str:
    key, n = data["key"], data["amount"]
    values = {"name": name, "reason": vocabulary.reason(data["reason"])}
    if key == "coins":
        if data["reason"] == CENSUS or (data["reason"], n) == (HARVEST, -HARVEST_FINE):
            return ""  # the log lines of the census and of `pay` say it
        values["coins"] = vocabulary.coins(abs(n))
        if n > 0:
            return _("%(name)s gets %(coins)s (%(reason)s).") % values
        return _("%(name)s pays %(coins)s (%(reason)s).") % values
    if key == "goods":
        return ""  # the log line of the event that moves the good says it
    values |= {"what": str(vocabulary.BREAKDOWN[key]), "points": vocabulary.points(abs(n))}
    if n > 0:
        return _("%(name)s gains %(points)s (%(what)s).") % values
    return _("%(name)s loses %(points)s (%(what)s).") % values


LOG_LINES: dict[str, Callable[[str, Data, Names], str]] = {
    "round": _round,
    "census": _census,
    "tower": _tower,
    "draw": _draw,
    "recall": _recall,
    "done": _done_line,
    "place": _place,
    "plans": _plans,
    "act": _act,
    "return": _return,
    "settle": _settle,
    "pass": _pass,
    "tech": _tech,
    "keep": _keep,
    "deed": _deed,
    "bathhouse": _bathhouse,
    "bread": _bread,
    "spend": _spend,
    "workshop": _workshop,
    "follower": _follower,
    "track": _track,
    "good": _good,
    "tile": _tile,
    "technology": _technology,
    "citizen": _citizen,
    "develop": _develop,
    "move": _move,
    "station": _station,
    "taxes": _taxes_event,
    "plague": _plague,
    "pay": _pay,
    "feed": _feed,
    "shield": _shield,
    "suffer": _suffer,
    "debt": _debt,
    "void": _void,
    "torture": _torture_event,
    "score": _score,
    "end": _end,
}


def highlight(event: rules.Event) -> str:
    """Name an event worth jumping to: a complete deed or the last round; else ""."""
    if event.kind == "citizen" and event.data["from"].split(":")[0] in vocabulary.DEEDS:
        return _("Deed complete")
    if event.kind == "round" and event.data["round"] == ROUNDS:
        return _("The last round")
    return ""
