"""The position of Orléans in words, as panels: the own board, then shared parts and others."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.base import Scene
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import Panel
from games.rules.primitives.turn_order import seats_from

from ..rules import components as parts
from ..rules.town_map import EDGES, TOWNS
from ..rules.view import Hourglass, Seat, View
from . import component_data, rule_links, scene_access, vocabulary
from .translations import gettext as _


def panels(scene: Scene) -> list[Panel]:
    found = [round_panel(scene), comparison(scene)]
    if scene.seat is not None:
        found = [own_places(scene), found[0], own_state(scene), *found[1:]]
    others = [seat_panel(scene, seat) for seat in others_of(scene)]
    middle = [deeds(scene), *place_tiles(scene), supply(scene)]
    return [*found, *others, *middle, towns(scene)]


def others_of(scene: Scene) -> list[int]:
    """The other seats in turn order, from the one after the viewer."""
    seats = len(scene.names)
    if scene.seat is None:
        return list(range(seats))
    return seats_from(scene.seat + 1, seats)[:-1]


# the viewer's board


def own_places(scene: Scene) -> Panel:
    assert scene.seat is not None
    board = scene_access.view_of(scene)["seats"][scene.seat]
    rows: list[tuple[str, str]] = [
        (rule_links.place(key), state(key, here)) for key, here in board["places"].items()
    ]
    return Panel(_("My board"), rows=rows, seat=scene.seat)


def state(key: str, contents: Sequence[str | None]) -> str:
    """The slots of a place in words."""
    if not contents:
        return _("works without followers")
    slots = vocabulary.place_slots(contents, component_data.SLOTS[key])
    if component_data.is_ready(key, list(contents)):
        return _("%(slots)s (ready)") % {"slots": slots}
    return slots


def own_state(scene: Scene) -> Panel:
    assert scene.seat is not None
    view = scene_access.view_of(scene)
    board = view["seats"][scene.seat]
    rows: list[tuple[str, str]] = [
        (rule_links.rule_link("coin", _("Coins")), str(board["coins"])),
        *possessions(board),
        *tower(view),
        (_("Followers per round"), str(board["draws"])),
        *tracks(board, view),
    ]
    return Panel(_("My possessions"), rows=rows, seat=scene.seat)


def tower(view: View) -> list[tuple[str, str]]:
    """The number of followers that may still go on the gunpowder tower in this planning."""
    beyond = view.get("tower", 0)
    return [(_("For the gunpowder tower"), vocabulary.followers(beyond))] if beyond else []


def tracks(board: Seat, view: View) -> list[tuple[str, str]]:
    """Each track with the bonus of the next step."""
    rows: list[tuple[str, str]] = []
    for track, position in board["tracks"].items():
        values: dict[str, object] = {"at": position, "last": component_data.LAST[track]}
        if position < component_data.LAST[track]:
            values["bonus"] = component_data.bonus_text(track, position + 1, view)
            text = _("%(at)s of %(last)s; next: %(bonus)s") % values
        else:
            text = _("%(at)s of %(last)s, the end") % values
        rows.append((rule_links.track(track), text))
    space = board["development"]
    ahead = component_data.development_ahead_texts(space, view)
    values = {"at": space, "last": parts.LAST_SPACE, "level": board["level"]}
    text = _("%(at)s of %(last)s, level %(level)s") % values
    if ahead:
        text = _("%(at)s; ahead: %(things)s") % {
            "at": text,
            "things": vocabulary.join_or_dash(ahead),
        }
    rows.append((rule_links.track("development"), text))
    return rows


def possessions(board: Seat) -> list[tuple[str, str]]:
    """Goods, market, bag, stations and citizens of a seat."""
    goods = {**board["goods"], "bread": board["bread"]}
    size = sum(board["bag"].values())
    rows: list[tuple[str, str]] = [
        (_("Goods"), vocabulary.amounts(goods, vocabulary.GOODS)),
        (rule_links.rule_link("market", _("Market")), vocabulary.tiles(board["market"])),
        (_("In the bag (%(n)s)") % {"n": size}, vocabulary.amounts(board["bag"], vocabulary.TILES)),
        (rule_links.rule_link("merchant", _("Merchant in")), rule_links.town(board["merchant"])),
        (rule_links.rule_link("station", _("Stations in")), stations(board)),
        (_("Stations left"), str(board["stock"])),
        (rule_links.rule_link("citizen", _("Citizens")), str(board["citizens"])),
    ]
    if board["held"]:
        held = vocabulary.amounts(vocabulary.count_words(board["held"]), vocabulary.TECHNOLOGY)
        rows.append((rule_links.rule_link("technology", _("Technology to lay")), held))
    return rows


def stations(board: Seat) -> str:
    names = [str(vocabulary.TOWNS[town]) for town in board["stations"]]
    if board["road_stations"]:
        names.append(vocabulary.amount(board["road_stations"], vocabulary.PLACES["country_road"]))
    return vocabulary.join_or_dash(names)


# shared parts


def round_panel(scene: Scene) -> Panel:
    view = scene_access.view_of(scene)
    event = view["event"]
    order = seats_from(view["start"], len(scene.names))
    rows: list[tuple[str, str]] = [
        (_("Round"), _("%(round)s of %(rounds)s") % view),
        (_("Phase"), str(vocabulary.PHASES[view["phase"]])),
        (rule_links.rule_link(event["name"], _("Event")), event_text(event)),
    ]
    if scene.seat is not None and not scene.over:
        mine = component_data.event_consequence(event, view["seats"][scene.seat])
        if mine:
            rows.append((_("For you now"), capitalize_first(mine)))
    rows.append((_("Turn order"), join_list(scene.names[seat] for seat in order)))
    passed = [scene.names[seat] for seat in order if view["seats"][seat]["passed"]]
    if view["phase"] == "actions":
        rows.append((_("Passed"), vocabulary.join_or_dash(passed)))
    elif view["phase"] in ("followers", "planning"):
        ready = [scene.names[seat] for seat in order if seat not in scene.actors]
        rows.append((_("Done"), vocabulary.join_or_dash(ready)))
    rows.append((_("Past events"), past_events(view)))
    for letter, events in view["coming"].items():
        if events:
            label = _("Still in pile %(letter)s") % {"letter": letter.upper()}
            rows.append((label, coming_events_text(letter, events)))
    return Panel(_("The round"), rows=rows)


def event_text(event: Hourglass) -> str:
    values = {"event": vocabulary.EVENTS[event["name"]], "letter": event["letter"].upper()}
    effect = component_data.event_text(event)
    return _("%(event)s %(letter)s. %(effect)s") % {**values, "effect": effect}


def past_events(view: View) -> str:
    return vocabulary.join_or_dash(vocabulary.EVENTS[event["name"]] for event in view["past"])


def coming_events_text(letter: str, events: list[str]) -> str:
    """The events left in a pile, with their numbers; their order is hidden."""
    named = []
    for event in events:
        value = parts.EVENT_VALUES.get(event, {}).get(letter)
        name = str(vocabulary.EVENTS[event])
        named.append(_("%(event)s %(n)s") % {"event": name, "n": value} if value else name)
    return vocabulary.join_or_dash(named)


def towns(scene: Scene) -> Panel:
    rows = [
        (town_label(town.key, scene), town_ways(town.key, scene_access.view_of(scene)))
        for town in TOWNS
    ]
    return Panel(_("Towns"), rows=rows, wide=True)


def town_label(key: str, scene: Scene) -> str:
    """A town with its stations and merchants."""
    here = []
    for name, seat in zip(scene.names, scene_access.view_of(scene)["seats"], strict=True):
        if key in seat["stations"]:
            here.append(_("%(name)s's station") % {"name": name})
        if seat["merchant"] == key:
            here.append(_("%(name)s's merchant") % {"name": name})
    if not here:
        return rule_links.town(key)
    return _("%(town)s (%(here)s)") % {
        "town": vocabulary.TOWNS[key],
        "here": vocabulary.join_or_dash(here),
    }


def town_ways(key: str, view: View) -> str:
    """The roads and waterways of a town, each with its goods."""
    by_kind: dict[str, list[str]] = {}
    for edge in EDGES:
        ends = [TOWNS[town].key for town in edge.towns]
        if key not in ends:
            continue
        ends.remove(key)
        goods = vocabulary.amounts(vocabulary.count_words(view["edges"][edge.id]), vocabulary.GOODS)
        values = {"town": vocabulary.TOWNS[ends[0]], "goods": goods}
        by_kind.setdefault(edge.kind, []).append(_("%(town)s (%(goods)s)") % values)
    labels = {"road": _("by road: %(ways)s"), "waterway": _("by waterway: %(ways)s")}
    return "; ".join(labels[kind] % {"ways": join_list(ways)} for kind, ways in by_kind.items())


def comparison(scene: Scene) -> Panel:
    """All seats side by side."""
    seats = scene_access.view_of(scene)["seats"]
    head = ["", *scene.names]
    table = [
        line(
            _("Points now"), [sum(worth.values()) for worth in scene_access.points_if_ended(scene)]
        ),
        line(rule_links.rule_link("coin", _("Coins")), [seat["coins"] for seat in seats]),
        line(_("Goods"), [sum(seat["goods"].values()) + seat["bread"] for seat in seats]),
        line(_("Level"), [seat["level"] for seat in seats]),
        line(rule_links.track("development"), [seat["development"] for seat in seats]),
        *(
            line(rule_links.track(track), [seat["tracks"][track] for seat in seats])
            for track in parts.TRACKS
        ),
        line(_("Followers per round"), [seat["draws"] for seat in seats]),
        line(
            _("Stations built"),
            [len(seat["stations"]) + seat["road_stations"] for seat in seats],
        ),
        line(rule_links.rule_link("citizen", _("Citizens")), [seat["citizens"] for seat in seats]),
        line(_("In the bag"), [sum(seat["bag"].values()) for seat in seats]),
    ]
    return Panel(_("Tracks and possessions"), head=head, table=table)


def line(label: str, numbers: list[int]) -> list[str]:
    return [label, *map(str, numbers)]


def deeds(scene: Scene) -> Panel:
    rows: list[tuple[str, str]] = []
    view = scene_access.view_of(scene)
    for key, filled in view["deeds"].items():
        free = [
            slot
            for slot, tile in zip(component_data.DEED_SLOTS[key], filled, strict=True)
            if tile is None
        ]
        rows.append((rule_links.rule_link(key, vocabulary.DEEDS[key]), deed_text(key, free, view)))
    return Panel(_("Deeds"), rows=rows)


def deed_text(key: str, free: list[str], view: View) -> str:
    if not free:
        return _("complete")
    gain = vocabulary.coins(component_data.DEED_COINS[key])
    if key == "canalisation":
        gain = _("%(coins)s or %(bonus)s") % {"coins": gain, "bonus": vocabulary.development(1)}
    values = {"gain": gain, "free": vocabulary.slots(free)}
    if key in view["citizens"]["deeds"]:
        return _("%(gain)s each, a citizen for the last; free: %(free)s") % values
    return _("%(gain)s each; free: %(free)s") % values


def place_tiles(scene: Scene) -> list[Panel]:
    found = []
    for level, keys in scene_access.view_of(scene)["available"].items():
        rows: list[tuple[str, str]] = [(rule_links.place(key), tile_text(key)) for key in keys]
        title = _("Place tiles of level %(level)s") % {"level": vocabulary.LEVELS[int(level)]}
        if rows:
            found.append(Panel(title, rows=rows))
    return found


def tile_text(key: str) -> str:
    """The slots of a place tile, and its effect."""
    slots = component_data.SLOTS[key]
    if not slots:
        return str(vocabulary.EFFECTS[key])
    values = {"slots": vocabulary.slots(slots), "effect": vocabulary.EFFECTS[key]}
    return _("%(slots)s. %(effect)s") % {**values, "slots": capitalize_first(values["slots"])}


def supply(scene: Scene) -> Panel:
    view = scene_access.view_of(scene)
    stock = view["supply"]
    left = view["citizens"]
    citizens = [str(vocabulary.DEEDS[deed]) for deed in left["deeds"]]
    if left["development"]:
        spaces = vocabulary.join_or_dash(left["development"])
        citizens.append(_("development %(spaces)s") % {"spaces": spaces})
    citizens += [
        _("%(track)s %(space)s") % {"track": vocabulary.TRACKS[track], "space": space}
        for track, space in component_data.CITIZEN_AT.items()
        if track in component_data.citizens_at(view)
    ]
    if left["stations"]:
        citizens.append(_("most trading stations at the end"))
    rows: list[tuple[str, str]] = [
        (rule_links.rule_link(kind, capitalize_first(name)), str(stock["followers"][kind]))
        for kind, name in vocabulary.TYPES.items()
    ]
    rows += [
        (rule_links.rule_link(good, capitalize_first(vocabulary.GOODS[good])), str(n))
        for good, n in stock["goods"].items()
    ]
    rows.append((rule_links.rule_link("technology", _("Technology")), str(stock["technology"])))
    rows.append((rule_links.rule_link("citizen", _("Citizens")), vocabulary.join_or_dash(citizens)))
    return Panel(_("Supply"), rows=rows)


# other seats


def seat_panel(scene: Scene, seat: int) -> Panel:
    board = scene_access.view_of(scene)["seats"][seat]
    rows: list[tuple[str, str]] = [
        (rule_links.rule_link("coin", _("Coins")), str(board["coins"])),
        *possessions(board),
        *occupied_places(board),
    ]
    empty = [str(vocabulary.PLACES[key]) for key in board["places"] if is_empty(key, board)]
    tiles = without_followers(board)
    if tiles:
        rows.append(
            (_("Always works"), vocabulary.join_or_dash(vocabulary.PLACES[key] for key in tiles))
        )
    rows.append((_("Empty places"), vocabulary.join_or_dash(empty)))
    return Panel(scene.names[seat], rows=rows, seat=seat)


def occupied_places(board: Seat) -> list[tuple[str, str]]:
    """The places with at least one filled slot."""
    return [
        (rule_links.place(key), state(key, contents))
        for key, contents in board["places"].items()
        if any(contents)
    ]


def is_empty(key: str, board: Seat) -> bool:
    contents = board["places"][key]
    return bool(contents) and not any(contents)


def without_followers(board: Seat) -> list[str]:
    return [key for key, contents in board["places"].items() if not contents]
