"""The position of Orléans in words, as panels: the own board, then shared parts and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel
from games.rules.primitives.turn_order import seats_from

from ..rules import components as parts
from ..rules.town_map import EDGES, TOWNS
from ..rules.view import Seat, View
from . import component_data, vocabulary
from .component_data import LAST, SLOTS
from .rule_links import place, rule_link, town, track
from .scene_access import own_seat, points_if_ended, view_of
from .translations import gettext as _

Rows = Iterator[tuple[str, str]]


def panels(scene: Scene) -> list[Panel]:
    view, me, seats = view_of(scene), own_seat(scene), len(scene.names)
    found = [Panel(_("The round"), rows=list(round_rows(scene))), comparison(scene)]
    others = seats_from(0, seats)
    if scene.seat is not None and me:
        places = me["places"].items()
        found = [
            Panel(
                _("My board"),
                rows=[(place(key), state(key, here)) for key, here in places],
                seat=scene.seat,
            ),
            found[0],
            Panel(_("My possessions"), rows=list(own_state(me, view)), seat=scene.seat),
            found[1],
        ]
        others = seats_from(scene.seat + 1, seats)[:-1]
    return [
        *found,
        *(
            Panel(scene.names[seat], rows=list(seat_rows(view["seats"][seat])), seat=seat)
            for seat in others
        ),
        Panel(_("Deeds"), rows=list(deeds(view))),
        *place_tiles(view),
        Panel(_("Supply"), rows=list(supply(view))),
        Panel(_("Towns"), rows=list(towns(scene)), wide=True),
    ]


# seats


def state(key: str, contents: Sequence[str | None]) -> str:
    """The slots of a place in words."""
    if not contents:
        return _("works without followers")
    slots = vocabulary.place_slots(zip(SLOTS[key], contents, strict=True))
    is_ready = component_data.is_ready(key, contents)
    return _("%(slots)s (ready)") % {"slots": slots} if is_ready else slots


def own_state(board: Seat, view: View) -> Rows:
    yield from possessions(board)
    if beyond := view.get("tower", 0):
        yield _("For the gunpowder tower"), vocabulary.followers(beyond)
    yield _("Followers per round"), str(board["draws"])
    for key, position in board["tracks"].items():
        values: dict[str, object] = {"at": position, "last": LAST[key]}
        text = _("%(at)s of %(last)s, the end")
        if position < LAST[key]:
            values["bonus"] = component_data.bonus_text(key, position + 1, view)
            text = _("%(at)s of %(last)s; next: %(bonus)s")
        yield track(key), text % values
    space = board["development"]
    values = {"at": space, "last": parts.LAST_SPACE, "level": board["level"]}
    text = _("%(at)s of %(last)s, level %(level)s") % values
    if ahead := component_data.development_ahead_texts(space, view):
        things = vocabulary.join_or_dash(ahead)
        text = _("%(at)s; ahead: %(things)s") % {"at": text, "things": things}
    yield track("development"), text


def possessions(board: Seat) -> Rows:
    """Coins, goods, market, bag, stations and citizens of a seat."""
    goods = {**board["goods"], "bread": board["bread"]}
    size = sum(board["bag"].values())
    yield rule_link("coin", _("Coins")), str(board["coins"])
    yield _("Goods"), vocabulary.amounts(goods, vocabulary.GOODS)
    yield rule_link("market", _("Market")), vocabulary.tiles(board["market"])
    bag = vocabulary.amounts(board["bag"], vocabulary.TILES)
    yield _("In the bag (%(n)s)") % {"n": size}, bag
    yield rule_link("merchant", _("Merchant in")), town(board["merchant"])
    yield rule_link("station", _("Stations in")), stations(board)
    yield _("Stations left"), str(board["stock"])
    yield rule_link("citizen", _("Citizens")), str(board["citizens"])
    if board["held"]:
        held = vocabulary.amounts(Counter(board["held"]), vocabulary.TECHNOLOGY)
        yield rule_link("technology", _("Technology to lay")), held


def stations(board: Seat) -> str:
    counts = {**dict.fromkeys(board["stations"], 1), "country_road": board["road_stations"]}
    return vocabulary.amounts(counts, vocabulary.WORDS)


def seat_rows(board: Seat) -> Rows:
    """What another seat has, and which of its places are occupied."""
    names, places = vocabulary.PLACES, board["places"]
    yield from possessions(board)
    for key, contents in places.items():
        if any(contents):
            yield place(key), state(key, contents)
    if passive := [names[key] for key, contents in places.items() if not contents]:
        yield _("Always works"), vocabulary.join_or_dash(passive)
    empty = (names[key] for key, contents in places.items() if contents and not any(contents))
    yield _("Empty places"), vocabulary.join_or_dash(empty)


def comparison(scene: Scene) -> Panel:
    """All seats side by side."""
    seats = view_of(scene)["seats"]
    columns = [
        (_("Points now"), [sum(worth.values()) for worth in points_if_ended(scene)]),
        (rule_link("coin", _("Coins")), [seat["coins"] for seat in seats]),
        (_("Goods"), [sum(seat["goods"].values()) + seat["bread"] for seat in seats]),
        (_("Level"), [seat["level"] for seat in seats]),
        (track("development"), [seat["development"] for seat in seats]),
        *((track(key), [seat["tracks"][key] for seat in seats]) for key in parts.TRACKS),
        (_("Followers per round"), [seat["draws"] for seat in seats]),
        (_("Stations built"), [component_data.station_count(seat) for seat in seats]),
        (rule_link("citizen", _("Citizens")), [seat["citizens"] for seat in seats]),
        (_("In the bag"), [sum(seat["bag"].values()) for seat in seats]),
    ]
    table = [[label, *map(str, numbers)] for label, numbers in columns]
    return Panel(_("Tracks and possessions"), head=["", *scene.names], table=table)


# shared parts


def round_rows(scene: Scene) -> Rows:
    view, me = view_of(scene), own_seat(scene)
    event, names = view["event"], scene.names
    order = seats_from(view["start"], len(names))
    yield _("Round"), _("%(round)s of %(rounds)s") % view
    yield _("Phase"), str(vocabulary.PHASES[view["phase"]])
    values = {
        "event": vocabulary.EVENTS[event["name"]],
        "letter": event["letter"].upper(),
        "effect": component_data.event_text(event),
    }
    yield rule_link(event["name"], _("Event")), _("%(event)s %(letter)s. %(effect)s") % values
    if me and not scene.over and (mine := component_data.event_consequence(event, me)):
        yield _("For you now"), capitalize_first(mine)
    yield _("Turn order"), join_list(names[seat] for seat in order)
    if view["phase"] == "actions":
        passed = (names[seat] for seat in order if view["seats"][seat]["passed"])
        yield _("Passed"), vocabulary.join_or_dash(passed)
    elif view["phase"] in ("followers", "planning"):
        ready = (names[seat] for seat in order if seat not in scene.actors)
        yield _("Done"), vocabulary.join_or_dash(ready)
    past = (vocabulary.EVENTS[one["name"]] for one in view["past"])
    yield _("Past events"), vocabulary.join_or_dash(past)
    for letter, events in view["coming"].items():
        if events:  # their order is hidden
            named = (component_data.numbered_event(one, letter) for one in events)
            label = _("Still in pile %(letter)s") % {"letter": letter.upper()}
            yield label, vocabulary.join_or_dash(named)


def deeds(view: View) -> Rows:
    for key, filled in view["deeds"].items():
        slots = zip(component_data.DEED_SLOTS[key], filled, strict=True)
        free = [slot for slot, tile in slots if tile is None]
        text = _("%(gain)s each; free: %(free)s")
        if key in view["citizens"]["deeds"]:
            text = _("%(gain)s each, a citizen for the last; free: %(free)s")
        values = {"gain": component_data.deed_gain(key), "free": vocabulary.slots(free)}
        yield rule_link(key, vocabulary.DEEDS[key]), text % values if free else _("complete")


def place_tiles(view: View) -> Iterator[Panel]:
    for level, keys in view["available"].items():
        if keys:
            title = _("Place tiles of level %(level)s") % {"level": vocabulary.LEVELS[int(level)]}
            yield Panel(title, rows=[(place(key), tile_text(key)) for key in keys])


def tile_text(key: str) -> str:
    """The slots of a place tile, and its effect."""
    if not SLOTS[key]:
        return str(vocabulary.EFFECTS[key])
    slots = capitalize_first(vocabulary.slots(SLOTS[key]))
    return _("%(slots)s. %(effect)s") % {"slots": slots, "effect": vocabulary.EFFECTS[key]}


def supply(view: View) -> Rows:
    stock, left = view["supply"], view["citizens"]
    names = {**vocabulary.TYPES, **vocabulary.GOODS}
    for key, n in {**stock["followers"], **stock["goods"]}.items():
        yield rule_link(key, capitalize_first(names[key])), str(n)
    yield rule_link("technology", _("Technology")), str(stock["technology"])
    citizens = [str(vocabulary.DEEDS[deed]) for deed in left["deeds"]]
    for key, spaces in component_data.citizen_spaces(view).items():
        values = {"track": vocabulary.TRACKS[key], "space": vocabulary.join_or_dash(spaces)}
        if key != "development":
            citizens.append(_("%(track)s %(space)s") % values)
        else:
            citizens.append(_("development %(spaces)s") % {"spaces": values["space"]})
    if left["stations"]:
        citizens.append(_("most trading stations at the end"))
    yield rule_link("citizen", _("Citizens")), vocabulary.join_or_dash(citizens)


def towns(scene: Scene) -> Rows:
    """The towns with their stations and merchants, and their ways."""
    view = view_of(scene)
    for one in TOWNS:
        here = []
        for name, seat in zip(scene.names, view["seats"], strict=True):
            if one.key in seat["stations"]:
                here.append(_("%(name)s's station") % {"name": name})
            if seat["merchant"] == one.key:
                here.append(_("%(name)s's merchant") % {"name": name})
        values = {"town": vocabulary.TOWNS[one.key], "here": vocabulary.join_or_dash(here)}
        label = _("%(town)s (%(here)s)") % values if here else town(one.key)
        yield label, town_ways(one.key, view)


def town_ways(key: str, view: View) -> str:
    """The roads and waterways of a town, each with its goods."""
    by_kind: dict[str, list[str]] = {}
    for edge in EDGES:
        ends = [TOWNS[end].key for end in edge.towns]
        if key in ends:
            ends.remove(key)
            lying = Counter(view["edges"][edge.id])
            goods = vocabulary.amounts(lying, vocabulary.GOODS)
            values = {"town": vocabulary.TOWNS[ends[0]], "goods": goods}
            by_kind.setdefault(edge.kind, []).append(_("%(town)s (%(goods)s)") % values)
    labels = {"road": _("by road: %(ways)s"), "waterway": _("by waterway: %(ways)s")}
    return "; ".join(labels[kind] % {"ways": join_list(ways)} for kind, ways in by_kind.items())
