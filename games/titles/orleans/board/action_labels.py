"""Actions in words: `action_text` has one function for each form of `act` (rules sheet 6)."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene

from ..rules.components import (
    COURTHOUSE_PRICE,
    PLACE_COINS,
    PLACE_DEVELOPMENT,
    WORKSHOP_PRICE,
)
from ..rules.tile_actions import (
    BAKERY_PRICE,
    CHURCH_PRICE,
    PRICE,
    QUARRY_PRICE,
    QUARRY_STEP,
    TOWNHOUSE_COINS,
    TOWNHOUSE_SPACES,
)
from ..rules.town_map import DISTANCE, TOWN_ID
from ..rules.view import Seat, View
from . import component_data, scene_access, vocabulary
from .scene_access import own_seat
from .translations import gettext as _


def action_text(place: str, arguments: list[str], scene: Scene | None) -> str:
    """Return the effect of `act PLACE …`, without the name of the place."""
    return ACTION_TEXTS[place](arguments, scene)


def player_name(number: str, scene: Scene | None) -> str:
    if scene is None:
        return _("player %(n)s") % {"n": int(number) + 1}
    return scene.names[int(number)]


# the places of the board


def recruit(kind: str, scene: Scene | None) -> str:
    """A follower, and the bonus of the step on its track."""
    seat = own_seat(scene)
    follower = vocabulary.TYPES[kind]
    if seat is None or scene is None:
        return _("take a follower: %(follower)s") % {"follower": follower}
    bonus = component_data.bonus_text(kind, seat["tracks"][kind] + 1, scene_access.view_of(scene))
    values = {"follower": follower, "bonus": bonus}
    return _("take a follower: %(follower)s; you get %(bonus)s") % values


def recruit_label(kind: str) -> Callable[[list[str], Scene | None], str]:
    return lambda arguments, scene: recruit(kind, scene)


def _village(arguments: list[str], scene: Scene | None) -> str:
    kind, *rest = arguments
    follower = vocabulary.TYPES[kind]
    if kind == "trader":
        values = {"follower": follower, "tile": vocabulary.PLACES[rest[0]]}
        return _("take a follower: %(follower)s; place tile %(tile)s") % values
    if not rest:
        return recruit(kind, scene)
    if rest[0] == "development":
        values = {"follower": follower, "bonus": vocabulary.development(1)}
        return _("take a follower: %(follower)s; %(bonus)s by the sluice") % values
    track = vocabulary.TRACKS[rest[0]]
    if rest[0] == "trader":
        values = {"follower": follower, "track": track, "bonus": vocabulary.PLACES[rest[1]]}
    else:
        seat = own_seat(scene)
        if seat is None or scene is None:
            values = {"follower": follower, "track": track}
            return _("take a follower: %(follower)s; a step on: %(track)s") % values
        bonus = component_data.bonus_text(
            rest[0], seat["tracks"][rest[0]] + 1, scene_access.view_of(scene)
        )
        values = {"follower": follower, "track": track, "bonus": bonus}
    return _("take a follower: %(follower)s; a step on: %(track)s (%(bonus)s)") % values


def _monastery(arguments: list[str], scene: Scene | None) -> str:
    return _("take a follower: %(follower)s") % {"follower": vocabulary.TYPES["monk"]}


def journey_text(town: str, good: str) -> str:
    values = {"town": vocabulary.TOWNS[town]}
    if good == "none":
        return _("to %(town)s, taking nothing") % values
    return _("to %(town)s, taking %(good)s") % {**values, "good": vocabulary.GOODS[good]}


def _journey(arguments: list[str], scene: Scene | None) -> str:
    return journey_text(arguments[0], arguments[1])


def _guildhall(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None:
        return _("build a trading station")
    return _("build a trading station in %(town)s") % {"town": vocabulary.TOWNS[seat["merchant"]]}


def sending_text(arguments: list[str], scene: Scene | None) -> str:
    """A follower sent to a deed, and its reward."""
    tile, deed, *reward = arguments
    gain = vocabulary.coins(component_data.DEED_COINS[deed])
    if reward and reward[0] == "development":
        gain = vocabulary.development(1)
    values = {"follower": vocabulary.TILES[tile], "deed": vocabulary.DEEDS[deed], "gain": gain}
    if scene is not None and is_completing(deed, scene_access.view_of(scene)):
        return _("%(follower)s → %(deed)s, for %(gain)s and its citizen") % values
    return _("%(follower)s → %(deed)s, for %(gain)s") % values


def is_completing(deed: str, view: View) -> bool:
    """Return whether one slot is left and nobody has taken the citizen."""
    return view["deeds"][deed].count(None) == 1 and deed in view["citizens"]["deeds"]


# place tiles


def good_text(good: str) -> Callable[[list[str], Scene | None], str]:
    return lambda arguments, scene: _("get one %(good)s") % {"good": vocabulary.GOODS[good]}


def coins_text(place: str) -> Callable[[list[str], Scene | None], str]:
    return lambda arguments, scene: (
        _("get %(coins)s") % {"coins": vocabulary.coins(PLACE_COINS[place])}
    )


def development_text(place: str) -> Callable[[list[str], Scene | None], str]:
    spaces = PLACE_DEVELOPMENT[place]
    return lambda arguments, scene: _("get %(bonus)s") % {"bonus": vocabulary.development(spaces)}


def _bathhouse(arguments: list[str], scene: Scene | None) -> str:
    return _("draw two followers from your bag")


def _hospital(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None:
        return _("coins for your level")
    return _("get %(coins)s") % {"coins": vocabulary.coins(seat["level"])}


def station_count(seat: Seat) -> int:
    return len(seat["stations"]) + seat["road_stations"]


def _office(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None:
        return _("coins for your stations")
    return _("get %(coins)s") % {"coins": vocabulary.coins(station_count(seat))}


def _windmill(arguments: list[str], scene: Scene | None) -> str:
    values = {
        "coins": vocabulary.coins(PLACE_COINS["windmill"]),
        "bonus": vocabulary.development(PLACE_DEVELOPMENT["windmill"]),
    }
    return _("get %(coins)s and %(bonus)s") % values


def _country_road(arguments: list[str], scene: Scene | None) -> str:
    return _("build a trading station on this tile")


def _pharmacy(arguments: list[str], scene: Scene | None) -> str:
    n = int(arguments[0])
    values = {"coins": vocabulary.coins(n), "bonus": vocabulary.development(n)}
    return _("pay %(coins)s for %(bonus)s") % values


def _laboratory(arguments: list[str], scene: Scene | None) -> str:
    return _("get a technology tile")


def _bakery(arguments: list[str], scene: Scene | None) -> str:
    values = {"coins": vocabulary.coins(BAKERY_PRICE), "n": arguments[0]}
    return _("pay %(coins)s: %(n)s grain become bread") % values


def _goldsmith(arguments: list[str], scene: Scene | None) -> str:
    values = {"good": vocabulary.GOODS[arguments[0]]}
    seat = own_seat(scene)
    if seat is None:
        return _("pay one %(good)s for development") % values
    bonus = vocabulary.development(station_count(seat))
    return _("pay one %(good)s for %(bonus)s") % {**values, "bonus": bonus}


def _hideout(arguments: list[str], scene: Scene | None) -> str:
    good, track, *place = arguments
    values: dict[str, object] = {"good": vocabulary.GOODS[good], "bonus": vocabulary.TRACKS[track]}
    seat = own_seat(scene)
    if place:
        values["bonus"] = _("place tile %(tile)s") % {"tile": vocabulary.PLACES[place[0]]}
    elif seat is not None:
        values["bonus"] = component_data.bonus_text(track, seat["tracks"][track], None)
    return _("pay one %(good)s for %(bonus)s") % values


def _courthouse(arguments: list[str], scene: Scene | None) -> str:
    seat, kind, town, good = arguments
    values = {
        "name": player_name(seat, scene),
        "coins": vocabulary.coins(COURTHOUSE_PRICE),
        "kind": vocabulary.KINDS[kind],
        "journey": journey_text(town, good),
    }
    return _("pay %(name)s %(coins)s and move their merchant by %(kind)s %(journey)s") % values


def _coins_for_each() -> str:
    return _("one coin for each follower there")


def _theater(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None or "theater" not in seat["places"]:
        return _coins_for_each()
    here = sum(tile is not None for tile in seat["places"]["theater"])
    return _("get %(coins)s") % {"coins": vocabulary.coins(here)}


def _quarry(arguments: list[str], scene: Scene | None) -> str:
    values = {"town": vocabulary.TOWNS[arguments[0]]}
    seat = own_seat(scene)
    if seat is None:
        return _("build a trading station in %(town)s") % values
    steps = DISTANCE[TOWN_ID[seat["merchant"]]][TOWN_ID[arguments[0]]]
    price = vocabulary.coins(QUARRY_PRICE + QUARRY_STEP * steps)
    return _("build a trading station in %(town)s for %(coins)s") % {**values, "coins": price}


def _workshop(arguments: list[str], scene: Scene | None) -> str:
    origin, place, slot = arguments
    values = {
        "origin": vocabulary.PLACES[origin],
        "place": vocabulary.PLACES[place],
        "slot": vocabulary.SLOTS[slot],
        "coins": vocabulary.coins(WORKSHOP_PRICE),
    }
    return (
        _("pay %(coins)s: technology from %(origin)s to %(place)s, on the slot of the %(slot)s")
        % values
    )


def _townhouse(arguments: list[str], scene: Scene | None) -> str:
    what, *rest = arguments
    if what == "coins":
        return _("get %(coins)s") % {"coins": vocabulary.coins(TOWNHOUSE_COINS)}
    if what == "good":
        return _("get one %(good)s") % {"good": vocabulary.GOODS[rest[0]]}
    if what == "development":
        return _("get %(bonus)s") % {"bonus": vocabulary.development(TOWNHOUSE_SPACES)}
    kind, town, good = rest
    values = {"kind": vocabulary.KINDS[kind], "journey": journey_text(town, good)}
    return _("move your merchant by %(kind)s %(journey)s") % values


def _observatory(arguments: list[str], scene: Scene | None) -> str:
    return _("advance to the next level of development")


def _ballroom(arguments: list[str], scene: Scene | None) -> str:
    place = arguments[0]
    values = {
        "tile": vocabulary.PLACES[place],
        "coins": vocabulary.coins(PRICE[component_data.LEVEL[place]]),
    }
    return _("buy the place tile %(tile)s for %(coins)s") % values


def _church(arguments: list[str], scene: Scene | None) -> str:
    host, place, *rest = arguments
    values = {
        "name": player_name(host, scene),
        "coins": vocabulary.coins(CHURCH_PRICE),
        "place": vocabulary.PLACES[place],
        "act": _coins_for_each() if place == "theater" else action_text(place, rest, scene),
    }
    return _("pay %(name)s %(coins)s and use their %(place)s: %(act)s") % values


ACTION_TEXTS: dict[str, Callable[[list[str], Scene | None], str]] = {
    "farm_house": recruit_label("farmer"),
    "village": _village,
    "university": recruit_label("scholar"),
    "castle": recruit_label("knight"),
    "monastery": _monastery,
    "ship": _journey,
    "wagon": _journey,
    "guildhall": _guildhall,
    "scriptorium": development_text("scriptorium"),
    "town_hall": sending_text,
    "bathhouse": _bathhouse,
    "wool_manufacturer": good_text("wool"),
    "cheese_factory": good_text("cheese"),
    "tailor_shop": good_text("brocade"),
    "shipping_line": development_text("shipping_line"),
    "hospital": _hospital,
    "library": development_text("library"),
    "winery": good_text("wine"),
    "windmill": _windmill,
    "brewery": coins_text("brewery"),
    "hayrick": good_text("grain"),
    "country_road": _country_road,
    "pharmacy": _pharmacy,
    "office": _office,
    "horse_wagon": _journey,
    "laboratory": _laboratory,
    "cellar": coins_text("cellar"),
    "gunpowder_tower": sending_text,
    "bakery": _bakery,
    "goldsmith": _goldsmith,
    "hideout": _hideout,
    "courthouse": _courthouse,
    "theater": _theater,
    "quarry": _quarry,
    "workshop": _workshop,
    "townhouse": _townhouse,
    "observatory": _observatory,
    "ballroom": _ballroom,
    "church": _church,
}
