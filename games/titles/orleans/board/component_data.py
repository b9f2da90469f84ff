"""Facts printed on the components, by words of moves: slots, levels, bonuses of the tracks."""

from __future__ import annotations

from ..rules import components as parts
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
AHEAD = 3  # number of things named on the development track
FOOD = tuple(parts.GOODS[good] for good in parts.FOOD)
ONE_TILE_PLACES = tuple(parts.PLACE_KEYS[place] for place in parts.ONE_TILE_PLACES)


def is_ready(place: str, contents: list[str | None]) -> bool:
    """Return whether a place could be used: all slots filled, or one for one-tile places."""
    if place in ONE_TILE_PLACES:
        return any(contents)
    return bool(contents) and all(contents)


def bonus_text(track: str, position: int, view: View | None) -> str:
    """Return the bonus of a position of a follower track."""
    if track == "farmer":
        good = parts.GOODS[parts.FARMER_GOODS[position - 1]]
        return _("one %(good)s") % {"good": vocabulary.GOODS[good]}
    if track == "craftsman":
        return str(vocabulary.TECHNOLOGY["first" if position == 1 else "later"])
    if track == "trader":
        return _("place tile of level I") if position == 1 else _("place tile")
    if track == "scholar":
        return vocabulary.development(parts.SCHOLAR_DEVELOPMENT[position - 1])
    citizen = CITIZEN_AT[track] == position and (view is None or track in citizens_at(view))
    if track == "knight":
        draws = vocabulary.followers(parts.KNIGHT_DRAWS[position])
        text = _("%(followers)s per round") % {"followers": draws}
        return _("%(bonus)s and a citizen") % {"bonus": text} if citizen else text
    if position == parts.BOATMAN_CITIZEN:
        return _("a citizen") if citizen else _("nothing more")
    return vocabulary.coins(parts.BOATMAN_COINS[position - 1])


def citizens_at(view: View) -> list[str]:
    """The tracks of `CITIZEN_AT` whose citizen nobody has taken."""
    left = view["citizens"]
    waiting = {"knight": left["knight"], "boatman": left["boatman"]}
    return [track for track in CITIZEN_AT if waiting[track]]


def development_ahead_texts(space: int, view: View) -> list[str]:
    """The next things on the development track, the nearest first."""
    ahead: list[tuple[int, str]] = []
    for first, level in parts.LEVEL_FROM:
        if first > space:
            ahead.append(
                (first, _("level %(level)s on %(space)s") % {"level": level, "space": first})
            )
    for at, gain in parts.DEVELOPMENT_COINS.items():
        if at > space:
            values = {"coins": vocabulary.coins(gain), "space": at}
            ahead.append((at, _("%(coins)s on %(space)s") % values))
    for at in view["citizens"]["development"]:
        if at > space:
            ahead.append((at, _("citizen on %(space)s") % {"space": at}))
    return [text for _space, text in sorted(ahead)][:AHEAD]


def event_text(event: Hourglass) -> str:
    """Return the effect of a round's event, with the number on its tile."""
    name, value = event["name"], event["value"] or 0
    if name == "pilgrimage":
        return _("The monastery gives no monks this round.")
    if name == "plague":
        return _("Everyone draws a follower from the bag and loses it if it is neutral.")
    if name == "taxes":
        if value == 1:
            return _("Everyone pays one coin for each good.")
        return _("Everyone pays one coin for every %(n)s goods.") % {"n": value}
    if name == "trading_day":
        values = {"coins": vocabulary.coins(value)}
        return _("Everyone gets %(coins)s for each station built.") % values
    if name == "income":
        values = {"coins": vocabulary.coins(value)}
        return _("Everyone gets %(coins)s for each level of development.") % values
    return _("Everyone hands in %(n)s food, or pays %(coins)s for each one missing.") % {
        "n": value,
        "coins": vocabulary.coins(parts.HARVEST_FINE),
    }


def event_consequence(event: Hourglass, seat: Seat) -> str:
    """Return what the event would do to a seat as it is now; "" if nothing is certain."""
    name, value = event["name"], event["value"] or 0
    if name == "taxes":
        goods = sum(seat["goods"].values()) + seat["bread"]
        values = {"n": goods, "value": value, "coins": vocabulary.coins(goods // value)}
        return _("goods %(n)s ÷ %(value)s: you would pay %(coins)s") % values
    if name == "trading_day":
        stations = len(seat["stations"]) + seat["road_stations"]
        values = {"n": stations, "value": value, "coins": vocabulary.coins(value * stations)}
        return _("stations %(n)s × %(value)s: you would get %(coins)s") % values
    if name == "income":
        values = {
            "n": seat["level"],
            "value": value,
            "coins": vocabulary.coins(value * seat["level"]),
        }
        return _("level %(n)s × %(value)s: you would get %(coins)s") % values
    if name == "harvest":
        food = sum(seat["goods"][good] for good in FOOD) + seat["bread"]
        if food >= value:
            return _("you have %(n)s food") % {"n": food}
        missing = parts.HARVEST_FINE * (value - food)
        values = {"n": food, "coins": vocabulary.coins(missing)}
        return _("you have %(n)s food and would pay %(coins)s") % values
    if name == "plague":
        neutral = sum(n for tile, n in seat["bag"].items() if tile not in vocabulary.OWN)
        if not neutral:
            return _("your bag holds no neutral follower")
        values = {"n": neutral, "all": sum(seat["bag"].values())}
        return _("%(n)s of the %(all)s followers in your bag are neutral") % values
    return ""
