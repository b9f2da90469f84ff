"""Moves of Catan in words: complete for drafts and the log, or short below a heading."""

from __future__ import annotations

from collections.abc import Callable

from games.boards import Scene
from games.boards.labels import argument, label
from games.boards.translations import capitalize_first

from ..rules.components import PURCHASE_PRICE, TOLL, TOP_LEVEL
from ..rules.two_player import RETIRED_KNIGHT_TOKENS
from ..rules.wagon import GRAIN_POINTS
from . import vocabulary
from .places import IslandPlaces, map_code
from .translations import gettext
from .translations import gettext_lazy as _

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


def auto_answer_label(key: str) -> str:
    """Return an automatic answer in words."""
    verb, what = key.split(" ")
    if verb == "never":
        values = {"ware": vocabulary.WARES[what]}
        return gettext("Decline every offer that asks me for %(ware)s") % values
    every = gettext("Decline every offer")
    return every if what == "all" else gettext("Decline every offer of this turn")


# places, players and wares in moves


def _place_of_move(describe: Callable[[IslandPlaces, str], str]) -> LabelFunction:
    """Return a placeholder for the place at the end of a move; without the island, its code."""
    return lambda words, land: describe(land, words[-1]) if land else map_code(words[-1])


intersection_text = _place_of_move(IslandPlaces.spot)
path_text = _place_of_move(IslandPlaces.path)
path_with_owner = _place_of_move(IslandPlaces.path_with_road)
hex_with_people = _place_of_move(IslandPlaces.hex_with_owners)


def place_text(arguments: list[str], land: IslandPlaces | None) -> str:
    """A path or an intersection in words."""
    is_spot = land is not None and arguments[-1] in land.board.spot_index
    return (intersection_text if is_spot else path_text)(arguments, land)


def bank_rate(arguments: list[str], land: IslandPlaces) -> int:
    """The number of cards that the bank takes from the viewer for one; spectators never trade."""
    seat = land.scene.seat
    return land.view["players"][seat]["rates"][arguments[0]] if seat is not None else 1


def cost_of(key: str) -> Callable[..., str]:
    """Return a placeholder that shows what a piece or development card costs."""
    return lambda arguments, land: vocabulary.wares(vocabulary.COSTS[key])


def purchase_price(*_context: object) -> str:
    """What a resource card costs in gold."""
    return vocabulary.gold(PURCHASE_PRICE)


def player_name(arguments: list[str], land: IslandPlaces | None) -> str:
    number = int(arguments[0])
    return land.scene.names[number] if land else gettext("player %(n)s") % {"n": number + 1}


def ware_text(arguments: list[str], land: IslandPlaces | None) -> str:
    return capitalize_first(vocabulary.WARES[arguments[-1]])


WARE = argument(vocabulary.WARES)
LAST_WARE = argument(vocabulary.WARES, -1)
CARD = argument(vocabulary.CARDS)


def _wares_from(first: int) -> Callable[[list[str], object], str]:
    """The wares from this word of a move on."""
    return lambda arguments, land: vocabulary.counted_wares(arguments[first:])


# labels that branch


def by_word(labels: dict[str, LabelFunction], other: LabelFunction) -> LabelFunction:
    """A label by the first word after the verb."""
    return lambda arguments, land: labels.get(arguments[0], other)(arguments, land)


def _bank(arguments: list[str], land: IslandPlaces | None) -> str:
    if land is None or land.scene.seat is None:
        return EXCHANGE(arguments, land)
    return EXCHANGE_AT_RATE(arguments, land)


EXCHANGE = label(_("Bank: %(give)s for %(get)s"), give=WARE, get=LAST_WARE)
EXCHANGE_AT_RATE = label(
    _("Bank: %(n)s %(give)s for one %(get)s"), n=bank_rate, give=WARE, get=LAST_WARE
)


def _upgrade(arguments: list[str], land: IslandPlaces | None) -> str:
    if land is None or land.scene.seat is None:
        return gettext("Upgrade the wagon")
    level = land.view["players"][land.scene.seat]["wagon"]["level"] + 1
    cost = vocabulary.wares(vocabulary.WAGON_COSTS[min(level, TOP_LEVEL)])
    values = {"level": level, "cost": cost}
    return gettext("Upgrade the wagon to level %(level)s (%(cost)s)") % values


def _short_go(arguments: list[str], land: IslandPlaces | None) -> str:
    place = intersection_text(arguments, land)
    step = land.step(arguments[0]) if land else None
    if land is None or step is None:
        return place
    cost, owner = step
    values = {"place": place, "points": vocabulary.movement(cost)}
    if owner is None:
        return gettext("%(place)s – %(points)s") % values
    values["name"] = vocabulary.owner(owner, land.scene.names)
    values["gold"] = vocabulary.gold(TOLL)
    return gettext("%(place)s – %(points)s, %(gold)s toll (%(name)s)") % values


LABELS: dict[str, LabelFunction] = {
    "settlement": label(_("Settlement at %(place)s"), place=intersection_text),
    "city": label(_("City at %(place)s"), place=intersection_text),
    "road": label(_("Road at %(place)s"), place=path_text),
    "roll": label(_("Roll the dice")),
    "event": label(_("Turn over the event card")),
    "play": by_word(
        {
            "plenty": label(_("Play year of plenty: take %(wares)s"), wares=_wares_from(1)),
            "monopoly": label(_("Play monopoly: all %(ware)s of the others"), ware=LAST_WARE),
        },
        label(_("Play %(card)s"), card=CARD),
    ),
    "discard": label(_("Discard %(n)s %(ware)s"), n=argument(str, 1), ware=WARE),
    "robber": label(_("Robber to %(place)s"), place=hex_with_people),
    "steal": label(_("Take a card from %(name)s"), name=player_name),
    "barbarian": label(
        _("Barbarian from %(here)s to %(there)s"), here=argument(map_code), there=path_with_owner
    ),
    "buy": label(_("Buy a development card (%(cost)s)"), cost=cost_of("card")),
    "upgrade": _upgrade,
    "repair": label(_("Repair the road at %(place)s"), place=path_text),
    "bank": _bank,
    "purchase": label(_("Buy one %(ware)s for %(gold)s"), ware=WARE, gold=purchase_price),
    "offer": label(_("Make an offer")),
    "give": label(_("I give one %(ware)s"), ware=LAST_WARE),
    "want": label(_("I want one %(ware)s"), ware=LAST_WARE),
    "propose": label(_("Propose this trade")),
    "cancel": label(_("Withdraw the offer")),
    "accept": label(_("Accept")),
    "decline": label(_("Decline")),
    "trade": label(_("Trade with %(name)s"), name=player_name),
    "travel": label(_("Send the wagon off (no more building or trading)")),
    "go": label(_("Drive to %(place)s"), place=_short_go),
    "grain": label(
        _("Feed one grain (%(points)s more)"),
        points=lambda *context: vocabulary.movement(GRAIN_POINTS),
    ),
    "drive": label(_("Drive off the barbarian at %(place)s"), place=path_text),
    "banish": label(_("Barbarian to %(place)s"), place=path_with_owner),
    "take": label(_("Take one %(ware)s"), ware=LAST_WARE),
    "gift": label(_("Give away one %(ware)s"), ware=LAST_WARE),
    "aid": label(_("Give one %(ware)s to %(name)s"), ware=LAST_WARE, name=player_name),
    "rob": label(_("Take a card from %(name)s"), name=player_name),
    "quake": label(_("Damage the road at %(place)s"), place=path_text),
    "neutral": label(
        _("%(name)s at %(place)s"),
        name=lambda arguments, land: capitalize_first(vocabulary.NEUTRALS[arguments[0]]),
        place=place_text,
    ),
    "token": by_word(
        {
            "trade": label(_("Trade token: force an exchange of two cards")),
            "robber": label(_("Trade token: send the robber to the desert")),
        },
        label(
            _("Trade token: send the barbarian at %(here)s to %(there)s"),
            here=argument(map_code, 1),
            there=path_text,
        ),
    ),
    "return": label(_("Give back %(wares)s"), wares=_wares_from(0)),
    "retire": label(
        _("Retire a played knight (%(tokens)s)"),
        tokens=lambda arguments, land: vocabulary.tokens(RETIRED_KNIGHT_TOKENS),
    ),
    "end": label(_("End the turn")),
}

SHORT_LABELS: dict[str, LabelFunction] = {
    **dict.fromkeys(("settlement", "city"), intersection_text),
    **dict.fromkeys(("road", "quake"), path_text),
    **dict.fromkeys(("barbarian", "banish"), path_with_owner),
    **dict.fromkeys(("purchase", "give", "want", "take", "gift", "aid"), ware_text),
    **dict.fromkeys(("steal", "rob"), player_name),
    "robber": hex_with_people,
    "go": _short_go,
    "play": by_word(
        {"plenty": _wares_from(1), "monopoly": label(_("All %(ware)s"), ware=LAST_WARE)},
        lambda arguments, land: capitalize_first(vocabulary.CARDS[arguments[0]]),
    ),
    "discard": lambda arguments, land: vocabulary.wares({arguments[0]: int(arguments[1])}),
    "bank": label(_("For one %(ware)s"), ware=LAST_WARE),
    "neutral": place_text,
    "token": by_word({"barbarian": path_text}, LABELS["token"]),
    "return": _wares_from(0),
}
