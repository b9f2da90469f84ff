"""Actions in words: `action_text` has one function for each form of `act` (rules sheet 6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.boards import Scene
from games.boards.labels import argument, label
from games.boards.view_models import Text

from ..rules.components import COURTHOUSE_PRICE, PLACE_COINS, PLACE_DEVELOPMENT, WORKSHOP_PRICE
from ..rules.tile_actions import (
    BAKERY_PRICE,
    CHURCH_PRICE,
    PRICE,
    TOWNHOUSE_COINS,
    TOWNHOUSE_SPACES,
)
from ..rules.view import Seat, View
from . import component_data, vocabulary
from .scene_access import own_seat, view_of
from .translations import gettext
from .translations import gettext_lazy as _

ActionText = Callable[[list[str], Scene | None], str]


def action_text(place: str, arguments: list[str], scene: Scene | None) -> str:
    """Return the effect of `act PLACE …`, without the name of the place."""
    return ACTION_TEXTS[place](arguments, scene)


def _player(arguments: list[str], scene: Scene | None) -> str:
    number = int(arguments[0])
    return scene.names[number] if scene else gettext("player %(n)s") % {"n": number + 1}


# the places of the board


def next_bonus(track: str, scene: Scene | None) -> str:
    """What the viewer's next step on a track brings; "" without a viewer."""
    seat = own_seat(scene)
    if seat is None or scene is None:
        return ""
    return component_data.bonus_text(track, seat["tracks"][track] + 1, view_of(scene))


def _recruit(kind: str, _arguments: list[str], scene: Scene | None) -> str:
    """A follower, and the bonus of the step on its track."""
    values = {"follower": vocabulary.TYPES[kind], "bonus": next_bonus(kind, scene)}
    if not values["bonus"]:
        return gettext("take a follower: %(follower)s") % values
    return gettext("take a follower: %(follower)s; you get %(bonus)s") % values


def _village(arguments: list[str], scene: Scene | None) -> str:
    kind, *rest = arguments
    values: dict[str, object] = {"follower": vocabulary.TYPES[kind]}
    if kind == "trader":
        values["tile"] = vocabulary.PLACES[rest[0]]
        return gettext("take a follower: %(follower)s; place tile %(tile)s") % values
    if not rest:
        return _recruit(kind, rest, scene)
    track, *tile = rest
    if track == "development":
        values["bonus"] = vocabulary.development(1)
        return gettext("take a follower: %(follower)s; %(bonus)s by the sluice") % values
    values["track"] = vocabulary.TRACKS[track]
    values["bonus"] = vocabulary.PLACES[tile[0]] if tile else next_bonus(track, scene)
    if not values["bonus"]:
        return gettext("take a follower: %(follower)s; a step on: %(track)s") % values
    return gettext("take a follower: %(follower)s; a step on: %(track)s (%(bonus)s)") % values


def journey_text(town: str, good: str) -> str:
    values = {"town": vocabulary.TOWNS[town], "good": vocabulary.GOODS.get(good)}
    if good == "none":
        return gettext("to %(town)s, taking nothing") % values
    return gettext("to %(town)s, taking %(good)s") % values


def sending_text(arguments: list[str], scene: Scene | None) -> str:
    """A follower sent to a deed, and its reward."""
    tile, deed, *reward = arguments
    gain = vocabulary.coins(component_data.DEED_COINS[deed])
    if reward == ["development"]:
        gain = vocabulary.development(1)
    values = {"follower": vocabulary.TILES[tile], "deed": vocabulary.DEEDS[deed], "gain": gain}
    if scene is not None and _is_completing(deed, view_of(scene)):
        return gettext("%(follower)s → %(deed)s, for %(gain)s and its citizen") % values
    return gettext("%(follower)s → %(deed)s, for %(gain)s") % values


def _is_completing(deed: str, view: View) -> bool:
    """Return whether one slot is left and nobody has taken the citizen."""
    return view["deeds"][deed].count(None) == 1 and deed in view["citizens"]["deeds"]


# texts for `ACTION_TEXTS`


def _for_viewer(rule_text: ActionText, own_text: Callable[..., str]) -> ActionText:
    """`own_text` with the viewer's board; `rule_text` for spectators and without a scene."""

    def text(arguments: list[str], scene: Scene | None) -> str:
        seat = own_seat(scene)
        return rule_text(arguments, scene) if seat is None else own_text(arguments, seat)

    return text


def _coins_for(rule: Text, count: Callable[[Seat], int | None]) -> ActionText:
    """The coins for what the viewer has; the rule where `count` or the viewer is None."""
    rule_text, coins = label(rule), label(_("get %(coins)s"), coins=vocabulary.coins)

    def own_text(arguments: list[str], seat: Seat) -> str:
        n = count(seat)
        return rule_text() if n is None else coins(n)

    return _for_viewer(rule_text, own_text)


def _followers_in_theater(seat: Seat) -> int | None:
    places = seat["places"]
    return sum(map(bool, places["theater"])) if "theater" in places else None


def _hideout_bonus(arguments: list[str], scene: Scene | None) -> object:
    _good, track, *place = arguments
    if place:
        return gettext("place tile %(tile)s") % {"tile": vocabulary.PLACES[place[0]]}
    if (seat := own_seat(scene)) is None:
        return vocabulary.TRACKS[track]
    return component_data.bonus_text(track, seat["tracks"][track])


def _use(arguments: list[str], scene: Scene | None) -> str:
    """What the church pays for."""
    place, *rest = arguments[1:]
    return str(COINS_FOR_EACH) if place == "theater" else action_text(place, rest, scene)


def _good(good: str) -> ActionText:
    return label(_("get one %(good)s"), good=vocabulary.GOODS[good])


def _journey(place: int) -> ActionText:
    return lambda arguments, scene: journey_text(*arguments[place:])


COINS_FOR_EACH = _("one coin for each follower there")
TOWNHOUSE = {
    "coins": label(_("get %(coins)s"), coins=vocabulary.lazy_coins(TOWNHOUSE_COINS)),
    "good": label(_("get one %(good)s"), good=argument(vocabulary.GOODS)),
    "development": label(_("get %(bonus)s"), bonus=vocabulary.lazy_development(TOWNHOUSE_SPACES)),
    "move": label(
        _("move your merchant by %(kind)s %(journey)s"),
        kind=argument(vocabulary.KINDS),
        journey=_journey(1),
    ),
}
ACTION_TEXTS: dict[str, ActionText] = {
    "farm_house": partial(_recruit, "farmer"),
    "village": _village,
    "university": partial(_recruit, "scholar"),
    "castle": partial(_recruit, "knight"),
    "monastery": label(_("take a follower: %(follower)s"), follower=vocabulary.TYPES["monk"]),
    **dict.fromkeys(("ship", "wagon", "horse_wagon"), _journey(0)),
    "guildhall": _for_viewer(
        label(_("build a trading station")),
        label(
            _("build a trading station in %(town)s"),
            town=lambda _words, seat: vocabulary.TOWNS[seat["merchant"]],
        ),
    ),
    **dict.fromkeys(("town_hall", "gunpowder_tower"), sending_text),
    **{
        place: label(
            _("get %(bonus)s"), bonus=vocabulary.lazy_development(PLACE_DEVELOPMENT[place])
        )
        for place in ("scriptorium", "shipping_line", "library")
    },
    **{
        place: label(_("get %(coins)s"), coins=vocabulary.lazy_coins(PLACE_COINS[place]))
        for place in ("brewery", "cellar")
    },
    "bathhouse": label(_("draw two followers from your bag")),
    "wool_manufacturer": _good("wool"),
    "cheese_factory": _good("cheese"),
    "tailor_shop": _good("brocade"),
    "winery": _good("wine"),
    "hayrick": _good("grain"),
    "hospital": _coins_for(_("coins for your level"), lambda seat: seat["level"]),
    "windmill": label(
        _("get %(coins)s and %(bonus)s"),
        coins=vocabulary.lazy_coins(PLACE_COINS["windmill"]),
        bonus=vocabulary.lazy_development(PLACE_DEVELOPMENT["windmill"]),
    ),
    "country_road": label(_("build a trading station on this tile")),
    "pharmacy": label(
        _("pay %(coins)s for %(bonus)s"),
        coins=lambda arguments, scene: vocabulary.coins(int(arguments[0])),
        bonus=lambda arguments, scene: vocabulary.development(int(arguments[0])),
    ),
    "office": _coins_for(_("coins for your stations"), component_data.station_count),
    "laboratory": label(_("get a technology tile")),
    "bakery": label(
        _("pay %(coins)s: %(n)s grain become bread"),
        coins=vocabulary.lazy_coins(BAKERY_PRICE),
        n=argument(str),
    ),
    "goldsmith": _for_viewer(
        label(_("pay one %(good)s for development"), good=argument(vocabulary.GOODS)),
        label(
            _("pay one %(good)s for %(bonus)s"),
            good=argument(vocabulary.GOODS),
            bonus=lambda _words, seat: vocabulary.development(component_data.station_count(seat)),
        ),
    ),
    "hideout": label(
        _("pay one %(good)s for %(bonus)s"), good=argument(vocabulary.GOODS), bonus=_hideout_bonus
    ),
    "courthouse": label(
        _("pay %(name)s %(coins)s and move their merchant by %(kind)s %(journey)s"),
        name=_player,
        coins=vocabulary.lazy_coins(COURTHOUSE_PRICE),
        kind=argument(vocabulary.KINDS, 1),
        journey=_journey(2),
    ),
    "theater": _coins_for(COINS_FOR_EACH, _followers_in_theater),
    "quarry": _for_viewer(
        label(_("build a trading station in %(town)s"), town=argument(vocabulary.TOWNS)),
        label(
            _("build a trading station in %(town)s for %(coins)s"),
            town=argument(vocabulary.TOWNS),
            coins=lambda words, seat: vocabulary.coins(component_data.station_price(seat, *words)),
        ),
    ),
    "workshop": label(
        _("pay %(coins)s: technology from %(origin)s to %(place)s, on the slot of the %(slot)s"),
        coins=vocabulary.lazy_coins(WORKSHOP_PRICE),
        origin=argument(vocabulary.PLACES),
        place=argument(vocabulary.PLACES, 1),
        slot=argument(vocabulary.SLOTS, 2),
    ),
    "townhouse": lambda words, scene: TOWNHOUSE[words[0]](words[1:], scene),
    "observatory": label(_("advance to the next level of development")),
    "ballroom": label(
        _("buy the place tile %(tile)s for %(coins)s"),
        tile=argument(vocabulary.PLACES),
        coins=lambda arguments, scene: vocabulary.coins(PRICE[component_data.LEVEL[arguments[0]]]),
    ),
    "church": label(
        _("pay %(name)s %(coins)s and use their %(place)s: %(act)s"),
        name=_player,
        coins=vocabulary.lazy_coins(CHURCH_PRICE),
        place=argument(vocabulary.PLACES, 1),
        act=_use,
    ),
}
