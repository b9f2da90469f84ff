"""Actions in words: `action_text` has one function for each form of `act` (rules sheet 6)."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene
from games.boards.labels import argument, label

from ..rules.components import COURTHOUSE_PRICE, PLACE_COINS, PLACE_DEVELOPMENT, WORKSHOP_PRICE
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
from .translations import gettext
from .translations import gettext_lazy as _


def action_text(place: str, arguments: list[str], scene: Scene | None) -> str:
    """Return the effect of `act PLACE …`, without the name of the place."""
    return ACTION_TEXTS[place](arguments, scene)


def player_name(number: str, scene: Scene | None) -> str:
    if scene is None:
        return gettext("player %(n)s") % {"n": int(number) + 1}
    return scene.names[int(number)]


# the places of the board


def recruit(kind: str, scene: Scene | None) -> str:
    """A follower, and the bonus of the step on its track."""
    seat = own_seat(scene)
    follower = vocabulary.TYPES[kind]
    if seat is None or scene is None:
        return gettext("take a follower: %(follower)s") % {"follower": follower}
    bonus = component_data.bonus_text(kind, seat["tracks"][kind] + 1, scene_access.view_of(scene))
    values = {"follower": follower, "bonus": bonus}
    return gettext("take a follower: %(follower)s; you get %(bonus)s") % values


def _village(arguments: list[str], scene: Scene | None) -> str:
    kind, *rest = arguments
    follower = vocabulary.TYPES[kind]
    if kind == "trader":
        values = {"follower": follower, "tile": vocabulary.PLACES[rest[0]]}
        return gettext("take a follower: %(follower)s; place tile %(tile)s") % values
    if not rest:
        return recruit(kind, scene)
    if rest[0] == "development":
        values = {"follower": follower, "bonus": vocabulary.development(1)}
        return gettext("take a follower: %(follower)s; %(bonus)s by the sluice") % values
    track = vocabulary.TRACKS[rest[0]]
    if rest[0] == "trader":
        values = {"follower": follower, "track": track, "bonus": vocabulary.PLACES[rest[1]]}
    else:
        seat = own_seat(scene)
        if seat is None or scene is None:
            values = {"follower": follower, "track": track}
            return gettext("take a follower: %(follower)s; a step on: %(track)s") % values
        bonus = component_data.bonus_text(
            rest[0], seat["tracks"][rest[0]] + 1, scene_access.view_of(scene)
        )
        values = {"follower": follower, "track": track, "bonus": bonus}
    return gettext("take a follower: %(follower)s; a step on: %(track)s (%(bonus)s)") % values


def journey_text(town: str, good: str) -> str:
    values = {"town": vocabulary.TOWNS[town]}
    if good == "none":
        return gettext("to %(town)s, taking nothing") % values
    return gettext("to %(town)s, taking %(good)s") % {**values, "good": vocabulary.GOODS[good]}


def _guildhall(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None:
        return gettext("build a trading station")
    return gettext("build a trading station in %(town)s") % {
        "town": vocabulary.TOWNS[seat["merchant"]]
    }


def sending_text(arguments: list[str], scene: Scene | None) -> str:
    """A follower sent to a deed, and its reward."""
    tile, deed, *reward = arguments
    gain = vocabulary.coins(component_data.DEED_COINS[deed])
    if reward and reward[0] == "development":
        gain = vocabulary.development(1)
    values = {"follower": vocabulary.TILES[tile], "deed": vocabulary.DEEDS[deed], "gain": gain}
    if scene is not None and is_completing(deed, scene_access.view_of(scene)):
        return gettext("%(follower)s → %(deed)s, for %(gain)s and its citizen") % values
    return gettext("%(follower)s → %(deed)s, for %(gain)s") % values


def is_completing(deed: str, view: View) -> bool:
    """Return whether one slot is left and nobody has taken the citizen."""
    return view["deeds"][deed].count(None) == 1 and deed in view["citizens"]["deeds"]


# place tiles


def _hospital(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None:
        return gettext("coins for your level")
    return gettext("get %(coins)s") % {"coins": vocabulary.coins(seat["level"])}


def station_count(seat: Seat) -> int:
    return len(seat["stations"]) + seat["road_stations"]


def _office(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None:
        return gettext("coins for your stations")
    return gettext("get %(coins)s") % {"coins": vocabulary.coins(station_count(seat))}


def _goldsmith(arguments: list[str], scene: Scene | None) -> str:
    values = {"good": vocabulary.GOODS[arguments[0]]}
    seat = own_seat(scene)
    if seat is None:
        return gettext("pay one %(good)s for development") % values
    bonus = vocabulary.development(station_count(seat))
    return gettext("pay one %(good)s for %(bonus)s") % {**values, "bonus": bonus}


def _hideout(arguments: list[str], scene: Scene | None) -> str:
    good, track, *place = arguments
    values: dict[str, object] = {"good": vocabulary.GOODS[good], "bonus": vocabulary.TRACKS[track]}
    seat = own_seat(scene)
    if place:
        values["bonus"] = gettext("place tile %(tile)s") % {"tile": vocabulary.PLACES[place[0]]}
    elif seat is not None:
        values["bonus"] = component_data.bonus_text(track, seat["tracks"][track], None)
    return gettext("pay one %(good)s for %(bonus)s") % values


def _courthouse(arguments: list[str], scene: Scene | None) -> str:
    seat, kind, town, good = arguments
    values = {
        "name": player_name(seat, scene),
        "coins": vocabulary.coins(COURTHOUSE_PRICE),
        "kind": vocabulary.KINDS[kind],
        "journey": journey_text(town, good),
    }
    return (
        gettext("pay %(name)s %(coins)s and move their merchant by %(kind)s %(journey)s") % values
    )


def _theater(arguments: list[str], scene: Scene | None) -> str:
    seat = own_seat(scene)
    if seat is None or "theater" not in seat["places"]:
        return COINS_FOR_EACH()
    here = sum(tile is not None for tile in seat["places"]["theater"])
    return gettext("get %(coins)s") % {"coins": vocabulary.coins(here)}


def _quarry(arguments: list[str], scene: Scene | None) -> str:
    values = {"town": vocabulary.TOWNS[arguments[0]]}
    seat = own_seat(scene)
    if seat is None:
        return gettext("build a trading station in %(town)s") % values
    steps = DISTANCE[TOWN_ID[seat["merchant"]]][TOWN_ID[arguments[0]]]
    price = vocabulary.coins(QUARRY_PRICE + QUARRY_STEP * steps)
    return gettext("build a trading station in %(town)s for %(coins)s") % {**values, "coins": price}


def _townhouse(arguments: list[str], scene: Scene | None) -> str:
    what, *rest = arguments
    if what == "coins":
        return gettext("get %(coins)s") % {"coins": vocabulary.coins(TOWNHOUSE_COINS)}
    if what == "good":
        return gettext("get one %(good)s") % {"good": vocabulary.GOODS[rest[0]]}
    if what == "development":
        return gettext("get %(bonus)s") % {"bonus": vocabulary.development(TOWNHOUSE_SPACES)}
    kind, town, good = rest
    values = {"kind": vocabulary.KINDS[kind], "journey": journey_text(town, good)}
    return gettext("move your merchant by %(kind)s %(journey)s") % values


def _ballroom(arguments: list[str], scene: Scene | None) -> str:
    place = arguments[0]
    values = {
        "tile": vocabulary.PLACES[place],
        "coins": vocabulary.coins(PRICE[component_data.LEVEL[place]]),
    }
    return gettext("buy the place tile %(tile)s for %(coins)s") % values


def _church(arguments: list[str], scene: Scene | None) -> str:
    host, place, *rest = arguments
    values = {
        "name": player_name(host, scene),
        "coins": vocabulary.coins(CHURCH_PRICE),
        "place": vocabulary.PLACES[place],
        "act": COINS_FOR_EACH() if place == "theater" else action_text(place, rest, scene),
    }
    return gettext("pay %(name)s %(coins)s and use their %(place)s: %(act)s") % values


ActionText = Callable[[list[str], Scene | None], str]


def _recruit(kind: str) -> ActionText:
    return lambda arguments, scene: recruit(kind, scene)


def _good(good: str) -> ActionText:
    return label(_("get one %(good)s"), good=vocabulary.GOODS[good])


def _coins(n: int) -> Callable[..., str]:
    return lambda arguments, scene: vocabulary.coins(n)


def _development(n: int) -> Callable[..., str]:
    return lambda arguments, scene: vocabulary.development(n)


COINS_FOR_EACH = label(_("one coin for each follower there"))


def _journey(arguments: list[str], scene: Scene | None) -> str:
    return journey_text(*arguments)


ACTION_TEXTS: dict[str, ActionText] = {
    "farm_house": _recruit("farmer"),
    "village": _village,
    "university": _recruit("scholar"),
    "castle": _recruit("knight"),
    "monastery": label(_("take a follower: %(follower)s"), follower=vocabulary.TYPES["monk"]),
    **dict.fromkeys(("ship", "wagon", "horse_wagon"), _journey),
    "guildhall": _guildhall,
    **dict.fromkeys(("town_hall", "gunpowder_tower"), sending_text),
    **{
        place: label(_("get %(bonus)s"), bonus=_development(PLACE_DEVELOPMENT[place]))
        for place in ("scriptorium", "shipping_line", "library")
    },
    **{
        place: label(_("get %(coins)s"), coins=_coins(PLACE_COINS[place]))
        for place in ("brewery", "cellar")
    },
    "bathhouse": label(_("draw two followers from your bag")),
    "wool_manufacturer": _good("wool"),
    "cheese_factory": _good("cheese"),
    "tailor_shop": _good("brocade"),
    "winery": _good("wine"),
    "hayrick": _good("grain"),
    "hospital": _hospital,
    "windmill": label(
        _("get %(coins)s and %(bonus)s"),
        coins=_coins(PLACE_COINS["windmill"]),
        bonus=_development(PLACE_DEVELOPMENT["windmill"]),
    ),
    "country_road": label(_("build a trading station on this tile")),
    "pharmacy": label(
        _("pay %(coins)s for %(bonus)s"),
        coins=lambda arguments, scene: vocabulary.coins(int(arguments[0])),
        bonus=lambda arguments, scene: vocabulary.development(int(arguments[0])),
    ),
    "office": _office,
    "laboratory": label(_("get a technology tile")),
    "bakery": label(
        _("pay %(coins)s: %(n)s grain become bread"), coins=_coins(BAKERY_PRICE), n=argument(str)
    ),
    "goldsmith": _goldsmith,
    "hideout": _hideout,
    "courthouse": _courthouse,
    "theater": _theater,
    "quarry": _quarry,
    "workshop": label(
        _("pay %(coins)s: technology from %(origin)s to %(place)s, on the slot of the %(slot)s"),
        coins=_coins(WORKSHOP_PRICE),
        origin=argument(vocabulary.PLACES),
        place=argument(vocabulary.PLACES, 1),
        slot=argument(vocabulary.SLOTS, 2),
    ),
    "townhouse": _townhouse,
    "observatory": label(_("advance to the next level of development")),
    "ballroom": _ballroom,
    "church": _church,
}
