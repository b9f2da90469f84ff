"""Facts printed on the components, by words of moves: slots, levels, bonuses of the tracks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.boards.translations import join_list
from games.boards.view_models import Text

from ..rules import components as parts
from ..rules.tile_actions import PRICE, quarry_price
from ..rules.town_map import TOWN_ID
from ..rules.view import Hourglass, Seat, View
from . import vocabulary
from .translations import gettext as _

SLOTS = {place.key: tuple(parts.SLOT_TYPES[slot] for slot in place.slots) for place in parts.PLACES}
LEVEL = {place.key: place.level for place in parts.PLACES}
DEED_SLOTS = {
    deed.key: tuple(parts.SLOT_TYPES[slot] for slot in deed.slots) for deed in parts.DEEDS
}
DEED_COINS = {deed.key: deed.coins for deed in parts.DEEDS}
LAST = dict(zip(parts.TRACKS, parts.TRACK_LAST, strict=True))
TYPE_OF = {word: parts.TYPES[parts.TYPE_OF[tile]] for word, tile in parts.TILE_ID.items()}
CITIZEN_AT = {"knight": parts.KNIGHT_CITIZEN, "boatman": parts.BOATMAN_CITIZEN}
#: The places that give a follower of one type.
RECRUITS = {
    "farm_house": "farmer",
    "university": "scholar",
    "castle": "knight",
    "monastery": "monk",
}
AHEAD = 3  # number of things named on the development track
FOOD = tuple(parts.GOODS[good] for good in parts.FOOD)
ONE_TILE_PLACES = tuple(parts.PLACE_KEYS[place] for place in parts.ONE_TILE_PLACES)


def station_count(seat: Seat) -> int:
    return len(seat["stations"]) + seat["road_stations"]


def station_price(seat: Seat, town: str) -> int:
    """The price of a quarry's station in a town, in coins."""
    return quarry_price(TOWN_ID[seat["merchant"]], TOWN_ID[town])


def deed_gain(deed: str) -> str:
    """What a follower sent to a deed brings."""
    coins = vocabulary.coins(DEED_COINS[deed])
    if deed != "canalisation":
        return coins
    return _("%(coins)s or %(bonus)s") % {"coins": coins, "bonus": vocabulary.development(1)}


def is_ready(place: str, contents: Sequence[str | None]) -> bool:
    """Return whether a place could be used: all slots filled, or one for one-tile places."""
    if place in ONE_TILE_PLACES:
        return any(contents)
    return bool(contents) and all(contents)


def bonus_text(track: str, position: int, view: View | None = None) -> str:
    """Return the bonus of a position of a follower track."""
    if position == 0:
        return vocabulary.followers(parts.KNIGHT_DRAWS[0]) if track == "knight" else _("start")
    if track == "farmer":
        good = parts.GOODS[parts.FARMER_GOODS[position - 1]]
        return _("one %(good)s") % {"good": vocabulary.GOODS[good]}
    if track == "craftsman":
        return str(vocabulary.TECHNOLOGY["first" if position == 1 else "later"])
    if track == "trader":
        return _("place tile of level I") if position == 1 else _("place tile")
    if track == "scholar":
        return vocabulary.development(parts.SCHOLAR_DEVELOPMENT[position - 1])
    citizen = CITIZEN_AT[track] == position and (view is None or track in citizen_spaces(view))
    if track == "knight":
        draws = vocabulary.followers(parts.KNIGHT_DRAWS[position])
        text = _("%(followers)s per round") % {"followers": draws}
        return _("%(bonus)s and a citizen") % {"bonus": text} if citizen else text
    if position == parts.BOATMAN_CITIZEN:
        return _("a citizen") if citizen else _("nothing more")
    return vocabulary.coins(parts.BOATMAN_COINS[position - 1])


def citizen_spaces(view: View) -> dict[str, list[int]]:
    """The spaces of each track with a citizen that nobody has taken."""
    left = view["citizens"]
    spaces = {
        "development": left["development"],
        "knight": [CITIZEN_AT["knight"]] if left["knight"] else [],
        "boatman": [CITIZEN_AT["boatman"]] if left["boatman"] else [],
    }
    return {track: waiting for track, waiting in spaces.items() if waiting}


def development_ahead_texts(space: int, view: View) -> list[str]:
    """The next things on the development track, the nearest first."""
    things = [(at, _("level %(level)s on %(space)s"), level) for at, level in parts.LEVEL_FROM]
    things += [
        (at, _("%(coins)s on %(space)s"), coins) for at, coins in parts.DEVELOPMENT_COINS.items()
    ]
    things += [(at, _("citizen on %(space)s"), 1) for at in view["citizens"]["development"]]
    texts = (
        (at, text % {"level": n, "coins": vocabulary.coins(n), "space": at})
        for at, text, n in things
        if at > space
    )
    return [text for _at, text in sorted(texts)][:AHEAD]


def event_text(event: Hourglass) -> str:
    """Return the effect of a round's event, with the number on its tile."""
    name, value = event["name"], event["value"] or 0
    coins = parts.HARVEST_FINE if name == "harvest" else value
    text = vocabulary.NUMBERED_EVENT_EFFECTS.get(name, vocabulary.EVENT_EFFECTS[name])
    if name == "taxes" and value == 1:
        text = _("Everyone pays one coin for each good.")
    return str(text) % {"n": value, "coins": vocabulary.coins(coins)}


def event_consequence(event: Hourglass, seat: Seat) -> str:
    """Return what the event would do to a seat as it is now; "" if nothing is certain."""
    value, coins = event["value"] or 0, 0
    match event["name"]:
        case "taxes":
            n = sum(seat["goods"].values()) + seat["bread"]
            coins = n // value
            text = _("goods %(n)s ÷ %(value)s: you would pay %(coins)s")
        case "trading_day":
            n = station_count(seat)
            coins = value * n
            text = _("stations %(n)s × %(value)s: you would get %(coins)s")
        case "income":
            n = seat["level"]
            coins = value * n
            text = _("level %(n)s × %(value)s: you would get %(coins)s")
        case "harvest":
            n = sum(seat["goods"][good] for good in FOOD) + seat["bread"]
            coins = parts.HARVEST_FINE * max(0, value - n)
            text = _("you have %(n)s food and would pay %(coins)s")
            text = text if coins else _("you have %(n)s food")
        case "plague":
            n = sum(n for tile, n in seat["bag"].items() if tile not in vocabulary.OWN)
            text = _("%(n)s of the %(all)s followers in your bag are neutral")
            text = text if n else _("your bag holds no neutral follower")
        case _:
            return ""
    values = {"n": n, "value": value, "all": sum(seat["bag"].values())}
    return text % {**values, "coins": vocabulary.coins(coins)}


def numbered_event(event: str, letter: str) -> str:
    """An event with the number on its tile of this pile."""
    values = {
        "event": vocabulary.EVENTS[event],
        "n": parts.EVENT_VALUES.get(event, {}).get(letter),
    }
    return _("%(event)s %(n)s") % values if values["n"] else str(values["event"])


def _bag_text(bag: Iterable[int]) -> str:
    return vocabulary.amounts(dict(zip(parts.TILES, bag, strict=True)), vocabulary.TILES)


TEMPLATE_WORDS: dict[str, Mapping[Any, Text] | Callable[..., str]] = {
    "bag": _bag_text,
    "bonus": bonus_text,
    "coins": vocabulary.coins,
    "effects": vocabulary.EFFECTS,
    "numbered_event": numbered_event,
    "phases": vocabulary.PHASES,
    "prices": {level: str(price) for level, price in PRICE.items()},
    "row": join_list,
    "slot": vocabulary.slot,
    "slots": vocabulary.place_slots,
}
