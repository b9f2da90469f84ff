"""Moves of Catan in words: complete for drafts and the log, or short below a heading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.boards import Scene
from games.boards.translations import capitalize_first

from ..rules.components import PURCHASE_PRICE, TOLL, TOP_LEVEL
from ..rules.two_player import RETIRED_KNIGHT_TOKENS
from ..rules.wagon import GRAIN_POINTS
from . import vocabulary
from .places import IslandPlaces, map_code
from .translations import gettext as _

LabelFunction = Callable[[list[str], IslandPlaces | None], str]


def move_label(move: str, scene: Scene | None = None, land: IslandPlaces | None = None) -> str:
    """Return a move in words; with a scene, also its place, cost and result."""
    verb, *arguments = move.split(" ")
    if land is None and scene is not None:
        land = IslandPlaces(scene)
    return LABELS[verb](arguments, land)


def short_label(move: str, land: IslandPlaces) -> str:
    """Return a move in words for a list whose heading already names the verb."""
    verb, *arguments = move.split(" ")
    return (SHORT_LABELS.get(verb) or LABELS[verb])(arguments, land)


def button_label(move: str) -> str:
    """Return a move in words for a button of the turn bar."""
    return BUTTON_LABELS[move]() if move in BUTTON_LABELS else move_label(move)


def auto_answer_label(key: str) -> str:
    """Return an automatic answer in words."""
    verb, what = key.split(" ")
    if verb == "never":
        return _("Decline every offer that asks me for %(ware)s") % {"ware": vocabulary.WARES[what]}
    return _("Decline every offer") if what == "all" else _("Decline every offer of this turn")


# places, players and wares in moves


def intersection_text(arguments: list[str], land: IslandPlaces | None) -> str:
    return land.spot(arguments[-1]) if land else map_code(arguments[-1])


def path_text(arguments: list[str], land: IslandPlaces | None) -> str:
    return land.path(arguments[-1]) if land else map_code(arguments[-1])


def path_with_owner(arguments: list[str], land: IslandPlaces | None) -> str:
    return land.path_with_road(arguments[-1]) if land else map_code(arguments[-1])


def hex_with_people(arguments: list[str], land: IslandPlaces | None) -> str:
    return land.hex_with_owners(arguments[-1]) if land else map_code(arguments[-1])


def player_name(arguments: list[str], land: IslandPlaces | None) -> str:
    number = int(arguments[0])
    return land.scene.names[number] if land else _("player %(n)s") % {"n": number + 1}


def ware_text(arguments: list[str], land: IslandPlaces | None) -> str:
    return capitalize_first(vocabulary.WARES[arguments[-1]])


def _ware_params(arguments: list[str], land: IslandPlaces | None) -> dict[str, Any]:
    """The ware of a move as the only parameter of a text."""
    return {"ware": vocabulary.WARES[arguments[-1]]}


# cards, trade, tokens


def _play(arguments: list[str], land: IslandPlaces | None) -> str:
    card, *more = arguments
    if card == "plenty":
        return _("Play year of plenty: take %(wares)s") % {"wares": vocabulary.counted_wares(more)}
    if card == "monopoly":
        return _("Play monopoly: all %(ware)s of the others") % {"ware": vocabulary.WARES[more[0]]}
    return _("Play %(card)s") % {"card": vocabulary.CARDS[card]}


def _short_play(arguments: list[str], land: IslandPlaces | None) -> str:
    card, *more = arguments
    if card == "plenty":
        return vocabulary.counted_wares(more)
    if card == "monopoly":
        return _("All %(ware)s") % {"ware": vocabulary.WARES[more[0]]}
    return capitalize_first(vocabulary.CARDS[card])


def _bank(arguments: list[str], land: IslandPlaces | None) -> str:
    give, get = arguments
    values: dict[str, object] = {"give": vocabulary.WARES[give], "get": vocabulary.WARES[get]}
    if land is not None and land.scene.seat is not None:
        values["n"] = land.view["players"][land.scene.seat]["rates"][give]
        return _("Bank: %(n)s %(give)s for one %(get)s") % values
    return _("Bank: %(give)s for %(get)s") % values


def _purchase(arguments: list[str]) -> str:
    values = {"ware": vocabulary.WARES[arguments[0]], "gold": vocabulary.gold(PURCHASE_PRICE)}
    return _("Buy one %(ware)s for %(gold)s") % values


def _trade(arguments: list[str], land: IslandPlaces | None) -> str:
    return _("Trade with %(name)s") % {"name": player_name(arguments, land)}


def _token(arguments: list[str], land: IslandPlaces | None) -> str:
    action = arguments[0]
    if action == "trade":
        return _("Trade token: force an exchange of two cards")
    if action == "robber":
        return _("Trade token: send the robber to the desert")
    values = {"here": map_code(arguments[1]), "there": path_text(arguments, land)}
    return _("Trade token: send the barbarian at %(here)s to %(there)s") % values


def _short_token(arguments: list[str], land: IslandPlaces | None) -> str:
    if arguments[0] == "barbarian":
        return path_text(arguments, land)
    return _token(arguments, land)


def _discard(arguments: list[str], land: IslandPlaces | None) -> str:
    return _("Discard %(n)s %(ware)s") % {"n": arguments[1], "ware": vocabulary.WARES[arguments[0]]}


def _aid(arguments: list[str], land: IslandPlaces | None) -> str:
    values = {"ware": vocabulary.WARES[arguments[1]], "name": player_name(arguments, land)}
    return _("Give one %(ware)s to %(name)s") % values


def _return(arguments: list[str], land: IslandPlaces | None) -> str:
    return _("Give back %(wares)s") % {"wares": vocabulary.counted_wares(arguments)}


# wagons and barbarians


def _upgrade(arguments: list[str], land: IslandPlaces | None) -> str:
    if land is not None and land.scene.seat is not None:
        level = land.view["players"][land.scene.seat]["wagon"]["level"] + 1
        values = {
            "level": level,
            "cost": vocabulary.wares(vocabulary.WAGON_COSTS[min(level, TOP_LEVEL)]),
        }
        return _("Upgrade the wagon to level %(level)s (%(cost)s)") % values
    return _("Upgrade the wagon")


def _go(arguments: list[str], land: IslandPlaces | None) -> str:
    return _("Drive to %(place)s") % {"place": _short_go(arguments, land)}


def _short_go(arguments: list[str], land: IslandPlaces | None) -> str:
    place = intersection_text(arguments, land)
    step = land.step(arguments[0]) if land else None
    if land is None or step is None:
        return place
    cost, owner = step
    values = {"place": place, "points": vocabulary.movement(cost)}
    if owner is None:
        return _("%(place)s – %(points)s") % values
    values["name"] = vocabulary.owner(owner, land.scene.names)
    values["gold"] = vocabulary.gold(TOLL)
    return _("%(place)s – %(points)s, %(gold)s toll (%(name)s)") % values


def _barbarian(arguments: list[str], land: IslandPlaces | None) -> str:
    values = {"here": map_code(arguments[0]), "there": path_with_owner(arguments, land)}
    return _("Barbarian from %(here)s to %(there)s") % values


def _neutral(arguments: list[str], land: IslandPlaces | None) -> str:
    values = {"name": capitalize_first(vocabulary.NEUTRALS[arguments[0]])}
    values["place"] = _place(arguments[1], land)
    return _("%(name)s at %(place)s") % values


def _place(place: str, land: IslandPlaces | None) -> str:
    """A path or an intersection in words."""
    if land is None:
        return map_code(place)
    return land.spot(place) if place in land.board.spot_index else land.path(place)


LABELS: dict[str, LabelFunction] = {
    "settlement": lambda a, land: (
        _("Settlement at %(place)s") % {"place": intersection_text(a, land)}
    ),
    "city": lambda a, land: _("City at %(place)s") % {"place": intersection_text(a, land)},
    "road": lambda a, land: _("Road at %(place)s") % {"place": path_text(a, land)},
    "roll": lambda a, land: _("Roll the dice"),
    "event": lambda a, land: _("Turn over the event card"),
    "play": _play,
    "discard": _discard,
    "robber": lambda a, land: _("Robber to %(place)s") % {"place": hex_with_people(a, land)},
    "steal": lambda a, land: _("Take a card from %(name)s") % {"name": player_name(a, land)},
    "barbarian": _barbarian,
    "buy": lambda a, land: (
        _("Buy a development card (%(cost)s)")
        % {"cost": vocabulary.wares(vocabulary.COSTS["card"])}
    ),
    "upgrade": _upgrade,
    "repair": lambda a, land: _("Repair the road at %(place)s") % {"place": path_text(a, land)},
    "bank": _bank,
    "purchase": lambda a, land: _purchase(a),
    "offer": lambda a, land: _("Make an offer"),
    "give": lambda a, land: _("I give one %(ware)s") % _ware_params(a, land),
    "want": lambda a, land: _("I want one %(ware)s") % _ware_params(a, land),
    "propose": lambda a, land: _("Propose this trade"),
    "cancel": lambda a, land: _("Withdraw the offer"),
    "accept": lambda a, land: _("Accept"),
    "decline": lambda a, land: _("Decline"),
    "trade": _trade,
    "travel": lambda a, land: _("Send the wagon off (no more building or trading)"),
    "go": _go,
    "grain": lambda a, land: (
        _("Feed one grain (%(points)s more)") % {"points": vocabulary.movement(GRAIN_POINTS)}
    ),
    "drive": lambda a, land: (
        _("Drive off the barbarian at %(place)s") % {"place": path_text(a, land)}
    ),
    "banish": lambda a, land: _("Barbarian to %(place)s") % {"place": path_with_owner(a, land)},
    "take": lambda a, land: _("Take one %(ware)s") % _ware_params(a, land),
    "gift": lambda a, land: _("Give away one %(ware)s") % _ware_params(a, land),
    "aid": _aid,
    "rob": lambda a, land: _("Take a card from %(name)s") % {"name": player_name(a, land)},
    "quake": lambda a, land: _("Damage the road at %(place)s") % {"place": path_text(a, land)},
    "neutral": _neutral,
    "token": _token,
    "return": _return,
    "retire": lambda a, land: (
        _("Retire a played knight (%(tokens)s)")
        % {"tokens": vocabulary.tokens(RETIRED_KNIGHT_TOKENS)}
    ),
    "end": lambda a, land: _("End the turn"),
}

SHORT_LABELS: dict[str, LabelFunction] = {
    "settlement": intersection_text,
    "city": intersection_text,
    "road": path_text,
    "robber": hex_with_people,
    "quake": path_text,
    "barbarian": path_with_owner,
    "banish": path_with_owner,
    "go": _short_go,
    "play": _short_play,
    "discard": lambda a, land: vocabulary.wares({a[0]: int(a[1])}),
    "bank": lambda a, land: _("For one %(ware)s") % _ware_params(a, land),
    "purchase": ware_text,
    "give": ware_text,
    "want": ware_text,
    "take": ware_text,
    "gift": ware_text,
    "aid": ware_text,
    "steal": player_name,
    "rob": player_name,
    "neutral": lambda a, land: _place(a[1], land),
    "token": _short_token,
    "return": lambda a, land: vocabulary.counted_wares(a),
}

BUTTON_LABELS: dict[str, Callable[[], str]] = {
    "roll": lambda: _("Roll"),
    "event": lambda: _("Turn over"),
    "travel": lambda: _("Wagon"),
    "grain": lambda: _("Feed grain"),
    "play swift": lambda: capitalize_first(vocabulary.CARDS["swift"]),
    "end": lambda: _("End the turn"),
}
